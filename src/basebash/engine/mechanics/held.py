"""Cards that are held: buried under a base, stored under a card, or out of time in stasis.

They count as in play and are not `in_play`: their abilities are silent, nothing looks for them, and they give nobody
power or presence (G13-G15, V4, Z9-Z12). What is said of them is said here: how they get there, how they come back, and
what the rules do with them when a turn starts or ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from basebash.engine.data.events import Event, Trigger
from basebash.engine.data.terms import (
    BURIED,
    BURY,
    HAND,
    HELD,
    NOBODY,
    PLACE,
    STASIS,
    THAWED,
    UNCOVER,
    Who,
    bit_of,
)
from basebash.engine.data.values import Act, Allowance, Deed
from basebash.engine.rules import (
    decks,
    extra_plays,
    lasting,
    play_options,
    prohibitions,
    protection,
    triggers,
    verbs,
)
from basebash.engine.rules.departures import leave
from basebash.engine.rules.zones import TO_DISCARD, enter_stasis, put, put_home, take
from basebash.engine.vocabulary.ability import Rule

if TYPE_CHECKING:
    from basebash.engine.question import PlayItem
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


# ----------------------------------------------------------------------------------------------- face down
async def _turn_down(source: Card, card: Card, holder: Card, by: Who, *, shown: bool) -> bool:
    """A card goes face down under a base or card, without what is on it and under it (G7, V7); whether it got there.

    Who sees which card goes there knows it there (G21); of a hand only its player does.
    """
    game = source.game
    state = game.state
    if card.is_treasure and not card.in_play:
        # It is not hidden under anything but goes to its own discard pile (MT49).
        take(game, card)
        put_home(game, card)
        game.log("discard", by, cards=(card,))
        return False
    if card.in_play:
        await leave(game, card.on_it, TO_DISCARD, by=by, source=source)
    if card.zone == HAND and not shown:
        decks.conceal(game, [card], bit_of(by))
    take(game, card)
    if shown:
        state.known[card.id] = game.everyone
    put(game, card, HELD, holder.id)
    state.serial += 1
    state.entered[card.id] = state.serial
    state.controller[card.id] = by
    state.known[card.id] |= bit_of(by)
    return True


# ----------------------------------------------------------------------------------------------- buried
async def bury(source: Card, cards: list[Card], at: Card | None, by: Who) -> list[Card]:
    """See `Card.bury`."""
    game = source.game
    if at is None or not at.in_play:
        return []
    # A card that was uncovered just now does not bury itself again (G39).
    cards = [card for card in verbs.free(source, cards) if card is not source or card.played_from != HELD]
    hit = await protection.affected(game, Act(BURY, source, by, at), [card for card in cards if card.in_play])
    buried: list[Card] = []
    for card in [card for card in cards if card in hit or not card.in_play]:
        zone, origin = card.zone, card.base
        if not await _turn_down(source, card, at, by, shown=False):
            continue
        buried.append(card)
        game.log("bury", by, cards=(source, card), base=at, seen=game.state.known[card.id])
        game.state.deeds.append(Deed(BURIED, by, card.id, at.id, source.id))
        triggers.announce(game, "after_buried", [Event(card, by, at, by=by, source=source, origin=origin, zone=zone)])
    return buried


async def uncover(source: Card, card: Card | None, by: Who) -> bool:
    """See `Card.uncover`."""
    game = source.game
    here = None if card is None else card.buried_at
    if card is None or here is None:
        return False
    player, arrival = card.controller, card.entered
    event = Event(card, player, here, by=by, source=source)
    game.state.known[card.id] = game.everyone
    game.log("uncover", player, cards=(card,), base=here)
    if source.resolving is not None and protection.is_affecting(game, UNCOVER):
        source.resolving.event.affect([card])
    triggers.open_frame(game)
    heard = triggers.triggers_of(game, "after_uncovered", [event])
    await extra_plays.play_now(source, card, [here], player, may=False)
    if card.zone == HELD and card.entered == arrival:
        take(game, card)
        put_home(game, card)  # what cannot be played is discarded (G36)
    triggers.set_off(game, heard + triggers.triggers_of_own(game, "after_this_uncovered", card, event))
    await triggers.close_frame(game)
    return True


async def carry(source: Card, cards: list[Card], to: Card | None, by: Who) -> list[Card]:
    """See `Card.carry`."""
    game = source.game
    if to is None:
        return []
    moved = await verbs.move(source, [card for card in cards if card.is_minion and card.in_play], to, by)
    for card in cards:
        if card.is_titan:
            moved += await verbs.move(source, [card], to, by)
        elif card.is_action and card.in_play:
            moved += [card] if await verbs.transfer(source, card, to) else []
        elif card.buried_at not in (None, to):
            _shift(game, card, to)
            game.log("carry", by, cards=(source, card), base=to, seen=game.state.known[card.id])
            moved.append(card)
    return moved


def _shift(game: Rules, card: Card, to: Card) -> None:
    """A buried card goes to another base as it is: face down, and not buried again (G25)."""
    state = game.state
    known, controller = state.known[card.id], card.controller
    take(game, card)
    put(game, card, HELD, to.id)
    state.known[card.id], state.controller[card.id] = known, controller


# ----------------------------------------------------------------------------------------------- stored
async def store(source: Card, cards: list[Card], under: Card | None, *, shown: bool) -> list[Card]:
    """See `Card.store`."""
    game = source.game
    if under is None or not (under.in_play or under.zone == STASIS):
        return []
    stored: list[Card] = []
    for card in cards:
        if await _turn_down(source, card, under, source.controller, shown=shown):
            game.log("store", source.controller, cards=(under, card), seen=game.state.known[card.id])
            stored.append(card)
    return stored


# ----------------------------------------------------------------------------------------------- stasis
async def put_in_stasis(source: Card, cards: list[Card], counters: int, by: Who) -> list[Card]:
    """See `Card.put_in_stasis`."""
    game = source.game
    # A card that leaves stasis does not go back by the same play (Z23).
    cards = [card for card in verbs.free(source, cards) if card is not source or card.played_from != STASIS]
    hit = await protection.affected(game, Act(PLACE, source, by), [card for card in cards if card.in_play])
    # What nobody owns or controls has no player to lie before: it goes to its own discard pile (MT46).
    stray = [card for card in hit if card.owner is NOBODY and card.controller is NOBODY]
    await leave(game, stray, TO_DISCARD, by=by, source=source)
    placed = [card for card in cards if card not in stray and (card in hit or not card.in_play)]
    for card in placed:
        enters = card.zone != STASIS
        if enters:
            enter_stasis(game, card)
        _change(source, card, counters, by)
        game.log("stasis", by, cards=(source, card), number=counters)
        if enters:
            for ability, me, _ in game.abilities_of(card):
                if "on_stasis" in ability.hooks and not prohibitions.is_special_forbidden(game, me):
                    await ability.on_stasis(me)
                    await triggers.special_used(game, ability, me, me.controller)
    return placed


async def thaw(source: Card, card: Card | None, counters: int, by: Who) -> int:
    """See `Card.thaw`."""
    if card is None or card.zone != STASIS:
        return 0
    removed = min(counters, card.counters)
    for _ in range(removed):
        _change(source, card, -1, by)
    if removed:
        card.game.log("thaw", by, cards=(source, card), number=removed)
    return removed


def _change(source: Card, card: Card, amount: int, by: Who) -> None:
    """The stasis counters on a card change; each counter that is removed is an event of its own (Z16)."""
    game = source.game
    state = game.state
    before = state.counters[card.id]
    state.counters[card.id] = before + amount
    if amount < 0 and before + amount == 0:
        state.deeds.append(Deed(THAWED, by, card.id))
    event = Event(card, card.controller, None, by=by, source=source, number=amount, before=before)
    triggers.announce(game, "after_counters", [event])


def _leave_stasis(game: Rules, card: Card) -> None:
    """A card in stasis is discarded, with what is on it and under it (Z24)."""
    lasting.end_copies(game, card)
    take(game, card)
    put_home(game, card)
    game.log("discard", card.owner, cards=(card,))


def thawed_items(game: Rules, player: int) -> list[PlayItem]:
    """The cards that a player may play out of stasis: those without counters, as extra cards (Z20)."""
    rare = game.state.rare_zones
    items: list[PlayItem] = []
    for i in rare.stasis[player] if rare is not None else ():
        card = game.card(i)
        if not card.counters:
            right = Allowance(card.printed.kind, card=i)
            # What lies there as a copy of another action is no Special (Hello, Dolly!).
            play_options.options_for(game, player, card, [right], items, None, answers=bool(card.copies))
    return items


# ----------------------------------------------------------------------------------------------- what the rules do
class Uncovering(Rule):
    """A player may uncover one of their buried cards when their turn starts (G31)."""

    name = "Uncover a buried card"

    async def start_of_turn(self, me: Card, player: Who) -> None:
        card = await me.choose(me.buried(yours=True), "Uncover which buried card?", may=True)
        await me.uncover(card)


class Countdown(Rule):
    """A player removes one counter from each of their cards in stasis when their turn starts (Z15)."""

    name = "Remove stasis counters"

    async def start_of_turn(self, me: Card, player: Who) -> None:
        for card in me.in_stasis:
            await me.thaw(card)


class Thawing(Rule):
    """Cards in stasis without counters are discarded when a turn ends (Z24)."""

    name = "Discard from stasis"
    names_card = True

    async def end_of_turn(self, me: Card, player: Who) -> None:
        _leave_stasis(me.game, me)


UNCOVERING: Final = Uncovering()
COUNTDOWN: Final = Countdown()
THAWING: Final = Thawing()


def rules_of_turn(game: Rules, hook: str, player: int, done: list[object]) -> list[Trigger]:
    """What the rules themselves do with held cards when a turn starts or ends, among what cards do then."""
    rare = game.state.rare_zones
    if rare is None:
        return []
    if hook == "end_of_turn":
        return [Trigger(THAWING, card, hook, player) for card in game.cards_in_stasis() if not card.counters]
    found: list[Trigger] = []
    counted = [game.card(i) for i in rare.stasis[player] if game.state.counters[i]]
    buried = [card for base in game.bases for card in base.under if card.controller == player]
    if counted and COUNTDOWN not in done:
        found.append(Trigger(COUNTDOWN, counted[0], hook, player))
    if buried and UNCOVERING not in done:
        found.append(Trigger(UNCOVERING, buried[0], hook, player))
    return found
