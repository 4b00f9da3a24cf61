"""Where cards lie: the one place where a zone changes, and how cards leave play.

Abilities use this through the verbs of `Card`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from basebash.engine.events import Event, Trigger
from basebash.engine.terms import ASIDE, BASE_DECK, BASE_DISCARD, DECK, DISCARD, HAND, LOST, OUTLASTING, PLAY

if TYPE_CHECKING:
    from basebash.engine.card import Card
    from basebash.engine.rules import Rules

# Where a card that leaves play goes.
TO_DISCARD = 0
TO_HAND = 1
TO_TOP = 2
TO_BOTTOM = 3
TO_SHUFFLE = 4


def as_list(cards: Card | Iterable[Card] | None) -> list[Card]:
    """None, one card or several, as a list."""
    if cards is None:
        return []
    if isinstance(cards, Iterable):
        return list(cards)
    return [cards]


def take(game: Rules, card: Card) -> None:
    """Lifts a card out of its zone; it is set aside."""
    state = game.state
    i = card.id
    zone = state.zone[i]
    if zone == PLAY:
        if card.is_base:
            state.bases.remove(i)
        else:
            host = state.where[i]
            on_host = state.on[host]
            on_host.remove(i)
            if not on_host:
                del state.on[host]
            state.counters[i] = 0
            state.memo[i] = 0
            state.used[i] = 0
        if state.effects:
            state.effects = [
                e
                for e in state.effects
                if (e.target != i or e.kind in OUTLASTING) and not (e.kind == LOST and e.amount == i)
            ]
        if state.moved:
            state.moved = [entry for entry in state.moved if entry[0] != i]
        game.touch()
    elif zone == HAND:
        _leave_unseen_copy(game, card)
        state.hands[state.where[i]].remove(i)
    elif zone == DECK:
        state.decks[state.where[i]].remove(i)
    elif zone == DISCARD:
        state.discards[state.where[i]].remove(i)
    elif zone == BASE_DECK:
        state.base_deck.remove(i)
        game.touch()
    elif zone == BASE_DISCARD:
        state.base_discard.remove(i)
    if zone in (PLAY, DISCARD, BASE_DISCARD):
        state.known[i] = game.everyone
    state.zone[i] = ASIDE


def _leave_unseen_copy(game: Rules, card: Card) -> None:
    """Of equal cards in a hand, the one that was seen there leaves first: which one it is must tell nothing."""
    state = game.state
    known = state.known
    i = card.id
    for j in state.hands[state.where[i]]:
        if known[j] & ~known[i] and state.printed[j] is card.printed and state.owner[j] == state.owner[i]:
            known[i], known[j] = known[j], known[i]
            return


def put(game: Rules, card: Card, zone: int, player: int, *, bottom: bool = False) -> None:
    """Lays a card that is set aside into a player's hand, discard pile or deck."""
    state = game.state
    i = card.id
    state.zone[i] = zone
    state.where[i] = player
    state.controller[i] = player
    if zone == HAND:
        state.hands[player].append(i)
        state.known[i] |= 1 << player
    elif zone == DISCARD:
        state.discards[player].append(i)
    elif bottom:
        state.decks[player].append(i)
    else:
        state.decks[player].insert(0, i)


def put_into_play(game: Rules, card: Card, host: Card, controller: int) -> None:
    """Lays a card that is set aside onto a base or minion."""
    state = game.state
    i = card.id
    state.serial += 1
    state.entered[i] = state.serial
    state.zone[i] = PLAY
    state.where[i] = host.id
    state.controller[i] = controller
    state.used[i] = 0
    state.known[i] = game.everyone
    state.on.setdefault(host.id, []).append(i)
    game.touch()


def put_base(game: Rules, base: Card, *, at: int = -1) -> None:
    """Lays a base that is set aside onto the table."""
    state = game.state
    i = base.id
    state.serial += 1
    state.entered[i] = state.serial
    state.zone[i] = PLAY
    state.where[i] = -1
    state.controller[i] = -1
    state.memo[i] = 0
    state.used[i] = 0
    state.known[i] = game.everyone
    if at < 0:
        state.bases.append(i)
    else:
        state.bases.insert(at, i)
    game.touch()


