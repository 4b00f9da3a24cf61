import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from basebash import BasebashError
from basebash.cli import app
from basebash.lab.plan import LabPlan, lab_plan
from basebash.lab.play import play_batch
from basebash.lab.record import Tables
from basebash.lab.run import run_lab
from basebash.lab.store import BadLab, Store, open_lab
from tests.lab.helpers import KILLING, MARKING, SLEEPING

PART = 8


def plan(games: int = 20) -> LabPlan:
    return lab_plan(games, seed=2, players=[2, 3])


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


def after(games: int) -> tuple[Callable[[], bool], Callable[[int], None]]:
    """Stops a run once this many games are done."""
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
        assert open_lab(tmp_path).table("games").collect()["game"].to_list() == list(range(done))
    assert run_lab(plan(), tmp_path, workers=1, part_games=PART, resume=True) == 20
    assert contents(tmp_path) == contents(whole)


def test_a_lab_can_grow(whole: Path, tmp_path: Path) -> None:
    run_lab(plan(11), tmp_path, workers=1, part_games=PART)
    run_lab(plan(20), tmp_path, workers=1, part_games=PART, resume=True)
    assert contents(tmp_path) == contents(whole)
    assert run_lab(plan(20), tmp_path, workers=1, part_games=PART, resume=True) == 20


def test_events_go_on_too(tmp_path: Path) -> None:
    run_lab(plan(5), tmp_path / "twice", workers=1, part_games=PART, extras=["events"])
    for folder, resume in ((tmp_path / "twice", True), (tmp_path / "once", False)):
        run_lab(plan(11), folder, workers=1, part_games=PART, extras=["events"], resume=resume)
    assert contents(tmp_path / "twice") == contents(tmp_path / "once")
    assert len(list((tmp_path / "once" / "events").iterdir())) == 2


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
    assert open_lab(tmp_path).games >= 10


def test_a_folder_is_not_written_over(whole: Path) -> None:
    with pytest.raises(BadLab, match="--resume"):
        run_lab(plan(), whole, workers=1)


def test_a_lab_that_never_began_can_be_started_again(whole: Path, tmp_path: Path) -> None:
    assert run_lab(lab_plan(3, seed=7), tmp_path, workers=1, part_games=PART, stop=lambda: True) == 0
    run_lab(plan(), tmp_path, workers=1, part_games=PART)
    assert contents(tmp_path) == contents(whole)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "lab.json").write_text('{"mine": 1}')
    with pytest.raises(BadLab, match="not the settings of a lab"):
        run_lab(plan(), tmp_path / "other", workers=1)


def test_a_lab_does_not_go_on_with_other_settings(whole: Path) -> None:
    with pytest.raises(BadLab, match="seed was 2, not 9"):
        run_lab(lab_plan(20, seed=9, players=[2, 3]), whole, workers=1, part_games=PART, resume=True)
    with pytest.raises(BadLab, match="events was False"):
        run_lab(plan(), whole, workers=1, part_games=PART, extras=["events"], resume=True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--players", "two"], "not a list of numbers of players"),
        (["--players", "5"], "2 to 4"),
        (["--bots", "nobody"], "nobody"),
    ],
)
def test_mistakes_are_reported_in_one_line(tmp_path: Path, options: list[str], message: str) -> None:
    result = CliRunner().invoke(app, ["lab", "run", str(tmp_path / "lab"), *options])
    assert result.exit_code == 2
    assert message in result.output
    assert not (tmp_path / "lab").exists()


def command(folder: Path, *options: str) -> list[str]:
    main = "from basebash.cli import app; app()"
    return [sys.executable, "-c", main, "lab", "run", str(folder), "--players", "2", *options]


def wait_for(mark: Path, process: subprocess.Popen[str]) -> None:
    while not mark.exists():
        assert process.poll() is None
        time.sleep(0.02)


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("workers", [1, 2])
def test_control_c_keeps_what_was_done_and_resume_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    monkeypatch.setenv("MARK", str(tmp_path / "mark"))
    folder = tmp_path / "lab"
    ordered = command(folder, "--games", "100000", "--bots", MARKING, "--workers", str(workers))
    with subprocess.Popen(ordered, stdout=subprocess.PIPE, text=True) as process:
        wait_for(tmp_path / "mark", process)
        time.sleep(0.5)  # so that the other worker has begun too
        process.send_signal(signal.SIGINT)
        message, _ = process.communicate(timeout=60)
    assert process.returncode == 130, message
    done = open_lab(folder).games
    assert 1 <= done < 1000
    assert f"{done:,} of 100,000 games" in message
    run_lab(lab_plan(done, players=[2], bots=[MARKING]), tmp_path / "straight", workers=1)
    assert contents(folder) == contents(tmp_path / "straight")
    assert json.loads((folder / "lab.json").read_text())["plan"]["games"] == 100_000


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_second_control_c_stops_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also in the middle of a game that never ends by itself."""
    monkeypatch.setenv("MARK", str(tmp_path / "mark"))
    ordered = command(tmp_path / "lab", "--games", "10", "--bots", SLEEPING, "--workers", "2")
    with subprocess.Popen(ordered, stdout=subprocess.PIPE, text=True) as process:
        wait_for(tmp_path / "mark", process)
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        while "Finishing the games" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        message, _ = process.communicate(timeout=30)
    assert process.returncode == 130, message
    assert "Stopped immediately" in message


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_lab_that_was_killed_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every part that was written is complete."""
    monkeypatch.setenv("MARK", str(tmp_path / "mark"))
    folder = tmp_path / "lab"
    run_lab(lab_plan(3, players=[2], bots=[MARKING]), folder, workers=1)
    (tmp_path / "mark").unlink()
    ordered = command(folder, "--games", "1000", "--bots", MARKING, "--workers", "1", "--resume")
    with subprocess.Popen(ordered, stdout=subprocess.PIPE, text=True) as process:
        wait_for(tmp_path / "mark", process)
        process.kill()
    assert open_lab(folder).games >= 3
    run_lab(lab_plan(8, players=[2], bots=[MARKING]), folder, workers=1, resume=True)
    run_lab(lab_plan(8, players=[2], bots=[MARKING]), tmp_path / "straight", workers=1)
    assert contents(folder) == contents(tmp_path / "straight")


