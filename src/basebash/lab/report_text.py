"""Phrases and small figures shared by several sections of a report."""

from __future__ import annotations

from html import escape

import numpy as np
import polars as pl

from basebash.lab.analysis import Findings
from basebash.lab.numbers import clear_of_chance

COLOURS = "Green: the whole interval is above the middle; orange: below."
MANY_COLOURS = (
    "Green: clearly above the middle; orange: clearly below. Among so many, some intervals miss the middle by chance; "
    "the colours allow for that (false discovery rate 5 %, Benjamini&ndash;Hochberg)."
)


def games(found: Findings) -> str:
    return f"{found.games - found.given_up:,} games"


def strong(name: str) -> str:
    return f"<strong>{escape(name)}</strong>"


def span(low: float, high: float) -> str:
    return f"{100 * low:.1f} to {100 * high:.1f}&nbsp;%"


def joined(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def player_counts(found: Findings) -> str:
    return joined([str(players) for players in found.by_players["players"]])


def verdict(low: str, high: str, middle: float | pl.Expr = 0.0) -> pl.Expr:
    """Return the side of the middle on which the whole interval is."""
    above = pl.when(pl.col(low) > middle).then(pl.lit("above"))
    return above.when(pl.col(high) < middle).then(pl.lit("below")).otherwise(pl.lit("average")).alias("verdict")


def verdict_of_many(frame: pl.DataFrame, value: str, low: str, high: str) -> pl.Series:
    """Return the side of zero on which each value is, beyond what chance does among so many."""
    values, lows, highs = (frame[column].to_numpy().astype(np.float64) for column in (value, low, high))
    clear = clear_of_chance(values, lows, highs)
    return pl.Series("verdict", np.where(~clear, "average", np.where(values > 0, "above", "below")))


def median(numbers: pl.Series) -> int:
    """The median."""
    return int(numbers.sort()[len(numbers) // 2]) if len(numbers) else 0


def about(number: int) -> str:
    return f"about {number:,}" if number else "not even one"


def count_clear(frame: pl.DataFrame, low: str, high: str) -> int:
    """Return how many intervals exclude zero."""
    return frame.filter((pl.col(low) > 0) | (pl.col(high) < 0)).height
