"""Jobs that run in the second web worker, so that the tables answer while a bot thinks.

A browser cannot interrupt Python, but it can end a worker. Games with packs need that: a job of theirs that takes too
long ends its worker, which is started again for the next job.
"""

from __future__ import annotations

import importlib
import pickle
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar, cast

from basebash.browser.pack_files import PackFiles
from basebash.server.errors import PackFault
from basebash.server.host.pool import FairQueue, Pool

T = TypeVar("T")
RunJob = Callable[[bytes, float], Awaitable[bytes | None]]
"""Runs an encoded job in the second worker within some seconds (0: any time); None if it took longer."""
TRIAL_SECONDS = 10.0  # for an answer in a game with packs, which takes milliseconds usually
GUARDED_SECONDS = 30.0  # for bots, previews and replays of such games


class JobFailed(Exception):
    """A job has failed in the second worker; the message is what went wrong there."""


class PagePool(Pool):
    """The second worker. All pools share it, and one queue.

    A pool with a limit of `seconds` is for games with `packs`, which the worker loads first; it raises `PackFault`.
    """

    def __init__(
        self, run: RunJob, queue: FairQueue, seconds: float = 0.0, packs: Callable[[], Sequence[PackFiles]] = tuple
    ) -> None:
        super().__init__(1)
        self.queue = queue
        self._run = run
        self._seconds = seconds
        self._packs = packs

    async def execute(self, job: Callable[..., T], *arguments: object) -> T:
        """Run a job in the worker."""
        encoded = pickle.dumps((list(self._packs()), job.__module__, job.__qualname__, arguments))
        found = await self._run(encoded, self._seconds)
        if found is None:
            raise PackFault("A card of a pack failed: it took too long.")
        result, fault = pickle.loads(found)  # noqa: S301  # our own worker wrote it
        if fault and self._seconds:
            raise PackFault(f"A card of a pack failed: {fault}.")
        if fault:
            raise JobFailed(fault)
        return cast("T", result)

    def close(self) -> None:
        """Do nothing: the worker ends with the page."""


def run_job(encoded: bytes) -> bytes:
    """Run a job that `PagePool` has encoded, in the second worker."""
    packs, module, name, arguments = pickle.loads(encoded)  # noqa: S301  # our own worker wrote it
    try:
        for pack in packs:
            pack.load()
        return pickle.dumps((getattr(importlib.import_module(module), name)(*arguments), ""))
    except Exception as error:  # noqa: BLE001  # whatever it is, the other worker reports it
        return pickle.dumps((None, f"{type(error).__name__}: {error}"))
