"""One event: whatever plays, moves, destroys or returns a card raises the same event, with every field filled.

Everything that happens is recorded three times: as an event for listeners, as a deed that the turn remembers, and by
where the cards are. The three must agree, whichever card caused it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from basebash import Game, State
from basebash.engine import Card
from basebash.engine.data.events import Event, Trigger
from basebash.engine.data.terms import (
    DESTROYED,
    DISCARD,
    DISCARDED,
    HAND,
    MOVED,
    NOBODY,
    PLAY,
    PLAYED,
    RETURNED,
    TITAN,
)
from basebash.engine.data.values import Deed
from basebash.engine.rules import triggers
from basebash.engine.rules.context import Rules
from basebash.invariants import Builder
from checks.metamorphic.lockstep import MOST_ANSWERS, Difference, is_quiet
from checks.metamorphic.stage import eager
from checks.metamorphic.stimuli import STIMULI

_LEAVING = ("after_destroyed", "after_discarded", "after_to_hand")
_HOOKS = {
    DESTROYED: ("after_destroyed",),
    DISCARDED: ("after_discarded",),
    RETURNED: ("after_to_hand",),
    MOVED: ("after_moved", "after_titan_arrived"),
    PLAYED: ("after_minion_played", "after_action_played"),
}
_LOGGED = {
    "play": ("after_minion_played", "after_action_played"),
    "destroy": ("after_destroyed",),
    # A card without an owner goes to the discard pile of its supply (MT44).
    "return": ("after_to_hand", "after_discarded"),
    "move": ("after_moved",),
}


def play(seed: int) -> int:
    """Play a random position and check all events."""
    chance = State(2, f"events {seed}")
    game = Builder(seed).build()
    state = game.state.copy()
    names = list(STIMULI)
    for _ in range(3):
        card = state.add_card(STIMULI[names[chance.random(len(names))]](), state.turn_player, HAND, state.turn_player)
        state.hands[state.turn_player].append(card)
    game = Game.from_position(game.setup, state, log=True)
    until = state.turn + 2
    with witnessed() as witness:
        deeds, turn, written = game.state.deeds[:], game.state.turn, len(game.entries)
        while not game.is_over and game.state.turn < until and game.answers_given < MOST_ANSWERS:
            question = game.question
            answer = eager(question, chance)
            picked = ", ".join(question.options[i].text for i in answer) or "pass"
            witness.told.append(f"player {question.player}: {question.prompt} -> {picked}")
            before = game.state.copy()
            game.answer(answer)
            check_places(before, game, witness)
            if is_quiet(game):
                if game.state.turn == turn:
                    check_deeds(deeds, game, witness)
                check_log(written, game, witness)
                witness.events.clear()
                deeds, turn, written = game.state.deeds[:], game.state.turn, len(game.entries)
    return game.answers_given


class Witness:
    """Receives every event, and checks each against the position at that moment."""

    def __init__(self) -> None:
        self.events: list[tuple[str, Event]] = []
        self.told: list[str] = []

    def hear(self, hook: str, event: Event) -> None:
        """Record an event that was just raised."""
        self.events.append((hook, event))
        card = event.card
        if hook in _LEAVING and event.zone == PLAY:
            self._same(hook, card, "zone", PLAY, card.zone)
            self._same(hook, card, "base", event.base, card.base)
            self._same(hook, card, "host", event.target, card.host)
            self._same(hook, card, "player", event.player, card.controller)
            self._same(hook, card, "counters", event.before, card.counters)
            # The power is the one before the last effects of the card that leaves and the cards on it (N22;
            # Bewitched, Frogga).
            saved = any(card in (other.origin, other.target) for _, other in self.events if other.card.is_action)
            saved |= any("this_leaves" in other.printed.hooks for other in event.batch)
            if not card.is_action and not saved:
                self._same(hook, card, "power", event.power, power_before(event))
            self._true(hook, card, "batch", card in event.batch or card.host in event.batch)
        if hook == "after_to_hand":
            self._true(hook, card, "hand", event.hand is not NOBODY)
            self._same(hook, card, "zone", event.zone, card.zone)
        if hook in ("after_moved", "after_titan_arrived"):
            self._same(hook, card, "base", event.base, card.base)
            self._same(hook, card, "player", event.player, card.controller)
            self._true(hook, card, "origin", event.origin is not event.base)
        if hook == "after_moved":
            self._true(hook, card, "batch", card in event.batch and set(event.batch) <= set(event.group))
            self._true(hook, card, "origin", event.origin is not None and event.origin.is_base)
        if hook in ("after_minion_played", "after_action_played"):
            counts_as_action = hook == "after_action_played" and card.is_minion  # no card was played (Argonaut, Monet)
            self._true(hook, card, "zone", event.zone >= 0 or counts_as_action)
            self._true(hook, card, "player", event.player is not NOBODY)
        if hook == "after_minion_played" and card.in_play:
            self._same(hook, card, "base", event.base, card.base)
            self._same(hook, card, "target", event.target, card.host)

    def _same(self, hook: str, card: Card, field: str, said: object, found: object) -> None:
        self._true(hook, card, f"{field}: {said} is {found}", said == found)

    def _true(self, hook: str, card: Card, what: str, holds: bool) -> None:
        if not holds:
            self.fail(f"{hook} of {card.name}, {what}", card.game.edition)

    def fail(self, what: str, edition: int) -> NoReturn:
        """Raise `Difference` with the last answers."""
        raise Difference("\n  ".join([what, f"edition {edition}", *self.told[-8:]]))

    def find(self, hooks: tuple[str, ...], card: int) -> list[Event]:
        """Return the events of these hooks about a card since the last answer."""
        return [event for hook, event in self.events if hook in hooks and event.card.id == card]


def power_before(event: Event) -> int:
    """Return the power of a leaving card as if nothing of its batch were recorded yet: Roy counts fallen Wraiths."""
    state = event.card.game.state
    deeds, batch = state.deeds, [card.id for card in event.batch]
    state.deeds = [deed for deed in deeds if deed.card not in batch]
    try:
        return event.card.power
    finally:
        state.deeds = deeds


def check_places(before: State, game: Game, witness: Witness) -> None:
    """Check that every card that went from play to a discard pile, or to another base, had an event."""
    now = game.state
    for i, printed in enumerate(now.printed):
        if before.zone[i] != PLAY:
            continue
        # Where a base is replaced, or a minion swapped, what is on it stays.
        old, new = before.where[i], now.where[i]
        is_elsewhere = old != new and old in now.bases and new in before.bases
        told: tuple[str, ...] = ()
        if now.zone[i] == DISCARD:
            told = ("after_discarded", "after_to_hand", "after_buried")
        elif now.zone[i] == PLAY and is_elsewhere and before.entered[i] == now.entered[i]:
            told = ("after_moved", "after_titan_arrived", "after_transferred")
        if told and not witness.find(told, i):
            witness.fail(f"no event for {printed.name}, which is in zone {now.zone[i]} now", game.rules.edition)


def check_log(written: int, game: Game, witness: Witness) -> None:
    """Check that everything in the log had an event."""
    for entry in game.entries[written:]:
        hooks = _LOGGED.get(entry.kind, ())
        for i in entry.cards[:1] if entry.kind == "play" else entry.cards[1:]:
            if hooks and not witness.find(hooks, i) and game.state.printed[i].kind != TITAN:  # it is removed (H37)
                name = game.state.printed[i].name
                witness.fail(f"the log says {entry.kind!r}, no event for {name}", game.rules.edition)


def check_deeds(before: list[Deed], game: Game, witness: Witness) -> None:
    """Check that every deed that the turn remembers had an event with the same player, card and base."""
    old = Counter(map(_key, before))
    for deed in game.state.deeds:
        old[_key(deed)] -= 1
        if old[_key(deed)] >= 0 or deed.what not in _HOOKS:
            continue
        if deed.what == PLAYED and deed.zone < 0:
            continue  # it counts as an action, but no card was played (Argonaut, Monet)
        events = witness.find(_HOOKS[deed.what], deed.card)
        if not any(_fits(deed, event) for event in events):
            name = game.state.printed[deed.card].name
            told = [(e.by, e.player, e.power, e.zone, _base(e)) for e in events]
            witness.fail(f"{name}: the turn remembers {deed.to_json()}, the event said {told}", game.rules.edition)


def _key(deed: Deed) -> tuple[object, ...]:
    """Return the parts of a deed that stay the same when its base leaves play."""
    return (deed.what, deed.player, deed.card, deed.phase, deed.zone, deed.arrival, deed.value, deed.whose)


def _fits(deed: Deed, event: Event) -> bool:
    if deed.base not in (-1, _base(event)):  # -1: the base has left play since
        return False
    if deed.what == PLAYED:
        return event.player == deed.player and event.zone == deed.zone
    if deed.what == MOVED:
        return event.by == deed.player and event.player == deed.whose
    return event.by == deed.player and event.player == deed.whose and event.power == deed.value


def _base(event: Event) -> int:
    return -1 if event.base is None else event.base.id


@contextmanager
def witnessed() -> Iterator[Witness]:
    """During the block, receive every event, including those that no card listens to."""
    witness = Witness()
    triggers_of, hears_of = triggers.triggers_of, Rules.hears_of

    def heard(game: Rules, hook: str, events: list[Event]) -> list[Trigger]:
        for event in events:
            witness.hear(hook, event)
        return triggers_of(game, hook, events)

    def always(game: Rules, hook: str) -> bool:
        return hook.startswith("after_") or hears_of(game, hook)

    triggers.triggers_of = heard
    Rules.hears_of = always  # type: ignore[method-assign,assignment]
    try:
        yield witness
    finally:
        triggers.triggers_of = triggers_of
        Rules.hears_of = hears_of  # type: ignore[method-assign]
