"""Entries of a pool that stand for several answers, and those that answered an earlier question of the same kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine import Question
from basebash.scenario.answers import use_up_forced
from basebash.scenario.pool import Pool, opened, plain
from basebash.scenario.questions import topic

if TYPE_CHECKING:
    from basebash.scenario.attempt import Attempt


def use_up_repeated(attempt: Attempt, question: Question) -> None:
    """Use up the entries of a question that had one answer before and may now be answered again (Sifu).

    Do the same for what followed it then in only one way: to whom the first counter went (A Kind of Magic).
    """
    if question.kind != "card" or not question.can_decline:
        return
    if topic(question) in [about for about, _ in attempt.history]:
        for decision in attempt.forced[:]:
            followed = (decision[0].source, decision[0].player) == (question.source, question.player)
            if followed and topic(decision[0]) != topic(question):
                attempt.pool = use_up_forced(attempt.names, *decision, attempt.pool)
                attempt.forced.remove(decision)
    asked = [decision for decision in attempt.forced if topic(decision[0]) == topic(question)]
    for decision in asked:
        attempt.pool = use_up_forced(attempt.names, *decision, attempt.pool)
        attempt.forced.remove(decision)
    number = _leading_number(attempt, question, attempt.pool)
    if asked and number is not None:
        again = max(0, number - len(asked))
        attempt.pool = [asked[-1][0].items[0].name] * again + attempt.pool[1:]


def repeat(attempt: Attempt, question: Question) -> None:
    """Repeat the last answer as often as a number says, where things are asked for one by one: `[worker, 2]`."""
    asked = [about for about, _ in attempt.history]
    pool = attempt.pool
    if question.kind != "card" or topic(question) not in asked:
        return
    if len(pool) > 1 and isinstance(plain(pool[1]), int) and attempt.forced:
        pool = use_up_forced(attempt.names, *attempt.forced[-1], pool[:1]) + pool[1:]
    number = _leading_number(attempt, question, pool)
    if number is not None:
        last = len(asked) - 1 - asked[::-1].index(topic(question))
        once = [entry for _, entries in attempt.history[last:] for entry in entries]
        attempt.pool = once * (number - 1) + pool[1:]


def name_the_victim(attempt: Attempt, question: Question) -> None:
    """Let an entry that names the only card to choose decline what that card then offers, if possible.

    So naming the only possible victim does not save it, and taking the only Scout does not take it home.
    """
    asking = question.kind == "yes" and question.source >= 0 and not attempt.game.rules.card(question.source).is_base
    if not attempt.game.rules.replacing and not asking:
        return
    for decision in attempt.forced[:]:
        left = use_up_forced(attempt.names, *decision, attempt.pool)
        if left != attempt.pool:
            way = attempt.script[len(attempt.taken)] if len(attempt.taken) < len(attempt.script) else 0
            attempt.taken.append((way, 2))
            if way == 0:
                attempt.pool = left
                attempt.forced.remove(decision)


def note_yes(attempt: Attempt, question: Question, answer: tuple[int, ...], before: Pool) -> None:
    """Count the yeses that a number stands for."""
    if question.kind != "yes" or not answer:
        return
    used = [plain(entry) for entry in before if not any(entry is left for left in attempt.pool)]
    number = [entry for entry in used if isinstance(entry, int)]
    if number:
        attempt.often = (topic(question), number[0] - 1)
    elif attempt.often is not None and attempt.often[0] == topic(question):
        attempt.often = (attempt.often[0], attempt.often[1] - 1)


def _leading_number(attempt: Attempt, question: Question, pool: Pool) -> int | None:
    """Return the number that comes first in a pool for the player who is asked, if any."""
    first = opened(attempt.names, question, pool[:1])
    return first[0] if first and isinstance(first[0], int) else None
