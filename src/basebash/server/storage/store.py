"""The store of tables and moves. Moves are authoritative, and are only ever appends.

One thread owns the connection. Jobs that wait at the same time are committed together, so that many tables share the
cost of a commit. A move counts once: its number is unique at its table. Its checksum covers all moves before it, so
that missing or altered moves are noticed.

With PostgreSQL everything that is written is announced to the other processes in the same transaction (`bus`). Moves
that wait at the same time are written and announced by one statement, because round trips cost more than the work.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa

from basebash.server.logs import log
from basebash.server.messages import ChatLine
from basebash.server.storage.database import make_engine, migrate
from basebash.server.storage.errors import DatabaseUnavailable, WriteConflict
from basebash.server.storage.rows import CHANNEL, Move, Row, Status, Stored
from basebash.server.storage.schema import CHAT, MOVES, POSITIONS, RESULTS, TABLES

T = TypeVar("T")
_APPEND = sa.insert(MOVES)
_NOTIFY = sa.text(f"SELECT pg_notify('{CHANNEL}', :announcement)")
_COLUMNS = {
    "table_id": "varchar",
    "number": "integer",
    "kind": "varchar",
    "seat": "integer",
    "picks": "text",
    "at": "float8",
    "meaning": "bigint",
    "checksum": "varchar",
}
_APPEND_AND_NOTIFY = sa.text(
    f"WITH written AS (INSERT INTO moves ({', '.join(_COLUMNS)}) SELECT * FROM "  # noqa: S608  # our own column names
    f"unnest({', '.join(f'CAST(:{name} AS {kind}[])' for name, kind in _COLUMNS.items())})) "
    f"SELECT pg_notify('{CHANNEL}', announcement) FROM unnest(CAST(:announcements AS text[])) AS announcement"
)
_MAX_ANNOUNCEMENT = 7_000  # bytes; PostgreSQL allows 8,000
_CHAT_LOADED = 100  # lines
_DISK_FULL = "53100"  # an SQLSTATE of PostgreSQL
_MIN_FREE_BYTES = 20 * 2**20  # on the disk of an SQLite database


class _Append(msgspec.Struct):
    """A move to write and the announcement of it, or only an announcement."""

    values: dict[str, Any] | None
    announcement: str | None


Work = Callable[[sa.Connection], Any] | _Append
Job = tuple[Work, "asyncio.Future[Any]"]


class Clock:
    """The time of day, which never jumps while the server runs, whatever happens to the system clock."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        """Return the seconds since 1970."""
        return self._offset + time.monotonic()


class Store:
    """The database behind one thread. Every method but `open` and `close` is awaited."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.clock = Clock()
        self.origin = secrets.token_hex(6)  # names this process in announcements
        self._engine = make_engine(url)
        self._autocommit = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self.is_shared = self._engine.dialect.name == "postgresql"  # by several processes
        self._is_full = False  # when something was last written
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)

    def open(self) -> None:
        """Upgrade the database and start the thread."""
        migrate(self._engine)
        self._thread.start()

    def close(self) -> None:
        """Finish the waiting jobs and stop."""
        self._jobs.put(None)
        self._thread.join()
        self._engine.dispose()

    async def append(self, table: str, move: Move) -> None:
        """Write a move; it is committed when this returns. `WriteConflict` if its number is taken."""
        values = {
            "table_id": table,
            "number": move.number,
            "kind": move.kind,
            "seat": move.seat,
            "picks": msgspec.json.encode(move.picks).decode(),
            "at": self.clock.now(),
            "meaning": move.meaning,
            "checksum": move.checksum,
        }

        announcement = None
        if self.is_shared:
            announcement = self._announcement("move", table, number=move.number, move=move)
            if len(announcement) > _MAX_ANNOUNCEMENT:
                announcement = self._announcement("move", table, number=move.number)
        await self._do(_Append(values, announcement), writes=True)

    async def say(self, table: str, line: ChatLine) -> None:
        """Write a chat line."""
        values = {"table_id": table, **msgspec.structs.asdict(line)}

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.insert(CHAT), values)
            self._announce(connection, "chat", table)

        await self._do(job, writes=True)

    async def do(self, job: Callable[[sa.Connection], T], *, writes: bool = True) -> T:
        """Run a job in one transaction and return its result."""
        return await self._do(job, writes=writes)

    async def announce(self, kind: str, table: str, **more: Any) -> None:
        """Tell the other processes something that is not stored."""
        if self.is_shared:
            await self._do(_Append(None, self._announcement(kind, table, **more)))

    def _announce(self, connection: sa.Connection, kind: str, table: str) -> None:
        if self.is_shared:
            connection.execute(_NOTIFY, {"announcement": self._announcement(kind, table)})

    def _announcement(self, kind: str, table: str, **more: Any) -> str:
        return msgspec.json.encode({"origin": self.origin, "kind": kind, "table": table, **more}).decode()

    async def create(self, row: Row, position: bytes | None = None) -> None:
        """Write a new table, and the start of its game if that is not the beginning."""

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.insert(TABLES), msgspec.structs.asdict(row))
            if position is not None:
                connection.execute(sa.insert(POSITIONS), {"table_id": row.id, "data": position})

        await self._do(job, writes=True)

    async def update(
        self, table: str, *, version: int | None = None, result: bytes | None = None, **values: Any
    ) -> None:
        """Change a table's row. `WriteConflict` if `version` is given and is not the current one."""
        statement = sa.update(TABLES).where(TABLES.c.id == table).values(touched=self.clock.now(), **values)
        if version is not None:
            statement = statement.where(TABLES.c.version == version).values(version=version + 1)

        def job(connection: sa.Connection) -> bool:
            if not connection.execute(statement).rowcount:
                return False
            if result is not None:
                connection.execute(sa.delete(RESULTS).where(RESULTS.c.table_id == table))
                connection.execute(sa.insert(RESULTS), {"table_id": table, "data": result})
            if values:
                self._announce(connection, "row", table)
            return True

        if not await self._do(job, writes=True) and version is not None:
            raise WriteConflict

    async def try_update(self, table: str, **values: Any) -> None:
        """Change what also follows from the answers: if that fails, nothing is lost."""
        try:
            await self.update(table, **values)
        except (DatabaseUnavailable, WriteConflict):
            log.warning("a table's row was not updated", table=table)

    async def load(self, table: str, first: int = 0, said_from: int = 0) -> Stored | None:
        """Return a table with its moves from number `first` on and its newest chat lines; None if there is none."""

        def job(connection: sa.Connection) -> Any:
            found = connection.execute(sa.select(TABLES).where(TABLES.c.id == table)).mappings().first()
            if found is None:
                return None
            moves = connection.execute(
                sa.select(MOVES.c.number, MOVES.c.kind, MOVES.c.seat, MOVES.c.picks, MOVES.c.meaning, MOVES.c.checksum)
                .where(MOVES.c.table_id == table, MOVES.c.number >= first)
                .order_by(MOVES.c.number)
            ).mappings()
            said = connection.execute(
                sa.select(CHAT.c.number, CHAT.c.seat, CHAT.c.name, CHAT.c.text, CHAT.c.at, CHAT.c.kind)
                .where(CHAT.c.table_id == table, CHAT.c.number >= said_from)
                .order_by(CHAT.c.number.desc())
                .limit(_CHAT_LOADED)
            ).mappings()
            return {
                "row": _plain(found),
                "moves": [_plain(move) for move in moves],
                "said": [{"type": "chat", **_plain(line)} for line in reversed(said.all())],
                "result": connection.execute(sa.select(RESULTS.c.data).where(RESULTS.c.table_id == table)).scalar(),
                "position": connection.execute(
                    sa.select(POSITIONS.c.data).where(POSITIONS.c.table_id == table)
                ).scalar(),
            }

        loaded = await self._do(job)
        if loaded is None:
            return None
        for move in loaded["moves"]:
            move["picks"] = msgspec.json.decode(move["picks"])
        return msgspec.convert(loaded, Stored)

    async def times(self, table: str) -> list[float]:
        """Return when each answer of a game was given, without those that were taken back."""
        query = sa.select(MOVES.c.kind, MOVES.c.picks, MOVES.c.at).where(MOVES.c.table_id == table)
        query = query.order_by(MOVES.c.number)
        times: list[float] = []
        for kind, picks, at in await self._do(lambda connection: connection.execute(query).all()):
            if kind == "undo":
                del times[msgspec.json.decode(picks)[0] :]
            else:
                times.append(at)
        return times

    async def find(self, *, listed: bool = False, status: tuple[Status, ...], since: float, limit: int) -> list[Row]:
        """Return tables of some status that were touched since, newest first, without those that cannot be read."""
        query = sa.select(TABLES).where(TABLES.c.status.in_(status), TABLES.c.touched >= since)
        if listed:
            query = query.where(TABLES.c.listed)
        query = query.order_by(TABLES.c.created.desc()).limit(limit)
        rows = []
        for found in await self._do(lambda connection: connection.execute(query).mappings().all()):
            try:
                rows.append(msgspec.convert(_plain(found), Row))
            except msgspec.ValidationError:
                log.error("damaged table", table=found["id"])  # a traceback would say nothing
        return rows

    async def due_tables(self, before: float, limit: int) -> list[str]:
        """Return games over days in which the asked player's time is up by then, the most urgent first."""
        is_due = sa.and_(TABLES.c.due < before, TABLES.c.status == "playing")
        query = sa.select(TABLES.c.id).where(is_due).order_by(TABLES.c.due).limit(limit)
        return await self._do(lambda connection: list(connection.execute(query).scalars()))

    async def old_tables(self, before: float, except_for: list[str]) -> list[str]:
        """Return tables without a game that were not touched since, except some."""
        query = sa.select(TABLES.c.id).where(
            TABLES.c.status == "open", TABLES.c.touched < before, TABLES.c.id.not_in(except_for)
        )
        return await self._do(lambda connection: list(connection.execute(query).scalars()))

    async def remove_open(self, tables: list[str], before: float) -> None:
        """Remove tables, unless a game has started there or somebody has touched them since."""
        gone = sa.and_(TABLES.c.status == "open", TABLES.c.touched < before, TABLES.c.id.in_(tables))

        def job(connection: sa.Connection) -> None:
            for beside in (CHAT, POSITIONS):
                connection.execute(sa.delete(beside).where(beside.c.table_id.in_(sa.select(TABLES.c.id).where(gone))))
            connection.execute(sa.delete(TABLES).where(gone))

        await self._do(job)

    async def overwrite_deleted(self) -> None:
        """Remove deleted data from SQLite's write-ahead log too. PostgreSQL does that by itself, in time."""
        if not self.is_shared:
            await asyncio.to_thread(self._truncate_log)

    def _truncate_log(self) -> None:
        with self._autocommit.connect() as connection:
            is_busy = connection.execute(sa.text("PRAGMA wal_checkpoint(TRUNCATE)")).scalar()
        if is_busy:
            log.warning("the write-ahead log was not truncated; it is at the next deletion or shutdown")

    async def check(self) -> str:
        """Return what is wrong with the database: "away", "full", or nothing."""
        try:
            await asyncio.wait_for(self._do(lambda connection: connection.execute(sa.text("SELECT 1"))), 5)
        except (TimeoutError, DatabaseUnavailable):
            return "away"
        return "full" if self._is_full or await asyncio.to_thread(self._has_no_space) else ""

    def _has_no_space(self) -> bool:
        file = self._engine.url.database
        if self.is_shared or not file or not (folder := Path(file).absolute().parent).is_dir():
            return False
        return shutil.disk_usage(folder).free < _MIN_FREE_BYTES

    # ------------------------------------------------------------------------------------------- the thread
    async def _do(self, job: Callable[[sa.Connection], T] | _Append, *, writes: bool = False) -> T:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((job, future))
        try:
            done = await future  # if the caller is cancelled, the job is finished and committed all the same
        except sa.exc.IntegrityError as error:
            raise WriteConflict from error
        except Exception as error:
            self._is_full = self._is_full or _says_full(error)
            log.exception("the database failed")
            raise DatabaseUnavailable from error
        if writes:
            self._is_full = False
        return done

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch = [first]
            while len(batch) < 200 and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    self._jobs.put(None)
                    break
                batch.append(job)
            outcomes = self._together([job[0] for job in batch])
            if outcomes is None:
                outcomes = [self._alone(job[0]) for job in batch]
            settled = list(zip([future for _, future in batch], outcomes, strict=True))
            for loop in {future.get_loop() for future, _ in settled}:  # in a server there is only one
                ours = [pair for pair in settled if pair[0].get_loop() is loop]
                with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody waits for it
                    loop.call_soon_threadsafe(_settle, ours)

    def _together(self, batch: list[Work]) -> list[Any] | None:
        """Do all in one transaction; None if one of them failed, so that all were rolled back."""
        try:
            return self._transact(batch)
        except Exception:  # noqa: BLE001  # the others are done all the same
            return None

    def _alone(self, work: Work) -> Any:
        try:
            return self._transact([work])[0]
        except Exception as error:  # noqa: BLE001  # raised where the job was requested
            return error

    def _transact(self, batch: list[Work]) -> list[Any]:
        appends = [work for work in batch if isinstance(work, _Append)]
        if len(appends) == len(batch) and self.is_shared:
            with self._autocommit.connect() as connection:  # one statement is a transaction by itself
                self._execute_appends(connection, appends)
            return [None] * len(batch)
        with self._engine.begin() as connection:
            if appends:
                self._execute_appends(connection, appends)
            return [None if isinstance(work, _Append) else work(connection) for work in batch]

    def _execute_appends(self, connection: sa.Connection, appends: list[_Append]) -> None:
        rows = [one.values for one in appends if one.values is not None]
        if not self.is_shared:
            connection.execute(_APPEND, rows)
            return
        columns = {name: [row[name] for row in rows] for name in _COLUMNS}
        connection.execute(_APPEND_AND_NOTIFY, {**columns, "announcements": [one.announcement for one in appends]})


def _plain(found: Mapping[Any, Any]) -> dict[str, Any]:
    """Return a row with plain column names."""
    return {str(name): value for name, value in found.items()}


def _says_full(error: Exception) -> bool:
    cause = getattr(error, "orig", None)
    return getattr(cause, "sqlstate", None) == _DISK_FULL or "disk is full" in str(cause)


def _settle(settled: list[tuple[asyncio.Future[Any], Any]]) -> None:
    """Tell everyone who waits how their jobs went: one wake-up of the event loop for all of them."""
    for future, outcome in settled:
        if future.cancelled():
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)
