"""The database: tables and their moves. The answers are the truth, so they are only ever added.

One thread owns the connection and does what is asked of it; what waits together is committed together, so that many
tables share the price of one commit. A move counts once: its number is unique at its table. Each move has a checksum
over itself and all before it, so that what is missing or was altered is noticed.

With PostgreSQL whatever is written is also announced, in the same transaction, to the other processes (`bus`). Moves
that wait together are written and announced by one statement, since each way to the database and back costs more than
what is done there.
"""

from __future__ import annotations

import asyncio
import hashlib
import queue
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from basebash import BasebashError
from basebash.server.logs import log
from basebash.server.messages import ChatLine
from basebash.server.storage.seed_secrets import Vault, is_sealed, mark_of

T = TypeVar("T")
Status = Literal["open", "playing", "over", "kept", "waits"]
"""`kept` and `waits`: games whose answers do not fit these rules, kept as a replay, or until older rules come back."""

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
    sa.Column("rules", sa.String(32)),
    sa.Column("maker", sa.String(16)),
    sa.Column("version", sa.Integer, nullable=False, server_default="0"),
    sa.Column("wins", sa.Text),
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
    sa.Column("meaning", sa.BigInteger),
    sa.Column("checksum", sa.String(16)),
)
RESULTS = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
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
    sa.Column("kind", sa.String(8), nullable=False, server_default="talk"),
)
POSITIONS = sa.Table(
    "positions",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
"""Where games began that began in the middle of another; the seed of their chance is with the set-up."""
ANALYSES = sa.Table(
    "analyses",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),  # whose own turns of a game under way; -1: all of a finished one
    sa.Column("state", sa.String(8), nullable=False),
    sa.Column("steps", sa.Integer, nullable=False),
    sa.Column("owner", sa.String(16), nullable=False),
    sa.Index("analyses_by_state", "state", "owner"),
)
MOMENTS = sa.Table(
    "moments",
    metadata,
    sa.Column("table_id", sa.String(40), sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("step", sa.Integer, primary_key=True),
    sa.Column("player", sa.Integer, nullable=False),
    sa.Column("given", sa.String(16), nullable=False),  # a digest of the answers that it is about
    sa.Column("data", sa.Text, nullable=False),
)
_APPEND = sa.insert(MOVES)
CHANNEL = "basebash"
_NOTIFY = sa.text(f"SELECT pg_notify('{CHANNEL}', :word)")
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
    f"WITH written AS (INSERT INTO moves ({', '.join(_COLUMNS)}) SELECT * FROM "  # noqa: S608  # names of our own
    f"unnest({', '.join(f'CAST(:{name} AS {kind}[])' for name, kind in _COLUMNS.items())})) "
    f"SELECT pg_notify('{CHANNEL}', word) FROM unnest(CAST(:words AS text[])) AS word"
)
_LONGEST_WORD = 7_000  # bytes, of the 8,000 that PostgreSQL lets an announcement have
_CHAT_LOADED = 100
_DISK_FULL = "53100"  # what PostgreSQL says then
_SPACE = 20 * 2**20  # bytes that must be left on the disk of SQLite


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
    rules: str | None = None
    maker: str | None = None
    version: int = 0
    wins: str | None = None


class Move(msgspec.Struct, frozen=True):
    """An answer, or an undo: `picks` then holds the number of answers that are left.

    `meaning` and `checksum` are missing in games of older versions.
    """

    number: int
    kind: Literal["answer", "undo"]
    seat: int
    picks: tuple[int, ...]
    meaning: int | None = None
    checksum: str | None = None


class _Appended(msgspec.Struct):
    """A move to be written down, and what is announced of it; or only something that is announced."""

    values: dict[str, Any] | None
    word: str | None


Work = Callable[[sa.Connection], Any] | _Appended
Job = tuple[Work, asyncio.AbstractEventLoop, "asyncio.Future[Any]"]


class Stored(msgspec.Struct):
    """A table with its moves, what was last said there, how it ended, and where it began if that was in the middle."""

    row: Row
    moves: list[Move]
    said: list[ChatLine]
    result: bytes | None = None
    position: bytes | None = None


class Damaged(BasebashError):
    """What is written down about a table is not what was once written down."""


def chain(table: str, before: str | None, move: Move) -> Move:
    """The move with its checksum, which follows from the one of the move before."""
    told = f"{before}|{table}|{move.number}|{move.kind}|{move.seat}|{move.picks}|{move.meaning}"
    return msgspec.structs.replace(move, checksum=hashlib.blake2b(told.encode(), digest_size=8).hexdigest())


def check_moves(table: str, moves: Iterable[Move], first: int = 0, before: str | None = None) -> None:
    """Raises `Damaged` if a move is missing or was altered."""
    for number, move in enumerate(moves, first):
        if move.number != number:
            raise Damaged(f"Move {number} is missing.")
        if (move.checksum is not None or before is not None) and chain(table, before, move).checksum != move.checksum:
            raise Damaged(f"Move {number} was altered.")
        before = move.checksum