def test_a_worker_that_dies_is_reported_and_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARK", str(tmp_path / "mark"))
    killed = lab_plan(4, players=[2], bots=[KILLING])
    with pytest.raises(BasebashError, match="worker was ended"):
        run_lab(killed, tmp_path / "lab", workers=2)
    run_lab(killed, tmp_path / "lab", workers=2, resume=True)
    run_lab(killed, tmp_path / "straight", workers=1)
    assert contents(tmp_path / "lab") == contents(tmp_path / "straight")


def test_an_interrupted_flush_can_be_done_again(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second Ctrl-C can come at any moment, even between two parts."""
    lab = Store(tmp_path, plan(), part_games=PART)
    lab.create()
    write = lab._write

    def interrupted(tables: Tables, part: int) -> None:
        write(tables, part)
        raise KeyboardInterrupt

    monkeypatch.setattr(lab, "_write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        lab.add(play_batch(plan(), 0, 20))
    monkeypatch.undo()
    lab.flush()
    assert contents(tmp_path) == contents(whole)


@pytest.mark.skipif(os.name != "posix", reason="limits of a process")
def test_a_full_disk_is_reported_and_costs_nothing(whole: Path, tmp_path: Path) -> None:
    resource = importlib.import_module("resource")
    run_lab(plan(5), tmp_path, workers=1, part_games=PART)
    before = contents(tmp_path)
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, old[1]))
    try:
        with pytest.raises(BadLab, match=r"cannot be written: File too large"):
            run_lab(plan(), tmp_path, workers=1, part_games=PART, resume=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
    assert contents(tmp_path) == before
    assert not list(tmp_path.rglob("*.new"))
    run_lab(plan(), tmp_path, workers=1, part_games=PART, resume=True)
    assert contents(tmp_path) == contents(whole)


def damage(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def shorten(path: Path) -> None:
    pl.read_parquet(path).head(3).write_parquet(path)


@pytest.mark.parametrize(
    ("table", "harm", "message"),
    [
        ("games", damage, "damaged"),
        ("games", Path.unlink, "missing"),
        ("games", shorten, "hold 8 games"),
        ("cards", damage, "damaged"),
        ("cards", Path.unlink, "missing"),
    ],
)
def test_a_broken_part_is_reported_with_what_to_do(
    whole: Path, tmp_path: Path, table: str, harm: Callable[[Path], None], message: str
) -> None:
    folder = tmp_path / "lab"
    shutil.copytree(whole, folder)
    harm(folder / table / "part-00001.parquet")
    result = CliRunner().invoke(app, ["lab", "report", str(folder)])
    assert result.exit_code == 2
    assert message in result.output
    assert "games/part-00001.parquet and all after it" in result.output
    with pytest.raises(BadLab, match=message):
        run_lab(plan(), folder, workers=1, part_games=PART, resume=True)
    for part in (1, 2):
        (folder / "games" / f"part-0000{part}.parquet").unlink(missing_ok=True)
    run_lab(plan(), folder, workers=1, part_games=PART, resume=True)
    assert contents(folder) == contents(whole)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"format": "basebash lab"}', '{"format": "basebash lab", "plan": 3}']
)
def test_a_file_that_does_not_hold_settings_is_reported(tmp_path: Path, text: str) -> None:
    (tmp_path / "lab.json").write_text(text)
    with pytest.raises(BadLab, match=r"lab\.json is"):
        run_lab(plan(), tmp_path, workers=1, resume=True)
    assert (tmp_path / "lab.json").read_text() == text


def test_fewer_games_than_there_are_change_nothing(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    shutil.copytree(whole, folder)
    assert run_lab(plan(5), folder, workers=1, part_games=PART, resume=True) == 20
    assert json.loads((folder / "lab.json").read_text())["plan"]["games"] == 20
    assert contents(folder) == contents(whole)


@pytest.mark.parametrize("folder", ["a file", "a file/lab"])
def test_a_folder_that_cannot_be_is_reported(tmp_path: Path, folder: str) -> None:
    (tmp_path / "a file").touch()
    result = CliRunner().invoke(app, ["lab", "run", str(tmp_path / folder), "--games", "1", "--workers", "1"])
    assert result.exit_code == 2
    assert "cannot be written" in result.output
    assert "Traceback" not in result.output
