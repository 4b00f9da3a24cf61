"""Where tables and analyses are stored.

Whatever is written is on disk when the method returns. Methods raise `DatabaseUnavailable` if the storage fails.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from basebash.server.messages import ChatLine
from basebash.server.storage.rows import Move, Row, Status, Stored, StoredAnalysis, StoredMoment


class Clock(Protocol):
    """The time of day, which never jumps."""

    def now(self) -> float:
        """Return the seconds since 1970."""


class TableStore(Protocol):
    """The storage of tables, their moves and their chat. Moves are authoritative, and are only ever appended."""

    @property
    def clock(self) -> Clock:
        """The clock that dates what is written."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the same tables."""

    async def append(self, table: str, move: Move) -> None:
        """Write a move. `WriteConflict` if its number is taken."""

    async def say(self, table: str, line: ChatLine) -> None:
        """Write a chat line. `WriteConflict` if its number is taken."""

    async def announce(self, kind: str, table: str, **more: Any) -> None:
        """Tell the other processes something that is not stored."""

    async def create(self, row: Row, position: bytes | None = None) -> None:
        """Write a new table, and the start of its game if that is not the beginning."""

    async def update(
        self, table: str, *, version: int | None = None, result: bytes | None = None, **values: Any
    ) -> None:
        """Change a table's row. `WriteConflict` if `version` is given and is not the current one."""

    async def try_update(self, table: str, **values: Any) -> None:
        """Change what also follows from the answers: if that fails, nothing is lost."""

    async def load(self, table: str, first: int = 0, said_from: int = 0) -> Stored | None:
        """Return a table with its moves from number `first` on and its newest chat lines; None if there is none."""

    async def times(self, table: str) -> list[float]:
        """Return when each answer of a game was given, without those that were taken back."""

    async def find(self, *, listed: bool = False, status: tuple[Status, ...], since: float, limit: int) -> list[Row]:
        """Return tables of some status that were touched since, newest first, without those that cannot be read."""

    async def due_tables(self, before: float, limit: int) -> list[str]:
        """Return games over days in which the asked player's time is up by then, the most urgent first."""

    async def old_tables(self, before: float, except_for: list[str]) -> list[str]:
        """Return tables without a game that were not touched since, except some."""

    async def remove_open(self, tables: list[str], before: float) -> None:
        """Remove tables, unless a game has started there or somebody has touched them since."""


class AnalysisStore(Protocol):
    """The storage of analyses. An analysis is of a table and a seat, or -1 for all seats."""

    async def find(self, table: str, seat: int) -> StoredAnalysis | None:
        """Return an analysis; None if nobody has asked for it."""

    async def running(self) -> Sequence[tuple[str, int]]:
        """Return the tables and seats of all running analyses."""

    async def start(self, table: str, seat: int, owner: str, limit: int) -> bool:
        """Start or continue an analysis; False if the owner has `limit` running ones already.

        `WriteConflict` if somebody else has started it at the same moment.
        """

    async def change(self, table: str, seat: int, **values: int | str) -> None:
        """Change the state or the number of steps of an analysis, if it is running."""

    async def moments(self, table: str, last: int) -> Sequence[StoredMoment]:
        """Return the moments of a table up to a step, in order."""

    async def keep(self, table: str, seat: int, moment: StoredMoment) -> bool:
        """Store a moment; False if the analysis is no longer running."""
