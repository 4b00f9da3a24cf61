"""Measures the engine on one core: games and questions per second, the cost of copies and saves, environments, memory.

Times are processor times, so that other work on the machine disturbs them less. The results are printed next to the
last recorded figures (`benchmarks/recorded.json`) and written to `benchmarks/latest.json`. Machines differ and are
noisy: compare figures within one run, not between runs. `--record` makes these figures the recorded ones. The compiled
engine (`make fast`) has its own recorded figures, and so has a run with named factions (`--factions`), whose workload
stays the same when others are added.
"""

from __future__ import annotations

import argparse
import json
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import numpy as np
from rich.console import Console
from rich.table import Table

from basebash import FACTIONS, IS_COMPILED, Game, State
from basebash.engine import find_faction
from basebash.envs import pettingzoo
from basebash.envs.episode import Episode
from basebash.envs.observe import look
from basebash.envs.spaces import Factions
from basebash.envs.vector import SeatVectorEnv

HERE = Path(__file__).parent
UNITS = {
    "games_per_second": ("games a second", "more is better"),
    "questions_per_second": ("questions a second", "more is better"),
    "questions_per_game": ("questions a game", ""),
    "clone_quiet_us": ("clone at a quiet point, µs", "less is better"),
    "clone_mid_us": ("clone in the middle of an effect, µs", "less is better"),
    "save_us": ("save, µs", "less is better"),
    "load_us": ("load, µs", "less is better"),
    "observe_us": ("an observation, µs", "less is better"),
    "mask_us": ("the legal picks and their mask, µs", "less is better"),
    "pettingzoo_steps_per_second": ("PettingZoo, steps a second", "more is better"),
    "vector_steps_per_second": ("16 tables of Gymnasium at once, steps a second", "more is better"),
    "late_answer_ratio": ("cost of a late answer over an early one", "1 is flat"),
    "kib_per_game": ("memory of a game held, KiB", "less is better"),
}


class Deal:
    """The factions that games are played with, and whether with titans."""

    names: ClassVar[list[str]] = sorted(FACTIONS)
    titans: ClassVar[bool | None] = None

    @classmethod
    def game(cls, chance: State, seed: int, *, target_vp: int = 15) -> Game:
        """Return a game of two players with random factions."""
        chance.shuffle_plain(order := list(range(len(cls.names))))
        picks = [cls.names[i] for i in order[:4]]
        return Game(factions=[picks[:2], picks[2:]], seed=seed, titans=cls.titans, target_vp=target_vp)

    @classmethod
    def for_environments(cls) -> Factions:
        """Return the factions of environments: random ones, or always the first four of the named ones."""
        return "random" if len(cls.names) == len(FACTIONS) else [cls.names[:2], cls.names[2:4]]


def play_games(seconds: float) -> tuple[int, int, float]:
    """Play random two-player games for a while; return games, questions and seconds."""
    chance = State(2, 1)
    games = questions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        game = Deal.game(chance, games)
        while not game.is_over:
            game.answer(game.question.random_answer(chance))
        games += 1
        questions += game.answers_given
    return games, questions, time.process_time() - start


def positions(count: int, *, quiet: bool) -> list[Game]:
    """Return positions from the middle of random games, before a main decision or in the middle of an effect."""
    chance = State(2, 2)
    found: list[Game] = []
    seed = 0
    while len(found) < count:
        game = Deal.game(chance, seed)
        seed += 1
        while not game.is_over:
            if game.state.turn > 8 and (game.question.kind == "main") is quiet:
                found.append(game)
                break
            game.answer(game.question.random_answer(chance))
    return found


