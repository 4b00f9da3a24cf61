"""A table: its parts, and what moves the game from one question to the next.

Each part has one subject and its own state; all share `TableCore`. Whatever changes a table holds its lock, writes to
the database first, and then shows everyone. Several processes may have the same table in memory: each hears what the
others write and follows (`Syncing`).
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.host.metrics import TableMetrics
from basebash.server.host.moderation import TableModeration
from basebash.server.host.notices import Notices
from basebash.server.host.people import SeatHistory
from basebash.server.host.storage import TableStore
from basebash.server.host.workers import Workers
from basebash.server.settings import Settings
from basebash.server.storage.rows import Row
from basebash.server.tables import lobby
from basebash.server.tables.absence import Absence
from basebash.server.tables.answering import Answering
from basebash.server.tables.audience import Audience
from basebash.server.tables.bots_and_clocks import BotsAndClocks
from basebash.server.tables.chat import Chat
from basebash.server.tables.client import Client
from basebash.server.tables.core import TableCore
from basebash.server.tables.deadlines import Deadline
from basebash.server.tables.finishing import Finisher
from basebash.server.tables.moves import Moves
from basebash.server.tables.pack_trials import PackTrials
from basebash.server.tables.pass_delay import PassDelays
from basebash.server.tables.picking import Picking
from basebash.server.tables.previews import Previews
from basebash.server.tables.rematches import Rematches
from basebash.server.tables.seating import Seating
from basebash.server.tables.state_writer import StateWriter
from basebash.server.tables.syncing import Syncing
from basebash.server.tables.takebacks import Takebacks
from basebash.server.tables.turn_notices import TurnNotices


class Host(Struct, frozen=True):
    """What a table needs from the server that hosts it. Each part is given only what it uses.

    `spawn` runs a task in the background, `announce` tells the other processes something, `claim` says whether this
    process runs a table's bots and clocks, `make_seed` and `open_seed` keep seeds secret, `open_table` makes a table
    for a rematch, and `unload` drops a table from memory.
    """

    store: TableStore
    history: SeatHistory
    notices: Notices
    workers: Workers
    settings: Settings
    metrics: TableMetrics
    pass_delays: PassDelays
    moderation: TableModeration
    spawn: Callable[..., asyncio.Task[None]]
    announce: Callable[..., None]
    claim: Callable[[TableCore], Awaitable[bool]]
    make_seed: Callable[[str], tuple[Any, Any]]
    open_seed: Callable[[str, Any], Any]
    open_table: Callable[..., Awaitable[Any]]
    unload: Callable[[Table], None]


class Table:
    """One table in memory."""

    __slots__ = (
        "_deadline", "_finisher", "_settings", "_spawn", "_store", "_touched_at", "absence", "answering", "audience",
        "chat",
        "clocks", "core", "idle_since", "moves", "picking", "previews", "rematches", "seating", "states", "syncing",
        "takebacks",
    )  # fmt: skip

    def __init__(self, host: Host, row: Row, position: bytes | None = None) -> None:
        store, metrics, spawn, announce = host.store, host.metrics, host.spawn, host.announce
        core = self.core = TableCore(row, position, is_owned=not store.is_shared)
        audience = self.audience = Audience(core.id, announce)
        trials = PackTrials(core, host.workers.trials, store, metrics)
        moves = self.moves = Moves(core, audience, store, metrics, trials)
        notices = TurnNotices(core, audience, host.notices, host.settings.notice_delay_seconds, spawn)
        self._deadline = Deadline(core, store, host.history, notices)
        clocks = self.clocks = BotsAndClocks(
            core, audience, moves, host.workers, host.settings, metrics, spawn, host.claim, self._deadline
        )
        self.answering = Answering(core, moves, clocks, host.pass_delays)
        seating = self.seating = Seating(core, audience, store, metrics, host.moderation, host.make_seed, trials)
        self.picking = Picking(core, audience, seating)
        chat = self.chat = Chat(core, audience, store, host.moderation)
        absence = self.absence = Absence(
            core, audience, seating, chat, clocks, host.settings.away_seconds, spawn, announce
        )
        takebacks = self.takebacks = Takebacks(core, audience, moves, seating, store, announce)
        rematches = self.rematches = Rematches(core, audience, store, announce, host.open_table)
        self.previews = Previews(core, host.workers, spawn)
        self.states = StateWriter(core, audience, clocks, absence, takebacks, chat, rematches)
        self.syncing = Syncing(
            core, audience, moves, absence, chat, rematches, store, metrics, host.open_seed, host.workers
        )
        self._finisher = Finisher(core, store, host.history, metrics)
        core.advance = self.advance
        core.catch_up = self.syncing.catch_up_locked
        core.unload = lambda: host.unload(self)
        self._store = store
        self._settings = host.settings
        self._spawn = spawn
        self.idle_since = self._touched_at = time.monotonic()

    @property
    def id(self) -> str:
        """The table's public id."""
        return self.core.id

    @property
    def is_idle(self) -> bool:
        """Whether it can leave the memory: nobody is here, and nothing of this process's is under way."""
        is_running = self.clocks.is_running or self.absence.is_watching
        return not (self.audience.clients or self.core.lock.locked() or (self.core.is_owned and is_running))

    # ------------------------------------------------------------------------------------------- coming and going
    async def enter(self, token: str | None, log_known: int | None) -> Client:
        """Somebody connects, as a player or to watch.

        They may be faster than the news that they took a seat at another process.
        """
        try:
            return self._enter(token, log_known)
        except Refused as refused:
            if refused.code != "bad_token" or not self._store.is_shared:
                raise
            await self.syncing.catch_up()
            return self._enter(token, log_known)

    def _enter(self, token: str | None, log_known: int | None) -> Client:
        core = self.core
        seat = core.seat_of(token)
        if seat is None and self.audience.spectators >= self._settings.spectators_per_table:
            raise Refused("too_many", "There are too many spectators. Come back later.")
        client = Client(seat, None if core.was_undone else log_known)
        self.audience.clients.add(client)
        if seat is not None and core.seats[seat].stand_in:
            _ = self._spawn(self.absence.come_back(seat))
        self._presence_changed()
        return client

    def leave(self, client: Client) -> None:
        """The connection is closed."""
        self.audience.clients.discard(client)
        self.idle_since = time.monotonic()
        self._presence_changed()

    def _presence_changed(self) -> None:
        self.absence.note_presence()
        self.audience.show_state()
        self.audience.announce()

    def forget_process(self, process: str) -> None:
        """Another process is gone, and with it the people who were connected to it."""
        if self.audience.forget_process(process):
            self.absence.note_presence()
            self.audience.show_state()

    def close(self) -> None:
        """Stop everything that is under way."""
        self.clocks.stop()
        self.absence.stop()
        self.previews.forget()

    # ------------------------------------------------------------------------------------------- moving on
    async def advance(self, *, is_ours: bool = True) -> None:
        """Move on after the game has changed: end it, or let the next player, bot or clock act.

        `is_ours`: this process has changed it. The caller holds the lock.
        """
        core = self.core
        self.previews.forget()
        self.states.forget_views()
        await self._deadline.renew(is_ours=is_ours)
        self.clocks.start()
        self.absence.watch()
        if core.started_game().is_over and core.status != "over":
            core.status = "over"
            if is_ours:
                await self._finisher.finish()
        if self.clocks.asked_at - self._touched_at > self._settings.idle_seconds:
            self._touched_at = self.clocks.asked_at
            await self._store.try_update(core.id)
        self.audience.show_state()

    def entry(self) -> messages.TableEntry:
        """Return what the lobby shows."""
        return lobby.live_entry(self.core, self.audience, self.clocks, self.absence)
