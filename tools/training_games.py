"""Plays games between quick bots to fit evaluations to; it goes on where it stopped, and can run in the background.

    nice python -m tools.training_games --to ../games --games 100000
    python -m tools.training_games --to /tmp/games --first 1000000 --workers 16 --seconds 400

A game is stored as its setup and answers, one per line, in files of a thousand games. So any feature of any position
can be computed later by replaying it (`positions`); that works as long as the rules of its cards do not change. Games
are numbered. Each number always gives the same game, so two machines can each play a part (`--first`).

Everybody plays quick turns (`basebash.bots.greedy.quick_turn`), with some random answers and turns that end early so
that all kinds of positions occur. One game in four is for three players and one in eight for four.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

from basebash import FACTIONS, Game, State
from basebash.bots.bot import end_of_circle
from basebash.bots.greedy import quick_turn

ROOT = Path(__file__).parent.parent
PER_FILE = 1000
RANDOM_ANSWER = 0.08  # how often an answer is random
RANDOM_TURN = 0.05  # how often all answers of a turn are
EARLY_END = 0.03  # how often Play Cards ends before a quick turn starts
LONGEST_TURN = 200  # answers in a turn before it is ended: some cards can be repeated for ever
LONGEST = 4000  # answers


def never() -> bool:
    """Return False: a quick turn without a time limit."""
    return False


def new_game(number: int) -> Game:
    """Return the start of game `number`."""
    players = 4 if number % 8 == 7 else 3 if number % 4 == 1 else 2
    names = Random(f"factions {number}").sample(sorted(FACTIONS), 2 * players)
    return Game(factions=[(names[2 * i], names[2 * i + 1]) for i in range(players)], seed=number)


def play(number: int) -> dict[str, Any]:
    """Play game `number` and return its record; without winners if it did not end."""
    game = new_game(number)
    chance = Random(f"game {number}")
    rolls = State(2, number)
    turn, is_random, start = -1, False, 0
    while not game.is_over and game.answers_given < LONGEST:
        if game.state.turn != turn:
            turn, is_random, start = game.state.turn, chance.random() < RANDOM_TURN, game.answers_given
        if game.answers_given - start > LONGEST_TURN:
            game.answer(end_of_circle(game.question))
        elif is_random or chance.random() < RANDOM_ANSWER:
            game.answer(game.question.random_answer(rolls))
        elif game.question.kind == "main" and chance.random() < EARLY_END:
            game.answer(end_of_circle(game.question))
        else:
            game = quick_turn(game, game.question.player, chance, never)
    return {
        "number": number,
        "factions": game.state.factions,
        "answers": [list(answer) for answer in game.history],
        "winners": game.winners,
    }


def games(folder: Path) -> Iterator[dict[str, Any]]:
    """Iterate over the records in a folder; a last line that was not written to its end is left out."""
    for path in sorted(folder.glob("games-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
            if line.endswith("\n"):
                yield json.loads(line)


def positions(record: dict[str, Any]) -> Iterator[Game]:
    """Replay a game: yield the same object at the first decision of Play Cards of each turn."""
    game = new_game(record["number"])
    turn = -1
    for answer in record["answers"]:
        if game.question.kind == "main" and game.state.turn != turn:
            turn = game.state.turn
            yield game
        game.answer(answer)


def generate(folder: Path, first: int, count: int, is_late: Callable[[], bool] = never) -> int:
    """Play the games from number `first` that a folder lacks, up to `count` games; return how many were played."""
    folder.mkdir(parents=True, exist_ok=True)
    played = 0
    for start in range(first - first % PER_FILE, first + count, PER_FILE):
        path = folder / f"games-{start:08}.jsonl"
        there = path.read_text(encoding="utf-8") if path.exists() else ""
        whole = there[: there.rfind("\n") + 1]
        done = {json.loads(line)["number"] for line in whole.splitlines()}
        if there != whole:
            os.truncate(path, len(whole.encode()))
        with path.open("a", encoding="utf-8") as file:
            for number in range(max(first, start), min(first + count, start + PER_FILE)):
                if is_late():
                    return played
                if number not in done:
                    file.write(json.dumps(play(number), separators=(",", ":")) + "\n")
                    file.flush()
                    played += 1
    return played


def generate_file(start: int, folder: Path, first: int, count: int, end: float) -> int:
    """Play the games that the file from number `start` lacks, until the clock shows `end`."""
    if time.monotonic() >= end:
        return 0
    low, high = max(first, start), min(first + count, start + PER_FILE)
    return generate(folder, low, high - low, lambda: time.monotonic() >= end)


def main() -> None:
    """Parse the command line and play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", type=Path, required=True, help="a folder outside the repository")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--workers", type=int, default=1, help="how many processes play, each another file")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="start no game after this time")
    given = parser.parse_args()
    folder = given.to.resolve()
    if folder.is_relative_to(ROOT):
        sys.exit(f"{folder} is inside the repository. Give a folder outside it.")
    os.nice(10)
    starts = range(given.first - given.first % PER_FILE, given.first + given.games, PER_FILE)
    end = time.monotonic() + given.seconds
    play_file = partial(generate_file, folder=folder, first=given.first, count=given.games, end=end)
    with Pool(given.workers) as pool:
        played = sum(pool.imap_unordered(play_file, starts))
    print(f"{played} games played", flush=True)


if __name__ == "__main__":
    main()
