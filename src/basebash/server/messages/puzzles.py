"""Bodies of the HTTP API: puzzles."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from basebash.server.messages.game import GameView, LogLineView
from basebash.server.messages.server import GameEvent, OptionPreview


class PuzzleRating(Struct, forbid_unknown_fields=True):
    """The rating of a puzzle or of somebody who solves puzzles, and how uncertain it is."""

    value: Annotated[float, Meta(ge=0, le=4000)]
    deviation: Annotated[float, Meta(ge=30, le=350)]


class RatedTry(Struct):
    """What a first attempt did to my rating; `puzzle`: the rating of the puzzle before it."""

    before: PuzzleRating
    after: PuzzleRating
    puzzle: int


class PuzzleEntry(Struct):
    """A puzzle in the list; `level` from 1 to 5.

    `goal`: win this turn, stop rivals from gaining anything, or gain at least `target` VP more than a rival. `vp`: the
    player's points, of `target_vp`. `base`: the one with most power, its `breakpoint`, and everybody's power there, the
    player's first. `share`: how many percent solved it at the first attempt, once enough people have tried. `rating`:
    from those attempts, before the first one by the level.
    """

    id: str
    title: str
    goal: Literal["win", "stop", "gain"]
    level: int
    target: int
    themes: list[str]
    factions: list[str]
    hand: list[str]
    vp: int
    target_vp: int
    base: str
    breakpoint: int
    totals: list[int]
    rating: int
    share: int | None = None


class PuzzleList(Struct):
    """All puzzles, in order."""

    puzzles: list[PuzzleEntry]


class PuzzleRequest(Struct, forbid_unknown_fields=True):
    """An attempt: the answers so far. `helped`: with a hint it does not count as solved at the first attempt.

    `rating`: of somebody without a page of their own, at a first attempt; the device keeps it.
    """

    answers: Annotated[
        list[Annotated[list[Annotated[int, Meta(ge=0, le=10_000)]], Meta(max_length=50)]], Meta(max_length=60)
    ]
    helped: bool = False
    rating: PuzzleRating | None = None


class PuzzleMiss(Struct):
    """What a failed attempt has missed.

    `gained`: what each player gained. `step`: the number of the answer after which the goal was out of reach, and
    `text`, what it was; null if that is not known. `found` of `needed` answers of the solution were given.
    """

    gained: list[int]
    step: int | None
    text: str
    found: int
    needed: int


class PuzzleTry(Struct):
    """The position after an attempt's answers; once the turn is over its `result`, and `share` as in the list.

    `rated`: at the end of a first attempt, if it is known whose it is.
    """

    view: GameView
    log: list[LogLineView]
    events: list[GameEvent]
    previews: dict[str, OptionPreview]
    result: Literal["solved", "failed"] | None
    share: int | None
    missed: PuzzleMiss | None
    rated: RatedTry | None = None


class PuzzleHelp(Struct):
    """A question that helps, and the line that solves the puzzle."""

    hint: str
    line: list[str]


class TriedPuzzle(Struct, forbid_unknown_fields=True):
    """What I have tried. `helped`: with a hint, or after seeing the solution."""

    puzzle: Annotated[str, Meta(min_length=1, max_length=60)]
    solved: bool
    tries: Annotated[int, Meta(ge=0, le=100_000)]
    helped: bool


class PuzzleProgress(Struct, forbid_unknown_fields=True):
    """My progress, or what a device adds to it. `days`: those whose daily puzzle was solved on the day.

    `rating`: mine, which devices do not change.
    """

    tried: list[TriedPuzzle] = []
    days: list[Annotated[str, Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]] = []
    rating: PuzzleRating | None = None
