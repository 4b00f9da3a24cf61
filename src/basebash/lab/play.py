"""Plays games of a plan: the work of a worker."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from traceback import extract_tb

from basebash import BasebashError, Game, State
from basebash.bots import Bot, ask, make_bot
from basebash.lab.log_statistics import COUNTED_KINDS
from basebash.lab.plan import Deal, Plan, mixed
from basebash.lab.record import Extras, Rows, Tables

LONGEST = 20_000  # answers; a longer game is given up without a winner
_COLLECTED = 50_000  # objects allocated beyond those freed before Python's collector looks for cycles


Stop = Callable[[], bool]
"""Return whether to start no more games."""


def never() -> bool:
    """Never stop."""
    return False


class GameFailed(BasebashError):
    """A game of a lab or an arena raised an error; the message says how to replay it."""


def play_batch(plan: Plan, start: int, end: int, *, extras: Extras = (), stop: Stop = never) -> Tables:
    """Play games `start` to `end`, stopping early if told to, and return their rows."""
    rows = Rows(extras)
    with _seldom_collected(), plan.prepared():
        for number in range(start, end):
            if stop():
                break
            deal = plan.deal(number)
            game = play_deal(deal, logged_kinds=None if "events" in extras else COUNTED_KINDS)
            rows.record(deal, game)
            game.release()
    return rows.tables()


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Collect rarely during the block: games are released when they end, and their growing logs have no cycles."""
    before = gc.get_threshold()
    gc.set_threshold(_COLLECTED, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def play_deal(deal: Deal, *, logged_kinds: frozenset[str] | None = None) -> Game:
    """Play one game to its end.

    A bot's randomness derives from the game's number and its seat. Random bots play without a view. `logged_kinds` are
    the kinds of events to log; None: all.
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
