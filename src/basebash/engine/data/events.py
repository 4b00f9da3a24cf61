"""What abilities respond to: events, the scoring of a base, and everything that is resolving."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from basebash.engine.data.terms import NOBODY, UNDER, Who

if TYPE_CHECKING:
    from basebash.engine.data.values import Allowance
    from basebash.engine.vocabulary.ability import Ability
    from basebash.engine.vocabulary.card import Card


Whereabouts: TypeAlias = "tuple[Card, Card | None, Who]"
"""A card, the base where it was, and its controller then."""

TriggerKey: TypeAlias = "tuple[Ability, int, int, int]"

_NO_POWERS: Final[Mapping[Card, int]] = {}


class Event:
    """Something that happened to a card, with its properties at that time, even if it has left.

    `player` is the one who played or controlled the card, `by` the one who caused the event.
    """

    __slots__ = (
        "affected",
        "affected_at",
        "base",
        "batch",
        "before",
        "by",
        "card",
        "copied_at",
        "destroyed",
        "doers",
        "former",
        "group",
        "hand",
        "increased",
        "increased_at",
        "number",
        "off_top",
        "origin",
        "player",
        "power",
        "powers",
        "source",
        "target",
        "under",
        "zone",
    )

    def __init__(
        self,
        card: Card,
        player: Who,
        base: Card | None,
        *,
        by: Who = NOBODY,
        source: Card | None = None,
        target: Card | None = None,
        origin: Card | None = None,
        power: int = 0,
        batch: tuple[Card, ...] = (),
        zone: int = -1,
        number: int = 0,
        before: int = 0,
    ) -> None:
        self.card = card
        self.player = player
        self.base = base
        self.by = by
        self.source = source
        self.target = target
        self.origin = origin
        # The power of a minion that left play just before (pitfall 20), or of one that was played once it has resolved.
        self.power = power
        self.powers = _NO_POWERS  # of minions that left play together
        self.batch = batch
        self.group: tuple[Card, ...] = ()  # of a card that moved: everything that moved with it, wherever to
        self.destroyed = False  # of a card that left play
        self.doers: tuple[Who, ...] = ()  # of minions destroyed together: the players who did it
        self.former: Who = NOBODY  # of a card that changed control: its former controller
        self.hand: Who = NOBODY  # of a card that went to a hand: whose
        self.zone = zone  # where a played card came from
        self.under: Sequence[Card] = ()  # what was under a card that left
        self.off_top = False  # ... off the top of a deck
        self.number = number  # how many: VP, counters, power
        self.before = before  # how many there were before
        # Cards that a played card directly affected (C13), and where and whose they were.
        self.affected: tuple[Card, ...] = ()
        self.affected_at: tuple[Whereabouts, ...] = ()
        # ... and those that were affected the same way because of others (K13).
        self.copied_at: tuple[Whereabouts, ...] = ()
        # Minions whose power a played action directly increased, and where and whose they were.
        self.increased: tuple[Card, ...] = ()
        self.increased_at: tuple[Whereabouts, ...] = ()

    @property
    def brought_by(self) -> Who:
        """The player who played the minion that arrived, or moved it there."""
        return self.player if self.origin is None else self.by

    @property
    def is_placing(self) -> bool:
        """Whether counters were placed: neither removed nor transferred."""
        return self.number > 0 and self.target is None

    def affect(self, cards: list[Card]) -> None:
        """Record what was directly affected, and where."""
        self.affected += tuple(cards)
        self.affected_at += tuple([(card, card.base or card.buried_at, card.controller) for card in cards])

    def spare(self) -> None:
        """Forget what was affected: the card that was played was countered."""
        self.affected = self.affected_at = ()
        self.increased = self.increased_at = ()

    def increase(self, minions: list[Card]) -> None:
        """Record whose power an action directly increased, for the abilities that ask (Alien Guru)."""
        for minion in minions:
            if minion not in self.increased:
                self.increased += (minion,)
                self.increased_at += ((minion, minion.base, minion.controller),)


class Resolving:
    """The record of a card that is being played."""

    __slots__ = (
        "as_special",
        "began",
        "buried_at",
        "card",
        "countered",
        "event",
        "goes_to",
        "is_bound",
        "joined",
        "kept",
        "otherwise",
        "player",
        "right",
    )

    def __init__(
        self, card: Card, player: Who, event: Event, as_special: bool, right: Allowance | None, kept: bool
    ) -> None:
        self.card = card
        self.player = player
        self.event = event
        self.as_special = as_special
        self.right = right  # what it is played with
        self.began = card.game.state.serial  # what came into play later was not there when it was played
        # The fine print of the right restricts its targets, unless its place does that already.
        self.is_bound = (
            right is not None
            and (right.rule >= 0 or right.affecting >= 0)
            and card.is_action
            and (event.target is None or event.target.is_base)
        )
        self.kept = kept  # another card decides where it goes, whatever its own text says (Anansi the Spider)
        self.goes_to = -1  # where it goes afterwards, by its own text
        self.otherwise = -1  # where another card sends it instead of a hand or the discard pile
        # The base where it was buried, if it is uncovered.
        self.buried_at = card.buried_at if event.zone == UNDER else None
        self.countered = False  # it was played, but does nothing
        self.joined: list[tuple[Ability, int]] = []  # what let it affect one card more (K4), by arrival


class Scoring:
    """The scoring of one base: totals, places, and what it paid."""

    __slots__ = (
        "base",
        "gained",
        "next_bases",
        "offers_top",
        "places",
        "present",
        "printed",
        "replaces",
        "took_top",
        "totals",
        "treasures",
        "waiting",
    )

    def __init__(self, base: Card, totals: list[int], places: list[int], gained: list[int]) -> None:
        self.base = base
        self.printed = base.printed  # the base as it scored; the slot may be refilled (pitfall 4)
        self.totals = totals
        self.places = places  # 1, 2, 3, 4 or 0 for nothing, per player
        self.present = frozenset(minion.controller for minion in base.minions)  # who had a minion there
        self.gained = gained
        self.next_bases: list[Card] = []  # chosen to replace it, by abilities
        self.offers_top = False  # an ability offers whatever is the top card of the base deck by then
        self.took_top = False  # ... and that is what replaced it
        self.replaces = True  # whether it is replaced at all
        self.treasures: list[Card] = []  # revealed, to be shared out
        self.waiting: list[tuple[Ability, Card, Who]] = []  # abilities to call when the new base is there, and for whom

    def wait(self, ability: Ability, me: Card) -> None:
        """Call `after_replaced` of this ability when the new base is there."""
        self.waiting.append((ability, me, me.controller))

    def in_place(self, place: int) -> list[int]:
        """The players who took this place, from the current player clockwise (E11)."""
        return [player for player in self.base.game.clockwise() if self.places[player] == place]

    @property
    def winners(self) -> list[int]:
        """Everyone in first place (tied winners all won)."""
        return self.in_place(1)

    @property
    def runners_up(self) -> list[int]:
        """Everyone in second place."""
        return self.in_place(2)


class Trigger:
    """An ability that has been triggered and waits for its turn to happen."""

    __slots__ = ("ability", "about", "card", "controller", "entered", "giver", "hook", "zone")

    def __init__(self, ability: Ability, card: Card, hook: str, about: Any, giver: int = -1) -> None:
        self.ability = ability
        self.card = card
        self.giver = card.id if giver < 0 else giver  # the card that lends it the ability, or itself
        self.hook = hook
        self.about = about  # the event, the scoring, the player whose turn it is
        self.controller = card.controller  # its "you", if it leaves play before its turn comes
        self.entered = card.entered  # its arrival: a card that left and came back is another one
        self.zone = card.zone  # the zone it listens from

    @property
    def key(self) -> TriggerKey:
        """What distinguishes it from other triggers of the same hook: its ability, card, arrival and giver."""
        return self.ability, self.card.id, self.entered, self.giver


class Frame:
    """A card in the middle of resolving; what it has triggered so far waits here (E6)."""

    __slots__ = ("heard_in_hand", "loose", "spent", "triggers")

    def __init__(self) -> None:
        self.triggers: list[Trigger] = []
        # What cards in hand may respond to: the hook, and the event.
        self.heard_in_hand: tuple[tuple[str, Event], ...] = ()
        self.loose: tuple[Card, ...] = ()  # what was under cards that have left
        self.spent: tuple[Resolving, ...] = ()  # standard actions to be discarded once everything has happened

    def take_over(self, inner: Frame) -> None:
        """Add the triggers of a frame inside this one."""
        if inner.triggers:
            self.triggers += inner.triggers
        if inner.heard_in_hand:
            self.heard_in_hand += inner.heard_in_hand
        if inner.spent:
            self.spent += inner.spent
        if inner.loose:
            self.loose += inner.loose
