"""Estimates with their uncertainty. All intervals are of 95 %.

The fit of strengths is our own: packages for Bradley-Terry and Plackett-Luce models rate *items*, while here a
player's strength is a sum (of two factions, their place in the order of turns and their bot), and all of them are
wanted with their covariance. That is a conditional logit, which Newton's method solves in a few steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, sqrt

import numpy as np
import numpy.typing as npt

Z = 1.959964  # 95 %
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Wilson's interval for a share; with no games at all it could be anything.

    >>> [round(bound, 3) for bound in wilson(8, 10)]
    [0.49, 0.943]
    """
    if games <= 0:
        return 0.0, 1.0
    share = wins / games
    middle = share + Z * Z / (2 * games)
    spread = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    below = 1 + Z * Z / games
    return max(0.0, (middle - spread) / below), min(1.0, (middle + spread) / below)


def rate_interval(count: float, time: float) -> tuple[float, float]:
    """The interval of how often something happens a unit of time, seen so often in so much of it."""
    if time <= 0:
        return 0.0, 0.0
    half = exp(Z / sqrt(count + 0.5))
    return count / time / half, (count + 0.5) / time * half


def chance(strength: float) -> float:
    """A strength as the chance to beat an average opponent.

    >>> chance(0.0), round(chance(1.0), 2)
    (0.5, 0.73)
    """
    return 1 / (1 + exp(-strength))


@dataclass(frozen=True)
class Prior:
    """What is known of each strength beforehand: a mean and a standard deviation."""

    mean: Floats
    deviation: Floats


