"""Playing cards: what happens when a card is played."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

from basebash.engine.data.events import Event, Resolving, Trigger
from basebash.engine.data.terms import (
    ACTION,
    AFFECTED,
    ASIDE,
    ATTACH,
    CANCELLED,
    CHANGE_POWER,
    DECK,
    DISCARD,
    FUSION,
    HAND,
    INCREASED,
    MINION,
    MONSTERS,
    NOBODY,
    PLAY,
    PLAYED,
    STASIS,
    SUPPLY,
    TURN_END,
    Who,
)
from basebash.engine.data.values import Act, Allowance, Deed
from basebash.engine.log import tell_idle
from basebash.engine.rules import (
    asking,
    departures,
    lasting,
    limits,
    play_options,
    prohibitions,
    protection,
    rights,
    triggers,
    zones,
)
from basebash.engine.vocabulary.printed import CARDS, Fusion

if TYPE_CHECKING:
    from basebash.engine.question import Answer, PlayItem, Question
    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.ability import Ability
    from basebash.engine.vocabulary.card import Card

# How many cards may be resolving for an extra card to be offered. By the order of the older books (E6) extra cards that
# call each other nest without end (Collector, The Homeworld); one that may be kept for later is played in Play Cards.
DEEPEST: Final = 100


def _use_opener(game: Rules, player: Who, card: Card, target: Card | None, right: Allowance | None) -> int:
    """Play a card from the discard pile instead of the hand, and mark the ability that allows it as used.

    Return where the card goes instead of a hand or the discard pile, if that ability says so.
    """
    if player is NOBODY:
        return -1
    if card.printed.from_discard and card.printed.may_play_from_discard(card, player):
        return -1
    for listener in limits.unspent(game, "opens_discard", player):
        opener, me, _ = listener
        if opener.opens_discard(me, player, card, target, right):
            if "opens_discard" in opener.once:
                limits.spend(game, listener, player)
            return opener.discard_opened(me)
    return -1


async def play(
    game: Rules,
    player: Who,
    card: Card,
    target: Card | None,
    right: Allowance | None,
    *,
    special: bool = False,
    special_base: Card | None = None,
    copying: bool = False,
    kept: bool = False,
    goes_to: int = -1,
    off_top: bool = False,
    silent: bool = False,
    answers: tuple[str, Any] | None = None,
    came_from: int = -1,
) -> bool:
    """Play a card: it enters play or resolves, triggers listeners, and is discarded if standard.

    This is the only way in which cards are played. Nobody plays the monsters that come with a base (MT17). `special`:
    something lets it be played as a Special; `special_base`: the base that scores while the card is played as a Special
    from hand; `copying`: it is played in response and copies another card; `answers`: the hook, and its argument, that
    it responds to; `came_from`: the former zone of a card that is swapped in and whose toll is paid; `silent`: it has
    no abilities until the turn ends. Return False if another card was played in its place, or it was countered: see
    `Attempt`.
    """
    state, i = game.state, card.id
    zone = state.zone[i] if came_from < 0 else came_from
    # A response from a hand to a past event is announced where it is asked for (`triggers`).
    is_answer = answers is not None and (zone != HAND or not answers[0].startswith("after_"))
    is_special = special or special_base is not None or is_answer or _uses_special(card, player, right)
    is_special = is_special and not copying  # that it is a Special is announced where it responds
    rights.spend(game, player, right, card)
    base = prohibitions.base_of(target)
    if (
        base is not None
        and came_from < 0
        and ("instead_of_played" in game.from_hand or "asks_toll" in (game._index or game.index))
        and not await _is_paid(game, player, card, base)
    ):
        return False
    if zone == DISCARD and right is not None and right.card < 0:
        goes_to = max(goes_to, _use_opener(game, player, card, target, right))
    event = Event(card, player, base)
    # What a search found for a swap is not from the top.
    event.target, event.zone, event.off_top = target, zone, off_top or state.zone[i] == DECK
    as_special = copying or special or special_base is not None or answers is not None
    resolving = Resolving(card, player, event, as_special, right, kept)
    resolving.otherwise = goes_to
    is_minion = target is not None and card.kind & MINION > 0  # with a target, a card that can be a minion is one
    triggers.open_frame(game)
    deed = _lift(game, resolving, MINION if is_minion else ACTION)
    game.resolving.append(resolving)
    if target is not None and is_minion:
        zones.put_into_play(game, card, target, state.controller[i])
    elif target is not None:
        await _attach(game, resolving, target)
    _note_arrival(game, deed, card)
    triggers.watch_powers(game)
    heard = _heard_of_play(game, event, is_minion=is_minion, is_special=is_special)
    if silent or (right is not None and right.silent):
        lasting.add_effect(game, CANCELLED, card.id, 0, TURN_END, player, card)
    if player is not NOBODY and game.hears_of("when_played"):
        await _let_respond(game, resolving)
    watch = game.watch() if event.target is None and not resolving.countered else None
    ability = _resolution(game, resolving, special_base, answers)
    if ability is not None:
        # A player who took control of it while it was played has its ability.
        triggers.start_acting(game, card, state.controller[i])
        await ability
        triggers.stop_acting(game)
    tell_idle(game, watch, player, card)
    if heard:
        event.power = card.power
        triggers.set_off(game, heard)
    if state.zone[i] == ASIDE and (not kept or resolving.countered):
        game.frames[-1].spent += (resolving,)
    game.resolving.remove(resolving)
    _remember_targets(game, event, is_minion=is_minion)
    if right is not None and right.source >= 0 and player is not NOBODY:
        await _follow_up(game, player, right, card)
    frame = triggers.end_frame(game)
    if frame is not None:
        await triggers.settle(game, frame)
    return not resolving.countered


def _remember_targets(game: Rules, event: Event, *, is_minion: bool) -> None:
    """Record in the turn's deeds what an action has directly affected, and whose power it has increased."""
    if is_minion or not (event.affected_at or event.increased_at):
        return
    for what, targets in ((AFFECTED, event.affected_at), (INCREASED, event.increased_at)):
        for card, base, whose in targets:
            at = -1 if base is None or not base.in_play else base.id
            deed = Deed(what, event.player, card.id, at, event.card.id, card.entered, 0, whose)
            game.state.deeds.append(deed)


