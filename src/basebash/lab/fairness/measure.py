"""How strong a faction is: one fit of all its games, with an effect of each partner and each opponent.

The chance to win is proportional to the exponential of a deck's strength, as in the lab's report: the sum of its two
factions and its place in the order of turns. Here a faction's deck also has an effect of its partner (synergy), and
each opponent's deck an effect of its two factions against it (matchup). Both are random effects: their spread is
estimated first, and each is shrunk towards zero accordingly. The baseline is the prior for the strengths of the
official factions. The reported strength is the average over all partners and opponents, weighted equally no matter how
often each was met.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl

from basebash.lab.fairness.baseline import Baseline
from basebash.lab.game_results import Games
from basebash.lab.numbers import Estimate, Fit, Floats, Ints, Prior, chance, fit_winners, shrunk

UNSEEN = 0.5  # spread of the strengths of official factions that the baseline lacks
WIDE = 2.0
NARROW = 1e-3


@dataclass(frozen=True)
class Measured:
    """What the games of a faction reveal about its strength."""

    name: str
    games: int
    won: float
    strength: Estimate
    rank: int
    standings: pl.DataFrame  # the faction and all official ones
    partners: pl.DataFrame
    opponents: pl.DataFrame
    by_players: pl.DataFrame
    by_seat: pl.DataFrame
    surplus: Floats  # of each game: the share won beyond expectation
    information: Floats


class Model:
    """Indices of the strengths: official factions, the new one, none, partners, opponents, places in turn order."""

    def __init__(self, games: Games, subject: str) -> None:
        self.official = [name for name in games.factions if name != subject]
        n = len(self.official)
        self.count = n
        self.subject, self.none, self.partner, self.opponent, self.order = n, n + 1, n + 2, 2 * n + 2, 3 * n + 2
        numbers = np.array([n if name == subject else self.official.index(name) for name in games.factions])
        one, other = (np.where(half >= 0, numbers[np.maximum(half, 0)], -1) for half in (games.one, games.other))
        self.mine = (one == n) | (other == n)
        there = one >= 0
        partner = np.where(one == n, other, one)
        start = np.zeros(5, dtype=np.int64)
        self.size = self.order
        for players in games.counts:
            start[players] = self.size
            self.size += players
        self.partners: Ints = np.where(self.mine, partner, -1)
        self.opponents: list[Ints] = [np.where(there & ~self.mine, half, -1) for half in (one, other)]
        place = games.order + start[games.players][:, None]
        first = np.where(self.mine, self.partner + partner, self.opponent + one)
        second = np.where(self.mine, self.none, self.opponent + other)
        self.features = [one, other, *(np.where(there, what, -1) for what in (first, second, place))]

    def fit(self, won: Floats, baseline: Baseline | None, spread: tuple[float, float]) -> Fit:
        """Fit the strengths, given the spread of the effects of partners and opponents."""
        mean, deviation = np.zeros(self.size), np.full(self.size, WIDE)
        deviation[: self.count] = UNSEEN
        for i, name in enumerate(self.official):
            known = baseline.factions.get(name) if baseline is not None else None
            if known is not None:
                mean[i], deviation[i] = known.value, max(known.error, NARROW)
        deviation[self.none] = NARROW
        deviation[self.partner : self.opponent] = spread[0]
        deviation[self.opponent : self.order] = spread[1]
        return fit_winners(self.features, won, [self.size], prior=Prior(mean, deviation))

    def spreads(self, won: Floats, fit: Fit) -> tuple[float, float]:
        """Return the spread of the effects of partners and opponents beyond chance."""
        surplus, variance = won - fit.expected, fit.expected * (1 - fit.expected)

        def spread(places: list[Ints], sign: float) -> float:
            total, known = np.zeros(self.count), np.zeros(self.count)
            for place in places:
                seen = place >= 0
                total += np.bincount(place[seen], sign * surplus[seen], self.count)
                known += np.bincount(place[seen], variance[seen], self.count)
            return min(max(shrunk(total, known)[2], 0.02), 1.0)

        return spread([self.partners], 1.0), spread(self.opponents, 1.0)

    # ------------------------------------------------------------------------------------------- sums of strengths
    def average(self) -> Floats:
        """Return the strength of the faction with an average partner against average opponents."""
        weights = self._against()
        weights[self.subject] = 1.0
        weights[: self.count] -= 1 / self.count
        weights[self.partner : self.opponent] = 1 / self.count
        return weights

    def with_partner(self, i: int) -> Floats:
        """Return the strength of its deck with this partner, relative to an average deck."""
        weights = self._against()
        weights[self.subject] = 1.0
        weights[: self.count] -= 2 / self.count
        weights[i] += 1.0
        weights[self.partner + i] = 1.0
        return weights

    def against(self, i: int) -> Floats:
        """Return its strength with an average partner, relative to an average deck with this faction."""
        weights = self.average()
        weights[: self.count] += 1 / self.count
        weights[i] -= 1.0
        weights[self.opponent : self.order] = -1 / self.count
        weights[self.opponent + i] -= 1.0
        return weights

    def official_strength(self, i: int) -> Floats:
        """Return the strength of an official faction, relative to an average one."""
        weights = np.zeros(self.size)
        weights[: self.count] = -1 / self.count
        weights[i] += 1.0
        return weights

    def synergy(self, i: int) -> Floats:
        """Return what a partner adds beyond the sum of both."""
        weights = np.zeros(self.size)
        weights[self.partner : self.opponent] = -1 / self.count
        weights[self.partner + i] += 1.0
        return weights

    def matchup(self, i: int) -> Floats:
        """Return what the faction gains against this one beyond the difference of both."""
        weights = np.zeros(self.size)
        weights[self.opponent : self.order] = 1 / self.count
        weights[self.opponent + i] -= 1.0
        return weights

    def _against(self) -> Floats:
        weights = np.zeros(self.size)
        weights[self.opponent : self.order] = -2 / self.count  # a deck has two factions
        return weights


def games_of(games: Games, subject: str, others: list[str]) -> tuple[Games, Floats]:
    """Return the games of one faction of a pack, without the pack's others, and their indices among all games."""
    number = games.factions.index(subject)
    here = ((games.one == number) | (games.other == number)).any(axis=1)
    kept = [name for name in games.factions if name not in others]
    numbers = np.array([kept.index(name) if name in kept else -1 for name in games.factions])
    one, other = (np.where(half >= 0, numbers[np.maximum(half, 0)], -1)[here] for half in (games.one, games.other))
    mine = replace(
        games,
        factions=kept,
        players=games.players[here],
        one=one,
        other=other,
        order=games.order[here],
        bot=games.bot[here],
        place=games.place[here],
        winner=games.winner[here],
        share=games.won[here],
    )
    return mine, here


