"""`basebash serve`. Its flags follow from the definitions of the settings."""

from __future__ import annotations

import os
from typing import Annotated, Any

import typer
from rich.console import Console
from typer.core import TyperCommand

from basebash import BasebashError
from basebash.cli.errors import fail, server_missing
from basebash.cli.settings import given_settings, setting_flags, settings_file

console = Console(highlight=False, emoji=False)


class _ServeCommand(TyperCommand):
    """Has a flag for each setting. They are found when they are needed: other commands start without the server."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters of the function, and one for each setting."""
        return [*super().get_params(ctx), *setting_flags()]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(cls=_ServeCommand)(serve)


def serve(
    ctx: typer.Context,
    show_settings: Annotated[
        bool, typer.Option("--show-settings", help="Show all settings and where they come from, and stop.")
    ] = False,
) -> None:
    """Run the server: play in the browser with friends and bots.

    Games are stored in a file in this folder by default, and continue when the server starts again. Each setting can
    be a flag, an environment variable (`BASEBASH_PORT` for `--port`) or a line of the settings file, in this order of
    precedence.
    """
    try:
        from basebash.server.configuration import read_configuration  # noqa: PLC0415
        from basebash.server.serving import serve as run_server  # noqa: PLC0415  # the other commands start without it
    except ModuleNotFoundError as error:
        raise server_missing(error) from None
    try:
        configuration = read_configuration(given_settings(ctx), os.environ, settings_file(ctx))
    except BasebashError as error:
        raise fail(error) from None
    if show_settings:
        console.print(configuration.shown(), markup=False, soft_wrap=True)
        return
    launch = configuration.launch
    run_server(
        launch.host,
        launch.port,
        launch.database,
        configuration.settings,
        workers=launch.workers,
        key=configuration.key,
    )
