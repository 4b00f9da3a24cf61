"""`basebash serve`. Its flags follow from the definitions of the settings."""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from typer.core import TyperCommand
from typer.main import get_command

from basebash import BasebashError
from basebash.cli.errors import fail, server_missing

console = Console(highlight=False, emoji=False)


class _ServeCommand(TyperCommand):
    """Has a flag for each setting. They are found when they are needed: other commands start without the server."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the parameters of the function, and one for each setting."""
        return [*super().get_params(ctx), *setting_flags()]


def setting_flags(*, only: tuple[str, ...] = ()) -> list[Any]:
    """Return flags for settings, or for some of them; their texts are collected in the context's `meta`."""
    try:
        from basebash.server.configuration import SETTINGS  # noqa: PLC0415  # other commands start without it
    except ModuleNotFoundError:
        return []

    def collect(ctx: typer.Context, param: typer.CallbackParam, value: str | None) -> None:
        if value is not None:
            ctx.meta.setdefault("settings", {})[param.name] = value

    parameters = []
    for setting in SETTINGS.values():
        if only and setting.name not in only:
            continue
        option = typer.Option(
            setting.flag,
            help=setting.description,
            metavar=setting.kind.upper(),
            callback=collect,
            expose_value=False,
            show_default=False if setting.default in {"", ()} else str(setting.default),
        )
        kind = Annotated[str | None, option]
        parameters.append(
            inspect.Parameter(setting.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
        )
    return _as_flags(parameters)


def _as_flags(parameters: list[inspect.Parameter]) -> list[Any]:
    """Return the flags that Typer makes of a function's parameters."""

    def command(**_: object) -> None:
        """Have parameters."""

    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # what `inspect` looks for
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    app = typer.Typer(add_completion=False)
    app.command()(command)
    names = {parameter.name for parameter in parameters}
    return [flag for flag in get_command(app).params if flag.name in names]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(cls=_ServeCommand)(serve)


def serve(
    ctx: typer.Context,
    settings: Annotated[
        Path | None, typer.Option(help="A TOML file with settings; the variable BASEBASH_SETTINGS can name it too.")
    ] = None,
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
        from basebash.server import serve as run_server  # noqa: PLC0415  # the other commands start without it
        from basebash.server.configuration import read_configuration  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise server_missing(error) from None
    try:
        configuration = read_configuration(ctx.meta.get("settings", {}), os.environ, settings)
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
