"""From a lab's tables to what a report tells: one data frame for each question, every figure with its interval.

Tables are read part by part and summed up while they are read, so that a million games fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import inf, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from polars.exceptions import PolarsError

from basebash import FACTIONS
from basebash.engine.vocabulary.printed import BASES, BY_KEY
from basebash.lab.log_statistics import SOURCES
from basebash.lab.numbers import (
    Estimate,
    Fit,
    Floats,
    Ints,
    Z,
    chance,
    fit_winners,
    mean_of,
    quantile_interval,
    rate_interval,
    shrunk,
    wilson,
    wins_by_drawing,
)
from basebash.lab.store import BadLab, Lab, open_lab

FEWEST = 5  # games of each number of players; with fewer there is no telling how uncertain anything is


@dataclass(frozen=True)
class Games:
    """Who played what in every game that was won, in arrays of games by seats; -1 is an empty chair."""

    factions: list[str]
    bots: list[str]
    counts: list[int]  # of players
    players: Ints  # of each game
    one: Ints
    other: Ints
    order: Ints
    bot: Ints
    place: Ints
    winner: Ints
    share: Floats | None = None  # of the win; without it the winner has all

    @property
    def size(self) -> int:
        """How many games there are."""
        return len(self.winner)

    @property
    def pair(self) -> Ints:
        """The number of each seat's pair of factions."""
        n = len(self.factions)
        low, high = np.minimum(self.one, self.other), np.maximum(self.one, self.other)
        return np.where(low < 0, -1, low * n + high)

    @property
    def won(self) -> Floats:
        """1 where a seat won; those who win together share it."""
        if self.share is not None:
            return self.share
        won: Floats = (np.arange(self.one.shape[1])[None, :] == self.winner[:, None]).astype(np.float64)
        return won


@dataclass(frozen=True)
class Findings:
    """All that a report tells."""

    settings: dict[str, Any]
    games: int
    given_up: int
    by_players: pl.DataFrame
    bots: pl.DataFrame
    factions: pl.DataFrame
    pairs: pl.DataFrame
    synergy_deviation: float
    matchups: pl.DataFrame
    order: pl.DataFrame
    lengths: pl.DataFrame
    length_counts: pl.DataFrame
    sources: pl.DataFrame
    cards: pl.DataFrame
    bases: pl.DataFrame


def analyse(folder: Path) -> Findings:
    """Finds out what a lab tells."""
    lab = open_lab(folder)
    try:
        return _findings(lab)
    except PolarsError as error:
        raise BadLab(f"The tables in {folder} cannot be read: {error}") from None


def _findings(lab: Lab) -> Findings:
    games = _read_games(lab)
    if not games.size or min(int((games.players == count).sum()) for count in games.counts) < FEWEST:
        raise BadLab(f"{lab.folder} holds too few games for a report: at least {FEWEST} for each number of players.")
    fit = _fit(games)
    pairs, deviation = _pairs(games, fit)
    return Findings(
        settings=lab.settings,
        games=lab.games,
        given_up=lab.games - games.size,
        by_players=_by_players(lab),
        bots=_bots(games),
        factions=_factions(games, fit),
        pairs=pairs,
        synergy_deviation=deviation,
        matchups=_matchups(games, fit),
        order=_order(games),
        lengths=_lengths(lab),
        length_counts=_length_counts(lab),
        sources=_sources(lab),
        cards=_cards(lab),
        bases=_bases(lab),
    )


# ----------------------------------------------------------------------------------------------- reading
def _read_games(lab: Lab) -> Games:
    factions = sorted(lab.settings["plan"]["factions"])
    bots = list(dict.fromkeys(lab.settings["plan"]["bots"]))
    names = pl.Enum(factions)
    seats = (
        lab.table("seats")
        .join(lab.table("games").select("game", "winner", "winners"), on="game", maintain_order="left")
        .filter(pl.col("winner").is_not_null())
        .select(
            "game",
            "seat",
            "players",
            "order",
            "place",
            "winner",
            (pl.col("won").cast(pl.Float64) / pl.col("winners")).alias("share"),
            pl.col("faction_a").cast(names).to_physical(),
            pl.col("faction_b").cast(names).to_physical(),
            pl.col("bot").cast(pl.Enum(bots)).to_physical(),
        )
        .collect(engine="streaming")
        .sort("game", "seat")
    )
    game = seats["game"].rle_id().to_numpy().astype(np.int64)
    seat = seats["seat"].to_numpy().astype(np.int64)
    size = int(game[-1]) + 1 if len(game) else 0
    width = int(seat.max()) + 1 if len(seat) else 2

    def column(name: str) -> Ints:
        values = np.full((size, width), -1, dtype=np.int64)
        values[game, seat] = seats[name].to_numpy()
        return values

    share = np.zeros((size, width))
    share[game, seat] = seats["share"].to_numpy()
    players = column("players").max(axis=1, initial=-1)
    return Games(
        factions=factions,
        bots=bots,
        counts=[int(count) for count in np.unique(players)],
        players=players,
        one=column("faction_a"),
        other=column("faction_b"),
        order=column("order"),
        bot=column("bot"),
        place=column("place"),
        winner=column("winner")[:, 0],
        share=share,
    )


