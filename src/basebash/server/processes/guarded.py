"""A worker process for games with packs: what runs there has a limit of time and of memory.

A mistake in the code of a pack, even a loop that never ends, must not harm the server. So a game with packs is played
in this worker first (`games/trial.py`), and its bots, previews and replays run only here. The limits are of processor
time: on a busy machine a slow game is not a faulty one.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import Any, NamedTuple, TypeVar, cast

from basebash.packs import LOADED
from basebash.server.errors import PackFault
from basebash.server.processes.pool import WorkerPool
from basebash.server.processes.worker_process import WorkerDied, start_worker

T = TypeVar("T")
MEMORY_BYTES = 1024 * 1024 * 1024
_GRACE_SECONDS = 2  # after which a worker that ignores its time limit is killed
_IDLE_SECONDS = 60  # a job may wait this long besides computing, for example because the machine is busy


class _OutOfTime(BaseException):
    """The job has used up its time. Not an `Exception`, so that cards and the engine do not handle it."""


class GuardedPool(WorkerPool):
    """One worker process, in which each job is limited. A job that fails in any way raises `PackFault`.

    A job gets `seconds` of processor time. After one that exceeded a limit the process is replaced.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(1, _start_guarded_worker)
        self._seconds = seconds

    async def execute(self, job: Callable[..., T], *arguments: object) -> T:
        """Run a job within its limits; a worker that dies twice has been ended by them."""
        try:
            outcome = await super().execute(_limited, self._seconds, job, arguments)
        except WorkerDied:
            raise PackFault("A card of a pack failed: it took too long, or needs too much memory.") from None
        if outcome.is_interrupted:  # the state of the process may be anything
            self.replace_workers()
        if outcome.fault:
            raise PackFault(outcome.fault)
        return cast("T", outcome.result)


class _Outcome(NamedTuple):
    """How a job went: its result, or what went wrong, and whether it was interrupted."""

    result: Any = None
    fault: str = ""
    is_interrupted: bool = False


def _start_guarded_worker() -> None:
    """Limit the memory of a worker. Where the system has no such limits, only time is limited."""
    start_worker()
    if sys.platform != "win32":
        import resource  # noqa: PLC0415  # it is not there on Windows

        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))


def _limited(seconds: float, job: Callable[..., object], arguments: tuple[object, ...]) -> _Outcome:
    """Run a job in a limited time. Runs in a worker.

    No error leaves the worker as it is: one that another process cannot read would break the pool.
    """
    try:
        with _time_limit(seconds):
            return _Outcome(job(*arguments))
    except _OutOfTime as error:
        text = f"it did not finish within {seconds:g} seconds"
        return _Outcome(None, describe_fault(error.__traceback__, text), is_interrupted=True)
    except MemoryError as error:
        text = "it needs too much memory"
        return _Outcome(None, describe_fault(error.__traceback__, text), is_interrupted=True)
    except PackFault as fault:
        return _Outcome(None, str(fault))
    except BaseException as error:  # noqa: BLE001  # SystemExit too: nothing that a card does may end the worker
        text = (
            "it calls itself without end" if isinstance(error, RecursionError) else f"{type(error).__name__}: {error}"
        )
        return _Outcome(None, describe_fault(error.__traceback__, text[:200]))


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise `_OutOfTime` after this much processor time; end the process if that does not help."""
    deadline = threading.Timer(seconds + _IDLE_SECONDS, os._exit, (1,))  # for what waits instead of computing
    deadline.daemon = True
    deadline.start()
    try:
        if sys.platform == "win32":
            yield
            return
        import resource  # noqa: PLC0415  # it is not there on Windows

        latest = int(time.process_time() + seconds) + _GRACE_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (latest, resource.RLIM_INFINITY))  # for a loop inside a C function
        signal.signal(signal.SIGPROF, _stop)
        signal.setitimer(signal.ITIMER_PROF, seconds, 0.2)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            resource.setrlimit(resource.RLIMIT_CPU, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    finally:
        deadline.cancel()


def _stop(_: int, __: FrameType | None) -> None:
    raise _OutOfTime


def describe_fault(traceback: TracebackType | None, problem: str) -> str:
    """Return what happened in plain words, with the place in the pack's code that was reached last."""
    found = None
    while traceback is not None:
        frame, line = traceback.tb_frame, traceback.tb_lineno
        for pack in LOADED.values():
            if frame.f_code.co_filename.startswith(f"{pack.folder}{os.sep}"):
                file = os.path.relpath(frame.f_code.co_filename, pack.folder)
                name = frame.f_code.co_qualname.split(".<locals>")[0]
                found = f"{name} of the pack {pack.manifest.label} failed ({file}, line {line})"
        traceback = traceback.tb_next
    return f"{found or 'A card of a pack failed'}: {problem}."
