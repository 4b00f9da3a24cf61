"""Where cards are: the only place where a zone changes. Abilities use this through the verbs of `Card`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from basebash.engine.data.rare_zones import RareZones
from basebash.engine.data.terms import (
    ASIDE,
    BASE_DECK,
    BASE_DISCARD,
    BESIDE,
    BOX,
    CHANGING,
    DECK,
    DISCARD,
    HAND,
    LEFT,
    LOST,
    MADNESS,
    NO_WINDOW,
    NOBODY,
    OUTLASTING,
    PLAY,
    STASIS,
    SUPPLY,
    TITAN,
    TREASURES,
    UNDER,
    Who,
    bit_of,
)
from basebash.engine.data.values import Deed
from basebash.engine.rules import ability_index
from basebash.engine.vocabulary.handle import Handle

if TYPE_CHECKING:
    from basebash.engine.data.state import State
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card

# Destinations of a card that leaves play.
TO_DISCARD: Final = 0
TO_HAND: Final = 1
TO_TOP: Final = 2
TO_BOTTOM: Final = 3
TO_SHUFFLE: Final = 4
TO_BESIDE: Final = 5
TO_BOX: Final = 6
TO_SUPPLY: Final = 7  # the top of the deck of a supply
UNDER_SUPPLY: Final = 8  # ... and its bottom
UNDER_CARD: Final = 9  # stored under a card
TO_ASIDE: Final = 10  # set aside, to be put elsewhere immediately afterwards
STAYS: Final = 11  # it does not leave play after all
TO_ZONE: Final = {HAND: TO_HAND, DECK: TO_TOP, DISCARD: TO_DISCARD}


KEPT_BY_PLAYERS: Final = frozenset(
    {HAND, DECK, DISCARD, BESIDE, STASIS, BOX}
)  # zones in which a card's holder controls it
_OPEN: Final = frozenset({PLAY, DISCARD, BASE_DISCARD, BESIDE, STASIS, BOX})  # zones in which everybody sees the cards


def as_list(cards: Card | Iterable[Card] | None) -> list[Card]:
    """Return None, one card or several as a list."""
    if cards is None:
        return []
    return [cards] if isinstance(cards, Handle) else list(cards)


def take(game: Rules, card: Card) -> None:
    """Take a card out of its zone; it is set aside."""
    state = game.state
    i = card.id
    zone = state.zone[i]
    if zone == PLAY:
        _take_from_play(game, card)
    elif zone == HAND:
        _leave_unseen_copy(game, card)
        state.hands[state.where[i]].remove(i)
    elif zone == DECK:
        state.decks[state.where[i]].remove(i)
    elif zone == DISCARD and state.where[i] >= 0:
        state.discards[state.where[i]].remove(i)
    elif zone == BASE_DECK:
        state.base_deck.remove(i)
        ability_index.invalidate_conditional(game)
    elif zone == BASE_DISCARD:
        state.base_discard.remove(i)
    elif zone != ASIDE:
        _take_from_rare_zone(state, i)
    if zone in _OPEN:
        state.known[i] = game.everyone
    state.zone[i] = ASIDE


def _take_from_play(game: Rules, card: Card) -> None:
    state = game.state
    i = card.id
    host = state.where[i]
    if host < 0:
        if card.printed.lingers and any(ability is card.printed for ability, _, _ in game.abilities_of(card)):
            state.deeds.append(Deed(LEFT, NOBODY, i, i))
        state.bases.remove(i)
        if state.scoring == i:
            end_scoring(game)
        if state.plays:  # rights to play something here are over
            state.plays = [right for right in state.plays if right.base != i]
    else:
        on_host = state.on[host]
        on_host.remove(i)
        if not on_host:
            del state.on[host]
        state.counters[i] = 0
        state.memo.pop(i, None)
    if state.effects:
        lasting = [
            e
            for e in state.effects
            if (e.target != i or e.kind in OUTLASTING) and not (e.kind == LOST and e.amount == i)
        ]
        if len(lasting) < len(state.effects):
            changing = any([e.kind in CHANGING for e in state.effects])
            state.effects = lasting
            if changing:
                ability_index.invalidate(game)
    ability_index.note_departure(game, card, host)


def end_scoring(game: Rules) -> None:
    """The base that was scoring has scored or left: its windows close, and the base that replaces it is new (N15)."""
    game.state.scoring = -1
    game.window = NO_WINDOW
    game.passed = []


def _take_from_rare_zone(state: State, i: int) -> None:
    rare = state.rare_zones
    assert rare is not None
    where = state.where[i]
    if state.zone[i] == UNDER:
        lists = rare.on if i in rare.on.get(where, ()) else rare.under
        lists[where].remove(i)
        if not lists[where]:
            del lists[where]
    else:
        rare.pile(state.zone[i], where).remove(i)
    state.counters[i] = 0


def rare_zones_of(game: Rules) -> RareZones:
    """Return the rare zones, created if the game has none yet."""
    state = game.state
    if state.rare_zones is None:
        state.rare_zones = RareZones(len(state.vp))
    return state.rare_zones


def _leave_unseen_copy(game: Rules, card: Card) -> None:
    """Of equal cards in a hand, remove the one that was seen there first, so that its identity reveals nothing."""
    state = game.state
    known = state.known
    i = card.id
    unseen_by = ~known[i]
    for j in state.hands[state.where[i]]:
        if known[j] & unseen_by and state.printed[j] is card.printed and state.owner[j] == state.owner[i]:
            known[i], known[j] = known[j], known[i]
            return


def put(game: Rules, card: Card, zone: int, place: Who, *, bottom: bool = False) -> None:
    """Put a card that is set aside into a hand, discard pile or deck, or into a rare zone.

    `place` is the player whose hand or pile it is, the supply's number, or the card that it is put under. A card
    without an owner goes to its supply's discard pile instead of a player's hand, deck or discard pile (MT44); only a
    treasure may be in a hand (MT49).
    """
    state = game.state
    i = card.id
    rare = state.rare_zones
    if rare is not None and zone != STASIS and (rare.on or rare.under or rare.counters):
        _release_cards_with(game, rare, card)
    seat = state.owner[i]
    if seat < MADNESS and zone in (HAND, DECK, DISCARD):
        is_in_hand = zone == HAND and seat == TREASURES and place is not NOBODY
        if not is_in_hand:
            zone, place = DISCARD, seat
            state.known[i] = game.everyone
    where = -1 if place is NOBODY else place
    if where < 0 and (zone in (HAND, DECK, STASIS) or (zone == DISCARD and where > MADNESS)):
        raise ValueError(f"{card} belongs to nobody: it cannot go to a hand, deck, discard pile or stasis.")
    state.zone[i] = zone
    state.where[i] = where
    state.controller[i] = where if where >= 0 and zone != UNDER else NOBODY
    if game.acting and zone in KEPT_BY_PLAYERS:
        _keep_control(game, card)
    if zone == HAND:
        state.hands[where].append(i)
        state.known[i] |= 1 << where
    elif zone == DISCARD and where >= 0:
        state.discards[where].append(i)
    elif zone != DECK:
        pile = rare_zones_of(game).pile(zone, where)
        pile.insert(len(pile) if bottom or zone != SUPPLY else 0, i)
    elif bottom:
        state.decks[where].append(i)
    else:
        state.decks[where].insert(0, i)


def _release_cards_with(game: Rules, rare: RareZones, card: Card) -> None:
    """Discard what is still on and under a card as it reaches a place where cards hold nothing (V7)."""
    rare.counters.pop(card.id, None)
    for attached in game.cards(rare.on.get(card.id, ())):
        take(game, attached)
        put_home(game, attached)
    if card.id in rare.under:
        loosen(game, card)


def put_home(game: Rules, card: Card) -> None:
    """Put a card that is set aside into the discard pile it belongs to.

    A titan goes beside its deck (H37); a card without an owner has its supply's discard pile.
    """
    if card.kind == TITAN:
        put(game, card, BESIDE, card.owner)
    else:
        seat = game.state.owner[card.id]
        put(game, card, DISCARD, card.owner if seat == MADNESS else seat)
    game.state.known[card.id] = game.everyone


def return_silently(game: Rules, card: Card) -> None:
    """Put a card in play into its owner's hand without events, to see what could be done then."""
    for on_it in card.on_it:
        take(game, on_it)
        put_home(game, on_it)
    owner = card.owner
    take(game, card)
    put(game, card, HAND, owner)