def deck_for(card: Card) -> int:
    """Whose deck (or hand) a card goes to: its owner's, but one that others don't see stays where it is kept."""
    state = card.game.state
    zone = state.zone[card.id]
    if zone == HAND or (zone == DECK and state.known[card.id] != card.game.everyone):
        return state.where[card.id]
    return card.owner


def shuffle_deck(game: Rules, player: int) -> None:
    """See `Card.shuffle_deck`."""
    game.state.shuffle(game.state.decks[player])
    game.log("shuffle", player)


async def leave(
    game: Rules, cards: list[Card], to: int, *, by: int, source: Card | None, destroyed: bool = False
) -> None:
    """Cards leave play together; what is on them is discarded (C2, C3), and all that hears of it is collected."""
    powers = {card: card.power for card in cards if card.is_minion}
    await _warn_attached(game, cards)
    cards = [card for card in cards if card.in_play]
    if not cards:
        return
    batch = tuple(cards)
    leaving: list[tuple[Card, Event, int]] = []
    for card in cards:
        leaving.append((card, _farewell(card, by, source, batch, powers.get(card, 0)), to))
        for attached in card.on_it:
            if attached not in cards:
                leaving.append((attached, _farewell(attached, by, source, batch), TO_DISCARD))
    heard = _heard_of_destruction(game, [e for c, e, _ in leaving if c in batch]) if destroyed else []
    for card, event, where in leaving:
        heard += game.triggers_of_own("after_this_left", card, event)
        if where == TO_DISCARD:
            heard += game.triggers_of_own("after_this_discarded", card, event)
        if destroyed and card in batch:
            heard += game.triggers_of_own("after_this_destroyed", card, event)
    kept: list[Card] = []
    for card, event, where in leaving:
        if where == TO_DISCARD and await game.replaced("instead_of_discarded", card, event):
            kept.append(card)
    # A card that was put elsewhere instead has said so itself.
    heard = [t for t in heard if t.card not in kept or t.hook not in ("after_this_left", "after_this_discarded")]
    _put_away(game, [(card, where) for card, _, where in leaving if card not in kept and card.in_play])
    game.set_off(heard)


async def _warn_attached(game: Rules, hosts: list[Card]) -> None:
    """Actions on minions that are about to leave play may save themselves (Bewitched)."""
    for host in hosts:
        for attached in host.on_it:
            for ability, me, _ in game.abilities_of(attached):
                if "host_leaves" in ability.hooks:
                    await ability.host_leaves(me, host, hosts)


def _heard_of_destruction(game: Rules, events: list[Event]) -> list[Trigger]:
    heard = game.triggers_of("after_destroyed", events)
    for base in game.bases:
        fallen = [event for event in events if event.card.is_minion and event.base is base]
        if fallen:
            first = fallen[0]
            batch = tuple(event.card for event in fallen)
            event = Event(first.card, first.player, base, by=first.by, source=first.source, batch=batch)
            heard += game.triggers_of("after_minions_destroyed", [event])
    return heard


def _put_away(game: Rules, cards: list[tuple[Card, int]]) -> None:
    """Puts cards that leave play where they go, each to its owner."""
    shuffled: list[int] = []
    for card, where in cards:
        owner = card.owner
        take(game, card)
        if where == TO_DISCARD:
            put(game, card, DISCARD, owner)
        elif where == TO_HAND:
            put(game, card, HAND, owner)
        else:
            put(game, card, DECK, owner, bottom=where == TO_BOTTOM)
            if where == TO_SHUFFLE and owner not in shuffled:
                shuffled.append(owner)
    for owner in shuffled:
        shuffle_deck(game, owner)


def _farewell(card: Card, by: int, source: Card | None, batch: tuple[Card, ...], power: int = 0) -> Event:
    return Event(
        card,
        card.controller,
        card.base,
        by=by,
        source=source,
        target=card.host,
        power=power,
        batch=batch,
    )
