"""Ratings of puzzles and of the people who try them: a first try is a game between the two, rated by Glicko (1999)."""

from __future__ import annotations

from math import log, pi, sqrt
from typing import Final

from basebash.server.messages import PuzzleRating

NEW: Final = PuzzleRating(1200.0, 350.0)
"""The rating of somebody who has not tried anything yet."""
_FIRST: Final = {1: 900.0, 2: 1050.0, 3: 1200.0, 4: 1400.0, 5: 1600.0}
_FIRST_DEVIATION: Final = 200.0
_LEAST_DEVIATION: Final = {"solver": 60.0, "puzzle": 45.0}
"""Deviations stop falling here: people get better, and a puzzle's rating should follow when they do."""
_SCALE: Final = log(10) / 400


def first_rating(level: int) -> PuzzleRating:
    """Return the rating of a puzzle that nobody has tried, by its level."""
    return PuzzleRating(_FIRST[level], _FIRST_DEVIATION)


def rate(solver: PuzzleRating, puzzle: PuzzleRating, *, solved: bool) -> tuple[PuzzleRating, PuzzleRating]:
    """Return the ratings of a person and a puzzle after the person's first try.

    >>> solver, puzzle = rate(NEW, first_rating(3), solved=True)
    >>> round(solver.value), round(solver.deviation), round(puzzle.value)
    (1373, 267, 1133)
    """
    points = float(solved)
    return (
        _after(solver, puzzle, points, _LEAST_DEVIATION["solver"]),
        _after(puzzle, solver, 1 - points, _LEAST_DEVIATION["puzzle"]),
    )


def _after(own: PuzzleRating, other: PuzzleRating, points: float, least: float) -> PuzzleRating:
    """Return a rating after one game. `points`: 1 for a win, 0 for a loss."""
    weight = 1 / sqrt(1 + 3 * (_SCALE * other.deviation / pi) ** 2)  # how much the other's rating says
    expected = 1 / (1 + 10 ** (-weight * (own.value - other.value) / 400))
    known = 1 / own.deviation**2 + (_SCALE * weight) ** 2 * expected * (1 - expected)
    value = own.value + _SCALE / known * weight * (points - expected)
    return PuzzleRating(min(max(value, 0.0), 4000.0), min(max(1 / sqrt(known), least), NEW.deviation))
