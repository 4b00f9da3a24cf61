"""The examples that train, in a short form."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from basebash.envs.observe import MOST_ACTIONS

EXAMPLES = Path(__file__).parents[2] / "examples"
TORCH = "PyTorch and stable-baselines3 are gigabytes and not in the lock: pip install 'basebash[train]' runs this test"


def load(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def plain() -> Any:
    return load("train_numpy")


def test_a_linear_policy_learns_to_win(plain: Any) -> None:
    """From the arrays and the mask alone: untrained it wins 35 to 44 of 100 games against random."""
    learner, won = plain.train(100, seed=1)
    assert len(won) == 100
    assert plain.share_won(learner, 60) >= 0.5  # some sixty in a hundred; a change of the rules moves it by a few


def test_training_is_the_same_for_a_seed(plain: Any) -> None:
    one, other, another = (plain.train(4, seed=seed)[0].weights for seed in (5, 5, 6))
    np.testing.assert_array_equal(one, other)
    assert not np.array_equal(one, another)


def test_only_legal_actions_are_played(plain: Any) -> None:
    env = plain.SeatEnv(2, "random", illegal="raise", target_vp=4)
    env.reset(seed=3)
    pulls, rewards, _ = plain.play(env, plain.Learner(), np.random.default_rng(3))
    assert len(pulls) == len(rewards) > 10
    assert np.abs(pulls).sum() > 0
    assert MOST_ACTIONS >= env.action_masks().sum() > 0


def test_ppo_plays_learns_and_plots(tmp_path: Path) -> None:
    for needed in ("matplotlib", "sb3_contrib", "torch"):
        pytest.importorskip(needed, reason=TORCH, exc_type=ImportError)
    example = load("train_ppo")
    progress = example.train(seconds=60, games=20, target_vp=4)
    assert len(progress.won) >= 20
    assert progress.model.num_timesteps > 1024  # more than one round of learning
    picture = tmp_path / "learning.png"
    example.plot(progress, "random", picture)
    assert picture.read_bytes().startswith(b"\x89PNG")
