"""Packs: factions from outside the repository, loaded after the built-in sets.

A pack is a folder with `pack.toml` and Python modules, given by `--pack` or the variable `BASEBASH_PACKS`, or such a
folder installed as a package with an entry point of the group `basebash.packs`; see `docs/writing-factions.md`.
"""

from basebash.engine.vocabulary.registering import BadPack
from basebash.packs.icons import Drawing, drawing_of, glyphs, icon_problem
from basebash.packs.loading import (
    FAILED,
    LOADED,
    Pack,
    PackWarning,
    add_folder,
    load_folder,
    load_installed,
    load_named,
    named_folders,
)
from basebash.packs.manifest import Manifest, read_manifest

__all__ = [
    "FAILED",
    "LOADED",
    "BadPack",
    "Drawing",
    "Manifest",
    "Pack",
    "PackWarning",
    "add_folder",
    "drawing_of",
    "glyphs",
    "icon_problem",
    "load_folder",
    "load_installed",
    "load_named",
    "named_folders",
    "read_manifest",
]
