"""Opening a server's database for an operator, without changing its schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa

from basebash.server.storage.database import current_schema, make_engine, newest_schema
from basebash.server.storage.errors import BadDatabase
from basebash.server.storage.schema import TABLES
from basebash.server.storage.seed_secrets import SeedSecrets, is_sealed, mark_of


def open_database(url: str, *, any_schema: bool = False) -> sa.Engine:
    """Return an engine for an existing database; `BadDatabase` if there is none, or if its schema is not ours.

    `any_schema`: other schemas are fine.
    """
    try:
        engine = make_engine(url)
    except (sa.exc.ArgumentError, ModuleNotFoundError) as error:
        raise BadDatabase(f"The database cannot be used: {error}") from None
    try:
        file = sqlite_file(engine)
        if engine.dialect.name == "sqlite" and (file is None or not file.exists()):
            raise BadDatabase(f"There is no database {file or url}. Name the server's: --database URL.")
        with engine.connect() as connection:
            schema = current_schema(connection)
    except sa.exc.DBAPIError as error:
        raise BadDatabase(f"The database {shown(engine)} cannot be used: {error.orig}") from None
    if not any_schema and schema != newest_schema():
        engine.dispose()
        raise BadDatabase(
            f"The database {shown(engine)} has schema {schema or 'none'}, and this Basebash needs {newest_schema()}. "
            "Start the server of the newest version once, which upgrades the database, and use that version here."
        )
    return engine


def sqlite_file(engine: sa.Engine) -> Path | None:
    """Return the file of an SQLite database; None if it has none."""
    name = engine.url.database
    is_file = engine.dialect.name == "sqlite" and name and name != ":memory:" and not name.startswith("file:")
    return Path(str(name)) if is_file else None


def shown(engine: sa.Engine) -> str:
    """Return a database's URL without its password."""
    return engine.url.render_as_string(hide_password=True)


def foreign_seals(connection: sa.Connection, seeds: SeedSecrets | None) -> tuple[int, list[str]]:
    """Return how many games under way have sealed seeds, and the tables whose seeds this key does not open."""
    count, foreign = 0, []
    query = sa.select(TABLES.c.id, TABLES.c.setup).where(TABLES.c.status.in_(("playing", "waits")))
    for table, setup in connection.execute(query):
        seed = _seed_of(setup)
        if is_sealed(seed):
            count += 1
            if seeds is None or mark_of(seed) != seeds.mark:
                foreign.append(table)
    return count, foreign


def _seed_of(setup: str | None) -> Any:
    try:
        return msgspec.json.decode(setup or "{}").get("seed")
    except (msgspec.MsgspecError, AttributeError):  # damaged
        return None