def hand_over(game: Rules, minion: Card, other: Card) -> list[Card]:
    """Set aside everything on and under a minion for the card that replaces it; return those cards."""
    state, rare = game.state, rare_zones_of(game)
    on_it, under = state.on.pop(minion.id, []), rare.under.pop(minion.id, [])
    rare.counters[other.id] = minion.counters
    if on_it:
        rare.on[other.id] = on_it
    if under:
        rare.under[other.id] = under
    for i in (*on_it, *under):
        state.zone[i] = UNDER
        state.where[i] = other.id
    ability_index.invalidate(game)
    return [game.card(i) for i in (*on_it, *under)]


def put_into_play(game: Rules, card: Card, host: Card, controller: Who) -> None:
    """Put a card that is set aside onto a base or minion."""
    state = game.state
    i = card.id
    state.serial += 1
    state.entered[i] = state.serial
    state.zone[i] = PLAY
    state.where[i] = host.id
    state.controller[i] = controller
    state.known[i] = game.everyone
    state.on.setdefault(host.id, []).append(i)
    if state.rare_zones is not None:
        _come_back(state, state.rare_zones, i)
    ability_index.note_arrival(game, card, host.id)


def _come_back(state: State, rare: RareZones, i: int) -> None:
    """Put back on a card what was on it when it went into stasis (Z4)."""
    state.counters[i] = rare.counters.pop(i, 0)
    on_it = rare.on.pop(i, [])
    for attached in on_it:
        state.zone[attached] = PLAY
    if on_it:
        state.on[i] = on_it


