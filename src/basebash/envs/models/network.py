"""A network that attends to the cards in sight and scores the legal actions, in NumPy alone.

Tokens are the table, the bases and the cards in sight. After two blocks of attention each legal action is scored by
what it is, the tokens of its card and its base, and the token of the table. `examples/train_attention.py` has the
same network in PyTorch and trains it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from basebash.envs.actions import Actions
from basebash.envs.models import reading
from basebash.envs.v2.columns import ACTION_AT, BASE_AT, CARD_AT, PLAYERS, TABLE_AT, layout_of

Floats = NDArray[np.float32]
Ints = NDArray[Any]
_FACTIONS = (PLAYERS.index("faction_1"), PLAYERS.index("faction_2"))


class AttentionNet:
    """The network with its weights, for one observation at a time."""

    def __init__(self, weights: Mapping[str, NDArray[Any]]) -> None:
        self.weights: dict[str, Floats] = {name: weights[name].astype(np.float32) for name in weights}
        self.layout = layout_of(Actions.of(reading.PLAYERS))

    def scores(self, arrays: Mapping[str, NDArray[Any]]) -> tuple[Floats, float]:
        """Return a score for each listed legal action, and the value of the position from -1 to 1."""
        part, whole = self.layout.part, arrays["observation"]
        cards, bases = part(whole, "cards"), part(whole, "bases")
        seen = np.isin(cards[:, CARD_AT["zone"]], reading.SEEN_ZONES) | (cards[:, reading.MARKS] > 0).any(axis=1)
        rows = np.flatnonzero(seen)[: reading.TOKENS]
        there = np.flatnonzero(bases[:, BASE_AT["card"]])
        tokens = np.concatenate(
            [self._table(whole)[None], self._bases(bases[there], there + 1), self._cards(cards[rows])]
        )
        tokens = self._attend(tokens)
        features = arrays["action_features"][arrays["legal_actions"] >= 0]
        token_of_row = np.zeros(len(cards) + 1, np.int64)
        token_of_row[rows + 1] = np.arange(len(rows)) + 1 + len(there)
        token_of_place = np.zeros(len(bases) + 2, np.int64)
        token_of_place[there + 1] = np.arange(len(there)) + 1
        scores = self._score(
            features,
            tokens,
            token_of_row[features[:, ACTION_AT["row"]]],
            token_of_place[features[:, ACTION_AT["place"]]],
        )
        state = np.concatenate([tokens[0], tokens.mean(axis=0)])
        value = self._linear("value2", np.maximum(self._linear("value1", state), 0))
        return scores, float(np.tanh(value[0]))

    # ------------------------------------------------------------------------------------------- tokens
    def _table(self, whole: Ints) -> Floats:
        table, players, plays = (self.layout.part(whole, name) for name in ("table", "players", "plays"))
        counts = [np.count_nonzero(plays[:, 0] == kind + 1) / 2 for kind in range(reading.PLAY_KINDS)]
        pieces = [
            self._embed("phase", table[TABLE_AT["phase"]]),
            self._embed("question", table[TABLE_AT["question"]]),
            self._embed("who", table[TABLE_AT["turn_player"]]),
            self._embed("card", table[TABLE_AT["source"]]),
            self._embed("card", table[TABLE_AT["started_card"]]),
            self._embed("place", table[TABLE_AT["started_place"]]),
            _scaled(table, reading.TABLE),
            np.array(counts, np.float32),
        ]
        for player in players:
            pieces.append(_scaled(player, reading.PLAYER))
            pieces.append(self._embed("faction", player[[*_FACTIONS]]).sum(axis=0))
        return self._linear("table", np.concatenate(pieces))

    def _bases(self, bases: Ints, places: Ints) -> Floats:
        pieces = [
            self._embed("card", bases[:, BASE_AT["card"]]), self._embed("place", places), _scaled(bases, reading.BASE)
        ]  # fmt: skip
        return self._linear("base", np.concatenate(pieces, axis=1))

    def _cards(self, cards: Ints) -> Floats:
        pieces = [
            *(self._embed(name, cards[:, CARD_AT[column]]) for name, column in CARD_EMBEDDINGS),
            _scaled(cards, reading.CARD),
        ]
        return self._linear("card", np.concatenate(pieces, axis=1))

    # ------------------------------------------------------------------------------------------- layers
    def _embed(self, name: str, ids: Any) -> Floats:
        table = self.weights[f"embed.{name}"]
        found: Floats = table[np.clip(ids, 0, len(table) - 1)]
        return found

    def _linear(self, name: str, x: Floats) -> Floats:
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def _normal(self, name: str, x: Floats) -> Floats:
        middle = x - x.mean(axis=-1, keepdims=True)
        spread = np.sqrt((middle**2).mean(axis=-1, keepdims=True) + 1e-5)
        found: Floats = middle / spread * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]
        return found

    def _attend(self, tokens: Floats) -> Floats:
        size = reading.WIDTH // reading.HEADS
        for block in range(reading.BLOCKS):
            x = self._linear(f"mix{block}", self._normal(f"norm{block}a", tokens))
            query, key, value = (
                piece.reshape(len(x), reading.HEADS, size).transpose(1, 0, 2) for piece in np.split(x, 3, axis=1)
            )
            likeness = query @ key.transpose(0, 2, 1) / np.float32(np.sqrt(size))
            weight = np.exp(likeness - likeness.max(axis=2, keepdims=True))
            weight /= weight.sum(axis=2, keepdims=True)
            heads = (weight @ value).transpose(1, 0, 2).reshape(len(x), reading.WIDTH)
            tokens = tokens + self._linear(f"join{block}", heads)
            x = np.maximum(self._linear(f"widen{block}", self._normal(f"norm{block}b", tokens)), 0)
            tokens = tokens + self._linear(f"narrow{block}", x)
        return self._normal("norm", tokens)

    def _score(self, features: Ints, tokens: Floats, card_tokens: Ints, base_tokens: Ints) -> Floats:
        """Token 0, the table, stands for a card or base that an action does not have: it is masked out."""
        pieces = [
            tokens[card_tokens] * (card_tokens > 0)[:, None],
            tokens[base_tokens] * (base_tokens > 0)[:, None],
            np.broadcast_to(tokens[0], (len(features), reading.WIDTH)),
            *(self._embed(name, features[:, ACTION_AT[column]]) for name, column in ACTION_EMBEDDINGS),
            _scaled(features, reading.ACTION),
        ]
        hidden = np.maximum(self._linear("action1", np.concatenate(pieces, axis=1)), 0)
        return self._linear("action2", hidden)[:, 0]


CARD_EMBEDDINGS = (("card", "card"), ("zone", "zone"), ("who", "whose"), ("place", "place"))
ACTION_EMBEDDINGS = (("kind", "kind"), ("card", "card"), ("faction", "faction"), ("who", "player"))
"""Which columns are identities, by the name of their embedding."""


def _scaled(rows: Ints, columns: Sequence[tuple[int, int]]) -> Floats:
    """Return some columns, each divided by its number and cut to a range."""
    where = [column for column, _ in columns]
    divisors = np.array([by for _, by in columns], np.float32)
    found: Floats = np.clip(rows[..., where].astype(np.float32) / divisors, -reading.CLIP, reading.CLIP)
    return found
