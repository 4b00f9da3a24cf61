"""The Python half of a site without a server: one archive of the modules that tables need, and the catalogue.

Everything the game imports is pure Python but msgspec, which has a wheel for Pyodide. Its version and hash are those of
requirements.lock, like everybody's.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import segno
import yaml

from basebash.browser.host import open_host
from basebash.browser.records import MemoryRecords

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "basebash"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
LOCK = ROOT / "requirements.lock"
WHEELS = ROOT / "build" / "wheels"
DATA = ("packs/glyphs.txt", "server/puzzles/puzzles.yaml")
_LIST_MODULES = "import basebash.browser.worker, basebash.browser.pack_check, sys; print(*sys.modules)"
_OLDEST = (1980, 1, 1, 0, 0, 0)  # the same archive from the same sources
_UNUSED = ("tests/", ".dist-info/", ".pyi")


def game_archive() -> bytes:
    """Return a zip file with the game and the packages that it needs, to be compressed as a whole."""
    files = {f"basebash/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes() for path in _sources()}
    for library in (Path(yaml.__file__).parent, Path(segno.__file__).parent):
        files |= {
            f"{library.name}/{path.name}": path.read_bytes() for path in library.glob("*.py") if path.name != "cli.py"
        }
    with zipfile.ZipFile(_wheel("msgspec")) as wheel:
        files |= {name: wheel.read(name) for name in wheel.namelist() if not any(part in name for part in _UNUSED)}
    return _zip(files)


def catalogue() -> bytes:
    """Return what `/api/catalogue` answers."""

    async def ask() -> bytes:
        async def run_nothing(_: bytes, __: float) -> bytes | None:
            return None

        host = await open_host(MemoryRecords(), run_nothing)
        return (await host.request("GET", "/api/catalogue", {}, b"")).body

    return asyncio.run(ask())


def pyodide_info() -> dict[str, str]:
    """Return which Python Pyodide is, and for which platform."""
    info: dict[str, str] = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))["info"]
    return info


def _sources() -> list[Path]:
    """Return the modules that the web workers import, and the data that they read."""
    command = [sys.executable, "-c", _LIST_MODULES]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603  # a fixed command
    found = [PACKAGE / name for name in DATA]
    for name in names.split():
        if name == "basebash" or name.startswith("basebash."):
            path = PACKAGE.parent / name.replace(".", "/")
            found.append(path / "__init__.py" if path.is_dir() else path.with_suffix(".py"))
    return found


def _wheel(package: str) -> Path:
    """Return a package's wheel for Pyodide; it is downloaded the first time."""
    block = re.search(rf"^{package}==(\S+) \\\n(?: +--hash=\S+(?: \\)?\n)+", LOCK.read_text("utf-8"), re.MULTILINE)
    assert block is not None, f"{package} is not in {LOCK.name}"
    info = pyodide_info()
    major, minor, *_ = info["python"].split(".")
    kind = f"cp{major}{minor}-pyemscripten_{info['abi_version']}_{info['arch']}"
    if not (known := _find(package, block[1], kind)):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as wanted:
            wanted.write(block[0])
            wanted.flush()
            command = [sys.executable, "-m", "pip", "download", "-qq", "--no-deps", "--require-hashes"]
            command += ["--only-binary", ":all:", "--python-version", f"{major}.{minor}", "--dest", str(WHEELS)]
            command += ["--platform", f"pyemscripten_{info['abi_version']}_{info['arch']}", "-r", wanted.name]
            subprocess.run(command, check=True)  # noqa: S603  # a fixed command
        known = _find(package, block[1], kind)
    assert known is not None
    return known


def _find(package: str, version: str, kind: str) -> Path | None:
    return next(WHEELS.glob(f"{package}-{version}-*{kind}.whl"), None)


def _zip(files: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _OLDEST), files[name])
    return written.getvalue()
