"""The pages that are made from the code are up to date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools.gallery import FOLDER, pages


@pytest.mark.parametrize("name", sorted(pages()))
def test_gallery_page_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == pages()[name], "run `make gallery`"


def test_gallery_has_no_other_page() -> None:
    assert {file.name for file in FOLDER.glob("*.md")} == set(pages())


def test_the_lessons_of_the_tutorial_fit_the_engine() -> None:
    script = Path(__file__).parent.parent / "web" / "scripts" / "tutorial.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"run web/scripts/tutorial.py: {done.stdout}{done.stderr}"
