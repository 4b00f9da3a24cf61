"""Generated pages are up to date, and what the other pages claim is true."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from basebash import FACTIONS, Setup
from basebash.cli import app
from basebash.scenario import run_path
from tools.gallery import FOLDER, pages


@pytest.mark.parametrize("name", sorted(pages()))
def test_gallery_page_is_up_to_date(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == pages()[name], "run `make gallery`"


def test_gallery_has_no_other_page() -> None:
    assert {file.name for file in FOLDER.glob("*.md")} == set(pages())


@pytest.mark.parametrize("name", ["showcase.py", "tutorial.py"])
def test_what_the_client_has_recorded_fits_the_engine(name: str) -> None:
    script = Path(__file__).parent.parent / "web" / "scripts" / name
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"run web/scripts/{name}: {done.stdout}{done.stderr}"


# ------------------------------------------------------------------------------------------- what the pages claim
ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "basebash"
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")] + sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a page that are in this language."""
    return [text for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")) if kind == language]


def inline_code(page: Path) -> list[str]:
    """The texts between backticks."""
    return re.findall(r"`([^`\n]+)`", BLOCK.sub("", page.read_text(encoding="utf-8")))


def commands(page: Path, program: str) -> Iterator[list[str]]:
    """The uses of a program in a page, as lists of arguments."""
    shown = [line.lstrip("$# ").partition("  #")[0] for block in blocks(page, "console") for line in block.splitlines()]
    for text in shown + inline_code(page):
        words = text.replace("…", "").replace("...", "").split()
        if program in words[:1]:
            yield words[1:]


def flags_of(command: Any) -> set[str]:
    """The flags of a command."""
    return {flag for parameter in command.get_params(typer.Context(command)) for flag in parameter.opts}


def unknown_words(arguments: list[str]) -> list[str]:
    """The commands and flags among the arguments of `basebash` that do not exist."""
    command: Any = typer.main.get_command(app)
    flags = flags_of(command)
    unknown = []
    for word in arguments:
        if word.startswith("--"):
            unknown += [] if word.partition("=")[0] in flags else [word]
        elif hasattr(command, "list_commands") and word in command.list_commands(typer.Context(command)):
            command = command.get_command(typer.Context(command), word)
            flags |= flags_of(command)
    if hasattr(command, "list_commands"):  # so the name of a command is wrong
        unknown += [word for word in arguments if not word.startswith("-")][-1:]
    return unknown


def test_unknown_words_sees_wrong_commands_and_flags() -> None:
    assert unknown_words(["lab", "run", "here", "--games", "3", "--nonsense"]) == ["--nonsense"]
    assert unknown_words(["lab", "walk"]) == ["walk"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_commands_of_a_page_exist(page: Path) -> None:
    groups = {"lab", "pack", "admin"}
    used = [arguments for arguments in commands(page, "basebash") if arguments and set(arguments[-1:]) - groups]
    assert [(arguments, unknown) for arguments in used if (unknown := unknown_words(arguments))] == []
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    words = {word for arguments in commands(page, "make") for word in " ".join(arguments).partition("#")[0].split()}
    assert {word for word in words if re.fullmatch("[a-z]+", word)} <= set(targets)


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.stem != "writing-factions"], ids=lambda page: page.stem
)
def test_the_files_that_a_page_names_exist(page: Path) -> None:
    """Except those in `writing-factions`, which are the reader's; a path with capitals stands for several."""
    paths = {text for text in inline_code(page) if re.fullmatch(r"[a-z_.][a-z\d_/.-]*(/|\.(py|md|yaml))", text)}
    paths -= {path.name for path in PACKAGE.rglob("*.py")}
    missing = {path for path in paths if not any((at / path).exists() for at in (ROOT, ROOT / "src", PACKAGE))}
    assert missing <= {"dist/", "fairness-my_pack/"}  # which commands make


@pytest.mark.parametrize("page", ["design", "rules-engine", "performance"])
def test_the_functions_that_a_page_names_exist(page: str) -> None:
    named = re.findall(r"`(\w+)\.(\w+)`", (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8"))
    modules = {path.stem: path.read_text(encoding="utf-8") for path in (PACKAGE / "engine").rglob("*.py")}
    known = [(module, name) for module, name in named if module in modules]
    assert known
    defined = r"^(async )?def {0}\b|^ +{0}:|self\.{0}\b"
    assert [(m, name) for m, name in known if not re.search(defined.format(name), modules[m], re.MULTILINE)] == []


@pytest.mark.parametrize("page", ["README", "CONTRIBUTING"])
def test_the_card_that_a_page_shows_is_the_real_one(page: str) -> None:
    text = (ROOT / f"{page}.md").read_text(encoding="utf-8")
    shown = text[text.rindex("\n", 0, text.index("class ")) + 1 :].partition("```")[0]
    source = "\n".join(path.read_text(encoding="utf-8") for path in (PACKAGE / "cards").rglob("*.py"))
    assert textwrap.dedent(shown.rpartition("\n")[0]).strip() in source


def test_the_scenario_that_a_page_shows_passes(tmp_path: Path) -> None:
    for number, text in enumerate(blocks(ROOT / "docs" / "scenarios.md", "yaml")):
        (tmp_path / f"{number}.yaml").write_text(text, encoding="utf-8")
    outcomes = list(run_path(tmp_path))
    assert outcomes
    assert [outcome.message for outcome in outcomes if not outcome.passed] == []


def test_the_programs_of_the_page_about_bots_run() -> None:
    programs = "\n".join(blocks(ROOT / "docs" / "bots.md", "python"))
    for slow, quick in (("hard", "random"), ("normal", "random"), ("search@100", "search@4")):
        assert f'"{slow}"' in programs
        programs = programs.replace(f'"{slow}"', f'"{quick}"')
    exec(compile(programs, "docs/bots.md", "exec"), {})  # our own page


def test_the_numbers_of_the_readme() -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    numbers = re.findall(r"([\d,]+) (factions of|sets|cards|bases|titans)", text)
    factions = [FACTIONS[name] for name in Setup().pool]
    assert {what: int(number.replace(",", "")) for number, what in numbers} == {
        "factions of": len(factions),
        "sets": len({faction.set_name for faction in factions}),
        "cards": sum(card.copies for faction in factions for card in faction.cards),
        "bases": sum(len(faction.bases) for faction in factions),
        "titans": sum(len(faction.titans) for faction in factions),
    }
