"""The verbs for cards in play: one function per change, the only place where it is made.

Abilities use them through the methods of `Card`, which document each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from basebash.engine.data.events import Event
from basebash.engine.data.terms import (
    ASIDE,
    ATTACH,
    BOX,
    CANCEL,
    CANCELLED,
    CHANGE_POWER,
    CONTROL,
    CONTROL_OF,
    COUNTED,
    DECK,
    DESTROY,
    DISCARD,
    HAND,
    MOVE,
    MOVED,
    NOBODY,
    PLACE,
    PLAY,
    POWER,
    RETURN,
    SHUFFLE,
    TRANSFER,
    UNDER,
    WHILE_IN_PLAY,
    Who,
    bit_of,
    player_to_json,
)
from basebash.engine.data.values import Act, Deed
from basebash.engine.mechanics import monsters, titans
from basebash.engine.rules import ability_index, departures, lasting, protection, talents, triggers
from basebash.engine.rules.decks import conceal
from basebash.engine.rules.departures import leave
from basebash.engine.rules.zones import (
    TO_BOTTOM,
    TO_BOX,
    TO_DISCARD,
    TO_HAND,
    TO_SHUFFLE,
    TO_TOP,
    deck_for,
    follow_holder,
    put,
    shuffle_deck,
    take,
)

if TYPE_CHECKING:
    from basebash.engine.vocabulary.card import Card


async def destroy(
    source: Card,
    cards: list[Card],
    by: Who,
    credit: Mapping[Card, Who] | None = None,
    *,
    direct: bool = True,
    lifting: Card | None = None,
) -> list[Card]:
    """See `Card.destroy`."""
    game = source.game
    who = {} if credit is None else credit
    hit = await protection.affected(game, Act(DESTROY, source, by, direct=direct), cards, credit)
    loot = monsters.loot_of(source, {card: who.get(card, by) for card in hit if card.is_monster})
    gone = await departures.destroy(game, hit, by=by, source=source, credit=credit, lifting=lifting)
    if loot:
        triggers.set_off(game, [trigger for trigger in loot if trigger.card in gone])
    return gone


async def move(source: Card, cards: list[Card], to: Card | None, by: Who) -> list[Card]:
    """See `Card.move`."""
    return [] if to is None else await move_apart(source, [(to, cards)], by)


async def move_apart(source: Card, ways: list[tuple[Card, list[Card]]], by: Who) -> list[Card]:
    """See `Card.move_apart`."""
    game = source.game
    state = game.state
    going: list[tuple[Card, list[Card]]] = []
    for to, cards in ways:
        if to.in_play:
            here = [card for card in cards if card.base is not to]
            also = [card for _, others in (*going, *ways) for card in others if card not in cards]
            going.append((to, await protection.affected(game, Act(MOVE, source, by, to), here, also=also)))
    events: list[Event] = []
    for to, hit in going:
        moving = [card for card in hit if card.base is not to and card.in_play]
        if moving:
            batch = tuple(moving)
            events += [Event(c, c.controller, to, by=by, source=source, origin=c.base, batch=batch) for c in moving]
    group = tuple(event.card for event in events)
    for event in events:
        card, goal = event.card, event.base
        assert goal is not None
        event.group = group
        origin = state.where[card.id]
        state.deeds.append(Deed(MOVED, by, card.id, goal.id, origin, card.entered, 0, card.controller))
        state.on[origin].remove(card.id)
        if not state.on[origin]:
            del state.on[origin]
        state.on.setdefault(goal.id, []).append(card.id)
        state.where[card.id] = goal.id
        ability_index.note_move(game, origin, goal.id)
        if card is event.batch[-1]:
            game.log("move", by, cards=(source, *event.batch), base=goal)
    minions = [event for event in events if not event.card.is_titan]
    if minions:
        triggers.set_off(game, triggers.triggers_of(game, "after_moved", minions))
    for event in events:
        if event.card.is_titan:
            titans.arrived(game, event)
    return list(group)


async def return_to_hand(
    source: Card, cards: list[Card], by: Who, credit: Mapping[Card, Who] | None = None
) -> list[Card]:
    """See `Card.return_to_hand`."""
    game = source.game
    hit = await protection.affected(game, Act(RETURN, source, by), cards, credit)
    gone = await departures.return_to_hand(game, hit, by=by, source=source, credit=credit)
    return gone + [card for card in cards if _dig_out(source, card, by)]


def _dig_out(source: Card, card: Card, by: Who) -> bool:
    """Return a buried card to its owner's hand as it is: unseen, and not uncovered (G26)."""
    game = source.game
    owner = card.owner
    if card.buried_at is None or owner is NOBODY:
        return False
    _tell_to_hand(source, card, owner, by)
    game.log("return", by, cards=(source, card), seen=game.state.known[card.id] | bit_of(owner))
    take(game, card)
    put(game, card, HAND, owner)
    return True


