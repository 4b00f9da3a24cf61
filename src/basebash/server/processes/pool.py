"""Pools of worker processes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

from basebash.server.host.pool import Pool
from basebash.server.logs import log
from basebash.server.processes.worker_process import WorkerDied, WorkerProcess, encode_job, start_worker

T = TypeVar("T")


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkerPool(Pool):
    """Some worker processes, which start when they are needed and are replaced when they die.

    `prepare` is called in each of them first.
    """

    def __init__(self, count: int, prepare: Callable[[], None] = start_worker) -> None:
        super().__init__(count)
        self._prepare = prepare
        self._free = asyncio.Semaphore(count)  # a worker whose job was cancelled is not free until it has finished
        self._all: set[WorkerProcess] = set()
        self._idle: list[WorkerProcess] = []

    async def execute(self, job: Callable[..., T], *arguments: object) -> T:
        """Run a job in a worker process, and once more in a new one if that dies."""
        try:
            return await self._run(job, *arguments)
        except WorkerDied:
            log.exception("a worker process died")
            return await self._run(job, *arguments)

    async def _run(self, job: Callable[..., T], *arguments: object) -> T:
        request = encode_job(job, arguments)
        await self._free.acquire()
        result: T = await self._take_worker().run(request)
        return result

    def _take_worker(self) -> WorkerProcess:
        """Return an idle worker, or a new one."""
        if self._idle:
            return self._idle.pop()
        try:
            worker = WorkerProcess(self._prepare, self._note_free, self._note_end)
        except OSError:
            self._free.release()
            raise
        self._all.add(worker)
        return worker

    def _note_free(self, worker: WorkerProcess) -> None:
        self._idle.append(worker)
        self._free.release()

    def _note_end(self, worker: WorkerProcess) -> None:
        self._all.discard(worker)
        if worker.is_busy:
            self._free.release()
        elif worker in self._idle:
            self._idle.remove(worker)

    def replace_workers(self) -> None:
        """Start new processes for the next jobs."""
        for worker in self._idle:
            worker.end()
        self._idle.clear()

    def close(self) -> None:
        """Stop the workers once they have finished what they are doing."""
        workers = list(self._all)
        for worker in workers:
            worker.end()
        for worker in workers:
            worker.join()


class ExecutorPool(Pool):
    """Runs jobs in an executor, which may be made of threads."""

    def __init__(self, count: int, executor: Executor) -> None:
        super().__init__(count)
        self._executor = executor

    async def execute(self, job: Callable[..., T], *arguments: object) -> T:
        """Run a job in the executor."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, job, *arguments)

    def close(self) -> None:
        """Stop the executor once it has finished what it is doing."""
        self._executor.shutdown(cancel_futures=True)
