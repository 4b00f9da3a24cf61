"""Puzzles: positions with one best turn. They are scenario files with a goal.

An attempt is the list of answers so far: nothing is stored, and undo means leaving out the last one. Opponents decline
whatever they are asked, or take the first option.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from basebash import Answer, Game, IllegalAnswer, Question
from basebash.engine.rules import power
from basebash.scenario.files import Map, Scenario, read_scenarios
from basebash.scenario.position import Position
from basebash.server import messages
from basebash.server.games import visibility
from basebash.server.messages import PuzzleEntry

FILE = Path(__file__).parent / "puzzles.yaml"
ME = 0
Outcome = Literal["solved", "failed"]
_MAX_ANSWERS = 60  # in an attempt


class Puzzle(Struct):
    """A position with a goal, and the line that reaches it."""

    id: str
    goal: Literal["win", "stop"]
    level: int
    hint: str
    line: list[str]
    scenario: Scenario

    def game(self) -> Game:
        """Return the position, at the player's first decision."""
        return Position(self.scenario).game

    def entry(self) -> PuzzleEntry:
        """Return what the list shows."""
        game = self.game()
        base = max(game.rules.bases, key=lambda one: power.pressure(game.rules, one))
        return PuzzleEntry(
            self.id,
            self.scenario.title,
            self.goal,
            self.level,
            factions=list(game.state.factions[ME]),
            hand=[card.name for card in map(game.rules.card, game.state.hands[ME])],
            vp=game.state.vp[ME],
            target_vp=game.setup.target_vp,
            base=base.name,
            breakpoint=base.breakpoint,
            totals=power.all_totals(game.rules, base),
        )


@cache
def puzzles() -> dict[str, Puzzle]:
    """Return all puzzles in order, by id. The id comes from the title, so that solved puzzles stay solved."""
    found = {}
    for scenario in read_scenarios(FILE):
        assert isinstance(scenario, Scenario), scenario
        about: Map = scenario.data["puzzle"]
        name = re.sub(r"[^a-z0-9]+", "-", scenario.title.lower()).strip("-")
        found[name] = Puzzle(name, about["goal"], about["level"], about["hint"], list(about["line"]), scenario)
    return found


def outcome(game: Game, goal: str, before: list[int]) -> Outcome | None:
    """Return whether the goal was reached; None while the turn goes on. `before`: everybody's VP at its start."""
    state = game.state
    if not game.is_over and state.turn_player == ME:
        return None
    if goal == "win":
        return "solved" if game.is_over and game.winner == ME else "failed"
    others = [player for player in range(game.players) if player != ME]
    is_stopped = not game.is_over and all(state.vp[player] <= before[player] for player in others)
    return "solved" if is_stopped else "failed"


def reply(question: Question) -> Answer:
    """Return an opponent's answer."""
    return tuple(range(question.low))


def let_opponents_answer(game: Game) -> None:
    """Play on until the player is asked, or the turn is over."""
    while not game.is_over and game.state.turn_player == ME and game.question.player != ME:
        game.answer(reply(game.question))


def attempt(puzzle: Puzzle, answers: list[Answer]) -> messages.PuzzleTry:
    """Return the position after these answers; `IllegalAnswer` if one of them is not legal."""
    if len(answers) > _MAX_ANSWERS:
        raise IllegalAnswer("That is more than fits in a turn.")
    game = puzzle.game()
    before = list(game.state.vp)
    let_opponents_answer(game)
    for answer in answers:
        if outcome(game, puzzle.goal, before) is not None:
            raise IllegalAnswer("The turn is over.")
        game.answer(answer)
        let_opponents_answer(game)
    result = outcome(game, puzzle.goal, before)
    view: dict[str, Any] = game.view(ME).data
    previews = {}
    if result is None:
        previews = visibility.preview(game.clone(), ME)
    else:
        view["question"] = view["asked"] = None
    lines = game.log_for(ME)
    entries, given = game.entries, len(game.history)
    first = 0 if not answers else next((i for i, e in enumerate(entries) if e.after >= given), len(entries))
    events = [visibility.event(line, entry) for line, entry in zip(lines[first:], entries[first:], strict=True)]
    return messages.PuzzleTry(
        view=messages.as_encoded(view),
        log=messages.as_encoded([line.to_json() for line in lines]),
        events=events,
        previews=previews,
        result=result,
        share=None,
    )


def try_puzzle(text: str, puzzle: str) -> bytes:
    """Return an attempt as JSON; nothing if an answer is not legal. Runs in a worker."""
    answers = msgspec.json.decode(text, type=list[Answer])
    try:
        return messages.encode(attempt(puzzles()[puzzle], answers))
    except IllegalAnswer:
        return b""
