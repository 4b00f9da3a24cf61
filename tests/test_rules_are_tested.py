"""Every numbered rule and every pitfall of docs/rules has a test, and links to its tests.

A rule that is added to a page fails here until a test names it (see tools/rule_index.py).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools.rule_index import INDEX, PAGES, RULE, anchor, find_tests, index, rules_in, rules_on

ROOT = Path(__file__).parent.parent
RULES = [rule for page in PAGES for rule in rules_on(page)]
# No card that is played here asks for these: MT28 belongs to a later printing, and no card swaps two cards in play.
UNUSED = {"MT28", "X2"}
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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_rule_links_to_its_tests(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    rules = RULE.findall(text)
    assert len(rules) == len(re.findall(r"^- \*\*", text, re.MULTILINE))
    assert [(rule, link) for rule, link in rules if link != f"{INDEX.name}#{anchor(rule)}"] == []


def test_the_index_is_up_to_date() -> None:
    assert INDEX.read_text(encoding="utf-8") == index(), "run `make gallery`"


CITED = re.compile(r"\(([A-Z]+\d+(?:(?:, | to |; | with )[A-Z]+\d+)*)\)")


@pytest.mark.parametrize("folder", ["engine", "cards"])
def test_the_code_cites_only_rules_that_exist(folder: str) -> None:
    for file in sorted((ROOT / "src" / "basebash" / folder).rglob("*.py")):
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
