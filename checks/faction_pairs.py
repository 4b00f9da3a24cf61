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
from basebash.engine.data.terms import EDITIONS
from basebash.invariants import play_game

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
    return play_game(Game(factions=factions_for(number), edition=EDITIONS[number // 3 % 3], seed=number), number)


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
