"""Answers as people and language models write them: the numbers of options, or "pass"."""

from __future__ import annotations

import re

from basebash.bots import Ask
from basebash.engine import Answer, IllegalAnswer

PASS = ("pass", "none", "decline", "no")


def read_answer(text: str, question: Ask) -> Answer:
    """Return the answer that a text gives; raise `IllegalAnswer`, which says what is wrong with it.

    >>> from basebash import Game
    >>> read_answer("I play [2].", Ask.of(Game(seed=7).question))
    (1,)
    """
    last = re.findall(r"\[([^\[\]]*)\]", text)
    meant = last[-1] if last else text
    numbers = [int(number) for number in re.findall(r"-?\d+", meant)]
    if not numbers and meant.strip().strip(".!").lower() not in (*PASS, ""):
        raise IllegalAnswer(f'"{meant.strip()[:80]}" has no number: {allowed(question)}')
    return checked([number - 1 for number in numbers], question)


def checked(picks: list[int], question: Ask) -> Answer:
    """Return these options, by index, as an answer; raise `IllegalAnswer`, which says what is wrong with it."""
    for pick in picks:
        if not 0 <= pick < len(question.options):
            raise IllegalAnswer(f"There is no option {pick + 1}: {allowed(question)}")
    answer = tuple(picks if question.kind == "arrange" else sorted(picks))
    if not question.is_legal(answer):
        chosen = "each option once" if len(set(picks)) < len(picks) else f"not {len(picks)}"
        raise IllegalAnswer(f"Pick {chosen}: {allowed(question)}")
    return answer


def allowed(question: Ask) -> str:
    """Say what can be answered."""
    count = len(question.options)
    low, high = question.low, min(question.high, count)
    if count == 0:
        return "there is nothing to pick, so pass."
    how_many = f"{low}" if low == high else f"{low} to {high}"
    what = f"{how_many} of the options 1 to {count}" if count > 1 else "option 1"
    order = ", in the order you want" if question.kind == "arrange" and count > 1 else ""
    return f"pick {what}{order}{', or pass' if question.can_decline else ''}."
