"""Which of several abilities sets the starting breakpoint of a base, if they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine.data.terms import PREVAILS, WHILE_IN_PLAY
from basebash.engine.rules import asking, lasting, power

if TYPE_CHECKING:
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


async def settle_breakpoint(game: Rules, base: Card, *, again: bool = False) -> None:
    """If abilities set a base's starting breakpoint to different values, let the current player choose one.

    The earlier choice stays as long as possible, unless `again` asks for a new one.
    """
    resets = power.breakpoint_resets(game, base)
    if len({part.amount for part in resets}) < 2:
        return
    sources = [game.card(source) for source in dict.fromkeys(part.source for part in resets)]
    chosen = [e.amount for e in game.state.effects if e.kind == PREVAILS and e.target == base.id]
    if again or not any(source.id in chosen[-1:] for source in sources):
        prompt = f"Which sets the breakpoint of {base.name}?"
        picked = await asking.choose(game, game.state.turn_player, sources, prompt, kind="order")
        if picked is not None:
            lasting.add_effect(game, PREVAILS, base.id, picked.id, WHILE_IN_PLAY, game.state.turn_player, picked)


async def settle_breakpoints(game: Rules) -> None:
    """Settle breakpoints again: abilities may have changed their values by themselves."""
    for base in game.bases:
        await settle_breakpoint(game, base)
