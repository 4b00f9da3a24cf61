"""Analyses of finished games: for every turn what a bot would have done, and everybody's chances.

They go through the queue of the searching bots, behind the tables that somebody looks at, can be stopped, and go on.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import msgspec

from basebash import Game
from basebash.table import messages
from basebash.table.advice import look_into, turns
from basebash.table.logs import log
from basebash.table.messages import Analysis, AnalysisMoment
from basebash.table.players import Players
from basebash.table.tables import Refused, Table

_KEPT = 200  # analyses that the server keeps
_RUNNING = 2  # analyses of one client at a time


class Coach:
    """Analyses of finished games, one task each, and what they have found so far."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self._found: OrderedDict[str, Analysis] = OrderedDict()
        self._running: dict[str, tuple[str, asyncio.Task[None]]] = {}

    def get(self, table: Table) -> Analysis:
        """How far the analysis of a game is."""
        _game_of(table)
        return self._found.get(table.id) or Analysis("none", 0, 0, [])

    def start(self, table: Table, client: str) -> Analysis:
        """Begins, or goes on where it was stopped."""
        game = _game_of(table)
        known = self._found.get(table.id)
        if table.id in self._running or (known is not None and known.state == "done"):
            return self.get(table)
        if sum(owner == client for owner, _ in self._running.values()) >= _RUNNING:
            raise Refused("too_many", "Other games of yours are being analysed; wait, or stop one of them.")
        analysis = known or Analysis("running", 0, 0, [])
        analysis.state = "running"
        self._found[table.id] = analysis
        self._found.move_to_end(table.id)
        while len(self._found) > _KEPT:
            self._found.popitem(last=False)
        work = table.hall.spawn(self._analyse(table, game, analysis, client))
        self._running[table.id] = (client, work)
        return analysis

    def stop(self, table: Table) -> Analysis:
        """Stops; what was found stays."""
        _, work = self._running.pop(table.id, ("", None))
        if work is not None:
            work.cancel()
            self._found[table.id].state = "stopped"
        return self.get(table)

    async def moment(self, table: Table, step: int, client: str) -> bytes:
        """What a bot would have done at any step of a finished game."""
        game = _game_of(table)
        if not 0 <= step <= len(game.history):
            raise Refused("bad_request", f"Say step=0 to step={len(game.history)}.")
        return await self._look(table, game, step, client, is_watched=True)

    async def _look(self, table: Table, game: Game, step: int, client: str, *, is_watched: bool) -> bytes:
        return await self._players.search(
            look_into, lambda: _text(game), table.id, step, owner=client, is_watched=is_watched
        )

    async def _analyse(self, table: Table, game: Game, analysis: Analysis, client: str) -> None:
        try:
            steps = await self._players.readers.do(turns, lambda: _text(game), table.id, owner=client)
            analysis.of = len(steps)
            for step in steps[analysis.done :]:
                raw = await self._look(table, game, step, client, is_watched=False)
                analysis.moments.append(msgspec.json.decode(raw, type=AnalysisMoment))
                analysis.done += 1
            analysis.state = "done"
        except Exception:  # noqa: BLE001  # a card's fault in a game long over must not harm the server
            log.exception("an analysis failed", table=table.id)
            analysis.state = "stopped"
        finally:
            self._running.pop(table.id, None)


def _game_of(table: Table) -> Game:
    game = table.game()
    if table.halted is not None:
        raise Refused("halted", "The game was played by other rules; they would be needed to look into it.")
    if not game.is_over:
        raise Refused("not_over", "A game can be analysed once it is over.")
    return game


def _text(game: Game) -> str:
    return messages.encode((game.setup.to_json(), game.history)).decode()
