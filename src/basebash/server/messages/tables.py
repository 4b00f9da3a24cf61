"""Bodies of the HTTP API: creating, finding and joining tables."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from basebash.server.messages.fields import Collection, FactionName, Level, Name, PackName, SeatKind, SeatNumber


class SeatRequest(Struct, forbid_unknown_fields=True):
    """A seat of a new table. The creator sits on `me` and on all `hotseat` seats.

    `factions`: what it plays, where players choose in the room; the creator may also choose for bots.
    """

    kind: Literal["me", "open", "bot", "hotseat"]
    level: Level = "normal"
    name: Annotated[str, Meta(max_length=24)] = ""
    factions: Annotated[list[FactionName], Meta(max_length=2)] = []


class TableSettings(Struct, forbid_unknown_fields=True):
    """What is played. `factions`: "random", "draft", "choose" (each player picks in the room), or for each
    seat two names or null. `hidden_picks`: nobody sees what the others pick until the game starts, so two players may
    pick the same.

    `titans`: null for what the edition says. `clock`: seconds per answer; from a day on, for everything that is asked
    until somebody else is. `banned`: factions that are neither drawn
    nor drafted; `bans`: how many factions each player may ban before a draft. `hints`: players may ask what a bot
    would do, even in a game with other people, who agree by joining. `first`: the first player; null for a random
    one. `absent`: after this many seconds a bot stands in for an asked player who is away. `talk`: free chat is
    allowed. `series`: the most wins of this many games decide. `waits`: the creator starts the game, even if every
    seat is taken. `packs`: the names of packs whose factions may be drawn and drafted, too; a chosen faction of a
    pack needs no entry. `collections`: factions come from `all` sets, or only from those that somebody (`union`) or
    everybody (`intersection`) at the table has.
    """

    name: Annotated[str, Meta(max_length=40)] = ""
    factions: (
        Literal["random", "draft", "choose"]
        | Annotated[list[Annotated[list[FactionName], Meta(min_length=2, max_length=2)] | None], Meta(max_length=4)]
    ) = "random"
    edition: int = 2019
    target_vp: Annotated[int, Meta(ge=1, le=50)] = 15
    duplicates: bool = False
    listed: bool = False
    titans: bool | None = None
    clock: Annotated[int, Meta(ge=5, le=14 * 24 * 3600)] | None = None
    banned: Annotated[list[FactionName], Meta(max_length=100)] = []
    bans: Annotated[int, Meta(ge=0, le=2)] = 0
    hints: bool = False
    first: SeatNumber | None = None
    absent: Annotated[int, Meta(ge=30, le=30 * 24 * 3600)] | None = None
    talk: bool = True
    series: Literal[1, 3, 5, 7] = 1
    waits: bool = False
    packs: Annotated[list[PackName], Meta(max_length=20)] = []
    hidden_picks: bool = False
    collections: Literal["all", "union", "intersection"] = "all"


class TableRequest(TableSettings, kw_only=True, forbid_unknown_fields=True):
    """A new table: who sits there, and what is played. `collection`: the sets that its creator has.

    `league`: whose game it is; clients cannot set it.
    """

    seats: Annotated[list[SeatRequest], Meta(min_length=2, max_length=4)]
    collection: Collection = []
    league: Annotated[str, Meta(max_length=16)] = ""


class SeatToken(Struct):
    """A seat, and its secret token if it is the creator's."""

    seat: int
    token: str | None


class Created(Struct):
    """The new table, and what the creator needs to sit there. `seat` is null if only bots play."""

    table: str
    seat: int | None
    token: str | None
    seats: list[SeatToken]


class SeatEntry(Struct):
    """A seat in the lobby. `factions`: what it will play, as far as that is known and not hidden."""

    name: str
    kind: SeatKind
    taken: bool
    factions: list[str] = []


class TableEntry(Struct):
    """A table in the lobby. `created` is seconds since 1970.

    For a game under way `asked` is the player who must answer, and `wants` is what for: their turn, an answer, or one
    about a base that scores. `seconds_left`: until when, if there is a limit. `turn` and `vp`: the state of the game.
    `packs`: names and versions of the packs that are used; such games are not rated. `pool`: how many factions may be
    dealt, drafted or picked. `clock`: as in the settings.
    """

    table: str
    name: str
    seats: list[SeatEntry]
    edition: int
    target_vp: int
    started: bool
    over: bool
    listed: bool
    spectators: int
    created: float
    factions: Literal["random", "draft", "choose", "chosen"]
    hints: bool = False
    asked: int | None = None
    wants: Literal["turn", "answer", "score"] = "turn"
    seconds_left: int | None = None
    turn: int = 0
    vp: list[int] = []
    packs: list[str] = []
    pool: int = 0
    clock: int | None = None


class TableList(Struct):
    """The lobby: listed tables that are not over, newest first."""

    tables: list[TableEntry]


class JoinRequest(Struct, forbid_unknown_fields=True):
    """Take an open seat. `collection`: the sets that this person has."""

    name: Name
    collection: Collection = []


class Joined(Struct):
    """The seat that was taken, with its secret token."""

    table: str
    seat: int
    token: str


class QueueRequest(Struct, forbid_unknown_fields=True):
    """Play someone now: under which name."""

    name: Name


class QueueView(Struct):
    """How it stands: for how many seconds I have waited, how many others do, and the table as soon as there is one.

    `bot`: nobody has come for so long that a bot is offered.
    """

    waited: int
    waiting: int
    table: str | None
    bot: bool = False
