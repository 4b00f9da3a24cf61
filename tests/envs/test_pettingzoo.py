"""PettingZoo's own tests, and what they leave out."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test

from basebash import BadSetup, IllegalAnswer, NotNow
from basebash.envs import pettingzoo

from .helpers import MECHANICS

# Both say that an observation should be one plain array. PettingZoo's own card games have a dict with a mask as well,
# and are excused by name.
dict_observations = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
)


@dict_observations
@pytest.mark.parametrize("players", [2, 3, 4])
def test_api(players: int) -> None:
    api_test(pettingzoo.env(players, vp_reward=0.1), num_cycles=200)


@dict_observations
@pytest.mark.parametrize("mechanic", MECHANICS)
def test_api_with_each_mechanic(mechanic: str) -> None:
    api_test(pettingzoo.env(2, factions=MECHANICS[mechanic], target_vp=6), num_cycles=120)


@dict_observations
def test_api_in_cycles() -> None:
    api_test(pettingzoo.env(3, max_cycles=60), num_cycles=60)


@pytest.mark.parametrize("players", [2, 4])
def test_seed(players: int) -> None:
    seed_test(lambda: pettingzoo.env(players, factions="draft"), num_cycles=80)


def test_max_cycles() -> None:
    max_cycles_test(pettingzoo)


def test_parallel_api() -> None:
    parallel_api_test(pettingzoo.parallel_env(3), num_cycles=150)


def test_parallel_seed() -> None:
    parallel_seed_test(pettingzoo.parallel_env, num_cycles=80)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_to_its_end(players: int) -> None:
    env = pettingzoo.env(players, target_vp=5, illegal="raise", render_mode="ansi")
    env.reset(seed=4)
    chance = np.random.default_rng(4)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    asked = set()
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        totals[agent] += reward
        assert info["view"]["viewer"] == env.possible_agents.index(agent)
        if termination or truncation:
            env.step(None)
            continue
        asked.add(agent)
        assert info["view"]["asked"] == info["view"]["viewer"]
        env.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    assert asked == set(env.possible_agents)
    assert sorted(totals.values()) == pytest.approx([-1 / (players - 1)] * (players - 1) + [1])
    assert "VP" in env.render()


def test_illegal_actions_are_counted_or_raise() -> None:
    env = pettingzoo.env(2)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)
    assert env.unwrapped.illegal[agent] == 1
    strict = pettingzoo.env(2, illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAnswer):
        strict.step(0)


def test_a_view_is_that_of_its_moment() -> None:
    env = pettingzoo.env(2)
    env.reset(seed=1)
    first, _, _, _, info = env.last()
    assert info["view"] == env.unwrapped.view(env.agent_selection)
    env.step(int(first["legal_actions"][0]))
    later = env.last()[4]
    env.step(int(env.last()[0]["legal_actions"][0]))
    assert info["view"]["viewer"] in (0, 1)  # it was made in time
    with pytest.raises(NotNow, match="moved on"):
        later["view"]
    with pytest.raises(KeyError):
        later["mood"]


def test_nothing_is_shown_before_the_first_game() -> None:
    env = pettingzoo.env(2)
    with pytest.raises(AttributeError, match="before reset"):
        env.last()


def test_vp_reward_is_what_others_lose() -> None:
    env = pettingzoo.env(2, vp_reward=0.5, target_vp=4)
    env.reset(seed=2)
    chance = np.random.default_rng(2)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        env.step(None if termination or truncation else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
    vp = env.unwrapped.table.vp
    winner = env.unwrapped.table.game.winner
    assert totals["player_0"] == pytest.approx(0.5 * (vp[0] - vp[1]) + (1 if winner == 0 else -1))
    assert totals["player_1"] == pytest.approx(-totals["player_0"])


def test_there_are_two_to_four_players() -> None:
    with pytest.raises(BadSetup):
        pettingzoo.env(5)
