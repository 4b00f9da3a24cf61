"""Hints and analyses: how often what they name was tried, and that their numbers agree with each other."""

from __future__ import annotations

import pytest

from basebash import Game
from basebash.bots import ask, make_bot
from basebash.server.games import advice, visibility
from basebash.server.messages import BotMove

ROLLOUTS = 24


@pytest.fixture(scope="module")
def game() -> Game:
    """A game of two at a decision with several answers."""
    made = Game(2, seed=5)
    bots = [make_bot("easy", seat) for seat in range(2)]
    while made.state.turn < 6 or made.question.kind != "main" or len(made.question.items) < 4:
        made.answer(ask(bots[made.question.player], made))
    return made


def judged(game: Game, played: int) -> tuple[list[BotMove], list[float]]:
    outcomes = visibility.preview(game.clone(), game.question.player)
    return advice._moves(game.clone(), outcomes, ROLLOUTS, 7, (played,))


def test_every_move_that_is_named_was_tried_and_says_how_sure_that_is(game: Game) -> None:
    end = len(game.question.items) - 1
    for played in (0, end):  # the end of the turn is what no search would try often
        moves, _ = judged(game, played)
        assert min(move.tries for move in moves) >= ROLLOUTS // 8
        assert all(move.chance is not None and move.error is not None and 0 < move.error < 0.3 for move in moves)
        assert [move.played for move in moves].count(True) == 1
        assert sorted(moves, key=lambda move: -(move.chance or 0)) == moves


def test_the_curve_says_the_same_as_the_best_move(game: Game) -> None:
    moves, chances = judged(game, 0)
    assert moves[0].chance == pytest.approx(chances[game.question.player], abs=0.001)
    assert sum(chances) == pytest.approx(1, abs=0.001)


def test_what_is_obvious_gets_a_move_but_no_judgment() -> None:
    drafting = Game(2, seed=1)
    assert drafting.question.items
    [move], chances = advice._moves(drafting, {}, ROLLOUTS, 7)
    assert (move.chance, move.error) == (None, None)
    assert len(chances) == 2
