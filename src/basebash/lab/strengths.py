"""Strengths of factions, pairs, matchups, seats and bots, each with its interval."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np
import polars as pl

from basebash import FACTIONS
from basebash.lab.game_results import Games, summed
from basebash.lab.numbers import (
    Fit,
    Floats,
    Z,
    chance,
    clear_of_chance,
    fit_winners,
    shrunk,
    wilson,
)


def fit_strengths(games: Games) -> Fit:
    """Strengths of factions, adjusted for the order of turns and the bots."""
    features = [games.one, games.other]
    groups = [len(games.factions)]
    start = np.zeros(5, dtype=np.int64)
    for count in games.counts:
        start[count] = sum(groups)
        groups.append(count)
    features.append(np.where(games.order >= 0, games.order + start[games.players][:, None], -1))
    if len(games.bots) > 1:
        features.append(np.where(games.bot >= 0, games.bot + sum(groups), -1))
        groups.append(len(games.bots))
    return fit_winners(features, games.won, groups)


def _shares(names: list[str], wins: Floats, seats: Floats, due: Floats) -> Iterator[dict[str, Any]]:
    for name, won, played, share in zip(names, wins, seats, due, strict=True):
        low, high = wilson(won, played)
        yield {
            "name": name,
            "games": int(played),
            "win_rate": won / played if played else 0.0,
            "win_low": low,
            "win_high": high,
            "fair": share / played if played else 0.0,
        }


def bot_results(games: Games) -> pl.DataFrame:
    size = len(games.bots)
    ones = np.ones(games.bot.shape)
    fair = ones / games.players[:, None]
    wins, seats, due = (summed(games.bot, what, size) for what in (games.won, ones, fair))
    return pl.DataFrame(list(_shares(games.bots, wins, seats, due))).sort("win_rate", descending=True)


def faction_strengths(games: Games, fit: Fit) -> pl.DataFrame:
    size = len(games.factions)
    ones = np.ones(games.one.shape)
    fair = ones / games.players[:, None]
    wins, seats, due = (
        summed(games.one, what, size) + summed(games.other, what, size) for what in (games.won, ones, fair)
    )
    rows = []
    for i, row in enumerate(_shares(games.factions, wins, seats, due)):
        strength, error = float(fit.strength[i]), float(fit.error[i])
        low, high = strength - Z * error, strength + Z * error
        faction = FACTIONS.get(row["name"])
        rows.append(
            {
                **row,
                "set": faction.set_name if faction else "",
                "strength": strength,
                "error": error,
                "chance": chance(strength),
                "low": chance(low),
                "high": chance(high),
            }
        )
    middles, halves = fit.strength[:size], Z * fit.error[:size]
    clear = clear_of_chance(middles, middles - halves, middles + halves)
    side = np.where(~clear, "average", np.where(middles > 0, "above", "below"))
    return pl.DataFrame(rows).with_columns(pl.Series("verdict", side)).sort("strength", descending=True)


def pair_strengths(games: Games, fit: Fit) -> tuple[pl.DataFrame, float]:
    """Every deck of two factions: its results, and its synergy: what it won beyond the strength of its halves."""
    n = len(games.factions)
    pair = games.pair
    ones = np.ones(pair.shape)
    fair = ones / games.players[:, None]
    surplus, information, wins, seats, due = (
        summed(pair, what, n * n)
        for what in (games.won - fit.expected, fit.expected * (1 - fit.expected), games.won, ones, fair)
    )
    which = [low * n + high for low, high in combinations(range(n), 2)]
    effects, errors, deviation = shrunk(surplus[which], information[which], fitted=n)
    names = [f"{games.factions[low]} + {games.factions[high]}" for low, high in combinations(range(n), 2)]
    rows = []
    shares = _shares(names, wins[which], seats[which], due[which])
    for (low, high), row, effect, error in zip(combinations(range(n), 2), shares, effects, errors, strict=True):
        both = np.zeros(len(fit.strength))
        both[[low, high]] = 1
        strength = float(both @ fit.strength + effect)
        spread = Z * sqrt(float(both @ fit.covariance @ both) + min(float(error), 10.0) ** 2)
        rows.append(
            {
                **row,
                "one": games.factions[low],
                "other": games.factions[high],
                "chance": chance(strength),
                "low": chance(strength - spread),
                "high": chance(strength + spread),
                # Convert to chances against an average opponent, so that readers need only one scale.
                "synergy": chance(float(effect)) - 0.5,
                "synergy_low": chance(float(effect) - Z * min(float(error), 10.0)) - 0.5,
                "synergy_high": chance(float(effect) + Z * min(float(error), 10.0)) - 0.5,
            }
        )
    return pl.DataFrame(rows).sort("chance", descending=True), deviation


def matchups(games: Games, fit: Fit) -> pl.DataFrame:
    """How often a player with one faction ends ahead of a player with another."""
    n = len(games.factions)
    total, surplus, information, ahead = (np.zeros(n * n) for _ in range(4))
    for mine, theirs in combinations(range(games.one.shape[1]), 2):
        here = games.one[:, theirs] >= 0
        places = games.place[here]
        won = 0.5 + 0.5 * np.sign(places[:, theirs] - places[:, mine])
        expected = fit.expected[here][:, mine] / (fit.expected[here][:, mine] + fit.expected[here][:, theirs])
        for half in (games.one, games.other):
            for their_half in (games.one, games.other):
                cell = half[here][:, mine] * n + their_half[here][:, theirs]
                back = their_half[here][:, theirs] * n + half[here][:, mine]
                ones = np.ones(len(cell))
                for where, sign, result in ((cell, 1, won), (back, -1, 1 - won)):
                    total += summed(where, ones, n * n)
                    ahead += summed(where, result, n * n)
                    surplus += summed(where, sign * (won - expected), n * n)
                    information += summed(where, expected * (1 - expected), n * n)
    effects, errors, _ = shrunk(surplus, information)
    rows = []
    for one in range(n):
        for other in range(n):
            at = one * n + other
            if one == other or not total[at]:
                continue
            strength = float(fit.strength[one] - fit.strength[other] + effects[at])
            low, high = wilson(float(ahead[at]), float(total[at]))
            between = fit.covariance[one, one] + fit.covariance[other, other] - 2 * fit.covariance[one, other]
            spread = Z * sqrt(float(between) + float(errors[at]) ** 2)
            rows.append(
                {
                    "one": games.factions[one],
                    "other": games.factions[other],
                    "games": int(total[at]),
                    "ahead": float(ahead[at] / total[at]),
                    "ahead_low": low,
                    "ahead_high": high,
                    "chance": chance(strength),
                    "low": chance(strength - spread),
                    "high": chance(strength + spread),
                }
            )
    return pl.DataFrame(rows)


def results_by_turn_order(games: Games) -> pl.DataFrame:
    rows = []
    for count in games.counts:
        here = games.players == count
        for place in range(count):
            wins = float(games.won[here][games.order[here] == place].sum())
            low, high = wilson(wins, int(here.sum()))
            rows.append(
                {
                    "players": count,
                    "order": place + 1,
                    "games": int(here.sum()),
                    "win_rate": wins / int(here.sum()),
                    "low": low,
                    "high": high,
                    "fair": 1 / count,
                }
            )
    return pl.DataFrame(rows)
