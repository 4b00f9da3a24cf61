"""The database: tables and their moves. The answers are the truth, so they are only ever added.

One thread owns the connection and does what is asked of it in order; what waits together is committed together, so
that many tables share the price of one commit. A move counts once: its number is unique at its table.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from basebash import BasebashError
from basebash.table.messages import ChatLine
from basebash.table.metrics import log

T = TypeVar("T")
Status = Literal["open", "playing", "over"]
Job = tuple[Callable[[sa.Connection], Any], asyncio.AbstractEventLoop, "asyncio.Future[Any]"]

metadata = sa.MetaData()
TABLES = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("setup", sa.Text),
    sa.Column("rematch", sa.String(40)),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("touched", sa.Float, nullable=False),
    sa.Index("tables_by_status", "status", "listed", "touched"),
)
MOVES = sa.Table(
    "moves",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("picks", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
CHAT = sa.Table(
    "chat",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
_APPEND = sa.insert(MOVES)
_CHAT_LOADED = 100


class Row(msgspec.Struct):
    """A table as it is stored; `options`, `seats` and `setup` are JSON."""

    id: str
    name: str
    status: Status
    listed: bool
    options: str
    seats: str
    setup: str | None
    rematch: str | None
    created: float
    touched: float


class Move(msgspec.Struct, frozen=True):
    """An answer, or an undo: `picks` then holds the number of answers that are left."""

    number: int
    kind: Literal["answer", "undo"]
    seat: int
    picks: tuple[int, ...]


class Stored(msgspec.Struct):
    """A table with all its moves, and what was last said there."""

    row: Row
    moves: list[Move]
    said: list[ChatLine]


class NotWritten(Exception):
    """The database does not answer, or is full."""


class MoveTaken(Exception):
    """Another move has this number: somebody else writes at the same table."""


def make_engine(url: str) -> sa.Engine:
    """An engine for a database URL; PostgreSQL goes through psycopg, SQLite writes ahead and syncs each commit."""
    parsed = sa.make_url(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    engine = sa.create_engine(parsed, pool_pre_ping=parsed.get_backend_name() != "sqlite")
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 10000", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def migrate(engine: sa.Engine) -> None:
    """Brings the database to the newest form."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


class BadDatabase(BasebashError):
    """The database cannot be used; the message says why."""


def check_database(url: str) -> None:
    """Brings the database to the newest form and sees that it can be written to; `BadDatabase` if not."""
    try:
        engine = make_engine(url)
        shown = engine.url.render_as_string(hide_password=True)
    except (sa.exc.ArgumentError, ModuleNotFoundError) as error:
        raise BadDatabase(f"The database cannot be used: {error}") from None
    try:
        migrate(engine)
        with engine.begin() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))
    except CommandError:
        raise BadDatabase(f"The database {shown} was written by a newer Basebash. Update this one.") from None
    except sa.exc.DBAPIError as error:
        raise BadDatabase(f"The database {shown} cannot be used: {error.orig}") from None
    finally:
        engine.dispose()


