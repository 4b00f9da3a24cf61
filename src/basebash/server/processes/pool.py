"""Pools of worker processes."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from typing import TypeVar

from basebash.server.host.pool import Pool
from basebash.server.logs import log

T = TypeVar("T")


def start_worker() -> None:
    """Lower the priority of a worker, and end it when the server ends, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server
    if hasattr(os, "nice"):
        os.nice(10)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def wait() -> None:
            parent.join()
            os._exit(0)

        threading.Thread(target=wait, daemon=True).start()


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkerPool(Pool):
    """Some worker processes, which start when they are needed and are replaced when they break.

    `start` is called in each of them first.
    """

    def __init__(self, count: int, executor: Executor | None, start: Callable[[], None] = start_worker) -> None:
        super().__init__(count)
        self._count = count
        self._executor = executor
        self._start = start

    async def execute(self, job: Callable[..., T], *arguments: object) -> T:
        """Run a job in a worker process, and once more in a new one if that dies."""
        try:
            return await self._run(job, *arguments)
        except BrokenExecutor:
            log.exception("a worker process died")
            self._executor = None
            return await self._run(job, *arguments)

    async def _run(self, job: Callable[..., T], *arguments: object) -> T:
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self._count, mp_context=context, initializer=self._start)
        return await asyncio.get_running_loop().run_in_executor(self._executor, job, *arguments)

    def close(self) -> None:
        """Stop the workers once they have finished what they are doing."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None
