"""Games with packs: every answer is tried in a guarded worker first, and a fault of a pack ends the game."""

from __future__ import annotations

from basebash import Answer, Setup, State
from basebash.server import messages
from basebash.server.errors import PackFault, Refused
from basebash.server.games import rules_version
from basebash.server.games.replay_cache import origin_of
from basebash.server.games.results import pack, result_of_ended
from basebash.server.games.trial import try_game
from basebash.server.host.metrics import TableMetrics
from basebash.server.host.pool import Pool
from basebash.server.host.storage import TableStore
from basebash.server.logs import log
from basebash.server.tables.core import TableCore


class PackTrials:
    """Tries what happens at one table. Without packs there is nothing to try."""

    __slots__ = ("_core", "_metrics", "_store", "_trials")

    def __init__(self, core: TableCore, trials: Pool, store: TableStore, metrics: TableMetrics) -> None:
        self._core = core
        self._trials = trials
        self._store = store
        self._metrics = metrics

    async def try_start(self, setup: Setup, position: State | None) -> None:
        """Try how a game starts; `Refused` if a card of a pack fails."""
        if setup.packs:
            start = None if position is None else position.to_json()
            try:
                await self._try({**setup.to_json(), "start": start}, [])
            except PackFault as fault:
                raise Refused("bad_request", f"The game cannot start. {fault}") from None

    async def try_answer(self, picks: Answer) -> None:
        """Try an answer to the open question; if a card of a pack fails, end the game and raise `Refused`."""
        game = self._core.started_game()
        if not game.setup.packs:
            return
        try:
            await self._try(origin_of(game), [*game.history, picks])
        except PackFault as fault:
            await self._end(str(fault))
            raise Refused("halted", f"The game has ended. {fault}") from None

    async def _try(self, origin: dict[str, object], answers: list[Answer]) -> None:
        core = self._core
        text = messages.encode((origin, answers)).decode()
        try:
            await self._trials.run(try_game, lambda: text, core.id, owner=core.maker)
        except PackFault as fault:
            log.error("a pack failed", table=core.id, move=core.move_count, fault=str(fault))
            self._metrics.engine_faults.inc()
            raise

    async def _end(self, fault: str) -> None:
        """End the game where it is. The answer that failed was not written; everything before it is kept."""
        core = self._core
        game = core.started_game()
        core.result = result_of_ended(game, fault)
        core.rules = rules_version.digest(game.setup)
        core.end_by_fault(fault)
        await self._store.try_update(core.id, status="kept", rules=core.rules, result=pack(core.result))
        await core.advance()
