"""How finished games ended, as stored facts: whatever later versions do, the result and the log stay as they were."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
from msgspec import Struct

from basebash import Game, LogLine
from basebash.server import messages
from basebash.server.games import visibility


class Result(Struct):
    """The end of a game: who won, the table with all hands open, and each line as whoever knew most read it."""

    winner: int
    standings: list[tuple[int, int]]
    names: list[str]
    factions: list[list[str]]
    answers: int
    view: dict[str, Any]
    log: list[dict[str, Any]]

    @property
    def winners(self) -> list[int]:
        """Who won: one player, or several who share the win."""
        return self.view.get("winners") or [self.winner]


_decoder = msgspec.json.Decoder(Result)


def result_of(game: Game) -> Result:
    """The facts of a game that is over."""
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


def pack(result: Result) -> bytes:
    """As it is stored."""
    return zlib.compress(messages.encode(result))


def unpack(data: bytes) -> Result:
    """What was stored; `msgspec.MsgspecError` if it is damaged."""
    try:
        return _decoder.decode(zlib.decompress(data))
    except zlib.error as error:
        raise msgspec.DecodeError(str(error)) from None


def open_lines(game: Game, lines: list[LogLine]) -> list[LogLine]:
    """Each line as whoever knows most reads it."""
    told = [lines, *(game.log_for(seat) for seat in range(game.players))]
    return [max((own[i] for own in told), key=lambda line: len(line.parts)) for i in range(len(lines))]
