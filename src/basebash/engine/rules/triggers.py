"""Triggers: which abilities listen to an event, and when they happen.

A card or ability that resolves opens a *frame*. What it triggers waits there until it has resolved, or in the order of
2019, until every card in the middle of resolving has (E6).
"""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from basebash.engine.data.events import Event, Frame, Trigger, TriggerKey
from basebash.engine.data.terms import (
    ANOTHER,
    ASIDE,
    BASE,
    BESIDE,
    HAND,
    HERE,
    NOBODY,
    ON_THIS_BASE,
    OTHERS,
    PLAY,
    STASIS,
    YOURS,
    Who,
)
from basebash.engine.rules import (
    asking,
    breakpoints,
    departures,
    lasting,
    limits,
    play_options,
    power,
    prohibitions,
)
from basebash.engine.rules.ability_index import NOTHING
from basebash.engine.rules.zones import KEPT_BY_PLAYERS, let_go, put_home

if TYPE_CHECKING:
    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.ability import Ability
    from basebash.engine.vocabulary.card import Card


def triggers_of(game: Rules, hook: str, events: list[Event]) -> list[Trigger]:
    """Return the abilities that hear these events, in play or where they listen. Hands are asked later."""
    if hook in game._elsewhere:
        listeners = game.all_listeners(hook)
        if hook in game.from_hand:
            game.frames[-1].heard_in_hand += tuple([(hook, event) for event in events])
    else:
        listeners = (game._index or game.index).get(hook, NOTHING)
    if not listeners:
        return []
    return [
        Trigger(ability, me, hook, event, giver)
        for ability, me, giver in listeners
        for event in events
        if _in_scope(ability.scope, me, event) and ability.hears(me, event)
    ]


def announce(game: Rules, hook: str, events: list[Event]) -> None:
    """Make the listeners of these events happen after what is resolving now."""
    set_off(game, triggers_of(game, hook, events))


def triggers_of_own(game: Rules, hook: str, card: Card, event: Event) -> list[Trigger]:
    """Return the card's own abilities about what happened to it."""
    return [
        Trigger(ability, me, hook, event, giver)
        for ability, me, giver in game.abilities_of(card)
        if hook in ability.hooks
    ]


def open_frame(game: Rules) -> None:
    """A card or ability starts to resolve. Every change of a number happens in a frame, so that it can be heard."""
    if not game.frames and "after_power_increased" in game.moments:
        watch_powers(game)
    game.frames.append(Frame())


def watch_powers(game: Rules) -> None:
    """If abilities listen to growing powers, remember the current powers to compare with."""
    if "after_power_increased" in game.moments and game.powers is None and "after_power_increased" in game.index:
        game.powers = power.all_powers(game)


def _growth(game: Rules) -> list[Trigger]:
    """Return the listeners to powers that have grown since they were remembered, and forget them."""
    if game.powers is None:
        return []
    before, game.powers = game.powers, None
    return triggers_of(game, "after_power_increased", power.increases(game, before))


def set_off(game: Rules, triggers: list[Trigger]) -> None:
    """Queue triggers until what is resolving now has resolved."""
    if triggers:
        game.frames[-1].triggers += triggers


def end_frame(game: Rules) -> Frame | None:
    """A card or ability has resolved: return its frame for `settle`, if anything is left to do in it."""
    frame = _pop_frame(game)
    if frame is None or frame.triggers or _is_left(game, frame):
        return frame
    return None


async def settle(game: Rules, frame: Frame) -> None:
    """Let the triggers happen: of cards in play, then of cards in hand; then the card itself is discarded."""
    if frame.triggers:
        await resolve(game, frame.triggers)
    if _is_left(game, frame):
        await _clear_up(game, frame)


async def close_frame(game: Rules) -> None:
    """A card or ability has resolved, and its triggers happen now.

    By the 2019 order, cards that are in the middle of resolving finish first (E6).
    """
    frame = end_frame(game)
    if frame is not None:
        await settle(game, frame)


def _is_left(game: Rules, frame: Frame) -> bool:
    """Whether anything is left to settle."""
    return bool(
        frame.spent
        or frame.heard_in_hand
        or frame.loose
        or (not game.frames and "starting_breakpoint_of" in (game._index or game.index))
    )


def _pop_frame(game: Rules) -> Frame | None:
    """Return the innermost frame, with its triggers, unless they wait until an outer one has resolved."""
    frame = game.frames.pop()
    if game.duel is not None and game.duel.frame is frame:
        frame.triggers += game.duel.clashes or ()
        game.duel = None
    if game.frames and game.edition >= 2019:
        game.frames[-1].take_over(frame)
        return None
    if game.powers is not None and not game.frames:
        frame.triggers += _growth(game)
    return frame


