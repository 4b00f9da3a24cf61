"""Everything that goes over the wire, as types: the WebSocket messages and the bodies of the HTTP part.

The JSON Schema of these types is the contract with every client; `messages.typescript` writes the browser client's
types from it. What the engine says about itself (`View.data`, `LogLine.to_json`) is described here too, so that a
client can rely on it; a test decodes real messages strictly into these types.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

Name = Annotated[str, Meta(min_length=1, max_length=24)]
FactionName = Annotated[str, Meta(min_length=1, max_length=40)]
TableId = Annotated[str, Meta(min_length=1, max_length=40)]
Token = Annotated[str, Meta(max_length=100)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Level = Literal["easy", "normal", "hard"]
LEVELS: tuple[Level, ...] = ("easy", "normal", "hard")
SeatKind = Literal["person", "open", "bot"]
PhraseName = Literal[
    "good_game", "good_luck", "nice_move", "oops", "one_moment", "your_turn", "thanks", "rematch"
]  # fmt: skip
PHRASES: dict[PhraseName, str] = {
    "good_game": "Good game",
    "good_luck": "Good luck",
    "nice_move": "Nice move",
    "oops": "Oops",
    "one_moment": "One moment",
    "your_turn": "Your turn",
    "thanks": "Thanks",
    "rematch": "Rematch?",
}
Against = Literal["easy", "normal", "hard", "people"]
AGAINST: tuple[Against, ...] = ("easy", "normal", "hard", "people")


# ----------------------------------------------------------------------------------------------- what the engine says
class Named(Struct, forbid_unknown_fields=True):
    """A card or base that the viewer may know."""

    id: int
    name: str


class CardInHand(Struct, forbid_unknown_fields=True):
    """A card in the viewer's own hand; `why_not` says why it cannot be played now, or is empty or null; `where_not` why
    not at a base (by id), if it can be played at another.
    """

    id: int
    name: str
    kind: str
    power: int
    owner: int
    why_not: str | None
    where_not: dict[str, str]


class HeldCard(Struct, forbid_unknown_fields=True):
    """A card that lies face down: buried at a base, stored under a card. Who does not know it gets no id and name."""

    controller: int
    place: int
    id: int | UnsetType = UNSET
    name: str | UnsetType = UNSET


class CardBeside(Struct, forbid_unknown_fields=True):
    """A titan beside its deck, or a card in stasis, with its counters, what is stored under it and what is on it."""

    id: int
    name: str
    counters: int
    held: list[HeldCard]
    cards: list[Named] = []


class CardInPlay(Struct, forbid_unknown_fields=True):
    """A minion, titan or action in play, with the cards on it. `named`: what was named for it (a faction), or empty.

    `controller` is -1 for a monster that nobody controls.
    """

    id: int
    name: str
    kind: str
    owner: int
    controller: int
    power: int
    printed_power: int
    counters: int
    talents_used: list[bool]
    cards: list[CardInPlay]
    named: str = ""
    held: list[HeldCard] = []


class BaseInPlay(Struct, forbid_unknown_fields=True):
    """A base in play: `totals`, `places` (0: none) and `gains` (VP) are by player, as if it scored now.

    `pressure` is the power that counts towards the breakpoint.
    """

    id: int
    name: str
    breakpoint: int
    printed_breakpoint: int
    vp: list[int]
    totals: list[int]
    places: list[int]
    gains: list[int]
    counters: int
    cards: list[CardInPlay]
    pressure: int
    buried: list[HeldCard]


class SupplyView(Struct, forbid_unknown_fields=True):
    """A deck that belongs to no player, with its discard pile: Madness, monsters, treasures."""

    deck_size: int
    discard: list[Named]


class DuelView(Struct, forbid_unknown_fields=True):
    """A duel that is being fought: the minions, the challenger's first, whose they are, and the cards laid for it."""

    challenger: int
    base: int
    minions: list[Named]
    sides: list[int]
    cards: list[HeldCard]


class KnownPlace(Struct, forbid_unknown_fields=True):
    """A card in a deck that the viewer knows, and its place from the top (0)."""

    place: int
    id: int
    name: str


class PlayerView(Struct, forbid_unknown_fields=True):
    """A player as the viewer sees them; `hand` only of the viewer."""

    name: str
    vp: int
    factions: list[str]
    hand_size: int
    hand: list[CardInHand] | None
    known_hand: list[Named]
    deck_size: int
    known_deck: list[KnownPlace]
    discard: list[Named]
    titans: list[CardBeside]
    stasis: list[CardBeside]


