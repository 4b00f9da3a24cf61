"""The public API is small, documented, and changes only on purpose."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import basebash
from basebash import Game

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "api.md"
GAME = re.findall(r"^ {8}- (\w+)$", PAGE.read_text(encoding="utf-8").partition("::: basebash.Setup")[0], re.MULTILINE)


def test_the_public_names_of_a_game_are_those_of_its_reference_page() -> None:
    assert sorted(name for name in dir(Game) if not name.startswith("_")) == GAME


@pytest.mark.parametrize("name", [name for name in GAME if name != "rules"])
def test_every_public_name_of_a_game_is_documented(name: str) -> None:
    assert inspect.getdoc(inspect.getattr_static(Game, name))


@pytest.mark.parametrize("name", sorted(basebash.__all__))
def test_what_the_package_exports_exists(name: str) -> None:
    assert hasattr(basebash, name)
