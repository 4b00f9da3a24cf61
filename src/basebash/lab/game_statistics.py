"""Statistics of games, cards and bases, aggregated while the tables are read."""

from __future__ import annotations

from math import inf

import numpy as np
import polars as pl

from basebash.engine.data.terms import KIND_NAMES, TITAN
from basebash.engine.vocabulary.printed import BASES, BY_KEY
from basebash.lab.log_statistics import SOURCES
from basebash.lab.numbers import (
    Estimate,
    Z,
    mean_of,
    quantile_interval,
    rate_interval,
    wilson,
    wins_by_drawing,
)
from basebash.lab.store import Lab


def _mean(column: str) -> list[pl.Expr]:
    """The mean of a column with its interval."""
    half = Z * pl.col(column).std() / pl.len().sqrt()
    mean = pl.col(column).mean()
    return [mean.alias(column), (mean - half).alias(f"{column}_low"), (mean + half).alias(f"{column}_high")]


def games_by_players(lab: Lab) -> pl.DataFrame:
    query = lab.table("games").group_by("players").agg(pl.len().alias("games"))
    return query.collect(engine="streaming").sort("players")


def _rounds(lab: Lab) -> pl.LazyFrame:
    return lab.table("games").with_columns((pl.col("turns") / pl.col("players")).alias("rounds"))


def game_lengths(lab: Lab) -> pl.DataFrame:
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


def length_counts(lab: Lab) -> pl.DataFrame:
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


def vp_sources(lab: Lab) -> pl.DataFrame:
    """VP per player by source, for winners and others."""
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


def card_statistics(lab: Lab) -> pl.DataFrame:
    """Every card: how often it was drawn and played, and how much drawing it helps its owner."""
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
        is_titan = printed.kind == TITAN
        chances = total if is_titan else int(cell["draws"].sum())
        played = min(int(cell["plays"].sum()), chances)  # a card can be played again without being drawn again
        play_low, play_high = wilson(played, chances)
        rows.append(
            {
                "name": printed.name,
                "faction": printed.faction.name,
                "kind": KIND_NAMES[printed.kind],
                "chances": chances,
                "play_rate": played / max(1, chances),
                "play_low": play_low,
                "play_high": play_high,
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


def base_statistics(lab: Lab) -> pl.DataFrame:
    """Every base: how often it scores once in play, how many rounds that takes, and what it pays."""
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
