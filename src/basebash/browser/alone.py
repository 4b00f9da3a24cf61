"""What a page lacks because nobody else is there: people with pages of their own, operators, limits, metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from basebash.server.games.results import Result
from basebash.server.host.people import Owner, PlayedSeat, PuzzleFigures
from basebash.server.messages import PuzzleRating, RatedTry, Unrated


class NoPeople:
    """Nobody has a page; the methods are those of `SeatHistory`, `Owners` and `PuzzleAttempts`."""

    def __init__(self) -> None:
        self._figures: dict[str, PuzzleFigures] = {}

    async def owner(self, secret: str | None) -> Owner | None:
        """Return None: no device is known."""
        return None

    async def sit(self, owner: Owner, table: str, seat: int) -> None:
        """Do nothing."""

    async def follow(self, before: str, after: str) -> None:
        """Do nothing."""

    async def vacations(self, table: str) -> dict[int, float]:
        """Return nothing: nobody takes a vacation."""
        return {}

    async def remove_orphans(self) -> None:
        """Do nothing."""

    async def note_end(
        self, table: str, name: str, seats: Sequence[PlayedSeat], result: Result, *, unrated: Unrated | None = None
    ) -> None:
        """Do nothing."""

    async def note(self, owner: Owner, puzzle: str, first: PuzzleRating, *, solved: bool) -> RatedTry | None:
        """Return None: the page keeps its own rating."""
        return None

    async def figures(self) -> Mapping[str, PuzzleFigures]:
        """Return nothing: one person is not a share, and puzzles keep their first rating."""
        return self._figures


class NoNotices:
    """Nobody is told anything while the page is closed; the method is that of `Notices`."""

    async def your_turn(self, table: str, name: str, seat: int) -> None:
        """Do nothing."""


class NoOperators:
    """Nobody forbids anything; the methods are those of `TableModeration`."""

    def is_hidden(self, table: str) -> bool:
        """Return False."""
        return False

    def is_closed(self, table: str) -> bool:
        """Return False."""
        return False

    def check_open(self, table: str) -> None:
        """Allow every table."""

    def check_client(self, client: str) -> None:
        """Allow everybody."""

    def check_person(self, person: str | None) -> None:
        """Allow everybody."""

    def check_names(self, *names: str) -> None:
        """Allow every name."""

    async def check_talk(self, table: str, seat: int) -> None:
        """Allow everybody to talk."""

    async def report(self, table: str, seat: int, line: int, reporter: int) -> None:
        """Do nothing: there is nobody to report to."""


class NoLimits:
    """Everything may happen as often as it likes."""

    async def take(self, name: str, client: str, cost: int = 1) -> bool:
        """Return True."""
        return True


class _Uncounted:
    def inc(self, amount: float = 1) -> None:
        """Do nothing."""

    def observe(self, amount: float) -> None:
        """Do nothing."""


class NoMetrics:
    """Nothing is counted; the attributes are those of `TableMetrics`."""

    def __init__(self) -> None:
        nothing = _Uncounted()
        self.tables_created = self.tables_restored = self.tables_damaged = nothing
        self.games_started = self.games_over = self.games_halted = nothing
        self.answers = self.undos = self.engine_faults = self.bots_late = self.seconds = nothing

    def refuse(self, code: str) -> None:
        """Do nothing."""
