"""Keeps Python's garbage collector from stopping the server for long.

A full collection visits every object of every table, which takes hundreds of milliseconds if there are many. So living
objects are frozen regularly and only new ones are visited; a full collection is done rarely.
"""

from __future__ import annotations

import asyncio
import gc

_EVERY_SECONDS = 0.25
_FULL_EVERY = 7200  # times: every half hour


async def keep_collections_short() -> None:
    """Run for as long as the server, which must have the process to itself."""
    gc.set_threshold(5_000, 10, 1_000_000)
    rounds = 0
    while True:
        rounds += 1
        if rounds % _FULL_EVERY == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        await asyncio.sleep(_EVERY_SECONDS)