class Store:
    """The database behind one thread. Every method but `open` and `close` is awaited."""

    def __init__(self, url: str) -> None:
        self._engine = make_engine(url)
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store", daemon=True)

    def open(self) -> None:
        """Migrates and starts the thread."""
        migrate(self._engine)
        self._thread.start()

    def close(self) -> None:
        """Does what is still waiting, and stops."""
        self._jobs.put(None)
        self._thread.join()
        self._engine.dispose()

    async def append(self, table: str, move: Move) -> None:
        """Writes a move down; committed when this returns. `MoveTaken` if its number is."""
        values = {
            "table_id": table,
            "number": move.number,
            "kind": move.kind,
            "seat": move.seat,
            "picks": msgspec.json.encode(move.picks).decode(),
            "at": time.time(),
        }

        def job(connection: sa.Connection) -> None:
            connection.execute(_APPEND, values)

        await self._do(job)

    async def say(self, table: str, line: ChatLine) -> None:
        """Writes down what was said."""
        values = {"table_id": table, **msgspec.structs.asdict(line)}
        await self._do(lambda connection: connection.execute(sa.insert(CHAT), values))

    async def create(self, row: Row) -> None:
        """Writes a new table down."""
        await self._do(lambda connection: connection.execute(sa.insert(TABLES), msgspec.structs.asdict(row)))

    async def update(self, table: str, **values: Any) -> None:
        """Changes what is written about a table."""
        statement = sa.update(TABLES).where(TABLES.c.id == table).values(touched=time.time(), **values)
        await self._do(lambda connection: connection.execute(statement))

    async def load(self, table: str) -> Stored | None:
        """A table as it stands."""

        def job(connection: sa.Connection) -> Stored | None:
            found = connection.execute(sa.select(TABLES).where(TABLES.c.id == table)).mappings().first()
            if found is None:
                return None
            moves = connection.execute(
                sa.select(MOVES.c.number, MOVES.c.kind, MOVES.c.seat, MOVES.c.picks)
                .where(MOVES.c.table_id == table)
                .order_by(MOVES.c.number)
            )
            said = connection.execute(
                sa.select(CHAT.c.number, CHAT.c.seat, CHAT.c.name, CHAT.c.text, CHAT.c.at)
                .where(CHAT.c.table_id == table)
                .order_by(CHAT.c.number.desc())
                .limit(_CHAT_LOADED)
            ).all()
            return Stored(
                Row(**found),
                [
                    Move(number, kind, seat, msgspec.json.decode(picks, type=tuple[int, ...]))
                    for number, kind, seat, picks in moves
                ],
                [ChatLine(*line) for line in reversed(said)],
            )

        return await self._do(job)

    async def find(self, *, listed: bool = False, status: tuple[Status, ...], since: float, limit: int) -> list[Row]:
        """Tables of some status that were touched since, newest first."""
        query = sa.select(TABLES).where(TABLES.c.status.in_(status), TABLES.c.touched >= since)
        if listed:
            query = query.where(TABLES.c.listed)
        query = query.order_by(TABLES.c.created.desc()).limit(limit)
        return await self._do(lambda connection: [Row(**found) for found in connection.execute(query).mappings()])

    async def forget_open(self, before: float, but: list[str]) -> None:
        """Removes tables at which nobody started a game, untouched for long, but for some."""
        gone = sa.and_(TABLES.c.status == "open", TABLES.c.touched < before, TABLES.c.id.not_in(but))

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(CHAT).where(CHAT.c.table_id.in_(sa.select(TABLES.c.id).where(gone))))
            connection.execute(sa.delete(TABLES).where(gone))

        await self._do(job)

    async def check(self) -> None:
        """Raises if the database does not answer."""
        await self._do(lambda connection: connection.execute(sa.text("SELECT 1")))

    # ------------------------------------------------------------------------------------------- the thread
    async def _do(self, job: Callable[[sa.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put((job, loop, future))
        try:
            # Shielded: what has been asked for is done and committed, even if the asker goes away.
            return await asyncio.shield(future)
        except sa.exc.IntegrityError as error:
            raise MoveTaken from error
        except sa.exc.SQLAlchemyError as error:
            log.exception("the database failed")
            raise NotWritten from error

    def _work(self) -> None:
        while (first := self._jobs.get()) is not None:
            batch = [first]
            while len(batch) < 200 and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    self._jobs.put(None)
                    break
                batch.append(job)
            outcomes = self._together(batch)
            if outcomes is None:
                outcomes = [self._alone(job) for job in batch]
            for (_, loop, future), outcome in zip(batch, outcomes, strict=True):
                try:
                    loop.call_soon_threadsafe(_settle, future, outcome)
                except RuntimeError:  # the loop is closed: nobody waits any more
                    continue

    def _together(self, batch: list[Job]) -> list[Any] | None:
        """All in one transaction; None if one of them failed and so all were rolled back."""
        try:
            with self._engine.begin() as connection:
                return [job[0](connection) for job in batch]
        except sa.exc.SQLAlchemyError:
            return None

    def _alone(self, job: Job) -> Any:
        try:
            with self._engine.begin() as connection:
                return job[0](connection)
        except sa.exc.SQLAlchemyError as error:
            return error


def _settle(future: asyncio.Future[Any], outcome: Any) -> None:
    if future.cancelled():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
