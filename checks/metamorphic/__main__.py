"""Runs the metamorphic tests and prints every difference: `make metamorphic ARGS="--minutes 10"`."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from multiprocessing import Pool
from threading import Semaphore
from typing import NamedTuple

from checks.metamorphic import (
    copies,
    declared_targets,
    listener_pairs,
    one_event,
    seat_rotation,
    silence,
    standing_order,
)
from checks.metamorphic.blanks import made_up_cards
from checks.metamorphic.lockstep import Difference, Explained

TESTS: dict[str, Callable[[int], int | tuple[int, str]]] = {
    "rotation": seat_rotation.play,
    "order": standing_order.play,
    "copies": copies.play_copied,
    "loans": copies.play_lent,
    "silence": silence.play_cancelled,
    "declined": silence.play_declined,
    "events": one_event.play,
    "pairs": listener_pairs.play,
    "targets": declared_targets.play,
}


class Result(NamedTuple):
    """The result of one test on one position."""

    test: str
    seed: int
    answers: int = 0
    problem: str = ""  # the difference, or the error
    reason: str = ""  # why a difference is correct
    covered: str = ""  # the pair of listeners that responded


def attempt(task: tuple[str, int]) -> Result:
    """Run one test on one position."""
    test, seed = task
    try:
        with made_up_cards():
            played = TESTS[test](seed)
            answers, covered = (played, "") if isinstance(played, int) else played
            return Result(test, seed, answers, covered=covered)
    except Explained as explained:
        return Result(test, seed, reason=str(explained))
    except Difference as difference:
        return Result(test, seed, problem=str(difference))
    except Exception:  # noqa: BLE001  # whatever goes wrong is what we are looking for
        return Result(test, seed, problem=traceback.format_exc())


def tasks(
    names: list[str], first: int, most: int | None, seconds: float | None, slots: Semaphore
) -> Iterator[tuple[str, int]]:
    """Run every test on one position after another, until there were enough or the time is up."""
    end = None if seconds is None else time.monotonic() + seconds
    for seed in count(first) if most is None else range(first, first + most):
        for name in names:
            slots.acquire()  # the pool takes all the tasks it can get
            if end is not None and time.monotonic() > end:
                return
            yield name, seed


def main() -> None:
    """Play pairs of positions that must end the same, and print those that do not."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--minutes", type=float, help="stop after this many minutes")
    parser.add_argument("--count", type=int, help="how many positions each test plays (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="the first position")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", action="append", choices=sorted(TESTS), help="run only this test")
    arguments = parser.parse_args()
    most = 1000 if arguments.count is None and arguments.minutes is None else arguments.count
    seconds = None if arguments.minutes is None else 60 * arguments.minutes
    names = arguments.only or list(TESTS)
    results: list[Result] = []
    started = time.monotonic()
    with Pool(arguments.workers) as pool:
        slots = Semaphore(4 * arguments.workers)
        for result in pool.imap_unordered(attempt, tasks(names, arguments.seed, most, seconds, slots)):
            slots.release()
            results.append(result)
            if result.problem:
                print(f"{result.test} {result.seed}: {result.problem}\n", flush=True)
    for name in names:
        print(report([result for result in results if result.test == name]))
    print(f"{time.monotonic() - started:.0f} s")
    sys.exit(any(result.problem for result in results))


def report(results: list[Result]) -> str:
    """Return how often a test ran, and its results."""
    answers = sum(result.answers for result in results)
    failed = sum(bool(result.problem) for result in results)
    reasons = Counter(result.reason for result in results if result.reason)
    name = results[0].test if results else "nothing"
    lines = [f"{name:10} {len(results):6} positions {answers:8} answers {failed:5} differences"]
    if name == "pairs":
        lines += listener_pairs.coverage({result.seed: bool(result.covered) for result in results})
    lines += [f"{times:17} explained: {reason}" for reason, times in reasons.items()]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
