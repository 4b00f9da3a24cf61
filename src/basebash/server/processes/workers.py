"""The workers of the server: processes of their own, all of them at low priority."""

from __future__ import annotations

from concurrent.futures import Executor

from basebash.server.host.pool import Pool
from basebash.server.host.workers import Workers
from basebash.server.processes.guarded import GuardedPool
from basebash.server.processes.pool import ExecutorPool, WorkerPool, cores

TRIAL_SECONDS = 3.0  # of processor time that an answer may take in a game with packs; a usual one takes milliseconds
GUARDED_SECONDS = 10.0  # that bots, previews and replays of such games may take


def worker_processes(searchers: int, executor: Executor | None = None, late: float = 5.0) -> Workers:
    """Return workers of which one does what is quick and one replays games, so that these never wait for searches.

    `searchers`: how many searching bots may run at once, 0 for all cores but one. `executor`: where they run instead of
    processes of their own. `late`: as in `Workers`.
    """

    def pool(count: int) -> Pool:
        return WorkerPool(count) if executor is None else ExecutorPool(count, executor)

    return Workers(
        quick=pool(1),
        searching=pool(searchers or max(1, cores() - 1)),
        replays=pool(1),
        guarded=GuardedPool(GUARDED_SECONDS),
        trials=GuardedPool(TRIAL_SECONDS),
        late=late,
    )
