"""Games that a worker looks back at: it keeps the last few, each with a copy every few answers."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

import msgspec

from basebash import Answer, Game
from basebash.server import messages
from basebash.server.games.seated_game import begin, origin_of

_EVERY = 20
_GAMES = 8  # that a worker keeps


class Steps:
    """A game with a copy every few answers."""

    def __init__(self, origin: dict[str, Any]) -> None:
        self.origin = origin
        self.game = begin(origin).game
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


def text_of(game: Game, answers: int | None = None) -> str:
    """A game, as far as so many answers, as a worker is told of it (`steps_of`)."""
    return messages.encode((origin_of(game), game.history[:answers])).decode()


def read(text: str) -> tuple[dict[str, Any], list[Answer]]:
    """What a game began from, and its answers."""
    return msgspec.json.decode(text, type=tuple[dict[str, Any], list[Answer]])


def steps_of(table: str, origin: dict[str, Any], given: list[Answer]) -> Steps:
    """A game that is being looked at; call it with the lock, as the workers of tests are threads."""
    steps = _games.get(table)
    # The names in it change when somebody deletes their data.
    if steps is None or steps.origin != origin or not steps.follow(given):
        steps = _games[table] = Steps(origin)
        steps.follow(given)
        while len(_games) > _GAMES:
            _games.popitem(last=False)
    _games.move_to_end(table)
    return steps
