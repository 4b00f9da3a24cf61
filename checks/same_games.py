"""Games that must be the same in every Python: `make same` plays 200 in CPython and in Pyodide and compares their logs.

This module also runs in Pyodide, so it needs nothing but the game.
"""

from __future__ import annotations

import hashlib
from random import Random

from basebash import FACTIONS, Game, State
from basebash.bots import ask, make_bot
from basebash.engine.data.terms import EDITIONS


def play(number: int) -> str:
    """Play the game with this number; return a digest of its logs, its answers and its end.

    Every tenth game is played by bots, the others by chance.
    """
    chance = Random(number)
    players = chance.choice((2, 2, 3, 4))
    names = chance.sample(sorted(FACTIONS), 2 * players)
    pairs = [(names[2 * i], names[2 * i + 1]) for i in range(players)]
    target = 8 if number % 10 else 4
    game = Game(factions=pairs, seed=number, edition=EDITIONS[number % len(EDITIONS)], target_vp=target)
    bots = [make_bot("greedy", number + seat) for seat in range(players)] if number % 10 == 0 else []
    answers, picks = [], State(2, number)
    while not game.is_over:
        question = game.question
        answer = ask(bots[question.player], game) if bots else question.random_answer(picks)
        answers.append(list(answer))
        game.answer(answer)
    logs = [[str(line) for line in game.log_for(seat)] for seat in (None, *range(players))]
    return hashlib.sha256(repr((logs, answers, game.winner, game.save(log=False))).encode()).hexdigest()[:16]
