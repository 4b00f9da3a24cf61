import json
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from basebash.cli import app
from basebash.lab.arena import ArenaResult, run_arena
from basebash.lab.plan import arena_plan
from basebash.lab.play import play_batch
from tests.lab.helpers import FIRST


def test_the_json_of_the_command(tmp_path: Path) -> None:
    file = tmp_path / "arena.json"
    options = ["--bots", f"random,{FIRST}", "--games", "8", "--seed", "3", "--workers", "1", "--json", str(file)]
    told = CliRunner().invoke(app, ["arena", *options])
    assert told.exit_code == 0, told.output
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
    assert "random" in told.output


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


def test_a_stopped_arena_gives_what_there_is() -> None:
    done = [0]
    plan = arena_plan(50, bots=["random", FIRST])
    result = run_arena(plan, workers=1, stop=lambda: done[0] >= 3, progress=lambda games: done.__setitem__(0, games))
    assert 3 <= result.games < 50
    assert result.to_json()["games"] == result.games


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--bots", "random"], "two bots"),
        (["--bots", "random,nobody"], "nobody"),
        (["--bots", "random,easy", "--factions", "Ghosts"], "need 4 factions"),
    ],
)
def test_mistakes_are_told_in_one_line(options: list[str], told: str) -> None:
    result = CliRunner().invoke(app, ["arena", *options])
    assert result.exit_code == 2
    assert told in result.output
    assert "Traceback" not in result.output
