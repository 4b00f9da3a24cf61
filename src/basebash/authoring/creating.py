"""A new pack: a faction that plays at once, to be changed card by card."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from string import Template

from basebash.engine import FACTIONS, BadSetup, key
from basebash.engine.vocabulary.printed import BASES

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_FILES = {"pack.toml": "pack.toml", "cards.py": "cards.py", "cards.yaml": "scenarios/cards.yaml"}


def create_pack(name: str, parent: Path, author: str) -> list[Path]:
    """Write a pack of this name into a new folder in `parent`; the files that were written."""
    if not _NAME.fullmatch(name):
        raise BadSetup(f'"{name}" cannot be the name of a pack: use lower-case letters, digits and _, as in wild_bees.')
    title = name.replace("_", " ").strip().title()
    taken = next((other for other in (*FACTIONS, *BASES) if key(other) == key(title)), None)
    if taken is not None:
        raise BadSetup(f'There is a faction or set "{taken}" already: choose another name.')
    folder = parent / name
    if folder.exists():
        raise BadSetup(f"{folder} exists already: choose another name, or another place with --into.")
    words = {
        "name": name,
        "title": title,
        "Title": "".join(part[:1].upper() + part[1:] for part in name.split("_")),
        "CONSTANT": name.upper().strip("_"),
        "author": author.replace("\\", "").replace('"', "'"),
        "icon": "flying-flag",
    }
    written = []
    for template, path in _FILES.items():
        text = files("basebash.authoring").joinpath("template", f"{template}.txt").read_text(encoding="utf-8")
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(Template(text).substitute(words), encoding="utf-8")
        written.append(file)
    return written
