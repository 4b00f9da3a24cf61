"""Many random positions, with all checks at every question: `make positions ARGS="--count 200000"`."""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from multiprocessing import Pool

from basebash.invariants import play_position


def _try(seed: int) -> tuple[int, int, str]:
    try:
        return seed, play_position(seed), ""
    except Exception:  # noqa: BLE001  # whatever goes wrong is what we are looking for
        return seed, 0, traceback.format_exc()


def main() -> None:
    """Play many random positions on all cores and print what failed."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    started, answers, failures = time.monotonic(), 0, 0
    with Pool(arguments.workers) as pool:
        seeds = range(arguments.first, arguments.first + arguments.count)
        for seed, given, problem in pool.imap_unordered(_try, seeds, chunksize=20):
            answers += given
            if problem:
                failures += 1
                print(f"position {seed}:\n{problem}")
    print(f"{arguments.count} positions, {answers} answers, {failures} failed, {time.monotonic() - started:.0f} s")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
