"""Bodies of the HTTP API: replays, stories, analyses, and playing on."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from basebash.server.messages.fields import Count, Level, SeatNumber
from basebash.server.messages.server import BotMove, State
from basebash.server.messages.tables import Created


class Replay(Struct):
    """A game after `state.answers` of `steps` answers, as one viewer saw it or (once over) with all hands open."""

    steps: int
    names: list[str]
    state: State


class StoryGain(Struct):
    """Victory points that a player gained or lost: in which turn, after how many answers, and from what."""

    turn: int
    step: int
    player: int
    vp: int
    source: str


class StoryScoring(Struct):
    """A moment at which a card gained VP: at a base that scored, or by its own ability."""

    turn: int
    step: int
    base: str
    vp: int


class StoryCard(Struct):
    """The card that gained its player most: the VP with it minus the VP without it."""

    name: str
    player: int
    vp: int
    scorings: list[StoryScoring]


class StoryBase(Struct):
    """A base that was decided by little power: the two players with their power and VP."""

    base: str
    turn: int
    step: int
    rows: list[tuple[int, int, int]]


class StoryTurn(Struct):
    """A turn, a moment of it, what a player gained in it, and how long it took, if that is known."""

    turn: int
    step: int
    player: int
    vp: int
    seconds: int | None


class Story(Struct):
    """How a finished game came about. `sources`: each player's VP from 1st, 2nd and 3rd places, and from the rest.

    `seconds`: from the first answer to the last. `biggest`: the turn in which somebody gained most. `quickest`: the
    shortest turn in which a person played something.
    """

    names: list[str]
    factions: list[list[str]]
    winners: list[int]
    standings: list[tuple[int, int]]
    target_vp: int
    turns: int
    steps: int
    seconds: int | None
    gains: list[StoryGain]
    sources: list[list[int]]
    scored: int
    played: int
    destroyed: int
    card: StoryCard | None
    closest: StoryBase | None
    biggest: StoryTurn | None
    quickest: StoryTurn | None


class PlayOn(Struct, forbid_unknown_fields=True):
    """A new game against bots that continues a finished one from a moment on, at this seat."""

    step: Count
    seat: SeatNumber
    name: Annotated[str, Meta(max_length=24)] = ""
    level: Level = "normal"


class PlayedOn(Created):
    """The new table. `step`: the decision in Play Cards at which it starts, at or before the one asked for."""

    step: int


class AnalysisMoment(Struct):
    """A past decision: everybody's chance to win as its player could judge it, and a bot's best moves."""

    step: int
    turn: int
    player: int
    chances: list[float]
    moves: list[BotMove]


class Analysis(Struct):
    """An analysis as far as it has come: the first decision of each turn, and the end.

    `seat`: in a game under way, only this seat's own past turns.
    """

    seat: int | None
    state: Literal["none", "running", "stopped", "done"]
    done: int
    of: int
    moments: list[AnalysisMoment]
