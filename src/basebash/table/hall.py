"""All tables: making them, finding them again, and housekeeping."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from basebash import BasebashError
from basebash.table import messages
from basebash.table.messages import TableRequest
from basebash.table.metrics import Metrics, log
from basebash.table.play import make_setup
from basebash.table.players import Players
from basebash.table.settings import Settings
from basebash.table.store import NotWritten, Row, Store
from basebash.table.tables import BOT_NAMES, Refused, Seat, Table, clean, entry_of, hash_token, new_token


def _make_seed() -> int:
    """A seed that nobody can guess or find by trying."""
    return secrets.randbits(63)


class Hall:
    """All tables. Those that nobody needs leave the memory and come back from the store."""

    def __init__(self, store: Store, players: Players, settings: Settings, metrics: Metrics) -> None:
        self.store = store
        self.players = players
        self.settings = settings
        self.metrics = metrics
        self.make_seed: Callable[[], int] = _make_seed
        self.tables: dict[str, Table] = {}
        self._coming: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._made: dict[str, deque[float]] = {}

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
            table = Table(self, stored.row)
            async with table.lock:
                await table.restore(stored)
        except (msgspec.MsgspecError, BasebashError):  # BasebashError: a set-up of another time
            log.exception("a damaged table", extra={"data": {"table": table_id}})
            raise Refused("no_table", "What was written down about this table is damaged.") from None
        self.tables[table_id] = table
        self.metrics.counts["tables_restored"] += 1
        await table.start_if_full()
        return table

    def forget(self, table: Table) -> None:
        """Drops a table from the memory; who is still there connects again."""
        table.close()
        for client in table.clients:
            client.send_away()
        if self.tables.get(table.id) is table:
            del self.tables[table.id]

    # ------------------------------------------------------------------------------------------- new tables
    async def create(self, request: TableRequest, client: str) -> messages.Created:
        """A new table, with the creator's tokens. Raises `Refused` where limits or the rules forbid it."""
        self._count(client)
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
        table = await self.add(request, seats, clean(request.name), listed=request.listed)
        mine = next((number for number, token in enumerate(tokens) if token is not None), None)
        return messages.Created(
            table.id,
            mine,
            None if mine is None else tokens[mine],
            [messages.SeatToken(number, token) for number, token in enumerate(tokens)],
        )

    async def add(self, request: TableRequest, seats: list[Seat], name: str, *, listed: bool) -> Table:
        """A new table with these seats; the game starts if none is open."""
        try:
            make_setup(request, [seat.name for seat in seats], 0)
        except BasebashError as error:
            raise Refused("bad_request", str(error)) from None
        now = time.time()
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
        )
        await self.store.create(row)
        table = self.tables[row.id] = Table(self, row)
        self.metrics.counts["tables_created"] += 1
        await table.start_if_full()
        return table

    def _count(self, client: str) -> None:
        if len(self.tables) >= self.settings.tables_in_memory:
            raise Refused("busy", "All tables are taken. Try again later.")
        now = time.monotonic()
        made = self._made.setdefault(client, deque())
        while made and made[0] < now - 3600:
            made.popleft()
        if len(made) >= self.settings.tables_per_client_an_hour:
            raise Refused("too_many", "You made many tables within an hour. Try again later.")
        made.append(now)

    async def lobby(self) -> messages.TableList:
        """The listed tables that are not over."""
        since = time.time() - self.settings.listed_seconds
        rows = await self.store.find(listed=True, status=("open", "playing"), since=since, limit=100)
        entries = []
        for row in rows:
            table = self.tables.get(row.id)
            if table is not None:
                entries.append(table.entry())
                continue
            seats = msgspec.json.decode(row.seats, type=list[Seat])
            request = msgspec.json.decode(row.options, type=TableRequest)
            entries.append(entry_of(row.id, row.name, row.status, seats, request, row.listed, 0, row.created))
        return messages.TableList(entries)

    # ------------------------------------------------------------------------------------------- housekeeping
    async def wake_up(self) -> None:
        """After a start: games under way go on, so that bots and clocks do not wait for somebody to look."""
        rows = await self.store.find(
            status=("playing",), since=time.time() - 24 * 3600, limit=self.settings.tables_in_memory
        )
        for row in rows:
            seats = msgspec.json.decode(row.seats, type=list[Seat])
            request = msgspec.json.decode(row.options, type=TableRequest)
            if request.clock is not None or any(seat.kind == "bot" for seat in seats):
                with contextlib.suppress(Refused, NotWritten):  # it has been logged
                    await self.get(row.id)
                await asyncio.sleep(0.02)

    async def keep_house(self) -> None:
        """Now and then: idle tables leave the memory, and tables where no game started are removed."""
        while True:
            await asyncio.sleep(max(1.0, min(60.0, self.settings.idle_seconds)))
            with contextlib.suppress(NotWritten):  # it has been logged
                await self.sweep()

    async def sweep(self) -> None:
        """Does the housekeeping once."""
        idle = time.monotonic() - self.settings.idle_seconds
        for table in list(self.tables.values()):
            if table.is_idle and table.idle_since <= idle:
                self.forget(table)
        now = time.monotonic()
        for client in [client for client, made in self._made.items() if not made or made[-1] < now - 3600]:
            del self._made[client]
        here = [table.id for table in self.tables.values() if table.status == "open"]
        await self.store.forget_open(time.time() - self.settings.open_seconds, here)

    async def close(self) -> None:
        """Ends what is under way."""
        for table in self.tables.values():
            table.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self.players.close)
