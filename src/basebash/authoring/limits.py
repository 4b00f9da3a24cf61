"""Limits of processor time and memory for a pack's code, in a process that exists only to run it (`limited`).

`Watcher` ends every loop that Python runs. A loop inside a C function, like `sum(count())`, runs no line: only the
system can end it, together with its process. The time is that of the processor: a busy machine does not use it up.
"""

from __future__ import annotations

import faulthandler
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, NamedTuple, TextIO


class Limits(NamedTuple):
    """What a scenario, a game or the loading of a pack may use. A usual one takes a fraction of a second."""

    seconds: float = 20.0
    memory_bytes: int = 1024 * 1024 * 1024


USUAL: Final = Limits()
_limits: Limits | None = None  # of this process


def impose(limits: Limits, report: TextIO) -> None:
    """Limit what packs use in this process from now on. When it is ended, `report` says which line was running.

    Windows has no such limits.
    """
    global _limits  # noqa: PLW0603  # the limits belong to the process
    _limits = limits
    faulthandler.enable(report)
    if sys.platform != "win32":
        import signal  # noqa: PLC0415  # Windows lacks this signal

        faulthandler.register(signal.SIGPROF, report, all_threads=False, chain=True)


@contextmanager
def limited() -> Iterator[None]:
    """Apply the limits of this process, if any, to a block. Too much memory raises `MemoryError`."""
    if _limits is None or sys.platform == "win32":
        yield
        return
    import resource  # noqa: PLC0415  # Windows lacks it
    import signal  # noqa: PLC0415

    before = resource.getrlimit(resource.RLIMIT_DATA)
    with suppress(ValueError, OSError):  # where the system has no such limit, or a lower one
        resource.setrlimit(resource.RLIMIT_DATA, (_limits.memory_bytes, before[1]))
    signal.setitimer(signal.ITIMER_PROF, _limits.seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_DATA, before)
