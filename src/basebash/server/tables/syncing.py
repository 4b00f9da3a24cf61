"""Loading a table, and following what other processes write about it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from basebash import Setup
from basebash.engine.errors import MissingSet
from basebash.server import messages
from basebash.server.errors import PackFault
from basebash.server.games import rules_version
from basebash.server.games.positions import read_position
from basebash.server.games.results import unpack
from basebash.server.games.seated_game import Given, SeatedGame
from basebash.server.games.trial import try_stored_game
from basebash.server.host.announcements import Announcement
from basebash.server.host.metrics import TableMetrics
from basebash.server.host.storage import TableStore
from basebash.server.host.workers import Workers
from basebash.server.logs import log
from basebash.server.messages import TableRequest
from basebash.server.storage.errors import Damaged
from basebash.server.storage.rows import Move, Stored, check_moves
from basebash.server.tables.absence import Absence
from basebash.server.tables.audience import Audience
from basebash.server.tables.chat import Chat
from basebash.server.tables.core import TableCore
from basebash.server.tables.moves import Moves
from basebash.server.tables.rematches import Rematches
from basebash.server.tables.seats import Seat
from basebash.server.tables.takeback_request import TakebackRequest

OLDER_VERSION = "This game was played with the rules of an older version and cannot continue."
_SETTLED: dict[str, Literal["keep", "older"]] = {"kept": "keep", "waits": "older"}


class Syncing:
    """Keeps one table as the database has it. `open_seed` returns the seed that was stored in some form."""

    __slots__ = (
        "_absence", "_audience", "_chat", "_core", "_metrics", "_moves", "_open_seed", "_rematches", "_store",
        "_workers",
    )  # fmt: skip

    def __init__(
        self,
        core: TableCore,
        audience: Audience,
        moves: Moves,
        absence: Absence,
        chat: Chat,
        rematches: Rematches,
        store: TableStore,
        metrics: TableMetrics,
        open_seed: Callable[[str, Any], Any],
        workers: Workers,
    ) -> None:
        self._core = core
        self._audience = audience
        self._moves = moves
        self._absence = absence
        self._chat = chat
        self._rematches = rematches
        self._store = store
        self._metrics = metrics
        self._open_seed = open_seed
        self._workers = workers

    # ------------------------------------------------------------------------------------------- loading
    async def restore(self, stored: Stored) -> None:
        """Continue from what is stored; `Damaged` if that is impossible."""
        core, row, moves = self._core, stored.row, stored.moves
        self._chat.lines = stored.said
        if row.setup is None:
            return
        check_moves(core.id, moves)
        if stored.result is not None:
            core.result = unpack(stored.result)
        core.move_count = len(moves)
        core.checksum = moves[-1].checksum if moves else None
        reason = None
        if row.rules is None:  # its answers were stored without their meanings, and chance worked differently
            reason = OLDER_VERSION
        else:
            try:
                await self._restore_game(stored, row.setup)
            except (MissingSet, PackFault) as error:
                reason = str(error)
        if reason is not None:
            self._halt(0, len(_given(moves)), reason)
        if core.status == "playing" and core.play is not None:
            await core.advance()

    async def _restore_game(self, stored: Stored, setup: str) -> None:
        """Replay the game; halt it where its answers do not fit the current rules."""
        core, moves = self._core, stored.moves
        game_setup = self._read_setup(setup)
        if game_setup.packs:
            await self._workers.trials.run(
                try_stored_game, lambda: msgspec.json.encode(game_setup.to_json()).decode(), stored.position,
                _given(moves), owner=core.maker,
            )  # fmt: skip
        play, fits, of, fault = await asyncio.to_thread(self._replay, game_setup, stored.position, moves)
        core.play, core.position = play, None
        for move in moves:
            self._moves.remember(move)
        core.was_undone = any(move.kind == "undo" for move in moves)
        rules = rules_version.digest(game_setup)
        if core.result is not None and core.result.fault:
            if core.rules == rules and fault is None:
                core.end_by_fault(core.result.fault)
                return
            core.result = None  # the pack or the engine has changed since: the game goes on
            await self._store.try_update(core.id, status="playing")
        if fault is None and core.result is not None and sorted(play.game.standings) != sorted(core.result.standings):
            fault = ValueError("The game ends otherwise.")
        if fault is None:
            if core.status in ("kept", "waits"):
                core.status = "over" if play.game.is_over else "playing"
        elif core.rules == rules and fits == of - 1 and moves[-1].kind == "answer":
            # The server was killed after an answer on which the engine failed, and before it was taken back.
            log.error("the engine failed", table=core.id, fault=repr(fault))
            await self._moves.append("undo", -1, (fits,))
        else:
            log.error("answers do not fit the current rules", table=core.id, fits=fits, of=of, fault=repr(fault))
            self._halt(fits, of)

    def _halt(self, fits: int, of: int, reason: str | None = None) -> None:
        """Stop the game until its players have settled what becomes of it."""
        core = self._core
        if reason is not None:
            log.warning("the game cannot be replayed", table=core.id, reason=reason)
        self._metrics.games_halted.inc()
        settled = _SETTLED.get(core.status)
        if core.status == "over" and core.result is None:
            settled = "keep"
        core.halted = messages.HaltedView(fits, of, core.rules, settled, reason)

    def _read_setup(self, text: str) -> Setup:
        """Return a stored set-up with its seed."""
        data = msgspec.json.decode(text)
        data["seed"] = self._open_seed(self._core.id, data["seed"])
        return Setup.from_json(data)

    def _replay(
        self, setup: Setup, position: bytes | None, moves: list[Move]
    ) -> tuple[SeatedGame, int, int, Exception | None]:
        """Return the game as far as it fits the current rules, how many of how many answers do, and what went wrong."""
        given = _given(moves)
        start = None if position is None else read_position(position)
        play, fault = SeatedGame.replayed(setup, given, start)
        return play, len(play.seats), len(given), fault

    # ------------------------------------------------------------------------------------------- following
    async def hear(self, announcement: Announcement) -> None:
        """Handle what another process announces about this table."""
        core, kind, number = self._core, announcement.kind, announcement.number
        if kind == "here":
            self._audience.note_elsewhere(announcement.origin, announcement.seats, announcement.spectators)
            self._absence.note_presence()
            self._audience.show_state()
        elif kind == "vote":
            self._absence.note_votes(number, announcement.seats)
            self._audience.show_state()
        elif kind == "wants":
            self._rematches.wanted_by |= set(announcement.seats)
            self._audience.show_state()
        elif kind == "who":
            if self._audience.clients:
                self._audience.announce()
        elif kind == "undo":
            if number > core.move_count:  # it is about an answer that has not arrived here yet
                await self.catch_up()
            undo = announcement.undo
            core.takeback = None if undo is None else msgspec.convert(undo, TakebackRequest)
            self._audience.show_state()
        elif kind != "move":
            await self.catch_up()
        elif number >= core.move_count:
            await self._hear_move(number, announcement.move)

    async def _hear_move(self, number: int, move: Move | None) -> None:
        core = self._core
        async with core.lock:
            if move is not None and self._moves.is_next(move):
                await self._moves.apply(move)
                await core.advance(is_ours=False)
            elif number >= core.move_count:
                await self.catch_up_locked()

    async def catch_up(self) -> None:
        """Read what other processes have written."""
        async with self._core.lock:
            await self.catch_up_locked()

    async def catch_up_locked(self) -> None:
        """Read what other processes have written; the caller holds the lock."""
        core = self._core
        try:
            stored = await self._store.load(core.id, core.move_count, self._chat.next_number)
            if stored is None or core.halted is not None or stored.row.status == "kept":
                core.unload()
                return
            await self._take_over(stored)
        except (msgspec.MsgspecError, Damaged):
            log.exception("damaged table", table=core.id)
            core.unload()
            return
        for line in stored.said:
            self._chat.keep(line)
            self._audience.send(line)

    async def _take_over(self, stored: Stored) -> None:
        core, row = self._core, stored.row
        seats = msgspec.json.decode(row.seats, type=list[Seat])
        was_bot_asked = core.is_bot_asked
        is_new = core.play is None and row.setup is not None
        for client in self._audience.clients:  # a guest who left before the start
            if client.seat is not None and seats[client.seat].kind == "open":
                client.seat = None
        core.seats, core.version, core.rematch_id, core.rules = seats, row.version, row.rematch, row.rules
        core.due, core.due_seat = row.due, row.due_seat
        core.request = msgspec.json.decode(row.options, type=TableRequest)
        core.set_entry(row.name, listed=row.listed)
        if row.status != "over" or core.status == "open":
            core.status = row.status
        if is_new:
            assert row.setup is not None
            core.play, *_ = await asyncio.to_thread(self._replay, self._read_setup(row.setup), stored.position, [])
            core.position = None
        check_moves(core.id, stored.moves, core.move_count, core.checksum)
        for move in stored.moves:
            await self._moves.apply(move)
        if is_new or stored.moves or was_bot_asked != core.is_bot_asked:
            await core.advance(is_ours=False)
        else:
            self._audience.show_state()


def _given(moves: list[Move]) -> list[Given]:
    """Return the answers that were not taken back."""
    given: list[Given] = []
    for move in moves:
        if move.kind == "answer":
            given.append((move.seat, move.picks, move.meaning))
        else:
            del given[move.picks[0] :]
    return given
