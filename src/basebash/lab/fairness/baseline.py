"""How strong the official factions are among themselves: the yardstick for a new one.

Basebash ships a small table for the default bot. For other settings, use a folder written by `basebash lab run`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from basebash.lab.analysis import analyse
from basebash.lab.numbers import Estimate
from basebash.lab.plan import official_factions


@dataclass(frozen=True)
class Baseline:
    """Strengths of official factions and the length of their games, from games among themselves."""

    bots: list[str]
    edition: int
    games: int
    date: str
    factions: dict[str, Estimate]
    rounds: dict[int, Estimate]  # of a game, by the number of players

    def to_json(self) -> dict[str, Any]:
        """Convert to JSON data."""
        return {
            **asdict(self),
            "factions": {name: _short(found) for name, found in self.factions.items()},
            "rounds": {str(players): _short(found) for players, found in self.rounds.items()},
        }


def _short(found: Estimate) -> list[float]:
    return [round(found.value, 4), round(found.error, 4)]


def baseline_from_json(data: dict[str, Any]) -> Baseline:
    """Read what `to_json` returned."""
    return Baseline(
        bots=data["bots"],
        edition=data["edition"],
        games=data["games"],
        date=data["date"],
        factions={name: Estimate(*found) for name, found in data["factions"].items()},
        rounds={int(players): Estimate(*found) for players, found in data["rounds"].items()},
    )


def baseline_of_lab(folder: Path, date: str = "") -> Baseline:
    """Compute the baseline from a lab of official factions."""
    found = analyse(folder)
    plan = found.settings["plan"]
    official = set(official_factions())
    return Baseline(
        bots=sorted(set(plan["bots"])),
        edition=plan["edition"],
        games=found.games,
        date=date,
        factions={
            row["name"]: Estimate(row["strength"], row["error"])
            for row in found.factions.sort("name").iter_rows(named=True)
            if row["name"] in official
        },
        rounds={
            row["players"]: Estimate(row["rounds"], (row["rounds_high"] - row["rounds"]) / 1.959964)
            for row in found.lengths.iter_rows(named=True)
        },
    )


def shipped_baseline(bots: list[str], edition: int) -> Baseline | None:
    """Return the table that ships with Basebash if it is for these bots and this edition; otherwise None."""
    text = (files("basebash.lab.fairness") / "baseline.json").read_text(encoding="utf-8")
    found = baseline_from_json(json.loads(text))
    return found if (found.bots, found.edition) == (sorted(set(bots)), edition) else None
