"""The example that trains, in a short form."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

for needed in ("gymnasium", "matplotlib", "sb3_contrib", "torch"):
    pytest.importorskip(needed, exc_type=ImportError)

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_ppo.py"


@pytest.fixture(scope="module")
def example() -> Any:
    spec = importlib.util.spec_from_file_location("train_ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_training_plays_learns_and_plots(example: Any, tmp_path: Path) -> None:
    progress = example.train(seconds=60, games=20, target_vp=4)
    assert len(progress.won) >= 20
    assert progress.model.num_timesteps > 1024  # more than one round of learning
    picture = tmp_path / "learning.png"
    example.plot(progress, "random", picture)
    assert picture.read_bytes().startswith(b"\x89PNG")
