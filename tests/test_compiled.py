"""The compiled engine (`make fast`) passes the tests of the plain one.

Here one set of cards is compiled, the quick way, and some factions show that interpreted cards play beside it. All is
tested by running the same tests, with all scenarios, on what `make fast` made: see docs/performance.md.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from importlib import import_module
from pathlib import Path

import pytest

from basebash.build import SUFFIX, compiled_modules, engine_of
from tools.compile import OPEN_TO_ALL, cards

ROOT = Path(__file__).parent.parent
COMPILED = "core_set"
PLACES = """
from pathlib import Path
import basebash
from basebash.bots import search
from basebash.cards import clowns, core_set
from basebash.engine import game
from basebash.engine.vocabulary import printed
from basebash.build import SUFFIX
here = Path(basebash.__file__).parent
assert game.__file__ == str(here / f"engine/game{SUFFIX}"), game.__file__
assert printed.__file__ == str(here / f"engine/vocabulary/printed{SUFFIX}"), printed.__file__
assert search.__file__ == str(here / f"bots/search{SUFFIX}"), search.__file__
assert core_set.aliens.__file__ == str(here / f"cards/core_set/aliens{SUFFIX}"), core_set.aliens.__file__
assert clowns.clowns.__file__ == str(here / "cards/clowns/clowns.py"), clowns.clowns.__file__
"""
TESTS = (
    *("test_golden.py", "test_game.py", "test_state.py", "test_information.py"),
    *("envs/test_actions.py", "envs/test_circles.py", "lab/test_record.py", "bots/test_versions.py"),
    "server/test_advice.py::test_every_move_that_is_named_was_tried_and_says_how_sure_that_is",
    *[
        f"bots/test_bots.py::test_{name}"
        for name in (
            "the_same_seed_gives_the_same_game",
            "choices_do_not_depend_on_what_is_hidden",
            "a_quick_turn_is_a_whole_one",
            "time_goes_to_the_answer_that_promises_most",
            "arrangements_are_tried",
        )
    ],
)
SOURCE_ONLY = "only_verbs or verbs_only or only_read or the_scan or by_the_engine or in_the_engine"
# Interpreted, some of them reprints of compiled cards.
BESIDE = ("smash_up_all_stars", "clowns", "clowns_bases", "vampires")


def run(folder: Path, *arguments: str) -> str:
    """The output of a Python that finds the package in a folder."""
    done = subprocess.run(
        [sys.executable, *arguments],
        check=False,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        timeout=1800,
    )
    assert not done.returncode, done.stdout + done.stderr
    return done.stdout


def libraries(folder: Path) -> dict[Path, bytes]:
    """What was compiled there."""
    return {path: path.read_bytes() for path in (folder / "src").rglob(f"*{SUFFIX}")}


def why_not() -> str:
    """What is missing to compile here, if anything."""
    if shutil.which(os.environ.get("CC", "cc")) is None:
        return "there is no C compiler to compile the engine with"
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return "Python's headers, which compiling needs, are not installed"
    return ""


@pytest.mark.timeout(3600)
@pytest.mark.skipif(bool(why_not()), reason=why_not())
def test_the_compiled_engine_passes_the_tests_of_the_plain_one(tmp_path: Path) -> None:
    for folder in ("src", "tools", "checks", "tests", "docs"):
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("*.so", "static", "__pycache__")
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    compiling = ("-m", "tools.compile", "--level", "0", "--sets", COMPILED)
    run(tmp_path, *compiling)
    run(tmp_path, "-c", PLACES)
    assert "(compiled engine and some of the cards)" in run(tmp_path, "-m", "basebash", "--version")
    before = libraries(tmp_path)
    card = tmp_path / "src/basebash/cards" / COMPILED / "aliens.py"
    card.write_text(card.read_text().replace('summary="', 'summary="Hello! ', 1))
    run(tmp_path, *compiling)
    changed = {path.name for path, content in libraries(tmp_path).items() if before[path] != content}
    assert changed == {f"aliens__mypyc{SUFFIX}"}  # what else was made before is as it was
    assert "Hello!" in run(tmp_path, "-c", "import basebash as b; print(b.FACTIONS['Aliens'].summary)")
    names = [path.stem for path in card.parent.glob("*.py") if path.stem not in ("__init__", "bases")]
    files = [f"tests/scenarios/{name}.yaml" for name in (*names, f"{COMPILED}_bases", *BESIDE)]
    assert " 0 failed" in run(tmp_path, "-m", "basebash", "scenario", *files)
    tests = [f"tests/{name}" for name in TESTS]
    assert " passed" in run(
        tmp_path, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", f"not ({SOURCE_ONLY})", *tests
    )
    run(tmp_path, "-m", "tools.compile", "--undo")
    assert run(tmp_path, "-c", "import basebash as b; print(b.IS_COMPILED)").split() == ["False"]


def test_what_was_compiled_before_a_change_is_refused(tmp_path: Path) -> None:
    source, library = tmp_path / "rules.py", tmp_path / f"rules{SUFFIX}"
    source.touch()
    assert compiled_modules(tmp_path) == []
    library.touch()
    os.utime(source, (1, 1))
    assert compiled_modules(tmp_path) == [library]
    os.utime(library, (0, 0))
    with pytest.raises(ImportError, match="make fast"):
        compiled_modules(tmp_path)


def test_the_version_says_what_is_compiled(tmp_path: Path) -> None:
    def write(*modules: str, suffix: str) -> None:
        for module in modules:
            path = tmp_path / f"{module}{suffix}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()

    write("engine/rules/turn", "cards/moons/__init__", "cards/moons/aliens", "cards/moons/bases", suffix=".py")
    assert engine_of(tmp_path) == "plain engine"
    write("engine/rules/turn", suffix=SUFFIX)
    assert engine_of(tmp_path) == "compiled engine"
    write("cards/moons/aliens", "cards/moons/aliens__mypyc", suffix=SUFFIX)
    assert engine_of(tmp_path) == "compiled engine and some of the cards"
    write("cards/moons/bases", suffix=SUFFIX)
    assert engine_of(tmp_path) == "compiled engine and cards"


def test_cards_extend_only_classes_that_are_open_to_them() -> None:
    # The engine is translated by itself: of all other classes it takes for granted that it alone extends them.
    found = 0
    for path in cards():
        name = path.removesuffix(".py").replace("/", ".")
        classes = [
            one for one in vars(import_module(name)).values() if isinstance(one, type) and one.__module__ == name
        ]
        bases = {base.__module__ for one in classes for base in one.__mro__ if "basebash.engine" in base.__module__}
        found += len(classes)
        assert {f"{base.rpartition('.')[2]}.py" for base in bases} <= OPEN_TO_ALL, (name, bases)
    assert found > 1400