def _uses_special(card: Card, player: Who, right: Allowance | None) -> bool:
    """Whether the card's own Special lets it be played: in place of an action, or from the discard pile."""
    if right is None or player is NOBODY:
        return False
    if not right.kind & card.kind:
        return True
    printed = card.printed
    if not printed.from_discard or card.zone != DISCARD:
        return False
    return right.card == card.id or printed.may_play_from_discard(card, player)


def _lift(game: Rules, play: Resolving, kind: int) -> Deed:
    """Take the card and show it, and record in the turn's deeds that it was played as a card of this kind.

    Playing a monster gives no control of it, and is not an extra play (MT22, MT23).
    """
    state = game.state
    card, player, event = play.card, play.player, play.event
    zones.take(game, card)
    state.serial += 1
    state.entered[card.id] = state.serial  # each play is a new stay
    state.known[card.id] = game.everyone
    is_monster = card.printed.seat == MONSTERS
    whose = state.controller[card.id] = NOBODY if is_monster else player
    at = -1 if event.base is None else event.base.id
    regular = is_monster or (play.right is not None and play.right.free)
    zone = event.zone
    deed = Deed(PLAYED, player, card.id, at, -1, 0, kind, whose, 0, state.phase, zone, regular)
    if player is not NOBODY:
        state.deeds.append(deed)
    if is_monster:
        game.log("monster", player, cards=(card,), base=event.base)
    elif game.is_logging:
        game.log("play", player, cards=(card,) if event.target is None else (card, event.target), zone=zone)
    return deed


def _note_arrival(game: Rules, deed: Deed, card: Card) -> None:
    """Record which stay in play has begun, and the power of a minion that anything hears of (Rainboroc)."""
    deed.arrival = card.entered
    if deed.value == MINION and "after_minion_played" in (game._index or game.index):
        deed.other = card.power


async def _attach(game: Rules, play: Resolving, target: Card) -> None:
    """Put an action into play on a base or minion, if it may affect that."""
    card, event = play.card, play.event
    printed = card.printed
    for host in (await protection.affected(game, Act(ATTACH, card, play.player), [target]))[:1]:
        if host.in_play:
            increased = [host] if host.is_minion and printed.would_increase(card, host) else []
            zones.put_into_play(game, card, host, play.player)
            event.target = host
            event.base = host.base
            if host.is_base:
                increased = _change_those_there(game, card, host, event)
            event.increase(increased)


def _change_those_there(game: Rules, card: Card, base: Card, event: Event) -> list[Card]:
    """Record the minions at a base whose power, real or counted, an action on it changes by being there (A1).

    Return those whose power it increases.
    """
    increased: list[Card] = []
    abilities = [ability for ability, _, _ in game.abilities_of(card)]
    for minion in base.minions:
        bonus = sum(ability.power_bonus(card, minion) for ability in abilities)
        counts = any(ability.counted_power_of(card, minion) is not None for ability in abilities)
        if (bonus or counts) and protection.counts_for(game, card, minion):
            increased += [minion] if bonus > 0 else []
            if protection.is_affecting(game, CHANGE_POWER):
                event.affect([minion])
    return increased


