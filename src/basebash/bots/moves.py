"""The answers worth considering: equal options only once, and multiple picks built one by one."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from random import Random

from basebash.engine import Answer, Card, Event, Question
from basebash.engine.data.events import Trigger
from basebash.engine.question import Mode

Value = Callable[[Answer], float]
Signature = tuple[object, ...]


def single_answers(question: Question) -> list[Answer]:
    """Return every answer with at most one pick; equal ones (two copies of a card in hand) appear once."""
    if question.high == 0:
        return [()]
    if question.kind not in ("main", "play", "special"):
        answers: list[Answer] = [(i,) for i in range(len(question.items))]
    else:
        state = question.game.state
        seen = set()
        answers = []
        for i, item in enumerate(question.items):
            if isinstance(item, tuple):
                what, card, target, right = item
                if what == "play":
                    key = (state.printed[card].number, state.zone[card], target, id(right))
                    if key in seen:
                        continue
                    seen.add(key)
            answers.append((i,))
    if question.low == 0:
        answers.append(())
    return answers


def is_single(question: Question) -> bool:
    """Whether at most one option can be picked."""
    return question.high <= 1


def best_several(question: Question, value: Value, chance: Random, budget: int) -> list[tuple[float, Answer]]:
    """Return answers of several picks with their values, best first, calling `value` at most `budget` times.

    For a few cards to arrange, every order is tried. Otherwise picks are added one by one, the most valuable each
    time, as long as they help or are required; then single picks are swapped while that helps.
    """
    tried: dict[Answer, float] = {}

    def worth(answer: Answer) -> float:
        if answer not in tried:
            tried[answer] = value(answer)
        return tried[answer]

    n = len(question.items)
    if question.kind == "arrange":
        _try_arrangements(n, question, worth, tried, chance, budget)
    else:
        _try_sets(question, worth, tried, chance, budget)
    return sorted(((v, a) for a, v in tried.items()), key=_by_value)


def _try_arrangements(
    n: int, question: Question, worth: Value, tried: dict[Answer, float], chance: Random, budget: int
) -> None:
    size = question.high
    if n <= 4:
        for order in permutations(range(n), size):
            if len(tried) >= budget:
                return
            worth(order)
        return
    best = tuple(range(n))[:size]
    score = worth(best)
    while len(tried) < budget:
        i, j = chance.sample(range(size), 2)
        other = list(best)
        other[i], other[j] = other[j], other[i]
        if tuple(other) in tried:
            budget -= 1
            continue
        new = worth(tuple(other))
        if new > score:
            best, score = tuple(other), new


def _try_sets(question: Question, worth: Value, tried: dict[Answer, float], chance: Random, budget: int) -> None:
    n = len(question.items)
    low, high = question.low, question.high
    picked = sorted(chance.sample(range(n), low))
    score = worth(tuple(picked))
    while len(picked) < high and len(tried) < budget:
        options = [(worth(tuple(sorted([*picked, i]))), i) for i in range(n) if i not in picked][: max(1, budget)]
        new, i = max(options)
        if new <= score:
            break
        picked, score = sorted([*picked, i]), new
    if high < n or low:
        _exchange(n, picked, score, worth, tried, budget)
    if high == n and low < n:
        worth(tuple(range(n)))


def _exchange(n: int, picked: list[int], score: float, worth: Value, tried: dict[Answer, float], budget: int) -> None:
    better = True
    while better and len(tried) < budget:
        better = False
        for i in picked[:]:
            for j in range(n):
                if j in picked or len(tried) >= budget:
                    continue
                other = sorted([*(k for k in picked if k != i), j])
                new = worth(tuple(other))
                if new > score:
                    picked, score, better = other, new, True
                    break
            if better:
                break


def _by_value(entry: tuple[float, Answer]) -> tuple[float, Answer]:
    return -entry[0], entry[1]


def text_of(question: Question, answer: Answer) -> str:
    """Describe an answer in words."""
    options = question.options
    return " + ".join(options[i].text for i in answer) or "Nothing"


# ----------------------------------------------------------------------------------------------- across copies
def sign(question: Question, item: object) -> object:
    """Return a key for an option that is the same in every copy: cards out of play by name, others by id."""
    state = question.game.state
    if isinstance(item, tuple):
        what, card, target, right = item
        return what, -1 if card < 0 else state.printed[card].number, target, -1 if right is None else right.source
    if isinstance(item, Card):
        return item.printed.number, item.id if item.in_play else -1, state.where[item.id]
    if isinstance(item, Trigger):
        return item.card.id, item.hook, item.about.card.id if isinstance(item.about, Event) else -1
    return item.number if isinstance(item, Mode) else item


def signature(question: Question, answer: Answer) -> Signature:
    """Return a key for an answer that is the same in every copy."""
    if len(answer) == 1:
        return (sign(question, question.items[answer[0]]),)
    signs = [sign(question, question.items[i]) for i in answer]
    return tuple(signs if question.kind == "arrange" else sorted(signs, key=repr))


def answer_with(question: Question, wanted: Signature) -> Answer | None:
    """Return the answer with this signature, or None if it cannot be given here."""
    if not question.low <= len(wanted) <= question.high:
        return None
    signs = [sign(question, item) for item in question.items]
    picked: list[int] = []
    for one in wanted:
        for i, other in enumerate(signs):
            if other == one and i not in picked:
                picked.append(i)
                break
        else:
            return None
    return tuple(picked if question.kind == "arrange" else sorted(picked))
