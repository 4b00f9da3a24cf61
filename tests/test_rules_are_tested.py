"""Every numbered rule and every pitfall of docs/rules has a test.

A scenario says in `source` which rules it is about, a test in the first line of its docstring; parts are separated
by `;`. A rule that is added to a page fails here until a test names it.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.scenario_files import FILES, scenarios

TESTS = Path(__file__).parent
RULE = re.compile(r"^- \*\*([A-Z]+\d+|pitfall \d+)\*\*", re.MULTILINE)
GENERATED = "tests.md"  # by `make docs`, from these tests
PAGES = sorted(page for page in (TESTS.parent / "docs" / "rules").glob("*.md") if page.name != GENERATED)
RULES = [rule for page in PAGES for rule in RULE.findall(page.read_text(encoding="utf-8"))]
# No card that is played here asks for these: MT28 belongs to a later printing, and no card swaps two cards in play.
UNUSED = {"MT28", "X2"}
LOOKS_LIKE_A_RULE = re.compile(r"[ABCDEFGHIKLMNOPSTVWXZ]\d+|FL\d+|MT\d+|pitfall \d+")


def rules_in(text: str) -> list[str]:
    """The rules that a `source` or the first line of a docstring names."""
    parts = [part.strip(" .") for part in re.split(r"[;,]|: ", text.replace("Pitfall", "pitfall"))]
    return [part for part in parts if LOOKS_LIKE_A_RULE.fullmatch(part)]


def find_tests() -> dict[str, list[str]]:
    """Which tests are about which rule."""
    found: dict[str, list[str]] = {}
    for file in FILES:
        for scenario in scenarios(file):
            for rule in rules_in("; ".join(scenario.source)):
                found.setdefault(rule, []).append(f"{file.name}: {scenario.title}")
    for file in sorted(TESTS.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in rules_in((ast.get_docstring(node) or "").partition("\n")[0]):
                    found.setdefault(rule, []).append(f"{file.name}: {node.name}")
    return found


TESTED = find_tests()


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in UNUSED])
def test_rule_is_tested(rule: str) -> None:
    assert TESTED.get(rule), f"no scenario and no test names {rule}"


def test_no_rule_is_tested_that_does_not_exist() -> None:
    assert set(TESTED) <= set(RULES)


def test_every_number_is_used_once() -> None:
    assert len(RULES) == len(set(RULES))
    for family in {rule.rstrip("0123456789") for rule in RULES}:
        numbers = [int(rule[len(family) :]) for rule in RULES if rule.rstrip("0123456789") == family]
        assert sorted(numbers) == list(range(1, len(numbers) + 1)), family


CITED = re.compile(r"\(([A-Z]+\d+(?:(?:, | to |; | with )[A-Z]+\d+)*)\)")


@pytest.mark.parametrize("folder", ["engine", "cards"])
def test_the_code_cites_only_rules_that_exist(folder: str) -> None:
    for file in sorted((TESTS.parent / "src" / "basebash" / folder).rglob("*.py")):
        for cited in CITED.findall(file.read_text(encoding="utf-8")):
            for rule in re.findall(r"[A-Z]+\d+", cited):
                assert rule in RULES, f"{file.name} cites {rule}"


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("B5; Tied winners", ["B5"]),
        ("Pitfall 13; Buccaneer; C2.", ["pitfall 13", "C2"]),
        ("Cub Scout; Borscht", []),
        ("about B5 and more", []),
    ],
)
def test_rules_are_read_from_a_source(text: str, rules: list[str]) -> None:
    assert rules_in(text) == rules
