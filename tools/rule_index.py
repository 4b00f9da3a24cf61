"""The numbered rules of docs/rules, the tests that name them, and the page that lists both (written by `make gallery`).

A scenario says in `source` which rules it is about, a test in the first line of its docstring; parts are separated
by `;`.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.scenario_files import FILES, scenarios

ROOT = Path(__file__).parent.parent
TESTS = ROOT / "tests"
INDEX = ROOT / "docs" / "rules" / "tests.md"
PAGES = sorted(page for page in INDEX.parent.glob("*.md") if page.name not in ("README.md", INDEX.name))
RULE = re.compile(r"^- \*\*\[([A-Z]+\d+|pitfall \d+)\]\(([^)]*)\)\*\*", re.MULTILINE)  # its name and where it links to
HEADING = re.compile(r"^#+ (.*)", re.MULTILINE)
LOOKS_LIKE_A_RULE = re.compile(r"[ABCDEFGHIKLMNOPSTVWXZ]\d+|FL\d+|MT\d+|pitfall \d+")


def anchor(heading: str) -> str:
    """Return the anchor of a heading, as GitHub and the documentation site make it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def rules_on(page: Path) -> list[str]:
    """Return the rules of a page, in order."""
    return [rule for rule, _ in RULE.findall(page.read_text(encoding="utf-8"))]


def rules_in(text: str) -> list[str]:
    """Return the rules that a `source` or the first line of a docstring names."""
    parts = [part.strip(" .") for part in re.split(r"[;,]|: ", text.replace("Pitfall", "pitfall"))]
    return [part for part in parts if LOOKS_LIKE_A_RULE.fullmatch(part)]


def find_tests() -> dict[str, list[str]]:
    """Return the tests of each rule."""
    found: dict[str, list[str]] = {}
    for file in FILES:
        for scenario in scenarios(file):
            for rule in rules_in("; ".join(scenario.source)):
                found.setdefault(rule, []).append(f"`{file.name}`: {scenario.title}")
    for file in sorted(TESTS.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in rules_in((ast.get_docstring(node) or "").partition("\n")[0]):
                    found.setdefault(rule, []).append(f"`{file.name}`: `{node.name}`")
    return found


def index() -> str:
    """Return the page that lists the tests of each rule, page by page; every rule has an anchor there."""
    tests = find_tests()
    lines = [
        "# Tests of each rule",
        "",
        "The scenarios (`tests/scenarios`) and tests (`tests`) that name a rule. Made from them by `make gallery`.",
    ]
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        headings = [(found.start(), found[1]) for found in HEADING.finditer(text)]
        lines += ["", f"## {headings[0][1]}"]
        for found in RULE.finditer(text):
            heading = [heading for start, heading in headings if start < found.start()][-1]
            lines += ["", f"### {found[1]}", "", f"The rule: [{heading}]({page.name}#{anchor(heading)})", ""]
            lines += [f"- {test}" for test in tests.get(found[1], ["none: no card here needs this rule"])]
    return "\n".join(lines) + "\n"
