"""The game as the engine describes it to a viewer (`View.data`, `LogLine.to_json`)."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from basebash.server.messages.fields import CardKind, LogKind, OptionKind, Phase, QuestionKind


class Named(Struct, forbid_unknown_fields=True):
    """A card or base that the viewer may know."""

    id: int
    name: str


class CardInHand(Struct, forbid_unknown_fields=True):
    """A card in the viewer's hand.

    `why_not` says why it cannot be played now; it is empty or null if it can. `where_not` says for bases, by id, why it
    cannot be played there, if it can be played elsewhere.
    """

    id: int
    name: str
    kind: CardKind
    power: int
    owner: int
    why_not: str | None
    where_not: dict[str, str]


class HeldCard(Struct, forbid_unknown_fields=True):
    """A face-down card: buried at a base, or stored under a card. Viewers who do not know it get no id and name."""

    controller: int
    place: int
    id: int | UnsetType = UNSET
    name: str | UnsetType = UNSET


class CardBeside(Struct, forbid_unknown_fields=True):
    """A titan beside its deck, or a card in stasis, with its counters and the cards under it and on it."""

    id: int
    name: str
    counters: int
    held: list[HeldCard]
    cards: list[Named] = []


class CardInPlay(Struct, forbid_unknown_fields=True):
    """A minion, titan or action in play, with the cards on it. `named`: what was named for it (a faction), or empty.

    `controller` is -1 for a monster that nobody controls. `counts`: whether its power counts, towards its controller's
    total or, for a monster, towards the breakpoint.
    """

    id: int
    name: str
    kind: CardKind
    owner: int
    controller: int
    power: int
    printed_power: int
    counters: int
    talents_used: list[bool]
    cards: list[CardInPlay]
    named: str = ""
    held: list[HeldCard] = []
    counts: bool = True


class BaseInPlay(Struct, forbid_unknown_fields=True):
    """A base in play. `totals`, `places` (0: none) and `gains` (VP) are by player, as if it scored now.

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
    """A duel under way: the minions, the challenger's first, their controllers, and the cards laid for it."""

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
    """A player as the viewer sees them; `hand` is null for everybody but the viewer.

    `madness`: how many Madness cards they have, wherever those are; `madness_cost`: the VP that these cost at the end.
    Both are null in a game without them.
    """

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
    madness: int | None = None
    madness_cost: int | None = None


class PlayRight(Struct, forbid_unknown_fields=True):
    """A card that the current player may still play, with its restrictions and the card that allows it."""

    kind: CardKind
    free: bool
    unrestricted: bool
    max_power: int | UnsetType = UNSET
    base: Named | UnsetType = UNSET
    card: Named | UnsetType = UNSET
    source: Named | UnsetType = UNSET
    name: str | UnsetType = UNSET


class OptionView(Struct, forbid_unknown_fields=True):
    """One thing that can be picked. `kind` says what the other fields mean; `text` is the label of a button."""

    index: int
    kind: OptionKind
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
    kind: QuestionKind
    prompt: str
    source: int
    low: int
    high: int
    options: list[OptionView]


class GameView(Struct, forbid_unknown_fields=True):
    """The game as one viewer sees it. `asked` is the player who must answer.

    `passed`: who has passed in the open scoring window since the last Special.
    """

    viewer: int | None
    turn: int
    phase: Phase
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
    has_paid: bool = False
    passed: list[int] = []


class Link(Struct, forbid_unknown_fields=True):
    """A part of a log line that names a card, a base or a player."""

    name: str
    card: int | UnsetType = UNSET
    base: int | UnsetType = UNSET
    player: int | UnsetType = UNSET


class Addend(Struct, forbid_unknown_fields=True):
    """A part of a sum. `sets`: it replaces what came before instead of adding to it."""

    text: str
    amount: int
    sets: bool


class LogLineView(Struct, forbid_unknown_fields=True):
    """A line of the log as the viewer may read it. `after`: how many answers had been given.

    `number`, `detail` and `contributions` say as data what the text says in words: how many or how much, a name or
    place or side of a coin, and what a power adds up from. Lines without such a thing, and old ones, lack them.
    """

    kind: LogKind
    player: int
    turn: int
    after: int
    text: str
    parts: list[str | Link]
    number: int | UnsetType = UNSET
    detail: str | UnsetType = UNSET
    contributions: list[Addend] | UnsetType = UNSET
