"""Past positions of games, in a worker: it caches the games that are being looked at, each with regular snapshots."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

import msgspec

from basebash import Answer, Game, Setup, State
from basebash.engine.vocabulary.printed import BY_KEY
from basebash.server import messages
from basebash.server.games.seated_game import SeatedGame

_SNAPSHOT_EVERY = 20  # answers
_CACHED_GAMES = 8


def origin_of(game: Game) -> dict[str, Any]:
    """Return what a game started from, as JSON data: its set-up, and the position if that was not the beginning."""
    return {**game.setup.to_json(), "start": None if game.start is None else game.start.to_json()}


class ReplayedGame:
    """A game with a snapshot every few answers."""

    def __init__(self, origin: dict[str, Any]) -> None:
        self.origin = origin
        setup = Setup.from_json(origin)
        start = origin.get("start")
        self.game = SeatedGame(setup, None if start is None else State.from_json(start, BY_KEY)).game
        self._answers: list[Answer] = []
        self._snapshots = [self.game.clone()]

    def follow(self, answers: list[Answer]) -> bool:
        """Play on to the last of these answers; False if an undo has led the game another way since."""
        if answers[: len(self._answers)] != self._answers:
            return False
        for answer in answers[len(self._answers) :]:
            self.game.answer(answer)
            self._answers.append(answer)
            if len(self._answers) % _SNAPSHOT_EVERY == 0:
                self._snapshots.append(self.game.clone())
        return True

    def at(self, step: int) -> Game:
        """Return a clone of the game after `step` answers."""
        game = self._snapshots[step // _SNAPSHOT_EVERY].clone()
        for answer in self._answers[step - step % _SNAPSHOT_EVERY : step]:
            game.answer(answer)
        return game


_games: OrderedDict[str, ReplayedGame] = OrderedDict()
LOCK = threading.RLock()


def encode_game(game: Game, answers: int | None = None) -> str:
    """Return a game, as far as the first `answers` answers, as workers get it (`replayed_game`)."""
    return messages.encode((origin_of(game), game.history[:answers])).decode()


def decode_game(text: str) -> tuple[dict[str, Any], list[Answer]]:
    """Return a game's origin and its answers."""
    return msgspec.json.decode(text, type=tuple[dict[str, Any], list[Answer]])


def replayed_game(table: str, origin: dict[str, Any], answers: list[Answer]) -> ReplayedGame:
    """Return a table's game from the cache; the caller holds `LOCK`, because the workers of tests are threads."""
    replayed = _games.get(table)
    # The origin changes when a player deletes their data, which includes their name.
    if replayed is None or replayed.origin != origin or not replayed.follow(answers):
        replayed = _games[table] = ReplayedGame(origin)
        replayed.follow(answers)
        while len(_games) > _CACHED_GAMES:
            _games.popitem(last=False)
    _games.move_to_end(table)
    return replayed
