"""Storage of texts by key, in which several texts change together or not at all.

A key is a kind, a table and a number. The browser's database implements `Records` in a page; `MemoryRecords` is for
browsers that refuse to store anything, and for tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

Key = tuple[str, str, int]


class Taken(Exception):
    """A text that was to be added is there already, or one that was to be replaced has changed."""


class StorageFailed(Exception):
    """The storage is full, or no longer there."""


class Change(NamedTuple):
    """A change of one text. `add` expects that there is none; `replace` that it is `expected`."""

    kind: Literal["add", "put", "replace", "delete"]
    key: Key
    text: str = ""
    expected: str = ""


class Records(Protocol):
    """Texts by key."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Change texts, all or none; they are on disk when this returns. `Taken`, or `StorageFailed`."""

    async def read(self, kind: str, table: str | None = None, first: int = 0) -> list[tuple[Key, str]]:
        """Return all texts of a kind, or those of a table from number `first` on, in the order of their keys."""


class MemoryRecords:
    """Texts in memory."""

    def __init__(self) -> None:
        self._texts: dict[Key, str] = {}

    async def write(self, changes: Sequence[Change]) -> None:
        """Change texts, all or none."""
        for change in changes:
            known = self._texts.get(change.key)
            if (change.kind == "add" and known is not None) or (change.kind == "replace" and known != change.expected):
                raise Taken
        for change in changes:
            if change.kind == "delete":
                self._texts.pop(change.key, None)
            else:
                self._texts[change.key] = change.text

    async def read(self, kind: str, table: str | None = None, first: int = 0) -> list[tuple[Key, str]]:
        """Return all texts of a kind, or those of a table from number `first` on, in the order of their keys."""
        return sorted(
            (key, text)
            for key, text in self._texts.items()
            if key[0] == kind and (table is None or (key[1] == table and key[2] >= first))
        )
