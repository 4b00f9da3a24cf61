"""People, as far as tables need to know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from basebash.server.games.results import Result
from basebash.server.messages import Level, PuzzleRating, RatedTry, SeatKind, Unrated


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

    async def vacations(self, table: str) -> dict[int, float]:
        """Return until when people at a table are on vacation, by their seats."""

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


class PuzzleFigures(Struct):
    """What the first attempts of all people say about a puzzle.

    `share`: how many percent solved it, if enough people have tried; `rating`: None before anybody has.
    """

    share: int | None = None
    rating: int | None = None


class PuzzleAttempts(Protocol):
    """First attempts at puzzles."""

    async def note(self, owner: Owner, puzzle: str, first: PuzzleRating, *, solved: bool) -> RatedTry | None:
        """Note how a person's attempt ended, and return what that changes. Only the first one counts.

        `first`: the puzzle's rating if nobody has tried it before.
        """

    async def figures(self) -> Mapping[str, PuzzleFigures]:
        """Return for each puzzle that somebody has tried what the attempts say about it."""