class PlayRight(Struct, forbid_unknown_fields=True):
    """A card that the current player may still play, with its restriction and the card that gives it."""

    kind: str
    free: bool
    unrestricted: bool
    max_power: int | UnsetType = UNSET
    base: Named | UnsetType = UNSET
    card: Named | UnsetType = UNSET
    source: Named | UnsetType = UNSET
    name: str | UnsetType = UNSET


class OptionView(Struct, forbid_unknown_fields=True):
    """One thing that can be picked. `kind` says what the other fields mean; `text` is what a button would say."""

    index: int
    kind: str
    text: str
    card: int | UnsetType = UNSET
    target: int | UnsetType = UNSET
    player: int | UnsetType = UNSET
    value: int | UnsetType = UNSET
    using: int | UnsetType = UNSET
    name: str | UnsetType = UNSET


class QuestionView(Struct, forbid_unknown_fields=True):
    """The question to the viewer: pick `low` to `high` of the options. `source` is the card that asks, or -1."""

    player: int
    kind: str
    prompt: str
    source: int
    low: int
    high: int
    options: list[OptionView]


class GameView(Struct, forbid_unknown_fields=True):
    """The table through one pair of eyes. `asked` is whom the table waits for."""

    viewer: int | None
    turn: int
    phase: str
    turn_player: int
    first_player: int
    target_vp: int
    edition: int
    scoring: int
    players: list[PlayerView]
    bases: list[BaseInPlay]
    base_deck_size: int
    base_deck_top: Named | None
    base_discard: list[Named]
    supplies: dict[str, SupplyView]
    box: list[Named]
    plays: list[PlayRight]
    asked: int | None
    question: QuestionView | None
    winner: int | None
    winners: list[int]
    duel: DuelView | None = None


class Link(Struct, forbid_unknown_fields=True):
    """A piece of a log line that names a card, a base or a player."""

    name: str
    card: int | UnsetType = UNSET
    base: int | UnsetType = UNSET
    player: int | UnsetType = UNSET


class LogLineView(Struct, forbid_unknown_fields=True):
    """A line of the log as the viewer may read it. `after`: how many answers had been given."""

    kind: str
    player: int
    turn: int
    after: int
    text: str
    parts: list[str | Link]


# ----------------------------------------------------------------------------------------------- client -> server
class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first message. Without a token one watches. `since`: how many log entries the client still has."""

    table: TableId
    token: Token | None = None
    since: Count | None = None


class Answer(Struct, tag="answer", forbid_unknown_fields=True):
    """The answer to the open question. `number` is the `answers` of the state that showed it."""

    number: Count
    picks: Annotated[list[Annotated[int, Meta(ge=0, le=10_000)]], Meta(max_length=200)]


class Undo(Struct, tag="undo", forbid_unknown_fields=True):
    """Take my last answer back, and all that came after it."""


class Consent(Struct, tag="consent", forbid_unknown_fields=True):
    """Yes or no to the undo that another player asked for."""

    yes: bool


class Resign(Struct, tag="resign", forbid_unknown_fields=True):
    """Give up; a bot plays on."""


class Rematch(Struct, tag="rematch", forbid_unknown_fields=True):
    """After the end: the same players again, at a new table where the same tokens count.

    `factions`: chosen again as the table says, the `same`, or `other` ones: then the new table waits for its creator,
    who may change its settings first.
    """

    factions: Literal["again", "same", "other"] = "again"


class Change(Struct, tag="change", forbid_unknown_fields=True):
    """The creator changes what is to be played, before the start."""

    settings: TableSettings


class StandIn(Struct, tag="stand_in", forbid_unknown_fields=True):
    """A bot may play for this seat until its player is back, or may not (any more).

    For one's own seat it counts at once. For a player who is away most of the others who are here must say so.
    """

    seat: Annotated[int, Meta(ge=0, le=3)]
    yes: bool


class Nudge(Struct, tag="nudge", forbid_unknown_fields=True):
    """Everybody waits for this player: tell them."""

    seat: Annotated[int, Meta(ge=0, le=3)]


class Start(Struct, tag="start", forbid_unknown_fields=True):
    """The creator starts before all seats are taken; bots take the open ones."""


class Chat(Struct, tag="chat", forbid_unknown_fields=True):
    """A word to everyone at the table."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Phrase(Struct, tag="phrase", forbid_unknown_fields=True):
    """One of the quick phrases to everyone at the table; they can be said where free talk is switched off, too."""

    phrase: PhraseName


