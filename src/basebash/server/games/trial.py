"""Trying a game with packs in a guarded worker, before it is played in the server's own process.

The rules are deterministic: what has worked here works there in the same time. So no code of a pack's cards runs in the
server that has not run here, on the same position, within the limits (`processes/guarded.py`).
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec

from basebash import Answer, Game, Setup, State
from basebash.engine.vocabulary.printed import BY_KEY
from basebash.server import messages
from basebash.server.errors import PackFault
from basebash.server.games import visibility
from basebash.server.games.positions import read_position
from basebash.server.games.replay_cache import decode_game
from basebash.server.games.results import result_of
from basebash.server.games.seated_game import Given, SeatedGame
from basebash.server.messages import Explain

LONGEST_EFFECT = 400  # answers that a card may ask for until the next play: there are cards that go round in circles
_CACHED_GAMES = 64


class _TriedGame:
    """A game as far as it has been tried, and the log lines that have been looked at."""

    def __init__(self, origin: dict[str, Any]) -> None:
        self.origin = origin
        start = origin.get("start")
        self.game = SeatedGame(Setup.from_json(origin), None if start is None else State.from_json(start, BY_KEY)).game
        self.answers: list[Answer] = []
        self.lines = 0


_games: OrderedDict[str, _TriedGame] = OrderedDict()


def try_game(text: str, table: str) -> None:
    """Play a table's game up to its last answer, and look at it as everybody will; any error means that this fails."""
    origin, answers = decode_game(text)
    tried = _games.pop(table, None)
    if tried is None or tried.origin != origin or answers[: len(tried.answers)] != tried.answers:
        tried = _TriedGame(origin)
    for answer in answers[len(tried.answers) :]:
        tried.game.answer(answer)
    tried.answers = answers
    if len(tried.game.rules.since) > LONGEST_EFFECT:
        raise PackFault(f"One card has asked {LONGEST_EFFECT} questions and does not come to an end.")
    tried.lines = _look(tried.game, tried.lines)
    _games[table] = tried
    while len(_games) > _CACHED_GAMES:
        _games.popitem(last=False)


def try_stored_game(setup: str, position: bytes | None, given: list[Given]) -> None:
    """Replay a stored game as far as its answers fit, and look at it."""
    start = None if position is None else read_position(position)
    play, _ = SeatedGame.replayed(Setup.from_json(msgspec.json.decode(setup)), given, start)
    _look(play.game, 0)


def _look(game: Game, since: int) -> int:
    """Compute all that the server shows of a game; return how many log lines there are."""
    viewers = (None, *range(game.players))
    for viewer in viewers:
        messages.encode(visibility.view(game, viewer))
        messages.encode([line.to_json() for line in game.log_for(viewer, since=since)])
    visibility.knowledge(game)
    for base in game.state.bases:
        visibility.explain(game, Explain("breakpoint", base))
        for player in range(game.players):
            visibility.explain(game, Explain("total", base, player))
    for minion in game.rules.minions():
        visibility.explain(game, Explain("power", minion.id))
    if game.is_over:
        result_of(game)
    return len(game.entries)
