"""Build the documentation site into build/docs, strictly: a broken link is an error.

python -m tools.docs            (or make docs)
python -m tools.docs --serve    (and look at it while you write)
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.test_rules_are_tested import GENERATED, PAGES, RULE, find_tests

ROOT = Path(__file__).parent.parent


def rule_tests() -> str:
    """Return a page that lists the tests of each rule, family by family."""
    tests = find_tests()
    lines = ["# Tests of each rule", "", "Generated from the scenarios and tests, which name the rules they are about."]
    for page in PAGES:
        rules = RULE.findall(page.read_text(encoding="utf-8"))
        if rules:
            lines += ["", f"## {page.stem.replace('-', ' ').capitalize()}", "", f"[The rules]({page.name})", ""]
            lines += [f"- **{rule}**: " + "; ".join(tests.get(rule, ["none"])) for rule in rules]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the generated page and run the site generator."""
    (ROOT / "docs" / "rules" / GENERATED).write_text(rule_tests(), encoding="utf-8")
    command = ["serve"] if "--serve" in sys.argv else ["build", "--strict", "--clean"]
    run = [sys.executable, "-m", "zensical", *command, "-f", "mkdocs.yml"]
    sys.exit(subprocess.run(run, cwd=ROOT, check=False).returncode)  # noqa: S603  # a fixed command


if __name__ == "__main__":
    main()