class Explain(Struct, tag="explain", forbid_unknown_fields=True):
    """Why is this number what it is? `card` is a minion or, for breakpoint and total, a base in play."""

    what: Literal["power", "breakpoint", "total"]
    card: Count
    player: Annotated[int, Meta(ge=0, le=3)] | None = None


class Settle(Struct, tag="settle", forbid_unknown_fields=True):
    """What becomes of a game that does not fit these rules (`State.halted`); the other people are asked to agree.

    `go_on` from where it still fits, `keep` it as a replay, or wait until the server has the `older` rules again.
    """

    way: Literal["go_on", "keep", "older"]


class AskPreview(Struct, tag="preview", forbid_unknown_fields=True):
    """What would each option of my open question lead to?"""

    number: Count


class AskHint(Struct, tag="hint", forbid_unknown_fields=True):
    """What would a bot do at my open question? Only where `State.hints` says so."""

    number: Count


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Are you there?"""


ClientMessage = (
    Hello | Answer | Undo | Consent | Resign | Rematch | Start | Change | StandIn | Nudge | Chat | Phrase | Explain
    | Settle | AskPreview | AskHint | Ping
)  # fmt: skip


# ----------------------------------------------------------------------------------------------- server -> client
class UndoView(Struct):
    """`free`: your undo would count at once. Else `asked_by` waits for the consent of the seats `waiting_for`.

    `way`: what is asked for, an undo or one of the ways of `settle`. `keep`: how many answers would be left; the lines
    of the log that came after more are what is taken back.
    """

    free: bool
    asked_by: int | None
    waiting_for: list[int]
    way: Literal["undo", "go_on", "keep"] = "undo"
    keep: int | None = None


class SeatView(Struct):
    """A seat. A bot has a level; an open seat waits for somebody; `connected` is whether the person is there now.

    `away`: for how many seconds the person has not been. `stand_in`: a bot plays until they are back. `votes`: the
    seats that have said that one may.
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


class OverView(Struct):
    """How it ended. `winners` are several if they share the win, and `winner` the first of them.

    `replay` is the path of the replay; `rematch` the table where it goes on, `wants` who wants it.
    """

    winner: int
    winners: list[int]
    standings: list[tuple[int, int]]
    replay: str
    rematch: str | None
    wants: list[int] = []


class SeriesView(Struct):
    """A series of at most `of` games: how many each seat has won, and the number of this one, from 1.

    `decided`: nobody can win it any more but who has; the next game begins a new series.
    """

    of: int
    game: int
    wins: list[int]
    decided: bool


class ClockView(Struct):
    """Who must answer, and in how many seconds; then a bot answers for them, once."""

    seat: int
    seconds_left: float


class HaltedView(Struct):
    """The game was played by other rules (`rules` is their digest) and does not fit these: `fits` of `of` answers do.

    Nothing is lost: the view shows it after those answers, and the players say what is to become of it (`settle`).
    `settled` is what they said, if it is still halted.
    """

    fits: int
    of: int
    rules: str | None
    settled: Literal["keep", "older"] | None


class GameEvent(Struct):
    """Something that happened, for animation, in order. `cards` are those that the viewer may know, the source first.

    `number` is as in the log line: how much, how many. `from` is where a played card came from, if not the hand.
    """

    kind: str
    player: int
    cards: list[int]
    base: int | None
    number: int
    from_zone: str | None = msgspec.field(name="from")


