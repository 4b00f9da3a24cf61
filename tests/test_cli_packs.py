"""The terminal with a pack: marked as such, and dealt only where it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from basebash.cli import app
from basebash.packs import load_folder
from tests.packs import MANIFEST, without_new_packs, write_pack

CODE = '''"""Bees."""

from basebash.engine import Card, Faction, Minion

BEES = Faction("Aardbees", set_name="A Hive", intro="Many small bees.")


class Honeymaker(Minion, of=BEES, copies=20):
    """Draw a card."""

    power = 2

    async def on_play(self, me: Card) -> None:
        await me.draw(1)
'''


def run(*arguments: str, typed: str = "q\n") -> str:
    result = CliRunner().invoke(app, arguments, input=typed, env={"COLUMNS": "200", "TERM": "dumb"})
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    with without_new_packs():
        yield write_pack(tmp_path / "bees", MANIFEST, cards=CODE)


def test_a_pack_is_marked(folder: Path) -> None:
    load_folder(folder)
    assert "A Hive (pack bees 1.2)" in run("factions", "--set", "hive")
    assert "A Hive (pack bees 1.2)" in run("cards", "honeymaker")
    assert "packs: bees 1.2" in run("play", "--factions", "Aardbees,Ghosts", "--seed", "1")


@pytest.mark.parametrize(
    "arguments",
    [("play", "--seed", "1"), ("play", "--factions", "Ghosts,Pirates", "--seed", "1"), ("watch", "--seed", "3")],
)
def test_the_same_seed_gives_the_same_game_with_a_pack(folder: Path, arguments: tuple[str, ...]) -> None:
    fast = ("--speed", "100000", "--bots", "random") if arguments[0] == "watch" else ()
    before = run(*arguments, *fast)
    load_folder(folder)
    assert run(*arguments, *fast) == before


def test_a_pack_is_dealt_where_its_set_is_named(folder: Path) -> None:
    load_folder(folder)
    among = ("play", "--sets", "Core Set,A Hive", "--players", "4")
    assert any("Aardbees" in run(*among, "--seed", str(seed)) for seed in range(4))
    assert "Aardbees" in run("play", "--sets", "Core Set,A Hive", "--draft", "--seed", "1")