def _heard_of_play(game: Rules, event: Event, *, is_minion: bool, is_special: bool) -> list[Trigger]:
    """Return the listeners of a card that has been played."""
    card, player = event.card, event.player
    heard = triggers.triggers_of(game, "after_monster_played", [event]) if card.printed.seat == MONSTERS else []
    if player is NOBODY:
        return heard
    heard += triggers.triggers_of(game, "after_minion_played" if is_minion else "after_action_played", [event])
    if card.kind == FUSION and not is_minion:
        heard += triggers.triggers_of(game, "after_fusion_used", [event])
    if "after_not_owned" in game.moments and card.owner != player and event.zone in (HAND, DECK, ASIDE, SUPPLY):
        heard += triggers.triggers_of(game, "after_not_owned", [event])
    if is_special and game.hears_of("after_special_used"):
        heard += triggers.triggers_of(game, "after_special_used", [event])
    return heard


def _resolution(
    game: Rules, play: Resolving, special_base: Card | None, answers: tuple[str, Any] | None
) -> Coroutine[Question, Answer, Any] | None:
    """Return what a card does as it is played, to be awaited; if it was countered, it is discarded instead."""
    card, printed = play.card, play.card.printed
    if play.countered:
        play.goes_to = play.otherwise = -1
        play.event.spare()
        return departures.leave(game, [card] if card.in_play else [], zones.TO_DISCARD, by=play.player, source=None)
    if play.event.target is None and isinstance(printed, Fusion):
        return printed.as_action(card)
    if special_base is not None:
        return printed.on_special(card, special_base)
    if answers is not None:
        happening: Coroutine[Question, Answer, None] = getattr(printed, answers[0])(card, answers[1])
        return happening
    if play.event.target is not None and not card.in_play:
        return None
    abilities = game.abilities_of(card)
    if len(abilities) > 1 or play.buried_at is not None or play.event.zone == STASIS:
        return _run_abilities(play, abilities)
    return abilities[0][0].on_play(card) if abilities and "on_play" in abilities[0][0].hooks else None


async def _run_abilities(play: Resolving, abilities: list[Listener]) -> None:
    """Resolve the abilities of a card one after the other."""
    for ability, _, _ in abilities:
        await _run_ability(ability, play)


async def _is_paid(game: Rules, player: Who, card: Card, base: Card) -> bool:
    """Whether a card is played after all: no other card replaces it, and the toll there was paid."""
    if card.is_minion and await _is_replaced(game, player, card, base):
        return False
    await pay_tolls(game, player, card, base)
    return True


async def pay_tolls(game: Rules, player: Who, card: Card, base: Card) -> None:
    """Make the player pay what it costs to play the card there."""
    for ability, me, _ in game.listeners("asks_toll"):
        if ability.asks_toll(me, player, card, base):
            await triggers.run(game, _pay_toll(me, player, card))


async def _pay_toll(taker: Card, player: Who, card: Card) -> None:
    """Make the player discard another card than the one about to be played, for the ability that demands it."""
    hand = [other for other in taker.game.hand(player) if other is not card]
    toll = await taker.choose(hand, f"Discard which card to play {card.name}?", player=player)
    await taker.discard(toll, player=player)


async def _is_replaced(game: Rules, player: Who, card: Card, base: Card) -> bool:
    """Whether the player plays another minion from hand in place of this one, which then was never played."""
    hook = "instead_of_played"
    if hook not in game.from_hand or player is NOBODY or prohibitions.are_specials_forbidden(game, player):
        return False
    able = [
        other
        for other in game.hand(player)
        if other is not card
        and speaks_from_hand(other, hook)
        and play_options.ways_to_play(other, other, [base], player)
    ]
    prompt = f"Play another minion in place of {card.name}?"
    answer = await asking.ask(game, player, "special", prompt, able, low=0, high=1, source=card, secret=True)
    for other in [able[i] for i in answer]:
        triggers.open_frame(game)
        zones.take(game, card)
        game.state.known[card.id] = game.everyone
        game.log("reveal", player, cards=(card,), players=(player,))
        await other.printed.instead_of_played(other, card, base)
        await triggers.close_frame(game)
        await triggers.special_used(game, other.printed, other, player)
    return bool(answer)