class State(Struct, tag="state"):
    """Where the table stands, for one viewer. Sent after hello and after every change.

    `answers` counts what has been written down at this table (an undo counts too and takes nothing off): an answer
    names it, so that none can count twice or meet another question. `log` are the lines from number `log_from` on:
    keep the lines before it, forget those after. `view` is null until the game has started. `chat` has what was said
    before you came, in the first state of a connection; later lines come as messages of their own. `late` is the seat
    of a bot that waits for its turn to think because the server is busy. `halted`: see there. `hints`: whether you may
    ask what a bot would do.
    `settings`: what will be played, until it starts. `talk`: whether more than phrases may be said. `away_after`: a
    player who has been away for so many seconds may be stood in for.
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


class OptionPreview(Struct, omit_defaults=True):
    """What an option would lead to, in words and as totals by player at the bases that change (by id of the base).

    `idle`: the card would be played and nothing else would change.
    """

    text: str
    totals: dict[str, list[int]] = {}
    idle: bool = False


class Preview(Struct, tag="preview"):
    """The previews of options by index; those that hidden cards decide are left out."""

    number: int
    options: dict[str, OptionPreview]


class ExplanationPart(Struct):
    """A reason: it adds `amount`, or sets the number to it. `source` is a card, or -1."""

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


ErrorCode = Literal[
    "bad_message", "hello_first", "no_table", "bad_token", "not_your_seat", "not_started", "already_started",
    "not_asked", "stale", "illegal", "nothing_to_undo", "no_undo_asked", "over", "not_over", "not_allowed",
    "not_in_play", "too_fast", "too_big", "too_many", "full", "bad_request", "not_found", "busy",
    "halted", "damaged",
]  # fmt: skip


class Refusal(Struct, tag="error"):
    """Something was not done; `message` says what to do."""

    code: ErrorCode
    message: str


class Pong(Struct, tag="pong"):
    """I am here."""


class ChatLine(Struct, tag="chat"):
    """A word from a seat, counted from 0 at this table; `at` is seconds since 1970.

    `kind`: in own words, or a phrase; a `notice` is about the seat and nobody's words; a `nudge` is for the seat.
    """

    number: int
    seat: int
    name: str
    text: str
    at: float
    kind: Literal["talk", "phrase", "notice", "nudge"] = "talk"


class BotMove(Struct):
    """A move that a bot considered: the answer, its line step by step, its chance to win (null if it did not try it),
    how often it was tried, and what it would lead to at once. `played`: it is what was played.
    """

    picks: list[int]
    text: str
    line: list[str]
    chance: float | None
    tries: int
    why: str
    played: bool = False


class Hint(Struct, tag="hint"):
    """What a bot would do at your question, best first; it saw only what you see."""

    number: int
    moves: list[BotMove]


ServerMessage = State | Preview | Explanation | Refusal | Pong | ChatLine | Hint


# ----------------------------------------------------------------------------------------------- HTTP
class SeatRequest(Struct, forbid_unknown_fields=True):
    """A seat of a new table. The creator sits on `me` and on all `hotseat` seats."""

    kind: Literal["me", "open", "bot", "hotseat"]
    level: Level = "normal"
    name: Annotated[str, Meta(max_length=24)] = ""


class TableSettings(Struct, forbid_unknown_fields=True):
    """What is played. `factions`: "random", "draft", or for each seat two names or null; `clock`: seconds an answer.

    `titans`: whether they are played with; null for what the edition says. `banned`: factions that nobody gets by lot
    or in the draft; `bans`: how many each player may ban before a draft. `hints`: players may ask what a bot would do,
    also in a game with other people, who agree to it by sitting down. `first`: who starts; null for by lot. `absent`:
    after so many seconds a bot plays for who is asked and away, until they are back. `talk`: whether more than phrases
    may be said. `series`: who wins most of so many games. `waits`: the game starts when its creator says so, even if
    all seats are taken.
    """

    name: Annotated[str, Meta(max_length=40)] = ""
    factions: (
        Literal["random", "draft"]
        | Annotated[list[Annotated[list[FactionName], Meta(min_length=2, max_length=2)] | None], Meta(max_length=4)]
    ) = "random"
    edition: int = 2019
    target_vp: Annotated[int, Meta(ge=1, le=50)] = 15
    duplicates: bool = False
    listed: bool = False
    titans: bool | None = None
    clock: Annotated[int, Meta(ge=5, le=3600)] | None = None
    banned: Annotated[list[FactionName], Meta(max_length=100)] = []
    bans: Annotated[int, Meta(ge=0, le=2)] = 0
    hints: bool = False
    first: Annotated[int, Meta(ge=0, le=3)] | None = None
    absent: Annotated[int, Meta(ge=30, le=30 * 24 * 3600)] | None = None
    talk: bool = True
    series: Literal[1, 3, 5, 7] = 1
    waits: bool = False


class TableRequest(TableSettings, kw_only=True, forbid_unknown_fields=True):
    """A new table: who sits there, and what is played."""

    seats: Annotated[list[SeatRequest], Meta(min_length=2, max_length=4)]


class SeatToken(Struct):
    """A seat; its secret token, if it is the creator's."""

    seat: int
    token: str | None


