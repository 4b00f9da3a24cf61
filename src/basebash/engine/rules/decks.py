"""The verbs for hands, decks and VP. Abilities use them through the methods of `Card`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from basebash.engine.data.events import Event
from basebash.engine.data.terms import ASIDE, DECK, DISCARD, HAND, NOBODY, SEEN, Who
from basebash.engine.data.values import Deed
from basebash.engine.rules import asking, triggers
from basebash.engine.rules.zones import deck_for, put, put_home, shuffle_deck, take

if TYPE_CHECKING:
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


def refill(game: Rules, player: Who, *, looking: bool = False) -> None:
    """Refill an empty deck from the discard pile when a card is needed from it (T9).

    The 2013 book refills it to draw or reveal, not to search or look (E9).
    """
    state = game.state
    if player is NOBODY or state.decks[player] or not state.discards[player] or (looking and game.edition == 2013):
        return
    cards = state.discards[player]
    state.discards[player] = []
    for i in cards:
        state.zone[i] = DECK
        state.where[i] = player
    state.decks[player] = cards
    game.log("reshuffle", player)
    state.shuffle(cards)


def draw(game: Rules, player: Who, count: int) -> list[Card]:
    """See `Card.draw`."""
    state = game.state
    if player is NOBODY:
        return []
    ids: list[int] = []
    for _ in range(count):
        deck = state.decks[player]
        if not deck:
            refill(game, player)
            deck = state.decks[player]
            if not deck:
                break
        i = deck.pop(0)
        state.zone[i] = HAND
        state.where[i] = player
        state.controller[i] = player
        state.known[i] |= 1 << player
        ids.append(i)
    state.hands[player] += ids
    drawn = game.cards(ids)
    if drawn and game.is_logging:
        game.log("draw", player, cards=drawn, number=len(drawn), seen=game.seers_of(*drawn))
    return drawn


def discard(game: Rules, cards: list[Card], player: Who) -> list[Card]:
    """See `Card.discard`."""
    events = []
    from_hand: list[Card] = []
    for card in cards:
        if card.zone in (HAND, DECK, ASIDE) and card.owner != player:
            events.append(Event(card, player, None, by=player))
        if card.zone == HAND:
            from_hand.append(card)
        take(game, card)
        put_home(game, card)
    if cards:
        game.log("discard", player, cards=cards)
    if events:
        triggers.announce(game, "after_not_owned", events)
    if from_hand and game.hears_of("after_hand_discarded"):
        triggers.announce(
            game, "after_hand_discarded", [Event(from_hand[0], player, None, by=player, batch=tuple(from_hand))]
        )
    return cards


def see_top(game: Rules, player: Who, count: int, seers: list[int], source: Card | None = None) -> list[Card]:
    """Return the top cards of a deck, made known to some; the deck is refilled underneath if it runs short."""
    state = game.state
    if player is NOBODY:
        return []
    seen: list[int] = state.decks[player][:count]
    revealed = len(seers) == game.players
    if len(seen) < count and state.discards[player]:
        state.decks[player] = []
        refill(game, player, looking=not revealed)
        state.decks[player] = seen + state.decks[player]
        seen = state.decks[player][:count]
    for i in seen:
        for seer in seers:
            state.known[i] |= 1 << seer
    cards = [game.card(i) for i in seen]
    if cards:
        kind = "reveal" if revealed else "look"
        mask = game.everyone if revealed else sum(1 << seer for seer in seers)
        game.log(kind, seers[0] if not revealed else player, cards=cards, players=(player,), seen=mask)
        _note_seen(game, cards, player, NOBODY if revealed else seers[0], source)
    return cards


def _note_seen(
    game: Rules,
    cards: list[Card],
    player: Who,
    by: Who,
    source: Card | None,
    zone: int | None = None,
) -> None:
    if cards and "after_seen" in game.moments:
        place = cards[0].zone if zone is None else zone
        triggers.announce(
            game, "after_seen", [Event(cards[0], player, None, by=by, source=source, batch=tuple(cards), zone=place)]
        )
        if place == DECK:
            game.state.deeds.append(Deed(SEEN, by, cards[0].id))


def reveal_bottom(game: Rules, player: Who, count: int, source: Card) -> list[Card]:
    """See `Card.reveal_bottom`; the deck is refilled above if it runs short."""
    if player is NOBODY:
        return []
    state = game.state
    seen = state.decks[player][-count:]
    if len(seen) < count and state.discards[player]:
        state.decks[player] = []
        refill(game, player)
        state.decks[player] += seen
        seen = state.decks[player][-count:]
    cards = [game.card(i) for i in reversed(seen)]
    reveal(game, cards, player, source)
    return cards


def reveal(game: Rules, cards: list[Card], player: Who, source: Card | None = None) -> None:
    """See `Card.reveal`. A hand has no order that others could learn."""
    if all(card.zone == HAND for card in cards):
        cards = sorted(cards, key=_by_id)
    for card in cards:
        game.state.known[card.id] = game.everyone
    if cards:
        game.log("reveal", player, cards=cards, players=(player,))
        if game.frames:
            _note_seen(game, cards, player, NOBODY, source)


def look_at_hand(game: Rules, player: Who, seer: Who, source: Card | None = None) -> list[Card]:
    """See `Card.look_at_hand`."""
    if player is NOBODY or seer is NOBODY:
        return []
    cards = sorted(game.hand(player), key=_by_id)  # others do not learn the order in which they were drawn
    for card in cards:
        game.state.known[card.id] |= 1 << seer
    game.log("look at hand", seer, cards=cards, players=(player,), seen=1 << seer | 1 << player)
    _note_seen(game, cards, player, seer, source)
    return cards


def reveal_until(
    source: Card, player: Who, wanted: Callable[[Card], bool], count: int, *, refills: bool = True
) -> tuple[list[Card], list[Card]]:
    """See `Card.reveal_until`."""
    game = source.game
    if refills:
        refill(game, player)
    found: list[Card] = []
    rest: list[Card] = []
    while player is not NOBODY and len(found) < count and game.state.decks[player]:
        card = game.card(game.state.decks[player][0])
        take(game, card)
        game.state.known[card.id] = game.everyone
        (found if wanted(card) else rest).append(card)
    if found or rest:
        game.log("reveal", player, cards=rest + found, players=(player,))
        _note_seen(game, rest + found, player, NOBODY, source, DECK)
    return found, rest


async def search(
    source: Card,
    wanted: Callable[[Card], bool],
    prompt: str,
    *,
    deck: bool,
    hand: bool,
    discard: bool,
    may: bool,
    player: Who,
    stays: bool = False,
) -> Card | None:
    """See `Card.search`. A card that `stays` is left where it was found, and its deck is not shuffled yet."""
    game = source.game
    if player is NOBODY:
        return None
    cards: list[Card] = []
    # An empty deck would be refilled from the discard pile: if that is searched anyway, it stays ("and/or").
    if deck and (game.state.decks[player] or not discard):
        must_refill = not game.state.decks[player] and game.state.discards[player] and game.edition != 2013
        if (
            may
            and must_refill
            and not await asking.may(game, player, "Your deck is empty. Shuffle the discard pile and search?", source)
        ):
            return None
        refill(game, player, looking=True)
        cards += [game.card(i) for i in game.state.decks[player]]
        _note_seen(game, cards, player, player, source)
    if hand:
        cards += game.hand(player)
    if discard:
        cards += game.discard_pile(player)
    fitting = one_of_each([card for card in cards if wanted(card)])
    secret = any(card.zone != DISCARD for card in cards)
    found = await asking.choose(game, player, fitting, prompt, may=may, source=source, secret=secret)
    # "Deck and/or discard pile": a player who found it elsewhere did not search the deck.
    searched = deck and (found.zone == DECK if found is not None else not may)
    if found is not None:
        if not stays and found.zone == DECK:
            take(game, found)  # from a hand or discard pile it is moved or played where it lies
        game.state.known[found.id] = game.everyone
        game.log("find", player, cards=(source, found))
    if searched and not (stays and found is not None):
        shuffle_deck(game, player)
    return found


def one_of_each(cards: list[Card]) -> list[Card]:
    """Group equal cards as one option. Sorted by id: the order of the options must not reveal the order of the deck."""
    kept: list[Card] = []
    for card in sorted(cards, key=_by_id):
        if not any(card.printed is c.printed and card.owner == c.owner and card.zone == c.zone for c in kept):
            kept.append(card)
    return kept


def search_through(source: Card, player: Who) -> list[Card]:
    """See `Card.search_through`."""
    game = source.game
    if player is NOBODY:
        return []
    refill(game, player, looking=True)
    cards = sorted((game.card(i) for i in game.state.decks[player]), key=_by_id)
    _note_seen(game, cards, player, player, source)
    return cards


def _by_id(card: Card) -> int:
    return card.id


async def put_back(
    source: Card,
    cards: list[Card],
    prompt: str,
    *,
    bottom: bool,
    player: Who | None,
    chooser: Who,
) -> list[Card]:
    """See `Card.put_back`."""
    if not cards or player is NOBODY or chooser is NOBODY:
        return []
    game = source.game
    conceal(game, [card for card in cards if card.zone == HAND], 1 << chooser)
    decks = {card: deck_for(card) if player is None else player for card in cards}
    for deck in game.clockwise():
        stack = [card for card in cards if decks[card] == deck]
        if len(stack) > 1:
            stack = await asking.arrange(game, chooser, stack, prompt, source)
        for card in reversed(stack):
            known = game.state.known[card.id] if len(stack) == 1 else 1 << chooser
            take(game, card)
            put(game, card, DECK, deck, bottom=bottom)
            game.state.known[card.id] = known
        if stack:
            game.log("put back bottom" if bottom else "put back", chooser, players=(deck,), number=len(stack))
    return [card for card in cards if card.zone == DECK]


def put_shuffled(source: Card, cards: list[Card]) -> None:
    """See `Card.put_shuffled`."""
    game = source.game
    for card in game.state.sample(cards, len(cards)):
        known = game.state.known[card.id] if len(cards) == 1 else 0
        deck = deck_for(card)
        take(game, card)
        put(game, card, DECK, deck)
        game.state.known[card.id] = known
    if cards:
        game.log("put back", source.controller, players=(source.controller,), number=len(cards))


def conceal(game: Rules, cards: list[Card], seers: int) -> None:
    """Make others forget the places of these cards: some were moved, and only `seers` see which.

    Of cards in hand, it could be any card of the hand; of cards in a deck, any of these.
    """
    state = game.state
    for card in cards:
        if card.zone == HAND:
            mixed = state.hands[state.where[card.id]]
        else:
            mixed = [c.id for c in cards if c.zone == card.zone and state.where[c.id] == state.where[card.id]]
        if len(mixed) > 1:
            for i in mixed:
                state.known[i] &= seers


def gain_vp(game: Rules, player: Who, amount: int, source: Card | None) -> None:
    """See `Card.gain_vp`; VP never fall below 0 (W3)."""
    if player is NOBODY:
        return
    state = game.state
    amount = max(amount, -state.vp[player])
    if not amount:
        return
    state.vp[player] += amount
    game.log("vp", player, cards=() if source is None else (source,), number=amount)
    if source is not None and game.frames and game.hears_of("after_vp"):
        triggers.announce(
            game, "after_vp", [Event(source, player, source.base, by=source.controller, source=source, number=amount)]
        )
