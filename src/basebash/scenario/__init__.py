"""Scenario files: a position, what the players do, and what must then be true.

The format is described in `docs/scenarios.md`. `run_path` runs a file or a folder of them.
"""

from basebash.scenario.files import Scenario, ScenarioError, read_scenarios
from basebash.scenario.outcomes import Outcome, run_path, run_scenario, write_junit

__all__ = [
    "Outcome",
    "Scenario",
    "ScenarioError",
    "read_scenarios",
    "run_path",
    "run_scenario",
    "write_junit",
]
