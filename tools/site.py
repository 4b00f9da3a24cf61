"""Build the game as a folder of static files, build/site, which plays without a server: any static host will do.

python -m tools.site            (or make site)
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.site_python import PYODIDE, ROOT, catalogue, game_archive, pyodide_info

CLIENT = ROOT / "src" / "basebash" / "server" / "static"
SERVICE_WORKER = ROOT / "web" / "site" / "sw.js"
_LEFT_OUT = {".br", ".gz"}  # for servers that send what was compressed before
_LATER = re.compile(r"-LICENSE\.txt$|\.woff$")  # needed by no browser that can play


def build(folder: Path, stun: Sequence[str] = ()) -> int:
    """Build the site into a folder; return how many bytes are downloaded before the first game.

    `stun`: servers that tell friends' browsers their addresses outside of their networks.
    """
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(CLIENT, folder, ignore=lambda _, names: [name for name in names if Path(name).suffix in _LEFT_OUT])
    (folder / "landing.html").unlink(missing_ok=True)  # names its files from the root
    shutil.copy(PYODIDE / "README.md", folder / "assets" / "pyodide-README.txt")
    files = {
        "loader": _write(folder, "pyodide", ".mjs", (PYODIDE / "pyodide.mjs").read_bytes()),
        "module": _write(folder, "pyodide.asm", ".mjs.gzip", _compressed("pyodide.asm.mjs")),
        "wasm": _write(folder, "pyodide.asm", ".wasm.gzip", _compressed("pyodide.asm.wasm")),
        "library": _write(folder, "python_stdlib", ".zip", (PYODIDE / "python_stdlib.zip").read_bytes()),
        "game": _write(folder, "game", ".zip.gzip", gzip.compress(game_archive(), 9, mtime=0)),
        "catalogue": _write(folder, "catalogue", ".json", catalogue()),
    }
    size = sum((folder / name).stat().st_size for what, name in files.items() if what != "catalogue")
    page = _page(folder, {"files": files, "bytes": size, "python": pyodide_info(), "settings": {}, "stun": list(stun)})
    _write_service_worker(folder, files, page)
    manifest = folder / "manifest.webmanifest"
    text = manifest.read_text("utf-8").replace('"/"', '"./"')
    manifest.write_text(re.sub(r'"/(?=\w+[.-])', '"./', text).replace('"url": "/', '"url": "./#/'), "utf-8")
    (folder / ".nojekyll").touch()  # GitHub Pages leaves the files as they are
    return size


def main() -> int:
    """Build the site."""
    parser = argparse.ArgumentParser(prog="make site", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("build/site"), help="what was there is removed")
    parser.add_argument("--stun", action="append", default=[], help="for playing with friends, as stun:HOST:PORT")
    wish = parser.parse_args()
    folder: Path = wish.folder
    size = build(folder, wish.stun)
    total = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder}: {total / 1e6:.1f} MB; before the first game {size / 1e6:.1f} MB are downloaded.")
    print(f"To try it: python -m http.server --directory {folder}")
    return 0


def _page(folder: Path, site: dict[str, object]) -> str:
    """Rewrite the page: files are beside it, and it says where the game is. Return its digest."""
    page = folder / "index.html"
    text = re.sub(r'(href|src)="/(?=[\w.-])', r'\1="./', page.read_text("utf-8"))
    version = hashlib.sha256((text + json.dumps(site)).encode()).hexdigest()[:12]
    described = json.dumps({"version": version, **site}).replace("<", "\\u003c")
    text = text.replace("</head>", f'  <script type="application/json" id="site">{described}</script>\n  </head>')
    page.write_text(text, "utf-8")
    return version


def _write_service_worker(folder: Path, files: dict[str, str], version: str) -> None:
    """Write the service worker with the names of all files."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    python = [name for what, name in files.items() if what != "catalogue"]
    shell = [name for name in names if name not in (*python, "sw.js", "index.html") and not _LATER.search(name)]
    text = SERVICE_WORKER.read_text("utf-8")
    for word, value in {"VERSION": version, "SHELL": shell, "PYTHON": python}.items():
        text, count = re.subn(rf"const {word} = .*", f"const {word} = {json.dumps(value)}", text)
        assert count == 1, word
    (folder / "sw.js").write_text(text, "utf-8")


def _compressed(name: str) -> bytes:
    return gzip.compress((PYODIDE / name).read_bytes(), 9, mtime=0)


def _write(folder: Path, name: str, suffix: str, content: bytes) -> str:
    """Write a file whose name changes with what is in it; return its path in the site."""
    path = f"assets/{name}-{hashlib.sha256(content).hexdigest()[:10]}{suffix}"
    (folder / path).write_bytes(content)
    return path


if __name__ == "__main__":
    sys.exit(main())
