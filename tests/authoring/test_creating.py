"""A new pack is complete: it passes its own checks and can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

from basebash import BasebashError, Game
from basebash.authoring import check_pack
from basebash.authoring.creating import create_pack
from basebash.invariants import play_game


@pytest.mark.parametrize(("name", "title"), [("wild_bees", "Wild Bees"), ("x2", "X2")])
def test_a_new_pack_passes_every_check_and_plays(tmp_path: Path, name: str, title: str) -> None:
    files = create_pack(name, tmp_path, 'Ann "the" Author')
    assert [file.relative_to(tmp_path / name).as_posix() for file in files] == [
        "pack.toml",
        "cards.py",
        "scenarios/cards.yaml",
    ]
    opened, findings = check_pack(tmp_path / name, games=2)
    assert findings == []
    assert opened is not None
    assert [faction.name for faction in opened.pack.factions] == [title]
    assert play_game(Game(factions=[(title, "Pirates"), ("Robots", "Aliens")], seed=1), 1) > 20


@pytest.mark.parametrize(
    ("name", "message"),
    [("Wild Bees", "cannot be the name"), ("ghosts", 'faction or set "Ghosts"'), ("core_set", 'set "Core Set"')],
)
def test_a_bad_name_is_refused(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(BasebashError, match=message):
        create_pack(name, tmp_path, "Ann")
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "bees").mkdir()
    with pytest.raises(BasebashError, match="exists already"):
        create_pack("bees", tmp_path, "Ann")
