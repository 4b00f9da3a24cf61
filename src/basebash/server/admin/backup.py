"""Backing up and restoring, in one way for both databases.

A backup is an SQLite file with all rows as they were at one moment, whichever database they come from. It can be
restored into either, so it also moves a server from SQLite to PostgreSQL. The key is not in it.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlalchemy as sa

from basebash import BasebashError
from basebash.server.admin.access import open_database, shown, sqlite_file
from basebash.server.storage.database import make_engine, migrate
from basebash.server.storage.schema import AUDIT, TABLES, metadata

_ROWS = 1_000  # that are copied at a time


class BadBackup(BasebashError):
    """A backup cannot be made or restored; the message says why."""


def back_up(url: str, to: Path) -> int:
    """Write a backup to a new file and return how many tables it has. The server may be running."""
    if to.exists():
        raise BadBackup(f"{to} exists already. Name a new file.")
    if not to.absolute().parent.is_dir():
        raise BadBackup(f"The folder {to.absolute().parent} does not exist. Create it first.")
    engine = open_database(url)
    try:
        with _written_whole(to) as part:
            if engine.dialect.name == "sqlite":
                _copy_sqlite(engine, part)
            else:
                _copy_rows_to_file(engine, part)
            return _check(part)
    except (sa.exc.DBAPIError, sqlite3.Error, OSError) as error:
        raise BadBackup(f"The backup {to} cannot be written: {error}") from None
    finally:
        engine.dispose()


def restore(file: Path, url: str) -> int:
    """Restore a backup into a new or empty database and return how many tables it has."""
    if not file.is_file():
        raise BadBackup(f"There is no backup {file}.")
    target = make_engine(url)
    to = sqlite_file(target)
    if target.dialect.name == "sqlite" and (to is None or to.exists()):
        raise BadBackup(f"{to or url} exists already. Restore into a new place: --database URL.")
    try:
        with _temporary_file() if to is None else _written_whole(to) as part:
            with (
                closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
                closing(sqlite3.connect(part)) as copy,
            ):
                source.backup(copy)
            count = _check(part)
            copied = make_engine(f"sqlite:///{part}")
            migrate(copied)  # the backup may be older than this version
            if to is None:
                _copy_rows_to_database(copied, target)
            _close_file(copied)
            return count
    except (sa.exc.DBAPIError, sqlite3.Error, OSError) as error:
        raise BadBackup(f"{file} cannot be restored: {error}") from None
    finally:
        target.dispose()


@contextmanager
def _written_whole(to: Path) -> Iterator[Path]:
    """Give a place for a file that only its owner can read, and put it in place once it is complete."""
    part = to.with_name(f".{to.name}.{secrets.token_hex(4)}.part")
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.rename(to)
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


@contextmanager
def _temporary_file() -> Iterator[Path]:
    """Give a place for a file that is not kept."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "copy.db"


def _copy_sqlite(engine: sa.Engine, part: Path) -> None:
    """Copy an SQLite database as it is now, while others may write to it."""
    with closing(engine.raw_connection()) as source, closing(sqlite3.connect(part)) as copy:
        assert isinstance(source.driver_connection, sqlite3.Connection)
        source.driver_connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")


def _copy_rows_to_file(engine: sa.Engine, part: Path) -> None:
    """Copy the rows of another database, as they are at one moment."""
    copy = make_engine(f"sqlite:///{part}")
    migrate(copy)
    with (
        engine.connect().execution_options(isolation_level="REPEATABLE READ", stream_results=True) as source,
        copy.begin() as target,
    ):
        _copy_rows(source, target)
    _close_file(copy)


def _copy_rows_to_database(copied: sa.Engine, target: sa.Engine) -> None:
    """Copy the rows of a file into an empty database, all or none."""
    migrate(target)
    with copied.connect() as source, target.begin() as connection:
        for table in metadata.sorted_tables:
            if connection.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
                raise BadBackup(f"The database {shown(target)} is not empty. Restore into a new one.")
        _copy_rows(source, connection)
        if target.dialect.name == "postgresql":  # numbers continue after those that were copied
            newest = connection.execute(sa.select(sa.func.max(AUDIT.c.number))).scalar()
            if newest:
                connection.execute(
                    sa.text("SELECT setval(pg_get_serial_sequence('audit', 'number'), :n)"), {"n": newest}
                )


def _copy_rows(source: sa.Connection, target: sa.Connection) -> None:
    for table in metadata.sorted_tables:
        for rows in source.execute(sa.select(table)).mappings().partitions(_ROWS):
            target.execute(sa.insert(table), [dict(row) for row in rows])


def _close_file(engine: sa.Engine) -> None:
    """Put everything of an SQLite database into its one file."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("PRAGMA journal_mode = DELETE"))
    engine.dispose()


def _check(part: Path) -> int:
    """Return how many tables a file has; `BadBackup` if it is damaged or not one of our databases."""
    with closing(sqlite3.connect(part)) as connection:
        said = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if said != "ok":
            raise BadBackup(f"The backup is damaged: {said}")
        try:
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
            return int(connection.execute(f"SELECT count(*) FROM {TABLES.name}").fetchone()[0])  # noqa: S608  # ours
        except sqlite3.OperationalError:
            raise BadBackup("The file is not a backup of a Basebash server.") from None