def cost(action: Callable[[Game], object], games: list[Game], repeat: int) -> float:
    """Return the microseconds that an action takes on a game, the best of three rounds."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        for game in games:
            for _ in range(repeat):
                action(game)
        best = min(best, time.process_time() - start)
    return best / len(games) / repeat * 1e6


def observe(game: Game) -> None:
    """Return what the player who is asked sees, as arrays."""
    look(Episode(game), game.question.player)


def mask(game: Game) -> None:
    """Return the legal picks of the player who is asked, as environments give them."""
    table = Episode(game)
    np.zeros(table.actions.size, np.int8)[table.legal()] = 1


def pettingzoo_rate(seconds: float) -> float:
    """Return steps per second with random picks, observations included."""
    chance = np.random.default_rng(1)
    env = pettingzoo.env(2, factions=Deal.for_environments())
    env.reset(seed=1)
    steps = 0
    start = time.process_time()
    while (took := time.process_time() - start) < seconds:
        if not env.agents:
            env.reset()
        observation, _, over, cut_off, _ = env.last()
        if over or cut_off:
            env.step(None)
            continue
        legal = observation["legal_actions"]
        env.step(int(legal[int(chance.random() * np.count_nonzero(observation["action_mask"]))]))
        steps += 1
    return steps / took


def vector_rate(seconds: float, tables: int = 16) -> float:
    """Return steps per second of all games together, in this process, with random picks against random bots."""
    chance = np.random.default_rng(1)
    env = SeatVectorEnv(tables, copy=False, factions=Deal.for_environments())
    observation, _ = env.reset(seed=1)
    steps = 0
    start = time.process_time()
    while (took := time.process_time() - start) < seconds:
        counts = np.count_nonzero(observation["action_mask"], axis=1)
        picks = observation["legal_actions"][np.arange(tables), (chance.random(tables) * counts).astype(int)]
        observation, _, _, _, _ = env.step(picks)
        steps += tables
    env.close()
    return steps / took


def late_answers() -> float:
    """Return how much slower answers get in a longer game: answers 1,500 and later compared with 500 and later."""
    early = late = 0.0
    for seed in range(6):
        chance = State(2, seed)
        game = Deal.game(chance, seed, target_vp=10_000)
        times = []
        for number in range(2_001):
            if number % 500 == 0:
                times.append(time.process_time())
            game.answer(game.question.random_answer(chance))
        early += times[2] - times[1]
        late += times[4] - times[3]
    return late / early


def measure(seconds: float) -> dict[str, float]:
    """All figures."""
    games, questions, took = play_games(seconds)
    quiet = positions(40, quiet=True)
    middle = positions(40, quiet=False)
    saves = [game.save() for game in middle]
    tracemalloc.start()
    held = [game.clone() for game in quiet for _ in range(25)]
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        for text in saves:
            Game.load(text)
        best = min(best, time.process_time() - start)
    return {
        "games_per_second": games / took,
        "questions_per_second": questions / took,
        "questions_per_game": questions / games,
        "clone_quiet_us": cost(Game.clone, quiet, 200),
        "clone_mid_us": cost(Game.clone, middle, 20),
        "save_us": cost(Game.save, middle, 5),
        "load_us": best / len(saves) * 1e6,
        "observe_us": cost(observe, quiet, 20),
        "mask_us": cost(mask, quiet, 20),
        "pettingzoo_steps_per_second": pettingzoo_rate(seconds / 3),
        "vector_steps_per_second": vector_rate(seconds / 3),
        "late_answer_ratio": late_answers(),
        "kib_per_game": size / len(held) / 1024,
    }


def main() -> None:
    """Measure, print and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0, help="how long to play games")
    parser.add_argument("--record", action="store_true", help="make these the recorded figures")
    parser.add_argument("--factions", nargs="+", metavar="NAME", help="play with these only (four or more)")
    parser.add_argument("--no-titans", action="store_true", help="play without titans")
    arguments = parser.parse_args()
    if arguments.factions:
        Deal.names = sorted({find_faction(name).name for name in arguments.factions})
        if len(Deal.names) < 4:
            parser.error("it takes four factions or more")
    Deal.titans = False if arguments.no_titans else None
    figures = measure(arguments.seconds)
    recorded_file = HERE / "recorded.json"
    all_recorded = json.loads(recorded_file.read_text())
    engine = "compiled" if IS_COMPILED else "plain"
    if arguments.factions:
        engine += f", {len(Deal.names)} factions" + (", no titans" if arguments.no_titans else "")
    recorded = all_recorded.get(engine, {})
    table = Table(f"{engine} engine", "now", "recorded", "now / recorded", "")
    for name, value in figures.items():
        label, better = UNITS[name]
        before = recorded.get(name)
        ratio = f"{value / before:.2f}" if before else ""
        table.add_row(label, f"{value:,.1f}", "" if before is None else f"{before:,.1f}", ratio, better)
    Console().print(table)
    (HERE / "latest.json").write_text(json.dumps({engine: figures}, indent=2) + "\n")
    if arguments.record:
        recorded_file.write_text(json.dumps({**all_recorded, engine: figures}, indent=2) + "\n")


if __name__ == "__main__":
    main()
