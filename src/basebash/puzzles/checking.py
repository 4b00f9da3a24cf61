"""Checks of a mined puzzle as it is stored: it opens, its solution works, and no other turn comes near it."""

from __future__ import annotations

from typing import Final

from basebash import BasebashError
from basebash.puzzles.judging import judge
from basebash.puzzles.store import MinedPuzzle
from basebash.puzzles.turns import let_rivals_answer, outcome

MOST_NODES: Final = 30_000


def is_solved(puzzle: MinedPuzzle) -> bool:
    """Return whether the puzzle opens and its stored solution reaches the goal."""
    game = puzzle.game()
    before = list(game.state.vp)
    try:
        let_rivals_answer(game)
        for answer in puzzle.solution:
            game.answer(answer)
            let_rivals_answer(game)
    except (BasebashError, IndexError):
        return False
    return outcome(game, puzzle.goal, before) == "solved"


def is_unique(puzzle: MinedPuzzle) -> bool:
    """Return whether an exhaustive search that tells all positions apart finds only the stored solution."""
    found = judge(puzzle.game(), exact=True, most=MOST_NODES)
    return found is not None and found.goal == puzzle.goal and sorted(found.best.done) == puzzle.done


def is_sound(puzzle: MinedPuzzle) -> bool:
    """Return whether the solution works and is the only one."""
    return is_solved(puzzle) and is_unique(puzzle)
