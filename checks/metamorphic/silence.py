"""Silence: a card whose abilities are cancelled plays like one without abilities."""

from __future__ import annotations

from basebash import Game, State
from basebash.engine.data.terms import CANCELLED, COPIED, WHILE_IN_PLAY
from basebash.engine.data.values import Effect
from checks.metamorphic.blanks import blank, speaking_cards, with_printed
from checks.metamorphic.copies import Followed
from checks.metamorphic.lockstep import Explained
from checks.random_positions import Builder


class Silenced(Followed):
    """Plays two games as long as a card stays in play and has no more than what is printed on it."""

    def goes_on(self) -> bool:
        """Compares the games; whether there is a question to answer."""
        for state in (self.left.state, self.right.state):
            if self.card in state.on or any(e.kind == COPIED and e.target == self.card for e in state.effects):
                raise Explained("what a cancelled card is lent, or copies, is cancelled too (C12)")
        return super().goes_on()


def play_cancelled(seed: int) -> int:
    """A card has its abilities cancelled, or has none."""
    chance = State(2, f"silence {seed}")
    game = Builder(seed).build()
    cards = [i for i in speaking_cards(game.state) if i not in game.state.on]
    if not cards:
        return 0
    card = cards[chance.random(len(cards))]
    printed = game.state.printed[card]
    silent = game.state.copy()
    you = silent.controller[card]
    silent.effects.append(Effect(CANCELLED, card, 0, WHILE_IN_PLAY, you, card, silent.turn))
    bare = with_printed(game.state, card, blank(printed))
    games = Silenced(Game.from_position(game.setup, silent), Game.from_position(game.setup, bare), card)
    games.answers.append(f"{printed.name} is cancelled on the left")
    return games.play(chance)
