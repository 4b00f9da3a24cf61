"""The scenario files, each read once in a process: reading all takes seconds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from basebash.scenario import Scenario, ScenarioError, read_scenarios

FOLDER = Path(__file__).parent / "scenarios"
FILES = sorted(FOLDER.glob("*.yaml"))


@cache
def documents(file: Path) -> list[Scenario | tuple[str, ScenarioError]]:
    """What `read_scenarios` yields."""
    return list(read_scenarios(file))


def scenarios(file: Path) -> list[Scenario]:
    """The scenarios of a file, without documents that cannot be read."""
    return [found for found in documents(file) if isinstance(found, Scenario)]
