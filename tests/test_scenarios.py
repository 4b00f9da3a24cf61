"""Every scenario of tests/scenarios passes, and the cards they are about are all there."""

from __future__ import annotations

from pathlib import Path

import pytest

from basebash.cli.catalogue import untested
from basebash.scenario import Scenario, read_scenarios, run_scenario
from tests.scenario_files import FILES, FOLDER, documents, scenarios

SCENARIOS = [
    pytest.param(scenario, id=f"{file.stem}: {scenario.title}") for file in FILES for scenario in scenarios(file)
]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenario(scenario: Scenario) -> None:
    outcome = run_scenario(scenario)
    assert outcome.passed, f"{outcome}\n" + "\n".join(outcome.log)


LIMITS = [found for found in read_scenarios(FOLDER.parent / "limits.yaml") if isinstance(found, Scenario)]


@pytest.mark.parametrize("scenario", [pytest.param(found, id=found.title) for found in LIMITS])
def test_what_a_card_does_not_ask_for_cannot_be_chosen(scenario: Scenario) -> None:
    outcome = run_scenario(scenario)
    assert outcome.kind == "error", f"{outcome}\n" + "\n".join(outcome.log)
    assert "`choose`" in outcome.message or "guess" in outcome.message, str(outcome)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_document_can_be_read(file: Path) -> None:
    assert not [found for found in documents(file) if not isinstance(found, Scenario)]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_titles_differ(file: Path) -> None:
    titles = [found.title for found in scenarios(file)]
    assert len(set(titles)) == len(titles)


def test_no_card_and_no_ruling_is_untested() -> None:
    assert untested(FOLDER) == []
