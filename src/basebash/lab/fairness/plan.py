"""The games to play for a pack: one of its factions with an official partner, against official factions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Any

from basebash import State
from basebash.lab.fairness.changes import Change
from basebash.lab.plan import TURN_LIMIT, Deal, Pair, check_players, check_settings, mixed
from basebash.packs import Pack, load_folder

BALANCED = 360  # games of each faction, after which opponents are chosen by strength
CANDIDATES = 6  # number of candidate line-ups of opponents, of which the most informative is played


@dataclass(frozen=True)
class PackPlan:
    """Games of the factions of a pack.

    Factions of the pack alternate and play the same deals, each official faction partners them equally often, and
    opponents are random in the first games. Once strengths are known, each deal takes the most even of several random
    line-ups, because the less certain the winner, the more a game reveals about strength.
    """

    seed: int
    games: int
    players: tuple[int, ...]
    bots: tuple[str, ...]
    factions: tuple[str, ...]  # all factions in the games
    subjects: tuple[str, ...]  # those of the pack
    edition: int
    turn_limit: int
    pack: str  # its folder
    digest: str  # hash of the pack's code: games of another version are not mixed with these
    change: Change | None = None
    strengths: Mapping[str, float] = field(default_factory=dict)  # found in the first games

    @property
    def size(self) -> int:
        """Return how many games there are."""
        return self.games

    @property
    def balanced(self) -> int:
        """Return how many games are played before opponents are chosen by strength."""
        return BALANCED * len(self.subjects)

    @contextmanager
    def prepared(self) -> Iterator[None]:
        """Load the pack and apply the change for the length of the block."""
        load_folder(Path(self.pack))
        with self.change.applied() if self.change is not None else nullcontext():
            yield

    def deal(self, game: int) -> Deal:
        """Return the game of this number."""
        number, which = divmod(game, len(self.subjects))
        subject = self.subjects[which]
        number, count = divmod(number, len(self.players))
        players = self.players[count]
        seed = mixed(self.seed, players, number)
        others = tuple([name for name in self.factions if name not in self.subjects])
        cycle, place = divmod(number, len(others))
        mine = (subject, _shuffled(others, mixed(self.seed, players, cycle, 1))[place])
        opponents = self._opponents(game, mine, [name for name in others if name != mine[1]], players, seed)
        chance = State(2, f"seats {seed}")  # independent of who takes the first turn, which follows from the seed alone
        seat, first = chance.random(players), chance.random(len(self.bots))
        decks = (*opponents[:seat], mine, *opponents[seat:])
        bots = tuple([self.bots[(first + seat) % len(self.bots)] for seat in range(players)])
        return Deal(game, seed, decks, bots, self.edition, self.turn_limit)

    def _opponents(self, game: int, mine: Pair, others: list[str], players: int, seed: int) -> list[Pair]:
        drawn = []
        for candidate in range(CANDIDATES if game >= self.balanced and self.strengths else 1):
            names = _shuffled(tuple(others), mixed(seed, candidate, 2))
            drawn.append([(names[2 * i], names[2 * i + 1]) for i in range(players - 1)])
        return max(drawn, key=lambda opponents: self._information(mine, opponents))

    def _information(self, mine: Pair, opponents: Sequence[Pair]) -> float:
        """Return the variance of a win, which measures how much a game reveals about a strength."""
        weights = [exp(sum(self.strengths.get(name, 0.0) for name in pair)) for pair in (mine, *opponents)]
        share = weights[0] / sum(weights)
        return share * (1 - share)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON data, without the pack's folder, which may move, and without results."""
        settings = asdict(self)
        del settings["strengths"], settings["pack"]
        return settings


@lru_cache(maxsize=64)
def _shuffled(names: tuple[str, ...], seed: int) -> tuple[str, ...]:
    order = list(range(len(names)))
    State(2, seed).shuffle_plain(order)
    return tuple([names[i] for i in order])


def pack_plan(
    pack: Pack,
    games: int,
    *,
    seed: int = 0,
    players: Sequence[int] = (2, 3, 4),
    bots: Sequence[str] = ("easy-1",),
    factions: Sequence[str] = (),
    edition: int = 2019,
    turn_limit: int = TURN_LIMIT,
) -> PackPlan:
    """Make the plan for a pack and validate its settings; `factions` are partners and opponents (default: official)."""
    subjects = tuple([faction.name for faction in pack.factions])
    for count in players:
        check_players(count)
    chosen = check_settings(games, max(players, default=0), bots, factions, edition)
    return PackPlan(
        seed=seed,
        games=games,
        players=tuple(dict.fromkeys(players)),
        bots=tuple(bots),
        factions=tuple(sorted({*chosen, *subjects})),
        subjects=subjects,
        edition=edition,
        turn_limit=turn_limit,
        pack=str(pack.folder),
        digest=pack.digest(),
    )
