"""Loading packs: installed packages and folders, after the built-in sets."""

from __future__ import annotations

import hashlib
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.metadata import entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from basebash.engine.vocabulary.printed import FACTIONS, Faction
from basebash.engine.vocabulary.registering import BadPack, registering
from basebash.packs.manifest import FILE, Manifest, read_manifest
from basebash.packs.places import describe_error, place_of_error, place_of_name, python_files

VARIABLE = "BASEBASH_PACKS"  # folders of packs, separated as in PATH
GROUP = "basebash.packs"  # the entry points of installed packs
NAMESPACE = "basebash_packs"  # the package in which folders are loaded


class PackWarning(UserWarning):
    """A pack was skipped."""


@dataclass(frozen=True)
class Pack:
    """A loaded pack."""

    manifest: Manifest
    folder: Path
    module: str
    factions: tuple[Faction, ...]
    project: str = ""  # of an installed pack: what installers call it

    @property
    def scenarios(self) -> Path:
        """The folder with its scenarios."""
        return self.folder / "scenarios"

    def digest(self) -> str:
        """A digest of its manifest and code, which changes with every version of them."""
        found = hashlib.sha256()
        for file in (self.folder / FILE, *python_files(self.folder)):
            found.update(f"{file.relative_to(self.folder)}\0".encode())
            found.update(file.read_bytes())
        return found.hexdigest()[:32]


LOADED: dict[str, Pack] = {}  # by name
FAILED: list[BadPack] = []  # of the packs that `BASEBASH_PACKS` names


def load_folder(path: Path) -> Pack:
    """Load the pack in a folder; `BadPack` says what is wrong with it and where. One that is loaded is returned."""
    folder = path.resolve()
    for pack in LOADED.values():
        if pack.folder == folder:
            return pack
    if not folder.is_dir():
        raise BadPack(f"There is no pack at {path}: it is not a folder.")
    manifest = read_manifest(folder)
    name = f"{NAMESPACE}.{manifest.name}"
    start = folder / "__init__.py"
    if start.is_file():
        spec = spec_from_file_location(name, start, submodule_search_locations=[str(folder)])
        assert spec is not None
    else:
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
    return _load(folder, manifest, spec)


def load_installed() -> None:
    """Load the installed packs, in the order of their names. One that is broken is skipped with a warning."""
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            spec = find_spec(entry.module)
            locations = [] if spec is None else spec.submodule_search_locations or []
            if spec is None or not locations:
                raise BadPack(f"{entry.module} is not a package.")  # noqa: TRY301  # it is warned about like the rest
            folder = Path(locations[0]).resolve()
            _load(folder, read_manifest(folder), spec, "" if entry.dist is None else entry.dist.name)
        except (BadPack, ImportError) as error:
            warnings.warn(f"The installed pack {entry.name} was skipped: {error}", PackWarning, stacklevel=2)


def load_named() -> None:
    """Load the folders that `BASEBASH_PACKS` names. Those that are broken are in `FAILED`, and warned about."""
    for entry in named_folders():
        try:
            load_folder(Path(entry))
        except BadPack as error:
            FAILED.append(error)
            warnings.warn(f"The pack {entry} was skipped: {error}", PackWarning, stacklevel=2)


def named_folders() -> list[str]:
    """Return the folders of packs that `BASEBASH_PACKS` names: this process and those it starts load them."""
    return [entry for entry in os.environ.get(VARIABLE, "").split(os.pathsep) if entry]


def add_folder(path: Path) -> Pack:
    """Load the pack in a folder, here and in every process that this one starts from now on."""
    pack = load_folder(path)
    known = named_folders()
    if str(pack.folder) not in known:
        os.environ[VARIABLE] = os.pathsep.join([*known, str(pack.folder)])
    return pack


def _load(folder: Path, manifest: Manifest, spec: ModuleSpec, project: str = "") -> Pack:
    if manifest.name in LOADED:
        other = LOADED[manifest.name]
        hint = f" To work on the folder, uninstall it: pip uninstall {other.project}." if other.project else ""
        raise BadPack(f"{folder / FILE}:1: a pack named {manifest.name} is loaded already, from {other.folder}.{hint}")
    before = set(FACTIONS)
    with _undone_on_failure(folder, spec.name):
        try:
            with registering(manifest.label):
                _execute(folder, spec)
        except BadPack as error:
            raise BadPack(f"{place_of_name(folder, error.about)}{error}") from None
    new = tuple(faction for name, faction in FACTIONS.items() if name not in before)
    pack = LOADED[manifest.name] = Pack(manifest, folder, spec.name, new, project)
    return pack


def _execute(folder: Path, spec: ModuleSpec) -> None:
    """Run the package, and then each module in its folder."""
    module = module_from_spec(spec)
    parent, _, name = spec.name.rpartition(".")
    if parent:
        setattr(_parent(parent), name, module)
    sys.modules[spec.name] = module
    if spec.loader is not None:
        spec.loader.exec_module(module)
    for file in sorted(folder.glob("*.py")):
        if file.name != "__init__.py":
            import_module(f"{spec.name}.{file.stem}")


def _parent(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        module = sys.modules[name] = ModuleType(name, "The packs that were loaded from folders.")
        module.__path__ = []
        return module


@contextmanager
def _undone_on_failure(folder: Path, module: str) -> Iterator[None]:
    """If the block raises, forget the pack's modules, and say where in the pack it was."""
    try:
        yield
    except BaseException as error:
        for name in [name for name in sys.modules if name == module or name.startswith(f"{module}.")]:
            del sys.modules[name]
        parent, _, name = module.rpartition(".")
        if parent in sys.modules:
            vars(sys.modules[parent]).pop(name, None)
        if isinstance(error, BadPack) or not isinstance(error, Exception | SystemExit):
            raise
        where = place_of_error(folder, error) or f"{folder}: "
        raise BadPack(f"{where}{describe_error(error)}") from error
