"""Keeps Python's garbage collector from stopping the server for long.

A full collection looks at every object of every table, which takes hundreds of milliseconds with many of them. What
is alive is therefore set aside all the time, so that only what is new is looked at; and only now and then all of
it, for what died meanwhile.
"""

from __future__ import annotations

import asyncio
import gc

_EVERY = 0.25
_FULLY_EVERY = 7200  # so many times: half an hour


async def keep_collections_short() -> None:
    """Runs as long as the server, which must have the process to itself."""
    gc.set_threshold(5_000, 10, 1_000_000)
    turns = 0
    while True:
        turns += 1
        if turns % _FULLY_EVERY == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        await asyncio.sleep(_EVERY)
