"""Doing something again whenever a file of a pack is saved."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from basebash.authoring.wheels import pack_files

INTERVAL_SECONDS = 0.5


def saves(folder: Path) -> Iterator[None]:
    """Yield once at the start, and then each time that a file of the pack was saved, added or removed."""
    seen: dict[Path, tuple[int, int]] | None = None
    while True:
        now = _state(folder)
        if now != seen:
            seen = now
            yield
        else:
            time.sleep(INTERVAL_SECONDS)


def _state(folder: Path) -> dict[Path, tuple[int, int]]:
    found = {}
    for file in pack_files(folder):
        try:
            status = file.stat()
        except OSError:  # it was removed just now
            continue
        found[file] = (status.st_mtime_ns, status.st_size)
    return found
