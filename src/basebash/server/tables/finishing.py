"""The end of a game: its result is stored as facts that later versions cannot change."""

from __future__ import annotations

import asyncio

import msgspec

from basebash.server.games.rated_games import why_unrated
from basebash.server.games.results import pack, result_of
from basebash.server.host.metrics import TableMetrics
from basebash.server.host.people import SeatHistory
from basebash.server.host.storage import TableStore
from basebash.server.logs import log
from basebash.server.storage.errors import DatabaseUnavailable, WriteConflict
from basebash.server.tables.core import TableCore


class Finisher:
    """Stores how a table's game ended."""

    __slots__ = ("_core", "_history", "_metrics", "_store")

    def __init__(self, core: TableCore, store: TableStore, history: SeatHistory, metrics: TableMetrics) -> None:
        self._core = core
        self._store = store
        self._history = history
        self._metrics = metrics

    async def finish(self) -> None:
        """Store the result, and the seed, which is no longer secret."""
        core = self._core
        game = core.started_game()
        core.result = await asyncio.to_thread(result_of, game)
        setup = msgspec.json.encode(game.setup.to_json()).decode()
        await self._store.try_update(core.id, status="over", setup=setup, result=pack(core.result))
        if game.start is None:  # a game that started in the middle says nothing about how well somebody plays
            try:
                unrated = why_unrated(game.setup, core.seats)
                await self._history.note_end(core.id, core.name, core.seats, core.result, unrated=unrated)
            except (DatabaseUnavailable, WriteConflict):
                log.warning("the result was not added to the players' history", table=core.id)
        self._metrics.games_over.inc()
        log.info("game over", table=core.id, answers=core.move_count)
