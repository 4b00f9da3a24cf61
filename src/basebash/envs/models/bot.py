"""A trained network as a bot."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from basebash.bots import Ask, Bot, Copies
from basebash.engine import CARDS, Answer, BadSetup, Setup, UnknownName, View
from basebash.envs.card_index import CardIndex
from basebash.envs.models import reading
from basebash.envs.models.network import AttentionNet
from basebash.envs.policy import PolicyBot


class ModelBot(Bot):
    """Picks what the network scores highest; with a `temperature`, it picks at random by the scores.

    >>> from basebash import Game
    >>> from basebash.bots import RandomBot, play
    >>> play(Game(2, seed=1, target_vp=3), [load("attention"), RandomBot(2)]).is_over
    True
    """

    def __init__(self, net: AttentionNet, seed: int = 0, *, temperature: float = 0.0) -> None:
        super().__init__(seed)
        self.net = net
        self._temperature = temperature
        self._policy = PolicyBot(self._pick, seed, Setup().sets, observation="v2")
        self.recent = self._policy.recent

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        """Return the picks of the network as one answer."""
        if len(view.data["players"]) != reading.PLAYERS:
            raise BadSetup(f"This model plays games for {reading.PLAYERS}.")
        return self._policy.choose(view, question, copies)

    def _pick(self, arrays: dict[str, NDArray[np.int16]]) -> int:
        scores, _ = self.net.scores(arrays)
        if self._temperature:
            noise = [self.chance.random() for _ in scores]
            scores = scores / self._temperature - np.log(-np.log(np.clip(noise, 1e-9, 1 - 1e-9)))  # Gumbel's trick
        return int(arrays["legal_actions"][scores.argmax()])


def model_names() -> list[str]:
    """Return the names of the models, as `make_bot` takes them after "model:"."""
    return sorted(file.name.removesuffix(".npz") for file in files(__package__).iterdir() if file.name.endswith(".npz"))


def load(name: str, seed: int = 0) -> ModelBot:
    """Return the bot that plays with a model."""
    if name not in model_names():
        raise UnknownName("model", name, model_names())
    return ModelBot(_network(name), seed)


def identities() -> dict[str, list[str]]:
    """Return the names of the cards and of the factions whose embeddings a network has, in their order.

    They are stored with the weights, so that a model still knows its cards after others have joined the catalogue.
    """
    index = CardIndex.of()
    cards = [f"{CARDS[number].faction.name}/{CARDS[number].name}" for number in index.cards]
    return {"card": cards, "faction": list(index.id_of_faction)}


@cache
def _network(name: str) -> AttentionNet:
    with (files(__package__) / f"{name}.npz").open("rb") as file, np.load(file) as stored:
        weights = dict(stored)
    for kind, names in identities().items():
        weights[f"embed.{kind}"] = rearranged(weights[f"embed.{kind}"], weights.pop(f"names.{kind}").tolist(), names)
    return AttentionNet(weights)


def rearranged(table: NDArray[Any], learned: list[str], names: list[str]) -> NDArray[Any]:
    """Return the embeddings in the order of these names; whatever has none gets that of nothing, which is row 0."""
    row_of = {name: row for row, name in enumerate(learned, 1)}
    return table[[0, *(row_of.get(name, 0) for name in names)]]
