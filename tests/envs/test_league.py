"""The pool of opponents draws whoever wins, and records the results."""

from __future__ import annotations

import numpy as np
import pytest

from basebash import BadSetup
from basebash.bots import Bot, RandomBot
from basebash.envs.league import LeagueEnv, Pool


def test_who_beats_the_learner_is_drawn_more_often() -> None:
    pool = Pool(["random", "easy"], seed=3)
    weak, strong = pool.opponents
    for _ in range(40):
        pool.record(weak, 1.0)
        pool.record(strong, 0.0)
    drawn = [pool.draw().name for _ in range(1000)]
    assert 20 < drawn.count("random") < 200


def test_games_are_recorded_for_those_who_played() -> None:
    pool = Pool(seed=3)
    made: list[int] = []

    def counted(seed: int) -> Bot:
        made.append(seed)
        return RandomBot(seed)

    pool.add("counted", counted)
    env = LeagueEnv(pool, 3, target_vp=2)
    chance = np.random.default_rng(1)
    won = 0.0
    for game in range(3):
        observation, info = env.reset(seed=game)
        over = cut_off = False
        while not (over or cut_off):
            pick = int(chance.choice(np.flatnonzero(observation["action_mask"])))
            observation, _, over, cut_off, info = env.step(pick)
        won += info["won"]
    assert [opponent.name for opponent in env.drawn] == ["counted", "counted"]
    assert (pool.opponents[0].games, pool.opponents[0].won) == (6, 2 * won)
    assert len(made) == 6


def test_an_empty_pool_and_a_name_used_twice_are_refused() -> None:
    with pytest.raises(BadSetup, match="empty"):
        LeagueEnv(Pool()).reset(seed=1)
    with pytest.raises(BadSetup, match="already"):
        Pool(["random", "random"])
