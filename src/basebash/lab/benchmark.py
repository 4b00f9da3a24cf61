"""Basebash-Bench: frozen factions, deals, opponents and metrics, so that scores of different papers can be compared.

A change of anything that decides which games are played needs a new `VERSION`; a test compares a digest of all deals.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from basebash import BadSetup, __version__
from basebash.bots import make_bot
from basebash.lab.arena import Score
from basebash.lab.numbers import mean_interval
from basebash.lab.plan import Deal, decks, mixed
from basebash.lab.play import Stop, never
from basebash.lab.record import Tables
from basebash.lab.run import Progress, batches
from basebash.lab.workers import workers_for

VERSION: Final = 1
OPPONENTS: Final = ("random", "greedy-1")
EDITION: Final = 2019
CORE_SET: Final = ("Aliens", "Dinosaurs", "Ninjas", "Pirates", "Robots", "Tricksters", "Wizards", "Zombies")
SPLITS: Final = ("all", "train", "held-out")


@dataclass(frozen=True)
class Track:
    """A part of the benchmark: how many players, which factions, and how many deals against each opponent."""

    name: str
    title: str
    players: int
    deals: int
    seed: int
    core_only: bool = False


TRACKS: Final = {
    track.name: track
    for track in (
        Track("core", "two players, Core Set", 2, 25, 101, core_only=True),
        Track("all", "two players, all factions", 2, 25, 102),
        Track("four", "four players, all factions", 4, 6, 103),
    )
}


@cache
def factions_of(split: str) -> tuple[str, ...]:
    """Return the factions of a split: all, those to train with, or those that are held out."""
    lines = (Path(__file__).parent / "benchmark.txt").read_text(encoding="utf-8").splitlines()[2:]
    if split not in SPLITS:
        raise BadSetup(f'There is no split "{split}": use {", ".join(SPLITS)}.')
    held_out = [line.removesuffix(" *") for line in lines if line.endswith(" *")]
    names = [line.removesuffix(" *") for line in lines]
    return tuple(name for name in names if split == "all" or (name in held_out) == (split == "held-out"))


@dataclass(frozen=True)
class BenchmarkPlan:
    """The games of a track: each deal against each opponent, with the agent in every seat."""

    track: Track
    agent: str
    split: str
    deals: int

    @property
    def size(self) -> int:
        """Return how many games there are."""
        return self.deals * len(OPPONENTS) * self.track.players

    def opponent(self, game: int) -> str:
        """Return who plays the other seats."""
        return OPPONENTS[game % len(OPPONENTS)]

    def seat(self, game: int) -> int:
        """Return the agent's seat."""
        return game // len(OPPONENTS) % self.track.players

    def deal(self, game: int) -> Deal:
        """Return the game of this number."""
        players = self.track.players
        number = game // len(OPPONENTS) // players
        bots = [self.opponent(game)] * players
        bots[self.seat(game)] = self.agent
        factions = CORE_SET if self.track.core_only else factions_of(self.split)
        chosen = decks(self.track.seed, factions, players, number)
        return Deal(game, mixed(self.track.seed, number), chosen, tuple(bots), EDITION)

    def prepared(self) -> AbstractContextManager[None]:
        """Do nothing: there is nothing to prepare."""
        return nullcontext()


def benchmark_plan(track: str, agent: str, *, split: str = "all", deals: int | None = None) -> BenchmarkPlan:
    """Make the plan of a track and validate its settings; fewer `deals` are the first ones."""
    if track not in TRACKS:
        raise BadSetup(f'There is no track "{track}": use {", ".join(TRACKS)}.')
    chosen = TRACKS[track]
    factions_of(split)
    if chosen.core_only and split != "all":
        raise BadSetup(f'The track "{track}" has no split: it has the eight factions of the Core Set.')
    if deals is not None and deals < 1:
        raise BadSetup(f"There must be at least one deal, not {deals}.")
    make_bot(agent)
    return BenchmarkPlan(chosen, agent, split, chosen.deals if deals is None else deals)


@dataclass
class BenchmarkResult:
    """What an agent scored in a track: the share of games won, against all opponents and against each."""

    plan: BenchmarkPlan
    games: int = 0
    total: Score = field(default_factory=Score)
    versus: dict[str, Score] = field(default_factory=lambda: {name: Score() for name in OPPONENTS})
    margins: list[float] = field(default_factory=list)
    unfinished: int = 0

    def add(self, tables: Tables) -> None:
        """Add games, given by their rows."""
        for table in tables["seats"].partition_by("game", maintain_order=True):
            rows = sorted(table.iter_rows(named=True), key=lambda row: int(row["seat"]))
            game = int(rows[0]["game"])
            mine = rows.pop(self.plan.seat(game))
            self.games += 1
            self.total.add(mine["won"])
            self.versus[self.plan.opponent(game)].add(mine["won"])
            self.margins.append(mine["vp"] - sum(row["vp"] for row in rows) / len(rows))
            self.unfinished += not (mine["won"] or any(row["won"] for row in rows))

    def to_json(self) -> dict[str, Any]:
        """The result as JSON data."""
        plan = self.plan
        margin, low, high = mean_interval(self.margins)
        return {
            "benchmark": f"Basebash-Bench {VERSION}",
            "basebash": __version__,
            "track": plan.track.name,
            "split": plan.split,
            "agent": plan.agent,
            "deals": plan.deals,
            "complete": plan.deals == plan.track.deals and self.games == plan.size,
            "share": round(1 / plan.track.players, 4),
            **self.total.to_json(),
            "vp_margin": round(margin, 3),
            "vp_margin_interval": [round(low, 3), round(high, 3)] if self.games > 1 else None,
            "unfinished": self.unfinished,
            "versus": {name: score.to_json() for name, score in self.versus.items()},
        }


def run_benchmark(
    plan: BenchmarkPlan,
    *,
    workers: int | None = None,
    stop: Stop = never,
    progress: Progress = lambda _: None,
) -> BenchmarkResult:
    """Play a track and return the result, which is partial if it is stopped."""
    result = BenchmarkResult(plan)
    progress(0)
    with workers_for(workers, None, stop) as players:
        for tables in batches(plan, players, stop=stop):
            result.add(tables)
            progress(result.games)
    return result
