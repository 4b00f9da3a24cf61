"""Numbers that are computed on read: power, printed and starting power, totals and breakpoints.

The order is always the same: set, add, floor at zero. The floor comes last, so that a -4 and a +2 on a minion of power
2 make 0 (C7).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from basebash.engine.data.events import Event
from basebash.engine.data.terms import (
    BREAKPOINT,
    MINION,
    NOBODY,
    PLAY,
    POWER,
    PREVAILS,
    SIDE_POWER,
    STARTING_BREAKPOINT,
    TITAN,
    Who,
)
from basebash.engine.rules import protection
from basebash.engine.vocabulary.printed import Base

if TYPE_CHECKING:
    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


# The hooks that change power: without them, and without effects on it, power is the printed number and the counters.
_HOOKS: Final = frozenset(("power_bonus", "printed_power_of", "starting_power_of"))
_RESETS: Final = frozenset(("printed_power_of", "starting_power_of"))
# The hooks that make a card count for something other than its power (L1).
COUNTING: Final = frozenset(("counted_power_of", "counted_bonus", "adds_nothing"))
_FIGHTERS: Final = MINION + TITAN
_LIMITING: Final = frozenset((BREAKPOINT, STARTING_BREAKPOINT))


class Contribution:
    """One of the reasons for a number."""

    __slots__ = ("amount", "sets", "source", "text")

    def __init__(self, amount: int, source: int, text: str, *, sets: bool = False) -> None:
        self.amount = amount
        self.source = source
        self.text = text
        self.sets = sets  # it replaces what came before instead of adding to it

    def __repr__(self) -> str:
        return f"{'=' if self.sets else ''}{self.amount:+d} {self.text}"


def printed_power(game: Rules, card: Card) -> int:
    """The number printed on a minion, or the one that counts as printed (C8)."""
    power = card.printed.power
    listeners = game.listeners("printed_power_of")
    if listeners and card.in_play:
        for ability, source, _ in listeners:
            value = ability.printed_power_of(source, card)
            if value is not None and protection.counts_for(game, source, card):
                power = value
    return power


def starting_power(game: Rules, card: Card) -> int:
    """The power before modification (C16); while it is being computed, the printed one (two Lovey Bears)."""
    listeners = game.listeners("starting_power_of")
    if not listeners or card in game.starting:
        return printed_power(game, card)
    game.starting.append(card)
    power = printed_power(game, card)
    for ability, source, _ in listeners:
        value = ability.starting_power_of(source, card)
        if value is not None and protection.counts_for(game, source, card):
            power = value
            break
    game.starting.pop()
    return power


def power(game: Rules, card: Card) -> int:
    """The power of a card in play with all modifications, or the printed one out of play (C8)."""
    state = game.state
    i = card.id
    if state.zone[i] != PLAY:
        return card.printed.power
    index = game._index or game.index
    if "starting_power_of" in index:
        total = starting_power(game, card)
    elif "printed_power_of" in index:
        total = printed_power(game, card)
    else:
        total = card.printed.power
    if card.kind & _FIGHTERS:
        total += state.counters[i]
    for effect in state.effects:
        if effect.target == i and effect.kind == POWER and protection.effect_counts(game, effect, card):
            total += effect.amount
    if "power_bonus" in index:
        total += _bonus(game, card, index["power_bonus"])
    return total if total > 0 else 0


def _bonus(game: Rules, card: Card, listeners: list[Listener]) -> int:
    """What abilities in play add to the power of a card.

    Of minions that depend on each other's power, one is computed without what is added to it (two Gawains).
    """
    total = 0
    measuring = game.measuring
    if card.kind == TITAN or card in measuring:
        return total
    measuring.append(card)
    for ability, source, _ in listeners:
        bonus = ability.power_bonus(source, card)
        if bonus and protection.counts_for(game, source, card):
            total += bonus
    measuring.pop()
    return total


def all_powers(game: Rules) -> dict[Card, tuple[int, int]]:
    """The power of every minion in play, with its arrival."""
    return {minion: (minion.entered, power(game, minion)) for minion in game.minions()}


def increases(game: Rules, before: dict[Card, tuple[int, int]]) -> list[Event]:
    """The minions whose power has grown, as events; a minion that came since compares with its printed power (L12)."""
    events: list[Event] = []
    for minion in game.minions():
        arrival, old = before.get(minion, (-1, 0))
        number = power(game, minion) - (old if arrival == minion.entered else minion.printed.power)
        if number > 0:
            events.append(Event(minion, minion.controller, minion.base, number=number))
    return events


def explain_power(game: Rules, card: Card) -> list[Contribution]:
    """The contributions that add up to the power of this card (apart from the floor at 0)."""
    parts = [Contribution(card.printed.power, card.id, "printed")]
    if not card.in_play:
        return parts
    start = starting_power(game, card)
    if start != card.printed.power:
        for hook in ("printed_power_of", "starting_power_of"):
            for ability, source, _ in game.listeners(hook):
                value = getattr(ability, hook)(source, card)
                if value is not None and protection.counts_for(game, source, card):
                    parts.append(Contribution(value, source.id, source.name, sets=True))
    counters = game.state.counters[card.id]
    if counters and card.kind & _FIGHTERS:
        parts.append(Contribution(counters, card.id, "+1 power counters"))
    for effect in game.state.effects:
        if effect.kind == POWER and effect.target == card.id and protection.effect_counts(game, effect, card):
            parts.append(Contribution(effect.amount, effect.source, game.card(effect.source).name))
    game.measuring.append(card)  # as in `power`, so that both give the same result
    for ability, source, _ in game.listeners("power_bonus") if card.kind != TITAN else ():
        bonus = ability.power_bonus(source, card)
        if bonus and protection.counts_for(game, source, card):
            parts.append(Contribution(bonus, source.id, source.name))
    game.measuring.pop()
    return parts


def side_power(game: Rules, base: Card, player: int) -> int:
    """What a player has at a base besides the power of their minions there."""
    total = 0
    for effect in game.state.effects:
        if effect.kind == SIDE_POWER and effect.target == base.id and effect.player == player:
            total += effect.amount
    for ability, source, _ in game.listeners("side_power"):
        total += ability.side_power(source, base, player)
    return total


def fighters_at(base: Card) -> list[Card]:
    """The minions and titans at a base: every card whose power counts there."""
    return [card for card in base.on_it if card.kind & _FIGHTERS]


def counts(game: Rules, card: Card) -> bool:
    """Whether a card's power counts, towards a total or, for a monster, towards the breakpoint."""
    return "adds_nothing" not in game.index or not adds_nothing(game, card)