def _fit(games: Games) -> Fit:
    """Strengths of factions; the order of turns and the bots are taken into account."""
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


def _summed(where: Ints, what: Floats, size: int) -> Floats:
    seen = where >= 0
    return np.bincount(where[seen], weights=what[seen], minlength=size).astype(np.float64)


# ----------------------------------------------------------------------------------------------- strength
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


def _bots(games: Games) -> pl.DataFrame:
    size = len(games.bots)
    ones = np.ones(games.bot.shape)
    fair = ones / games.players[:, None]
    wins, seats, due = (_summed(games.bot, what, size) for what in (games.won, ones, fair))
    return pl.DataFrame(list(_shares(games.bots, wins, seats, due))).sort("win_rate", descending=True)


def _factions(games: Games, fit: Fit) -> pl.DataFrame:
    size = len(games.factions)
    ones = np.ones(games.one.shape)
    fair = ones / games.players[:, None]
    wins, seats, due = (
        _summed(games.one, what, size) + _summed(games.other, what, size) for what in (games.won, ones, fair)
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
                "verdict": "above" if low > 0 else "below" if high < 0 else "average",
            }
        )
    return pl.DataFrame(rows).sort("strength", descending=True)


def _pairs(games: Games, fit: Fit) -> tuple[pl.DataFrame, float]:
    """Every deck of two factions: what it won, and its synergy: what it won beyond the strength of its halves."""
    n = len(games.factions)
    pair = games.pair
    ones = np.ones(pair.shape)
    fair = ones / games.players[:, None]
    surplus, information, wins, seats, due = (
        _summed(pair, what, n * n)
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
                # As chances against an average opponent, so that readers need only one scale.
                "synergy": chance(float(effect)) - 0.5,
                "synergy_low": chance(float(effect) - Z * min(float(error), 10.0)) - 0.5,
                "synergy_high": chance(float(effect) + Z * min(float(error), 10.0)) - 0.5,
            }
        )
    return pl.DataFrame(rows).sort("chance", descending=True), deviation


def _matchups(games: Games, fit: Fit) -> pl.DataFrame:
    """How often a player with one faction ends ahead of a player with another one."""
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
                    total += _summed(where, ones, n * n)
                    ahead += _summed(where, result, n * n)
                    surplus += _summed(where, sign * (won - expected), n * n)
                    information += _summed(where, expected * (1 - expected), n * n)
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


def _order(games: Games) -> pl.DataFrame:
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


# ----------------------------------------------------------------------------------------------- games
def _mean(column: str) -> list[pl.Expr]:
    """The mean of a column with its interval."""
    half = Z * pl.col(column).std() / pl.len().sqrt()
    mean = pl.col(column).mean()
    return [mean.alias(column), (mean - half).alias(f"{column}_low"), (mean + half).alias(f"{column}_high")]


def _by_players(lab: Lab) -> pl.DataFrame:
    query = lab.table("games").group_by("players").agg(pl.len().alias("games"))
    return query.collect(engine="streaming").sort("players")


def _rounds(lab: Lab) -> pl.LazyFrame:
    return lab.table("games").with_columns((pl.col("turns") / pl.col("players")).alias("rounds"))


def _lengths(lab: Lab) -> pl.DataFrame:
    query = (
        _rounds(lab)
        .group_by("players")
        .agg(pl.len().alias("games"), *_mean("rounds"), *_mean("scores"), *_mean("answers"))
    )
    exact = _rounds(lab).group_by("players", "rounds").agg(pl.len().alias("games")).collect(engine="streaming")
    rows = []
    for row in query.collect(engine="streaming").sort("players").iter_rows(named=True):
        mine = exact.filter(pl.col("players") == row["players"]).sort("rounds")
        values, counts = (mine[column].to_numpy().astype(np.float64) for column in ("rounds", "games"))
        for name, share in (("short", 0.05), ("median", 0.5), ("long", 0.95)):
            row[name], row[f"{name}_low"], row[f"{name}_high"] = quantile_interval(values, counts, share)
        rows.append(row)
    return pl.DataFrame(rows)


def _length_counts(lab: Lab) -> pl.DataFrame:
    query = (
        _rounds(lab)
        .with_columns(pl.col("rounds").ceil().cast(pl.Int32))
        .group_by("players", "rounds")
        .agg(pl.len().alias("games"))
    )
    counted = query.collect(engine="streaming").sort("players", "rounds")
    rows = []
    for row in counted.with_columns(pl.col("games").sum().over("players").alias("all")).iter_rows(named=True):
        low, high = wilson(row["games"], row["all"])
        rows.append({**row, "share": row["games"] / row["all"], "low": low, "high": high})
    return pl.DataFrame(rows)


