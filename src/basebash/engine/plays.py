"""Playing cards: what happens when a card is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine import decks, rights, zones
from basebash.engine.events import Event, Resolving
from basebash.engine.printed import CARDS
from basebash.engine.terms import (
    ACTION,
    ASIDE,
    ATTACH,
    DECK,
    DISCARD,
    HAND,
    KIND_NAMES,
    MINION,
    PLAY_CARDS,
    PLAYED,
    START_TURN,
)
from basebash.engine.values import Act, Allowance, Deed

if TYPE_CHECKING:
    from basebash.engine.card import Card
    from basebash.engine.question import PlayItem
    from basebash.engine.rules import Rules


def _use_opener(game: Rules, player: int, card: Card, target: Card) -> None:
    """A card is played from the discard pile instead of the hand: what lets it marks that it did."""
    if card.printed.from_discard and card.printed.may_play_from_discard(card, player):
        return
    for opener, me, _ in game.listeners("opens_discard"):
        if opener.opens_discard(me, player, card, target):
            opener.discard_opened(me)
            return


def _attach(game: Rules, card: Card, host: Card, event: Event) -> None:
    """An action comes into play on a base or minion."""
    printed = card.printed
    increased = [host] if host.is_minion and printed.would_increase(card, host) else []
    zones.put_into_play(game, card, host, event.player)
    event.target = host
    event.base = host.base
    if printed.increases_power and host.is_base:
        increased = [minion for minion in host.minions if printed.power_bonus(card, minion) > 0]
    event.increase(increased)


async def play(
    game: Rules,
    player: int,
    card: Card,
    target: Card | None,
    right: Allowance | None,
    *,
    special_base: Card | None = None,
    as_special: bool = False,
    kept: bool = False,
    goes_to: int = -1,
) -> bool:
    """A player plays a card: it enters play or resolves, sets off what hears of it, and is discarded if standard.

    `special_base` is the base that scores while the card is played as a Special from hand. Gives back whether the
    card resolved (False if it could not be attached).
    """
    state = game.state
    printed = card.printed
    zone = card.zone
    if zone == DISCARD and target is not None and right is not None and right.card < 0:
        _use_opener(game, player, card, target)
    zones.take(game, card)
    state.known[card.id] = game.everyone
    state.controller[card.id] = player
    base = None if target is None else target.base
    event = Event(card, player, base, target=target, zone=zone)
    as_special = as_special or special_base is not None
    resolving = Resolving(card, player, event, as_special=as_special, right=right, kept=kept)
    resolving.goes_to = goes_to
    at = -1 if base is None else base.id
    regular = right is not None and right.free
    kind = MINION if target is not None and printed.kind & MINION else ACTION
    deed = Deed(PLAYED, player, card.id, at, phase=state.phase, zone=zone, value=kind, regular=regular, whose=player)
    state.deeds.append(deed)
    rights.spend(game, right)
    game.log("play", player, cards=(card,) if target is None else (card, target), zone=zone)
    game.open_frame()
    game.resolving.append(resolving)
    resolves = True
    if kind == MINION:
        assert target is not None
        zones.put_into_play(game, card, target, player)
        heard = game.triggers_of("after_minion_played", [event])
    else:
        if target is not None:
            hosts = await game.affected(Act(ATTACH, card, player), [target])
            resolves = bool(hosts) and hosts[0].in_play
            if resolves:
                _attach(game, card, hosts[0], event)
        heard = game.triggers_of("after_action_played", [event])
    if card.owner != player and zone in (HAND, DECK, ASIDE):
        heard += game.triggers_of("after_not_owned", [event])
    if special_base is not None:
        await printed.on_special(card, special_base)
    elif resolves:
        for ability, _, _ in game.abilities_of(card):
            if "on_play" in ability.hooks:
                await ability.on_play(card)
    if card.zone == ASIDE and not kept:
        game.frames[-1].spent.append(resolving)
    game.resolving.remove(resolving)
    game.set_off(heard)
    if right is not None and right.source >= 0:
        await _follow_up(game, right, card)
    await game.close_frame()
    return resolves


async def _follow_up(game: Rules, right: Allowance, card: Card) -> None:
    """What the card that gave a right still does, now that it was used."""
    source = game.card(right.source)
    if right.rule >= 0:
        await CARDS[right.rule].extra_played(source, card)
    if right.offer:
        await rights.offering(game, right, source).offer_used(source, card)


async def use(game: Rules, player: int, item: PlayItem) -> Card:
    """Uses what an option of Play Cards says: its price is a right it takes the place of, or a regular play."""
    _, card_id, giver, right = item
    card = game.card(card_id)
    abilities = game.abilities_of(card) if card.in_play else [(card.printed, card, card.id)]
    for ability, me, source in abilities:
        if "use" in ability.hooks and source == (giver if giver >= 0 else card_id):
            if right is not None:
                rights.spend(game, right)
            for regular in rights.regular_plays(game, ability.price) or []:
                game.state.plays.remove(regular)
            game.log("use", player, cards=(card,))
            await game.run(ability.use(me, player))
            break
    return card


async def play_item(game: Rules, player: int, item: PlayItem) -> Card:
    """Plays (or uses) what an option of Play Cards says."""
    what, card_id, target_id, right = item
    if what == "use":
        return await use(game, player, item)
    card = game.card(card_id)
    base = game.card(game.state.scoring) if what == "special" else None
    await play(game, player, card, None if target_id < 0 else game.card(target_id), right, special_base=base)
    return card


def _may_keep(game: Rules) -> bool:
    """Whether an extra card may be kept for later: in Play Cards; by the 2013 book also from the start of the turn."""
    phase = game.state.phase
    return phase == PLAY_CARDS or (phase == START_TURN and game.edition == 2013)


async def play_extra(
    source: Card, right: Allowance, player: int, *, now: bool = False, must: bool = False
) -> Card | None:
    """An extra card: it may be played at once, and is kept for later in Play Cards where the rules allow it (E7)."""
    game = source.game
    state = game.state
    as_special = any(r.as_special for r in game.resolving)
    keeps = not now and not as_special and state.turn_player == player and _may_keep(game)
    if keeps:
        state.plays.append(right)
    items = rights.options(game, player, [right])
    what = KIND_NAMES[right.kind]
    prompt = f"Play an extra {what}{' now' if keeps else ''}?"
    secret = bool(state.hands[player])
    item = await game.ask_item(player, "play", prompt, items, source, may=not must, saves=keeps, secret=secret)
    if item is None:
        return None
    return await play_item(game, player, item)


async def play_now(
    source: Card,
    card: Card | None,
    at: list[Card] | None,
    player: int,
    *,
    may: bool,
    as_special: bool,
    kept: bool = False,
    goes_to: int = -1,
) -> bool:
    """See `Card.play_card`."""
    game = source.game
    if card is None:
        return False
    items = rights.ways_to_play(source, card, at, player)
    if not items:
        if card.zone == ASIDE:
            decks.discard(game, [card], player)
        return False
    prompt = f"Play {card.name}{'?' if may else ' where?'}"
    item = await game.ask_item(player, "play", prompt, items, source, may=may)
    if item is None:
        return False
    target = None if item[2] < 0 else game.card(item[2])
    base = game.card(game.state.scoring) if item[0] == "special" else None
    await play(game, player, card, target, None, as_special=as_special, special_base=base, kept=kept, goes_to=goes_to)
    return True


async def play_one(
    source: Card, cards: list[Card], at: list[Card] | None, player: int, *, may: bool, secret: bool = False
) -> Card | None:
    """See `Card.play_one`."""
    game = source.game
    items = [item for card in cards for item in rights.ways_to_play(source, card, at, player)]
    item = await game.ask_item(player, "play", "Play which card?", items, source, may=may, secret=secret)
    if item is None:
        return None
    card = game.card(item[1])
    target = None if item[2] < 0 else game.card(item[2])
    base = game.card(game.state.scoring) if item[0] == "special" else None
    await play(game, player, card, target, None, special_base=base)
    return card


async def play_off_top(source: Card, at: Card | None, player: int) -> Card | None:
    """See `Card.play_off_top`."""
    game = source.game
    found, rest = decks.reveal_until(game, player, lambda card: card.is_minion, 1)
    played: Card | None = None
    if found:
        card = found[0]
        if await play_now(source, card, None if at is None else [at], player, may=False, as_special=False):
            played = card
    for card in rest:
        zones.put(game, card, DECK, zones.deck_for(card))
    if rest:
        zones.shuffle_deck(game, player)
    return played
