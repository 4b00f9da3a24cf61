"""Saves whose pack is missing: the log and the result can be read, and the game continues once it is installed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from basebash import BadSave, Game, MissingSet
from basebash.cli import app
from basebash.invariants import random_game
from basebash.packs import load_folder
from tests.packs import MANIFEST, without_new_packs, write_pack
from tests.test_cli_packs import CODE

PAIRS = [("Aardbees", "Ghosts"), ("Robots", "Aliens")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_pack(tmp_path / "bees", MANIFEST, cards=CODE)


def played(most: int, factions: list[tuple[str, str]] | None = None) -> Game:
    """A game with random answers, this many of them or to its end."""
    game = Game(factions=factions or PAIRS, seed=6, names=["Ann", "Bo"])
    for at in random_game(game, 1):
        if at.answers_given >= most:
            break
    return game


def lines(game: Game) -> tuple[str, ...]:
    return tuple(line.text for line in game.log_for(None) if line.text)


def run(command: str, *arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [command, *map(str, arguments)], env={"COLUMNS": "200", "NO_COLOR": "1"})


@pytest.mark.parametrize("most", [25, 10_000], ids=["running", "over"])
def test_a_save_is_readable_without_its_pack_and_continues_with_it(folder: Path, most: int) -> None:
    with without_new_packs():
        load_folder(folder)
        game = played(most)
        text, log, digest, is_over = game.save(), lines(game), game.digest(), game.is_over
        standings = tuple((game.setup.names[player], points) for player, points in game.standings)
    assert is_over == (most > 25)
    for read in (Game.load, lambda text: next(Game.replay(text))):
        with pytest.raises(MissingSet, match=r"needs bees 1\.2 for the set A Hive: install it first") as error:
            read(text)
        record = error.value.record
        assert record is not None
        assert record.log == log
        assert any("Honeymaker" in line for line in log)
        assert record.standings == (standings if is_over else ())
        assert record.winners == ((standings[0][0],) if is_over else ())
    with without_new_packs():
        load_folder(folder)
        again = Game.load(text)
        assert (again.digest(), lines(again), again.save()) == (digest, log, text)
        if not is_over:
            for one in (game, again):
                for _ in random_game(one, 2):
                    pass
            assert again.save() == game.save()


@pytest.mark.parametrize("command", [("replay",), ("replay", "--all"), ("play", "--resume")])
@pytest.mark.parametrize("most", [25, 10_000], ids=["running", "over"])
def test_the_terminal_prints_log_and_result_and_what_to_install(
    folder: Path, command: tuple[str, ...], most: int
) -> None:
    file = folder.parent / "game.json"
    with without_new_packs():
        load_folder(folder)
        game = played(most)
        file.write_text(game.save(), encoding="utf-8")
        expected = [f"  {line}" for line in lines(game)]
        if game.is_over:
            (first, most_vp), (second, vp) = [(game.setup.names[player], points) for player, points in game.standings]
            expected += [f"{first} won.", f"{first} {most_vp} VP, {second} {vp} VP"]
        else:
            expected += ["The game is not over."]
    before = file.read_bytes()
    result = run(*command, file)
    assert result.exit_code == 2
    needs = "This game needs bees 1.2 for the set A Hive: install it first."
    assert result.output.splitlines() == [*expected, needs]
    assert file.read_bytes() == before


def test_saves_without_packs_have_no_record() -> None:
    game = played(25, [("Pirates", "Ghosts"), ("Robots", "Aliens")])
    assert "record" not in json.loads(game.save())


@pytest.mark.parametrize(
    "damage", [None, 5, {"log": 5}, {"log": [5]}, {"winners": [["Ann"]]}, {"standings": [["Ann"]]}, "no record"]
)
def test_saves_without_a_readable_record_open_as_before(folder: Path, damage: object) -> None:
    with without_new_packs():
        load_folder(folder)
        game = played(25)
        data = json.loads(game.save())
        digest = game.digest()
    del data["record"]
    if damage != "no record":
        data["record"] = damage
    text = json.dumps(data)
    with pytest.raises(BadSave, match=r"bees 1\.2") as error:
        Game.load(text)
    assert isinstance(error.value, MissingSet)
    assert error.value.record is None
    file = folder.parent / "game.json"
    file.write_text(text, encoding="utf-8")
    assert run("replay", file).output.splitlines() == [str(error.value)]
    with without_new_packs():
        load_folder(folder)
        assert Game.load(text).digest() == digest


def test_a_game_whose_seed_was_replaced_is_saved_without_a_log(folder: Path) -> None:
    with without_new_packs():
        load_folder(folder)
        game = played(10)
        game.reseed(99)
        for at in random_game(game, 2):
            if at.answers_given >= 60:
                break
        text = Game.load(game.save(log=False)).save()
        assert Game.load(text).digest() == game.digest()
    with pytest.raises(MissingSet) as error:
        Game.load(text)
    assert error.value.record is not None
    assert error.value.record.log == ()
