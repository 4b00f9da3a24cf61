"""Plays the games of a pack and analyses them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import polars as pl

from basebash.lab.fairness.baseline import Baseline
from basebash.lab.fairness.changes import Change
from basebash.lab.fairness.details import bases_of, cards_of, lengths_of, paired_difference
from basebash.lab.fairness.measure import Measured, games_of, measure
from basebash.lab.fairness.plan import PackPlan
from basebash.lab.game_results import Games, read_games
from basebash.lab.numbers import Floats
from basebash.lab.play import Stop, never
from basebash.lab.run import Progress, run_lab
from basebash.lab.store import BadLab, Lab, open_lab

FEWEST = 30  # games of a faction


@dataclass(frozen=True)
class FactionFindings:
    """The findings about one faction."""

    measured: Measured
    cards: pl.DataFrame
    bases: pl.DataFrame
    lengths: pl.DataFrame
    variants: pl.DataFrame
    unfinished: int


@dataclass(frozen=True)
class PackFindings:
    """The findings about a pack."""

    plan: PackPlan
    games: int
    baseline: Baseline | None
    factions: list[FactionFindings]


def total_games(plan: PackPlan, changes: Sequence[Change]) -> int:
    """Return how many games there are over all variants."""
    return plan.games * (1 + len(changes))


def run_pack(
    plan: PackPlan,
    folder: Path,
    *,
    baseline: Baseline | None = None,
    changes: Sequence[Change] = (),
    workers: int | None = None,
    ray: str | None = None,
    stop: Stop = never,
    progress: Progress = lambda _: None,
) -> int:
    """Play the games of a pack into a folder, resuming if there are some already; return how many there are.

    The first games have random opponents. They give the strengths by which later opponents are chosen. Each change
    replays all deals in a folder of its own.
    """
    first = replace(plan, games=min(plan.games, plan.balanced))
    played = _continue(first, folder, 0, workers, ray, stop, progress)
    if played < first.games:
        return played
    strengths = _strengths(plan, folder, baseline)
    done = 0
    for change in (None, *changes):
        where = folder if change is None else folder / "variants" / change.folder
        whole = replace(plan, strengths=strengths, change=change)
        played = _continue(whole, where, done, workers, ray, stop, progress)
        done += played
        if played < plan.games:
            break
    return done


def _continue(
    plan: PackPlan, folder: Path, before: int, workers: int | None, ray: str | None, stop: Stop, progress: Progress
) -> int:
    def tell(done: int) -> None:
        progress(before + min(done, plan.games))

    done = run_lab(plan, folder, resume=True, workers=workers, ray=ray, stop=stop, progress=tell)
    return min(done, plan.games)


def _strengths(plan: PackPlan, folder: Path, baseline: Baseline | None) -> dict[str, float]:
    """Return the strengths found in the first games, no matter what was played after them."""
    lab = replace(open_lab(folder), games=min(plan.games, plan.balanced))
    games = read_games(lab)
    strengths: dict[str, float] = {}
    for subject in plan.subjects:
        mine, _ = _own_games(games, plan, subject)
        for row in measure(mine, subject, baseline).standings.iter_rows(named=True):
            if row["name"] == subject or row["name"] not in strengths:
                strengths[row["name"]] = round(row["strength"], 6)
    return strengths


def _own_games(games: Games, plan: PackPlan, subject: str) -> tuple[Games, Floats]:
    mine, here = games_of(games, subject, [name for name in plan.subjects if name != subject])
    if mine.size < FEWEST:
        raise BadLab(f"{mine.size} games of {subject} are too few to tell anything: play at least {FEWEST}.")
    return mine, here


def analyse_pack(
    plan: PackPlan, folder: Path, baseline: Baseline | None = None, changes: Sequence[Change] = ()
) -> PackFindings:
    """Analyse the games of a pack."""
    lab = open_lab(folder)
    games = read_games(lab)
    numbers = (
        lab.table("games")
        .filter(pl.col("winner").is_not_null())
        .select("game")
        .collect()
        .sort("game")["game"]
        .to_numpy()
    )
    found = []
    for which, subject in enumerate(plan.subjects):
        mine, here = _own_games(games, plan, subject)
        measured = measure(mine, subject, baseline)
        own = numbers[here]
        found.append(
            FactionFindings(
                measured=measured,
                cards=cards_of(lab, subject),
                bases=bases_of(lab, own, measured),
                lengths=lengths_of(lab, own, plan.balanced, baseline),
                variants=_variants(lab, folder, subject, changes),
                unfinished=len(range(which, lab.games, len(plan.subjects))) - int(np.sum(here)),
            )
        )
    return PackFindings(plan, lab.games, baseline, found)


def _variants(lab: Lab, folder: Path, subject: str, changes: Sequence[Change]) -> pl.DataFrame:
    mine = [change for change in changes if change.card.startswith(f"{subject}/")]
    return pl.DataFrame(
        [
            paired_difference(lab, open_lab(folder / "variants" / change.folder), subject, change.label)
            for change in mine
        ]
    )
