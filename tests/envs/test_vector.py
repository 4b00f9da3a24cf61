"""Many tables at once: what one table plays does not depend on the others, nor on who plays them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv

from basebash import BadSetup, IllegalAnswer
from basebash.envs.gymnasium import SEAT_ENV
from basebash.envs.vector import SeatVectorEnv

OPTIONS: dict[str, Any] = {"players": 3, "seat": None, "target_vp": 3, "vp_reward": 0.1}


def play(tables: VectorEnv[Any, Any, Any], steps: int) -> list[Any]:
    """Return everything that some random steps yield, from a seed; then continue from there."""
    chance = np.random.default_rng(1)
    observation, info = tables.reset(seed=5)
    seen: list[Any] = [observation, info]
    for number in range(steps):
        picks = [chance.choice(np.flatnonzero(mask)) for mask in observation["action_mask"]]
        if number % 7 == 0:
            picks[0] = 0  # illegal: another one is drawn
        observation, *rest = tables.step(np.array(picks))
        seen += [observation, *rest]
    tables.close()
    return seen


def assert_same(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, list):
        for mine, theirs in zip(one, other, strict=True):
            assert_same(mine, theirs)
    else:
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


def test_results_are_those_of_single_environments() -> None:
    """Gymnasium's own vector of single environments is the measure: observations, rewards, ends, infos, new games."""
    expected = play(gymnasium.make_vec(SEAT_ENV, num_envs=3, vectorization_mode="sync", **OPTIONS), 150)
    found = play(SeatVectorEnv(3, **OPTIONS), 150)
    assert_same(found, expected)
    ends = [ended for ended in found[4::5] if isinstance(ended, np.ndarray)]
    assert sum(ended.sum() for ended in ends) > 3  # games ended and new ones began


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_are_the_same_whatever_the_number_of_workers(workers: int) -> None:
    assert_same(play(SeatVectorEnv(3, workers=workers, **OPTIONS), 60), play(SeatVectorEnv(3, **OPTIONS), 60))


def test_it_is_what_gymnasium_makes() -> None:
    tables = gymnasium.make_vec(SEAT_ENV, num_envs=2, workers=0, opponents="random")
    assert isinstance(tables.unwrapped, SeatVectorEnv)
    assert tables.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    observation, _ = tables.reset(seed=1)
    assert tables.observation_space.contains(observation)
    assert tables.action_space.shape == (2,)


def test_arrays_are_ones_own_unless_asked_for() -> None:
    for copy in (True, False):
        tables = SeatVectorEnv(2, copy=copy)
        before, _ = tables.reset(seed=3)
        mask = before["action_mask"].copy()
        later, *_ = tables.step(before["legal_actions"][:, 0])
        assert (later["action_mask"] != mask).any()
        assert (before["action_mask"] is later["action_mask"]) is not copy
        assert (before["action_mask"] == mask).all() == copy


@pytest.mark.parametrize("workers", [0, 2])
def test_an_illegal_action_raises_on_request(workers: int) -> None:
    tables = SeatVectorEnv(2, workers=workers, illegal="raise")
    tables.reset(seed=1)
    with pytest.raises(IllegalAnswer, match="action mask"):
        tables.step(np.array([0, 0]))
    tables.close()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"num_envs": 2, "view": True}, "no views"),
        ({"num_envs": 1, "seat": 7}, "seat 7"),
    ],
)
def test_mistakes_are_reported_at_once(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSetup, match=message):
        SeatVectorEnv(**wrong)


def test_seeds_are_one_a_table() -> None:
    tables = SeatVectorEnv(2)
    listed, _ = tables.reset(seed=[4, 5])
    counted, _ = tables.reset(seed=4)
    assert_same(listed, counted)
    with pytest.raises(BadSetup, match="2 seeds"):
        tables.reset(seed=[1])