def free(source: Card, cards: list[Card]) -> list[Card]:
    """The cards, without the source itself if another card decides where it goes (Anansi the Spider)."""
    resolving = source.resolving
    return [card for card in cards if card is not source] if resolving is not None and resolving.kept else cards


async def place_on_deck(source: Card, cards: list[Card], *, bottom: bool, by: Who) -> list[Card]:
    """See `Card.place_on_deck`."""
    game = source.game
    cards = free(source, cards)
    from_play = await protection.affected(game, Act(PLACE, source, by), [card for card in cards if card.in_play])
    placed = [*from_play, *(card for card in cards if not card.in_play)]
    placed_in_order = placed if bottom else placed[::-1]
    for card in placed_in_order:
        game.log("to bottom" if bottom else "to top", by, cards=(source, card), seen=game.seers_of(card))
    together = [card for card in placed_in_order if card.in_play]
    await leave(game, together, TO_BOTTOM if bottom else TO_TOP, by=by, source=source)
    for card in placed_in_order:
        if card not in together:
            deck = deck_for(card)
            take(game, card)
            put(game, card, DECK, deck, bottom=bottom)
    return placed


async def shuffle_into_deck(source: Card, cards: list[Card], by: Who, player: Who | None = None) -> list[Card]:
    """See `Card.shuffle_into_deck`."""
    game = source.game
    cards = free(source, cards)
    from_play = await protection.affected(game, Act(SHUFFLE, source, by), [card for card in cards if card.in_play])
    elsewhere = [card for card in cards if not card.in_play]
    if from_play or elsewhere:
        shown = (source, *from_play, *elsewhere)
        game.log("shuffle in", by, cards=shown, seen=game.seers_of(*from_play, *elsewhere))
    await leave(game, from_play, TO_SHUFFLE, by=by, source=source, to_player=player)
    decks: list[Who] = []
    for card in elsewhere:
        deck = deck_for(card) if player is None else player
        take(game, card)
        put(game, card, DECK, deck)
        if deck not in decks:
            decks.append(deck)
    for deck in decks:
        shuffle_deck(game, deck)
    return [*from_play, *elsewhere]


async def place_in_hand(source: Card, cards: list[Card], player: Who | None, by: Who) -> list[Card]:
    """See `Card.place_in_hand`."""
    game = source.game
    cards = free(source, cards) if player is not NOBODY else []
    from_play = await protection.affected(game, Act(PLACE, source, by), [card for card in cards if card.in_play])
    placed = [*from_play, *(card for card in cards if not card.in_play)]
    for card in from_play:
        game.log("to hand", by, cards=(source, card), players=(card.owner if player is None else player,))
    await leave(game, from_play, TO_HAND, by=by, source=source, to_player=player)
    for card in from_play:
        if card.zone == HAND and card.game.state.where[card.id] != by and player is not None:
            _note_gift(source, card, player, by)
    for card in placed[len(from_play) :]:
        hand = deck_for(card) if player is None else player
        if card.zone == HAND and game.state.where[card.id] == hand:
            continue  # found in that hand, where it stays
        seen = game.seers_of(card) | bit_of(hand)
        if card.zone in (DISCARD, UNDER):  # buried and stored cards are in play (G2, V4)
            _tell_to_hand(source, card, hand, by)
        if card.zone == HAND:
            seen = bit_of(by) | bit_of(hand) | 1 << game.state.where[card.id]
            conceal(game, [card], seen)
        take(game, card)
        game.log("to hand", by, cards=(source, card), players=(hand,), seen=seen | game.state.known[card.id])
        put(game, card, HAND, hand)
        if hand != by:
            _note_gift(source, card, hand, by)
    return placed


