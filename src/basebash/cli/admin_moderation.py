"""The commands of `basebash admin` for moderation. Running servers follow them within a second or two."""

from __future__ import annotations

import getpass
import os
from typing import Annotated

import typer

from basebash.cli.admin import Limit, admin, command, connected, console, read_seeds, reporting_errors, show_rows, when

Reason = Annotated[str, typer.Option(help="Why; it is written to the audit log.")]
Talker = Annotated[str, typer.Argument(help="person:ID or seat:TABLE/NUMBER.")]
Visitor = Annotated[str, typer.Argument(help="person:ID, address:ADDRESS, or client:NAME as `tables` shows it.")]
TableId = Annotated[str, typer.Argument(help="The id of a table.")]
Pattern = Annotated[str, typer.Argument(help="A word, or a pattern in which * stands for anything.")]


def register(app: typer.Typer) -> None:
    """Add `basebash admin` with all its commands."""
    app.add_typer(admin, name="admin")


def _order(ctx: typer.Context, action: str, subject: str, reason: str) -> None:
    """Give an order and print what it was about."""
    from basebash.server.admin.orders import give_order  # noqa: PLC0415  # only where the server is

    with reporting_errors():
        seeds = read_seeds(ctx)
    with connected(ctx, writes=True) as connection:
        stored = give_order(connection, action, subject, _operator(), reason, seeds)
    console.print(f"{action} {stored}: done. Running servers follow within seconds.", markup=False, soft_wrap=True)


def _operator() -> str:
    """Return the name of whoever gives an order."""
    return os.environ.get("SUDO_USER") or getpass.getuser()


@command()
def mute(ctx: typer.Context, subject: Talker, reason: Reason = "") -> None:
    """Keep a person or a seat from saying anything at tables."""
    _order(ctx, "mute", subject, reason)


@command()
def unmute(ctx: typer.Context, subject: Talker, reason: Reason = "") -> None:
    """Let a person or a seat talk again."""
    _order(ctx, "unmute", subject, reason)


@command()
def block(ctx: typer.Context, subject: Visitor, reason: Reason = "") -> None:
    """Keep a person from creating and joining tables, or an address from everything.

    A blocked person may finish games under way, without talking. A blocked address is refused its next request and
    connection. Of an IPv6 address its /64 network is blocked.
    """
    _order(ctx, "block", subject, reason)


@command()
def unblock(ctx: typer.Context, subject: Visitor, reason: Reason = "") -> None:
    """Withdraw a block."""
    _order(ctx, "unblock", subject, reason)


@command()
def hide(ctx: typer.Context, table: TableId, reason: Reason = "") -> None:
    """Hide a table's name and chat, and take it off the lobby. The game goes on."""
    _order(ctx, "hide", table, reason)


@command()
def show(ctx: typer.Context, table: TableId, reason: Reason = "") -> None:
    """Show a table's name and chat again."""
    _order(ctx, "show", table, reason)


@command()
def close(ctx: typer.Context, table: TableId, reason: Reason = "") -> None:
    """Close a table: whoever is there is sent away, nobody can enter, and the game stops. Nothing is deleted."""
    _order(ctx, "close", table, reason)


@command()
def reopen(ctx: typer.Context, table: TableId, reason: Reason = "") -> None:
    """Open a closed table again; its game continues where it was."""
    _order(ctx, "reopen", table, reason)


@command(name="ban-name")
def ban_name(ctx: typer.Context, pattern: Pattern, reason: Reason = "") -> None:
    """Ban a word from new names of people, seats and tables.

    Case, accents, invisible characters and separators make no difference. `rude` bans "The Rüde one" and "r.u.d.e",
    but not "Prudence"; `*rude*` bans all of them.
    """
    _order(ctx, "ban-name", pattern, reason)


@command(name="allow-name")
def allow_name(ctx: typer.Context, pattern: Pattern, reason: Reason = "") -> None:
    """Withdraw the ban of a word."""
    _order(ctx, "allow-name", pattern, reason)


@command()
def orders(ctx: typer.Context) -> None:
    """List what is muted, blocked, hidden, closed and banned now."""
    from basebash.server.admin.orders import list_orders  # noqa: PLC0415

    with connected(ctx) as connection:
        found = list_orders(connection)
    show_rows(["order", "about"], [list(line) for line in found])


@command()
def audit(ctx: typer.Context, limit: Limit = 50) -> None:
    """Show the audit log of these orders, newest first: when, who, what, about whom, why."""
    from basebash.server.admin.orders import read_audit  # noqa: PLC0415

    with connected(ctx) as connection:
        lines = read_audit(connection, limit)
    show_rows(
        ["time", "operator", "order", "about", "reason"],
        [[when(line.at), line.operator, line.action, line.subject, line.reason] for line in lines],
    )
