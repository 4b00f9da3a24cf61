"""Loading the folder of a pack for its games."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from basebash import FACTIONS
from basebash.engine import Faction
from basebash.engine.vocabulary.registering import BadPack, registering


@dataclass(frozen=True)
class Pack:
    """A loaded pack."""

    folder: Path
    factions: tuple[Faction, ...]

    def digest(self) -> str:
        """A digest of its code, which changes with every version of it."""
        found = sha256()
        for file in _modules(self.folder):
            found.update(f"{file.name}\0".encode() + file.read_bytes())
        return found.hexdigest()[:32]


_LOADED: dict[Path, Pack] = {}


def load_folder(path: Path) -> Pack:
    """Load the pack in a folder, once in a process; `BadPack` says what is wrong with it."""
    folder = path.resolve()
    if folder not in _LOADED:
        if not _modules(folder):
            raise BadPack(f"There is no pack at {path}: it has no Python modules.")
        before = set(FACTIONS)
        with registering(folder.name):
            for file in _modules(folder):
                _execute(folder, file)
        new = [faction for name, faction in FACTIONS.items() if name not in before]
        _LOADED[folder] = Pack(folder, tuple(new))
    return _LOADED[folder]


def _modules(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.py"))


def _execute(folder: Path, file: Path) -> None:
    name = f"basebash_packs.{folder.name}.{file.stem}"
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise BadPack(f"{file}: {type(error).__name__}: {error}") from error
