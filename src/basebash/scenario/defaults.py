"""The answers where no entry of the pool fits, and guesses that a later entry may confirm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basebash.engine import Question
from basebash.engine.data.terms import NO_WINDOW
from basebash.scenario.answers import accepted_by_name, orders_begun
from basebash.scenario.pool import Pool, opened
from basebash.scenario.questions import first, topic

if TYPE_CHECKING:
    from basebash.scenario.attempt import Attempt


def defaults(attempt: Attempt, question: Question, *, fitting: bool) -> list[tuple[Any, Pool, bool]]:
    """The answers where no entry of the pool fits, and guesses that a later entry may confirm."""
    pool = attempt.pool
    passive = attempt.act == "until"
    ways: list[tuple[Any, Pool, bool]] = []
    if question.kind == "main":
        return [((len(question.items) - 1,), pool, False)]
    if question.kind in ("order", "arrange"):
        ways.append((first(question), pool, False))
    elif _stays_open(attempt, question) and not passive:
        ways.append((None, pool, False))
        ways.append(((), pool, False))
    elif question.can_decline:
        ways.append(((), pool, False))
    elif passive and not fitting:
        ways.append((first(question), pool, False))
    answering = (
        question.kind == "special" and attempt.game.rules.window == NO_WINDOW
    )  # Mboro Hornet: "may you?", then where
    if pool and (
        question.kind in ("yes", "mode")
        or (question.high == 1 and question.kind in ("card", "player"))
        or ((answering or question.kind == "play") and len(question.items) == 1)
    ):
        ways += [((option.index,), pool, True) for option in question.options]
    if pool and question.kind == "special":
        # In 2013 a card in play is picked in the window before it asks for a target.
        ways += [((option.index,), pool, True) for option in question.options if option.kind == "trigger"]
    ways += _yes_by_number(attempt, question)
    only = question.items[0] if question.kind == "card" and len(question.items) == 1 else None
    number = opened(attempt.names, question, pool[:1])[0] if pool else None
    if isinstance(number, int) and number > 0 and only is not None and (only.in_play or number == 1):
        # Several of the only thing available, where it is asked for one by one (counters).
        ways.append(((0,), [question.items[0].name] * (number - 1) + pool[1:], False))
    if attempt.by_name:
        ways += [(answer, rest, False) for answer, rest in accepted_by_name(attempt.names, question, pool)]
    if question.kind == "arrange":
        ways += [(answer, rest, False) for answer, rest in orders_begun(attempt.names, question, pool)]
    if pool and question.kind == "order":
        ways += [((option.index,), pool, False) for option in question.options[1:]]
    return ways


def _stays_open(attempt: Attempt, question: Question) -> bool:
    """Whether it is a Me First window or, if the next step checks it, an offer of a base while it scores."""
    if question.window or not (attempt.run.checks_decision and question.can_decline and question.source >= 0):
        return question.window
    return question.game.state.scoring >= 0 and question.game.card(question.source).is_base


def yes_so_often(attempt: Attempt, question: Question) -> list[tuple[Any, Pool, bool]]:
    """A yes that is still due because a number says how often."""
    due = (
        question.kind == "yes"
        and attempt.often is not None
        and attempt.often[0] == topic(question)
        and attempt.often[1]
    )
    return [((0,), attempt.pool, False)] if due else []


def _yes_by_number(attempt: Attempt, question: Question) -> list[tuple[Any, Pool, bool]]:
    """A number from two on means that many times yes, where an amount is asked for one by one (Mi-go)."""
    if question.kind != "yes" or attempt.often is not None:
        return []
    read = opened(attempt.names, question, attempt.pool)
    numbers = [i for i, entry in enumerate(read) if isinstance(entry, int) and entry > 1]
    return [((0,), attempt.pool[:i] + attempt.pool[i + 1 :], False) for i in numbers[:1]]
