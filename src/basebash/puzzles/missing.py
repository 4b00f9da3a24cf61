"""What a failed try has missed: how far it was from the goal, and the first answer after which it was out of reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from basebash import Answer, Game, IllegalAnswer, Question
from basebash.puzzles.search import IDLE, TooMany, answers_to
from basebash.puzzles.turns import Goal, let_rivals_answer, outcome, step_text

_MOST_NODES: Final = 400


@dataclass(frozen=True)
class Miss:
    """What a failed try has missed.

    `gained`: what each player gained. `step` is the number of the answer after which the goal was out of reach, and
    `text` what it was; None if that is not known. `found` of `needed` answers of the solution were given.
    """

    gained: list[int]
    step: int | None
    text: str
    found: int
    needed: int


def missed(start: Game, goal: Goal, answers: Sequence[Answer], solution: Sequence[str]) -> Miss:
    """Return what a failed try has missed. `solution`: what has to be done, as texts of answers."""
    needed = Counter(_plain(text) for text in solution if text not in IDLE)
    before = list(start.state.vp)
    texts: list[str] = []
    reached = [start.clone()]
    let_rivals_answer(reached[0])
    for answer in answers:
        game = reached[-1].clone()
        texts.append(step_text(game.question, answer))
        game.answer(answer)
        let_rivals_answer(game)
        reached.append(game)
    step = _first_mistake(reached, goal, before, needed, texts)
    found = sum((Counter(map(_plain, texts)) & needed).values())
    gained = [now - then for now, then in zip(reached[-1].state.vp, before, strict=True)]
    return Miss(gained, step, "" if step is None else texts[step], found, sum(needed.values()))


def _first_mistake(
    reached: list[Game], goal: Goal, before: list[int], needed: Counter[str], texts: list[str]
) -> int | None:
    """Return the number of the first answer after which the goal cannot be reached; None if it never could be."""
    low, high = 0, len(texts)  # it can be reached after `low` answers, and not after `high`
    if not _can_reach(reached[0], goal, before, needed):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        left = needed - Counter(map(_plain, texts[:middle]))
        if _can_reach(reached[middle], goal, before, left):
            low = middle
        else:
            high = middle
    return low


def _can_reach(game: Game, goal: Goal, before: list[int], left: Counter[str]) -> bool:
    """Return whether the goal can be reached by doing what is left of the solution.

    Every solution does all of it, so at each question only that is tried, and anything where nothing of it is offered.
    """
    nodes = 0

    def follow(game: Game, left: Counter[str]) -> bool:
        nonlocal nodes
        result = outcome(game, goal, before)
        if result is not None:
            return result == "solved"
        question = game.question
        for answer, text in _tried(question, left):
            nodes += 1
            if nodes > _MOST_NODES:
                return False
            copy = game.clone()
            copy.answer(answer)
            let_rivals_answer(copy)
            if follow(copy, left - Counter([text])):
                return True
        return False

    return follow(game, left)


def _tried(question: Question, left: Counter[str]) -> list[tuple[Answer, str]]:
    try:
        every = [(answer, _plain(step_text(question, answer))) for answer in answers_to(question)]
    except (TooMany, IllegalAnswer):
        return []
    wanted = [one for one in every if left[one[1]] > 0]
    if wanted:
        return wanted
    return every[-1:] if question.kind == "main" else every


def _plain(text: str) -> str:
    """Return the text of an answer without the place of cards, which hand-written solutions do not name."""
    return " + ".join(part.partition(" at ")[0] for part in text.removesuffix(" (2)").split(" + "))
