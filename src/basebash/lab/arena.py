"""Arena: a round robin of bots, with ratings, intervals and a cross table."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from openskill.models import PlackettLuce, PlackettLuceRating

from basebash import __version__
from basebash.lab.numbers import wilson
from basebash.lab.plan import ArenaPlan
from basebash.lab.play import Stop, never
from basebash.lab.record import Tables
from basebash.lab.run import Progress, batches
from basebash.lab.workers import workers_for


@dataclass
class Score:
    """Wins out of games."""

    wins: float = 0
    games: int = 0

    def add(self, won: float) -> None:
        """Counts a game."""
        self.wins += won
        self.games += 1

    @property
    def rate(self) -> float:
        """The share won."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the true share."""
        return wilson(self.wins, self.games)

    def to_json(self) -> dict[str, Any]:
        """The score as JSON data."""
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": round(self.rate, 4),
            "interval": [round(bound, 4) for bound in self.interval],
        }


@dataclass
class BotResult:
    """The results of one bot."""

    score: Score = field(default_factory=Score)
    vp: int = 0
    versus: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))
    factions: dict[str, Score] = field(default_factory=lambda: defaultdict(Score))


class ArenaResult:
    """The results of an arena. Games must be added in order, because ratings depend on it."""

    def __init__(self, plan: ArenaPlan) -> None:
        self.plan = plan
        self.games = 0
        self.bots: dict[str, BotResult] = {name: BotResult() for name in plan.bots}
        self._model = PlackettLuce()
        self.ratings: dict[str, PlackettLuceRating] = {name: self._model.rating(name=name) for name in self.bots}

    def add(self, tables: Tables) -> None:
        """Add games, given by the rows of their seats."""
        for table in tables["seats"].partition_by("game", maintain_order=True):
            self._add_game(list(table.iter_rows(named=True)))

    def _add_game(self, seats: list[dict[str, Any]]) -> None:
        self.games += 1
        for seat in seats:
            mine = self.bots[seat["bot"]]
            mine.score.add(seat["won"])
            mine.vp += seat["vp"]
            for faction in (seat["faction_a"], seat["faction_b"]):
                mine.factions[faction].add(seat["won"])
            for other in seats:
                if other["bot"] != seat["bot"]:
                    mine.versus[other["bot"]].add(_ahead(seat, other))
        self._rate([seat["bot"] for seat in seats], [seat["place"] for seat in seats])

    def _rate(self, names: list[str], places: list[int]) -> None:
        """Update the ratings; a bot that holds several seats learns from each of them."""
        before = [self.ratings[name] for name in names]
        after = self._model.rate([[rating] for rating in before], ranks=[float(place) for place in places])
        change: Counter[str] = Counter()
        narrower: dict[str, float] = defaultdict(lambda: 1.0)
        for name, old, (new,) in zip(names, before, after, strict=True):
            change[name] += new.mu - old.mu  # type: ignore[assignment]  # a sum of floats
            narrower[name] *= new.sigma / old.sigma
        for name in dict.fromkeys(names):
            old = self.ratings[name]
            self.ratings[name] = self._model.rating(old.mu + change[name], old.sigma * narrower[name], name=name)

    @property
    def ranking(self) -> list[str]:
        """The bots, best first."""
        return sorted(self.bots, key=lambda name: -self.bots[name].score.rate)

    def to_json(self) -> dict[str, Any]:
        """The result as JSON data."""
        return {
            "basebash": __version__,
            "seed": self.plan.seed,
            "players": self.plan.players,
            "edition": self.plan.edition,
            "games": self.games,
            "share": round(1 / self.plan.players, 4),
            "bots": {name: self._bot_json(name) for name in self.ranking},
        }

    def _bot_json(self, name: str) -> dict[str, Any]:
        bot = self.bots[name]
        rating = self.ratings[name]
        return {
            **bot.score.to_json(),
            "rating": round(rating.mu, 3),
            "rating_error": round(rating.sigma, 3),
            "vp": round(bot.vp / bot.score.games, 3) if bot.score.games else 0.0,
            "versus": {other: score.to_json() for other, score in sorted(bot.versus.items())},
            "factions": {faction: score.to_json() for faction, score in sorted(bot.factions.items())},
        }


def _ahead(seat: dict[str, Any], other: dict[str, Any]) -> float:
    """1 if a seat ended ahead of another, 0.5 if they share a place."""
    if seat["won"] or other["won"]:
        return float(seat["won"])
    return 0.5 if seat["place"] == other["place"] else float(seat["place"] < other["place"])


def run_arena(
    plan: ArenaPlan,
    *,
    workers: int | None = None,
    ray: str | None = None,
    stop: Stop = never,
    progress: Progress = lambda _: None,
    result: ArenaResult | None = None,
) -> ArenaResult:
    """Play a round robin and return the result, which is partial if the arena is stopped.

    Pass a `result` to keep what was played even if something raises.
    """
    result = ArenaResult(plan) if result is None else result
    progress(0)
    with workers_for(workers, ray, stop) as players:
        for tables in batches(plan, players, stop=stop):
            result.add(tables)
            progress(result.games)
    return result
