"""Packs as files in memory: read from a zip file, and written into a folder from which they are loaded."""

from __future__ import annotations

import hashlib
import importlib
import io
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory, gettempdir

from msgspec import Struct

from basebash.packs import BadPack, Manifest, Pack, load_folder, read_manifest
from basebash.packs.manifest import FILE

MOST_BYTES = 2 * 1024 * 1024
MOST_FILES = 300


class PackFiles(Struct):
    """The files of a pack by their paths in it."""

    files: dict[str, bytes]

    def write(self, folder: Path) -> Path:
        """Write them into a folder, and return it."""
        for name, content in self.files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return folder

    def folder(self) -> Path:
        """Return the folder that has them, which other files never have."""
        digest = hashlib.sha256()
        for name, content in sorted(self.files.items()):
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
        folder = Path(gettempdir(), "basebash-packs", digest.hexdigest()[:24])
        return folder if (folder / FILE).is_file() else self.write(folder)

    def manifest(self) -> Manifest:
        """Read what the pack says about itself; `BadPack` if something is wrong with that."""
        with TemporaryDirectory() as name:
            folder = self.write(Path(name))
            try:
                return read_manifest(folder)
            except BadPack as error:
                raise BadPack(without_folder(str(error), folder)) from None

    def load(self) -> Pack:
        """Load the pack, unless it is loaded already; `BadPack` says what is wrong with it and where."""
        folder = self.folder()
        importlib.invalidate_caches()
        try:
            return load_folder(folder)
        except BadPack as error:
            raise BadPack(without_folder(str(error), folder)) from None


def unpack(archive: bytes) -> PackFiles:
    """Return the pack in a zip file: the folder with `pack.toml` that is nearest to its top. `BadPack` if none is."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            entries = {PurePosixPath(one.filename): one for one in opened.infolist() if not one.is_dir()}
            if len(entries) > MOST_FILES or sum(entry.file_size for entry in entries.values()) > MOST_BYTES:
                raise BadPack(
                    f"The pack is too large: at most {MOST_FILES} files with {MOST_BYTES >> 20} MiB together."
                )
            roots = sorted((path.parent for path in entries if path.name == FILE), key=lambda path: len(path.parts))
            if not roots:
                raise BadPack(f"This is not a pack: it has no {FILE}. `basebash pack build` writes a file for this.")
            found = {
                path.relative_to(roots[0]).as_posix(): opened.read(entry)
                for path, entry in entries.items()
                if path.is_relative_to(roots[0]) and ".." not in path.parts
            }
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError):
        raise BadPack("This is not a zip file, or it is damaged. `basebash pack build` writes one.") from None
    return PackFiles(found)


def without_folder(text: str, folder: Path) -> str:
    """Return what is wrong with a pack without the folder that it was unpacked into."""
    return text.replace(f"{folder.resolve()}/", "").replace(f"{folder}/", "").replace(f"{folder.resolve()}:", "")
