"""Looking for what could keep a server from working."""

from __future__ import annotations

import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from basebash import __version__
from basebash.packs import FAILED
from basebash.server.admin.access import foreign_seals, open_database, shown, sqlite_file
from basebash.server.admin.damage import find_damaged
from basebash.server.processes.open_files import allow_many_connections, max_connections
from basebash.server.settings import Launch
from basebash.server.storage.database import current_schema, newest_schema
from basebash.server.storage.errors import BadDatabase
from basebash.server.storage.key_file import existing_key, key_file
from basebash.server.storage.schema import MOVES, TABLES
from basebash.server.storage.seed_secrets import BadKey, SeedSecrets

_LITTLE_BYTES = 1 * 2**30  # of free space
_NO_BYTES = 20 * 2**20  # below this the server refuses answers
_CLOCK_SECONDS = 60
_FEW_CONNECTIONS = 4_000


class Finding(Struct, frozen=True):
    """What a check has found."""

    level: Literal["ok", "warning", "error"]
    subject: str
    message: str


def examine(launch: Launch) -> Iterator[Finding]:
    """Yield what the checks find, one after the other. Nothing is changed; the server may be running."""
    yield _server(launch)
    yield _packs()
    yield _open_files()
    key = Path(launch.key) if launch.key else key_file(launch.database)
    seeds, finding = _key(key)
    yield finding
    try:
        engine = open_database(launch.database, any_schema=True)
    except BadDatabase as error:
        yield Finding("error", "database", str(error))
        return
    try:
        yield Finding("ok", "database", f"{shown(engine)} answers.")
        yield _disk(engine)
        with engine.connect() as connection:
            schema = current_schema(connection)
            if schema != newest_schema():
                message = f"The schema is {schema or 'missing'}, and this version needs {newest_schema()}."
                yield Finding("error", "schema", f"{message} The server upgrades it when it starts.")
                return
            yield Finding("ok", "schema", f"The schema is {schema}, as this version needs it.")
            yield from _contents(connection, seeds)
    except sa.exc.DBAPIError as error:
        yield Finding("error", "database", f"Reading failed: {error.orig}")
    finally:
        engine.dispose()


def _contents(connection: sa.Connection, seeds: SeedSecrets | None) -> Iterator[Finding]:
    if connection.dialect.name == "sqlite":
        said = connection.execute(sa.text("PRAGMA quick_check(1)")).scalar()
        yield Finding("ok" if said == "ok" else "error", "file", f"The check of the database file says: {said}.")
    count, foreign = foreign_seals(connection, seeds)
    if foreign:
        message = f"{len(foreign)} of {count} games under way were sealed with another key, {foreign[0]} among them."
        yield Finding("error", "sealed games", message)
    else:
        yield Finding("ok", "sealed games", f"The key opens all games under way ({count}).")
    damaged = list(find_damaged(connection))
    if damaged:
        yield Finding("error", "tables", f"{len(damaged)} are damaged: `basebash admin damaged` lists them.")
    else:
        yield Finding("ok", "tables", "None is damaged.")
    yield _clock(connection)


def _server(launch: Launch) -> Finding:
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(launch.host, launch.host)  # noqa: S104  # not to listen there
    url = f"http://{host}:{launch.port}/healthz"
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            version = msgspec.json.decode(response.read())["version"]
    except urllib.error.HTTPError as error:
        with error:
            return Finding("error", "server", f"{url} answers with status {error.code}.")
    except (OSError, KeyError, TypeError, msgspec.MsgspecError):
        return Finding("warning", "server", f"No server answers at {url}.")
    if version != __version__:
        return Finding(
            "warning", "server", f"The running server has version {version}, and this command {__version__}."
        )
    return Finding("ok", "server", f"Version {version} is running.")


def _packs() -> Finding:
    if FAILED:
        return Finding("error", "packs", f"{len(FAILED)} could not be loaded: {FAILED[0]}")
    return Finding("ok", "packs", "All that are installed were loaded.")


def _open_files() -> Finding:
    allow_many_connections()
    most = max_connections()
    if most < _FEW_CONNECTIONS:
        return Finding("warning", "open files", f"The system allows {most:,} connections: raise its limit to 65,536.")
    return Finding("ok", "open files", f"The system allows {most:,} connections per process.")


def _key(file: Path | None) -> tuple[SeedSecrets | None, Finding]:
    try:
        seeds = existing_key(file)
    except BadKey as error:
        return None, Finding("error", "key", str(error))
    if seeds is None or file is None:
        return None, Finding("error", "key", f"There is no key {file}. Games under way cannot continue without it.")
    if file.stat().st_mode & 0o077:
        return seeds, Finding("warning", "key", f"Others can read {file}: chmod 600 {file}")
    return seeds, Finding("ok", "key", f"{file} has mark {seeds.mark}.")


def _disk(engine: sa.Engine) -> Finding:
    file = sqlite_file(engine)
    if file is None:
        with engine.connect() as connection:
            size = connection.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one()
        return Finding("ok", "disk", f"The database has {size / 2**20:,.0f} MiB. Watch its disk where PostgreSQL runs.")
    free = shutil.disk_usage(file.absolute().parent).free
    message = f"{free / 2**30:,.1f} GiB are free; the database has {file.stat().st_size / 2**20:,.0f} MiB."
    return Finding("error" if free < _NO_BYTES else "warning" if free < _LITTLE_BYTES else "ok", "disk", message)


def _clock(connection: sa.Connection) -> Finding:
    """Compare the clock with the newest rows, and with that of PostgreSQL."""
    now = time.time()
    newest = max(
        connection.execute(sa.select(sa.func.max(column))).scalar() or 0.0 for column in (TABLES.c.touched, MOVES.c.at)
    )
    if newest > now + _CLOCK_SECONDS:
        return Finding("error", "clock", f"The clock is {newest - now:,.0f} s behind the newest rows of the database.")
    if connection.dialect.name == "postgresql":
        theirs = float(connection.execute(sa.text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
        if abs(theirs - now) > _CLOCK_SECONDS:
            return Finding("warning", "clock", f"The clock differs from PostgreSQL's by {abs(theirs - now):,.0f} s.")
    return Finding("ok", "clock", "The clock is not behind the database.")


def is_healthy(findings: list[Finding]) -> bool:
    """Whether no check has found an error."""
    return all(finding.level != "error" for finding in findings)