class Created(Struct):
    """The new table, and what the creator needs to sit there. `seat` is null if only bots play."""

    table: str
    seat: int | None
    token: str | None
    seats: list[SeatToken]


class SeatEntry(Struct):
    """A seat in the lobby."""

    name: str
    kind: SeatKind
    taken: bool


class TableEntry(Struct):
    """A table in the lobby. `created` is seconds since 1970.

    Of a game under way `asked` is whom it waits for and `wants` for what: their turn, an answer, or one about a base
    that scores; `seconds_left`: if there is a limit; `turn` and `vp` how it stands.
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
    factions: Literal["random", "draft", "chosen"]
    hints: bool = False
    asked: int | None = None
    wants: Literal["turn", "answer", "score"] = "turn"
    seconds_left: int | None = None
    turn: int = 0
    vp: list[int] = []


class TableList(Struct):
    """The lobby: listed tables that are not over, newest first."""

    tables: list[TableEntry]


class JoinRequest(Struct, forbid_unknown_fields=True):
    """Take an open seat."""

    name: Name


class Joined(Struct):
    """The seat taken, with its secret token."""

    table: str
    seat: int
    token: str


class CardEntry(Struct):
    """What is printed. A `card` is a minion or an action, as one likes.

    `power`, `plays_on`, `breakpoint` and `vp` mean something for the kinds that have them. `key` is how it is looked
    up: its name, with the faction for a reprint of another faction's card.
    """

    key: str
    name: str
    kind: Literal["minion", "action", "base", "titan", "card"]
    power: int
    copies: int
    text: str
    rulings: list[str]
    faction: str
    set: str
    plays_on: Literal["", "base", "minion", "your minion"]
    breakpoint: int
    vp: list[int]
    talent: bool
    special: bool
    ongoing: bool


class FactionEntry(Struct):
    """A faction with the names of its cards, bases and titans, and what it does in a few words."""

    name: str
    set: str
    intro: str
    words: str
    cards: list[str]
    bases: list[str]
    titans: list[str]


class Catalogue(Struct):
    """All that can be looked up."""

    version: str
    factions: list[FactionEntry]
    cards: dict[str, CardEntry]
    sets: list[str]
    editions: list[int]
    levels: list[Level]


class Replay(Struct):
    """A game after `state.answers` of `steps` answers, through one pair of eyes or (once over) with all hands open."""

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
    """A moment at which a card brought VP: at a base that scored, or by itself."""

    turn: int
    step: int
    base: str
    vp: int


class StoryCard(Struct):
    """The card that brought its player most: VP with it less VP without it."""

    name: str
    player: int
    vp: int
    scorings: list[StoryScoring]


class StoryBase(Struct):
    """A base at which little power decided: the two players with their power and VP."""

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
    """How a finished game came about. `sources`: by player the VP of 1st, 2nd and 3rd places, and of all else.

    `seconds`: from the first answer to the last. `fastest`: the turn in which somebody gained most. `quickest`: the
    turn of a person that took least time, of those in which they played something.
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
    fastest: StoryTurn | None
    quickest: StoryTurn | None


