"""Opening the database: engine, migrations, and the check that the server can use it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from basebash.server.storage.errors import BadDatabase
from basebash.server.storage.schema import TABLES
from basebash.server.storage.seed_secrets import SeedSecrets, is_sealed, mark_of

_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "busy_timeout = 10000",
    "foreign_keys = ON",
    "secure_delete = ON",  # what a person deletes is overwritten, not only unlinked
)


def make_engine(url: str) -> sa.Engine:
    """Return an engine for a database URL: psycopg for PostgreSQL, write-ahead logging and full sync for SQLite."""
    parsed = sa.make_url(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    engine = sa.create_engine(parsed)
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _set_up_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _: Any) -> None:
    connection.text_factory = _text  # one damaged text must not make all others unreadable
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _text(raw: bytes) -> str:
    return raw.decode(errors="replace")


def _configuration() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def newest_schema() -> str:
    """Return the version of the schema that the server needs."""
    return str(ScriptDirectory.from_config(_configuration()).get_current_head())


def current_schema(connection: sa.Connection) -> str | None:
    """Return the version of a database's schema; None if it is empty."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(engine: sa.Engine) -> None:
    """Upgrade the database to the current schema."""
    config = _configuration()
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # several processes may start at once
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(7245)"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def check_database(url: str, seeds: SeedSecrets | None = None) -> None:
    """Upgrade the database and check that it can be written; `BadDatabase` if not.

    With `seeds`, also check that the games under way were sealed with the same key.
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
            if seeds is not None:
                _check_key(connection, seeds)
    except CommandError:
        raise BadDatabase(f"The database {shown} was written by a newer Basebash. Update this one.") from None
    except sa.exc.DBAPIError as error:
        raise BadDatabase(f"The database {shown} cannot be used: {error.orig}") from None
    finally:
        engine.dispose()


def _check_key(connection: sa.Connection, seeds: SeedSecrets) -> None:
    """Compare the key with the one that the newest game under way was sealed with."""
    newest = sa.select(TABLES.c.setup).where(TABLES.c.status == "playing").order_by(TABLES.c.created.desc()).limit(1)
    try:
        seed = msgspec.json.decode(connection.execute(newest).scalar() or "{}").get("seed")
    except (msgspec.MsgspecError, AttributeError):  # damaged, which is reported when it is loaded
        return
    if is_sealed(seed) and mark_of(seed) != seeds.mark:
        raise BadDatabase(
            "The games under way were sealed with another key. Restore the right key file, or name it with --key."
        )
