"""The workers: this process, several processes on this machine, or a Ray cluster.

All run the same `play_batch`. Workers get batches in order, and their results are returned in that order.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from importlib import import_module
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any, Protocol

from basebash import BasebashError
from basebash.lab.plan import Plan
from basebash.lab.play import Stop, never, play_batch
from basebash.lab.record import Extras, Tables
from basebash.packs import add_folder, named_folders

LOOK_UP_SECONDS = 0.2  # how often a caller waiting for a result checks whether to stop

Result = Callable[[], Tables]
"""Wait for a batch that was submitted and return its rows: fewer than requested if it was stopped."""


class Workers(Protocol):
    """Some workers."""

    @property
    def count(self) -> int:
        """Return how many batches are played at a time."""

    def hand_out(self, plan: Plan, start: int, end: int, *, extras: Extras) -> Result:
        """Submit a batch of games."""


class Here:
    """Plays in this process, when the result is requested."""

    count = 1

    def __init__(self, stop: Stop) -> None:
        self.stop = stop

    def hand_out(self, plan: Plan, start: int, end: int, *, extras: Extras) -> Result:
        """Submit a batch of games."""
        return lambda: play_batch(plan, start, end, extras=extras, stop=self.stop)


class Processes:
    """Plays in processes on this machine. An event tells them to start no more games."""

    def __init__(self, pool: ProcessPoolExecutor, count: int, stop: Stop, stopped: Event) -> None:
        self.pool = pool
        self.count = count
        self.stop = stop
        self.stopped = stopped

    def hand_out(self, plan: Plan, start: int, end: int, *, extras: Extras) -> Result:
        """Submit a batch of games."""
        future: Future[Tables] = self.pool.submit(_play_in_process, plan, start, end, extras=extras)

        def result() -> Tables:
            while not wait([future], timeout=LOOK_UP_SECONDS).done:
                if self.stop():
                    self.stopped.set()
            try:
                return future.result()
            except BrokenProcessPool:
                raise BasebashError(
                    "A worker was ended from outside (out of memory?). A lab goes on with --resume."
                ) from None

        return result


_stopped: list[Event] = []  # in a worker process


def _begin_process(stopped: Event) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process handles it
    _stopped.append(stopped)


def _play_in_process(plan: Plan, start: int, end: int, *, extras: Extras) -> Tables:
    return play_batch(plan, start, end, extras=extras, stop=_stopped[0].is_set)


def _play_with_packs(folders: list[str], plan: Plan, start: int, end: int, *, extras: Extras) -> Tables:
    """Play a batch in a process that was started before these packs were named."""
    for folder in folders:
        add_folder(Path(folder))
    return play_batch(plan, start, end, extras=extras)


class OnRay:
    """Plays on a Ray cluster. Its machines need the packs in the same folders, or installed."""

    def __init__(self, ray: Any, count: int) -> None:
        self.ray = ray
        self.count = count
        self.remote = ray.remote(_play_with_packs)

    def hand_out(self, plan: Plan, start: int, end: int, *, extras: Extras) -> Result:
        """Submit a batch of games."""
        reference = self.remote.remote(named_folders(), plan, start, end, extras=extras)

        def result() -> Tables:
            try:
                tables: Tables = self.ray.get(reference)
            except self.ray.exceptions.RayTaskError as error:
                raise BasebashError(str(error.cause)) from None
            except self.ray.exceptions.RayError as error:
                raise BasebashError(f"Ray lost a batch of games: {error} A lab goes on with --resume.") from None
            return tables

        return result


@contextmanager
def workers_for(count: int | None = None, ray: str | None = None, stop: Stop = never) -> Iterator[Workers]:
    """Return this many local workers (default: one per core), or the Ray cluster at an address.

    The address is Ray's: "auto" for the cluster this machine belongs to, "ray://HOST:PORT", or "local" for a private
    one. Once `stop` returns True they start no more games (on Ray, batches already submitted are finished).
    """
    if ray is not None:
        with _on_ray(ray, count) as workers:
            yield workers
        return
    count = cores() if count is None else count
    if count == 1:
        yield Here(stop)
        return
    # Spawn instead of fork: polars has threads, which do not survive a fork.
    context = multiprocessing.get_context("spawn")
    others = multiprocessing.active_children()
    stopped = context.Event()
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_begin_process, initargs=(stopped,))
    try:
        yield Processes(pool, count, stop, stopped)
    except BaseException:
        for child in multiprocessing.active_children():
            if child not in others:
                child.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _on_ray(address: str, count: int | None) -> Iterator[Workers]:
    try:
        ray = import_module("ray")  # an extra, and slow to import
    except ModuleNotFoundError:
        raise BasebashError('Ray is not installed: pip install "basebash[lab,ray]".') from None
    mine = not ray.is_initialized()
    if mine:
        options: dict[str, Any] = {"num_cpus": count, "include_dashboard": False} if address == "local" else {}
        try:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **options)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise BasebashError(f"There is no Ray cluster at {address}: {error}") from None
    try:
        yield OnRay(ray, count or max(1, int(ray.cluster_resources().get("CPU", 1))))
    finally:
        if mine:
            ray.shutdown()