class NotWritten(Exception):
    """The database does not answer, or is full."""


class MoveTaken(Exception):
    """Another move has this number, or the table has changed: somebody else writes at the same table."""


def make_engine(url: str) -> sa.Engine:
    """An engine for a database URL; PostgreSQL goes through psycopg, SQLite writes ahead and syncs each commit."""
    parsed = sa.make_url(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    engine = sa.create_engine(parsed)
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.text_factory = _text  # one text that is no text must not make all others unreadable
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "busy_timeout = 10000", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")


def migrate(engine: sa.Engine) -> None:
    """Brings the database to the newest form."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several processes may start at once
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(7245)"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


class BadDatabase(BasebashError):
    """The database cannot be used; the message says why."""


def check_database(url: str, vault: Vault | None = None) -> None:
    """Brings the database to the newest form and sees that it can be written to; `BadDatabase` if not.

    Also if the games under way were sealed with another key than the vault's.
    """
    try:
        engine = make_engine(url)
        shown = engine.url.render_as_string(hide_password=True)
    except (sa.exc.ArgumentError, ModuleNotFoundError) as error:
        raise BadDatabase(f"The database cannot be used: {error}") from None
    try:
        migrate(engine)
        with engine.begin() as connection:
            connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))
            if vault is not None:
                _check_key(connection, vault)
    except CommandError:
        raise BadDatabase(f"The database {shown} was written by a newer Basebash. Update this one.") from None
    except sa.exc.DBAPIError as error:
        raise BadDatabase(f"The database {shown} cannot be used: {error.orig}") from None
    finally:
        engine.dispose()


def _check_key(connection: sa.Connection, vault: Vault) -> None:
    """The newest game under way tells which key is the right one."""
    newest = sa.select(TABLES.c.setup).where(TABLES.c.status == "playing").order_by(TABLES.c.created.desc()).limit(1)
    try:
        seed = msgspec.json.decode(connection.execute(newest).scalar() or "{}").get("seed")
    except (msgspec.MsgspecError, AttributeError):  # it is damaged: others will say so
        return
    if is_sealed(seed) and mark_of(seed) != vault.mark:
        raise BadDatabase(
            "The games under way were sealed with another key. Put the right key in its place, or name it with --key."
        )


class Clock:
    """The time of day, which never jumps while the server runs: where it started, and how long ago that was."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        """Seconds since 1970."""
        return self._offset + time.monotonic()


class Store:
    """The database behind one thread. Every method but `open` and `close` is awaited."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.clock = Clock()
        self.origin = secrets.token_hex(6)  # who announces
        self._engine = make_engine(url)
        self._at_once = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self.is_shared = self._engine.dialect.name == "postgresql"  # several processes can work together
        self._is_full = False  # the last time something was to be written
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
            "at": self.clock.now(),
            "meaning": move.meaning,
            "checksum": move.checksum,
        }

        word = None
        if self.is_shared:
            word = self._word("move", table, number=move.number, move=move)
            if len(word) > _LONGEST_WORD:
                word = self._word("move", table, number=move.number)
        await self._do(_Appended(values, word), writes=True)

    async def say(self, table: str, line: ChatLine) -> None:
        """Writes down what was said."""
        values = {"table_id": table, **msgspec.structs.asdict(line)}

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.insert(CHAT), values)
            self._announce(connection, "chat", table)

        await self._do(job, writes=True)

    async def do(self, job: Callable[[sa.Connection], T], *, writes: bool = True) -> T:
        """Does something of somebody else's with the database, in one transaction."""
        return await self._do(job, writes=writes)

    async def announce(self, kind: str, table: str, **more: Any) -> None:
        """Tells the other processes something that is not written down."""
        if self.is_shared:
            await self._do(_Appended(None, self._word(kind, table, **more)))

    def _announce(self, connection: sa.Connection, kind: str, table: str) -> None:
        if self.is_shared:
            connection.execute(_NOTIFY, {"word": self._word(kind, table)})

    def _word(self, kind: str, table: str, **more: Any) -> str:
        return msgspec.json.encode({"origin": self.origin, "kind": kind, "table": table, **more}).decode()

    async def create(self, row: Row, position: bytes | None = None) -> None:
        """Writes a new table down, and where its game begins if not at the beginning."""

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.insert(TABLES), msgspec.structs.asdict(row))
            if position is not None:
                connection.execute(sa.insert(POSITIONS), {"table_id": row.id, "data": position})

        await self._do(job, writes=True)

    async def update(
        self, table: str, *, version: int | None = None, result: bytes | None = None, **values: Any
    ) -> None:
        """Changes what is written about a table. `MoveTaken` if it is no longer the version that was changed."""
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
            raise MoveTaken

    async def load(self, table: str, first: int = 0, said_from: int = 0) -> Stored | None:
        """A table as it stands, with its moves from number `first` on, and the newest of what was said."""

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
        """When each answer of a game was given; those that were taken back are left out."""
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
        """Tables of some status that were touched since, newest first. One that cannot be read is left out."""
        query = sa.select(TABLES).where(TABLES.c.status.in_(status), TABLES.c.touched >= since)
        if listed:
            query = query.where(TABLES.c.listed)
        query = query.order_by(TABLES.c.created.desc()).limit(limit)
        rows = []
        for found in await self._do(lambda connection: connection.execute(query).mappings().all()):
            try:
                rows.append(msgspec.convert(_plain(found), Row))
            except msgspec.ValidationError:
                log.error("a damaged table", table=found["id"])  # where it is read tells nothing
        return rows

    async def old_tables(self, before: float, but: list[str]) -> list[str]:
        """Tables at which nobody started a game, untouched for long, but for some."""
        query = sa.select(TABLES.c.id).where(
            TABLES.c.status == "open", TABLES.c.touched < before, TABLES.c.id.not_in(but)
        )
        return await self._do(lambda connection: list(connection.execute(query).scalars()))

    async def remove_open(self, tables: list[str], before: float) -> None:
        """Removes these tables, if no game started there and nobody has touched them since."""
        gone = sa.and_(TABLES.c.status == "open", TABLES.c.touched < before, TABLES.c.id.in_(tables))

        def job(connection: sa.Connection) -> None:
            for beside in (CHAT, POSITIONS):
                connection.execute(sa.delete(beside).where(beside.c.table_id.in_(sa.select(TABLES.c.id).where(gone))))
            connection.execute(sa.delete(TABLES).where(gone))

        await self._do(job)

    async def check(self) -> str:
        """What is wrong with the database: "away", "full", or nothing."""
        try:
            await asyncio.wait_for(self._do(lambda connection: connection.execute(sa.text("SELECT 1"))), 5)
        except (TimeoutError, NotWritten):
            return "away"
        return "full" if self._is_full or await asyncio.to_thread(self._has_no_space) else ""

    def _has_no_space(self) -> bool:
        file = self._engine.url.database
        if self.is_shared or not file or not (folder := Path(file).absolute().parent).is_dir():
            return False
        return shutil.disk_usage(folder).free < _SPACE

    # ------------------------------------------------------------------------------------------- the thread
    async def _do(self, job: Callable[[sa.Connection], T] | _Appended, *, writes: bool = False) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._jobs.put((job, loop, future))
        try:
            # Shielded: what has been asked for is done and committed, even if the asker goes away.
            done = await asyncio.shield(future)
        except sa.exc.IntegrityError as error:
            raise MoveTaken from error
        except Exception as error:
            self._is_full = self._is_full or _says_full(error)
            log.exception("the database failed")
            raise NotWritten from error
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
            for (_, loop, future), outcome in zip(batch, outcomes, strict=True):
                try:
                    loop.call_soon_threadsafe(_settle, future, outcome)
                except RuntimeError:  # the loop is closed: nobody waits any more
                    continue

    def _together(self, batch: list[Work]) -> list[Any] | None:
        """All in one transaction; None if one of them failed and so all were rolled back."""
        try:
            return self._transact(batch)
        except Exception:  # noqa: BLE001  # whatever is wrong with one of them, the others are done
            return None

    def _alone(self, work: Work) -> Any:
        try:
            return self._transact([work])[0]
        except Exception as error:  # noqa: BLE001  # told to who asked; the thread lives on
            return error

    def _transact(self, batch: list[Work]) -> list[Any]:
        appended = [work for work in batch if isinstance(work, _Appended)]
        if len(appended) == len(batch) and self.is_shared:
            with self._at_once.connect() as connection:  # one statement is a transaction by itself
                self._append(connection, appended)
            return [None] * len(batch)
        with self._engine.begin() as connection:
            if appended:
                self._append(connection, appended)
            return [None if isinstance(work, _Appended) else work(connection) for work in batch]

    def _append(self, connection: sa.Connection, appended: list[_Appended]) -> None:
        rows = [one.values for one in appended if one.values is not None]
        if not self.is_shared:
            connection.execute(_APPEND, rows)
            return
        columns = {name: [row[name] for row in rows] for name in _COLUMNS}
        connection.execute(_APPEND_AND_NOTIFY, {**columns, "words": [one.word for one in appended]})


def _plain(found: Mapping[Any, Any]) -> dict[str, Any]:
    """A row with names that are plain text."""
    return {str(name): value for name, value in found.items()}


def _says_full(error: Exception) -> bool:
    cause = getattr(error, "orig", None)
    return getattr(cause, "sqlstate", None) == _DISK_FULL or "disk is full" in str(cause)


def _settle(future: asyncio.Future[Any], outcome: Any) -> None:
    if future.cancelled():
        return
    if isinstance(outcome, Exception):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)
