"""Playing games of a plan: what a worker does."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import extract_tb

from basebash import BasebashError, Game, State
from basebash.bots import Bot, ask, make_bot
from basebash.lab.log_statistics import COUNTED_KINDS
from basebash.lab.plan import Deal, Plan, mixed
from basebash.lab.record import Rows, Tables

LONGEST = 20_000  # answers; a game that goes on longer is given up, and nobody won it
_COLLECTED = 50_000  # objects more than were freed, until Python's collector looks for circles


Stop = Callable[[], bool]
"""Says whether no more games are to be begun."""


def never() -> bool:
    """No reason to stop."""
    return False


class GameFailed(BasebashError):
    """A game of a lab or an arena broke, with what it takes to play it again."""


def play_batch(plan: Plan, start: int, end: int, *, events: bool = False, stop: Stop = never) -> Tables:
    """Plays the games from number `start` up to `end`, or until it has to stop, and gives their rows."""
    rows = Rows(events=events)
    with _seldom_collected(), plan.prepared():
        for number in range(start, end):
            if stop():
                break
            deal = plan.deal(number)
            game = play_deal(deal, logged_kinds=None if events else COUNTED_KINDS)
            rows.record(deal, game)
            game.release()
    return rows.tables()


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Games are taken apart when they are over: searching their growing logs for cycles finds nothing."""
    before = gc.get_threshold()
    gc.set_threshold(_COLLECTED, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def play_deal(deal: Deal, *, logged_kinds: frozenset[str] | None = None) -> Game:
    """Plays one game to its end.

    A bot's own chance comes from the number of the game and its seat; who plays at random does so without a view.
    `logged_kinds` are the kinds of events that it logs; None: all.
    """
    game = Game(factions=deal.factions, seed=deal.seed, edition=deal.edition, log=True)
    game.rules.logged_kinds = logged_kinds
    seats: list[State | Bot] = []
    for seat, name in enumerate(deal.bots):
        seed = mixed(deal.seed, deal.game, seat)
        seats.append(State(2, seed) if name == "random" else make_bot(name, seed))
    try:
        for _ in range(LONGEST):
            if game.is_over or 0 < deal.turn_limit < game.state.turn:
                break
            question = game.question
            bot = seats[question.player]
            game.answer(question.random_answer(bot) if isinstance(bot, State) else ask(bot, game))
    except Exception as error:
        where = extract_tb(error.__traceback__)[-1]
        raise GameFailed(
            f"{type(error).__name__} in game {deal.game} after {game.answers_given} answers: {error} "
            f"({where.filename}, line {where.lineno}; {deal})"
        ) from error
    return game
