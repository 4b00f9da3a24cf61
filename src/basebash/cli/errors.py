"""How commands report errors."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.markup import escape

from basebash import BasebashError

_console = Console(highlight=False, emoji=False)


def fail(error: Exception) -> typer.Exit:
    """Print an error; raise what is returned."""
    text = f"{error.filename}: {error.strerror}." if isinstance(error, OSError) and error.filename else str(error)
    _console.print(f"[red]{escape(text)}[/red]", soft_wrap=True)
    return typer.Exit(2)


def server_missing(error: ModuleNotFoundError) -> typer.Exit:
    """Say how to install what the server needs; raise what is returned."""
    package = (error.name or "").partition(".")[0]
    return fail(BasebashError(f"The server needs more packages ({package} is missing): pip install 'basebash[server]'"))
