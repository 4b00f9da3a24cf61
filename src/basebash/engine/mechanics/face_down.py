"""Face-down cards: buried under a base or stored under a card.

They count as in play and are not `in_play`: their abilities do nothing, searches for cards in play do not find them,
and they give nobody power or presence (G13-G15, V4). This module has how they get there, how they come back, and the
right to uncover one when a turn starts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from basebash.engine.data.events import Event, Trigger
from basebash.engine.data.terms import BURIED, BURY, HAND, STASIS, UNCOVER, UNDER, Who, bit_of
from basebash.engine.data.values import Act, Deed
from basebash.engine.rules import decks, extra_plays, protection, triggers, verbs
from basebash.engine.rules.departures import leave
from basebash.engine.rules.zones import TO_DISCARD, put, put_home, take
from basebash.engine.vocabulary.ability import Ability, Rule

if TYPE_CHECKING:
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


# ----------------------------------------------------------------------------------------------- face down
async def _turn_down(source: Card, card: Card, holder: Card, by: Who, *, shown: bool) -> bool:
    """Put a card face down under a base or card, without what is on and under it; return whether it got there (G7, V7).

    A player who sees which card goes there knows it there (G21); of a hand only its player does.
    """
    game = source.game
    state = game.state
    if card.is_treasure and not card.in_play:
        # It is not hidden under anything but goes to its supply's discard pile (MT49).
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
    put(game, card, UNDER, holder.id)
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
    # A card that was just uncovered does not bury itself again (G39).
    cards = [card for card in verbs.free(source, cards) if card is not source or card.played_from != UNDER]
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
    if card.zone == UNDER and card.entered == arrival:
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
    """Move a buried card to another base as it is: face down, and not buried again (G25)."""
    state = game.state
    known, controller = state.known[card.id], card.controller
    take(game, card)
    put(game, card, UNDER, to.id)
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


# ----------------------------------------------------------------------------------------------- what the rules do
class Uncovering(Rule):
    """Let a player uncover one of their buried cards when their turn starts (G31)."""

    name = "Uncover a buried card"

    async def start_of_turn(self, me: Card, player: Who) -> None:
        card = await me.choose(me.buried(yours=True), "Uncover which buried card?", may=True)
        await me.uncover(card)


UNCOVERING: Final = Uncovering()


def rules_of_turn(game: Rules, hook: str, player: int, done: list[Ability]) -> list[Trigger]:
    """The right to uncover a card when a turn starts, among the triggers then."""
    rare = game.state.rare_zones
    if hook != "start_of_turn" or rare is None or not rare.under or UNCOVERING in done:
        return []
    buried = [card for base in game.bases for card in base.under if card.controller == player]
    return [Trigger(UNCOVERING, buried[0], hook, player)] if buried else []
