"""Small immutable values: lasting effects, rights to play, deeds, acts and replacements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from basebash.engine.data.terms import ANY_KIND, NOBODY, Who, player_from_json, player_to_json

if TYPE_CHECKING:
    from basebash.engine.vocabulary.card import Card


class Act:
    """Something about to be done to cards, as shown to whatever protects, intercepts or joins.

    `how` is the verb's name, `by` the player who does it, `to` the base that something is moved to. It is `direct`
    unless the ability does not choose the cards (C13): those on a base that it destroys.
    """

    __slots__ = ("by", "direct", "how", "source", "to")

    def __init__(self, how: str, source: Card, by: Who, to: Card | None = None, *, direct: bool = True) -> None:
        self.how = how
        self.source = source
        self.by = by
        self.to = to
        self.direct = direct


class Instead:
    """What happens to a card instead: it stays in play, moves to a base, or goes elsewhere.

    `how` is the verb's name ("" if it just stays), `to` where it goes (`zones.TO_HAND`, ...), `onto` the base it moves
    to or the card it is stored under, `player` whose hand or deck it goes to if not its owner's. `along`: cards on it
    that go with it. `spent`: a card that is destroyed for it.
    """

    __slots__ = ("along", "by", "how", "onto", "player", "source", "spent", "to")

    def __init__(
        self,
        how: str,
        to: int,
        source: Card,
        by: Who,
        *,
        onto: Card | None = None,
        player: Who | None = None,
        along: tuple[Card, ...] = (),
        spent: Card | None = None,
    ) -> None:
        self.how = how
        self.to = to
        self.source = source
        self.by = by
        self.onto = onto
        self.player = player
        self.along = along
        self.spent = spent


class Deed:
    """Something that was done this turn: `player` did it with or to `card` at `base`.

    `arrival` identifies the card's stay in play. `other` is a further detail: the base a minion came from, the card
    that gave a talent, the source, the power with which a minion was played; of the source of a destruction,
    `other_arrival` identifies the stay in play.
    `whose`: who controlled the card then. `regular`: it took a play that every turn has.
    """

    __slots__ = (
        "arrival",
        "base",
        "card",
        "other",
        "other_arrival",
        "phase",
        "player",
        "regular",
        "value",
        "what",
        "whose",
        "zone",
    )

    def __init__(
        self,
        what: int,
        player: Who,
        card: int,
        base: int = -1,
        other: int = -1,
        arrival: int = 0,
        value: int = 0,
        whose: Who = NOBODY,
        other_arrival: int = 0,
        phase: int = -1,
        zone: int = -1,
        regular: bool = False,
    ) -> None:
        self.what = what
        self.player = player
        self.card = card
        self.base = base
        self.other = other
        self.phase = phase
        self.zone = zone  # where a played card came from
        self.arrival = arrival
        self.value = value
        self.regular = regular
        self.whose = whose
        self.other_arrival = other_arrival

    def without_place(self) -> Deed:
        """Return the same deed without a base, because the one where it was done has left play."""
        fields = self.to_json()
        fields[3] = -1
        return Deed.from_json(fields)

    def to_json(self) -> list[Any]:
        """The deed as a list of its fields."""
        return [
            self.what,
            player_to_json(self.player),
            self.card,
            self.base,
            self.other,
            self.phase,
            self.zone,
            self.arrival,
            self.value,
            self.regular,
            player_to_json(self.whose),
            self.other_arrival,
        ]

    @staticmethod
    def from_json(data: list[Any]) -> Deed:
        """Read the deed that `to_json` wrote."""
        what, player, card, base, other, phase, zone, arrival, value, regular, *later = data
        whose = player_from_json(later[0]) if later else NOBODY
        since = later[1] if len(later) > 1 else 0
        return Deed(
            what, player_from_json(player), card, base, other, arrival, value, whose, since, phase, zone, regular
        )


class Effect:
    """A lasting effect: +2 power until the turn ends, a borrowed minion, a copied ability.

    `serial` distinguishes effects of the same source; `value` is a number that a lasting ability stores.
    """

    __slots__ = ("amount", "kind", "player", "serial", "source", "target", "turn", "until", "value")

    def __init__(
        self,
        kind: int,
        target: int,
        amount: int,
        until: int,
        player: Who,
        source: int,
        turn: int,
        serial: int = 0,
        value: int = 0,
    ) -> None:
        self.kind = kind
        self.target = target
        self.amount = amount
        self.until = until
        self.player = player
        self.source = source
        self.turn = turn
        self.serial = serial
        self.value = value

    def to_json(self) -> list[Any]:
        """The effect as a list of its fields."""
        return [
            self.kind,
            self.target,
            self.amount,
            self.until,
            player_to_json(self.player),
            self.source,
            self.turn,
            self.serial,
            self.value,
        ]


class Attempt:
    """The result of an offer to play a card.

    `card` is the one that the player chose to play, at `base` if it was to enter play; None if they declined, kept the
    offer for later, or could play nothing. It `happened` unless another card was played in its place or it was
    countered.
    """

    __slots__ = ("base", "card", "happened")

    def __init__(self, card: Card | None = None, base: Card | None = None, *, happened: bool = False) -> None:
        self.card = card
        self.base = base
        self.happened = happened

    @property
    def played(self) -> Card | None:
        """The card, if it was played."""
        return self.card if self.happened else None


NOT_PLAYED: Final = Attempt()


class Allowance:
    """The right to play one card: the free minion, an extra action, a small extra minion at one base.

    `rule` is a printed card whose `allows` decides finally; `name` asks for a card name; `offer` marks a right that a
    card gives each turn (Secret Grove), which this mark on its source uses up; `affecting` is a minion that the action
    must directly affect; a `silent` card has no abilities until the turn ends, from the moment it is played. `arrival`
    identifies the stay in play of the minion, or of the card that offers.
    """

    __slots__ = (
        "affecting",
        "arrival",
        "base",
        "card",
        "free",
        "is_general",
        "kind",
        "max_power",
        "name",
        "offer",
        "rule",
        "silent",
        "source",
    )

    def __init__(
        self,
        kind: int = ANY_KIND,
        *,
        max_power: int = -1,
        base: int = -1,
        card: int = -1,
        name: str = "",
        source: int = -1,
        rule: int = -1,
        offer: int = 0,
        free: bool = False,
        affecting: int = -1,
        arrival: int = 0,
        silent: bool = False,
    ) -> None:
        self.kind = kind
        self.max_power = max_power
        self.base = base
        self.card = card
        self.name = name
        self.source = source
        self.rule = rule
        self.offer = offer
        self.free = free
        self.affecting = affecting
        self.arrival = arrival
        self.silent = silent
        # It fits every card of its kind, anywhere.
        self.is_general = max_power < 0 and base < 0 and card < 0 and not name and rule < 0 and affecting < 0

    @property
    def is_unrestricted(self) -> bool:
        """Whether any card of its kind may be played with it, anywhere."""
        return self.is_general and not self.offer

    @property
    def narrowness(self) -> int:
        """How restricted it is: of several rights that fit, the narrowest is spent (pitfall 17)."""
        return (
            16 * (self.card >= 0)
            + 8 * (self.rule >= 0 or self.affecting >= 0)
            + 4 * bool(self.name)
            + 2 * (self.base >= 0)
            + 2 * (self.max_power >= 0)
            + (self.kind != ANY_KIND and not self.free)
        )

    def to_json(self) -> list[Any]:
        """The allowance as a list of its fields."""
        return [
            self.kind,
            self.max_power,
            self.base,
            self.card,
            self.name,
            self.source,
            self.rule,
            self.offer,
            self.free,
            self.affecting,
            self.silent,
            self.arrival,
        ]

    @staticmethod
    def from_json(data: list[Any]) -> Allowance:
        """Read the allowance that `to_json` wrote."""
        kind, max_power, base, card, name, source, rule, offer, free, *later = data
        return Allowance(
            kind,
            max_power=max_power,
            base=base,
            card=card,
            name=name,
            source=source,
            rule=rule,
            offer=offer,
            free=free,
            affecting=later[0] if later else -1,
            silent=later[1] if len(later) > 1 else False,
            arrival=later[2] if len(later) > 2 else 0,
        )