def _tell_to_hand(source: Card, card: Card, hand: Who, by: Who) -> None:
    """Put a card into a hand from elsewhere than a base or minion."""
    game = source.game
    if game.hears_of("after_to_hand"):
        event = Event(card, hand, None, by=by, source=source, zone=card.zone)
        event.hand = hand
        triggers.announce(game, "after_to_hand", [event])


def _note_gift(source: Card, card: Card, hand: Who, by: Who) -> None:
    game = source.game
    game.state.known[card.id] |= bit_of(by)
    triggers.announce(game, "after_given", [Event(card, by, None, by=hand, source=source)])


async def place_in_box(source: Card, cards: list[Card], by: Who) -> list[Card]:
    """See `Card.place_in_box`. Nothing prevents it (L25)."""
    game = source.game
    await leave(game, [card for card in cards if card.in_play], TO_BOX, by=by, source=source)
    for card in cards:
        if card.zone != BOX:
            take(game, card)
            put(game, card, BOX, NOBODY)
        game.state.known[card.id] = game.everyone
    if cards:
        game.log("box", by, cards=(source, *cards))
    return cards


async def give_control(source: Card, minion: Card | None, to: Who | None, until: int, by: Who) -> bool:
    """See `Card.give_control`."""
    game = source.game
    if minion is None or to is None or (to is NOBODY and not minion.is_monster):
        return False  # a treasure has no owner to return to, and somebody always controls it (MT8, MT9)
    hit = await protection.affected(game, Act(CONTROL_OF, source, by), [minion])
    for card in hit:
        state = game.state
        if until == WHILE_IN_PLAY:
            state.effects = [e for e in state.effects if e.kind != CONTROL or e.target != card.id]
        elif card.controller != to:
            lasting.add_effect(game, CONTROL, card.id, player_to_json(card.controller), until, to, source)
        if card.controller != to:
            event = Event(card, to, card.base, by=by, source=source)
            event.former = card.controller
            state.controller[card.id] = to
            follow_holder(game, card)
            ability_index.invalidate_conditional(game)
            game.log("control", to, cards=(source, card))
            triggers.announce(game, "after_control", [event])
    return bool(hit)


async def transfer(source: Card, action: Card | None, to: Card | None) -> bool:
    """See `Card.transfer`."""
    game = source.game
    if action is None or to is None or not to.in_play or not (action.in_play or action.zone == ASIDE):
        return False
    if action.in_play and not await protection.affected(game, Act(TRANSFER, source, source.controller), [action]):
        return False
    if not await protection.affected(game, Act(ATTACH, action, action.controller), [to]):
        # N6: it may not affect its new host, so it is discarded.
        await leave(game, [action] if action.in_play else [], TO_DISCARD, by=source.controller, source=source)
        return False
    state = game.state
    origin = action.host
    if action.in_play:
        host = state.where[action.id]
        state.on[host].remove(action.id)
        if not state.on[host]:
            del state.on[host]
    state.zone[action.id] = PLAY
    state.on.setdefault(to.id, []).append(action.id)
    state.where[action.id] = to.id
    ability_index.invalidate(game)
    talents.renew(game, action)
    game.log("transfer", action.controller, cards=(action, to))
    event = Event(action, action.controller, to.base, by=source.controller, source=source, origin=origin, target=to)
    triggers.announce(game, "after_transferred", [event])
    return True


