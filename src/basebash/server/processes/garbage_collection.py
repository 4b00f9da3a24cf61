"""Keeps Python's garbage collector from stopping the server for long.

A full collection visits every object of every table, which takes hundreds of milliseconds if there are many. So living
objects are frozen regularly and only new ones are visited. What is frozen when it becomes garbage is freed only by a
full collection: that is done once memory has grown by a quarter, and otherwise rarely.
"""

from __future__ import annotations

import asyncio
import gc

from basebash.server.metrics import memory_of

_EVERY_SECONDS = 0.25
_CHECK_EVERY = 40  # times: every ten seconds
_FULL_EVERY = 7200  # times: every half hour
_GROWTH = 1.25  # of the memory, after which a full collection is done
_MARGIN_BYTES = 16 * 2**20


async def keep_collections_short() -> None:
    """Run for as long as the server, which must have the process to itself."""
    gc.set_threshold(5_000, 10, 1_000_000)
    rounds = 0
    limit = 0.0
    while True:
        is_full = rounds % _FULL_EVERY == 0 or (rounds % _CHECK_EVERY == 0 and memory_of() > limit)
        rounds += 1
        if is_full:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        if is_full:
            limit = memory_of() * _GROWTH + _MARGIN_BYTES
        await asyncio.sleep(_EVERY_SECONDS)
