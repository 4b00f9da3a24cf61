"""The verbs: one way for each change. Nothing else changes where a card is or what lasts on it.

Abilities use them through the methods of `Card`, which say what each does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from basebash.engine.events import Event, Trigger
from basebash.engine.terms import (
    ASIDE,
    ATTACH,
    BASE_DECK,
    BASE_DISCARD,
    CANCEL,
    CANCELLED,
    CHANGE_POWER,
    CONTROL,
    CONTROL_OF,
    DECK,
    DESTROY,
    DISCARD,
    HAND,
    LOST,
    MOVE,
    PLACE,
    PLAY,
    POWER,
    RETURN,
    SHUFFLE,
    TRANSFER,
    WHILE_IN_PLAY,
)

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


# ----------------------------------------------------------------------------------------------- zones
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
                e for e in state.effects if (e.target != i or e.kind >= 8) and not (e.kind == LOST and e.amount == i)
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


# ----------------------------------------------------------------------------------------------- cards in play
async def destroy(source: Card, cards: list[Card], by: int) -> list[Card]:
    """See `Card.destroy`."""
    game = source.game
    hit = await game.affected(source, cards, DESTROY)
    gone = [card for card in hit if not await game.replaced("instead_of_destroyed", card, by)]
    gone = [card for card in gone if card.in_play]
    if gone:
        game.log("destroy", by, cards=(source, *gone))
        await leave(game, gone, TO_DISCARD, by=by, source=source, destroyed=True)
    return gone


async def move(source: Card, cards: list[Card], to: Card | None, by: int) -> list[Card]:
    """See `Card.move`."""
    game = source.game
    if to is None or not to.in_play:
        return []
    hit = await game.affected(source, [card for card in cards if card.base is not to], MOVE)
    moving = [card for card in hit if card.base is not to and card.in_play and not forbids_move(game, card, to, by)]
    if not moving:
        return []
    state = game.state
    batch = tuple(moving)
    events = [Event(card, card.controller, to, by=by, source=source, origin=card.base, batch=batch) for card in moving]
    for card in moving:
        origin = state.where[card.id]
        state.moved.append((card.id, origin))
        state.on[origin].remove(card.id)
        if not state.on[origin]:
            del state.on[origin]
        state.on.setdefault(to.id, []).append(card.id)
        state.where[card.id] = to.id
    game.touch()
    game.log("move", by, cards=(source, *moving), base=to)
    game.set_off(game.triggers_of("after_moved", events))
    return moving


def forbids_move(game: Rules, minion: Card, to: Card, by: int) -> bool:
    """Whether a card says that the player cannot move this minion there."""
    return any(ability.forbids_move(me, minion, to, by) for ability, me, _ in game.listeners("forbids_move"))


async def return_to_hand(source: Card, cards: list[Card], by: int) -> list[Card]:
    """See `Card.return_to_hand`."""
    game = source.game
    hit = await game.affected(source, cards, RETURN)
    for ability, me, _ in list(game.listeners("instead_of_one_returned")):
        kept = await ability.instead_of_one_returned(me, hit, source)
        hit = [card for card in hit if card is not kept]
    gone = [card for card in hit if not await game.replaced("instead_of_returned", card, source)]
    gone = [card for card in gone if card.in_play]
    if gone:
        game.log("return", by, cards=(source, *gone))
        await leave(game, gone, TO_HAND, by=by, source=source)
    return gone


def _free(source: Card, cards: list[Card]) -> list[Card]:
    """The cards, without the source itself if another card decides where it goes (Anansi the Spider)."""
    resolving = source.resolving
    return [card for card in cards if card is not source] if resolving is not None and resolving.kept else cards


async def place_on_deck(source: Card, cards: list[Card], *, bottom: bool, by: int) -> list[Card]:
    """See `Card.place_on_deck`."""
    game = source.game
    cards = _free(source, cards)
    from_play = await game.affected(source, [card for card in cards if card.in_play], PLACE)
    placed = [*from_play, *(card for card in cards if not card.in_play)]
    for card in placed if bottom else placed[::-1]:
        game.log("to bottom" if bottom else "to top", by, cards=(source, card), seen=game.seers_of(card))
        if card.in_play:
            await leave(game, [card], TO_BOTTOM if bottom else TO_TOP, by=by, source=source)
        else:
            deck = deck_for(card)
            take(game, card)
            put(game, card, DECK, deck, bottom=bottom)
    return placed


async def shuffle_into_deck(source: Card, cards: list[Card], by: int) -> list[Card]:
    """See `Card.shuffle_into_deck`."""
    game = source.game
    cards = _free(source, cards)
    from_play = await game.affected(source, [card for card in cards if card.in_play], SHUFFLE)
    elsewhere = [card for card in cards if not card.in_play]
    if from_play or elsewhere:
        shown = (source, *from_play, *elsewhere)
        game.log("shuffle in", by, cards=shown, seen=game.seers_of(*from_play, *elsewhere))
    await leave(game, from_play, TO_SHUFFLE, by=by, source=source)
    decks: list[int] = []
    for card in elsewhere:
        deck = deck_for(card)
        take(game, card)
        put(game, card, DECK, deck)
        if deck not in decks:
            decks.append(deck)
    for deck in decks:
        shuffle_deck(game, deck)
    return [*from_play, *elsewhere]


def conceal(game: Rules, cards: list[Card], seers: int) -> None:
    """Some of these cards are moved, and only `seers` see which: others no longer know the place of any of them.

    Of cards in hand, it could be any card of the hand; of cards of a deck, any of these.
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


