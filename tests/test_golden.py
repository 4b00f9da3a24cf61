"""The golden playthroughs have not changed. If a change is intended, run `make golden` and read the difference."""

from __future__ import annotations

import pytest

from tools.golden import FOLDER, GAMES, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_playthrough_is_as_written(name: str) -> None:
    assert playthrough(GAMES[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_playthrough_belongs_to_a_game() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == sorted(GAMES)
