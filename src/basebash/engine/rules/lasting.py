"""Lasting effects: how they start, and when they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine.data.terms import (
    CHANGING,
    CONTROL,
    COPIED,
    PLAY,
    TURN_END,
    YOUR_NEXT_TURN_END,
    YOUR_TURN_END,
    YOUR_TURN_START,
    Who,
    player_from_json,
)
from basebash.engine.data.values import Effect
from basebash.engine.rules import ability_index
from basebash.engine.rules.zones import follow_holder

if TYPE_CHECKING:
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


def add_effect(
    game: Rules, kind: int, target: int, amount: int, until: int, player: Who, source: Card, *, value: int = 0
) -> None:
    """Add a lasting effect."""
    state = game.state
    state.serial += 1
    state.effects.append(Effect(kind, target, amount, until, player, source.id, state.turn, state.serial, value))
    if kind in CHANGING:
        ability_index.invalidate(game)
    else:
        ability_index.invalidate_conditional(game)


def end_effect(game: Rules, effect: Effect) -> None:
    """End an effect early."""
    expire(game, [effect])


def over_at_start(game: Rules, player: int) -> list[Effect]:
    """End effects that lasted until the start of this player's turn."""
    return [e for e in game.state.effects if e.until == YOUR_TURN_START and e.player == player]


def over_at_end(game: Rules, player: int) -> list[Effect]:
    """End effects that lasted until the end of this turn (T10)."""
    now = game.state.turn
    return [
        e
        for e in game.state.effects
        if e.until == TURN_END
        or (e.until == YOUR_TURN_END and e.player == player)
        or (e.until == YOUR_NEXT_TURN_END and e.player == player and e.turn < now)
    ]


def expire(game: Rules, over: list[Effect]) -> None:
    """End effects, all at once."""
    state = game.state
    # A copied ability ends as if its card had left play (Science Fiction Double Feature, Copycat).
    ended = [e.target for e in over if e.kind == COPIED]
    over += [e for e in state.effects if e.target in ended and e.source == e.target and e not in over]
    state.effects = [e for e in state.effects if e not in over]
    for effect in reversed(over):
        if effect.kind == CONTROL and state.zone[effect.target] == PLAY:
            state.controller[effect.target] = player_from_json(effect.amount)
            follow_holder(game, game.card(effect.target))
    if any(effect.kind in CHANGING for effect in over):
        ability_index.invalidate(game)
    else:
        ability_index.invalidate_conditional(game)


def end_copies(game: Rules, card: Card) -> None:
    """Remove the abilities that a card has copied (Hello, Dolly!)."""
    for effect in [e for e in game.state.effects if e.kind == COPIED and e.target == card.id]:
        end_effect(game, effect)