async def place_in_hand(source: Card, cards: list[Card], player: int | None, by: int) -> list[Card]:
    """See `Card.place_in_hand`."""
    game = source.game
    cards = _free(source, cards)
    from_play = await game.affected(source, [card for card in cards if card.in_play], PLACE)
    placed = [*from_play, *(card for card in cards if not card.in_play)]
    for card in placed:
        hand = (card.owner if card.in_play else deck_for(card)) if player is None else player
        seen = game.seers_of(card) | 1 << hand
        if card.in_play and player is None:
            game.log("to hand", by, cards=(source, card), players=(hand,), seen=seen)
            await leave(game, [card], TO_HAND, by=by, source=source)
            continue
        if card.zone == HAND:
            seen = 1 << by | 1 << hand
            conceal(game, [card], seen)
        take(game, card)
        game.log("to hand", by, cards=(source, card), players=(hand,), seen=seen | game.state.known[card.id])
        put(game, card, HAND, hand)
        if hand != by:
            game.state.known[card.id] |= 1 << by
            game.set_off(game.triggers_of("after_given", [Event(card, by, None, by=hand, source=source)]))
    return placed


async def give_control(source: Card, minion: Card | None, to: int | None, until: int) -> bool:
    """See `Card.give_control`."""
    game = source.game
    if minion is None or to is None:
        return False
    for card in await game.affected(source, [minion], CONTROL_OF):
        state = game.state
        if until == WHILE_IN_PLAY:
            state.effects = [e for e in state.effects if e.kind != CONTROL or e.target != card.id]
        elif card.controller != to:
            game.add_effect(CONTROL, card.id, card.controller, until, to, source)
        if card.controller != to:
            state.controller[card.id] = to
            game.touch()
            game.log("control", to, cards=(source, card))
        return True
    return False


async def transfer(source: Card, action: Card | None, to: Card | None) -> bool:
    """See `Card.transfer`."""
    game = source.game
    if action is None or to is None or not to.in_play or not (action.in_play or action.zone == ASIDE):
        return False
    if action.in_play and not await game.affected(source, [action], TRANSFER):
        return False
    if not await game.affected(action, [to], ATTACH):
        return False
    state = game.state
    if action.in_play:
        host = state.where[action.id]
        state.on[host].remove(action.id)
        if not state.on[host]:
            del state.on[host]
    state.zone[action.id] = PLAY
    state.on.setdefault(to.id, []).append(action.id)
    state.where[action.id] = to.id
    game.touch()
    game.log("transfer", action.controller, cards=(action, to))
    return True


