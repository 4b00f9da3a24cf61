"""Copies of games: a quiet point, and the answers since, which are replayed.

Most games are never copied, so the state at a quiet point is only stored when needed. The first copy made in the middle
of an effect finds the last quiet point by replaying the answers since the game's *anchor*: the position it began from,
was loaded at, or was itself copied at. From then on each quiet point is stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basebash.engine.data.state import State
from basebash.engine.rules.context import Rules

if TYPE_CHECKING:
    from basebash.engine.game import Game
    from basebash.engine.question import Answer


def twin(game: Game, quiet: State, since: list[Answer]) -> Game:
    """A copy that starts at this quiet point and replays these answers."""
    origin = game.rules
    rules = Rules(origin.setup, quiet.copy(), origin)
    rules.answers_given = origin.answers_given
    rules.logged_kinds = origin.logged_kinds
    rules.quiet = quiet
    rules.reseeds = origin.reseeds[:]
    rules.keeps_quiet = bool(rules.reseeds)  # they are not answers, so replaying those does not restore them
    copy = game._blank()
    copy._begin(rules, game._start, record=False)
    copy._anchor, copy._anchored = quiet, origin.answers_given - len(origin.since)
    copy._history = game._history
    if not since:
        question = game._question
        if question is not None and question.kind == "main" and not origin.since:
            rules._hint = question.items
        return copy
    for answer in since:
        if copy.is_over or not copy.question.is_legal(answer):
            raise ValueError("The answers do not fit: redealt cards may lead to other questions.")
        copy._take(answer)
    rules.quiet = quiet
    return copy


def keep_quiet(game: Game) -> State:
    """The state at the last quiet point; found by replaying the answers if it was not stored."""
    rules = game.rules
    if rules.rests:
        rules.quiet = rules.state.copy()
        rules.rests = False
    elif rules.quiet is None:
        copy = game._blank()
        state = first_state(game) if game._anchor is None else game._anchor.copy()
        copy._begin(Rules(rules.setup, state), game._start, record=False)
        copy.rules.keeps_quiet = rules.keeps_quiet = True
        copy._ensure_started()
        for answer in game.history[game._anchored :]:
            copy._take(answer)
        rules.quiet = copy.rules.quiet
        copy.release()
        assert rules.quiet is not None
    return rules.quiet


def forget_past(game: Game) -> None:
    """Make a determinised copy start at its quiet point, without the past and the true seed."""
    rules = game.rules
    rules.setup = rules.setup.without_seed()
    game._start = keep_quiet(game)
    history: Any = None
    for answer in rules.since:
        history = (history, answer)
    game._history = history
    rules.answers_given = len(rules.since)
    game._anchor = None
    game._anchored = 0
    rules.keeps_quiet = bool(rules.reseeds)


def first_state(game: Game) -> State:
    """The state the game began from."""
    return State(game.players, game.setup.seed) if game._start is None else game._start.copy()


def replayed(game: Game) -> Game:
    """The same game, played again from its start with its log recorded."""
    again = game._blank()
    again._begin(Rules(game.setup, first_state(game)), game._start, record=True)
    for answer in game.history:
        again.answer(answer)
    again._ensure_started()  # for what happens before the first question
    return again
