"""`basebash admin`: what operators do beside a running server. The logic is in `basebash.server.admin`."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.markup import escape
from typer.core import TyperCommand

from basebash import BasebashError
from basebash.cli.errors import fail, server_missing
from basebash.cli.settings import given_settings, setting_flags, settings_file

console = Console(highlight=False, emoji=False)
_LEVELS = {"ok": "[green]ok[/green]", "warning": "[yellow]warning[/yellow]", "error": "[red]error[/red]"}

Limit = Annotated[int, typer.Option(min=1, help="How many at most.")]
Search = Annotated[str, typer.Option(help="Only those with this text in their id or a name.")]


class _AdminCommand(TyperCommand):
    """Has the flags of those settings of the server that say where its games are."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters of the function, and those of the settings."""
        return [*super().get_params(ctx), *setting_flags(only=("database", "key", "host", "port"))]


admin = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")
command = partial(
    admin.command,
    cls=_AdminCommand,
    context_settings={"ignore_unknown_options": True},  # the id of a table may start with a dash
)


@admin.callback()
def main() -> None:
    """Look after a server: lists, backups, checks, moderation.

    The commands work on the server's database, whether it is running or not. They find it by the same flags, variables
    and settings file as `basebash serve`: `--database URL`, `BASEBASH_DATABASE`, `--settings FILE`.
    """


def read_launch(ctx: typer.Context) -> Any:
    """Return what the server serves, and where."""
    try:
        from basebash.server.configuration import read_configuration  # noqa: PLC0415  # only where the server is
    except ModuleNotFoundError as error:
        raise server_missing(error) from None
    with reporting_errors():
        return read_configuration(given_settings(ctx), os.environ, settings_file(ctx)).launch


@contextlib.contextmanager
def reporting_errors() -> Iterator[None]:
    """Print errors that a user can do something about, and exit."""
    try:
        yield
    except (BasebashError, OSError) as error:
        raise fail(error) from None


@contextlib.contextmanager
def connected(ctx: typer.Context, *, writes: bool = False) -> Iterator[Any]:
    """Give a connection to the server's database; what was written counts at the end."""
    launch = read_launch(ctx)
    import sqlalchemy as sa  # noqa: PLC0415  # only where the server is

    from basebash.server.admin.access import open_database  # noqa: PLC0415

    with reporting_errors():
        engine = open_database(launch.database)
        try:
            with engine.begin() if writes else engine.connect() as connection:
                yield connection
        except sa.exc.DBAPIError as error:
            raise BasebashError(f"The database failed: {error.orig}") from None
        finally:
            engine.dispose()


def read_seeds(ctx: typer.Context) -> Any:
    """Return the server's key; None if there is none."""
    launch = read_launch(ctx)
    from basebash.server.storage.key_file import existing_key, key_file  # noqa: PLC0415

    return existing_key(Path(launch.key) if launch.key else key_file(launch.database))


def show_rows(columns: list[str], rows: list[list[str]]) -> None:
    """Print a table, a line per row, never cut off, so that other programs can read it."""
    if not rows:
        console.print("None.")
        return
    widths = [max(cell_len(row[at]) for row in [columns, *rows]) for at in range(len(columns))]
    for row in [columns, *rows]:
        cells = [set_cell_size(text, width) for text, width in zip(row, widths, strict=True)]
        console.print("  ".join(cells).rstrip(), markup=False, soft_wrap=True)