async def add_power(source: Card, cards: list[Card], amount: int, until: int, player: int) -> list[Card]:
    """See `Card.add_power`."""
    game = source.game
    hit = await game.affected(source, cards, CHANGE_POWER)
    for card in hit:
        game.add_effect(POWER, card.id, amount, until, player, source)
    if hit and amount:
        game.log("power", player, cards=(source, *hit), number=amount)
    if amount > 0:
        _note_increase(source, hit)
    return hit


async def add_counters(source: Card, cards: list[Card], amount: int) -> list[Card]:
    """See `Card.add_counters`."""
    game = source.game
    hit = await game.affected(source, [card for card in cards if card.is_minion], CHANGE_POWER)
    for card in hit:
        game.state.counters[card.id] += amount
    if hit and amount:
        game.touch()
        game.log("counters", source.controller, cards=(source, *hit), number=amount)
        _note_increase(source, hit)
    return hit


def _note_increase(source: Card, minions: list[Card]) -> None:
    resolving = source.resolving
    if resolving is not None:
        resolving.event.increase(minions)


async def cancel(source: Card, card: Card | None, until: int, player: int) -> bool:
    """See `Card.cancel`."""
    game = source.game
    if card is None or not await game.affected(source, [card], CANCEL):
        return False
    game.add_effect(CANCELLED, card.id, 0, until, player, source)
    game.log("cancel", player, cards=(source, card))
    return True


# ----------------------------------------------------------------------------------------------- hands and decks
def refill(game: Rules, player: int, *, looking: bool = False) -> None:
    """An empty deck that a card is needed from is made anew of the discard pile (T9).

    The 2013 book refills it to draw or reveal, not to search or look (E9).
    """
    state = game.state
    if state.decks[player] or not state.discards[player] or (looking and game.edition == 2013):
        return
    cards = state.discards[player]
    state.discards[player] = []
    for i in cards:
        state.zone[i] = DECK
        state.where[i] = player
    state.decks[player] = cards
    game.log("reshuffle", player)
    state.shuffle(cards)


def shuffle_deck(game: Rules, player: int) -> None:
    """See `Card.shuffle_deck`."""
    game.state.shuffle(game.state.decks[player])
    game.log("shuffle", player)


def draw(game: Rules, player: int, count: int) -> list[Card]:
    """See `Card.draw`."""
    state = game.state
    drawn: list[Card] = []
    for _ in range(count):
        if not state.decks[player]:
            refill(game, player)
            if not state.decks[player]:
                break
        i = state.decks[player].pop(0)
        state.zone[i] = HAND
        state.where[i] = player
        state.controller[i] = player
        state.hands[player].append(i)
        state.known[i] |= 1 << player
        drawn.append(game.card(i))
    if drawn:
        game.log("draw", player, cards=drawn, number=len(drawn), seen=game.seers_of(*drawn))
    return drawn


def discard(game: Rules, cards: list[Card], player: int) -> list[Card]:
    """See `Card.discard`."""
    events = []
    for card in cards:
        if card.zone in (HAND, DECK, ASIDE) and card.owner != player:
            events.append(Event(card, player, None, by=player))
        take(game, card)
        put(game, card, DISCARD, card.owner)
        game.state.known[card.id] = game.everyone
    if cards:
        game.log("discard", player, cards=cards)
    if events:
        game.set_off(game.triggers_of("after_not_owned", events))
        game.heard_in_hand(events)
    return cards


def see_top(game: Rules, player: int, count: int, seers: list[int]) -> list[Card]:
    """The top cards of a deck, made known to some; the deck is refilled underneath if it runs short."""
    state = game.state
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
    return cards