async def add_power(source: Card, cards: list[Card], amount: int, until: int, player: Who) -> list[Card]:
    """See `Card.add_power`."""
    game = source.game
    hit = await protection.affected(game, Act(CHANGE_POWER, source, player), cards)
    for card in hit:
        lasting.add_effect(game, POWER, card.id, amount, until, player, source)
    if hit and amount:
        game.log("power", player, cards=(source, *hit), number=amount)
    if amount > 0:
        _note_increase(source, hit)
    return hit


async def add_counters(
    source: Card,
    cards: list[Card],
    amount: int,
    by: Who,
    credit: Mapping[Card, Who] | None = None,
) -> list[Card]:
    """See `Card.add_counters`."""
    game = source.game
    who = {} if credit is None else credit
    able = [card for card in cards if card.is_minion or card.is_titan]
    hit = await protection.affected(game, Act(CHANGE_POWER, source, by), able)
    if hit and amount:
        for card in hit:
            change_counters(source, card, amount, who.get(card, by))
        game.log("counters", by, cards=(source, *hit), number=amount)
        _note_increase(source, hit)
    return hit


async def remove_counters(source: Card, cards: list[Card], amount: int, by: Who) -> int:
    """See `Card.remove_counters`."""
    game = source.game
    removed = 0
    for card in await protection.affected(game, Act(CHANGE_POWER, source, by), cards):
        gone = min(amount, card.counters)
        if gone:
            change_counters(source, card, -gone, by)
            game.log("counters off", by, cards=(source, card), number=gone)
        removed += gone
    return removed


async def transfer_counters(source: Card, giver: Card | None, to: Card | None, amount: int) -> int:
    """See `Card.transfer_counters`."""
    game = source.game
    by = source.controller
    moved = 0 if giver is None else min(amount, giver.counters)
    if giver is None or to is None or not moved:
        return 0
    hit = await protection.affected(game, Act(CHANGE_POWER, source, by), [giver, to])
    takers = [card for card in hit if card is not giver]
    if giver not in hit or not takers:
        return 0
    change_counters(source, giver, -moved, by, other=takers[0])
    change_counters(source, takers[0], moved, by, other=giver)
    game.log("counters moved", by, cards=(giver, takers[0]), number=moved)
    _note_increase(source, takers[:1])
    return moved


def change_counters(source: Card, card: Card, amount: int, by: Who, *, other: Card | None = None) -> None:
    """Change the number of counters on a card, for its listeners to hear; `other`: they were transferred."""
    game = source.game
    state = game.state
    before = state.counters[card.id]
    state.counters[card.id] = before + amount
    ability_index.invalidate_conditional(game)
    base = card.base
    if amount > 0 and other is None:
        at = -1 if base is None else base.id
        deed = Deed(COUNTED, by, card.id, at, source.id, card.entered, amount)
        state.deeds.append(deed)
    event = Event(card, card.controller, base, by=by, source=source, target=other, number=amount, before=before)
    triggers.announce(game, "after_counters", [event])


def _note_increase(source: Card, cards: list[Card]) -> None:
    """Record a direct increase: of minions already in play (as clarified for Alien Guru), not of copies (K13)."""
    resolving = source.resolving
    if resolving is not None:
        event = resolving.event
        copied = [card for card, _, _ in event.copied_at if card not in event.affected]
        event.increase([c for c in cards if c.is_minion and c.entered <= resolving.began and c not in copied])


async def cancel(source: Card, card: Card | None, until: int, player: Who) -> bool:
    """See `Card.cancel`."""
    game = source.game
    hit = [] if card is None else await protection.affected(game, Act(CANCEL, source, player), [card])
    for cancelled in hit:
        lasting.add_effect(game, CANCELLED, cancelled.id, 0, until, player, source)
        game.log("cancel", player, cards=(source, cancelled))
    return bool(hit)
