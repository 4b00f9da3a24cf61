"""A lab's folder: its settings, and each table in parts of so many games as Parquet files.

A part is written whole to a new file that then takes the old one's place, the games last: what the table of games
says is there, is there, whenever it is interrupted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from basebash import BasebashError, __version__
from basebash.lab.plan import LabPlan
from basebash.lab.record import TABLES, Tables

SETTINGS = "lab.json"
PART_GAMES = 2_000


class BadLab(BasebashError):
    """A folder is no lab, or not the one that was meant."""


class Store:
    """Writes the tables of a lab part by part; `done` games are in it."""

    def __init__(self, folder: Path, plan: LabPlan, *, events: bool, part_games: int = PART_GAMES) -> None:
        self.folder = folder
        self.part_games = part_games
        self.names = [name for name in TABLES if events or name != "events"]
        self.settings = {
            "format": "basebash lab",
            "basebash": __version__,
            "events": events,
            "part_games": part_games,
            "plan": plan.to_json(),
        }
        self.done = 0
        self._batches: list[Tables] = []  # of the part that is not yet full

    def create(self) -> None:
        """Starts a new lab."""
        if (self.folder / SETTINGS).exists():
            raise BadLab(f"{self.folder} holds a lab already: --resume goes on with it, or choose another folder.")
        self._write_settings()

    def resume(self) -> None:
        """Goes on with a lab. Its settings must be the same, but there may be more games."""
        if not (self.folder / SETTINGS).exists():
            self.create()
            return
        before = read_settings(self.folder)
        for name, now, then in _differences(_comparable(self.settings), _comparable(before)):
            raise BadLab(f"{self.folder} was begun with another setting: {name} was {then}, not {now}.")
        self._write_settings()
        whole = sorted((self.folder / "games").glob("*.parquet"))
        self.done = sum(pl.scan_parquet(path).select(pl.len()).collect().item() for path in whole)
        part = self.done // self.part_games
        if self.done % self.part_games:
            mine = pl.col("game") < self.done
            self._batches = [{name: pl.read_parquet(self._path(name, part)).filter(mine) for name in self.names}]

    def add(self, tables: Tables) -> None:
        """Adds games that follow those that are there, and writes the parts that become full."""
        self._batches.append(tables)
        self.done += tables["games"].height
        while True:
            held = sum(batch["games"].height for batch in self._batches)
            if held < self.part_games:
                return
            first = self.done - held
            whole = self._joined()
            limit = pl.col("game") < first + self.part_games
            self._write({name: table.filter(limit) for name, table in whole.items()}, first // self.part_games)
            rest = {name: table.filter(~limit) for name, table in whole.items()}
            self._batches = [rest] if rest["games"].height else []

    def flush(self) -> None:
        """Writes the part that is not yet full, too."""
        if self._batches:
            whole = self._joined()
            self._batches = [whole]
            self._write(whole, (self.done - 1) // self.part_games)

    def _joined(self) -> Tables:
        return {name: pl.concat([batch[name] for batch in self._batches]) for name in self.names}

    def _path(self, name: str, part: int) -> Path:
        return self.folder / name / f"part-{part:05}.parquet"

    def _write(self, tables: Tables, part: int) -> None:
        for name in sorted(self.names, key=lambda name: name == "games"):
            path = self._path(name, part)
            path.parent.mkdir(parents=True, exist_ok=True)
            new = path.with_suffix(".new")
            tables[name].rechunk().write_parquet(new)
            new.replace(path)

    def _write_settings(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / SETTINGS).write_text(json.dumps(self.settings, indent=2) + "\n", encoding="utf-8")


def read_settings(folder: Path) -> dict[str, Any]:
    """The settings that a lab was begun with."""
    try:
        settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    except OSError:
        raise BadLab(f"{folder} is no lab: it has no {SETTINGS}. `basebash lab run {folder}` makes one.") from None
    except ValueError as error:
        raise BadLab(f"{folder / SETTINGS} is damaged: {error}.") from None
    if not isinstance(settings, dict) or settings.get("format") != "basebash lab":
        raise BadLab(f"{folder / SETTINGS} is not the settings of a lab.")
    return settings


def scan(folder: Path, table: str) -> pl.LazyFrame:
    """A table of a lab, to be read part by part."""
    files = sorted((folder / table).glob("*.parquet"))
    if not files:
        return pl.LazyFrame(schema=TABLES[table])
    return pl.scan_parquet(files)


def _comparable(settings: dict[str, Any]) -> dict[str, Any]:
    """All that must not change when a lab goes on."""
    flat = {**settings, **settings["plan"]}
    del flat["plan"], flat["games"]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in flat.items()}


def _differences(now: dict[str, Any], then: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name, value in now.items():
        if then.get(name) != value:
            yield name, value, then.get(name)