def reveal(game: Rules, cards: list[Card], player: int) -> None:
    """See `Card.reveal`. A hand has no order that others could learn."""
    if all(card.zone == HAND for card in cards):
        cards = sorted(cards, key=_by_id)
    for card in cards:
        game.state.known[card.id] = game.everyone
    if cards:
        game.log("reveal", player, cards=cards, players=(player,))


def look_at_hand(game: Rules, player: int, seer: int) -> list[Card]:
    """See `Card.look_at_hand`."""
    cards = sorted(game.hand(player), key=_by_id)  # the order in which they were drawn is nobody's business
    for card in cards:
        game.state.known[card.id] |= 1 << seer
    game.log("look at hand", seer, cards=cards, players=(player,), seen=1 << seer | 1 << player)
    return cards


def reveal_until(game: Rules, player: int, wanted: Callable[[Card], bool], count: int) -> tuple[list[Card], list[Card]]:
    """See `Card.reveal_until`."""
    refill(game, player)
    found: list[Card] = []
    rest: list[Card] = []
    while len(found) < count and game.state.decks[player]:
        card = game.card(game.state.decks[player][0])
        take(game, card)
        game.state.known[card.id] = game.everyone
        (found if wanted(card) else rest).append(card)
    if found or rest:
        game.log("reveal", player, cards=rest + found, players=(player,))
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
    player: int,
) -> Card | None:
    """See `Card.search`."""
    game = source.game
    cards: list[Card] = []
    # An empty deck would be made of the discard pile: where that is searched anyway, it stays ("and/or").
    if deck and (game.state.decks[player] or not discard):
        must_refill = not game.state.decks[player] and game.state.discards[player] and game.edition != 2013
        if (
            may
            and must_refill
            and not await game.may(player, "Your deck is empty. Shuffle it anew and search it?", source)
        ):
            return None
        refill(game, player, looking=True)
        cards += [game.card(i) for i in game.state.decks[player]]
    if hand:
        cards += game.hand(player)
    if discard:
        cards += game.discard_pile(player)
    fitting = _one_of_each([card for card in cards if wanted(card)])
    secret = any(card.zone != DISCARD for card in cards)
    found = await game.choose(player, fitting, prompt, may=may, source=source, secret=secret)
    # "Deck and/or discard pile": whoever found it elsewhere did not search the deck.
    searched = deck and (found.zone == DECK if found is not None else not may)
    if found is not None:
        take(game, found)
        game.state.known[found.id] = game.everyone
        game.log("find", player, cards=(source, found))
    if searched:
        shuffle_deck(game, player)
    return found


def _one_of_each(cards: list[Card]) -> list[Card]:
    """Equal cards are one option. Sorted by id: the order of the options must not tell the order of the deck."""
    kept: list[Card] = []
    for card in sorted(cards, key=_by_id):
        if not any(card.printed is c.printed and card.owner == c.owner and card.zone == c.zone for c in kept):
            kept.append(card)
    return kept


def search_through(game: Rules, player: int) -> list[Card]:
    """See `Card.search_through`."""
    refill(game, player, looking=True)
    return sorted((game.card(i) for i in game.state.decks[player]), key=_by_id)


def _by_id(card: Card) -> int:
    return card.id


async def put_back(
    source: Card, cards: list[Card], prompt: str, *, bottom: bool, player: int | None, chooser: int
) -> None:
    """See `Card.put_back`."""
    game = source.game
    decks = {card: deck_for(card) if player is None else player for card in cards}
    for deck in game.clockwise():
        stack = [card for card in cards if decks[card] == deck]
        if len(stack) > 1:
            stack = await game.arrange(chooser, stack, prompt, source)
        for card in stack if bottom else stack[::-1]:
            known = game.state.known[card.id] if len(stack) == 1 else 1 << chooser
            take(game, card)
            put(game, card, DECK, deck, bottom=bottom)
            game.state.known[card.id] = known
        if stack:
            game.log("put back bottom" if bottom else "put back", chooser, players=(deck,), number=len(stack))


