"""Which abilities respond to cards that leave play, and what the turn remembers of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from basebash.engine.data.events import Event, Trigger
from basebash.engine.data.terms import DESTROYED, DISCARDED, NOBODY, RETURNED
from basebash.engine.data.values import Deed
from basebash.engine.rules import triggers
from basebash.engine.rules.zones import TO_ASIDE, TO_DISCARD, TO_HAND

if TYPE_CHECKING:
    from basebash.engine.rules.context import Rules
    from basebash.engine.rules.departures import Departure

_OWN_LEAVING: Final = frozenset({"after_this_left", "after_this_discarded", "after_this_destroyed"})


def collect(game: Rules, leaving: list[Departure]) -> list[Trigger]:
    """Collect the triggers of these departures while all cards are still there, and record the departures."""
    fallen = [departure.destruction for departure in leaving if departure.destruction is not None]
    heard = _heard_of_destruction(game, fallen) if fallen else []
    if not _OWN_LEAVING.isdisjoint(game.moments):
        for departure in leaving:
            if departure.to != TO_ASIDE:
                heard += _heard_by_card(game, departure)
    _remember(game, DESTROYED, fallen)
    for hook, there, what in (("after_discarded", TO_DISCARD, DISCARDED), ("after_to_hand", TO_HAND, RETURNED)):
        events = [departure.event for departure in leaving if departure.to == there]
        if events:
            heard += triggers.triggers_of(game, hook, events)
            _remember(game, what, events)
    return heard


def _remember(game: Rules, what: int, events: list[Event]) -> None:
    """Record in the turn's deeds what happened to cards that leave play."""
    for event in events:
        card = event.card
        base = -1 if event.base is None else event.base.id
        other, since = (-1, 0) if event.source is None else (event.source.id, event.source.entered)
        arrival, power, whose = game.state.entered[card.id], event.power, event.player
        deed = Deed(what, event.by, card.id, base, other, arrival, power, whose, since)
        game.state.deeds.append(deed)


def _heard_by_card(game: Rules, departure: Departure) -> list[Trigger]:
    moments = [("after_this_left", departure.event)]
    if departure.to == TO_DISCARD:
        moments.append(("after_this_discarded", departure.event))
    if departure.destruction is not None:
        moments.append(("after_this_destroyed", departure.destruction))
    abilities = game.abilities_of(departure.card)
    return [
        Trigger(ability, me, hook, event)
        for hook, event in moments
        for ability, me, _ in abilities
        if hook in ability.hooks
    ]


def _heard_of_destruction(game: Rules, events: list[Event]) -> list[Trigger]:
    heard = triggers.triggers_of(game, "after_destroyed", events)
    for base in game.bases:
        fallen = [event for event in events if event.card.is_minion and event.base is base]
        if fallen:
            first = fallen[0]
            batch = tuple(event.card for event in fallen)
            event = Event(first.card, first.player, base, by=first.by, source=first.source, batch=batch)
            event.powers = {fallen_event.card: fallen_event.power for fallen_event in fallen}
            event.doers = tuple(dict.fromkeys(one.by for one in fallen if one.by is not NOBODY))
            heard += triggers.triggers_of(game, "after_minions_destroyed", [event])
    return heard
