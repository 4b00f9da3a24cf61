"""The public API is small, documented, and changes only on purpose."""

from __future__ import annotations

import inspect

import pytest

import basebash
from basebash import Game

GAME = """
answer answers_given clone describe determinised digest entries explain_breakpoint explain_power explain_total
from_position history is_fresh is_over legal_answers load log_for players question release replay reseed result rules
save scores setup standings start state undo view winner winners
""".split()


def test_the_public_names_of_a_game() -> None:
    assert sorted(name for name in dir(Game) if not name.startswith("_")) == sorted(GAME)


@pytest.mark.parametrize("name", [name for name in GAME if name != "rules"])
def test_every_public_name_of_a_game_is_documented(name: str) -> None:
    assert inspect.getdoc(inspect.getattr_static(Game, name))


@pytest.mark.parametrize("name", sorted(basebash.__all__))
def test_what_the_package_exports_exists(name: str) -> None:
    assert hasattr(basebash, name)
