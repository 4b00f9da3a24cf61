import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from basebash.cli import app
from basebash.lab.plan import LabPlan, lab_plan
from basebash.lab.run import run_lab
from basebash.lab.store import BadLab, scan

PART = 8


def plan(games: int = 20) -> LabPlan:
    return lab_plan(games, seed=2, players=[2, 3])


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


def after(games: int) -> tuple[Callable[[], bool], Callable[[int], None]]:
    """Stops a run once so many games are done."""
    done = [0]
    return (lambda: done[0] >= games), lambda now: done.__setitem__(0, now)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lab that was played in one go by one worker."""
    folder = tmp_path_factory.mktemp("whole")
    assert run_lab(plan(), folder, workers=1, part_games=PART) == 20
    return folder


def test_two_workers_write_the_same_files_as_one(whole: Path, tmp_path: Path) -> None:
    run_lab(plan(), tmp_path, workers=2, part_games=PART)
    assert contents(tmp_path) == contents(whole)
    assert len(list((tmp_path / "games").iterdir())) == 3


@pytest.mark.parametrize("stops", [[5], [8], [1, 3]])
def test_a_resumed_lab_is_the_same_as_one_played_in_one_go(whole: Path, tmp_path: Path, stops: list[int]) -> None:
    for games in stops:
        stop, progress = after(games)
        done = run_lab(plan(), tmp_path, workers=1, part_games=PART, resume=True, stop=stop, progress=progress)
        assert games <= done < 20
        assert scan(tmp_path, "games").collect()["game"].to_list() == list(range(done))
    assert run_lab(plan(), tmp_path, workers=1, part_games=PART, resume=True) == 20
    assert contents(tmp_path) == contents(whole)


def test_a_lab_can_grow(whole: Path, tmp_path: Path) -> None:
    run_lab(plan(11), tmp_path, workers=1, part_games=PART)
    run_lab(plan(20), tmp_path, workers=1, part_games=PART, resume=True)
    assert contents(tmp_path) == contents(whole)
    assert run_lab(plan(20), tmp_path, workers=1, part_games=PART, resume=True) == 20


def test_a_machine_that_went_down_while_writing_loses_no_more_than_that(whole: Path, tmp_path: Path) -> None:
    run_lab(plan(12), tmp_path, workers=1, part_games=PART)
    games = tmp_path / "games" / "part-00001.parquet"
    pl.read_parquet(games).head(2).write_parquet(games)  # the other tables are ahead of the games
    run_lab(plan(), tmp_path, workers=1, part_games=PART, resume=True)
    assert contents(tmp_path) == contents(whole)


def test_what_was_played_is_kept_when_something_breaks(tmp_path: Path) -> None:
    def fail(done: int) -> None:
        if done >= 10:
            raise RuntimeError

    with pytest.raises(RuntimeError):
        run_lab(plan(), tmp_path, workers=1, part_games=PART, progress=fail)
    assert scan(tmp_path, "games").collect().height >= 10


def test_a_folder_is_not_written_over(whole: Path) -> None:
    with pytest.raises(BadLab, match="--resume"):
        run_lab(plan(), whole, workers=1)


def test_a_lab_does_not_go_on_with_other_settings(whole: Path) -> None:
    with pytest.raises(BadLab, match="seed was 2, not 9"):
        run_lab(lab_plan(20, seed=9, players=[2, 3]), whole, workers=1, part_games=PART, resume=True)
    with pytest.raises(BadLab, match="events was False"):
        run_lab(plan(), whole, workers=1, part_games=PART, events=True, resume=True)


@pytest.mark.parametrize(
    ("options", "told"),
    [(["--players", "two"], "no numbers of players"), (["--players", "5"], "2 to 4"), (["--bots", "nobody"], "nobody")],
)
def test_mistakes_are_told_in_one_line(tmp_path: Path, options: list[str], told: str) -> None:
    result = CliRunner().invoke(app, ["lab", "run", str(tmp_path / "lab"), *options])
    assert result.exit_code == 2
    assert told in result.output
    assert not (tmp_path / "lab").exists()


def command(folder: Path, *options: str) -> list[str]:
    main = "from basebash.cli import app; app()"
    return [sys.executable, "-c", main, "lab", "run", str(folder), "--workers", "2", "--players", "2", *options]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_control_c_keeps_what_was_done_and_resume_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    with subprocess.Popen(command(folder, "--games", "100000"), stdout=subprocess.PIPE, text=True) as process:
        while not (folder / "lab.json").exists():
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=60)
    assert process.returncode == 130, told
    done = scan(folder, "games").collect().height
    assert done >= 1
    assert f"{done:,} of 100,000 games" in " ".join(told.split())
    run_lab(lab_plan(done, players=[2]), tmp_path / "straight", workers=1)
    assert contents(folder) == contents(tmp_path / "straight")
    assert json.loads((folder / "lab.json").read_text())["plan"]["games"] == 100_000
