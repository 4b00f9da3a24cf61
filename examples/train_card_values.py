"""Fit values of single cards to recorded games, in addition to the bots' evaluation of a position.

    python -m tools.training_games --to ../games --games 100000 --workers 16
    PYTHONPATH=. python examples/train_card_values.py ../games --into ../values --workers 16

Needs SciPy; with CuPy it runs on a GPU. Each player's score gets the values of their features (`tools.card_features`),
and the softmax of `basebash.bots.evaluate` turns scores into chances. The fit is by maximum likelihood with a normal
prior on each value; a game counts as one observation, however many of its positions are used. How strong a faction is
decides no move, so each has a strength of its own that takes this part, and that is dropped afterwards. Models that
lack something are fitted too, to see what each part predicts on games that were left out.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

from basebash import CARDS, FACTIONS
from basebash.bots.evaluate import LESS_SURE, SURE_AT_END
from tools.card_features import PLACES, SEATS, Positions, group_of_cards, load

try:
    import cupy as xp
    from cupyx.scipy.sparse import csr_matrix

    xp.zeros(1).sum()  # fails without a device
except Exception:  # noqa: BLE001  # whatever is wrong with it, the processor can do it
    xp = np
    csr_matrix = sparse.csr_matrix

HELD_OUT = 4  # one game in so many is left out of the fit
TARGET = 15.0
SPREAD_OF_GROUPS = 0.3  # standard deviations of the priors, in victory points
SPREAD_OF_FACTIONS = 0.5
STEPS = 60
COLUMNS = len(PLACES) * len(CARDS)
GROUPS = group_of_cards()
GROUP_COUNT = int(GROUPS.max()) + 1


class Parts(NamedTuple):
    """What a model has besides the two numbers of the softmax."""

    groups: bool = False
    factions: bool = False
    spread: float = 0.0  # of the values of single cards; 0 for none
    places: tuple[int, ...] = tuple(range(len(PLACES)))


MODELS = {
    "softmax refitted": Parts(),
    "kinds": Parts(groups=True),
    "kinds, factions": Parts(groups=True, factions=True),
    "cards 0.1": Parts(groups=True, spread=0.1),
}
TO_CHOOSE_FROM = {f"cards {spread}, factions": Parts(True, True, spread) for spread in (0.05, 0.1, 0.2)}
SMALLER = {"without discard piles": (0, 1, 3, 4, 5), "hand and play only": (0, 1)}


class Data:
    """Positions on the device."""

    def __init__(self, found: Positions, rows: np.ndarray) -> None:
        count = found.counts[rows].ravel().astype(np.int64)
        columns = found.features[np.repeat(rows, found.counts.sum(1))].astype(np.int32)
        starts = np.concatenate([[0], count.cumsum()])
        ones = np.ones(len(columns), np.float32)
        # Rows are position and seat. Only a transposed copy is quick for the gradient.
        matrix = sparse.csr_matrix((ones, columns, starts), shape=(len(count), COLUMNS))
        seat, place = np.divmod(np.flatnonzero(found.factions[rows].ravel() >= 0), 2)
        pair = found.factions[rows].ravel()[2 * seat + place]
        strength = sparse.csr_matrix((np.ones(len(seat), np.float32), (seat, pair)), shape=(len(count), len(FACTIONS)))
        self.cards, self.cards_across = csr_matrix(matrix), csr_matrix(matrix.T.tocsr())
        self.factions, self.factions_across = csr_matrix(strength), csr_matrix(strength.T.tocsr())
        self.score, self.won = xp.asarray(found.score[rows]), xp.asarray(found.won[rows])
        self.left = xp.asarray(found.left[rows])
        self.to_go = (TARGET - self.score.max(axis=1)).clip(0.0) / TARGET
        self.game = found.game[rows]
        self.games = len(np.unique(self.game))
        self.of_two = (found.score[rows] > -1e5).sum(1) == 2


class Model:
    """Scores with values of cards, of groups of cards and of factions, as one vector of weights."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.mask = np.zeros((len(PLACES), 1, 1), np.float32)
        self.mask[list(parts.places)] = 1.0
        shapes = {
            "width": (2,),
            "by_group": (len(PLACES), GROUP_COUNT, 2),
            "by_card": (len(PLACES), len(CARDS), 2),
            "by_faction": (len(FACTIONS),),
        }
        self.weights = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()))
        self.at: dict[str, tuple[slice, tuple[int, ...]]] = {}
        start = 0
        for name, shape in shapes.items():
            self.at[name] = slice(start, start + int(np.prod(shape))), shape
            start += int(np.prod(shape))
        self.precision = np.zeros(len(self.weights))
        self.part("by_group", self.precision)[:] = SPREAD_OF_GROUPS**-2
        self.part("by_card", self.precision)[:] = parts.spread**-2 if parts.spread else 0.0
        self.part("by_faction", self.precision)[:] = SPREAD_OF_FACTIONS**-2
        self.part("width")[:] = SURE_AT_END, LESS_SURE * TARGET

    def part(self, name: str, of: np.ndarray | None = None) -> np.ndarray:
        """Return one part of the weights, or of an array like them."""
        where, shape = self.at[name]
        return (self.weights if of is None else of)[where].reshape(shape)

    def values(self) -> np.ndarray:
        """Return the value of each card in each place: at the end of the game, and how much more at its start."""
        total = np.zeros(self.at["by_card"][1], np.float32)
        if self.parts.groups:
            total += self.part("by_group")[:, GROUPS]
        if self.parts.spread:
            total += self.part("by_card")
        return total * self.mask

    def logs(self, data: Data) -> tuple[Any, Any, Any]:
        """Return the log of everybody's chances, their scores and the width of the softmax."""
        sums = (data.cards @ xp.asarray(self.values().reshape(-1, 2))).reshape(-1, SEATS, 2)
        score = data.score + sums[..., 0] + data.left[:, None] * sums[..., 1]
        if self.parts.factions:
            score = score + (data.factions @ xp.asarray(self.part("by_faction").astype(np.float32))).reshape(-1, SEATS)
        width = float(self.part("width")[0]) + float(self.part("width")[1]) * data.to_go
        logit = score / width[:, None]
        logit = logit - logit.max(axis=1, keepdims=True)
        return logit - xp.log(xp.exp(logit).sum(axis=1, keepdims=True)), score, width

    def surprise(self, data: Data) -> np.ndarray:
        """Return the log-loss of each position."""
        found = self.logs(data)[0]
        losses = -(data.won * found.clip(-50.0)).sum(axis=1)
        return losses if xp is np else losses.get()

    def slope(self, data: Data) -> tuple[float, np.ndarray]:
        """Return what is minimised, and its gradient."""
        found, score, width = self.logs(data)
        loss = float(-(data.won * found.clip(-50.0)).sum()) / len(data.game)
        off = (xp.exp(found) - data.won) / (width[:, None] * len(data.game))  # by score
        gradient = np.zeros_like(self.weights)

        def host(values: Any) -> np.ndarray:
            return values if xp is np else values.get()

        by_width = -(off * score.clip(-1e3)).sum(axis=1) / width
        self.part("width", gradient)[:] = float(by_width.sum()), float((by_width * data.to_go).sum())
        two = xp.stack([off.ravel(), (off * data.left[:, None]).ravel()], axis=1).astype(np.float32)
        by_value = host(data.cards_across @ two).reshape(self.at["by_card"][1]) * self.mask
        if self.parts.spread:
            self.part("by_card", gradient)[:] = by_value
        if self.parts.groups:
            np.add.at(self.part("by_group", gradient), (slice(None), GROUPS), by_value)
        if self.parts.factions:
            self.part("by_faction", gradient)[:] = host(data.factions_across @ two[:, 0])
        prior = self.precision / data.games
        return loss + 0.5 * float((prior * self.weights**2).sum()), gradient + prior * self.weights

    def fit(self, data: Data) -> Model:
        """Find the most likely weights."""

        def at(weights: np.ndarray) -> tuple[float, np.ndarray]:
            self.weights = weights
            return self.slope(data)

        self.weights = minimize(at, self.weights, jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x
        return self

    def store(self, path: Path) -> None:
        """Write the values of all cards, without the strength of factions, and the numbers of the softmax."""
        np.savez_compressed(
            path,
            places=np.array(PLACES),
            cards=np.array(json.dumps([card.key for card in CARDS])),
            values=self.values().astype(np.float16),
            groups=self.part("by_group").astype(np.float16),
            width=self.part("width"),
            factions=self.part("by_faction"),
        )


def compare(mine: np.ndarray, other: np.ndarray, game: np.ndarray) -> tuple[float, float]:
    """Return the difference of two log-losses and its standard error, with the game as the unit."""
    difference = mine - other
    mean = difference.mean()
    by_game = np.bincount(np.unique(game, return_inverse=True)[1], difference - mean)
    return float(mean), float(np.sqrt((by_game**2).sum()) / len(difference))


class Study:
    """Models fitted to the same games, and what they predict on others."""

    def __init__(self, found: Positions, into: Path, most: int | None) -> None:
        self.start = time.monotonic()
        self.into = into
        out = found.game // 8 % HELD_OUT == 0  # the number of players depends on the game's number modulo 8
        kept = np.unique(found.game[~out])[:most]
        self.train, self.test = Data(found, np.isin(found.game, kept)), Data(found, out)
        self.losses: dict[str, np.ndarray] = {}
        train, test = self.train, self.test
        self.say(
            f"{train.games} games, {len(train.game)} positions; held out {test.games}, {len(test.game)}; {xp.__name__}"
        )
        self.losses["today"] = Model(Parts()).surprise(test)
        self.say(
            f"{'today':36} {self.losses['today'].mean():.4f} (2 players {self.losses['today'][test.of_two].mean():.4f})"
        )

    def say(self, text: str) -> None:
        """Print, and write to the report."""
        print(f"{time.monotonic() - self.start:5.0f} s  {text}", flush=True)
        with (self.into / "report.txt").open("a", encoding="utf-8") as report:
            report.write(text + "\n")

    def fit(self, name: str, parts: Parts, than: str) -> Model:
        """Fit a model and compare what it predicts."""
        model = Model(parts).fit(self.train)
        losses = self.losses[name] = model.surprise(self.test)
        gain, error = compare(losses, self.losses[than], self.test.game)
        two, fitted = losses[self.test.of_two].mean(), model.surprise(self.train).mean()
        numbers = f"{losses.mean():.4f} (2 players {two:.4f}; fitted on {fitted:.4f})"
        self.say(f"{name:36} {numbers}  {gain:+.4f} ± {error:.4f} than {than}")
        model.store(self.into / f"{name.replace(', ', '-').replace(' ', '_')}.npz")
        return model


def main() -> None:
    """Fit all models, report, and store them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=Path, help="the folder with the games")
    parser.add_argument("--into", type=Path, required=True, help="the folder for values and report")
    parser.add_argument("--workers", type=int, default=1, help="how many processes replay the games")
    parser.add_argument("--most", type=int, help="fit to so many games only, for a learning curve")
    given = parser.parse_args()
    given.into.mkdir(parents=True, exist_ok=True)
    study = Study(load(given.games, given.workers), given.into, given.most)
    for name, parts in MODELS.items():
        study.fit(name, parts, "today")
    for name, parts in TO_CHOOSE_FROM.items():
        study.fit(name, parts, "kinds, factions")
    best = min(TO_CHOOSE_FROM, key=lambda name: study.losses[name].mean())
    study.say(f"best: {best}")
    for name, places in SMALLER.items():
        study.fit(f"{best}, {name}", TO_CHOOSE_FROM[best]._replace(places=places), best)


if __name__ == "__main__":
    main()