def put_base(game: Rules, base: Card, *, at: int = -1) -> None:
    """Put a base that is set aside into play."""
    state = game.state
    i = base.id
    state.serial += 1
    state.entered[i] = state.serial
    state.zone[i] = PLAY
    state.where[i] = -1
    state.controller[i] = NOBODY
    state.memo.pop(i, None)
    state.counters[i] = 0
    state.known[i] = game.everyone
    if any([deed.base == i for deed in state.deeds]):  # it comes back: what was done there was done elsewhere
        state.deeds = [deed.without_place() if deed.base == i else deed for deed in state.deeds]
    if at < 0:
        state.bases.append(i)
    else:
        state.bases.insert(at, i)
    ability_index.note_arrival(game, base, -1)


def deck_for(card: Card) -> Who:
    """Whose deck (or hand) a card goes to: its owner's, but one that others don't see stays where it is."""
    state = card.game.state
    zone = state.zone[card.id]
    if zone == HAND or (zone == DECK and state.known[card.id] != card.game.everyone):
        return state.where[card.id]
    return card.owner


def shuffle_deck(game: Rules, player: Who) -> None:
    """See `Card.shuffle_deck`."""
    if player is NOBODY:
        return
    game.state.shuffle(game.state.decks[player])
    game.log("shuffle", player)


def loosen(game: Rules, holder: Card) -> list[Card]:
    """Set aside what is under a card that leaves; it is discarded once all has resolved, if it is still there (V8)."""
    cards = holder.under
    for card in cards:
        take(game, card)
        game.state.known[card.id] = game.everyone
    if game.frames:
        game.frames[-1].loose += tuple(cards)
    else:
        for card in cards:
            put_home(game, card)
    return cards


def discard_buried(game: Rules, base: Card) -> None:
    """A base leaves play, and cards buried there go to their owners' discard piles (G28, G29)."""
    cards = base.under
    for card in cards:
        take(game, card)
        put_home(game, card)
    if cards:
        game.log("discard buried", NOBODY, cards=cards, base=base)


def keep_under(game: Rules, old: Card, new: Card) -> None:
    """A card replaces another: what was under that one is under it now (G29, V6)."""
    rare = game.state.rare_zones
    if rare is not None and old.id in rare.under:
        rare.under[new.id] = rare.under.pop(old.id)
        for i in rare.under[new.id]:
            game.state.where[i] = new.id


def follow_holder(game: Rules, holder: Card) -> None:
    """Stored cards follow their holder: its controller controls them and may look at them (V6)."""
    player = holder.controller
    for card in holder.under:
        game.state.controller[card.id] = player
        game.state.known[card.id] |= bit_of(player)


def enter_stasis(game: Rules, card: Card) -> None:
    """Put a card into its owner's stasis, with what is on it and under it (Z3, Z4, Z13)."""
    state = game.state
    counters = card.counters if card.in_play else 0
    on_it = state.on.pop(card.id, [])
    for attached in on_it:
        state.zone[attached] = UNDER
    if on_it:
        rare_zones_of(game).on[card.id] = on_it
    owner, controller = card.owner, card.controller
    take(game, card)
    put(game, card, STASIS, controller if owner is NOBODY else owner)
    state.serial += 1
    state.entered[card.id] = state.serial
    state.known[card.id] = game.everyone
    if counters:
        rare_zones_of(game).counters[card.id] = counters
    ability_index.invalidate(game)


def let_go(game: Rules, card: Card) -> None:
    """An ability of a card that has left play is over: its holder controls it, unless it is still acting."""
    state = game.state
    where = state.where[card.id]
    state.controller[card.id] = where if where >= 0 else NOBODY
    _keep_control(game, card)


def _keep_control(game: Rules, card: Card) -> None:
    """A card whose ability is resolving is controlled by the player for whom it happens."""
    for acting, player, _, _ in game.acting:
        if acting is card:
            game.state.controller[card.id] = player