async def _let_respond(game: Rules, play: Resolving) -> None:
    """Let abilities interrupt a card before it resolves: cards in play, then hands, until all pass."""
    event = play.event
    for ability, me, _ in list(game.listeners("when_played")):
        if me is not play.card and ability.hears(me, event):
            await ability.when_played(me, play)
    if "when_played" not in game.from_hand:
        return
    passes = 0
    seat = game.state.turn_player
    while passes < game.players and not play.countered:
        able = [c for c in game.hand(seat) if speaks_from_hand(c, "when_played") and c.printed.hears(c, event)]
        prompt = f"Answer {play.card.name} with a card from your hand?"
        passes = 0 if await offer_answer(game, seat, "when_played", play, able, [], prompt) else passes + 1
        seat = (seat + 1) % game.players


def speaks_from_hand(card: Card, hook: str) -> bool:
    """Whether a card in hand has this hook."""
    return HAND in card.printed.listens_from.get(hook, ())


async def offer_answer(
    game: Rules, player: int, hook: str, about: Any, cards: list[Card], in_play: list[Trigger], prompt: str
) -> bool:
    """Let a player use one of the abilities in play, or play one of the cards in hand with `hook` as its ability."""
    hand = [card for card in cards if speaks_from_hand(card, hook)]
    ways = [way for card in hand for way in play_options.ways_to_play(card, card, None, player)]
    items: list[Any] = [*in_play, *(("special", card, target, None) for _, card, target, _ in ways)]
    if prohibitions.are_specials_forbidden(game, player):
        items = in_play
    answer = await asking.ask(game, player, "special", prompt, items, low=0, high=1, secret=hook in game.from_hand)
    for picked in [items[i] for i in answer]:
        if isinstance(picked, Trigger):
            await triggers.happen(game, picked)
        else:
            target = None if picked[2] < 0 else game.card(picked[2])
            await play(game, player, game.card(picked[1]), target, None, answers=(hook, about))
    return bool(answer)


async def _run_ability(ability: Ability, play: Resolving) -> None:
    """Resolve a card as it is played: when uncovered, from stasis, or normally (G40, Z21)."""
    game, card = play.card.game, play.card
    uncovered = play.buried_at is not None and "on_uncovered" in ability.hooks
    thawed = play.event.zone == STASIS and "from_stasis" in ability.hooks
    if (uncovered or thawed) and prohibitions.is_special_forbidden(game, card):
        return
    if play.buried_at is not None and uncovered:
        await ability.on_uncovered(card, play.buried_at)
        await triggers.special_used(game, ability, card, play.player)
    elif thawed:
        await ability.from_stasis(card)
        await triggers.special_used(game, ability, card, play.player)
        if card.zone not in (PLAY, ASIDE):
            lasting.end_copies(game, card)
    elif isinstance(ability, Fusion) and not card.is_fusion:
        await ability.as_action(card)  # its Action ability is copied (F11)
    elif "on_play" in ability.hooks:
        await ability.on_play(card)


async def _follow_up(game: Rules, player: int, right: Allowance, card: Card) -> None:
    """Let the card that gave a player a right do the rest of its ability, now that the right was used."""
    source = game.card(right.source)
    if right.rule >= 0:
        await CARDS[right.rule].extra_played(source, player, card)
    if right.offer:
        ability, me, _ = rights.offering(game, right)
        await ability.offer_used(me, player, card)


async def use(game: Rules, player: int, item: PlayItem) -> Card:
    """Use an option of Play Cards: its price is a right that it replaces, or a regular play."""
    _, card_id, giver, right = item
    card = game.card(card_id)
    abilities = game.abilities_of(card) if card.in_play else [(card.printed, card, card.id)]
    for ability, me, source in abilities:
        if "use" in ability.hooks and source == (giver if giver >= 0 else card_id):
            if right is not None:
                rights.spend(game, player, right, card)
            else:
                limits.spend(game, (ability, me, source), player, "use")
            for regular in rights.regular_plays(game, ability.price) or []:
                game.state.plays.remove(regular)
            game.log("use", player, cards=(card,))
            await triggers.run_for(game, me, player, ability.use(me, player))
            if not card.in_play and not card.is_titan and not card.is_base:
                # On your turn, from a hand, a discard pile or stasis.
                await triggers.special_used(game, ability, card, player)
            break
    return card


def play_way(
    game: Rules, player: int, item: PlayItem, *, silent: bool = False, special: bool = False
) -> Coroutine[Question, Answer, bool]:
    """Play a card in the way that an option says: see `play`."""
    what, card_id, target_id, right = item
    target = None if target_id < 0 else game.card(target_id)
    base = game.card(game.state.scoring) if what == "special" else None
    return play(game, player, game.card(card_id), target, right, special=special, special_base=base, silent=silent)