async def _clear_up(game: Rules, frame: Frame) -> None:
    """The triggers of a frame have happened: cards in hand may respond, and the card itself is discarded."""
    if not game.frames and "starting_breakpoint_of" in (game._index or game.index):
        await breakpoints.settle_breakpoints(game)
    if frame.heard_in_hand:
        await _answer_from_hand(game, frame.heard_in_hand)
    for spent in frame.spent:
        if spent.card.zone == ASIDE:
            await departures.put_away(game, spent)
            lasting.end_copies(game, spent.card)
    for card in frame.loose:
        if card.zone == ASIDE:
            put_home(game, card)


async def run(game: Rules, ability: Coroutine[Any, Any, None]) -> None:
    """Resolve an ability, and then its triggers."""
    open_frame(game)
    await ability
    await close_frame(game)


async def run_apart(game: Rules, ability: Coroutine[Any, Any, None]) -> None:
    """Resolve an ability with all its triggers while what was resolving waits: in a duel (D7)."""
    set_off(game, _growth(game))
    outer, game.frames = game.frames, []
    await run(game, ability)
    game.frames = outer
    watch_powers(game)


async def resolve(game: Rules, triggers: list[Trigger]) -> None:
    """Let simultaneous triggers happen one by one, in the order the current player chooses (P6).

    The triggers of a trigger happen before those that wait with it. This is a loop instead of a recursion into
    `happen`, so that a chain of triggers may be as long as the players like (Collector, The Homeworld).
    """
    chain: list[tuple[list[Trigger], Frame | None, Trigger | None]] = [(triggers, None, None)]
    while chain:
        triggers, frame, cause = chain[-1]
        waiting = [trigger for trigger in triggers if _is_alive(trigger)]
        if waiting:
            trigger = await first_of(game, waiting)
            waiting.remove(trigger)
            chain[-1] = (waiting, frame, cause)
            opened = await _perform(game, trigger)
            if opened is None:
                await _note_special(game, trigger)
            else:
                chain.append((opened.triggers, opened, trigger))
            continue
        chain.pop()
        if frame is not None and _is_left(game, frame):
            await _clear_up(game, frame)
        if cause is not None:
            await _note_special(game, cause)


async def first_of(game: Rules, waiting: list[Trigger]) -> Trigger:
    """Return the one that the current player lets happen first; equal ones need no question."""
    waiting = [trigger for trigger in waiting if trigger.ability.first] or waiting
    first = waiting[0]
    if not first.ability.ordered and all(
        other.ability is first.ability and other.controller == first.controller for other in waiting
    ):
        return first
    answer = await asking.ask(
        game, game.state.turn_player, "order", "What happens first?", list(waiting), low=1, high=1
    )
    return waiting[answer[0]]


def undone(listeners: list[Listener], done: list[TriggerKey]) -> list[Listener]:
    """Return the listeners that have not responded yet; an ability that a card has twice responds twice."""
    left = done[:]
    found: list[Listener] = []
    for listener in listeners:
        ability, me, giver = listener
        key = ability, me.id, me.entered, giver
        if key in left:
            left.remove(key)
        else:
            found.append(listener)
    return found


async def happen(game: Rules, trigger: Trigger) -> None:
    """Let a trigger happen, and then its triggers."""
    frame = await _perform(game, trigger)
    if frame is not None:
        await settle(game, frame)
    if trigger.zone != PLAY or trigger.hook == "after_this_uncovered":
        await _note_special(game, trigger)


async def _perform(game: Rules, trigger: Trigger) -> Frame | None:
    """Let a trigger happen. Its triggers wait in the frame that is returned, or in an outer one."""
    card, ability = trigger.card, trigger.ability
    open_frame(game)
    as_it_was = card.in_play and card.entered == trigger.entered
    start_acting(game, card, card.controller if as_it_was else trigger.controller)
    happening = getattr(ability, trigger.hook)(card, trigger.about)
    await (_once(game, trigger, happening) if trigger.hook in ability.once else happening)
    stop_acting(game)
    return _pop_frame(game)


async def _once(game: Rules, trigger: Trigger, happening: Coroutine[Any, Any, None]) -> None:
    """Let a once-a-turn ability happen. It is used up unless its player declines the first question."""
    user = limits.user_of(trigger.ability, trigger.card, trigger.about, trigger.controller)
    mark = limits.spend(game, (trigger.ability, trigger.card, trigger.giver), user)
    outer = game.deciding, game.refused
    game.deciding, game.refused = trigger.card, False
    await happening
    if game.refused:
        limits.take_back(game, mark)
    game.deciding, game.refused = outer


async def _note_special(game: Rules, trigger: Trigger) -> None:
    """Announce a Special of a card that is not in play, or was just uncovered; titans announce their own."""
    if _is_special(trigger) and trigger.zone != BESIDE:
        await special_used(game, trigger.ability, trigger.card, trigger.controller)


def _is_special(trigger: Trigger) -> bool:
    """Return whether a trigger is a Special: what a card says in stasis, beside its deck, or as it was uncovered."""
    is_there = trigger.zone in (STASIS, BESIDE) or trigger.hook == "after_this_uncovered"
    return is_there and not trigger.ability.ongoing and not trigger.card.is_trace


