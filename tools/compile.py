"""Compiles the rules to machine code with mypyc: the same modules, twice as fast.

    python -m tools.compile            (or make fast)
    python -m tools.compile --undo     (or make pure)

What is compiled lies beside its source, where Python finds it first. The cards stay as they are: an ability is short,
and a new card needs no compiler.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from mypyc.build import mypycify
from setuptools import setup

SOURCE = Path(__file__).parent.parent / "src"
# Not ability.py and printed.py, nor the rules that speak as cards do (held, monsters, titans): the cards are classes of
# the first two, and are not compiled.
MODULES = [
    f"basebash/engine/{name}.py"
    for name in (
        "asking bases card decks duels events flips game handle log plays power question redeal rights "
        "rules scoring side state supplies swaps talents terms turn values verbs view voices zones"
    ).split()
]


def undo() -> None:
    """Removes what was compiled."""
    for path in SOURCE.rglob("*.so"):
        path.unlink()


def compile_modules(level: str) -> None:
    """Compiles, in place. `level` is the C compiler's: 0 compiles quickly, 3 runs quickly."""
    os.chdir(SOURCE)
    with tempfile.TemporaryDirectory() as work:
        extensions: Any = mypycify(["--strict", *MODULES], opt_level=level, group_name="basebash", target_dir=work)
        setup(
            name="basebash",
            ext_modules=extensions,
            script_args=["--quiet", "build_ext", "--inplace", "--build-temp", work, "--build-lib", work],
        )


def main() -> None:
    """Reads the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--undo", action="store_true", help="remove what was compiled")
    parser.add_argument("--level", default="3", choices="0123", help="how hard the C compiler tries (default 3)")
    arguments = parser.parse_args()
    if arguments.undo:
        undo()
        return
    if shutil.which(os.environ.get("CC", "cc")) is None:
        sys.exit("There is no C compiler. On Debian or Ubuntu: apt install gcc python3-dev")
    undo()
    compile_modules(arguments.level)


if __name__ == "__main__":
    main()
