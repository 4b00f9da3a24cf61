"""Coin flips: the coin shows a result, the player who flipped it may change that, and then it is final (FL3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine.data.events import Event, Trigger
from basebash.engine.data.terms import FLIPPED, NOBODY, Who
from basebash.engine.data.values import Deed
from basebash.engine.rules import limits, plays, triggers

if TYPE_CHECKING:
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card


class Flip:
    """A coin that a player has just flipped; its result is not final yet."""

    __slots__ = ("heads", "player", "source")

    def __init__(self, source: Card, player: Who, *, heads: bool) -> None:
        self.source = source
        self.player = player
        self.heads = heads

    @property
    def name(self) -> str:
        """What it shows."""
        return "heads" if self.heads else "tails"

    def turn(self) -> None:
        """Change heads to tails, or the reverse; that is not a new flip (FL5)."""
        self.heads = not self.heads
        self.source.game.log("turn coin", self.player, text=self.name)


async def flip(source: Card, player: Who) -> bool:
    """See `Card.flip`."""
    game = source.game
    coin = Flip(source, player, heads=_toss(game))
    game.log("flip", player, cards=(source,), text=coin.name)
    while await _turn(game, coin):
        pass
    base = source.base
    heads = int(coin.heads)
    deed = Deed(FLIPPED, player, source.id, -1 if base is None else base.id, phase=game.state.phase, value=heads)
    game.state.deeds.append(deed)
    triggers.announce(game, "after_flip", [Event(source, player, base, source=source, number=heads)])
    return coin.heads


def _toss(game: Rules) -> bool:
    """Flip a coin: as the position says, or by the game's own randomness (FL1)."""
    rare = game.state.rare_zones
    if rare is not None and rare.coins:
        return bool(rare.coins.pop(0))
    return game.state.random(2) == 1


async def _turn(game: Rules, coin: Flip) -> bool:
    """Whether the player who flipped has used or played something to change the result (FL4, FL6)."""
    if coin.player is NOBODY or not game.hears_of("when_flipped"):
        return False
    in_play = [
        Trigger(ability, me, "when_flipped", coin, giver)
        for ability, me, giver in limits.unspent(game, "when_flipped", coin.player)
        if me.controller == coin.player and ability.may_turn(me, coin)
    ]
    prompt = f"The coin shows {coin.name}. Change that?"
    return await plays.offer_answer(game, coin.player, "when_flipped", coin, game.hand(coin.player), in_play, prompt)
