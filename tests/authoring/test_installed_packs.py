"""With two packs installed nothing else changes: no golden file, no page of the gallery, no save."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from basebash.authoring.creating import create_pack
from basebash.packs.loading import VARIABLE

ROOT = Path(__file__).parents[2]
TESTS = ("test_golden.py", "test_sets.py", "test_icons.py", "test_faction_facts.py", "test_docs.py", "test_setup.py")


def test_two_packs_change_no_golden_file(tmp_path: Path) -> None:
    create_pack("wild_bees", tmp_path, "Ann")
    folders = [tmp_path / "wild_bees", ROOT / "examples" / "packs" / "beekeepers"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *[f"tests/{name}" for name in TESTS]],
        env={**os.environ, VARIABLE: os.pathsep.join(map(str, folders))},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