def _sources(lab: Lab) -> pl.DataFrame:
    """VP a player by source, for winners and others."""
    query = lab.table("seats").group_by("players", "won")
    frame = query.agg(
        pl.len().alias("seats"),
        *(pl.col(f"vp_{source}").mean().alias(source) for source in SOURCES),
        *(
            (Z * pl.col(f"vp_{source}").std() / pl.len().sqrt()).fill_null(0).alias(f"{source}_half")
            for source in SOURCES
        ),
    ).collect(engine="streaming")
    rows = []
    for row in frame.sort("players", "won", descending=[False, True]).iter_rows(named=True):
        for source in SOURCES:
            rows.append(
                {
                    "players": row["players"],
                    "won": row["won"],
                    "seats": row["seats"],
                    "source": source,
                    "vp": row[source],
                    "low": row[source] - row[f"{source}_half"],
                    "high": row[source] + row[f"{source}_half"],
                }
            )
    return pl.DataFrame(rows)


# ----------------------------------------------------------------------------------------------- cards and bases
def _cards(lab: Lab) -> pl.DataFrame:
    """Every card: how often it was drawn and played, and how much its owner wins by drawing it."""
    cells = (
        lab.table("cards")
        .group_by("faction", "card", "copies", "early", "drawn", "won")
        .agg(
            pl.len().alias("seats"),
            *(pl.col(column).cast(pl.Int64).sum() for column in _COUNTED),
            *(pl.col(column).cast(pl.Int64).pow(2).sum().alias(f"{column}_squared") for column in _COUNTED),
        )
        .collect(engine="streaming")
        .sort("faction", "card", "copies", "early", "drawn", "won")
    )
    rows = []
    for (faction, name), cell in cells.group_by("faction", "card", maintain_order=True):
        early, drawn, copies, won, seats = (
            cell[column].to_numpy().astype(np.float64) for column in ("early", "drawn", "copies", "won", "seats")
        )
        total = int(seats.sum())
        wins = float((won * seats).sum())
        win_low, win_high = wilson(wins, total)
        share = drawn / copies
        printed = BY_KEY[f"{faction}/{name}"]
        rows.append(
            {
                "name": printed.name,
                "faction": printed.faction.name,
                "copies": printed.copies,
                "games": total,
                "win_rate": wins / total,
                "win_low": win_low,
                "win_high": win_high,
                **_estimated("drawn", mean_of(float((share * seats).sum()), float((share**2 * seats).sum()), total)),
                **{
                    key: value
                    for column in _COUNTED
                    for key, value in _estimated(
                        column, mean_of(int(cell[column].sum()), int(cell[f"{column}_squared"].sum()), total)
                    ).items()
                },
                **_influence("early", wins_by_drawing(early, copies, won, seats)),
                **_influence("ever", wins_by_drawing(drawn, copies, won, seats)),
            }
        )
    return pl.DataFrame(rows).sort("early", descending=True, nulls_last=True)


_COUNTED = ("draws", "plays", "vp")


def _estimated(name: str, estimate: Estimate, lowest: float = -inf, highest: float = inf) -> dict[str, float]:
    return {
        name: estimate.value,
        f"{name}_low": max(lowest, estimate.low),
        f"{name}_high": min(highest, estimate.high),
    }


def _influence(name: str, found: tuple[Estimate, Estimate, Estimate]) -> dict[str, float]:
    with_it, without, difference = found
    return {
        **_estimated(f"{name}_with", with_it, 0.0, 1.0),
        **_estimated(f"{name}_without", without, 0.0, 1.0),
        **_estimated(name, difference, -1.0, 1.0),
    }


def _bases(lab: Lab) -> pl.DataFrame:
    """Every base: how often it scores once it is in play, how many rounds that takes, and what it pays."""
    scored = pl.col("end") == "scored"
    cells = (
        lab.table("bases")
        .group_by("set", "base")
        .agg(
            pl.len().alias("stays"),
            scored.sum().alias("scored"),
            ((pl.col("left") - pl.col("entered")) / pl.col("players")).sum().alias("rounds"),
            pl.col("vp").filter(scored).mean().alias("vp"),
            (Z * pl.col("vp").filter(scored).std() / scored.sum().sqrt()).alias("vp_half"),
        )
        .collect(engine="streaming")
    )
    rows = []
    for cell in cells.iter_rows(named=True):
        low, high = wilson(cell["scored"], cell["stays"])
        slow, fast = rate_interval(cell["scored"], cell["rounds"])
        printed = next(base for base in BASES[cell["set"]] if base.name == cell["base"])
        if not cell["scored"]:
            continue
        rows.append(
            {
                "name": printed.name,
                "set": printed.faction.set_name,
                "breakpoint": printed.breakpoint,
                "stays": cell["stays"],
                "scored": cell["scored"],
                "rounds_played": cell["rounds"],
                "scores": cell["scored"] / cell["stays"],
                "scores_low": low,
                "scores_high": high,
                "rounds": cell["rounds"] / cell["scored"],
                "rounds_low": 1 / fast if fast else 0.0,
                "rounds_high": 1 / slow if slow else 0.0,
                "vp": cell["vp"],
                "vp_low": cell["vp"] - (cell["vp_half"] or 0),
                "vp_high": cell["vp"] + (cell["vp_half"] or 0),
            }
        )
    return pl.DataFrame(rows).sort("rounds")
