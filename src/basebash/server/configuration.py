"""Reading settings: from flags, environment variables and a TOML file, in this order of precedence."""

from __future__ import annotations

import difflib
import ipaddress
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import sqlalchemy as sa
from msgspec import Meta, Struct

from basebash import BasebashError
from basebash.server.settings import NETWORKS, SECRET, Launch, Settings

PREFIX = "BASEBASH_"
FILE_VARIABLE = "BASEBASH_SETTINGS"
_OTHER_VARIABLES = frozenset({FILE_VARIABLE, "BASEBASH_PACKS", "BASEBASH_CHECK", "BASEBASH_WORKER"})  # not settings
_HIDDEN = "***"


class BadSetting(BasebashError):
    """A setting is unknown or has an invalid value; the message says where."""


class Setting(Struct, frozen=True):
    """The definition of one setting. Numbers have a range, from `low` to `high`."""

    name: str
    kind: Literal["text", "integer", "number", "list"]
    default: Any
    description: str
    low: float | None = None
    high: float | None = None
    is_secret: bool = False
    has_networks: bool = False

    @property
    def flag(self) -> str:
        """The setting's flag on the command line."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """The setting's environment variable."""
        return f"{PREFIX}{self.name.upper()}"


class Value(Struct, frozen=True):
    """The value of a setting, and where it comes from."""

    setting: Setting
    value: Any
    source: str

    def shown(self) -> str:
        """Return the value as TOML, with secrets masked."""
        value = self.value
        if self.setting.is_secret and value:
            value = _mask(value)
        return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


class Configuration(Struct, frozen=True):
    """All settings of a server."""

    launch: Launch
    settings: Settings
    values: list[Value]

    @property
    def key(self) -> Path | None:
        """The key file, if one is named."""
        return Path(self.launch.key) if self.launch.key else None

    def shown(self) -> str:
        """Return all settings as TOML, each with its source."""
        lines = [f"{value.setting.name} = {value.shown()}" for value in self.values]
        width = min(50, max(map(len, lines)))
        return "\n".join(f"{line:<{width}}  # {value.source}" for line, value in zip(lines, self.values, strict=True))


def _define(name: str, hint: Any, default: Any) -> Setting:
    kind, meta = get_args(hint)
    assert get_origin(hint) is Annotated
    assert isinstance(meta, Meta)
    kinds: dict[Any, Literal["text", "integer", "number", "list"]] = {str: "text", int: "integer", float: "number"}
    return Setting(
        name,
        kinds.get(kind, "list"),
        default,
        meta.description or "",
        None if meta.ge is None else float(meta.ge),
        None if meta.le is None else float(meta.le),
        is_secret=meta.extra is SECRET,
        has_networks=meta.extra is NETWORKS,
    )


def _definitions(of: type[Struct]) -> dict[str, Setting]:
    hints = get_type_hints(of, include_extras=True)
    return {field.name: _define(field.name, hints[field.name], field.default) for field in msgspec.structs.fields(of)}


_LAUNCH = _definitions(Launch)
SETTINGS = {**_LAUNCH, **_definitions(Settings)}
"""All settings by name."""


def read_configuration(
    flags: Mapping[str, str], environment: Mapping[str, str], file: Path | None = None
) -> Configuration:
    """Return all settings: flags win over variables, variables over the file, the file over defaults.

    `file` is by default the one that the variable BASEBASH_SETTINGS names.
    """
    if file is None and environment.get(FILE_VARIABLE):
        file = Path(environment[FILE_VARIABLE])
    found = {name: Value(setting, setting.default, "default") for name, setting in SETTINGS.items()}
    for value in (*_from_file(file), *_from_environment(environment), *_from_flags(flags)):
        found[value.setting.name] = value
    values = {name: value.value for name, value in found.items()}
    return Configuration(
        Launch(**{name: value for name, value in values.items() if name in _LAUNCH}),
        Settings(**{name: value for name, value in values.items() if name not in _LAUNCH}),
        list(found.values()),
    )


