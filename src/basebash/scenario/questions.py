"""Questions and entries in words, for messages, and small facts about them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from basebash.engine import Question
from basebash.scenario.files import Map
from basebash.scenario.pool import plain


def topic(question: Question) -> tuple[int, str]:
    """Return what a question is about, without the amounts that are left."""
    return question.source, re.sub(r"\d+", "", question.prompt)


def first(question: Question) -> tuple[int, ...]:
    return tuple(range(question.low))


def is_number(entry: Any) -> bool:
    """Whether an entry is the number of an alternative, or lists the parts to do: `[1, 2]`."""
    said = plain(entry)
    return isinstance(said, int) or (isinstance(said, list) and all(isinstance(part, int) for part in said))


def describe(question: Question) -> str:
    options: Iterable[str] = [option.text for option in question.options]
    if question.can_decline:
        options = [*options, "pass"]
    return f"{question.prompt!r} [{', '.join(options)}]"


def show(value: Any) -> str:
    if isinstance(value, Map):
        return "{" + ", ".join(f"{word}: {show(part)}" for word, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(show(part) for part in value) + "]"
    return str(value)
