"""Trained models play as bots, and the network in NumPy computes what the one in PyTorch was trained to."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from basebash import BadSetup, Game, UnknownName
from basebash.bots import RandomBot, make_bot, play
from basebash.envs.models import model_names
from basebash.envs.models.bot import identities, load, rearranged

REFERENCE = json.loads((Path(__file__).parent.parent / "data" / "attention.json").read_text(encoding="utf-8"))
"""Positions, as arrays, with the scores and the value that PyTorch computed with the same weights."""


def arrays_of(case: dict[str, Any], size: int) -> dict[str, Any]:
    whole = np.zeros(size, np.int16)
    for place, number in case["observation"]:
        whole[place] = number
    return {
        "observation": whole,
        "legal_actions": np.array(case["legal_actions"]),
        "action_features": np.array(case["action_features"], np.int16),
    }


@pytest.mark.parametrize("case", REFERENCE, ids=range(len(REFERENCE)))
def test_scores_are_those_of_the_network_that_was_trained(case: dict[str, Any]) -> None:
    net = load("attention").net
    scores, value = net.scores(arrays_of(case, net.layout.size))
    assert np.allclose(scores, case["scores"], atol=1e-3)
    assert abs(value - case["value"]) < 1e-3


def test_it_beats_random_and_is_the_same_for_a_seed() -> None:
    def share() -> list[float]:
        bots = [(make_bot("model:attention", seed), RandomBot(seed)) for seed in range(6)]
        return [play(Game(2, seed=seed, target_vp=8), pair).result[0] for seed, pair in enumerate(bots)]

    first = share()
    assert sum(first) >= 4
    assert share() == first


def test_embeddings_follow_their_cards() -> None:
    table = np.array([[0], [1], [2]])
    assert rearranged(table, ["Ann", "Ben"], ["Cid", "Ben", "Ann"]).tolist() == [[0], [0], [2], [1]]
    for names in identities().values():
        assert len(set(names)) == len(names)


def test_unknown_models_and_games_for_more_are_refused() -> None:
    assert "attention" in model_names()
    with pytest.raises(UnknownName, match="attention"):
        make_bot("model:atention")
    game = Game(3, seed=1)
    with pytest.raises(BadSetup, match="games for 2"):
        play(game, [make_bot("model:attention"), RandomBot(1), RandomBot(2)])