async def special_used(game: Rules, ability: Ability, card: Card, player: Who) -> None:
    """Announce an ability used in a scoring window or from a hand as a Special, unless it is Ongoing."""
    if not ability.ongoing and game.hears_of("after_special_used"):
        open_frame(game)
        announce(game, "after_special_used", [Event(card, player, card.base)])
        await close_frame(game)


async def run_for(game: Rules, card: Card, player: Who, ability: Coroutine[Any, Any, None]) -> None:
    """Let an ability of a card that has left play happen for its last controller."""
    open_frame(game)
    start_acting(game, card, player)
    await ability
    stop_acting(game)
    await close_frame(game)


def start_acting(game: Rules, card: Card, player: Who) -> None:
    """Start an ability of a card for a player, who controls the card until `stop_acting`.

    The card may have left play before, or may leave meanwhile for its owner's hand, deck or discard pile: "you" is
    still the player for whom the ability happens (C17, O2).
    """
    if card.kind == BASE or card.is_trace:
        game.acting.append((card, player, NOBODY, -1))
        return
    state, i = game.state, card.id
    game.acting.append((card, player, state.controller[i], state.entered[i]))
    state.controller[i] = player


def stop_acting(game: Rules) -> None:
    """End the ability that was started last."""
    card, player, was, arrival = game.acting.pop()
    if arrival < 0:
        return
    state, i = game.state, card.id
    if state.zone[i] in KEPT_BY_PLAYERS:
        let_go(game, card)
    elif was != player and state.entered[i] == arrival and state.controller[i] == player:
        state.controller[i] = was


async def _answer_from_hand(game: Rules, heard: Sequence[tuple[str, Event]]) -> None:
    """Let cards in hand respond to what happened, clockwise from the current player, until all pass."""
    offered: set[str] = set()
    for number, (hook, event) in enumerate(heard):
        # If several things happened simultaneously, the question covers all, and the answer says which one it
        # responds to.
        places = [other for moment, other in heard[number:] if moment == hook] if hook not in offered else []
        offered.add(hook)
        passes = 0
        seat = game.state.turn_player
        while passes < game.players:
            answers = _answers_in_hand(game, seat, hook, event, places)
            items: list[Any] = [
                card if base is None else ("special", card.id, base.id, None) for card, _, base in answers
            ]
            prompt = "Play a card from your hand in response?"
            # With `ask_everyone`, everybody who might hold such a card is asked, judging by the factions in the game.
            holds = bool(game.state.hands[seat])
            answer = await asking.ask(game, seat, "special", prompt, items, low=0, high=1, secret=holds)
            if not answer:
                passes += 1
            else:
                passes = 0
                card, about, _ = answers[answer[0]]
                await run_for(game, card, seat, getattr(card.printed, hook)(card, about))
                await special_used(game, card.printed, card, seat)
            seat = (seat + 1) % game.players


def _answers_in_hand(
    game: Rules, seat: int, hook: str, event: Event, places: list[Event]
) -> list[tuple[Card, Event, Card | None]]:
    """Return the cards of a hand that respond to an event, or one in `places`, with the base each goes to."""
    if prohibitions.are_specials_forbidden(game, seat):
        return []
    found: list[tuple[Card, Event, Card | None]] = []
    for card in game.hand(seat):
        if HAND not in card.printed.listens_from.get(hook, ()):
            continue
        events = [event] if card.printed.answers_at(card, event) is None else places
        for about in events:
            base = card.printed.answers_at(card, about)
            if (
                (card, base) not in [(other, place) for other, _, place in found]
                and _in_scope(card.printed.scope, card, about)
                and card.printed.hears(card, about)
                and play_options.ways_to_play(card, card, None, seat)
            ):
                found.append((card, about, base))
    return found


def _in_scope(scope: int, me: Card, event: Event) -> bool:
    if not scope:
        return True
    if scope & HERE and (event.base is None or event.base is not me.base):
        return False
    if scope & YOURS and not me.is_yours(event.player):
        return False
    if scope & OTHERS and not me.is_other_player(event.player):
        return False
    if scope & ANOTHER and event.card is me:
        return False
    return not (scope & ON_THIS_BASE and (event.target is None or event.target is not me.base))


def _is_alive(trigger: Trigger) -> bool:
    """Whether a trigger still happens: its card must be in play as it was, unless the ability is about its leaving."""
    ability, card = trigger.ability, trigger.card
    if _is_special(trigger) and prohibitions.is_special_forbidden(card.game, card):
        return False
    if isinstance(trigger.about, Event) and not ability.holds(card, trigger.about):
        return False
    if trigger.hook in ability.once:
        user = limits.user_of(ability, card, trigger.about, trigger.controller)
        if limits.is_spent(card.game, (ability, card, trigger.giver), user):
            return False
    if ability.lingers or trigger.hook.startswith("after_this"):
        return True
    return card.zone == trigger.zone and card.entered == trigger.entered
