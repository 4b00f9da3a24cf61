"""What a pack says about itself in `pack.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from basebash.engine.vocabulary.registering import BadPack

FILE = "pack.toml"
NEEDED = ("name", "version", "author", "licence")
OPTIONAL = ("title", "description", "homepage")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_VERSION = re.compile(r"\d+(\.\d+){0,3}((a|b|rc|\.post|\.dev)\d+)?")
_LARGEST = 64 * 1024


@dataclass(frozen=True)
class Manifest:
    """The fields of `pack.toml`."""

    name: str
    version: str
    author: str
    licence: str
    title: str = ""
    description: str = ""
    homepage: str = ""

    @property
    def label(self) -> str:
        """Name and version, as games and saves name the pack."""
        return f"{self.name} {self.version}"


def read_manifest(folder: Path) -> Manifest:
    """Read a pack's `pack.toml`; `BadPack` with file and line if something is wrong with it."""
    file = folder / FILE
    try:
        if file.stat().st_size > _LARGEST:
            raise BadPack(f"{file}:1: the file is larger than {_LARGEST // 1024} KiB.")
        text = file.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except FileNotFoundError:
        raise BadPack(f"{folder}:1: This is not a pack: it has no {FILE}. `basebash pack new` writes one.") from None
    except OSError as error:
        raise BadPack(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadPack(f"{file}:1: the file is not UTF-8 text.") from None
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        raise BadPack(f"{file}:{line[1] if line else 1}: this is not TOML: {error}.") from None
    problem = next(_problems(data), None)
    if problem is not None:
        field, message = problem
        raise BadPack(f"{file}:{_line_of(text, field)}: {message}")
    return Manifest(**data)


def _problems(data: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each field that is wrong, and what is wrong with it."""
    for field in data:
        if field not in (*NEEDED, *OPTIONAL):
            yield field, f"unknown field {field!r}; there are {', '.join((*NEEDED, *OPTIONAL))}."
    for field in NEEDED:
        if field not in data:
            yield field, f'the field {field!r} is missing: add {field} = "...".'
    for field, value in data.items():
        if not isinstance(value, str) or (field in NEEDED and not value.strip()):
            yield field, f'{field} must be a text: {field} = "...".'
    if not _NAME.fullmatch(data["name"]):
        yield "name", "name must be lower-case letters, digits and underscores, as in wild_bees."
    if not _VERSION.fullmatch(data["version"]):
        yield "version", "version must be numbers with dots, as in 1.0.2."


def _line_of(text: str, field: str) -> int:
    lines = text.splitlines()
    return next((n for n, line in enumerate(lines, 1) if re.match(rf"\s*\[?\"?{re.escape(field)}\b", line)), 1)
