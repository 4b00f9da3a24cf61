"""Runs the games of a plan on workers, and writes a lab to its folder."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

from basebash.lab.plan import Plan, StoredPlan
from basebash.lab.play import Stop, never
from basebash.lab.record import Extras, Tables
from basebash.lab.store import PART_GAMES, Store
from basebash.lab.workers import Result, Workers, workers_for

BATCH_SECONDS = 1.0  # how long a batch should keep a worker busy
BIGGEST_BATCH = 500
FLUSH_SECONDS = 60.0  # how much work is lost at most if the machine crashes

Progress = Callable[[int], None]


def batches(
    plan: Plan, workers: Workers, *, start: int = 0, extras: Extras = (), stop: Stop = never
) -> Iterator[Tables]:
    """Yield the games of a plan from number `start` on, batch by batch in order, regardless of the number of workers.

    Once `stop` returns True no more batches are handed out, and the workers start no more games.
    """
    waiting: deque[tuple[int, Result]] = deque()
    handed = start
    size = 1
    began = time.monotonic()
    played = 0
    while True:
        while handed < plan.size and len(waiting) < 2 * workers.count and not stop():
            left = plan.size - handed
            # The last batches are small, so that no worker waits long for another.
            end = handed + max(1, min(size, left // (2 * workers.count)))
            waiting.append((end - handed, workers.hand_out(plan, handed, end, extras=extras)))
            handed = end
        if not waiting:
            return
        wanted, result = waiting.popleft()
        tables = result()
        got = tables["games"].height
        if got:
            yield tables
        if got < wanted:
            return
        played += got
        rate = played / workers.count / max(time.monotonic() - began, 1e-9)  # of one worker
        size = max(1, min(2 * size, round(rate * BATCH_SECONDS), BIGGEST_BATCH))


def run_lab(
    plan: StoredPlan,
    folder: Path,
    *,
    extras: Extras = (),
    resume: bool = False,
    workers: int | None = None,
    ray: str | None = None,
    stop: Stop = never,
    progress: Progress = lambda _: None,
    part_games: int = PART_GAMES,
) -> int:
    """Play the games of a lab into a folder and return how many there are.

    `progress` gets the number of finished games. Finished games are kept, whatever happens.
    """
    store = Store(folder, plan, extras=extras, part_games=part_games)
    if resume:
        store.resume()
    else:
        store.create()
    progress(store.done)
    if store.done >= plan.size:
        return store.done
    flushed = time.monotonic()
    try:
        with workers_for(workers, ray, stop) as players:
            for tables in batches(plan, players, start=store.done, extras=extras, stop=stop):
                store.add(tables)
                progress(store.done)
                if time.monotonic() - flushed > FLUSH_SECONDS:
                    store.flush()
                    flushed = time.monotonic()
    finally:
        store.flush()
    return store.done
