"""Every numbered rule and every pitfall has a test.

A scenario says in `source` which rules it is about, a test in the first line of its docstring; parts are separated
by `;`. A rule that is added to the list here fails until something tests it.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from basebash.scenario import Scenario, read_scenarios

TESTS = Path(__file__).parent
RULES = (
    [f"E{n}" for n in range(1, 14)]  # editions
    + [f"S{n}" for n in range(1, 9)]  # set-up
    + [f"T{n}" for n in range(1, 12)]  # the turn
    + [f"P{n}" for n in range(1, 14)]  # playing a card
    + [f"C{n}" for n in range(1, 19)]  # cards in play
    + [f"B{n}" for n in range(1, 13)]  # scoring
    + [f"W{n}" for n in range(1, 4)]  # the end
    + [f"I{n}" for n in range(1, 4)]  # information
    + [f"D{n}" for n in range(1, 32)]  # duels
    + [f"A{n}" for n in range(1, 17)]  # actions that directly affect a minion
    + [f"L{n}" for n in range(1, 35)]  # counted power, and other terms of the later sets
    + [f"M{n}" for n in range(1, 43)]  # Madness
    + [f"MT{n}" for n in range(1, 78) if n != 28]  # monsters and treasures; MT28 is of a later printing
    + [f"H{n}" for n in range(1, 48)]  # titans
    + [f"F{n}" for n in range(1, 19)]  # fusions
    + [f"X{n}" for n in range(1, 14) if n != 2]  # swapping; no card swaps two cards in play (X2)
    + [f"FL{n}" for n in range(1, 31)]  # coin flips
    + [f"K{n}" for n in range(1, 21)]  # being affected the same way
    + [f"N{n}" for n in range(1, 26)]  # actions on bases
    + [f"O{n}" for n in range(1, 16)]  # cards of other players; the box
    + [f"pitfall {n}" for n in range(1, 31)]
)
LOOKS_LIKE_A_RULE = re.compile(r"[ESTPCBWIADLHFXKNO]\d+|FL\d+|MT?\d+|pitfall \d+")


def rules_in(text: str) -> list[str]:
    """The rules that a `source` or the first line of a docstring names."""
    parts = [part.strip(" .") for part in text.replace("Pitfall", "pitfall").split(";")]
    return [part for part in parts if LOOKS_LIKE_A_RULE.fullmatch(part)]


def find_tests() -> dict[str, list[str]]:
    """Which tests are about which rule."""
    found: dict[str, list[str]] = {}
    for file in sorted((TESTS / "scenarios").glob("*.yaml")):
        for scenario in read_scenarios(file):
            if isinstance(scenario, Scenario):
                for rule in rules_in("; ".join(scenario.source)):
                    found.setdefault(rule, []).append(f"{file.name}: {scenario.title}")
    for file in sorted(TESTS.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in rules_in((ast.get_docstring(node) or "").partition("\n")[0]):
                    found.setdefault(rule, []).append(f"{file.name}: {node.name}")
    return found


TESTED = find_tests()


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_tested(rule: str) -> None:
    assert TESTED.get(rule), f"no scenario and no test names {rule}"


def test_no_rule_is_tested_that_does_not_exist() -> None:
    assert set(TESTED) <= set(RULES)


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
