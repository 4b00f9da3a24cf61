"""Measures the bots: how often one beats another, how long they take, and that no answer is ever illegal.

    python benchmarks/bots.py strength hard greedy --games 100 [--players 4]
    python benchmarks/bots.py legality --games 2000
    python benchmarks/bots.py times hard --answers 200

Strength: random factions, every deal played once from each seat by the first bot, the others all by the second; the
interval is Wilson's, 95 %. Time budgets are taken from the CPU time of the process unless `--wall` is given, so that
a busy machine does not make a searching bot weaker than it is.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt
from random import Random

from basebash import FACTIONS, Game
from basebash.bots import Bot, SearchBot, ask, make_bot


def new_bot(name: str, seed: int, *, wall: bool) -> Bot:
    """The bot, with its budget by the CPU clock."""
    bot = make_bot(name, seed=seed)
    if isinstance(bot, SearchBot) and not wall:
        bot.clock = time.process_time
    return bot


def new_game(deal: int, players: int) -> Game:
    """A game with random factions."""
    names = Random(deal).sample(sorted(FACTIONS), 2 * players)
    pairs = [(names[2 * i], names[2 * i + 1]) for i in range(players)]
    return Game(factions=pairs, seed=deal, first_player=deal % players)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    z = 1.96
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def strength(first: str, second: str, games: int, players: int, seed: int, *, wall: bool, quiet: bool) -> None:
    """How often the first bot wins against the second in all other seats."""
    wins = 0
    taken = {first: [0.0, 0], second: [0.0, 0]}
    for number in range(games):
        deal, seat = seed + number // players, number % players
        game = new_game(deal, players)
        names = [first if i == seat else second for i in range(players)]
        bots = [new_bot(name, 1_000 * number + i, wall=wall) for i, name in enumerate(names)]
        while not game.is_over:
            player = game.question.player
            start = time.process_time()
            answer = ask(bots[player], game)
            taken[names[player]][0] += time.process_time() - start
            taken[names[player]][1] += 1
            game.answer(answer)
        wins += game.winner == seat
        if not quiet:
            print(f"{number + 1:5} seat {seat}  VP {game.state.vp}  turn {game.state.turn}  won {wins}", flush=True)
    low, high = wilson(wins, games)
    print(f"{first} wins {wins} of {games} games against {second} ({players} players): ", end="")
    print(f"{wins / games:.1%}, 95 % interval {low:.1%} to {high:.1%}")
    for name, (seconds, answers) in taken.items():
        print(f"  {name}: {seconds / max(1, answers) * 1000:.1f} ms an answer ({answers} answers)")


def legality(games: int, seed: int) -> None:
    """Games to 8 VP of 2 to 4 players in all editions, one bot in each against `random`.

    Every answer is checked; an illegal one ends the run with an error.
    """
    chance = Random(seed)
    answers = 0
    for number in range(games):
        players = 2 + number % 3
        edition = (2013, 2016, 2019)[number // 3 % 3]
        game = Game(players, seed=seed + number, edition=edition, ask_everyone=number % 5 == 0, target_vp=8)
        bots = [make_bot("random", seed=number + i) for i in range(players)]
        bots[chance.randrange(players)] = make_bot(("easy", "greedy", "search@1", "easy")[number % 4], seed=number)
        while not game.is_over:
            game.answer(ask(bots[game.question.player], game))
        answers += game.answers_given
        if number % 50 == 49:
            print(f"{number + 1} games, {answers} answers", flush=True)
    print(f"{games} games, {answers} answers, none illegal")


def times(name: str, answers: int, seed: int, *, wall: bool) -> None:
    """How long a bot takes for an answer, in games against greedy."""
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
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["strength", "legality", "times"])
    parser.add_argument("bots", nargs="*")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--answers", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--wall", action="store_true", help="time budgets by the clock on the wall")
    parser.add_argument("--quiet", action="store_true", help="only the result")
    given = parser.parse_args()
    if given.what == "strength":
        first, second = given.bots
        strength(first, second, given.games, given.players, given.seed, wall=given.wall, quiet=given.quiet)
    elif given.what == "legality":
        legality(given.games, given.seed)
    else:
        times(given.bots[0], given.answers, given.seed, wall=given.wall)


if __name__ == "__main__":
    main()
