import json
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest
from rich.console import Console
from typer.testing import CliRunner

from basebash.cli import app, lab
from basebash.lab.arena import ArenaResult, run_arena
from basebash.lab.plan import arena_plan
from basebash.lab.play import play_batch
from tests.lab.helpers import BREAKING, FIRST


def test_the_json_of_the_command(tmp_path: Path) -> None:
    file = tmp_path / "arena.json"
    options = ["--bots", f"random,{FIRST}", "--games", "8", "--seed", "3", "--workers", "1", "--json", str(file)]
    result = CliRunner().invoke(app, ["arena", *options])
    assert result.exit_code == 0, result.output
    data = json.loads(file.read_text())
    assert data["games"] == 8
    assert set(data["bots"]) == {"random", FIRST}
    for bot in data["bots"].values():
        assert bot["games"] == 8
        assert bot["interval"][0] < bot["win_rate"] < bot["interval"][1]
        assert bot["win_rate"] == bot["wins"] / 8
        assert 0 < bot["rating_error"] < 25 / 3
        assert sum(faction["games"] for faction in bot["factions"].values()) == 16
    assert sum(bot["wins"] for bot in data["bots"].values()) == 8
    better, worse = data["bots"].values()  # best first
    assert better["win_rate"] >= worse["win_rate"]
    if better["win_rate"] > 0.6:
        assert better["rating"] > worse["rating"]
    assert "random" in result.output


def test_workers_do_not_matter() -> None:
    plan = arena_plan(4, bots=["random", FIRST], seed=1, players=3)
    assert run_arena(plan, workers=1).to_json() == run_arena(plan, workers=2).to_json()


def test_a_bot_at_two_chairs_learns_from_both() -> None:
    plan = arena_plan(1, bots=["random", FIRST], players=4)
    result = ArenaResult(plan)
    seats = play_batch(plan, 0, 1)["seats"].with_columns(
        pl.Series("bot", ["random", "random", FIRST, FIRST]),
        pl.Series("place", [1, 2, 3, 4], dtype=pl.Int8),
        pl.Series("won", [True, False, False, False]),
    )
    result.add({"seats": seats})
    assert result.bots["random"].score.games == 2
    assert result.bots["random"].score.wins == 1
    assert result.bots["random"].versus[FIRST].rate == 1
    assert result.ratings["random"].mu > 25 > result.ratings[FIRST].mu
    assert result.ratings["random"].sigma == pytest.approx(result.ratings[FIRST].sigma, rel=0.2)


def test_a_stopped_arena_returns_the_games_so_far() -> None:
    done = [0]
    plan = arena_plan(50, bots=["random", FIRST])
    result = run_arena(plan, workers=1, stop=lambda: done[0] >= 3, progress=lambda games: done.__setitem__(0, games))
    assert 3 <= result.games < 50
    assert result.to_json()["games"] == result.games


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--bots", "random"], "two bots"),
        (["--bots", "random,nobody"], "nobody"),
        (["--bots", "random,easy", "--factions", "Ghosts"], "need 4 factions"),
    ],
)
def test_mistakes_are_reported_in_one_line(options: list[str], message: str) -> None:
    result = CliRunner().invoke(app, ["arena", *options])
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_a_bot_of_this_folder_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "bot_of_mine.py").write_text(
        "def lazy(view, question, copies):\n    return None if question.can_decline else tuple(range(question.low))\n"
    )
    command = [sys.executable, "-P", "-c", "from basebash.cli import app; app()", "arena", "--workers", "2"]
    options = ["--bots", "bot_of_mine:lazy,random", "--games", "2"]
    result = subprocess.run([*command, *options], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "bot_of_mine:lazy" in result.stdout


def test_what_was_played_is_shown_when_a_bot_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARK", str(tmp_path / "mark"))
    file = tmp_path / "arena.json"
    options = ["--bots", f"random,{BREAKING}", "--games", "6", "--workers", "1", "--json", str(file)]
    result = CliRunner().invoke(app, ["arena", *options])
    assert result.exit_code == 2
    assert "I broke" in result.output
    assert "helpers.py, line" in result.output
    assert json.loads(file.read_text())["games"] >= 1


@pytest.mark.parametrize("width", [40, 60, 200])
def test_names_are_not_cut_off_in_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], width: int
) -> None:
    monkeypatch.setattr(lab, "console", Console(width=width, highlight=False))
    lab._show_arena(run_arena(arena_plan(2, bots=["random", FIRST]), workers=1))
    printed = capsys.readouterr().out
    assert "…" not in printed
    assert "random" in printed
    assert len(printed.splitlines()) < (120 if width == 40 else 40)


def test_a_json_file_that_cannot_be_written_is_reported_before_the_games() -> None:
    result = CliRunner().invoke(app, ["arena", "--games", "100000", "--json", "/no/such/folder/arena.json"])
    assert result.exit_code == 2
    assert "there is no such folder" in result.output
