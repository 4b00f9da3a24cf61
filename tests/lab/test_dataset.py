"""`basebash lab dataset`: every game can be replayed, and the card says what is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from basebash import Game
from basebash.cli import app
from basebash.lab.dataset import CARD

GAMES = 6


def make(folder: Path, *more: str, games: int = GAMES) -> None:
    arguments = ["lab", "dataset", str(folder), "--bots", "easy,random", "--workers", "1", "--seed", "4"]
    result = CliRunner().invoke(app, [*arguments, "--games", str(games), "--factions", "Core Set", *more])
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data") / "set"
    make(folder)
    return folder


def test_each_replay_ends_as_its_game_did(folder: Path) -> None:
    games = pl.read_parquet(folder / "games").sort("game")
    replays = pl.read_parquet(folder / "replays").sort("game")
    assert replays["game"].to_list() == games["game"].to_list() == list(range(GAMES))
    for game, save in zip(games.iter_rows(named=True), replays["save"], strict=True):
        end = Game.load(save)
        assert (end.winner, end.answers_given, end.state.turn) == (game["winner"], game["answers"], game["turns"])
    first = list(Game.replay(replays["save"][0]))
    assert len(first) == games["answers"][0] + 1


def test_the_card_says_what_is_there(folder: Path) -> None:
    card = (folder / CARD).read_text()
    for table in ("games", "seats", "cards", "bases", "events", "replays"):
        rows = pl.scan_parquet(folder / table).select(pl.len()).collect().item()
        assert re.search(rf"\| `{table}/` \| .* \| {rows:,} \| [\d,]+ kB \|", card)
    seats = pl.read_parquet(folder / "seats")
    won = seats.filter(pl.col("bot") == "easy")["won"].sum()
    assert f"| `easy` | 2 | {GAMES} | {won / GAMES:.1%} |" in card
    assert "not affiliated" in card
    assert "| factions | 8: Aliens, Dinosaurs, Ninjas, Pirates, Robots, Tricksters, Wizards, Zombies |" in card


def test_the_card_s_example_runs(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    snippets = re.findall(r"```python\n(.*?)```", (folder / CARD).read_text(), re.DOTALL)
    exec(snippets[0], {})
    assert capsys.readouterr().out.strip().endswith("over")


def test_the_card_s_command_makes_the_same_files(folder: Path, tmp_path: Path) -> None:
    card = (folder / CARD).read_text()
    command = re.search(r"made by \| `basebash (lab dataset .*?)`", card)
    assert command is not None
    again = tmp_path / "again"
    arguments = [*shlex.split(command[1]), "--workers", "1"]
    arguments.insert(2, str(again))
    assert CliRunner().invoke(app, arguments).exit_code == 0
    for file in folder.rglob("*.parquet"):
        assert (again / file.relative_to(folder)).read_bytes() == file.read_bytes()


def test_a_dataset_can_be_continued(folder: Path, tmp_path: Path) -> None:
    make(tmp_path / "grown", games=2)
    make(tmp_path / "grown", "--resume")
    assert (tmp_path / "grown" / CARD).read_text() == (folder / CARD).read_text()
    assert pl.read_parquet(tmp_path / "grown" / "replays").equals(pl.read_parquet(folder / "replays"))
