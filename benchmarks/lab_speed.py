"""Measures the lab: the cost of recording and writing, and the gain from several workers.

    python -m benchmarks.lab_speed

Rounds of everything that is compared alternate, so that a noisy machine disturbs all of it equally. The lab should keep
at least 95 % of the engine's games per second (processor time), and two workers on two otherwise idle cores should play
1.9 times as many games per second as one (wall-clock time). On a busy machine look at the processor time per game
instead: several workers should not take over 5 % more of it than one.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from pathlib import Path

from rich.console import Console

from basebash import IS_COMPILED, Game, State
from basebash.lab.plan import lab_plan
from basebash.lab.run import run_lab
from basebash.lab.workers import cores


def play_alone(games: int) -> float:
    """Return the processor seconds that the engine takes for a lab's games, without log, record and files."""
    plan = lab_plan(games, players=[2])
    chance = State(2, 1)
    start = time.process_time()
    for number in range(games):
        deal = plan.deal(number)
        game = Game(factions=deal.factions, seed=deal.seed, edition=deal.edition)
        while not game.is_over:
            game.answer(game.question.random_answer(chance))
    return time.process_time() - start


def processor() -> float:
    """Return the processor seconds that this process and its finished children have used."""
    of = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in of)


def play_lab(games: int, workers: int, *, events: bool) -> tuple[float, float]:
    """Return the wall-clock and processor seconds of a lab with two players, including writing."""
    with tempfile.TemporaryDirectory() as folder:
        wall, used = time.perf_counter(), processor()
        run_lab(lab_plan(games, players=[2]), Path(folder), workers=workers, extras=["events"] if events else [])
        return time.perf_counter() - wall, processor() - used


def play_on_workers(games: int, workers: int, *, events: bool) -> tuple[float, float]:
    """Return the same without starting the workers, which is measured with a lab of one game each."""
    wall, used = play_lab(games, workers, events=events)
    first_wall, first_used = play_lab(workers, workers, events=events)
    return wall - first_wall, used - first_used


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0, help="of the processor, for each measurement")
    parser.add_argument("--workers", type=int, default=cores(), help="to compare with one (default: every core)")
    parser.add_argument("--events", action="store_true", help="also write every event")
    wish = parser.parse_args()
    console = Console(highlight=False)
    games = max(wish.workers + 1, round(40 * wish.seconds / play_alone(40)))
    console.print(f"{'Compiled' if IS_COMPILED else 'Plain'} engine, {games} games each time")
    kept: list[float] = []
    faster: list[float] = []
    dearer: list[float] = []
    for number in range(wish.rounds):
        alone = play_alone(games)
        one_wall, one_used = play_on_workers(games, 1, events=wish.events)
        all_wall, all_used = play_on_workers(games, wish.workers, events=wish.events)
        kept.append(alone / one_used)
        faster.append(one_wall / all_wall)
        dearer.append(all_used / one_used)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        console.print(
            f"round {number + 1}: engine {games / alone:.1f} games/s, lab {games / one_used:.1f} ({kept[-1]:.1%}); "
            f"{wish.workers} workers {faster[-1]:.2f} times one, {dearer[-1]:.1%} of its processor time; "
            f"at most {memory:.0f} MiB so far"
        )
    console.print(f"The lab keeps {statistics.median(kept):.1%} of the engine's games a second (median).")
    console.print(
        f"{wish.workers} workers play {statistics.median(faster):.2f} times as many games a second as one, "
        f"with {statistics.median(dearer):.1%} of its processor time a game (medians)."
    )


if __name__ == "__main__":
    main()
