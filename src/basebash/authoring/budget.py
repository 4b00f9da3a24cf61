"""Watching a pack's code run: what ran, where it was last, and an end to what never ends."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from inspect import CO_COROUTINE
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from basebash.authoring.hooks import hooks
from basebash.authoring.limits import limited

MOST_LINES: Final = 2_000_000  # of the pack's code in a scenario or game; most need fewer than 100,000


class Endless(BaseException):
    """A pack's code ran for too long. Not an `Exception`, so that nothing on the way catches it."""


class Watcher:
    """Counts the lines of a pack's code that run, so that a loop without end is found wherever Python runs it."""

    def __init__(self, folder: Path, most: int = MOST_LINES) -> None:
        self.ran: set[tuple[str, int]] = set()  # file and first line of the functions that were called
        self.place: tuple[str, int] = (str(folder), 1)  # the line that ran last
        self.deed: tuple[str, int] = (str(folder), 1)  # the last one that may have changed something
        self.wrong: dict[tuple[str, int], str] = {}  # hooks that returned no number: where, and what to do
        self._folder = f"{folder}/"
        self._most = most
        self._left = most
        self._ours: dict[CodeType, bool] = {}
        self._raised: FrameType | None = None

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch what runs in this block, within the limits of this process."""
        before = sys.gettrace()
        self._left = self._most
        with limited():
            sys.settrace(self._on_call)
            try:
                yield
            finally:
                sys.settrace(before)

    def _on_call(self, frame: FrameType, event: str, argument: Any) -> Any:
        code = frame.f_code
        is_ours = self._ours.get(code)
        if is_ours is None:
            is_ours = self._ours[code] = code.co_filename.startswith(self._folder)
        if not is_ours:
            return None
        self.ran.add((code.co_filename, code.co_firstlineno))
        return self._on_line

    def _on_line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self.place = frame.f_code.co_filename, frame.f_lineno
            if frame.f_code.co_flags & CO_COROUTINE:
                self.deed = self.place
            self._left -= 1
            if self._left < 0:
                raise Endless
        elif event == "exception":
            self._raised = frame
        elif event == "return" and frame is not self._raised and type(argument) not in (int, bool):
            self._check_number(frame, argument)
        return self._on_line

    def _check_number(self, frame: FrameType, returned: object) -> None:
        """Note a hook that must return a whole number and has returned something else."""
        name = frame.f_code.co_name
        if name in hooks() and hooks()[name].returns_int:
            hint = ": is `return` missing?" if returned is None else "."
            message = f"{name} must return a whole number, not {returned!r}{hint}"
            self.wrong.setdefault((frame.f_code.co_filename, frame.f_lineno), message)
