"""Play the same games in CPython and in Pyodide, and compare: `make same`; the tests play a sample.

Pyodide runs in Node, with the archive of the game that a site has (`make site`).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from checks import same_games
from tools.site_python import ROOT, game_archive

RUNNER = ROOT / "web" / "scripts" / "pyodide.mjs"


def in_pyodide(program: str) -> str:
    """Run a program in Pyodide, with the game on its path; return what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "game.zip"
        archive.write_bytes(game_archive())
        command = ["node", str(RUNNER), str(archive)]
        run = subprocess.run(command, input=program, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603
    return run.stdout


def compare(first: int, count: int) -> list[int]:
    """Return the numbers of the games that differ."""
    games = range(first, first + count)
    source = Path(same_games.__file__).read_text("utf-8")
    printed = in_pyodide(f"{source}\nimport json\nprint(json.dumps([play(number) for number in {games!r}]))")
    there = json.loads(printed.splitlines()[-1])
    return [number for number, digest in zip(games, there, strict=True) if same_games.play(number) != digest]


def main() -> int:
    """Compare games and print which ones differ."""
    parser = argparse.ArgumentParser(prog="make same", description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=200)
    wish = parser.parse_args()
    started = time.monotonic()
    different = compare(wish.first, wish.count)
    print(f"{wish.count} games, {len(different)} differ {different or ''}, {time.monotonic() - started:.0f} s")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
