"""Measures the lab against the engine alone: what recording and writing cost.

Rounds of the engine's own loop (`bench.py`) and of a lab with one worker take turns, so that a noisy machine disturbs
both alike; times are of the processor. The lab should keep at least 95 % of the engine's games a second.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from pathlib import Path

from rich.console import Console

from basebash.lab.plan import lab_plan
from basebash.lab.play import play_deal
from basebash.lab.run import run_lab
from benchmarks.bench import play_games


def play_lab(games: int, folder: Path, *, events: bool) -> float:
    """Games a second of a lab of two players, with writing."""
    start = time.process_time()
    run_lab(lab_plan(games, players=[2]), folder, workers=1, events=events)
    return games / (time.process_time() - start)


def play_deals(games: int) -> float:
    """Games a second of the very same games, without recording and writing."""
    plan = lab_plan(games, players=[2])
    start = time.process_time()
    for number in range(games):
        play_deal(plan.deal(number), tells_idle=False)
    return games / (time.process_time() - start)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each round")
    parser.add_argument("--events", action="store_true", help="also write every event")
    arguments = parser.parse_args()
    console = Console(highlight=False)
    ratios: list[float] = []
    same: list[float] = []
    for number in range(arguments.rounds):
        games, _, took = play_games(arguments.seconds)
        with tempfile.TemporaryDirectory() as folder:
            lab = play_lab(games, Path(folder), events=arguments.events)
        ratios.append(lab * took / games)
        same.append(lab / play_deals(games))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        console.print(
            f"round {number + 1}: engine {games / took:.1f} games/s, lab {lab:.1f}, ratio {ratios[-1]:.2f} "
            f"({same[-1]:.2f} of the same games unrecorded), at most {memory:.0f} MiB so far"
        )
    console.print(f"The lab keeps {100 * statistics.median(ratios):.0f} % of the engine's games a second (median).")
    console.print(f"Recording and writing leave {100 * statistics.median(same):.0f} % of the same games' rate.")


if __name__ == "__main__":
    main()
