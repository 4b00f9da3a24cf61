"""All tables: making them, finding them again, and housekeeping."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from basebash import BasebashError
from basebash.server import messages
from basebash.server.games.seated_game import make_setup
from basebash.server.http.middleware.security import Rates
from basebash.server.logs import log
from basebash.server.messages import TableRequest
from basebash.server.metrics import Metrics
from basebash.server.people.people import Owner, People
from basebash.server.processes.bus import Bus, Word
from basebash.server.processes.workers import Players
from basebash.server.puzzles.attempts import Tries
from basebash.server.review.analysis import Coach
from basebash.server.settings import Settings
from basebash.server.storage.seed_secrets import BadKey, Vault
from basebash.server.storage.store import Damaged, MoveTaken, NotWritten, Row, Store
from basebash.server.tables.pass_delay import Pace
from basebash.server.tables.table import BOT_NAMES, Refused, Seat, Table, clean, entry_of
from basebash.server.tokens import hash_token, new_token

_SHARE = 4  # waking up takes a part of a core like this one
_UNREADABLE = (msgspec.MsgspecError, BasebashError, Damaged, BadKey, ValueError, TypeError, KeyError, IndexError)
"""What reading something that was altered by others can raise."""


class Hall:
    """All tables. Those that nobody needs leave the memory and come back from the store."""

    def __init__(self, store: Store, players: Players, settings: Settings, metrics: Metrics, vault: Vault) -> None:
        self.store = store
        self.players = players
        self.settings = settings
        self.metrics = metrics
        self.vault = vault
        self.pace = Pace(settings.window_pause)
        self.make_seed: Callable[[], Any] | None = None  # for tests: games that are known before
        self.people = People(store)
        self.tries = Tries(store)
        self.coach = Coach(self)
        self.tables: dict[str, Table] = {}
        self.bus: Bus | None = None
        self._coming: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._rates = Rates()
        self._rates.allow("tables", settings.tables_per_client_an_hour / 3600, settings.tables_per_client_an_hour)
        self._old: dict[str, float] = {}  # open tables that look old, and since when
        if store.is_shared:
            self.bus = Bus(store.url, store.origin, self._hear, self._missed)
            self.bus.died = self._died

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Does something on the side, and says so if it fails."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("something failed on the side", exc_info=error)

    async def get(self, table_id: str) -> Table:
        """A table, from the memory or the store."""
        table = self.tables.get(table_id)
        if table is not None:
            return table
        if table_id not in self._coming:
            task = self._coming[table_id] = asyncio.get_running_loop().create_task(self._load(table_id))
            task.add_done_callback(lambda _: self._coming.pop(table_id, None))
        return await asyncio.shield(self._coming[table_id])

    async def _load(self, table_id: str) -> Table:
        try:
            stored = await self.store.load(table_id)
            if stored is None:
                raise Refused("no_table", "There is no such table. Check the link.")
            table = Table(self, stored.row, stored.position)
            async with table.lock:
                await table.restore(stored)
        except _UNREADABLE:
            log.exception("a damaged table", table=table_id)
            self.metrics.tables_damaged.inc()
            raise Refused(
                "damaged",
                "What was written down about this table is damaged. It is set aside; ask who runs the server.",
            ) from None
        self.tables[table_id] = table
        self.metrics.tables_restored.inc()
        if self.store.is_shared:
            self.announce("who", table_id)
            await table.catch_up()  # what was written between loading it and hearing of it
        await table.start_if_full()
        return table

    def forget(self, table: Table) -> None:
        """Drops a table from the memory; who is still there connects again."""
        table.close()
        for client in table.clients:
            client.send_away()
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        if self.bus is not None and table.is_mine:
            self.spawn(self.bus.release(table.id))  # type: ignore[unused-awaitable]  # the hall keeps it
            table.is_mine = False

    def seal(self, table_id: str) -> tuple[Any, Any]:
        """A seed for a game that nobody can guess or find by trying, and what is written down of it."""
        if self.make_seed is None:
            return self.vault.seal(table_id)
        seed = self.make_seed()
        return seed, seed

    # ------------------------------------------------------------------------------------------- other processes
    def announce(self, kind: str, table_id: str, **more: Any) -> None:
        """Tells the other processes, if there may be any."""
        if self.store.is_shared:

            async def tell() -> None:
                with contextlib.suppress(NotWritten):  # it has been logged
                    await self.store.announce(kind, table_id, **more)

            self.spawn(tell())  # type: ignore[unused-awaitable]  # the hall keeps it

    async def claim(self, table: Table) -> bool:
        """Whether a table's bots and clocks are this process's."""
        if self.bus is not None:
            table.is_mine = await self.bus.claim(table.id)
        return table.is_mine

    def _hear(self, word: Word) -> None:
        table = self.tables.get(word.table)
        if table is not None and word.kind == "reload":
            self.forget(table)
        elif table is not None:
            self.spawn(table.hear(word))  # type: ignore[unused-awaitable]  # the hall keeps it

    def _missed(self) -> None:
        """The connection was lost: whatever was announced meanwhile has not been heard."""

        async def look() -> None:
            for table in list(self.tables.values()):
                with contextlib.suppress(NotWritten):
                    await table.catch_up()
                table.say_here()

        self.spawn(look())  # type: ignore[unused-awaitable]  # the hall keeps it

    def _died(self, origin: str) -> None:
        """Another process is gone: who was there is not any more, and its bots are for who takes them."""
        for table in list(self.tables.values()):
            table.forget_process(origin)
        self.spawn(self.wake_up())  # type: ignore[unused-awaitable]  # the hall keeps it

    # ------------------------------------------------------------------------------------------- new tables
    async def create(
        self, request: TableRequest, client: str, owner: Owner | None = None, position: bytes | None = None
    ) -> messages.Created:
        """A new table, with the creator's tokens. Raises `Refused` where limits or the rules forbid it.

        `position`: where the game begins, if not at the beginning.
        """
        if len(self.tables) >= self.settings.tables_in_memory:
            raise Refused("busy", "All tables are taken. Try again later.")
        if not await self._rates.take("tables", client):
            raise Refused("too_many", "You made many tables within an hour. Try again later.")
        tokens: list[str | None] = []
        seats = []
        bots = list(BOT_NAMES)
        for wanted in request.seats:
            if wanted.kind == "bot":
                tokens.append(None)
                seats.append(Seat("bot", clean(wanted.name) or bots.pop(0), wanted.level))
            elif wanted.kind == "open":
                tokens.append(None)
                seats.append(Seat("open", ""))
            else:
                token = new_token()
                tokens.append(token)
                name = clean(wanted.name) or f"Player {len(seats) + 1}"
                seats.append(Seat("person", name, hash=hash_token(token), home=True))
        maker = self.vault.name(client)
        mine = next((number for number, token in enumerate(tokens) if token is not None), None)
        own = next((number for number, seat in enumerate(request.seats) if seat.kind == "me"), None)
        sits = None if owner is None or own is None else (owner, own)
        table = await self.add(
            request, seats, clean(request.name), maker, listed=request.listed, sits=sits, position=position
        )
        return messages.Created(
            table.id,
            mine,
            None if mine is None else tokens[mine],
            [messages.SeatToken(number, token) for number, token in enumerate(tokens)],
        )

    async def add(
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
    ) -> Table:
        """A new table with these seats; the game starts if none is open.

        `wins`: how a series stands. `people_of`: the table that the same people come from. `sits`: who has which seat.
        """
        try:
            make_setup(request, [seat.name for seat in seats], 0)
        except BasebashError as error:
            raise Refused("bad_request", str(error)) from None
        now = self.store.clock.now()
        row = Row(
            id=secrets.token_urlsafe(9),
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
            await self.people.follow(people_of, row.id)
        if sits is not None:
            await self.people.sit(sits[0], row.id, sits[1])
        table = self.tables[row.id] = Table(self, row, position)
        self.metrics.tables_created.inc()
        await table.start_if_full()
        return table

    async def delete_person(self, owner: Owner) -> None:
        """Takes somebody's data off the server; who is at their tables comes there anew."""
        for table_id in await self.people.delete(owner):
            table = self.tables.get(table_id)
            if table is not None:
                self.forget(table)
            self.announce("reload", table_id)
        self.spawn(self.wake_up())  # type: ignore[unused-awaitable]  # the hall keeps it

    async def lobby(self) -> messages.TableList:
        """The listed tables that are not over. One that cannot be read is left out."""
        since = self.store.clock.now() - self.settings.listed_seconds
        rows = await self.store.find(listed=True, status=("open", "playing"), since=since, limit=100)
        entries = []
        for row in rows:
            table = self.tables.get(row.id)
            if table is not None:
                entries.append(table.entry())
                continue
            told = self._read(row)
            if told is not None:
                seats, request = told
                entries.append(entry_of(row.id, row.name, row.status, seats, request, row.listed, 0, row.created))
        return messages.TableList(entries)

    def _read(self, row: Row) -> tuple[list[Seat], TableRequest] | None:
        try:
            return msgspec.json.decode(row.seats, type=list[Seat]), msgspec.json.decode(row.options, type=TableRequest)
        except _UNREADABLE:
            log.exception("a damaged table", table=row.id)
            self.metrics.tables_damaged.inc()
            return None

    # ------------------------------------------------------------------------------------------- housekeeping
    async def wake_up(self) -> None:
        """Games under way go on, so that bots and clocks do not wait for somebody to look.

        One after the other, and with long breaths: who is there comes first.
        """
        await self.coach.wake_up()
        try:
            rows = await self.store.find(status=("playing",), since=0, limit=self.settings.tables_in_memory)
        except NotWritten:  # it has been logged
            return
        told = [(row, self._read(row)) for row in rows if row.id not in self.tables]
        needy = [row for row, read in told if read and _goes_on_alone(*read)]
        for row in needy:
            started = time.monotonic()
            if self.bus is None or await self.bus.claim(row.id):
                try:
                    table = await self.get(row.id)
                    table.is_mine = True
                    table.idle_since = min(table.idle_since, 0.0)  # it leaves as soon as it waits for a person
                except (Refused, NotWritten, MoveTaken):  # it has been logged
                    if self.bus is not None:
                        await self.bus.release(row.id)
            await asyncio.sleep(0.01 + _SHARE * (time.monotonic() - started))

    async def keep_house(self) -> None:
        """Now and then: idle tables leave the memory, and tables where no game started are removed."""
        while True:
            await asyncio.sleep(max(1.0, min(60.0, self.settings.idle_seconds)))
            with contextlib.suppress(NotWritten):  # it has been logged
                await self.sweep()

    async def sweep(self) -> None:
        """Does the housekeeping once."""
        now = time.monotonic()
        for table in list(self.tables.values()):
            if table.is_idle and table.idle_since <= now - self.settings.idle_seconds:
                self.forget(table)
        here = [table.id for table in self.tables.values() if table.status == "open"]
        before = self.store.clock.now() - self.settings.open_seconds
        # A clock may have been wrong when the server started: what looks old must do so twice, a while apart.
        old = await self.store.old_tables(before, here)
        self._old = {table: self._old.get(table, now) for table in old}
        gone = [table for table, since in self._old.items() if now - since >= self.settings.open_looks]
        if gone:
            await self.store.remove_open(gone, before)
        await self.people.tidy()

    async def close(self) -> None:
        """Ends what is under way."""
        for table in self.tables.values():
            table.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self.bus is not None:
            await self.bus.close()
        await asyncio.to_thread(self.players.close)


def _goes_on_alone(seats: list[Seat], request: TableRequest) -> bool:
    """Whether something happens at a table even if nobody looks: bots, clocks, the patience with who is away."""
    return bool(request.clock or request.absent or any(seat.is_played_by_bot for seat in seats))