def _from_flags(flags: Mapping[str, str]) -> Iterable[Value]:
    for name, text in flags.items():
        setting = SETTINGS[name]
        yield Value(setting, _parse(setting, text, setting.flag), setting.flag)


def _from_environment(environment: Mapping[str, str]) -> Iterable[Value]:
    by_variable = {setting.variable: setting for setting in SETTINGS.values()}
    for variable, text in sorted(environment.items()):
        if not variable.startswith(PREFIX) or variable in _OTHER_VARIABLES:
            continue
        if variable not in by_variable:
            raise BadSetting(
                f"The environment variable {variable} is not a setting.{_suggestion(variable, by_variable)}"
            )
        yield Value(by_variable[variable], _parse(by_variable[variable], text, variable), variable)


def _from_file(file: Path | None) -> Iterable[Value]:
    if file is None:
        return
    try:
        text = file.read_text(encoding="utf-8")
        content = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise BadSetting(f"The settings file {file} cannot be read: {reason}.") from None
    for name, value in content.items():
        place = f"{file}, line {_line_of(name, text)}"
        if name not in SETTINGS:
            raise BadSetting(f"{place}: {name} is not a setting.{_suggestion(name, SETTINGS)}")
        yield Value(SETTINGS[name], _check(SETTINGS[name], value, place), place)


def _line_of(name: str, text: str) -> int:
    """Return the line on which a top-level name or table of a TOML file is."""
    pattern = re.compile(rf"\s*\[*\s*[\"']?{re.escape(name)}[\"']?\s*[=.\]]")
    return next((number for number, line in enumerate(text.splitlines(), 1) if pattern.match(line)), 1)


def _suggestion(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, known, 1)
    return f" Did you mean {close[0]}?" if close else " `basebash serve --show-settings` lists all settings."


def _parse(setting: Setting, text: str, place: str) -> Any:
    """Return the value that a text stands for; lists are separated by commas."""
    value: Any = text
    try:
        if setting.kind == "integer":
            value = int(text)
        elif setting.kind == "number":
            value = float(text)
        elif setting.kind == "list":
            value = [part.strip() for part in text.split(",") if part.strip()]
    except ValueError:
        pass  # reported by the check
    return _check(setting, value, place)


def _check(setting: Setting, value: Any, place: str) -> Any:
    """Return a value of the right type and in its range; `BadSetting` if it is not."""
    wanted = {"text": "a string", "integer": "a whole number", "number": "a number", "list": "a list of strings"}
    types: dict[str, Any] = {"text": str, "integer": int, "number": int | float, "list": list}
    is_right = isinstance(value, types[setting.kind]) and not isinstance(value, bool)
    if setting.kind == "list" and is_right:
        is_right = all(isinstance(one, str) for one in value)
    if not is_right:
        shown = _HIDDEN if setting.is_secret else json.dumps(value, default=str)
        raise BadSetting(f"{place}: {setting.name} must be {wanted[setting.kind]}, not {shown}.")
    if setting.low is not None and setting.high is not None and not setting.low <= value <= setting.high:
        raise BadSetting(
            f"{place}: {setting.name} must be from {format_number(setting.low)} to {format_number(setting.high)}, "
            f"not {value}."
        )
    if setting.has_networks:
        for one in value:
            try:
                ipaddress.ip_network(one, strict=False)
            except ValueError:
                raise BadSetting(
                    f"{place}: {setting.name} must have addresses or networks such as 10.0.0.0/8, not {one!r}."
                ) from None
    return tuple(value) if setting.kind == "list" else value


def format_number(number: float) -> str:
    """Return a number as people write it.

    >>> format_number(1000000.0), format_number(0.1)
    ('1,000,000', '0.1')
    """
    return f"{int(number):,}" if number == int(number) else str(number)


def _mask(value: str) -> str:
    """Hide a secret; of a URL only the password."""
    if "://" not in value:
        return _HIDDEN
    try:
        url = sa.make_url(value)
        hidden = {name: _HIDDEN for name in url.query if "password" in name}
        return url.update_query_dict(hidden).render_as_string(hide_password=True)
    except (sa.exc.ArgumentError, ValueError):
        return _HIDDEN
