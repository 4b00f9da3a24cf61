"""What docs/lab.md shows runs, with fewer games, and its tables name every column."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from basebash.cli import app
from basebash.lab.plan import lab_plan
from basebash.lab.record import TABLES
from basebash.lab.run import run_lab

TEXT = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ (basebash .*?)(?:\s+#.*)?$", TEXT, re.MULTILINE)
SNIPPETS = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
JSON = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)


def test_the_commands_run_as_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert [command.split()[1] for command in COMMANDS] == ["arena", "lab", "lab"]
    for command in COMMANDS:
        fewer = re.sub(r"--games \d+", "--games 2" if "arena" in command else "--games 18", command)
        arguments = shlex.split(fewer)[1:] + (["--workers", "1"] if fewer != command else [])
        outcome = CliRunner().invoke(app, arguments)
        assert outcome.exit_code == 0, outcome.output
    assert (tmp_path / "mylab" / "report.html").exists()
    written = json.loads((tmp_path / "result.json").read_text())
    shown = json.loads(JSON[0])
    assert set(shown) <= set(written)
    assert set(shown["bots"]["easy"]) == set(written["bots"]["easy"])
    assert set(shown["bots"]["easy"]["versus"]["random"]) == set(written["bots"]["easy"]["versus"]["random"])


def test_the_tables_can_be_read_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_lab(lab_plan(6), Path("mylab"), workers=1)
    assert "scan_parquet" in SNIPPETS[0]
    exec(SNIPPETS[0], {})


def test_the_program_runs(tmp_path: Path) -> None:
    """With its workers, which import the file."""
    fewer = SNIPPETS[1].replace("10_000", "12").replace("arena_plan(200", "arena_plan(2")
    assert fewer.count("12") == 1
    (tmp_path / "program.py").write_text(
        fewer.replace('"greedy", "random"', '"easy", "random"').replace("greedy", "easy")
    )
    result = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert 0 <= float(result.stdout) <= 1
    assert (tmp_path / "report.html").exists()


@pytest.mark.parametrize("table", TABLES)
def test_every_column_is_explained(table: str) -> None:
    start = TEXT.index(f"**{table}**")
    explained = set(re.findall(r"`(\w+)`", TEXT[start : TEXT.index("\n\n", start)]))
    assert set(TABLES[table]) - explained == set()


def test_every_option_of_lab_run_is_explained() -> None:
    result = CliRunner().invoke(app, ["lab", "run", "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
    options = set(re.findall(r"--[a-z]+", result.output)) - {"--help", "--no"}
    assert {option for option in options if option not in TEXT} == set()
