"""Puzzles: positions with one best turn. Twenty are scenario files with a goal, the others were mined.

An attempt is the list of answers so far: nothing is stored, and undo means leaving out the last one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from basebash import Answer, Game, IllegalAnswer
from basebash.puzzles.missing import missed
from basebash.puzzles.store import MinedPuzzle, read_puzzles, summary_of
from basebash.puzzles.turns import ME, Goal, let_rivals_answer, outcome, step_text
from basebash.scenario.files import Map, Scenario, read_scenarios
from basebash.scenario.position import Position
from basebash.server import messages
from basebash.server.games import visibility
from basebash.server.messages import PuzzleEntry, PuzzleRating
from basebash.server.puzzles.ratings import first_rating

FILE = Path(__file__).parent / "puzzles.yaml"
MINED_FILE = Path(__file__).parent / "mined.json.gz"
LEVELS: Final = {"random": 1, "easy": 2, "normal": 3, "hard": 4, "nobody": 5}
"""The level of a mined puzzle, by the weakest bot that solves it."""
_HINTS: Final = {
    "titan": "What can your titan do?",
    "sacrifice": "Which of your own minions is worth more if it leaves?",
    "deny": "What would your rival gain, and how do you prevent it?",
}
_MAX_ANSWERS = 60  # in an attempt


class Puzzle(Struct):
    """A position with a goal, and the line that reaches it.

    `find_line` and `find_entry` return what takes long to find out.
    """

    id: str
    title: str
    goal: Goal
    level: int
    hint: str
    themes: list[str]
    game: Callable[[], Game]
    find_line: Callable[[], list[str]]
    find_entry: Callable[[Puzzle], PuzzleEntry]

    @property
    def line(self) -> list[str]:
        """Return the line that reaches the goal."""
        return self.find_line()

    @property
    def first_rating(self) -> PuzzleRating:
        """Return the rating before anybody has tried the puzzle."""
        return first_rating(self.level)

    def entry(self) -> PuzzleEntry:
        """Return what the list shows."""
        return self.find_entry(self)


@cache
def puzzles() -> dict[str, Puzzle]:
    """Return all puzzles in order, by id: those made by hand, then those mined."""
    made = [_made(scenario) for scenario in scenarios()]
    mined = [_mined(puzzle) for puzzle in read_puzzles(MINED_FILE)]
    return {puzzle.id: puzzle for puzzle in (*made, *mined)}


def scenarios() -> list[Scenario]:
    """Return the scenarios of the puzzles made by hand."""
    return [one for one in read_scenarios(FILE) if isinstance(one, Scenario)]


def _made(scenario: Scenario) -> Puzzle:
    """Return a puzzle made by hand. The id comes from the title, so that solved puzzles stay solved."""
    about: Map = scenario.data["puzzle"]
    line = list(about["line"])
    return Puzzle(
        id=re.sub(r"[^a-z0-9]+", "-", scenario.title.lower()).strip("-"),
        title=scenario.title,
        goal=Goal(about["goal"]),
        level=about["level"],
        hint=about["hint"],
        themes=["win"] if about["goal"] == "win" else ["deny"],
        game=lambda: Position(scenario).game,
        find_line=lambda: line,
        find_entry=_entry,
    )


def _mined(puzzle: MinedPuzzle) -> Puzzle:
    hints = [_HINTS[theme] for theme in ("titan", "sacrifice", "deny") if theme in puzzle.themes]
    return Puzzle(
        id=puzzle.id,
        title=f"{puzzle.summary['base']}: {' and '.join(puzzle.factions)}",
        goal=puzzle.goal,
        level=LEVELS[puzzle.found],
        hint=hints[0] if hints else f"The solution takes {puzzle.steps} steps. Which of your cards work together?",
        themes=list(puzzle.themes),
        game=puzzle.game,
        find_line=partial(_line_of, puzzle),
        find_entry=partial(_mined_entry, puzzle.factions, puzzle.summary),
    )


def _line_of(puzzle: MinedPuzzle) -> list[str]:
    game = puzzle.game()
    let_rivals_answer(game)
    line = []
    for answer in puzzle.solution:
        line.append(step_text(game.question, answer))
        game.answer(answer)
        let_rivals_answer(game)
    return line


def _entry(puzzle: Puzzle) -> PuzzleEntry:
    game = puzzle.game()
    return _mined_entry(list(game.state.factions[ME]), summary_of(game), puzzle)


def _mined_entry(factions: list[str], summary: dict[str, Any], puzzle: Puzzle) -> PuzzleEntry:
    return PuzzleEntry(
        puzzle.id,
        puzzle.title,
        puzzle.goal.kind,
        puzzle.level,
        target=puzzle.goal.target,
        themes=puzzle.themes,
        factions=factions,
        rating=round(puzzle.first_rating.value),
        **summary,
    )


def attempt(puzzle: Puzzle, answers: list[Answer]) -> messages.PuzzleTry:
    """Return the position after these answers; `IllegalAnswer` if one of them is not legal."""
    if len(answers) > _MAX_ANSWERS:
        raise IllegalAnswer("That is more than fits in a turn.")
    game = puzzle.game()
    before = list(game.state.vp)
    let_rivals_answer(game)
    for answer in answers:
        if outcome(game, puzzle.goal, before) is not None:
            raise IllegalAnswer("The turn is over.")
        game.answer(answer)
        let_rivals_answer(game)
    result = outcome(game, puzzle.goal, before)
    view: dict[str, Any] = game.view(ME).data
    previews = {}
    if result is None:
        previews = visibility.preview(game.clone(), ME)
    else:
        view["question"] = view["asked"] = None
    miss = None
    if result == "failed":
        found = missed(puzzle.game(), puzzle.goal, answers, puzzle.line)
        miss = messages.PuzzleMiss(found.gained, found.step, found.text, found.found, found.needed)
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
        missed=miss,
    )


def try_puzzle(text: str, puzzle: str) -> bytes:
    """Return an attempt as JSON; nothing if an answer is not legal. Runs in a worker."""
    answers = msgspec.json.decode(text, type=list[Answer])
    try:
        return messages.encode(attempt(puzzles()[puzzle], answers))
    except IllegalAnswer:
        return b""
