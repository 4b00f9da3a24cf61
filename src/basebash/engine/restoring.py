"""Games made from saves: the last quiet point, and the answers since, which are replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from basebash.engine.data.terms import LAID, NOTED
from basebash.engine.errors import BadSave, BasebashError, IllegalAnswer
from basebash.engine.rules import power
from basebash.engine.rules.context import Rules

if TYPE_CHECKING:
    from basebash.engine.game import Game, History
    from basebash.engine.saves import Save

# What a save with wrong numbers can raise anywhere in the rules.
_BROKEN: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)


def restored(blank: Game, save: Save) -> Game:
    """The game of a save, made from a blank one; raises `BadSave` if the save is broken."""
    try:
        return _restored(blank, save)
    except (IllegalAnswer, *_BROKEN) as error:
        raise BadSave(f"Invalid save: {error}.") from None


def fits(blank: Game, save: Save) -> bool:
    """Whether the answers of a save can be replayed."""
    try:
        _restored(blank, save)
    except (BasebashError, *_BROKEN):
        return False
    return True


def _restored(game: Game, save: Save) -> Game:
    """The game of a save; any error means that the save is broken."""
    answers, quiet = save.answers, save.quiet
    before = len(answers) - save.since
    if not 0 <= before <= len(answers) or len(quiet.vp) != len(save.setup.names):
        raise BadSave("Invalid save: its answers do not fit its position.")
    rules = Rules(save.setup, quiet)
    rules.reseeds = save.reseeds
    rules.keeps_quiet = bool(save.reseeds)
    game._begin(rules, save.start, record=False)
    game._anchor, game._anchored = quiet.copy(), before
    history: History | None = None
    for answer in answers[:before]:
        history = (history, answer)
    game._history = history
    rules.answers_given = before
    for answer in answers[before:]:
        game.answer(answer)
    _check_memory(game)
    return game


def _check_memory(game: Game) -> None:
    """Read what cards of a loaded state keep for themselves: numbers from a file may be wrong."""
    game._ensure_started()
    state = game.state
    if state.memo or any([effect.kind in (LAID, NOTED) for effect in state.effects]):
        for i in state.memo:
            state.printed[i].named(game.rules.card(i))
        power.standings(game.rules)
        if game._question is not None:
            game._question.to_json()
