"""A lab's folder: its settings, and each table as Parquet files with a fixed number of games each.

A file is written under a temporary name and then renamed, the table of games last: whatever the table of games lists is
complete, even after an interruption.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl
from polars.exceptions import PolarsError

from basebash import BasebashError, __version__
from basebash.lab.plan import StoredPlan
from basebash.lab.record import EXTRAS, TABLES, Extras, Tables, table_names

SETTINGS = "lab.json"
PART_GAMES = 2_000


class BadLab(BasebashError):
    """A folder is not a lab, or not the expected one, or cannot be read or written."""


class Store:
    """Writes the tables of a lab part by part; `done` games are stored."""

    def __init__(self, folder: Path, plan: StoredPlan, extras: Extras = (), *, part_games: int = PART_GAMES) -> None:
        self.folder = folder
        self.part_games = part_games
        self.names = table_names(extras)
        self.settings: dict[str, Any] = {
            "format": "basebash lab",
            "basebash": __version__,
            **{name: name in extras for name in EXTRAS},
            "part_games": part_games,
            "plan": plan.to_json(),
        }
        self.done = 0
        self._batches: list[Tables] = []  # of the part that is not yet full

    def create(self) -> None:
        """Start a new lab. One without any games may be started again."""
        if (self.folder / SETTINGS).exists() and open_lab(self.folder).games:
            raise BadLab(f"{self.folder} already contains a lab: continue it with --resume, or choose another folder.")
        self._write_settings()

    def resume(self) -> None:
        """Resume a lab. Its settings must be the same, except that it may have more games."""
        if not (self.folder / SETTINGS).exists():
            self.create()
            return
        before = open_lab(self.folder)
        for name, now, then in _differences(_comparable(self.settings), _comparable(before.settings)):
            raise BadLab(f"{self.folder} was begun with another setting: {name} was {then}, not {now}.")
        self.done = before.games
        self.settings["plan"]["games"] = max(self.settings["plan"]["games"], self.done)
        self._write_settings()
        if self.done % self.part_games:
            part, mine = self.done // self.part_games, pl.col("game") < self.done
            self._batches = [{name: _read(part_path(self.folder, name, part)).filter(mine) for name in self.names}]

    def add(self, tables: Tables) -> None:
        """Add games that follow the stored ones, and write each part that is full."""
        self._batches.append(tables)
        self.done = int(tables["games"]["game"][-1]) + 1
        if sum(batch["games"].height for batch in self._batches) >= self.part_games:
            self.flush()

    def flush(self) -> None:
        """Write everything that is not written yet, including an incomplete part, which is filled up later."""
        if not self._batches:
            return
        whole = {name: pl.concat([batch[name] for batch in self._batches]) for name in self.names}
        numbers = whole["games"]["game"]
        for part in range(numbers[0] // self.part_games, numbers[-1] // self.part_games + 1):
            here = pl.col("game") // self.part_games == part
            self._write({name: table.filter(here) for name, table in whole.items()}, part)
        still_open = pl.col("game") // self.part_games == (numbers[-1] + 1) // self.part_games
        rest = {name: table.filter(still_open) for name, table in whole.items()}
        self._batches = [rest] if rest["games"].height else []

    def _write(self, tables: Tables, part: int) -> None:
        for name in sorted(self.names, key=lambda name: name == "games"):
            buffer = BytesIO()
            tables[name].rechunk().write_parquet(buffer)
            path = part_path(self.folder, name, part)
            _replace(path, buffer.getbuffer())

    def _write_settings(self) -> None:
        text = json.dumps(self.settings, indent=2) + "\n"
        _replace(self.folder / SETTINGS, text.encode())


def _replace(path: Path, content: bytes | memoryview) -> None:
    """Write a file atomically: afterwards it has either the old content or the new."""
    new = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with new.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadLab(f"{path} cannot be written: {error.strerror}. Nothing that was written is lost.") from None


def part_path(folder: Path, name: str, part: int) -> Path:
    """Return the file of a part of a table."""
    return folder / name / f"part-{part:05}.parquet"


def extras_of(settings: dict[str, Any]) -> list[str]:
    """Return which tables a lab has on request."""
    return [name for name in EXTRAS if settings.get(name)]


def read_settings(folder: Path) -> dict[str, Any]:
    """Return the settings that a lab was started with."""
    file = folder / SETTINGS
    try:
        settings = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadLab(f"{folder} is not a lab: it has no {SETTINGS}. `basebash lab run {folder}` makes one.") from None
    except OSError as error:
        raise BadLab(f"{file} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise BadLab(f"{file} is damaged: {error}.") from None
    match settings:
        case {
            "format": "basebash lab",
            "basebash": str(),
            "events": bool(),
            "part_games": int(),
            "plan": {"games": int(), "players": list(), "bots": list(), "factions": list(), "edition": int()},
        }:
            return dict(settings)
    raise BadLab(f"{file} is not the settings of a lab.")


@dataclass(frozen=True)
class Lab:
    """A lab to read."""

    folder: Path
    settings: dict[str, Any]
    games: int

    def table(self, name: str) -> pl.LazyFrame:
        """Return a table, to be read part by part.

        If a lab was killed, the other tables can be ahead of the games; their extra rows are left out.
        """
        files = sorted((self.folder / name).glob("*.parquet"))
        frame = pl.scan_parquet(files) if files else pl.LazyFrame(schema=TABLES[name])
        return frame.filter(pl.col("game") < self.games)


def open_lab(folder: Path) -> Lab:
    """Open a lab for reading. The parts of its games must be present and complete in every table."""
    settings = read_settings(folder)
    size = settings["part_games"]
    games = 0
    for part in range(len(list((folder / "games").glob("*.parquet")))):
        if games != part * size:
            raise BadLab(f"{part_path(folder, 'games', part - 1)} should hold {size:,} games. {_remedy(part - 1)}")
        heights = {name: _height(folder, name, part) for name in table_names(extras_of(settings))}
        games += heights["games"]
    return Lab(folder, settings, games)


def _height(folder: Path, name: str, part: int) -> int:
    path = part_path(folder, name, part)
    try:
        height: int = pl.scan_parquet(path).select(pl.len()).collect().item()
    except OSError:
        raise BadLab(f"{path} is missing. {_remedy(part)}") from None
    except PolarsError:
        raise BadLab(f"{path} is damaged. {_remedy(part)}") from None
    return height


def _remedy(part: int) -> str:
    return f"Delete games/part-{part:05}.parquet and all after it: then --resume plays those games again."


def _read(path: Path) -> pl.DataFrame:
    try:
        return pl.read_parquet(path)
    except (OSError, PolarsError) as error:
        raise BadLab(f"{path} cannot be read: {error}") from None


def _comparable(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings that must not change when a lab is resumed."""
    flat = {
        "turn_limit": 0,
        "replays": False,
        **settings,
        **settings["plan"],
    }  # labs that were started before these existed have none
    del flat["plan"], flat["games"]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in flat.items()}


def _differences(now: dict[str, Any], then: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name, value in now.items():
        if then.get(name) != value:
            yield name, value, then.get(name)
