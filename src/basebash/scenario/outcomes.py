"""Runs the scenarios of files and folders, and reports their results."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import basebash
from basebash.packs.places import describe_error
from basebash.scenario.errors import Refused
from basebash.scenario.expect import Failure
from basebash.scenario.files import Scenario, ScenarioError, read_scenarios, scenario_files
from basebash.scenario.runner import Run

PACKAGE = Path(basebash.__file__).parent
CARDS = PACKAGE / "cards"


class Outcome:
    """The result of a scenario: passed, failed or an error, with a message."""

    def __init__(self, path: Path, title: str, *, line: int = 0) -> None:
        self.path = path
        self.title = title
        self.line = line
        self.kind = "pass"
        self.message = ""
        self.log: list[str] = []
        self.seconds = 0.0

    @property
    def passed(self) -> bool:
        """Whether the scenario passed."""
        return self.kind == "pass"

    def __str__(self) -> str:
        if self.passed:
            return f"pass   {self.title}"
        return f"{self.kind:<6} {self.path}:{self.line}: {self.title}\n       {self.message}"


def run_path(path: Path) -> Iterator[Outcome]:
    """Run every scenario of a file, or of all files in a folder."""
    files = scenario_files(path)
    if not files:
        outcome = Outcome(path, path.name)
        outcome.kind = "error"
        outcome.message = "There is no scenario file here (*.yaml)."
        yield outcome
    for file in files:
        for scenario in read_scenarios(file):
            if isinstance(scenario, Scenario):
                yield run_scenario(scenario)
            else:
                title, error = scenario
                outcome = Outcome(file, title, line=error.line)
                outcome.kind = "error"
                outcome.message = str(error)
                yield outcome


def run_scenario(scenario: Scenario) -> Outcome:
    """Run one scenario."""
    outcome = Outcome(scenario.path, scenario.title, line=scenario.line)
    started = time.perf_counter()
    run: Run | None = None
    try:
        run = Run(scenario)
        run.all_steps()
    except ScenarioError as error:
        outcome.kind = "error"
        outcome.message = str(error)
        outcome.line = error.line or (run.line if run else scenario.line)
    except Failure as failure:
        outcome.kind = "fail"
        outcome.message = str(failure)
        outcome.line = failure.line or (run.line if run else scenario.line)
    except Refused as refusal:
        outcome.kind = "fail"
        outcome.message = f"refused: {refusal}"
        outcome.line = run.line if run else scenario.line
    except Exception as error:  # noqa: BLE001  # a card that breaks is the outcome of its scenario, not ours
        outcome.kind = "error"
        outcome.message = f"the game broke: {describe_error(error)} ({_place_of(error)})"
        outcome.line = run.line if run else scenario.line
    if run is not None and not outcome.passed:
        outcome.log = [line.text for line in run.game.log_for(None) if line.text]
    outcome.seconds = time.perf_counter() - started
    return outcome


def _place_of(error: Exception) -> str:
    """Where an error was raised: in a card, if the engine was called by one."""
    frames = traceback.extract_tb(error.__traceback__)
    cards = [
        frame
        for frame in frames
        if not Path(frame.filename).is_relative_to(PACKAGE) or CARDS in Path(frame.filename).parents
    ]
    place = (cards or frames)[-1]
    return f"{place.filename}:{place.lineno}"


def write_junit(outcomes: list[Outcome], file: Path) -> None:
    """Write the results in the XML that CI servers read."""
    suite = ET.Element(
        "testsuite",
        name="basebash scenarios",
        tests=str(len(outcomes)),
        failures=str(sum(o.kind == "fail" for o in outcomes)),
        errors=str(sum(o.kind == "error" for o in outcomes)),
    )
    for outcome in outcomes:
        case = ET.SubElement(
            suite, "testcase", classname=str(outcome.path), name=outcome.title, time=f"{outcome.seconds:.3f}"
        )
        if not outcome.passed:
            tag = "failure" if outcome.kind == "fail" else "error"
            note = ET.SubElement(case, tag, message=outcome.message)
            note.text = f"{outcome.path}:{outcome.line}\n" + "\n".join(outcome.log)
    ET.ElementTree(suite).write(file, encoding="utf-8", xml_declaration=True)
