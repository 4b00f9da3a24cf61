"""Positions for tests, written as in a scenario file."""

from __future__ import annotations

from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from basebash import Game
from basebash.scenario import Outcome, Scenario, run_scenario
from basebash.scenario.files import _Loader
from basebash.scenario.runner import Run

T = TypeVar("T")

TABLE = """
scenario: A table for two
players:
  A: {factions: [Ghosts, Robots], hand: [Ghost, Séance], deck: [Zapbot, Spirit, Howl], discard: [Scry], vp: 3}
  B: {factions: [Dinosaurs, Aliens], hand: [Howl], deck: [Invader, Scout], vp: 1}
bases:
  - base: Ninja Dojo
    minions:
      - King Rex: {owner: B, id: rex, counters: 2, on: [{Upgrade: {owner: B, id: up}}]}
      - Haunting: {owner: A, id: haunt}
  - base: Tar Pits
    actions:
      - Zeppelin: {owner: A, id: zep}
base_deck: [Tortuga, Monkey Lab]
"""


def scenario(text: str) -> Scenario:
    """The scenario that a text holds."""
    return Scenario(Path("here.yaml"), _Loader(text).get_single_data(), 1)


def run(text: str) -> Outcome:
    """How the scenario in a text ends."""
    return run_scenario(scenario(text))


def position(text: str = TABLE) -> Run:
    """The scenario of a text, with its steps taken."""
    started = Run(scenario(text))
    started.all_steps()
    return started


def game_at(text: str = TABLE) -> Game:
    """The game that a scenario leads to."""
    return position(text).game


def pick(game: Game, text: str) -> None:
    """Answers with the option of this text."""
    options = [option for option in game.question.options if option.text == text]
    assert options, f"{text!r} is not among {game.question.options}"
    game.answer(options[0])


def finish(doing: Coroutine[Any, Any, T]) -> T:
    """Return the result of an engine coroutine that asks nothing."""
    try:
        doing.send(None)
    except StopIteration as stop:
        result: T = stop.value
        return result
    raise AssertionError("it asked something")
