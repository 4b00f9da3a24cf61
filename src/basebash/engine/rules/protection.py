"""What an act really affects: protection, interception and replacement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from basebash.engine.data.terms import AFFECTS, CHANGE_POWER, PLAY, SPARED, Who
from basebash.engine.data.values import Act, Effect, Instead
from basebash.engine.rules import asking, limits, triggers
from basebash.engine.rules.ability_index import NOTHING, Listener

if TYPE_CHECKING:
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.ability import Ability
    from basebash.engine.vocabulary.card import Card


def is_safe(game: Rules, card: Card, act: Act) -> bool:
    """Whether a card in play is protected from this (C14: it may be chosen all the same)."""
    for ability, me, _ in game.listeners("cannot"):
        if ability.cannot(me, card, act):
            return True
    return is_affecting(game, act.how) and is_unaffected(game, card, act)


def is_affecting(game: Rules, how: str) -> bool:
    """Whether this counts as affecting a card in this game's edition (E12)."""
    return how in AFFECTS[game.edition]


def is_unaffected(game: Rules, card: Card, act: Act) -> bool:
    """Whether something makes the card unaffected by the act's source."""
    for ability, me, _ in game.listeners("unaffected"):
        if ability.unaffected(me, card, act):
            return True
    for effect in game.state.effects:
        # This is about the card as it was played then, not when it is played again.
        if (
            effect.kind == SPARED
            and effect.target == card.id
            and effect.amount == act.source.id
            and effect.value in (0, game.state.entered[act.source.id])
        ):
            return True
    return False


def counts_for(game: Rules, source: Card, card: Card) -> bool:
    """Whether a continuous ability of `source` applies to `card`: not if the card is unaffected by it.

    A protection that depends on power ignores, while that is being computed, what other players do to the card (C14
    with C7): what lifts it over the limit counts, although it is protected from then on.
    """
    if source is card or CHANGE_POWER not in AFFECTS[game.edition]:
        return True
    if game.judging:
        return not card.is_enemy(source)
    spares = bool(game.state.effects) and any([effect.kind == SPARED for effect in game.state.effects])
    if not spares and "unaffected" not in (game._index or game.index):
        return True
    game.judging = True
    counts = not is_unaffected(game, card, Act(CHANGE_POWER, source, source.controller))
    game.judging = False
    return counts


def effect_counts(game: Rules, effect: Effect, card: Card) -> bool:
    """Whether a lasting effect applies to its card."""
    return effect.player == card.controller or counts_for(game, game.card(effect.source), card)


async def affected(
    game: Rules,
    act: Act,
    cards: list[Card],
    credit: Mapping[Card, Who] | None = None,
    *,
    also: Sequence[Card] = (),
) -> list[Card]:
    """Return the cards that are really affected, without protected ones and with interceptors.

    `credit`: which player does it to which card, if it is not the same for all. `also`: what else the same effect does,
    such as moving them to another base.
    """
    done = {} if credit is None else {card: Act(act.how, act.source, by, act.to) for card, by in credit.items()}
    hit: list[Card] = []
    stepped_in = False
    source = act.source
    affecting = act.how in AFFECTS[game.edition]
    index = game._index or game.index
    interrupting = index.get("intercept", NOTHING) if affecting else NOTHING
    guarded = interrupting or "cannot" in index or (affecting and (game.state.effects or "unaffected" in index))
    zone = game.state.zone
    for card in cards:
        if zone[card.id] != PLAY:
            continue
        this = done.get(card, act)
        if guarded and is_safe(game, card, this):
            game.log("spared", source.controller, cards=(source, card))
            continue
        target = await _intercepted(game, this, card, hit, cards, interrupting) if interrupting else card
        if target is card or (target is not None and not is_safe(game, target, this)):
            hit.append(target)
        stepped_in |= target is not card
    if stepped_in:
        # What Hideout spares is spared wherever it is in the list.
        hit = [card for card in hit if card.in_play and not is_safe(game, card, done.get(card, act))]
    if len(hit) > 1 and act.how != CHANGE_POWER:
        hit = list(dict.fromkeys(hit))
    if affecting and act.direct and (game.resolving or game.using) and note_affected(game, source, hit):
        hit += await _joined(game, act, hit, also)
        if act.how != CHANGE_POWER:
            hit = list(dict.fromkeys(hit))
    return hit


