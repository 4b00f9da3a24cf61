"""Further findings about a faction: its cards, the bases that suit it, the length of games, the effect of changes."""

from __future__ import annotations

from math import sqrt

import numpy as np
import polars as pl

from basebash.lab.fairness.baseline import Baseline
from basebash.lab.fairness.measure import Measured
from basebash.lab.numbers import Estimate, Floats, Z, chance, mean_of, shrunk, wins_by_drawing
from basebash.lab.store import Lab

SELDOM = 0.1  # a card that is played less often than this when drawn is hardly ever played


def cards_of(lab: Lab, faction: str) -> pl.DataFrame:
    """Every card of a faction: how often it is played once drawn, and how much drawing it early helps its owner."""
    frame = lab.table("cards").filter(pl.col("faction") == faction).collect(engine="streaming")
    rows = []
    for (name, kind), cell in frame.sort("card").group_by("card", "kind", maintain_order=True):
        copies, early, won = (cell[column].to_numpy().astype(np.float64) for column in ("copies", "early", "won"))
        drawn, plays = int(cell["drawn"].sum()), int(cell["plays"].sum())
        carries = wins_by_drawing(early, copies, won, np.ones(len(won)))[2]
        chances = cell.height if kind == "titan" else max(int(cell["draws"].sum()), drawn)
        rows.append(
            {
                "name": name,
                "kind": kind,
                "copies": int(copies[0]),
                "games": cell.height,
                "plays": plays / cell.height,
                "played": min(1.0, plays / chances) if chances else 0.0,
                "vp": float(cell["vp"].sum()) / cell.height,
                "carries": carries.value,
                "carries_low": carries.low,
                "carries_high": carries.high,
                "verdict": "above" if carries.low > 0 else "below" if carries.high < 0 else "average",
            }
        )
    return pl.DataFrame(rows).sort("carries", descending=True, nulls_last=True)


def bases_of(lab: Lab, numbers: Floats, found: Measured) -> pl.DataFrame:
    """Bases, by how much more the faction won than its strength predicts in games in which they came into play."""
    games = pl.DataFrame({"game": numbers, "surplus": found.surplus, "information": found.information})
    stays = lab.table("bases").select("game", "base", "set").unique().collect(engine="streaming")
    summed = (
        stays.join(games, on="game")
        .group_by("base", "set")
        .agg(pl.len().alias("games"), pl.col("surplus").sum(), pl.col("information").sum())
        .sort("set", "base")
    )
    effects, errors, _ = shrunk(summed["surplus"].to_numpy(), summed["information"].to_numpy())
    rows = []
    for row, value, error in zip(summed.iter_rows(named=True), effects, errors, strict=True):
        effect = Estimate(float(value), float(error))
        rows.append(
            {
                "name": row["base"],
                "set": row["set"],
                "games": row["games"],
                "effect": chance(effect.value) - 0.5,
                "low": chance(effect.low) - 0.5,
                "high": chance(effect.high) - 0.5,
                "verdict": "above" if effect.low > 0 else "below" if effect.high < 0 else "average",
            }
        )
    return pl.DataFrame(rows).sort("effect", descending=True)


def lengths_of(lab: Lab, numbers: Floats, balanced: int, baseline: Baseline | None) -> pl.DataFrame:
    """Rounds per game by number of players, compared with games of official factions alone.

    Only games with opponents drawn at random count, because even games are longer.
    """
    mine = pl.DataFrame({"game": numbers}).filter(pl.col("game") < balanced)
    frame = lab.table("games").collect(engine="streaming").join(mine, on="game")
    rows = []
    for (players,), cell in frame.group_by("players"):
        rounds = cell["turns"].to_numpy() / cell["players"].to_numpy()
        now = mean_of(float(rounds.sum()), float((rounds**2).sum()), len(rounds))
        before = baseline.rounds.get(int(str(players))) if baseline is not None else None
        change = None if before is None else Estimate(now.value - before.value, sqrt(now.error**2 + before.error**2))
        rows.append(
            {
                "players": int(str(players)),
                "games": len(rounds),
                "rounds": now.value,
                "rounds_low": now.low,
                "rounds_high": now.high,
                "official": None if before is None else before.value,
                "change": None if change is None else change.value,
                "change_low": None if change is None else change.low,
                "change_high": None if change is None else change.high,
            }
        )
    return pl.DataFrame(rows, infer_schema_length=None).sort("players")


def paired_difference(before: Lab, after: Lab, faction: str, label: str) -> dict[str, float | int | str]:
    """The effect of a change: the difference in games won on identical deals, with a paired interval."""
    won = [_won(lab, faction) for lab in (before, after)]
    both = won[0].join(won[1], on="game", suffix="_after")
    change = (both["share_after"] - both["share"]).to_numpy()
    found = mean_of(float(change.sum()), float((change**2).sum()), max(1, len(change)))
    return {
        "name": label,
        "games": both.height,
        "differ": int((change != 0).sum()),
        "before": float(both["share"].to_numpy().mean()),
        "after": float(both["share_after"].to_numpy().mean()),
        "change": found.value,
        "low": found.value - Z * found.error,
        "high": found.value + Z * found.error,
        "verdict": "above" if found.low > 0 else "below" if found.high < 0 else "average",
    }


def _won(lab: Lab, faction: str) -> pl.DataFrame:
    """The share of the win that the faction's seat got in each game; 0 in an unfinished one."""
    seats = lab.table("seats").filter((pl.col("faction_a") == faction) | (pl.col("faction_b") == faction))
    games = lab.table("games").select("game", "winners")
    share = pl.when(pl.col("won")).then(1 / pl.col("winners")).otherwise(0.0).alias("share")
    return seats.join(games, on="game").select("game", share).collect(engine="streaming").sort("game")
