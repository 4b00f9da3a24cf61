"""WebSocket messages from the server."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from basebash.server.messages.fields import ErrorCode, Level, LogKind, SeatKind, Zone
from basebash.server.messages.game import GameView, LogLineView
from basebash.server.messages.tables import TableSettings


class UndoView(Struct):
    """`free`: your undo would take effect at once. `asked_by` waits for the consent of the seats `waiting_for`.

    `way`: what is asked for, an undo or a way to `settle`. `keep`: how many answers would remain; log lines after more
    answers than that would be taken back.
    """

    free: bool
    asked_by: int | None
    waiting_for: list[int]
    way: Literal["undo", "go_on", "keep"] = "undo"
    keep: int | None = None


class SeatView(Struct):
    """A seat. A bot has a level; an `open` seat is free; `connected` says whether the person is here now.

    `away`: for how many seconds the person has been away. `stand_in`: a bot plays until they are back. `votes`: the
    seats that voted for a stand-in. `factions`: what it plays; before the start what is known of that. `picked`: it has
    picked its factions, which may still be hidden. `vacation`: in a game over days, until when the person is on
    vacation.
    """

    name: str
    kind: SeatKind
    level: Level | None
    connected: bool
    resigned: bool
    factions: list[str]
    away: int | None = None
    stand_in: bool = False
    votes: list[int] = []
    picked: bool = False
    vacation: float | None = None


class OverView(Struct):
    """How the game ended. `winners` are several if they share the win, and `winner` is the first of them.

    `replay` is the path of the replay, `rematch` the table of the rematch, and `wants` the seats that asked for one.
    """

    winner: int
    winners: list[int]
    standings: list[tuple[int, int]]
    replay: str
    rematch: str | None
    wants: list[int] = []


class SeriesView(Struct):
    """A series of at most `of` games: how many each seat has won, and the number of this game, from 1.

    `decided`: the series has a winner; the next game starts a new one.
    """

    of: int
    game: int
    wins: list[int]
    decided: bool


class ClockView(Struct):
    """Who must answer, and within how many seconds; after that a bot answers for them once.

    `over_days`: the time is for everything until somebody else is asked.
    """

    seat: int
    seconds_left: float
    over_days: bool = False


class HaltedView(Struct):
    """The game was played with other rules (`rules` is their digest): only `fits` of its `of` answers fit these.

    Nothing is lost: the view shows the game after those answers, and the players decide what becomes of it (`settle`).
    `settled` is their decision, if the game is still halted. A game that cannot be replayed at all has a `reason`: it
    has no view unless its result was stored, and can only be kept or wait. A game that ended because a card of a pack
    failed has a `reason` too, and keeps its view.
    """

    fits: int
    of: int
    rules: str | None
    settled: Literal["keep", "older"] | None
    reason: str | None = None


class GameEvent(Struct):
    """Something that happened, for animation, in order. `cards` are those that the viewer may know, the source first.

    `number` is how much or how many, as in the log line. `from` is where a played card came from, if not the hand.
    `power`: for a place at a base that scores, the player's total there.
    """

    kind: LogKind
    player: int
    cards: list[int]
    base: int | None
    number: int
    from_zone: Zone | None = msgspec.field(name="from")
    power: int | msgspec.UnsetType = msgspec.UNSET


class ChatLine(Struct, tag="chat"):
    """A line of the chat, counted from 0 at each table; `at` is seconds since 1970.

    `kind`: own words (`talk`) or a `phrase`; a `notice` is about the seat; a `nudge` is addressed to the seat.
    """

    number: int
    seat: int
    name: str
    text: str
    at: float
    kind: Literal["talk", "phrase", "notice", "nudge"] = "talk"


class State(Struct, tag="state"):
    """The table as one viewer sees it. Sent after hello and after every change.

    `answers` counts the moves at this table, undos included: an answer names it, so that none counts twice or reaches
    another question. `log` has the lines from number `log_from` on: keep the lines before it, and drop those after.
    `view` is null until the game starts. `chat` has the newest lines in the first state of a connection; later lines
    are messages of their own. `late` is the seat of a bot that is waiting because the server is busy. `hints`: you may
    ask what a bot would do. `played_on`: the game continues another one. `settings`: what will be played, until the
    start. `talk`: free chat is allowed. `away_after`: a bot may stand in for a player after this many seconds. `packs`:
    names and versions of the packs that the game uses; such games are not rated. `pool`: the factions that may
    be dealt, drafted or picked; empty once the game has started. `league`: whose game it is, if any.
    """

    table: str
    name: str
    you: int | None
    creator: bool
    started: bool
    answers: int
    question_id: str
    view: GameView | None
    log: list[LogLineView]
    log_from: int
    events: list[GameEvent]
    undo: UndoView
    seats: list[SeatView]
    spectators: int
    over: OverView | None
    clock: ClockView | None
    chat: list[ChatLine] = []
    late: int | None = None
    halted: HaltedView | None = None
    hints: bool = False
    played_on: bool = False
    settings: TableSettings | None = None
    series: SeriesView | None = None
    talk: bool = True
    away_after: int = 60
    packs: list[str] = []
    pool: list[str] = []
    league: str = ""


class OptionPreview(Struct, omit_defaults=True):
    """What an option would lead to, in words, and as totals by player at the bases that change (by id).

    `idle`: the card would be played, and nothing else would change.
    """

    text: str
    totals: dict[str, list[int]] = {}
    idle: bool = False


class Preview(Struct, tag="preview"):
    """The previews of options, by index. Options whose outcome depends on hidden cards have none."""

    number: int
    options: dict[str, OptionPreview]


class ExplanationPart(Struct):
    """A reason: it adds `amount` to the number, or sets it. `source` is a card, or -1."""

    amount: int
    sets: bool
    text: str
    source: int


class Explanation(Struct, tag="explanation"):
    """Why a number is what it is."""

    what: Literal["power", "breakpoint", "total"]
    card: int
    player: int | None
    parts: list[ExplanationPart]
    total: int


class Refusal(Struct, tag="error"):
    """A request was refused; `message` says what to do instead."""

    code: ErrorCode
    message: str


class Pong(Struct, tag="pong"):
    """The reply to a ping."""


class BotMove(Struct):
    """A move that a bot considered: the answer, its line step by step, and how often it was tried.

    `chance`: its chance to win; null if it was not tried. `why`: what it leads to at once, in words, and `totals` as
    totals by player at the bases that change (by id). `played`: it is the move that was played. `error`: the standard
    error of the chance.
    """

    picks: list[int]
    text: str
    line: list[str]
    chance: float | None
    tries: int
    why: str
    played: bool = False
    totals: dict[str, list[int]] = {}
    error: float | None = None


class Hint(Struct, tag="hint"):
    """What a bot would do at your question, best first. It knows only what you know."""

    number: int
    moves: list[BotMove]


ServerMessage = State | Preview | Explanation | Refusal | Pong | ChatLine | Hint
