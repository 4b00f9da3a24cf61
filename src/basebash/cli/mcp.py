"""`basebash mcp`: a server of the Model Context Protocol on standard input and output."""

from __future__ import annotations

from typing import Annotated

import typer

from basebash import BasebashError
from basebash.cli.errors import fail


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command()(mcp)


def mcp(
    server: Annotated[str, typer.Option(help="Also play at tables of this server (http or https).")] = "",
    table: Annotated[str, typer.Option(help="Sit at this table of the server from the start.")] = "",
    token: Annotated[
        str, typer.Option(envvar="BASEBASH_TOKEN", help="The token of the seat at that table.", show_envvar=True)
    ] = "",
) -> None:
    """Let an assistant play: a server of the Model Context Protocol (MCP) on standard input and output.

    The assistant gets tools to start a game against bots, look at the table, answer questions, read cards and ask for
    a hint. Configure it to run `basebash mcp`.
    """
    try:
        from basebash.language.assistant import Assistant  # noqa: PLC0415  # the other commands start without it
    except ModuleNotFoundError as error:
        raise fail(
            BasebashError(f"This needs more packages ({error.name} is missing): pip install 'basebash[mcp]'")
        ) from None
    if (table or token) and not (server and table):
        raise fail(BasebashError("A seat at a table needs --server, --table and --token."))
    try:
        assistant = Assistant(server, table, token)
    except BasebashError as error:
        raise fail(error) from None
    assistant.tools().run()
