"""All tables of this process: creating them, loading them from the database, and dropping idle ones from memory."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import msgspec

from basebash import BasebashError
from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.games.setup import make_setup
from basebash.server.host.announcements import Announcement, Bus
from basebash.server.host.background import BackgroundTasks
from basebash.server.host.limits import Limits
from basebash.server.host.metrics import TableMetrics
from basebash.server.host.moderation import TableModeration
from basebash.server.host.notices import Notices
from basebash.server.host.people import Owner, SeatHistory
from basebash.server.host.storage import TableStore
from basebash.server.host.workers import Workers
from basebash.server.logs import log
from basebash.server.messages import TableRequest
from basebash.server.settings import Settings
from basebash.server.storage.errors import Damaged, DatabaseUnavailable, WriteConflict
from basebash.server.storage.rows import Row, Status
from basebash.server.storage.seed_secrets import BadKey, SeedSecrets
from basebash.server.tables.core import TableCore
from basebash.server.tables.deadlines import SOON_SECONDS, is_over_days
from basebash.server.tables.lobby import stored_entry
from basebash.server.tables.pass_delay import PassDelays
from basebash.server.tables.seats import BOT_NAMES, Seat, check_picks, clean_text, collections_of
from basebash.server.tables.table import Host, Table
from basebash.server.tokens import new_token, seat_key

_RESUME_REST = 4  # resuming games rests this many times as long as it works: people come first
_LOBBY_TABLES = 100
_LIVE_SECONDS = 3600  # since the last change of a game that counts as being played now
_EVICTED_PART = 100  # a hundredth of the tables is unloaded at once when the memory is full
_UNREADABLE = (msgspec.MsgspecError, BasebashError, Damaged, BadKey, ValueError, TypeError, KeyError, IndexError)
"""What reading altered rows can raise."""


class TableRegistry:
    """All tables of this process. `bus` connects it to other processes, if the storage is shared."""

    def __init__(
        self,
        store: TableStore,
        history: SeatHistory,
        notices: Notices,
        workers: Workers,
        settings: Settings,
        metrics: TableMetrics,
        seeds: SeedSecrets,
        moderation: TableModeration,
        tasks: BackgroundTasks,
        limits: Limits,
    ) -> None:
        self.store = store
        self.history = history
        self.workers = workers
        self.settings = settings
        self.metrics = metrics
        self.seeds = seeds
        self.moderation = moderation
        self.tasks = tasks
        self.pass_delays = PassDelays(settings.secret_answer_delay_seconds)
        self.fixed_seeds: Callable[[], Any] | None = None  # for tests: games that are known in advance
        self.tables: dict[str, Table] = {}
        self.cleanups: list[Callable[[], Awaitable[None]]] = [history.remove_orphans]  # part of the housekeeping
        self.resumers: list[Callable[[], Awaitable[None]]] = []  # called before games are resumed
        self.bus: Bus | None = None
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._limits = limits
        self._old_since: dict[str, float] = {}  # open tables that look old, and since when
        self._host = Host(
            store=store,
            history=history,
            notices=notices,
            workers=workers,
            settings=settings,
            metrics=metrics,
            pass_delays=self.pass_delays,
            moderation=moderation,
            spawn=tasks.spawn,
            announce=self.announce,
            claim=self._claim,
            make_seed=self._make_seed,
            open_seed=seeds.open,
            open_table=self.open_table,
            unload=self.unload,
        )

    # ------------------------------------------------------------------------------------------- finding tables
    async def get(self, table_id: str) -> Table:
        """Return a table, from memory or the database; `Refused` if operators have closed it."""
        self.moderation.check_open(table_id)
        table = self.tables.get(table_id)
        if table is not None:
            return table
        if table_id not in self._loading:
            task = self._loading[table_id] = asyncio.get_running_loop().create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> Table:
        try:
            stored = await self.store.load(table_id)
            if stored is None:
                raise Refused("no_table", "There is no such table. Check the link.")
            table = Table(self._host, stored.row, stored.position)
            async with table.core.lock:
                await table.syncing.restore(stored)
        except _UNREADABLE:
            log.exception("damaged table", table=table_id)
            self.metrics.tables_damaged.inc()
            raise Refused("damaged", "This table's data is damaged, so it has been set aside.") from None
        self.moderation.check_open(table_id)
        if self.moderation.is_hidden(table_id):
            table.core.hide()
        self._make_room()
        self.tables[table_id] = table
        self.metrics.tables_restored.inc()
        if self.store.is_shared:
            self.announce("who", table_id)
            await table.syncing.catch_up()  # what was written after it was loaded and before announcements arrived
        await table.seating.start_if_full()
        return table

    def _make_room(self) -> bool:
        """Unload the tables that have been idle longest if the memory is full; False if none is idle.

        Only new tables are refused then: whoever comes back to a table gets it in any case.
        """
        limit = self.settings.tables_in_memory
        if len(self.tables) < limit:
            return True
        idle = [table for table in self.tables.values() if table.is_idle]
        for table in heapq.nsmallest(max(1, limit // _EVICTED_PART), idle, key=lambda table: table.idle_since):
            self.unload(table)
        return len(self.tables) < limit

    def unload(self, table: Table) -> None:
        """Drop a table from memory; whoever is there connects again."""
        table.close()
        for client in table.audience.clients:
            client.dismiss()
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        if self.bus is not None and table.core.is_owned:
            _ = self.tasks.spawn(self.bus.release(table.id))
            table.core.is_owned = False

    async def lobby(self) -> messages.TableList:
        """Return the listed tables that are not over, without those that cannot be read."""
        since = self.store.clock.now() - self.settings.lobby_seconds
        return await self._listed(("open", "playing"), since)

    async def live(self) -> messages.TableList:
        """Return the listed games that are being played, those with most spectators first."""
        found = await self._listed(("playing",), self.store.clock.now() - _LIVE_SECONDS)
        found.tables.sort(key=lambda entry: -entry.spectators)
        return found

    async def _listed(self, status: tuple[Status, ...], since: float) -> messages.TableList:
        rows = await self.store.find(listed=True, status=status, since=since, limit=_LOBBY_TABLES)
        entries = []
        for row in rows:
            if self.moderation.is_hidden(row.id) or self.moderation.is_closed(row.id):
                continue
            table = self.tables.get(row.id)
            if table is not None:
                entries.append(table.entry())
                continue
            read = self._read(row)
            if read is not None:
                entries.append(stored_entry(row.id, row.name, row.status, *read, row.listed, 0, row.created))
        return messages.TableList(entries)

    def _read(self, row: Row) -> tuple[list[Seat], TableRequest] | None:
        try:
            return msgspec.json.decode(row.seats, type=list[Seat]), msgspec.json.decode(row.options, type=TableRequest)
        except _UNREADABLE:
            log.exception("damaged table", table=row.id)
            self.metrics.tables_damaged.inc()
            return None

    # ------------------------------------------------------------------------------------------- other processes
    def announce(self, kind: str, table_id: str, **more: Any) -> None:
        """Tell the other processes something, if there may be any."""
        if self.store.is_shared:
            _ = self.tasks.spawn(self._announce(kind, table_id, **more))

    async def _announce(self, kind: str, table_id: str, **more: Any) -> None:
        with contextlib.suppress(DatabaseUnavailable):  # logged already
            await self.store.announce(kind, table_id, **more)

    async def _claim(self, core: TableCore) -> bool:
        """Whether this process runs a table's bots and clocks."""
        if self.bus is not None:
            core.is_owned = await self.bus.claim(core.id)
        return core.is_owned

    def hear(self, announcement: Announcement) -> None:
        """Handle what another process announces."""
        table = self.tables.get(announcement.table)
        if table is not None and announcement.kind == "reload":
            self.unload(table)
        elif table is not None:
            _ = self.tasks.spawn(table.syncing.hear(announcement))

    def catch_up_all(self) -> None:
        """The connection to the database was lost, and announcements with it: read what was written meanwhile."""

        async def catch_up() -> None:
            for table in list(self.tables.values()):
                with contextlib.suppress(DatabaseUnavailable):
                    await table.syncing.catch_up()
                table.audience.announce()

        _ = self.tasks.spawn(catch_up())

    def process_died(self, process: str) -> None:
        """Another process is gone: its people are disconnected, and its bots need a new home."""
        for table in list(self.tables.values()):
            table.forget_process(process)
        _ = self.tasks.spawn(self.resume_games())

    # ------------------------------------------------------------------------------------------- new tables
    def _make_seed(self, table_id: str) -> tuple[Any, Any]:
        """Return an unpredictable seed, and the form in which it is stored."""
        if self.fixed_seeds is None:
            return self.seeds.seal(table_id)
        seed = self.fixed_seeds()
        return seed, seed

    async def create(
        self, request: TableRequest, client: str, owner: Owner | None = None, position: bytes | None = None
    ) -> messages.Created:
        """Create a table at a client's request; `Refused` if limits or the rules forbid it.

        `owner`: the person who gets the first seat. `position`: where the game starts, if not at the beginning.
        """
        if not self._make_room():
            raise Refused("busy", "All tables are taken. Try again later.")
        if not await self._limits.take("tables", client):
            raise Refused("too_many", "You have created too many tables within an hour. Try again later.")
        self.moderation.check_person(None if owner is None else owner.id)
        self.moderation.check_names(request.name, *(wanted.name for wanted in request.seats))
        tokens: list[str | None] = []
        seats: list[Seat] = []
        bot_names = list(BOT_NAMES)
        for wanted in request.seats:
            token = None if wanted.kind in ("bot", "open") else new_token()
            tokens.append(token)
            if token is not None:
                name = clean_text(wanted.name) or f"Player {len(seats) + 1}"
                key = seat_key(token, "" if owner is None else owner.device)
                seat = Seat("person", name, hash=key, is_creators=True, picks=wanted.factions)
                seat.collection = request.collection
                seats.append(seat)
            elif wanted.kind == "bot":
                name = clean_text(wanted.name) or bot_names.pop(0)
                seats.append(Seat("bot", name, wanted.level, picks=wanted.factions))
            else:
                seats.append(Seat("open", ""))
        first = next((number for number, token in enumerate(tokens) if token is not None), None)
        own = next((number for number, seat in enumerate(request.seats) if seat.kind == "me"), None)
        table = await self.open_table(
            msgspec.structs.replace(request, league=""),
            seats,
            clean_text(request.name),
            self.seeds.pseudonym(client),
            listed=request.listed,
            sits=None if owner is None or own is None else (owner, own),
            position=position,
        )
        return messages.Created(
            table.id,
            first,
            None if first is None else tokens[first],
            [messages.SeatToken(number, token) for number, token in enumerate(tokens)],
        )

    async def open_table(
        self,
        request: TableRequest,
        seats: list[Seat],
        name: str,
        maker: str,
        *,
        listed: bool,
        wins: list[int] | None = None,
        people_of: str | None = None,
        sits: tuple[Owner, int] | None = None,
        position: bytes | None = None,
        table_id: str | None = None,
    ) -> Table:
        """Open a table with these seats; the game starts if none is open.

        `wins`: the state of a series. `people_of`: the table that the same people come from. `sits`: a person and
        their seat. `table_id`: its id, by default a new one; `WriteConflict` if there is such a table.
        """
        try:
            check_picks(request, seats)
            make_setup(request, [seat.name for seat in seats], 0, collections=collections_of(seats))
        except BasebashError as error:
            raise Refused("bad_request", str(error)) from None
        now = self.store.clock.now()
        row = Row(
            id=table_id or secrets.token_urlsafe(9),
            name=name,
            status="open",
            listed=listed,
            options=messages.encode(request).decode(),
            seats=messages.encode(seats).decode(),
            setup=None,
            rematch=None,
            created=now,
            touched=now,
            maker=maker,
            wins=None if not wins else messages.encode(wins).decode(),
        )
        await self.store.create(row, position)
        if people_of is not None:
            await self.history.follow(people_of, row.id)
        if sits is not None:
            await self.history.sit(sits[0], row.id, sits[1])
        table = self.tables[row.id] = Table(self._host, row, position)
        self.metrics.tables_created.inc()
        await table.seating.start_if_full()
        return table

    def follow_orders(self, table_ids: Iterable[str]) -> None:
        """Follow what operators have decided about tables; whoever is there connects again."""
        changed = list(table_ids)
        for table_id in changed:
            if table_id in self.tables:
                self.unload(self.tables[table_id])
        if changed:
            _ = self.tasks.spawn(self.resume_games())

    def reload(self, tables: list[str]) -> None:
        """Have tables whose rows have changed read again, in all processes; whoever is there connects again."""
        for table_id in tables:
            if table_id in self.tables:
                self.unload(self.tables[table_id])
            self.announce("reload", table_id)

    # ------------------------------------------------------------------------------------------- housekeeping
    async def resume_games(self) -> None:
        """Load games that go on by themselves, so that bots and clocks do not wait until somebody looks.

        One after the other, and with rests in between, so that people are served first.
        """
        for resume in self.resumers:
            await resume()
        try:
            rows = await self.store.find(status=("playing",), since=0, limit=self.settings.tables_in_memory)
        except DatabaseUnavailable:  # logged already
            return
        read = [
            (row, self._read(row)) for row in rows if not (row.id in self.tables or self.moderation.is_closed(row.id))
        ]
        await self._resume([row.id for row, found in read if found is not None and _goes_on_alone(*found)])

    async def _resume(self, tables: Iterable[str]) -> None:
        """Load tables at which this process is to run bots and clocks."""
        for table_id in tables:
            started = time.monotonic()
            if self.bus is None or await self.bus.claim(table_id):
                try:
                    table = await self.get(table_id)
                    table.core.is_owned = True
                    table.idle_since = min(table.idle_since, 0.0)  # it is unloaded as soon as it waits for a person
                except (Refused, DatabaseUnavailable, WriteConflict):  # logged already
                    if self.bus is not None:
                        await self.bus.release(table_id)
            await asyncio.sleep(0.01 + _RESUME_REST * (time.monotonic() - started))

    async def sweep_regularly(self) -> None:
        """Do the housekeeping now and then, for as long as the server runs."""
        while True:
            await asyncio.sleep(max(1.0, min(60.0, self.settings.idle_seconds)))
            with contextlib.suppress(DatabaseUnavailable):  # logged already
                await self.sweep()

    async def sweep(self) -> None:
        """Unload idle tables, and remove tables at which no game was started."""
        now = time.monotonic()
        for table in list(self.tables.values()):
            if table.is_idle and table.idle_since <= now - self.settings.idle_seconds:
                self.unload(table)
        loaded = [table.id for table in self.tables.values() if table.core.status == "open"]
        before = self.store.clock.now() - self.settings.open_seconds
        # The system clock may have been wrong when the server started: a table must look old twice, a while apart.
        old = await self.store.old_tables(before, loaded)
        self._old_since = {table: self._old_since.get(table, now) for table in old}
        expired = [
            table for table, since in self._old_since.items() if now - since >= self.settings.open_recheck_seconds
        ]
        if expired:
            await self.store.remove_open(expired, before)
        for cleanup in self.cleanups:
            await cleanup()
        due = await self.store.due_tables(self.store.clock.now() + SOON_SECONDS, self.settings.tables_in_memory)
        await self._resume(table for table in due if table not in self.tables)

    async def close(self) -> None:
        """Stop everything that is under way."""
        for table in self.tables.values():
            table.close()
        await self.tasks.close()
        if self.bus is not None:
            await self.bus.close()
        await asyncio.to_thread(self.workers.close)


def _goes_on_alone(seats: list[Seat], request: TableRequest) -> bool:
    """Whether something happens at a table even if nobody is there: bots, a clock, or a limit for absence.

    Deadlines in games over days are found by the housekeeping.
    """
    has_clock = request.clock and not is_over_days(request)
    return bool(has_clock or request.absent or any(seat.is_played_by_bot for seat in seats))