# ----------------------------------------------------------------------------------------------- VP
def gain_vp(game: Rules, player: int, amount: int, source: Card | None) -> None:
    """See `Card.gain_vp`; VP never fall below 0 (W3)."""
    state = game.state
    state.vp[player] = max(0, state.vp[player] + amount)
    if amount:
        game.log("vp", player, cards=() if source is None else (source,), number=amount)


# ----------------------------------------------------------------------------------------------- bases
def top_base(game: Rules) -> Card | None:
    """The top card of the base deck, lifted off."""
    refill_bases(game)
    if not game.state.base_deck:
        return None
    base = game.card(game.state.base_deck[0])
    take(game, base)
    return base


def refill_bases(game: Rules) -> None:
    """An empty base deck is made anew of the base discard pile; not in 2013 (E3)."""
    state = game.state
    if state.base_deck or game.edition == 2013:
        return
    state.base_deck = state.base_discard
    state.base_discard = []
    for i in state.base_deck:
        state.zone[i] = BASE_DECK
    state.shuffle(state.base_deck)
    game.touch()


def look_at_bases(game: Rules, count: int, player: int) -> list[Card]:
    """See `Card.look_at_bases`."""
    refill_bases(game)
    seen = game.state.base_deck[:count]
    for i in seen:
        game.state.known[i] |= 1 << player
    return [game.card(i) for i in seen]


def stack_bases(game: Rules, bases: list[Card], player: int) -> None:
    """See `Card.stack_bases`."""
    for base in reversed(bases):
        put_base_on_deck(game, base)
        game.state.known[base.id] = 1 << player


def swap_base(game: Rules, base: Card | None, new: Card | None) -> Card | None:
    """See `Card.swap_base`."""
    if base is None or new is None:
        return None
    replace_base(game, base, new)
    put_base_on_deck(game, base)
    game.state.shuffle(game.state.base_deck)
    game.touch()
    return new


def add_base(game: Rules, *, at: int = -1, base: Card | None = None) -> Card | None:
    """Brings a base (the top one of the base deck, unless given) into play."""
    if base is None:
        base = top_base(game)
    elif base.zone != ASIDE:
        take(game, base)
    if base is not None:
        put_base(game, base, at=at)
        game.log("new base", -1, base=base)
    return base


def replace_base(game: Rules, base: Card, by: Card | None) -> Card | None:
    """See `Card.replace_base`."""
    state = game.state
    new = top_base(game) if by is None else by
    if new is None:
        return None
    if new.zone != ASIDE:
        take(game, new)
    at = state.bases.index(base.id)
    on_it = state.on.pop(base.id, [])
    take(game, base)
    put_base(game, new, at=at)
    if on_it:
        state.on[new.id] = on_it
    for i in on_it:
        state.where[i] = new.id
    if state.scoring == base.id:
        state.scoring = new.id
    game.touch()
    game.log("replace base", -1, cards=(base,), base=new)
    return new


def discard_base(game: Rules, base: Card) -> None:
    """Puts a base into the base discard pile."""
    if base.zone != ASIDE:
        take(game, base)
    game.state.zone[base.id] = BASE_DISCARD
    game.state.base_discard.append(base.id)


def put_base_on_deck(game: Rules, base: Card, *, bottom: bool = False) -> None:
    """Puts a base on top (or the bottom) of the base deck."""
    if base.zone != ASIDE:
        take(game, base)
    game.state.zone[base.id] = BASE_DECK
    if bottom:
        game.state.base_deck.append(base.id)
    else:
        game.state.base_deck.insert(0, base.id)
    game.touch()


async def destroy_base(source: Card, base: Card | None, replacements: int) -> None:
    """See `Card.destroy_base`."""
    game = source.game
    if base is None or not base.in_play:
        return
    at = game.state.bases.index(base.id)
    game.log("destroy base", source.controller, cards=(source,), base=base)
    await leave(game, base.on_it, TO_DISCARD, by=source.controller, source=source)
    discard_base(game, base)
    for _ in range(replacements):
        add_base(game, at=at)
