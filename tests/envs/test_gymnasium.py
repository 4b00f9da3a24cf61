"""Gymnasium's own check, and what it leaves out."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from basebash import BadSetup, BasebashError, IllegalAnswer
from basebash.bots import Ask, Copies
from basebash.engine import View
from basebash.envs.gymnasium import SEAT_ENV, SeatEnv

from .helpers import MECHANICS


def first_option(view: View, question: Ask, copies: Copies) -> Any:  # noqa: ARG001  # what every bot is given
    """A bot that takes the first option."""
    return tuple(range(question.low)) if question.low else None


@pytest.mark.parametrize("mode", ["sync", "async"])
def test_many_tables_at_once(mode: str) -> None:
    tables = gymnasium.make_vec(SEAT_ENV, num_envs=2, vectorization_mode=mode, target_vp=2)
    chance = np.random.default_rng(1)
    observation, info = tables.reset(seed=3)
    over = np.zeros(2, bool)
    while not over.all():
        assert observation["action_mask"].any(axis=1).all()
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in observation["action_mask"]])
        observation, _, ended, _, info = tables.step(actions)
        over |= ended
    assert set(info) >= {"winner", "won", "illegal"}
    tables.close()


def play(env: SeatEnv, seed: int) -> tuple[float, list[int]]:
    chance = np.random.default_rng(seed)
    env.reset(seed=seed)
    total, picks = 0.0, []
    while True:
        picks.append(int(chance.choice(np.flatnonzero(env.action_masks()))))
        _, reward, over, cut_off, _ = env.step(picks[-1])
        total += reward
        if over or cut_off:
            return total, picks


@pytest.mark.parametrize(
    "options", [{}, {"players": 4, "seat": None, "view": True}, {"players": 3, "seat": 2, "factions": "draft"}]
)
def test_check_env(options: dict[str, Any]) -> None:
    check_env(gymnasium.make(SEAT_ENV, render_mode="ansi", **options).unwrapped)


@pytest.mark.parametrize("mechanic", MECHANICS)
def test_check_env_with_each_mechanic(mechanic: str) -> None:
    options: dict[str, Any] = {"factions": MECHANICS[mechanic], "target_vp": 5}
    check_env(gymnasium.make(SEAT_ENV, render_mode="ansi", **options).unwrapped)
    assert play(SeatEnv(illegal="raise", **options), 3)[0] in (1.0, 0.0, -1.0)


@pytest.mark.parametrize("opponents", ["random", "tests.envs.test_gymnasium:first_option"])
def test_a_game_to_its_end_is_the_same_for_a_seed(opponents: str) -> None:
    env = SeatEnv(3, opponents, seat=None, target_vp=6, illegal="raise", render_mode="ansi")
    once = play(env, 5)
    assert once[0] in (1.0, -0.5)
    assert play(env, 5) == once
    assert "VP" in str(env.render())


def test_only_the_own_seat_is_asked() -> None:
    env = SeatEnv(4, seat=2, target_vp=4, view=True)
    chance = np.random.default_rng(0)
    _, info = env.reset(seed=3)
    over = False
    while not over:
        assert info["view"]["viewer"] == info["view"]["asked"] == 2
        _, _, over, _, info = env.step(int(chance.choice(np.flatnonzero(env.action_masks()))))
    assert info["winner"] in range(4)


def test_bots_are_one_for_all_or_one_a_seat() -> None:
    assert SeatEnv(3, ["random", "greedy"]).opponents == ["random", "greedy"]
    with pytest.raises(BadSetup, match="2 opponents"):
        SeatEnv(3, ["random"])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"players": 5}, "2 to 4 players"),
        ({"seat": 2}, "no seat 2"),
        ({"seat": -1}, "no seat -1"),
        ({"opponents": "nobody"}, "nobody"),
        ({"illegal": "ignore"}, "ignore"),
    ],
)
def test_mistakes_are_reported_at_once(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(BasebashError, match=message):
        SeatEnv(**wrong)


def test_illegal_actions_raise_on_request() -> None:
    env = SeatEnv(illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAnswer, match="action mask"):
        env.step(0)


def test_a_long_game_is_truncated() -> None:
    env = SeatEnv(max_turns=2)
    assert play(env, 1)[0] == 0.0
    assert env.table.is_cut_off
