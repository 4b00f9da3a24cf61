"""Estimates with their uncertainty. All intervals are 95 % intervals.

Strengths are fitted here because packages for Bradley-Terry and Plackett-Luce models rate *items*, while a player's
strength is a sum (of two factions, their place in the order of turns and their bot), and all of these are needed with
their covariance. That is a conditional logit, which Newton's method solves in a few steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, inf, sqrt

import numpy as np
import numpy.typing as npt

Z = 1.959964  # 95 %
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of some values and its 95 % interval; without any the interval has no bounds.

    >>> [round(number, 2) for number in mean_interval([1, 2, 3, 4])]
    [2.5, 1.23, 3.77]
    """
    count = len(values)
    if count < 2:
        return (values[0] if values else 0.0), -inf, inf
    mean = sum(values) / count
    spread = Z * sqrt(sum((value - mean) ** 2 for value in values) / (count - 1) / count)
    return mean, mean - spread, mean + spread


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Wilson's interval for a share; (0, 1) without any games.

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
    """Return the interval of a rate, from this many events in this much time."""
    if time <= 0:
        return 0.0, 0.0
    half = exp(Z / sqrt(count + 0.5))
    return count / time / half, (count + 0.5) / time * half


def clear_of_chance(values: Floats, lows: Floats, highs: Floats, rate: float = 0.05) -> npt.NDArray[np.bool_]:
    """Return which of many values differ from zero, such that about `rate` of those returned do so by chance alone.

    With 90 intervals of 95 %, four or five miss zero by chance. This is the procedure of Benjamini and Hochberg, which
    controls the false discovery rate. The intervals are taken as those of a normal distribution.

    >>> values = np.array([0.1, 3.0, 0.3, -4.0, 2.1])
    >>> clear_of_chance(values, values - Z, values + Z).tolist()  # 2.1 alone would be clear of zero
    [False, True, False, True, False]
    """
    known = np.isfinite(values) & np.isfinite(lows) & np.isfinite(highs) & (highs > lows)
    z = np.zeros(len(values))
    z[known] = np.abs(values[known]) * 2 * Z / (highs[known] - lows[known])
    chances = np.array([erfc(float(each) / sqrt(2)) for each in z])
    order = np.argsort(chances)
    passed = chances[order] <= rate * np.arange(1, len(values) + 1) / max(1, len(values))
    clear = np.zeros(len(values), dtype=np.bool_)
    if passed.any():
        clear[order[: int(np.flatnonzero(passed)[-1]) + 1]] = True
    return clear


def chance(strength: float) -> float:
    """Convert a strength to the chance of beating an average opponent.

    >>> chance(0.0), round(chance(1.0), 2)
    (0.5, 0.73)
    """
    return 1 / (1 + exp(-strength))


@dataclass(frozen=True)
class Prior:
    """Prior knowledge of each strength: a mean and a standard deviation."""

    mean: Floats
    deviation: Floats


@dataclass(frozen=True)
class Fit:
    """Strengths with their covariance, and the expected result of each seat of each game."""

    strength: Floats
    covariance: Floats
    expected: Floats  # games by seats

    @property
    def error(self) -> Floats:
        """Return the standard errors."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    def contrast(self, weights: Floats) -> Estimate:
        """Return a weighted sum of strengths with its standard error."""
        return Estimate(float(weights @ self.strength), sqrt(max(0.0, float(weights @ self.covariance @ weights))))


def fit_winners(features: list[Ints], won: Floats, groups: list[int], *, prior: float | Prior = 2.0) -> Fit:
    """Fit strengths such that the chance to win is proportional to the exponential of the sum of a player's strengths.

    `features[k]` holds for each game and seat the number of that seat's k-th feature, or -1 for an empty seat. `won`
    holds the seat's share of the win. `groups` gives the number of features of each kind, in order of their numbers:
    within a kind strengths add up to 0, because only differences matter. With two players this is the model of Bradley
    and Terry, with more that of Plackett and Luce for the first place. `prior` is the standard deviation of a normal
    prior, wide enough to matter only where there are almost no games. With a `Prior` strengths are not centred, because
    the prior says where 0 is.
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
    """Return the information that the games have about each pair of strengths."""
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
    """Subtract the mean of its group from each strength."""
    centre = np.eye(sum(groups))
    start = 0
    for size in groups:
        centre[start : start + size, start : start + size] -= 1 / size
        start += size
    return centre


def shrunk(surplus: Floats, information: Floats, *, fitted: int = 0) -> tuple[Floats, Floats, float]:
    """Estimate many small effects at once, shrinking each towards 0 as far as all of them together look like chance.

    `surplus` is wins beyond expectation, `information` their variance, and `fitted` the number of strengths fitted to
    the same games, which takes that share of the effects away. Return the effects, their standard errors and the
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
    # Chance can make this 0 or less; the true value may be as large as the error of this estimate.
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
        """The lower end of its interval."""
        return self.value - Z * self.error

    @property
    def high(self) -> float:
        """The upper end of its interval."""
        return self.value + Z * self.error


UNKNOWN = Estimate(float("nan"), float("nan"))


def mean_of(total: float, squares: float, count: float) -> Estimate:
    """Return a mean and its error, from the number of values, their sum and the sum of their squares."""
    mean = total / count
    return Estimate(mean, sqrt(max(0.0, squares / count - mean * mean) / count))


def wins_by_drawing(drawn: Floats, copies: Floats, won: Floats, seats: Floats) -> tuple[Estimate, Estimate, Estimate]:
    """Return how often the owner wins per copy drawn, per copy not drawn, and the difference.

    Each entry is a kind of seat, of which there are `seats`: how many of how many copies were drawn, and whether the
    seat won. Copies at one seat are correlated, so errors count seats, not copies. One winning and one losing seat are
    added to each side (Agresti and Caffo), which makes the intervals valid with few games and does not matter with
    many.
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
    """Return the value below which this share of the numbers lies, with its interval; `values` are sorted."""
    upto = np.cumsum(counts) / counts.sum()
    half = Z * sqrt(share * (1 - share) / float(counts.sum()))
    at = [
        float(values[min(len(values) - 1, int(np.searchsorted(upto, where)))])
        for where in (share, share - half, share + half)
    ]
    return at[0], at[1], at[2]
