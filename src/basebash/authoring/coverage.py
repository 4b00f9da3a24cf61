"""Running a pack's scenarios, and finding the abilities that none of them tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from basebash.authoring.abilities import PackClass, has_ability
from basebash.authoring.budget import Endless, Watcher
from basebash.authoring.findings import Finding
from basebash.authoring.hooks import hooks
from basebash.engine import Printed, key
from basebash.packs import Pack
from basebash.scenario import Outcome, Scenario, read_scenarios, run_scenario
from basebash.scenario.files import scenario_files

_EXPECTATIONS: Final = ("expect", "fails", "not_offered")


def run_scenarios(pack: Pack, watcher: Watcher) -> Iterator[Outcome]:
    """Run the scenarios of a pack; one that never ends is an error like others."""
    for file in scenario_files(pack.scenarios) if pack.scenarios.is_dir() else ():
        for scenario in read_scenarios(file):
            if isinstance(scenario, Scenario):
                yield _run(scenario, watcher)
            else:
                title, error = scenario
                outcome = Outcome(file, title, line=error.line or 1)
                outcome.kind = "error"
                outcome.message = str(error)
                yield outcome


def _run(scenario: Scenario, watcher: Watcher) -> Outcome:
    try:
        with watcher.watching():
            outcome = run_scenario(scenario)
    except Endless:
        file, line = watcher.place
        outcome = Outcome(scenario.path, scenario.title, line=scenario.line)
        outcome.kind = "error"
        outcome.message = f"{file}:{line} runs for ever."
    except MemoryError:  # not even enough is left to say where it was raised
        file, line = watcher.place
        outcome = Outcome(scenario.path, scenario.title, line=scenario.line)
        outcome.kind = "error"
        outcome.message = f"{file}:{line} needs too much memory."
    return outcome


def pointless(pack: Pack) -> Iterator[Finding]:
    """Yield each scenario that cannot fail, because it expects nothing."""
    for file in scenario_files(pack.scenarios) if pack.scenarios.is_dir() else ():
        for scenario in read_scenarios(file):
            if isinstance(scenario, Scenario) and not _expects(scenario.data):
                message = (
                    f"The scenario {scenario.title!r} expects nothing: add `expect:`, what must be true at its end."
                )
                yield Finding(str(file), scenario.line, message)


def _expects(data: Mapping[str, Any]) -> bool:
    steps = data.get("steps")
    parts = [data, *(steps if isinstance(steps, list) else ())]
    return any(part.get(name) for part in parts if isinstance(part, Mapping) for name in _EXPECTATIONS)


def untested(pack: Pack, classes: list[PackClass], watcher: Watcher) -> Iterator[Finding]:
    """Yield each card that no scenario names in its `source`, and each hook of an ability that none reached."""
    if not pack.scenarios.is_dir() or not scenario_files(pack.scenarios):
        yield Finding(
            str(pack.scenarios),
            1,
            "There are no scenarios: add a file scenarios/cards.yaml (`basebash pack new` shows how).",
        )
        return
    named = _named(pack)
    cards: dict[type, Printed] = {
        type(card): card for faction in pack.factions for card in (*faction.cards, *faction.titans, *faction.bases)
    }
    for one in classes:
        card = cards.get(one.cls)
        missing = [] if card is None else _not_named(card, named)
        for name in missing:
            yield one.at(
                "rulings" if "ruling" in name else "", f"No scenario tests {name}: write one with `source: {name}`."
            )
        for method in () if missing else one.methods:
            reached = (str(one.source.file), method.lineno) in watcher.ran
            if method.name in hooks() and not reached:
                yield one.source.at(
                    method, f"No scenario reaches {one.name}.{method.name}: write one in which it happens."
                )


def _named(pack: Pack) -> set[str]:
    named = set()
    for file in scenario_files(pack.scenarios):
        for scenario in read_scenarios(file):
            if isinstance(scenario, Scenario):
                named |= {key(part) for part in scenario.source}
    return named


def _not_named(card: Printed, named: set[str]) -> list[str]:
    """The card, and its rulings, that no scenario names. A ruling's scenario is one of its card too."""
    rulings = [f"{card.name} ruling {number + 1}" for number in range(len(card.rulings))]
    is_named = key(card.name) in named or any(key(ruling) in named for ruling in rulings)
    return [
        *([card.name] if has_ability(card) and not is_named else []),
        *[ruling for ruling in rulings if key(ruling) not in named],
    ]
