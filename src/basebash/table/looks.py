"""Games that a worker looks back at: it keeps the last few, each with a copy every few answers."""

from __future__ import annotations

import threading
from collections import OrderedDict

from basebash import Answer, Game, Setup
from basebash.table.play import Play

_EVERY = 20
_GAMES = 8  # that a worker keeps


class Steps:
    """A game with a copy every few answers."""

    def __init__(self, setup: Setup) -> None:
        self.game = Play(setup).game
        self._answers: list[Answer] = []
        self._copies = [self.game.clone()]

    def follow(self, answers: list[Answer]) -> bool:
        """Goes on to the last of these answers; False if the game has gone another way since (after an undo)."""
        if answers[: len(self._answers)] != self._answers:
            return False
        for answer in answers[len(self._answers) :]:
            self.game.answer(answer)
            self._answers.append(answer)
            if len(self._answers) % _EVERY == 0:
                self._copies.append(self.game.clone())
        return True

    def at(self, step: int) -> Game:
        """A copy of the game after so many answers."""
        game = self._copies[step // _EVERY].clone()
        for answer in self._answers[step - step % _EVERY : step]:
            game.answer(answer)
        return game


_games: OrderedDict[str, Steps] = OrderedDict()
LOCK = threading.RLock()


def steps_of(table: str, setup: Setup, given: list[Answer]) -> Steps:
    """A game that is being looked at; call it with the lock, as the workers of tests are threads."""
    steps = _games.get(table)
    if steps is None or not steps.follow(given):
        steps = _games[table] = Steps(setup)
        steps.follow(given)
        while len(_games) > _GAMES:
            _games.popitem(last=False)
    _games.move_to_end(table)
    return steps