@dataclass(frozen=True)
class Fit:
    """Strengths with their covariance, and what the model expected of each seat of each game."""

    strength: Floats
    covariance: Floats
    expected: Floats  # games by seats

    @property
    def error(self) -> Floats:
        """The standard errors."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    def contrast(self, weights: Floats) -> Estimate:
        """A weighted sum of strengths, with its standard error."""
        return Estimate(float(weights @ self.strength), sqrt(max(0.0, float(weights @ self.covariance @ weights))))


def fit_winners(features: list[Ints], won: Floats, groups: list[int], *, prior: float | Prior = 2.0) -> Fit:
    """Strengths such that the chance to win is in proportion to the exponential of a player's sum of strengths.

    `features[k]` holds for each game and seat the number of that seat's k-th feature, or -1 for an empty chair.
    `won` holds what that seat got of the win.

    `groups` says how many features of a kind there are, in order of their numbers: within a kind strengths add up to
    0, since only differences matter. With two players this is Bradley and Terry's model, with more that of Plackett
    and Luce for who comes first. `prior` is the standard deviation of a normal prior, wide enough to matter only
    where there are next to no games. With a `Prior` the strengths stay as they are, since it says where 0 is.
    """
    count = sum(groups)
    known = prior if isinstance(prior, Prior) else Prior(np.zeros(count), np.full(count, prior))
    precision = 1 / known.deviation**2
    places = [np.maximum(feature, 0) for feature in features]
    strength = known.mean.copy()
    expected = won
    information = np.eye(count)
    for _ in range(30):
        expected = _expected(features, strength)
        gradient = (known.mean - strength) * precision
        for place in places:
            gradient += np.bincount(place.ravel(), (won - expected).ravel(), count)
        information = np.diag(precision) + _information(places, expected, count)
        step = np.linalg.solve(information, gradient)
        strength = strength + step
        if np.max(np.abs(step)) < 1e-9:
            break
    if isinstance(prior, Prior):
        return Fit(strength, np.linalg.inv(information).astype(np.float64), expected)
    centre = _centring(groups)
    return Fit(centre @ strength, centre @ np.linalg.inv(information) @ centre.T, expected)


def _information(places: list[Ints], expected: Floats, count: int) -> Floats:
    """How much the games tell about each pair of strengths."""
    total = np.zeros(count * count)
    seats = expected.shape[1]
    for one in range(seats):
        for other in range(seats):
            weight = -expected[:, one] * expected[:, other]
            if one == other:
                weight += expected[:, one]
            for place in places:
                for other_place in places:
                    total += np.bincount(place[:, one] * count + other_place[:, other], weight, count * count)
    table: Floats = total.reshape(count, count)
    return table


def _expected(features: list[Ints], strength: Floats) -> Floats:
    total = np.zeros(features[0].shape)
    for feature in features:
        total += np.where(feature >= 0, strength[np.maximum(feature, 0)], 0.0)
    weights: Floats = np.where(features[0] >= 0, np.exp(total), 0.0)
    shares: Floats = weights / weights.sum(axis=1, keepdims=True)
    return shares


def _centring(groups: list[int]) -> Floats:
    """Takes the mean of its group from each strength."""
    centre = np.eye(sum(groups))
    start = 0
    for size in groups:
        centre[start : start + size, start : start + size] -= 1 / size
        start += size
    return centre


def shrunk(surplus: Floats, information: Floats, *, fitted: int = 0) -> tuple[Floats, Floats, float]:
    """Many small effects at once: each drawn towards 0 by as much as all of them together look like chance.

    `surplus` is wins beyond what was expected, `information` their variance, `fitted` how many strengths were fitted
    to the same games, which takes that share of the effects away. Gives the effects, their standard errors and the
    standard deviation of the true effects (empirical Bayes, by the method of moments).
    """
    seen = information > 0
    safe = np.where(seen, information, 1.0)
    raw = np.where(seen, surplus / safe, 0.0)
    weight = np.where(seen, information, 0.0)
    if weight.sum() == 0:
        return np.zeros_like(raw), np.full_like(raw, np.inf), 0.0
    count = int(seen.sum())
    left = max(count - fitted, 1) / count
    variance = float((weight * (raw**2 / left - 1 / safe)).sum() / weight.sum())
    # Chance can make it 0 or less; it may still be as large as the error of this very estimate.
    variance = max(variance, sqrt(2 * count) / float(weight.sum()))
    precision = weight + 1 / variance
    return raw * weight / precision, 1 / np.sqrt(precision), sqrt(variance)


@dataclass(frozen=True)
class Estimate:
    """A number with its standard error."""

    value: float
    error: float

    @property
    def low(self) -> float:
        """Where its interval begins."""
        return self.value - Z * self.error

    @property
    def high(self) -> float:
        """Where its interval ends."""
        return self.value + Z * self.error


UNKNOWN = Estimate(float("nan"), float("nan"))


def mean_of(total: float, squares: float, count: float) -> Estimate:
    """A mean, from the sum of so many numbers and the sum of their squares."""
    mean = total / count
    return Estimate(mean, sqrt(max(0.0, squares / count - mean * mean) / count))


def wins_by_drawing(drawn: Floats, copies: Floats, won: Floats, seats: Floats) -> tuple[Estimate, Estimate, Estimate]:
    """How often the owner wins for a copy that came, and for one that did not, and the difference.

    Each entry is a kind of seat, of which there are `seats`: so many of so many copies came, and it won or not.
    Copies of one seat hang together, so the errors count seats, not copies. To each side a seat that won and one that
    lost are added (Agresti and Caffo), which makes the intervals hold with few games and does not matter with many.
    """
    if not (drawn * seats).sum() or not ((copies - drawn) * seats).sum():
        return UNKNOWN, UNKNOWN, UNKNOWN
    each = float((copies * seats).sum() / seats.sum())
    drawn = np.concatenate([drawn, [each, each, 0.0, 0.0]])
    left = np.concatenate([copies, [each] * 4]) - drawn
    won = np.concatenate([won, [1.0, 0.0, 1.0, 0.0]])
    seats = np.concatenate([seats, np.ones(4)])
    all_drawn, all_left = float((drawn * seats).sum()), float((left * seats).sum())
    with_it = float((drawn * won * seats).sum()) / all_drawn
    without = float((left * won * seats).sum()) / all_left
    pull, push = drawn * (won - with_it) / all_drawn, left * (won - without) / all_left
    return (
        Estimate(with_it, sqrt(float((pull**2 * seats).sum()))),
        Estimate(without, sqrt(float((push**2 * seats).sum()))),
        Estimate(with_it - without, sqrt(float(((pull - push) ** 2 * seats).sum()))),
    )


def quantile_interval(values: Floats, counts: Floats, share: float) -> tuple[float, float, float]:
    """The value below which such a share of the numbers lies, with its interval; `values` are sorted."""
    upto = np.cumsum(counts) / counts.sum()
    half = Z * sqrt(share * (1 - share) / float(counts.sum()))
    at = [
        float(values[min(len(values) - 1, int(np.searchsorted(upto, where)))])
        for where in (share, share - half, share + half)
    ]
    return at[0], at[1], at[2]
