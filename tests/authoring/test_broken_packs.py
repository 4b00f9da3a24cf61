"""Many ways in which a pack can be broken: each gives one message, with the file, the line and what to do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from basebash.authoring import Limits, check_limited, check_pack, run_tests_limited
from basebash.authoring.creating import create_pack
from basebash.authoring.findings import Finding
from basebash.scenario import Outcome

CASES: list[dict[str, Any]] = list(
    yaml.safe_load_all((Path(__file__).parent / "broken_packs.yaml").read_text(encoding="utf-8"))
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new pack."""
    create_pack("bees", tmp_path, "Ann")
    return tmp_path / "bees"


def complaint(folder: Path, limits: Limits | None = None) -> tuple[str, str, str]:
    """Return the only finding in a pack: the file, the text of the line, the message."""
    findings = (check_pack(folder, games=4) if limits is None else check_limited(folder, games=4, limits=limits))[1]
    assert len(findings) == 1, findings
    file = Path(findings[0].file)
    lines = file.read_bytes().decode(errors="replace").splitlines() if file.is_file() else []
    return file.name, next(iter(lines[findings[0].line - 1 :]), ""), findings[0].message


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_broken_pack_gives_one_clear_message(folder: Path, case: dict[str, Any]) -> None:
    file = folder / case.get("file", "cards.py")
    text = file.read_text(encoding="utf-8")
    assert case["old"] in text
    file.write_text(text.replace(case["old"], case["new"], 1), encoding="utf-8")
    name, line, message = complaint(folder, Limits(**case["limits"]) if "limits" in case else None)
    assert name == Path(case.get("named", file)).name
    assert case.get("at", "") in line
    assert re.search(case["message"], message), message


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"x = 1\0\n", "x = 1\0", "SyntaxError: source code string cannot contain null bytes"),
        (b'"""Bees."""\n\n# \xe9\n', "# \ufffd", "This is not UTF-8: save the file with the encoding UTF-8"),
        (b"TEXT = 'x' # " + 300_000 * b"x", "TEXT", "This is not Python: the file is larger than 256 KiB; divide it"),
        (b"from .cards import BEES\n\nMORE = BEES\n", "from .cards import BEES", "cannot import name 'BEES'"),
    ],
    ids=["null bytes", "not UTF-8", "huge file", "circular import"],
)
def test_a_broken_file_beside_the_others_is_named(folder: Path, content: bytes, line: str, message: str) -> None:
    (folder / "more.py").write_bytes(content)
    cards = folder / "cards.py"
    cards.write_text(cards.read_text(encoding="utf-8").replace("from base", "from .more import MORE\nfrom base", 1))
    found = complaint(folder)
    assert (found[0], found[1][: len(line)]) == ("more.py", line)
    assert message in found[2]


def test_a_folder_without_manifest_is_no_pack(folder: Path) -> None:
    (folder / "pack.toml").unlink()
    assert complaint(folder) == ("bees", "", "This is not a pack: it has no pack.toml. `basebash pack new` writes one.")


def test_a_pack_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert complaint(tmp_path / "bees") == ("bees", "", "There is no such folder.")


def test_scenarios_that_are_missing_are_asked_for(folder: Path) -> None:
    (folder / "scenarios" / "cards.yaml").unlink()
    name, _, message = complaint(folder)
    assert (name, message[:23]) == ("scenarios", "There are no scenarios:")


def test_what_is_forbidden_is_never_run(folder: Path) -> None:
    trace = folder.parent / "trace"
    (folder / "more.py").write_text(f"from pathlib import Path\n\nDONE = Path({str(trace)!r}).touch()\n")
    assert "pathlib cannot be imported" in complaint(folder)[2]
    assert not trace.exists()


def test_a_test_that_exceeds_a_limit_is_named_after_the_outcomes_before_it(tmp_path: Path) -> None:
    (tmp_path / "Zoë").mkdir()
    create_pack("bees", tmp_path / "Zoë", "Ann")
    cards = tmp_path / "Zoë" / "bees" / "cards.py"
    good = list(run_tests_limited(cards.parent))
    assert good.pop() == []
    assert all(isinstance(outcome, Outcome) and outcome.passed for outcome in good)
    text = cards.read_text(encoding="utf-8").replace("await me.draw()", "max(iter(int, 1))", 1)
    cards.write_text(text, encoding="utf-8")
    *before, findings = run_tests_limited(cards.parent, Limits(seconds=2))
    titles = [outcome.title for outcome in good if isinstance(outcome, Outcome)]
    assert [outcome.title for outcome in before if isinstance(outcome, Outcome)] == titles[: len(before)]
    assert titles[len(before)] == "A Scout draws a card"
    line = text[: text.index("max(iter")].count("\n") + 1
    message = "This runs for ever: it was ended after 2 seconds of processor time."
    assert findings == [Finding(str(cards), line, message)]


def test_there_are_thirty_kinds_at_least() -> None:
    assert len({case["name"] for case in CASES}) == len(CASES) >= 50
