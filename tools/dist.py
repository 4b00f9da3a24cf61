"""Builds what is published: a wheel for every platform and a compiled one for this one (`make dist`).

    python -m tools.dist [--pure | --compiled]

Both include the browser client, which is built first. Only what has changed since `make fast` or the last run is
compiled again. Wheels from earlier runs in the folder `dist` are replaced.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
_LEFT_OUT = shutil.ignore_patterns("*.so", "__pycache__")


def build_wheel(to: Path, compile_into: Callable[[Path], None] | None = None) -> Path:
    """Build a wheel from a copy of the source, with compiled modules if `compiled` is set."""
    client = ROOT / "src" / "basebash" / "server" / "static" / "index.html"
    if not client.exists():
        sys.exit("The browser client is not built yet: run make web.")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(ROOT / "src", copy / "src", ignore=_LEFT_OUT)
        for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, copy)
        if compile_into is not None:
            compile_into(copy / "src")
            _strip(copy)
        made = copy / "dist"
        run(copy, "-m", "hatchling", "build", "-t", "wheel", "-d", str(made))
        wheel = next(made.glob("*.whl"))
        to.mkdir(exist_ok=True)
        return Path(shutil.copy(wheel, to))


def run(folder: Path, *arguments: str) -> None:
    """Run Python in a folder; print its output only if it fails."""
    command = [sys.executable, *arguments]
    done = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True)  # noqa: S603  # our own
    if done.returncode:
        sys.exit(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")


def compile_all(source: Path) -> None:
    """Add the compiled engine and cards to their source."""
    print("Compiling the engine and the cards; if that was not done before, it takes some minutes", flush=True)
    run(ROOT, "-m", "tools.compile", "--to", str(source))


def _strip(copy: Path) -> None:
    """Strip debug information from the libraries, if there is a tool for it."""
    tool = shutil.which("strip")
    if tool is not None:
        libraries = [str(path) for path in (copy / "src").rglob("*.so")]
        subprocess.run([tool, "--strip-unneeded", *libraries], check=True)  # noqa: S603  # a command of our own


def main() -> None:
    """Build the requested wheels."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--pure", action="store_true", help="only the one for every platform")
    which.add_argument("--compiled", action="store_true", help="only the one for this platform")
    wish = parser.parse_args()
    to = ROOT / "dist"
    shutil.rmtree(to, ignore_errors=True)
    for wanted, compile_into in ((not wish.compiled, None), (not wish.pure, compile_all)):
        if wanted:
            wheel = build_wheel(to, compile_into)
            print(f"{wheel.relative_to(ROOT)}  {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
