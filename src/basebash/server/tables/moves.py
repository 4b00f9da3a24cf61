"""Moves: every answer and undo is written to the database before it counts."""

from __future__ import annotations

import asyncio
from typing import Literal

from basebash import Answer
from basebash.server.errors import Refused
from basebash.server.games import rules_version
from basebash.server.games.seated_game import SeatedGame
from basebash.server.host.metrics import TableMetrics
from basebash.server.host.storage import TableStore
from basebash.server.logs import log
from basebash.server.storage.errors import DatabaseUnavailable, WriteConflict
from basebash.server.storage.rows import Move, chain
from basebash.server.tables.audience import Audience
from basebash.server.tables.core import TableCore
from basebash.server.tables.pack_trials import PackTrials


class Moves:
    """The moves of one table. Every method that changes something is called with the table's lock held."""

    __slots__ = ("_audience", "_core", "_last_undo", "_metrics", "_store", "_trials")

    def __init__(
        self, core: TableCore, audience: Audience, store: TableStore, metrics: TableMetrics, trials: PackTrials
    ) -> None:
        self._core = core
        self._trials = trials
        self._audience = audience
        self._store = store
        self._metrics = metrics
        self._last_undo = -1  # the number of the last move that was not an answer

    def is_repeat(self, number: int, seat: int, picks: Answer) -> bool:
        """Whether this very answer counts already, as move `number`: its client did not hear that it does."""
        core = self._core
        if core.play is None or core.halted is not None or not self._last_undo < number < core.move_count:
            return False
        answers, seats = core.play.game.history, core.play.seats
        index = len(seats) - (core.move_count - number)
        return seats[index] == seat and answers[index] == picks

    def remember(self, move: Move) -> None:
        """Remember which moves can be answers that are sent again."""
        if move.kind == "undo":
            self._last_undo = move.number

    async def give(self, seat: int, picks: Answer) -> None:
        """Write an answer to the open question, apply it, and move on."""
        core = self._core
        await self._trials.try_answer(picks)
        assert core.play is not None
        await self.append("answer", seat, picks, rules_version.meaning(core.play.game, picks))
        try:
            core.play.give(seat, picks)
        except Exception as error:
            # A bug in a card must not cost people their game: the answer is taken back.
            log.exception("the engine failed", table=core.id, move=core.move_count)
            self._metrics.engine_faults.inc()
            try:
                await self.take_back(-1, len(core.play.seats))
            except Refused:
                core.unload()  # the database knows better where the game is
                raise
            raise Refused("illegal", "This choice ran into a bug in the program. Please report it.") from error
        if core.takeback is not None and core.takeback.seat == seat:
            core.takeback = None
        self._metrics.answers.inc()
        await core.advance()

    async def take_back(self, seat: int, keep: int) -> None:
        """Go back to the first `keep` answers, on behalf of a seat (-1: the server)."""
        core = self._core
        assert core.play is not None
        play = await asyncio.to_thread(core.play.back_to, keep)
        await self.append("undo", seat, (keep,))
        self._replace_game(play)
        self._metrics.undos.inc()
        if core.halted is not None:
            core.halted, core.status, core.rules = None, "playing", rules_version.digest(play.game.setup)
            await self._store.try_update(core.id, status="playing", rules=core.rules)
        await core.advance()

    async def append(
        self, kind: Literal["answer", "undo"], seat: int, picks: Answer, meaning: int | None = None
    ) -> None:
        """Write a move; `Refused` if it could not be written."""
        core = self._core
        move = chain(core.id, core.checksum, Move(core.move_count, kind, seat, picks, meaning))
        try:
            await self._store.append(core.id, move)
        except WriteConflict:  # another process has written to this table, and what it wrote counts
            if self._store.is_shared:
                await core.catch_up()
                raise Refused("stale", "The game has moved on; look at the question that is open now.") from None
            core.unload()
            raise Refused("stale", "The table has moved on elsewhere; connect again.") from None
        except DatabaseUnavailable:
            raise Refused("busy", "The answer could not be saved and does not count. Try again.") from None
        self._count(move)

    async def apply(self, move: Move) -> None:
        """Apply a move that another process has written."""
        core = self._core
        assert core.play is not None
        if move.kind == "answer":
            try:
                core.play.give(move.seat, move.picks)
            except Exception:  # noqa: BLE001  # the other process takes it back, and announces that
                log.exception("the engine failed", table=core.id, move=move.number)
            if core.takeback is not None and core.takeback.seat == move.seat:
                core.takeback = None
        else:
            self._replace_game(await asyncio.to_thread(core.play.back_to, move.picks[0]))
        self._count(move)

    def is_next(self, move: Move) -> bool:
        """Whether a move directly follows those that are known here."""
        core = self._core
        is_playing = core.play is not None and core.halted is None
        return is_playing and move.number == core.move_count and chain(core.id, core.checksum, move) == move

    def _count(self, move: Move) -> None:
        self._core.move_count += 1
        self._core.checksum = move.checksum
        self.remember(move)

    def _replace_game(self, play: SeatedGame) -> None:
        """Put the game after an undo in the place of the one before it."""
        self._core.play = play
        known = len(play.game.entries)
        for client in self._audience.clients:
            client.log_known = min(client.log_known, known)
        self._core.takeback = None
        self._core.was_undone = True
