"""The intervals of a report contain the truth as often as they claim: simulated games with known strengths."""

import numpy as np

from basebash import FACTIONS
from basebash.lab import strengths
from basebash.lab.game_results import Games
from basebash.lab.numbers import Floats, chance
from basebash.lab.plan import lab_plan


def made_up(games: int, seed: int) -> tuple[Games, Floats, Floats]:
    """The deals of a lab with invented results, the factions' strengths and the synergy of all pairs."""
    plan = lab_plan(games, seed=seed, factions=sorted(FACTIONS)[:25])  # some 60 seats a pair
    names = list(plan.factions)
    size = len(names)
    random = np.random.default_rng(seed)
    strength = random.normal(0, 0.5, size)
    synergy = np.triu(random.normal(0, 0.2, (size, size)), 1)
    synergy += synergy.T
    one, other, order = (np.full((games, 4), -1, dtype=np.int64) for _ in range(3))
    for game in range(games):
        for seat, pair in enumerate(plan.deal(game).factions):
            one[game, seat], other[game, seat] = (names.index(name) for name in pair)
        players = len(plan.deal(game).factions)
        order[game, :players] = random.permutation(players)
    power = strength[one] + strength[other] + synergy[one, other] - 0.1 * order
    result = np.where(one >= 0, power + random.gumbel(size=one.shape), -np.inf)
    made = Games(
        factions=names,
        bots=["random"],
        counts=[2, 3, 4],
        players=(one >= 0).sum(axis=1),
        one=one,
        other=other,
        order=order,
        bot=np.where(one >= 0, 0, -1),
        place=np.where(one >= 0, (-result).argsort(axis=1).argsort(axis=1) + 1, -1),
        winner=result.argmax(axis=1),
    )
    # The part of synergy that looks like strength counts as strength.
    main = (synergy.sum(axis=1) - synergy.sum() / (2 * (size - 1))) / (size - 2)
    whole = strength + main
    rest = synergy - main[:, None] - main[None, :]
    return made, whole - whole.mean(), rest


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    held: dict[str, list[bool]] = {"factions": [], "synergy": [], "pairs": [], "matchups": []}
    for seed in range(10):
        games, strength, synergy = made_up(6_000, seed)
        fit = strengths.fit_strengths(games)
        at = {name: place for place, name in enumerate(games.factions)}
        for row in strengths.faction_strengths(games, fit).iter_rows(named=True):
            held["factions"].append(row["low"] < chance(strength[at[row["name"]]]) < row["high"])
        for row in strengths.pair_strengths(games, fit)[0].iter_rows(named=True):
            one, other = at[row["one"]], at[row["other"]]
            extra = synergy[one, other]
            held["synergy"].append(row["synergy_low"] < chance(extra) - 0.5 < row["synergy_high"])
            held["pairs"].append(row["low"] < chance(strength[one] + strength[other] + extra) < row["high"])
        for row in strengths.matchups(games, fit).iter_rows(named=True):
            true = chance(strength[at[row["one"]]] - strength[at[row["other"]]])
            held["matchups"].append(row["low"] < true < row["high"])
    shares = {name: float(np.mean(hits)) for name, hits in held.items()}
    assert all(0.92 < share < 0.99 for share in shares.values()), shares
