"""Bodies of the HTTP API: leagues of a club."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from basebash.server.messages.fields import FactionName, Level, Name

LeagueKind = Literal["swiss", "round_robin"]
LeagueStatus = Literal["open", "playing", "over"]
LeagueFactions = Literal["draft", "fixed", "random"]


class LeagueRules(Struct, forbid_unknown_fields=True):
    """How a league is played.

    `rounds`: 0 for as many as usual: in a round robin until everybody has met. `factions`: drafted in each game,
    chosen by each member for the whole league, or dealt. `odd`: who plays whoever is left over: nobody, which is a
    bye, or a bot of this level. `clock`, `absent`, `target_vp` and `edition` are those of its tables. `listed`: the
    list of leagues shows it, and the lobby its games.
    """

    kind: LeagueKind = "swiss"
    rounds: Annotated[int, Meta(ge=0, le=31)] = 0
    factions: LeagueFactions = "draft"
    odd: Literal["bye"] | Level = "bye"
    target_vp: Annotated[int, Meta(ge=1, le=50)] = 15
    edition: int = 2019
    clock: Annotated[int, Meta(ge=5, le=14 * 24 * 3600)] | None = None
    absent: Annotated[int, Meta(ge=30, le=30 * 24 * 3600)] | None = 600
    listed: bool = False


class LeagueRequest(LeagueRules, kw_only=True, forbid_unknown_fields=True):
    """A new league."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]


class LeagueCreated(Struct):
    """The new league."""

    league: str


class LeagueJoin(Struct, forbid_unknown_fields=True):
    """Join a league. `factions`: what I play in all games, if the league wants that."""

    name: Name
    factions: Annotated[list[FactionName], Meta(max_length=2)] = []


class LeagueSettle(Struct, forbid_unknown_fields=True):
    """Decide a game that is not played to its end: the `winner` is a member, or null if both share the win."""

    round: Annotated[int, Meta(ge=1, le=99)]
    board: Annotated[int, Meta(ge=0, le=99)]
    winner: int | None


class LeagueMember(Struct):
    """Somebody in a league; a bot has a level. `left`: they are not paired any more."""

    number: int
    name: str
    rating: int
    level: Level | None
    left: bool
    factions: list[str] = []


class LeagueGame(Struct):
    """A pair of members, by their numbers. Without the second, the first has a bye.

    `points`: what the first one got, null until the game is over. `vp`: the victory points of both.
    """

    board: int
    one: int
    two: int | None
    table: str | None
    points: float | None
    vp: list[int] = []


class LeagueRound(Struct):
    """One round."""

    number: int
    games: list[LeagueGame]


class LeagueLine(Struct):
    """A member's line in the standings; see `leagues.standings`."""

    rank: int
    number: int
    points: float
    buchholz: float
    sonneborn: float
    margin: int
    won: int
    shared: int
    lost: int


class LeagueEntry(Struct):
    """A league in the list. `round` is the current one, 0 before the start."""

    league: str
    name: str
    kind: LeagueKind
    status: LeagueStatus
    members: int
    round: int
    rounds: int
    is_mine: bool = False


class LeagueList(Struct):
    """The leagues that are listed or mine, newest first."""

    leagues: list[LeagueEntry]


class League(Struct):
    """A league. `you` is my number in it; who made it can start it and settle games.

    `has_maker`: false once whoever made it has deleted their data. Then every member can do both.
    """

    league: str
    name: str
    status: LeagueStatus
    round: int
    rounds: int
    rules: LeagueRules
    members: list[LeagueMember]
    standings: list[LeagueLine]
    games: list[LeagueRound]
    you: int | None = None
    is_maker: bool = False
    has_maker: bool = True
