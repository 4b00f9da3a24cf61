"""What can be read of a saved game whose pack is missing: its log in words and, if it is over, its result.

A save of a game with packs holds this beside the answers, which nobody can replay without the pack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from basebash.engine import copies
from basebash.engine.errors import BasebashError

if TYPE_CHECKING:
    from basebash.engine.game import Game

FIELD = "record"  # its name in a save


class GameRecord(NamedTuple):
    """A game in words. `winners` and `standings` (names and VP, best first) are empty while the game is running."""

    log: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    standings: tuple[tuple[str, int], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The record as JSON data."""
        return {field: list(value) for field, value in self._asdict().items() if value}


def record_of(game: Game) -> GameRecord:
    """The record of a game, with the log as a spectator reads it."""
    logged = _logged(game)
    lines = () if logged is None else tuple([line.text for line in logged.log_for(None) if line.text])
    if not game.is_over:
        return GameRecord(lines)
    names = game.setup.names
    standings = tuple([(names[player], points) for player, points in game.standings])
    return GameRecord(lines, tuple([names[player] for player in game.winners]), standings)


def _logged(game: Game) -> Game | None:
    """The game with its log; None if replaying leads elsewhere, because the seed was replaced on the way."""
    if game.rules._log is not None:
        return game
    try:
        again = copies.replayed(game)
    except BasebashError:
        return None
    return again if again.digest() == game.digest() else None


def read_record(data: dict[str, Any]) -> GameRecord | None:
    """The record in a save; None if it has none, or one that is damaged."""
    found = data.get(FIELD)
    try:
        log, winners = tuple(found.get("log", ())), tuple(found.get("winners", ()))  # type: ignore[union-attr]
        standings = tuple([(name, points) for name, points in found.get("standings", ())])  # type: ignore[union-attr]
    except (AttributeError, TypeError, ValueError):
        return None
    texts = (*log, *winners, *[name for name, _ in standings])
    if not all(type(text) is str for text in texts) or not all(type(points) is int for _, points in standings):
        return None
    return GameRecord(log, winners, standings)
