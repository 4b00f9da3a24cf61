"""Turns a lab's tables into a report's findings: one data frame per question, every figure with its interval.

Tables are read and aggregated part by part, so a million games fit in memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
from polars.exceptions import PolarsError

from basebash.lab.game_results import read_games
from basebash.lab.game_statistics import (
    base_statistics,
    card_statistics,
    game_lengths,
    games_by_players,
    length_counts,
    vp_sources,
)
from basebash.lab.store import BadLab, Lab, open_lab
from basebash.lab.strengths import (
    bot_results,
    faction_strengths,
    fit_strengths,
    matchups,
    pair_strengths,
    results_by_turn_order,
)

FEWEST = 5  # games of each number of players; with fewer, uncertainties cannot be estimated


@dataclass(frozen=True)
class Findings:
    """Everything a report shows."""

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
    """Analyse a lab."""
    lab = open_lab(folder)
    try:
        return _findings(lab)
    except PolarsError as error:
        raise BadLab(f"The tables in {folder} cannot be read: {error}") from None


def _findings(lab: Lab) -> Findings:
    games = read_games(lab)
    if not games.size or min(int((games.players == count).sum()) for count in games.counts) < FEWEST:
        raise BadLab(f"{lab.folder} holds too few games for a report: at least {FEWEST} for each number of players.")
    fit = fit_strengths(games)
    pairs, deviation = pair_strengths(games, fit)
    return Findings(
        settings=lab.settings,
        games=lab.games,
        given_up=lab.games - games.size,
        by_players=games_by_players(lab),
        bots=bot_results(games),
        factions=faction_strengths(games, fit),
        pairs=pairs,
        synergy_deviation=deviation,
        matchups=matchups(games, fit),
        order=results_by_turn_order(games),
        lengths=game_lengths(lab),
        length_counts=length_counts(lab),
        sources=vp_sources(lab),
        cards=card_statistics(lab),
        bases=base_statistics(lab),
    )