def adds_nothing(game: Rules, card: Card) -> bool:
    """Whether something makes the power of this card count for nothing."""
    for ability, source, _ in game.listeners("adds_nothing"):
        if ability.adds_nothing(source, card) and protection.counts_for(game, source, card):
            return True
    return False


def counted(game: Rules, card: Card) -> int:
    """What a card adds to its controller's total: its power, unless something says otherwise (L1)."""
    if COUNTING.isdisjoint(game.index):
        return power(game, card)
    if adds_nothing(game, card):
        return 0
    total = power(game, card)
    limits = []  # of several, the lowest counts: what adds nothing does not add its printed power either (P5)
    for ability, source, _ in game.listeners("counted_power_of"):
        value = ability.counted_power_of(source, card)
        if value is not None and protection.counts_for(game, source, card):
            limits.append(value)
    total = min(limits, default=total)
    for ability, source, _ in game.listeners("counted_bonus"):
        bonus = ability.counted_bonus(source, card)
        if bonus and protection.counts_for(game, source, card):
            total += bonus
    return max(0, total)


def total_power(game: Rules, base: Card, player: Who) -> int:
    """A player's total power at a base; 0 for nobody."""
    if player is NOBODY:
        return 0
    total = sum([counted(game, card) for card in fighters_at(base) if card.controller == player])
    return max(0, total + side_power(game, base, player))


def all_totals(game: Rules, base: Card) -> list[int]:
    """Every player's total power at a base."""
    state = game.state
    totals = [0] * len(state.vp)
    index = game._index or game.index
    if not COUNTING.isdisjoint(index):
        return _totals(game, base, counted)
    if (
        not _HOOKS.isdisjoint(index)
        or "side_power" in index
        or (state.effects and any([effect.kind in (POWER, SIDE_POWER) for effect in state.effects]))
    ):
        return _totals(game, base, power)
    printed = state.printed
    for i in state.on.get(base.id, ()):
        if printed[i].kind & _FIGHTERS and (whose := state.controller[i]) is not NOBODY:
            totals[whose] += printed[i].power + state.counters[i]
    return totals


def _totals(game: Rules, base: Card, worth: Callable[[Rules, Card], int]) -> list[int]:
    state = game.state
    totals = [0] * len(state.vp)
    if "side_power" in (game._index or game.index) or any([e.kind == SIDE_POWER for e in state.effects]):
        totals = [side_power(game, base, player) for player in range(len(totals))]
    controllers = state.controller
    for card in fighters_at(base):
        whose = controllers[card.id]
        if whose is not NOBODY:
            totals[whose] += worth(game, card)
    return [total if total > 0 else 0 for total in totals]


def pressure(game: Rules, base: Card) -> int:
    """The pressure on a base: real power, whatever it counts for its controller (L3)."""
    if COUNTING.isdisjoint(game._index or game.index):
        return sum(all_totals(game, base))
    return sum(_totals(game, base, _real))


def _real(game: Rules, card: Card) -> int:
    return 0 if adds_nothing(game, card) else power(game, card)


def explain_total(game: Rules, base: Card, player: Who) -> list[Contribution]:
    """The contributions to a player's total at a base."""
    if player is NOBODY:
        return []
    parts = [
        Contribution(counted(game, card), card.id, card.name)
        for card in fighters_at(base)
        if card.controller == player and (card.is_minion or counted(game, card))
    ]
    for effect in game.state.effects:
        if effect.kind == SIDE_POWER and effect.target == base.id and effect.player == player:
            parts.append(Contribution(effect.amount, effect.source, game.card(effect.source).name))
    for ability, source, _ in game.listeners("side_power"):
        amount = ability.side_power(source, base, player)
        if amount:
            parts.append(Contribution(amount, source.id, source.name))
    return parts