class PlayOn(Struct, forbid_unknown_fields=True):
    """A new game against bots of a level, from a moment of a finished one on, at this seat."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: Annotated[int, Meta(ge=0, le=3)]
    name: Annotated[str, Meta(max_length=24)] = ""
    level: Level = "normal"


class PlayedOn(Created):
    """The new table; `step`: the decision in Play Cards, at or before the one asked for, that it begins with."""

    step: int


class AnalysisMoment(Struct):
    """A past decision in a game: everybody's chance to win as its player could judge it, and a bot's best moves."""

    step: int
    turn: int
    player: int
    chances: list[float]
    moves: list[BotMove]


class Analysis(Struct):
    """How far the analysis of a game is, and what it has found: the first decision of each turn, and the end.

    `seat`: of a game under way, only this seat's own past turns.
    """

    seat: int | None
    state: Literal["none", "running", "stopped", "done"]
    done: int
    of: int
    moments: list[AnalysisMoment]


class PersonRequest(Struct, forbid_unknown_fields=True):
    """Who I am. `public`: whether others may see my page."""

    name: Name
    public: bool = False


class Device(Struct):
    """This device is mine now: its secret, which no other has."""

    secret: str
    name: str


class DeviceRequest(Struct, forbid_unknown_fields=True):
    """The code that another of my devices shows."""

    code: Annotated[str, Meta(min_length=4, max_length=80)]


class DeviceCode(Struct):
    """What to type on another device, once, within so many seconds."""

    code: str
    seconds: int


class Goodbye(Struct, forbid_unknown_fields=True):
    """Delete my data. The name says that it is meant."""

    name: str


class MySeats(Struct):
    """Tokens for my seats at a table, for this device."""

    table: str
    name: str
    seats: list[SeatToken]


class MyTable(Struct):
    """A table at which I sit, and where."""

    seat: int
    table: TableEntry


class PlayedGame(Struct):
    """A game that I have finished: my place, all points from the best on, and whom I played against."""

    table: str
    name: str
    at: float
    place: int
    points: list[int]
    factions: list[str]
    against: list[Against]


class RatingView(Struct):
    """How I do against bots of one level, or people: the rating, and what it was after each of the last games."""

    against: Against
    rating: int
    won: int
    lost: int
    course: list[int]


class FactionRecord(Struct):
    """How I do with one faction. `last`: the last games, oldest first, true for won."""

    faction: str
    played: int
    won: int
    last: list[bool]


class Person(Struct):
    """A page about somebody, as its owner lets others see it."""

    id: str
    name: str
    played: int
    ratings: list[RatingView]
    factions: list[FactionRecord]


class Me(Person):
    """My page. `games` are the newest."""

    public: bool
    created: float
    tables: list[MyTable]
    games: list[PlayedGame]


class Games(Struct):
    """Older games of mine."""

    games: list[PlayedGame]


class PuzzleEntry(Struct):
    """A puzzle in the list: win this turn, or stop a rival from gaining anything; `level` from 1.

    `vp`: what the player has, of `target_vp`. `base`: the one with most power, its `breakpoint`, and everybody's power
    there, the player's first. `share`: how many in a hundred solved it at their first try, once a handful have tried.
    """

    id: str
    title: str
    goal: Literal["win", "stop"]
    level: int
    factions: list[str]
    hand: list[str]
    vp: int
    target_vp: int
    base: str
    breakpoint: int
    totals: list[int]
    share: int | None = None


class PuzzleList(Struct):
    """All puzzles, in their order."""

    puzzles: list[PuzzleEntry]


class PuzzleRequest(Struct, forbid_unknown_fields=True):
    """A try: the answers that were given so far. `helped`: with a hint it counts as not solved at the first try."""

    answers: Annotated[
        list[Annotated[list[Annotated[int, Meta(ge=0, le=10_000)]], Meta(max_length=50)]], Meta(max_length=60)
    ]
    helped: bool = False


class PuzzleTry(Struct):
    """The position after a try's answers; when the turn is over `result`, and `share` as in the list."""

    view: GameView
    log: list[LogLineView]
    events: list[GameEvent]
    previews: dict[str, OptionPreview]
    result: Literal["solved", "failed"] | None
    share: int | None


class PuzzleHelp(Struct):
    """A question that leads on, and the line that solves it."""

    hint: str
    line: list[str]


TYPES: tuple[Any, ...] = (
    ClientMessage, ServerMessage, TableRequest, Created, TableList, TableEntry, JoinRequest, Joined, Catalogue, Replay,
    Story, Analysis, AnalysisMoment, PlayOn, PlayedOn, PuzzleList, PuzzleRequest, PuzzleTry, PuzzleHelp,
    PersonRequest, Device, DeviceRequest, DeviceCode, Goodbye, MySeats, Me, Person, Games,
)  # fmt: skip
"""All roots of the contract; the rest is reached from them."""

_from_client: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_from_server: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
encode = msgspec.json.Encoder().encode


def decode_client(raw: str | bytes) -> ClientMessage:
    """A message of a client; `msgspec.MsgspecError` says what is wrong with it."""
    return _from_client.decode(raw)


def decode_server(raw: str | bytes) -> ServerMessage:
    """A message of the server."""
    return _from_server.decode(raw)


def as_encoded(data: Any) -> Any:
    """Return data that is not checked: it comes from the engine as JSON data, or is encoded already (`msgspec.Raw`)."""
    return data
