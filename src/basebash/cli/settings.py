"""Flags for the settings of the server, which follow from their definitions.

They are made when a command is run: other commands start without the server, and where it is not installed.
"""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.main import get_command

_META = "basebash settings"  # where a context collects what was given
_FILE = "settings"
_FILE_HELP = "TOML file with settings; the variable BASEBASH_SETTINGS can name it too."


def setting_flags(*, only: tuple[str, ...] = ()) -> list[Any]:
    """Return flags for the settings file and for settings, or for some of them."""
    try:
        from basebash.server.configuration import SETTINGS  # noqa: PLC0415  # other commands start without it
    except ModuleNotFoundError:
        return []

    def collect(ctx: typer.Context, param: typer.CallbackParam, value: str | None) -> None:
        if value is not None:
            ctx.meta.setdefault(_META, {})[param.name] = value

    file = typer.Option("--settings", help=_FILE_HELP, metavar="FILE", callback=collect, expose_value=False)
    parameters = [_parameter(_FILE, file)]
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


def given_settings(ctx: typer.Context) -> dict[str, str]:
    """Return the settings that were given as flags."""
    return {name: text for name, text in ctx.meta.get(_META, {}).items() if name != _FILE}


def settings_file(ctx: typer.Context) -> Path | None:
    """Return the settings file that was named by a flag."""
    name = ctx.meta.get(_META, {}).get(_FILE)
    return None if name is None else Path(name)


def _parameter(name: str, option: Any) -> inspect.Parameter:
    kind = Annotated[str | None, option]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)


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