class Standing:
    """The numbers of a base: the power of each minion and titan there by id, all totals, pressure, breakpoint."""

    __slots__ = ("limit", "powers", "pressure", "totals")

    def __init__(self, powers: dict[int, int], totals: list[int], pressure: int, limit: int) -> None:
        self.powers = powers
        self.totals = totals
        self.pressure = pressure
        self.limit = limit


def standings(game: Rules) -> list[Standing]:
    """The numbers of every base, for callers that want all of them, so that no power is computed twice."""
    state = game.state
    index = game._index or game.index
    on, printed, counters, controllers = state.on, state.printed, state.counters, state.controller
    kinds = [effect.kind for effect in state.effects]
    has_sides = "side_power" in index or SIDE_POWER in kinds
    alters = POWER in kinds or not _RESETS.isdisjoint(index)
    bonuses = index.get("power_bonus")
    counts = not COUNTING.isdisjoint(index)
    limits = "breakpoint_bonus" in index or "starting_breakpoint_of" in index or not _LIMITING.isdisjoint(kinds)
    players = len(state.vp)
    found: list[Standing] = []
    handles = game._handles
    for base in game.bases:
        powers: dict[int, int] = {}
        monsters = False
        totals = [side_power(game, base, player) for player in range(players)] if has_sides else [0] * players
        for i in on.get(base.id, ()):
            face = printed[i]
            if face.kind & _FIGHTERS:
                if alters:
                    strength = power(game, handles[i] or game.card(i))
                else:
                    strength = face.power + counters[i]
                    if bonuses is not None:
                        strength = max(0, strength + _bonus(game, handles[i] or game.card(i), bonuses))
                powers[i] = strength
                whose = controllers[i]
                if whose is not NOBODY:
                    totals[whose] += strength
                else:
                    monsters = True
        if counts:
            totals = all_totals(game, base)
        elif has_sides:
            totals = [total if total > 0 else 0 for total in totals]
        weight = pressure(game, base) if counts else sum(totals)
        site = printed[base.id]
        assert isinstance(site, Base)
        limit = breakpoint_of(game, base) if limits or monsters else site.breakpoint
        found.append(Standing(powers, totals, weight, limit))
    return found


def _monsters_at(game: Rules, base: Card) -> list[Card]:
    """Monsters that nobody controls: their power raises the breakpoint (MT29)."""
    state = game.state
    if state.rare_zones is None:
        return []
    return [card for card in game.minions_at(base.id) if state.controller[card.id] is NOBODY]


def breakpoint_resets(game: Rules, base: Card) -> list[Contribution]:
    """The contributions that set the breakpoint of a base before modification; the last one prevails."""
    effects = [effect for effect in game.state.effects if effect.target == base.id]
    parts = [
        Contribution(effect.amount, effect.source, game.card(effect.source).name, sets=True)
        for effect in effects
        if effect.kind == STARTING_BREAKPOINT
    ]
    for ability, source, _ in game.listeners("starting_breakpoint_of"):
        value = ability.starting_breakpoint_of(source, base)
        if value is not None:
            parts.append(Contribution(value, source.id, source.name, sets=True))
    chosen = [effect.amount for effect in effects if effect.kind == PREVAILS]
    return sorted(parts, key=lambda part: part.source in chosen[-1:])


def explain_breakpoint(game: Rules, base: Card) -> list[Contribution]:
    """The contributions to the breakpoint of this base."""
    printed = base.printed
    assert isinstance(printed, Base)
    parts = [Contribution(printed.breakpoint, base.id, "printed"), *breakpoint_resets(game, base)]
    for effect in game.state.effects:
        if effect.kind == BREAKPOINT and effect.target == base.id:
            parts.append(Contribution(effect.amount, effect.source, game.card(effect.source).name))
    for ability, source, _ in game.listeners("breakpoint_bonus"):
        amount = ability.breakpoint_bonus(source, base)
        if amount:
            parts.append(Contribution(amount, source.id, source.name))
    for monster in _monsters_at(game, base):
        if not adds_nothing(game, monster):
            parts.append(Contribution(power(game, monster), monster.id, monster.name))
    return parts


def sum_up(parts: list[Contribution]) -> int:
    """The number that contributions make: set, then add, then floor."""
    total = 0
    for part in parts:
        total = part.amount if part.sets else total + part.amount
    return max(0, total)


def breakpoint_of(game: Rules, base: Card) -> int:
    """The breakpoint of a base now."""
    index = game._index or game.index
    state = game.state
    if (
        "starting_breakpoint_of" in index
        or (state.effects and any([e.kind in _LIMITING for e in state.effects]))
        or (state.rare_zones is not None and _monsters_at(game, base))
    ):
        return sum_up(explain_breakpoint(game, base))
    printed = base.printed
    assert isinstance(printed, Base)
    total = printed.breakpoint
    if "breakpoint_bonus" in index:
        total += sum([ability.breakpoint_bonus(source, base) for ability, source, _ in index["breakpoint_bonus"]])
    return max(0, total)
