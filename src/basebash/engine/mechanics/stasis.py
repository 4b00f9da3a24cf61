"""Stasis: cards that wait out of time under counters, and are played or discarded once those are gone (Z).

They count as in play and are not `in_play`: their abilities do nothing, searches for cards in play do not find them,
and they give nobody power or presence (Z9-Z12).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from basebash.engine.data.events import Event, Trigger
from basebash.engine.data.terms import NOBODY, PLACE, STASIS, THAWED, Who
from basebash.engine.data.values import Act, Allowance, Deed
from basebash.engine.rules import lasting, play_options, prohibitions, protection, triggers, verbs
from basebash.engine.rules.departures import leave
from basebash.engine.rules.zones import TO_DISCARD, enter_stasis, put_home, take
from basebash.engine.vocabulary.ability import Ability, Rule

if TYPE_CHECKING:
    from basebash.engine.question import PlayItem
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


async def put_in_stasis(source: Card, cards: list[Card], counters: int, by: Who) -> list[Card]:
    """See `Card.put_in_stasis`."""
    game = source.game
    # A card that leaves stasis does not go back by the same play (Z23).
    cards = [card for card in verbs.free(source, cards) if card is not source or card.played_from != STASIS]
    hit = await protection.affected(game, Act(PLACE, source, by), [card for card in cards if card.in_play])
    # A card without owner and controller has no player to be put before: it goes to its supply's discard pile (MT46).
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
    """Change the stasis counters on a card; each counter that is removed is its own event (Z16)."""
    game = source.game
    state = game.state
    before = state.counters[card.id]
    state.counters[card.id] = before + amount
    if amount < 0 and before + amount == 0:
        state.deeds.append(Deed(THAWED, by, card.id))
    event = Event(card, card.controller, None, by=by, source=source, number=amount, before=before)
    triggers.announce(game, "after_counters", [event])


def _leave_stasis(game: Rules, card: Card) -> None:
    """Discard a card in stasis, with what is on it and under it (Z24)."""
    lasting.end_copies(game, card)
    take(game, card)
    put_home(game, card)
    game.log("discard", card.owner, cards=(card,))


def thawed_items(game: Rules, player: int) -> list[PlayItem]:
    """The cards that a player may play from stasis: those without counters, as extra cards (Z20)."""
    rare = game.state.rare_zones
    items: list[PlayItem] = []
    for i in rare.stasis[player] if rare is not None else ():
        card = game.card(i)
        if not card.counters:
            right = Allowance(card.printed.kind, card=i)
            # A copy of another action in stasis is not a Special (Hello, Dolly!).
            play_options.options_for(game, player, card, [right], items, None, answers=bool(card.copies))
    return items


# ----------------------------------------------------------------------------------------------- what the rules do
class Countdown(Rule):
    """Remove one counter from each of a player's cards in stasis when their turn starts (Z15)."""

    name = "Remove stasis counters"

    async def start_of_turn(self, me: Card, player: Who) -> None:
        for card in me.in_stasis:
            await me.thaw(card)


class Thawing(Rule):
    """Discard cards in stasis without counters when a turn ends (Z24)."""

    name = "Discard from stasis"
    names_card = True

    async def end_of_turn(self, me: Card, player: Who) -> None:
        _leave_stasis(me.game, me)


COUNTDOWN: Final = Countdown()
THAWING: Final = Thawing()


def rules_of_turn(game: Rules, hook: str, player: int, done: list[Ability]) -> list[Trigger]:
    """What the rules do with cards in stasis when a turn starts or ends, among the triggers then."""
    rare = game.state.rare_zones
    if rare is None:
        return []
    if hook == "end_of_turn":
        return [Trigger(THAWING, card, hook, player) for card in game.cards_in_stasis() if not card.counters]
    counted = [game.card(i) for i in rare.stasis[player] if game.state.counters[i]]
    return [Trigger(COUNTDOWN, counted[0], hook, player)] if counted and COUNTDOWN not in done else []