def when(seconds: float) -> str:
    """Return a time of the database as people write it."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))


# ----------------------------------------------------------------------------------------------- looking
@command()
def tables(
    ctx: typer.Context,
    status: Annotated[str, typer.Option(help="Only of this status: open, playing, over, kept or waits.")] = "",
    search: Search = "",
    limit: Limit = 50,
) -> None:
    """List the tables, the last used first."""
    from basebash.server.admin.listing import list_tables  # noqa: PLC0415

    with connected(ctx) as connection:
        lines = list_tables(connection, status=status, search=search, limit=limit)
    show_rows(
        ["table", "name", "status", "players", "moves", "created", "last used", "client", "moderation"],
        [
            [
                *(line.id, line.name, line.status, ", ".join(line.players), str(line.moves)),
                *(when(line.created), when(line.touched), line.client, ", ".join(line.moderation)),
            ]
            for line in lines
        ],
    )


@command()
def people(ctx: typer.Context, search: Search = "", limit: Limit = 50) -> None:
    """List the people who have a page, the newest first."""
    from basebash.server.admin.listing import list_people  # noqa: PLC0415

    with connected(ctx) as connection:
        lines = list_people(connection, search=search, limit=limit)
    show_rows(
        ["person", "name", "since", "devices", "tables", "moderation"],
        [
            [line.id, line.name, when(line.created), str(line.devices), str(line.tables), ", ".join(line.moderation)]
            for line in lines
        ],
    )


@command()
def damaged(ctx: typer.Context) -> None:
    """List the tables that cannot be read, with the reason; exit with 1 if there are any."""
    from basebash.server.admin.damage import find_damaged  # noqa: PLC0415

    with connected(ctx) as connection:
        found = list(find_damaged(connection))
    show_rows(["table", "reason"], [list(line) for line in found])
    raise typer.Exit(1 if found else 0)


@command()
def doctor(ctx: typer.Context) -> None:
    """Check the server, its database, key, disk and clock; exit with 1 if there is an error."""
    from basebash.server.admin.doctor import examine  # noqa: PLC0415

    levels = set()
    for finding in examine(read_launch(ctx)):
        levels.add(finding.level)
        console.print(f"{_LEVELS[finding.level]:<8} {finding.subject}: {escape(finding.message)}", soft_wrap=True)
    raise typer.Exit(1 if "error" in levels else 0)


# ----------------------------------------------------------------------------------------------- copying
@command()
def backup(
    ctx: typer.Context, file: Annotated[Path, typer.Argument(help="A new file; TIME in its name becomes the time.")]
) -> None:
    """Back up the whole database to one file. The key is not in it: keep a copy of it elsewhere."""
    from basebash.server.admin.backup import back_up  # noqa: PLC0415

    file = file.with_name(file.name.replace("TIME", time.strftime("%Y-%m-%d-%H%M%S")))
    with reporting_errors():
        count = back_up(read_launch(ctx).database, file)
    console.print(f"{file}: {count} tables. The key is not in it.", markup=False, soft_wrap=True)


@command()
def restore(ctx: typer.Context, file: Annotated[Path, typer.Argument(help="A backup.")]) -> None:
    """Restore a backup into a new SQLite file or an empty PostgreSQL database: the one that `--database` names."""
    from basebash.server.admin.access import foreign_seals  # noqa: PLC0415
    from basebash.server.admin.backup import restore as restore_backup  # noqa: PLC0415

    with reporting_errors():
        seeds = read_seeds(ctx)
        count = restore_backup(file, read_launch(ctx).database)
    console.print(f"{count} tables restored.", markup=False)
    with connected(ctx) as connection:
        sealed, foreign = foreign_seals(connection, seeds)
    if foreign:
        message = "is missing" if seeds is None else "is another one"
        console.print(
            f"[yellow]The key of {len(foreign)} of {sealed} games under way {message}: put the right key file back "
            "before you start the server.[/yellow]",
            soft_wrap=True,
        )


@command(name="export")
def export_table(
    ctx: typer.Context,
    table: Annotated[str, typer.Argument(help="The id of a table.")],
    file: Annotated[Path, typer.Argument(help="A new file.")],
) -> None:
    """Export one game to a file, from which it can be imported elsewhere."""
    from basebash.server.admin.transfer import BadTransfer, export_game  # noqa: PLC0415

    with connected(ctx) as connection:
        if file.exists():
            raise BadTransfer(f"{file} exists already. Name a new file.")
        data = export_game(connection, table)
        with file.open("xb") as new:
            new.write(data)
    console.print(f"{file}: {len(data)} bytes.", markup=False, soft_wrap=True)


@command(name="import")
def import_table(ctx: typer.Context, file: Annotated[Path, typer.Argument(help="An exported game.")]) -> None:
    """Import a game. Its players continue with the links and browsers that they have."""
    from basebash.server.admin.transfer import import_game  # noqa: PLC0415

    with connected(ctx, writes=True) as connection:
        table = import_game(connection, file.read_bytes(), read_seeds(ctx))
    console.print(f"Table {table} was imported.", markup=False)
