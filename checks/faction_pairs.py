"""Every pair of factions plays a game to its end, with all checks: `make pairs`; the tests play a sample.

Editions and numbers of players change from game to game; the other players get pairs without a faction in common.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from itertools import combinations
from multiprocessing import Pool

from basebash import FACTIONS, Game
from basebash.engine import sum_up
from basebash.engine.data.terms import EDITIONS, MADNESS, NOBODY
from basebash.invariants import check_conservation, check_places, random_game

NAMES = sorted(FACTIONS)
PAIRS = list(combinations(NAMES, 2))
SAMPLE = range(0, len(PAIRS), 29)


def factions_for(number: int) -> list[tuple[str, str]]:
    """Return the pair with this number, and pairs for the other players."""
    chosen = [PAIRS[number]]
    players = 2 + number % 3
    step = number
    while len(chosen) < players:
        step = (step + 37) % len(PAIRS)
        if not any(set(PAIRS[step]) & set(pair) for pair in chosen):
            chosen.append(PAIRS[step])
    return chosen


def play_pair(number: int) -> int:
    """Play the game with this number, checking it at every question; return the number of answers."""
    game = Game(factions=factions_for(number), edition=EDITIONS[number // 3 % 3], seed=number)
    cards = len(game.state.printed)
    for at in random_game(game, number):
        check_conservation(at)
        check_places(at)
        for base in at.rules.bases:
            for minion in base.minions:
                assert minion.power >= 0
                assert minion.power == sum_up(at.explain_power(minion.id))
                assert minion.is_monster or minion.is_controlled
                assert minion.controller is NOBODY or 0 <= minion.controller < at.players
    assert game.winner is not None
    rare = game.state.rare_zones
    has_madness = rare is not None and MADNESS in rare.supply  # which may cost the winner VP in the end
    assert game.state.vp[game.winner] >= 15 or has_madness
    assert len(game.state.printed) == cards
    return game.answers_given


def _try(number: int) -> tuple[int, int, str]:
    try:
        return number, play_pair(number), ""
    except Exception:  # noqa: BLE001  # whatever goes wrong is what we are looking for
        return number, 0, traceback.format_exc()


def main() -> None:
    """Play a game with every pair of factions on all cores and print what failed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=len(PAIRS))
    arguments = parser.parse_args()
    started, questions, failures = time.monotonic(), 0, 0
    numbers = range(arguments.first, min(len(PAIRS), arguments.first + arguments.count))
    with Pool(arguments.workers) as pool:
        for number, asked, problem in pool.imap_unordered(_try, numbers, chunksize=5):
            questions += asked
            if problem:
                failures += 1
                print(f"{factions_for(number)}, number {number}:\n{problem}")
    seconds = time.monotonic() - started
    print(f"{len(numbers)} pairs, {questions} questions, {failures} failed, {seconds:.0f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
