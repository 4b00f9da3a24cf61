"""A wheel of a pack: a package that installers know, found through the entry-point group `basebash.packs`."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

import basebash
from basebash.packs import Manifest, read_manifest
from basebash.packs.loading import GROUP, NAMESPACE

_LEFT_OUT = frozenset({"__pycache__", "build", "dist"})
_DATE = (1980, 1, 1, 0, 0, 0)  # the same pack gives the same wheel


def build_wheel(folder: Path, into: Path) -> Path:
    """Write the wheel of the pack in `folder` into a folder."""
    manifest = read_manifest(folder)
    project = f"basebash_pack_{manifest.name}"
    about = f"{project}-{manifest.version}.dist-info"
    contents = {
        f"{NAMESPACE}/{manifest.name}/{file.relative_to(folder).as_posix()}": file.read_bytes()
        for file in pack_files(folder)
    }
    contents |= {
        f"{about}/METADATA": _metadata(manifest, project).encode(),
        f"{about}/WHEEL": b"Wheel-Version: 1.0\nGenerator: basebash\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/entry_points.txt": f"[{GROUP}]\n{manifest.name} = {NAMESPACE}.{manifest.name}\n".encode(),
    }
    record = [f"{name},sha256={_digest(data)},{len(data)}" for name, data in contents.items()]
    contents[f"{about}/RECORD"] = "\n".join([*record, f"{about}/RECORD,,", ""]).encode()
    into.mkdir(parents=True, exist_ok=True)
    wheel = into / f"{project}-{manifest.version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in contents.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return wheel


def pack_files(folder: Path) -> list[Path]:
    """The files of a pack that belong into its wheel: all but hidden ones and what tools have left behind."""
    found = []
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        is_hidden = any(part.startswith((".", "fairness-")) or part in _LEFT_OUT for part in parts)
        if file.is_file() and not is_hidden and file.suffix != ".whl":
            found.append(file)
    return found


def _metadata(manifest: Manifest, project: str) -> str:
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project.replace('_', '-')}",
        f"Version: {manifest.version}",
        f"Summary: {_one_line(manifest.description or manifest.title or manifest.name)}",
        f"Author: {_one_line(manifest.author)}",
        f"License: {_one_line(manifest.licence)}",
        f"Requires-Dist: basebash>={basebash.__version__}",
    ]
    if manifest.homepage:
        lines.append(f"Home-page: {_one_line(manifest.homepage)}")
    return "\n".join([*lines, ""])


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
