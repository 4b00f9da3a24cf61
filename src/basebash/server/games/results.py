"""Results of finished games, stored as facts: later versions cannot change the result and the log."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
from msgspec import Struct

from basebash import Game, LogLine
from basebash.server import messages
from basebash.server.games import visibility


class Result(Struct):
    """The end of a game: who won, the view with all hands open, and each log line in its most complete form.

    A game that the `fault` of a pack has ended has no winner, and what is stored is what spectators see.
    """

    winner: int
    standings: list[tuple[int, int]]
    names: list[str]
    factions: list[list[str]]
    answers: int
    view: dict[str, Any]
    log: list[dict[str, Any]]
    fault: str = ""

    @property
    def winners(self) -> list[int]:
        """The player who won, or several who share the win."""
        return self.view.get("winners") or [self.winner]


_decoder = msgspec.json.Decoder(Result)


def result_of(game: Game) -> Result:
    """Return the result of a game that is over."""
    assert game.winner is not None
    return Result(
        game.winner,
        game.standings,
        list(game.setup.names),
        [list(names) for names in game.state.factions],
        len(game.history),
        visibility.open_view(game),
        [line.to_json() for line in open_lines(game, game.log_for(None))],
    )


def result_of_ended(game: Game, fault: str) -> Result:
    """Return the facts of a game that a fault of a pack has ended."""
    return Result(
        -1,
        [],
        list(game.setup.names),
        [list(names) for names in game.state.factions],
        len(game.history),
        visibility.view(game, None),
        [line.to_json() for line in game.log_for(None)],
        fault,
    )


def pack(result: Result) -> bytes:
    """Return a result as it is stored."""
    return zlib.compress(messages.encode(result))


def unpack(data: bytes) -> Result:
    """Return a stored result; `msgspec.MsgspecError` if it is damaged."""
    try:
        return _decoder.decode(zlib.decompress(data))
    except zlib.error as error:
        raise msgspec.DecodeError(str(error)) from None


def open_lines(game: Game, lines: list[LogLine]) -> list[LogLine]:
    """Return each line as the player who knows most about it reads it."""
    versions = [lines, *(game.log_for(seat) for seat in range(game.players))]
    return [max((own[i] for own in versions), key=lambda line: len(line.parts)) for i in range(len(lines))]