async def _intercepted(
    game: Rules, act: Act, card: Card, hit: list[Card], cards: list[Card], interrupting: list[Listener]
) -> Card | None:
    """Return the card that is affected instead of this one, if another intercepts."""
    target: Card | None = card
    taken_by: Ability | None = None
    for ability, me, _ in interrupting:
        # Cease and Desist, Ensign: several -1 power, but not destroyed twice, unless safe from it; and an effect that
        # one Ensign took is not passed on to another.
        twice = act.how != CHANGE_POWER and (me in hit or me in cards) and not is_safe(game, me, act)
        if target is None or twice or ability is taken_by:
            continue
        if ability.would_intercept(me, target, act):
            other = await ability.intercept(me, target, act)
            if other is not target:
                target, taken_by = other, ability
    return target


def note_affected(game: Rules, source: Card, hit: list[Card]) -> bool:
    """Record what a card that is played or a talent affects directly; return whether it may then affect others (K1)."""
    for card, event in game.using:
        if card is source:
            event.affect(hit)
    resolving = source.resolving
    if resolving is None:
        return False
    resolving.event.affect(hit)
    return "joins" in (game._index or game.index) and source.is_standard


async def _joined(game: Rules, act: Act, hit: list[Card], also: Sequence[Card]) -> list[Card]:
    """Return further minions that a standard action affects in the same way, because of other cards (K1 to K16).

    Their players are asked from the current player clockwise, each for one effect of the action.
    """
    resolving = act.source.resolving
    assert resolving is not None
    joined: list[Card] = []
    direct = [card for card in hit if card.is_minion]
    listeners = game.listeners("joins") if direct else NOTHING
    asked = [(seat, listener) for seat in game.clockwise() for listener in listeners]
    for seat, listener in asked:
        ability, me, _ = listener
        if seat != (act.by if me.is_base else me.controller):
            continue
        if "joins" in ability.once and limits.is_spent(game, listener, seat):
            continue
        mark = (ability, me.entered)
        if mark in resolving.joined or not me.in_play or not ability.would_join(me, act, direct):
            continue
        card = await ability.joins(me, act, [*direct, *also])
        if card is not None and card not in also:  # the action affects it already (K5)
            if "joins" in ability.once:
                limits.spend(game, listener, seat)
            resolving.joined.append(mark)
            if is_safe(game, card, act):
                game.log("spared", act.source.controller, cards=(act.source, card))
            else:
                joined.append(card)
    resolving.event.copied_at += tuple([(card, card.base, card.controller) for card in joined])
    return joined


async def instead(game: Rules, hook: str, card: Card, about: Any) -> Instead | None:
    """Return the replacement that applies to a card; the current player chooses among several (P6, N24).

    It is not applied yet: the caller does that, once it has the replacements for all cards of the batch.
    """
    waiting = [listener for listener in game.listeners(hook) if listener[0].would_replace(listener[1], card)]
    while waiting:
        listener = waiting[0]
        if any(ability is not waiting[0][0] for ability, _, _ in waiting):
            sources = [me for _, me, _ in waiting]
            prompt = f"Which comes first for {card.name}?"
            picked = await asking.choose(game, game.state.turn_player, sources, prompt, kind="order")
            listener = waiting[sources.index(picked)] if picked is not None else listener
        waiting.remove(listener)
        ability, me, _ = listener
        game.replacing = True
        triggers.start_acting(game, me, me.controller)
        found: Instead | None = await getattr(ability, hook)(me, card, about)
        triggers.stop_acting(game)
        game.replacing = False
        if found is not None:
            return found
    return None
