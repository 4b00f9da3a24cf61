"""Measures the environments: steps per second on one core with random picks.

Times are processor times, except those of several processes, which are wall-clock times.

    python benchmarks/env_speed.py
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator

import numpy as np
from rich.console import Console

from basebash import Game
from basebash.envs import pettingzoo
from basebash.envs.episode import Episode
from basebash.envs.gymnasium import SeatEnv
from basebash.envs.spaces import Arrays
from basebash.envs.vector import SeatVectorEnv

Steps = Iterator[bool]
"""Play on for ever; yield True where a game ends."""


def pick(observation: Arrays, chance: np.random.Generator) -> int:
    """Return a random legal action."""
    count = np.count_nonzero(observation["action_mask"])
    return int(observation["legal_actions"][int(chance.random() * count)])


def table_steps(players: int) -> Steps:
    """Make picks alone, without observations."""
    chance = np.random.default_rng(1)
    while True:
        table = Episode(Game(players, seed=int(chance.integers(1 << 60))))
        while table.seat >= 0:
            legal = table.legal()
            table.apply(legal[int(chance.random() * len(legal))])
            yield table.seat < 0


def pettingzoo_steps(players: int) -> Steps:
    """Let every agent pick at random."""
    chance = np.random.default_rng(1)
    env = pettingzoo.env(players)
    env.reset(seed=1)
    while True:
        for _ in env.agent_iter():
            observation, _, over, cut_off, _ = env.last()
            env.step(None if over or cut_off else pick(observation, chance))
            yield not env.agents
        env.reset()


def gymnasium_steps(players: int) -> Steps:
    """Let one seat pick at random against random bots."""
    chance = np.random.default_rng(1)
    env = SeatEnv(players)
    observation, _ = env.reset(seed=1)
    while True:
        observation, _, over, cut_off, _ = env.step(pick(observation, chance))
        yield over or cut_off
        if over or cut_off:
            observation, _ = env.reset()


def vector_rate(tables: int, workers: int, seconds: float) -> tuple[float, float]:
    """Return steps and games per second of all games together."""
    clock = time.perf_counter if workers else time.process_time
    chance = np.random.default_rng(1)
    env = SeatVectorEnv(tables, workers=workers, copy=False)
    observation, _ = env.reset(seed=1)
    count = games = 0
    start = clock()
    while (took := clock() - start) < seconds:
        legal, counts = observation["legal_actions"], np.count_nonzero(observation["action_mask"], axis=1)
        picks = legal[np.arange(tables), (chance.random(tables) * counts).astype(int)]
        observation, _, over, cut_off, _ = env.step(picks)
        count += tables
        games += int((over | cut_off).sum())
    env.close()
    return count / took, games / took


def measure(steps: Steps, seconds: float) -> tuple[float, float]:
    """Return steps and games per second."""
    count = games = 0
    start = time.process_time()
    while (took := time.process_time() - start) < seconds:
        for _ in range(200):  # reading the clock takes time
            games += next(steps)
        count += 200
    return count / took, games / took


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each measurement")
    seconds = parser.parse_args().seconds
    console = Console(highlight=False)
    kinds: list[tuple[str, Callable[[int], Steps]]] = [
        ("picks alone", table_steps),
        ("PettingZoo", pettingzoo_steps),
        ("Gymnasium", gymnasium_steps),
    ]
    for name, made in kinds:
        for players in (2, 4):
            rate, games = measure(made(players), seconds)
            console.print(f"{name:12} {players} players  {rate:7,.0f} steps/s  {games:5.1f} games/s")
    for workers in (0, 1, 2):
        rate, games = vector_rate(16, workers, seconds)
        label = f"16 tables, {workers} workers" if workers else "16 tables, this process"
        console.print(f"{label:23}  {rate:7,.0f} steps/s  {games:5.1f} games/s")


if __name__ == "__main__":
    main()
