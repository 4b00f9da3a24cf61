import numpy as np
import pytest

from basebash.lab.numbers import (
    Z,
    chance,
    clear_of_chance,
    fit_winners,
    mean_of,
    quantile_interval,
    rate_interval,
    shrunk,
    wilson,
    wins_by_drawing,
)


def test_wilson() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1), abs=1e-4)
    assert wilson(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


def test_rate_interval_covers_the_truth() -> None:
    random = np.random.default_rng(1)
    held = [low <= 0.5 <= high for low, high in (rate_interval(count, 60) for count in random.poisson(30, 2000))]
    assert 0.93 < np.mean(held) < 0.97


@pytest.mark.parametrize("seats", [2, 4])
def test_the_fit_finds_the_strengths_that_made_the_games(seats: int) -> None:
    """Strengths, turn order and empty seats; and 95 % intervals that contain the truth that often."""
    random = np.random.default_rng(seats)
    factions, games = 9, 6_000
    true = random.normal(0, 0.5, factions)
    true -= true.mean()
    first = np.array([0.2, 0.0, -0.1, -0.1])[:seats]
    first -= first.mean()
    picks = np.array([random.permutation(factions)[: 2 * seats] for _ in range(games)])
    one, other = picks[:, :seats], picks[:, seats:]
    order = np.array([random.permutation(seats) for _ in range(games)])
    if seats == 4:
        for feature in (one, other, order):
            feature[: games // 2, 3] = -1
    total = true[one] + true[other] + first[order]
    weight = np.where(one >= 0, np.exp(total), 0)
    winners = (weight / weight.sum(axis=1, keepdims=True)).cumsum(axis=1) > random.random((games, 1))
    fit = fit_winners(
        [one, other, order + (order >= 0) * factions], np.eye(seats)[winners.argmax(axis=1)], [factions, seats]
    )
    off = (fit.strength[:factions] - true) / fit.error[:factions]
    assert np.abs(off).max() < 3.5
    assert 0.02 < fit.error[:factions].mean() < 0.1
    assert fit.strength[:factions].sum() == pytest.approx(0)
    assert fit.expected.sum(axis=1) == pytest.approx(1)
    assert np.corrcoef(fit.strength[factions:], first)[0, 1] > 0.8


def test_effects_are_drawn_to_zero_by_as_much_as_they_look_like_chance() -> None:
    random = np.random.default_rng(3)
    information = np.full(300, 50.0)
    noise = random.normal(0, 1 / np.sqrt(50), 300)
    nothing, error, deviation = shrunk(noise * information, information)
    assert deviation < 0.06
    assert np.abs(nothing).max() < 0.15
    assert (error > 0).all()
    true = random.normal(0, 0.4, 300)
    found, error, deviation = shrunk((true + noise) * information, information)
    assert deviation == pytest.approx(0.4, abs=0.06)
    assert np.mean((found - true) ** 2) < np.mean(noise**2)
    assert 0.9 < np.mean(np.abs(found - true) < 1.96 * error) < 0.99


def test_what_the_fit_took_from_the_effects_is_given_back() -> None:
    random = np.random.default_rng(5)
    found = []
    for _ in range(20):
        raw = random.normal(0, np.sqrt(0.04 + 1 / 50), 300) * np.sqrt(1 - 60 / 300)
        found.append(shrunk(raw * 50, np.full(300, 50.0), fitted=60)[2])
    assert np.mean(found) == pytest.approx(0.2, abs=0.01)


def test_effects_nothing_is_known_of() -> None:
    effect, error, _ = shrunk(np.array([0.0, 5.0]), np.array([0.0, 20.0]))
    assert effect[0] == 0
    assert error[0] > error[1]


def test_wins_by_drawing_counts_seats_not_copies() -> None:
    drawn, copies, won = np.array([0.0, 0.0, 2.0, 2.0]), np.full(4, 2.0), np.array([0.0, 1.0, 0.0, 1.0])
    found = wins_by_drawing(drawn, copies, won, np.array([59.0, 39.0, 39.0, 59.0]))
    assert [estimate.value for estimate in found] == pytest.approx([0.6, 0.4, 0.2])
    one = np.sqrt(0.24 / 100)
    assert [estimate.error for estimate in found] == pytest.approx([one, one, np.sqrt(2) * one])
    assert found[2].low < 0.2 < found[2].high


@pytest.mark.parametrize(("seats", "with_it", "without"), [(10, 0.5, 0.5), (14, 0.4, 0.25), (200, 0.35, 0.3)])
def test_intervals_of_drawing_hold_the_truth_with_few_games_too(seats: int, with_it: float, without: float) -> None:
    """Seats with two copies of a card; each that came adds as much to the chance to win."""
    random = np.random.default_rng(seats)
    held, off = 0, 0
    for _ in range(1000):
        drawn = random.binomial(2, 0.4, seats).astype(float)
        won = (random.random(seats) < without + (with_it - without) * drawn / 2).astype(float)
        found = wins_by_drawing(drawn, np.full(seats, 2.0), won, np.ones(seats))[2]
        # What a copy that came means, against one that did not, when the other copy comes or not.
        true = (with_it - without) / 2
        held += bool(found.low <= true <= found.high)
        off += bool(found.low > true or found.high < true)
    assert held + off > 950
    assert held / (held + off) > 0.93


def test_a_card_that_was_always_drawn_says_nothing() -> None:
    found = wins_by_drawing(np.ones(2), np.ones(2), np.array([0.0, 1.0]), np.full(2, 10.0))
    assert all(np.isnan(estimate.value) for estimate in found)


def test_mean_and_quantile() -> None:
    numbers = np.arange(1.0, 101.0)
    mean = mean_of(numbers.sum(), (numbers**2).sum(), 100)
    assert (mean.value, mean.error) == pytest.approx((50.5, numbers.std() / 10))
    assert quantile_interval(numbers, np.ones(100), 0.5) == (50, 41, 60)
    assert quantile_interval(numbers, np.ones(100), 0.95)[2] == 100


def test_chance() -> None:
    assert chance(0) == 0.5
    assert chance(1) + chance(-1) == pytest.approx(1)


def test_few_of_many_chance_results_are_called_clear() -> None:
    random = np.random.default_rng(3)
    alone = found = 0
    for _ in range(200):
        noise = random.normal(size=90)
        alone += int((np.abs(noise) > Z).sum())
        found += int(clear_of_chance(noise, noise - Z, noise + Z).any())
    assert alone / 200 > 3  # intervals that miss zero in one report
    assert found / 200 < 0.1  # reports that call anything clear


def test_what_is_far_from_chance_is_found_among_many() -> None:
    random = np.random.default_rng(4)
    values = random.normal(size=90)
    values[:10] += 6
    clear = clear_of_chance(values, values - Z, values + Z)
    assert clear[:10].all()
    assert clear[10:].sum() <= 3


def test_values_without_a_spread_are_not_clear() -> None:
    unknown = clear_of_chance(np.array([1.0, 2.0, np.nan]), np.array([1.0, -np.inf, -1]), np.array([1.0, np.inf, 1]))
    assert not unknown.any()