def measure(games: Games, subject: str, baseline: Baseline | None) -> Measured:
    """Estimate how strong a faction is from its games."""
    model = Model(games, subject)
    won = games.won
    plain = model.fit(won, baseline, (NARROW, NARROW))
    fit = model.fit(won, baseline, model.spreads(won, plain))
    strength = fit.contrast(model.average())
    names = range(model.count)
    official = [
        {"name": model.official[i], "is_new": False, **_as_chance(fit.contrast(model.official_strength(i)))}
        for i in names
    ]
    standings = pl.DataFrame([*official, {"name": subject, "is_new": True, **_as_chance(strength)}])
    met = [np.bincount(place[place >= 0], minlength=model.count) for place in (model.partners, *model.opponents)]
    partners = [
        {
            "name": model.official[i],
            "games": int(met[0][i]),
            **_as_chance(fit.contrast(model.with_partner(i))),
            **_as_points("effect", fit.contrast(model.synergy(i))),
        }
        for i in names
    ]
    opponents = [
        {
            "name": model.official[i],
            "games": int(met[1][i] + met[2][i]),
            **_as_chance(fit.contrast(model.against(i))),
            **_as_points("effect", fit.contrast(model.matchup(i))),
        }
        for i in names
    ]
    here = model.mine
    surplus = (won - fit.expected)[here]
    information = (fit.expected * (1 - fit.expected))[here]
    return Measured(
        name=subject,
        games=games.size,
        won=float(won[here].sum()),
        strength=strength,
        rank=1 + sum(row["strength"] > strength.value for row in official),
        standings=standings.sort("strength", descending=True),
        partners=pl.DataFrame(partners).sort("strength", descending=True),
        opponents=pl.DataFrame(opponents).sort("strength", descending=True),
        by_players=_split(games, model, strength, surplus, information, by_seat=False),
        by_seat=_split(games, model, strength, surplus, information, by_seat=True),
        surplus=surplus,
        information=information,
    )


def _as_chance(found: Estimate) -> dict[str, Any]:
    return {
        "strength": found.value,
        "error": found.error,
        "chance": chance(found.value),
        "low": chance(found.low),
        "high": chance(found.high),
        "verdict": "above" if found.low > 0 else "below" if found.high < 0 else "average",
    }


def _as_points(name: str, found: Estimate) -> dict[str, float]:
    """Convert an effect on strength to a difference of chances against an average opponent."""
    return {
        name: chance(found.value) - 0.5,
        f"{name}_low": chance(found.low) - 0.5,
        f"{name}_high": chance(found.high) - 0.5,
    }


def _split(
    games: Games, model: Model, strength: Estimate, surplus: Floats, information: Floats, *, by_seat: bool
) -> pl.DataFrame:
    """Return the strength with this many players, or at a place in turn order: one step from the overall strength."""
    order = games.order[model.mine]
    won = games.won[model.mine]
    rows = []
    for players in games.counts:
        for place in range(players) if by_seat else [-1]:
            here = (games.players == players) & ((order == place) | (place < 0))
            known = float(information[here].sum())
            if not known:
                continue
            found = Estimate(strength.value + float(surplus[here].sum()) / known, known**-0.5)
            title = f"{place + 1} of {players}" if by_seat else f"{players} players"
            share = float(won[here].mean())
            rows.append(
                {"name": title, "games": int(here.sum()), "win_rate": share, "fair": 1 / players, **_as_chance(found)}
            )
    return pl.DataFrame(rows)
