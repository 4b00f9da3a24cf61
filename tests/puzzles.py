"""The search that checks puzzles: every line of the player's turn, rivals answering as in a puzzle."""

from __future__ import annotations

from itertools import combinations

from basebash import Answer, Game, Question
from basebash.bots.greedy import position_key
from basebash.bots.moves import single_answers
from basebash.puzzles.turns import Goal, let_rivals_answer, outcome, step_text
from basebash.server.puzzles.puzzles import Puzzle

Line = tuple[str, ...]
_IDLE = {"End Play Cards", "Nothing"}


class TooMany(Exception):
    """There are more lines than the search may look at."""


def answers_to(question: Question) -> list[Answer]:
    if question.high <= 1:
        return single_answers(question)
    n = len(question.items)
    sizes = range(question.low, min(question.high, n, 3) + 1)
    return [tuple(picked) for size in sizes for picked in combinations(range(n), size)]


def text_of(question: Question, answer: Answer) -> str:
    return " + ".join(question.options[i].text for i in answer) or "Nothing"


def solve(start: Game, goal: Goal, most: int = 4000) -> tuple[list[Line], int]:
    """The lines that reach the goal, as texts of the answers, and how many ends the turn has in all."""
    before = list(start.state.vp)
    seen: set[object] = set()
    solved: list[Line] = []
    ends = nodes = 0

    def go(game: Game, line: Line) -> None:
        nonlocal ends, nodes
        let_rivals_answer(game)
        result = outcome(game, goal, before)
        if result is not None:
            ends += 1
            if result == "solved":
                solved.append(line)
            return
        key = position_key(game)
        if key in seen:
            return
        seen.add(key)
        question = game.question
        for answer in answers_to(question):
            nodes += 1
            if nodes > most:
                raise TooMany
            copy = game.clone()
            copy.answer(answer)
            go(copy, (*line, text_of(question, answer)))

    go(start.clone(), ())
    return solved, ends


def solution(puzzle: Puzzle) -> list[Answer]:
    """The answers of the line that is shown as the solution."""
    game = puzzle.game()
    given: list[Answer] = []
    let_rivals_answer(game)
    for text in puzzle.line:
        question = game.question
        answer = next(
            answer
            for answer in answers_to(question)
            if text in (text_of(question, answer), step_text(question, answer))
        )
        given.append(answer)
        game.answer(answer)
        let_rivals_answer(game)
    return given


def least(solved: list[Line]) -> set[frozenset[str]]:
    """The solving lines as sets of what is done in them, without those that only add something."""
    sets = {frozenset(line) - _IDLE for line in solved}
    return {one for one in sets if not any(other < one for other in sets)}
