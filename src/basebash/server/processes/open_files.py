"""How many connections the system allows: each is an open file."""

from __future__ import annotations

import contextlib

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_OTHER_FILES = 200  # that are open besides connections
_DEFAULT_FILES = 700  # where the system has no limit that can be read


def allow_many_connections() -> None:
    """Raise the limit of open files as far as the system permits."""
    if resource is not None:
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def max_connections() -> int:
    """Return how many connections the system allows this process."""
    files = _DEFAULT_FILES
    if resource is not None:
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == -1:  # unlimited
        return 1_000_000
    return max(50, files - _OTHER_FILES)
