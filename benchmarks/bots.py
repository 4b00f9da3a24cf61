"""Measures the bots: how often one beats another, how long they take, and that no answer is ever illegal.

    python benchmarks/bots.py strength hard greedy --games 100 [--players 4] [--workers 2] [--to ../matches.jsonl]
    python benchmarks/bots.py legality --games 2000
    python benchmarks/bots.py times hard --answers 200

Strength: random factions; every deal is played once from each seat by the first bot, with the second in all other
seats. The interval is Wilson's 95 % interval. Time budgets are CPU time of the process unless `--wall` is given, so
that a busy machine does not weaken a searching bot. Games are divided among the workers; the results do not depend on
their number. With `--to`, finished games are stored in a file, and another run plays only the games that it lacks.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import partial
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from basebash import FACTIONS, Game
from basebash.bots import Bot, SearchBot, ask, make_bot
from basebash.bots.levels import STYLES


class Match(NamedTuple):
    """Games of one bot against another in all other seats, with random factions."""

    first: str
    second: str
    players: int
    seed: int


class Played(NamedTuple):
    """The result of a game: whether the first bot won, a description, and each bot's seconds and answers."""

    number: int
    won: bool
    text: str
    taken: dict[str, tuple[float, int]]


def new_bot(name: str, seed: int, *, wall: bool) -> Bot:
    """Return the bot, with its time budget measured by the CPU clock."""
    bot = make_bot(name, seed=seed)
    if isinstance(bot, SearchBot) and not wall:
        bot.clock = time.process_time
    return bot


def new_game(deal: int, players: int) -> Game:
    """Return a game with random factions."""
    names = Random(deal).sample(sorted(FACTIONS), 2 * players)
    pairs = [(names[2 * i], names[2 * i + 1]) for i in range(players)]
    return Game(factions=pairs, seed=deal, first_player=deal % players)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    z = 1.96
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def play_one(number: int, match: Match, *, wall: bool) -> Played:
    """Play game `number` of a match: the first bot's seat rotates, and the deal changes after each rotation."""
    players = match.players
    deal, seat = match.seed + number // players, number % players
    game = new_game(deal, players)
    names = [match.first if i == seat else match.second for i in range(players)]
    bots = [new_bot(name, 1_000 * number + i, wall=wall) for i, name in enumerate(names)]
    taken = dict.fromkeys(names, (0.0, 0))
    while not game.is_over:
        player = game.question.player
        start = time.process_time()
        answer = ask(bots[player], game)
        seconds, answers = taken[names[player]]
        taken[names[player]] = seconds + time.process_time() - start, answers + 1
        game.answer(answer)
    return Played(number, game.winner == seat, f"seat {seat}  VP {game.state.vp}  turn {game.state.turn}", taken)


def stored(path: Path, match: Match) -> list[Played]:
    """Return the games of this match in a file, which may also hold those of others."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    records: list[dict[str, Any]] = [json.loads(line) for line in lines]
    return [Played(*record["played"]) for record in records if record["match"] == list(match)]


def store(path: Path, match: Match, played: Played) -> None:
    """Add a finished game to a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps({"match": match, "played": played}) + "\n")


def strength(match: Match, games: int, workers: int, to: Path | None, *, wall: bool, quiet: bool) -> None:
    """Measure how often the first bot wins."""
    done = [played for played in stored(to, match) if played.number < games] if to else []
    there = {played.number for played in done}
    left = [number for number in range(games) if number not in there]
    with Pool(workers) as pool:
        for played in pool.imap_unordered(partial(play_one, match=match, wall=wall), left):
            done.append(played)
            if to:
                store(to, match, played)
            if not quiet:
                print(f"{len(done):5} {played.text}  won {sum(game.won for game in done)}", flush=True)
    wins = sum(played.won for played in done)
    low, high = wilson(wins, games)
    print(f"{match.first} wins {wins} of {games} games against {match.second} ({match.players} players): ", end="")
    print(f"{wins / games:.1%}, 95 % interval {low:.1%} to {high:.1%}")
    for name in dict.fromkeys((match.first, match.second)):
        seconds = sum(played.taken[name][0] for played in done if name in played.taken)
        answers = sum(played.taken[name][1] for played in done if name in played.taken)
        print(f"  {name}: {seconds / max(1, answers) * 1000:.1f} ms an answer ({answers} answers)")


def legality(games: int, seed: int) -> None:
    """Play random games of 2 to 4 players in all editions, with bots answering now and then, the quick ones more often.

    Each of their answers is checked; an illegal one ends the run with an error.
    """
    kinds = {"easy": 0.05, "normal": 0.01, "greedy": 0.01, "adaptive": 0.01, "search@1": 0.005, "search@6": 0.003}
    kinds |= dict.fromkeys(STYLES, 0.01)
    asked = dict.fromkeys(kinds, 0)
    chance = Random(seed)
    for number in range(games):
        edition = (2013, 2016, 2019)[number // 3 % 3]
        game = Game(2 + number % 3, seed=seed + number, edition=edition, ask_everyone=number % 5 == 0)
        kind, often = list(kinds.items())[number // 9 % len(kinds)]
        bot = make_bot(kind, seed=number)
        rolls = make_bot("random", seed=number)
        while not game.is_over:
            is_asked = chance.random() < often
            asked[kind] += is_asked
            game.answer(ask(bot if is_asked else rolls, game))
        if number % 100 == 99:
            print(f"{number + 1} games, answers {asked}", flush=True)
    print(f"{games} games, {sum(asked.values())} answers of bots, none illegal")


def times(name: str, answers: int, seed: int, *, wall: bool) -> None:
    """Measure how long a bot takes to answer, in games against greedy."""
    clock = time.perf_counter if wall else time.process_time
    taken: list[float] = []
    deal = seed
    while len(taken) < answers:
        game = new_game(deal, 2)
        bots = [new_bot(name, deal, wall=wall), make_bot("greedy", seed=deal)]
        deal += 1
        while not game.is_over and len(taken) < answers:
            player = game.question.player
            start = clock()
            answer = ask(bots[player], game)
            if player == 0:
                taken.append(clock() - start)
            game.answer(answer)
    taken.sort()
    for part in (0.5, 0.9, 0.99, 1.0):
        within = taken[min(len(taken) - 1, int(part * len(taken)))]
        print(f"{name}: {part:.0%} of {len(taken)} answers within {within:.3f} s")


def main() -> None:
    """Run the requested measurement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["strength", "legality", "times"])
    parser.add_argument("bots", nargs="*")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--answers", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--wall", action="store_true", help="time budgets by the clock on the wall")
    parser.add_argument("--quiet", action="store_true", help="only the result")
    parser.add_argument("--to", type=Path, help="a file for finished games; games that it holds are not played again")
    given = parser.parse_args()
    if given.what == "strength":
        match = Match(given.bots[0], given.bots[1], given.players, given.seed)
        strength(match, given.games, given.workers, given.to, wall=given.wall, quiet=given.quiet)
    elif given.what == "legality":
        legality(given.games, given.seed)
    else:
        times(given.bots[0], given.answers, given.seed, wall=given.wall)


if __name__ == "__main__":
    main()
