"""Garbage that was frozen is freed once memory has grown."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from basebash.server.processes import garbage_collection
from basebash.server.processes.garbage_collection import keep_collections_short


class Ring:
    """Refers to itself, so only the garbage collector can free it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector() -> Iterator[None]:
    """The garbage collector as it was, after the test."""
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.unfreeze()


@pytest.mark.usefixtures("collector")
def test_a_full_collection_is_done_when_memory_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    used = 100 * 2**20
    monkeypatch.setattr(garbage_collection, "memory_of", lambda: used)
    monkeypatch.setattr(garbage_collection, "_EVERY_SECONDS", 0)
    monkeypatch.setattr(garbage_collection, "_CHECK_EVERY", 1)

    async def rounds() -> None:
        for _ in range(3):
            await asyncio.sleep(0)

    async def main() -> None:
        nonlocal used
        collecting = asyncio.create_task(keep_collections_short())
        ring = Ring()
        watcher = weakref.ref(ring)
        await rounds()  # now it is frozen
        del ring
        await rounds()
        assert watcher() is not None
        used *= 2
        await rounds()
        assert watcher() is None
        collecting.cancel()

    asyncio.run(main())
