"""People, as far as tables need to know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from basebash.server.games.results import Result
from basebash.server.messages import Level, SeatKind, Unrated


class Owner(Struct):
    """A person, identified by the secret of one of their devices; `device` is its id."""

    id: str
    name: str
    public: bool
    created: float
    device: str = ""


class PlayedSeat(Protocol):
    """What the history needs to know about a seat."""

    kind: SeatKind
    level: Level
    resigned: bool


class SeatHistory(Protocol):
    """Who has sat at which table, and how it ended."""

    async def sit(self, owner: Owner, table: str, seat: int) -> None:
        """Note that a person has taken a seat."""

    async def follow(self, before: str, after: str) -> None:
        """Note that the people of one table sit at another one now."""

    async def vacation_until(self, table: str, seat: int) -> float | None:
        """Return until when the person at a seat is on vacation; None if they are not."""

    async def remove_orphans(self) -> None:
        """Forget seats at tables that no longer exist."""

    async def note_end(
        self, table: str, name: str, seats: Sequence[PlayedSeat], result: Result, *, unrated: Unrated | None = None
    ) -> None:
        """Add a finished game to the pages of its people, and update their ratings unless it is `unrated`."""


class Owners(Protocol):
    """Knows whose device a secret belongs to."""

    async def owner(self, secret: str | None) -> Owner | None:
        """Return the person whose device has this secret."""


class PuzzleAttempts(Protocol):
    """First attempts at puzzles."""

    async def note(self, owner: Owner, puzzle: str, *, solved: bool) -> None:
        """Note how a person's attempt ended. Only the first one counts."""

    async def shares(self) -> dict[str, int]:
        """Return for each puzzle how many percent solved it at the first attempt, if enough people have tried."""
