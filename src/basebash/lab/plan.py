"""Which games to play: a plan derives game number `i` from its settings and `i` alone.

So results do not depend on the number of workers, and a lab can be stopped and resumed at any point.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, Protocol

from basebash import BadSetup, Setup, State, find_faction
from basebash.bots import make_bot
from basebash.engine.data.terms import EDITIONS

Pair = tuple[str, str]
TURN_LIMIT = 500  # answers of all players together; ordinary games take 20 to 100


@dataclass(frozen=True)
class Deal:
    """A game to be played: its players, their factions, and its seed."""

    game: int
    seed: int
    factions: tuple[Pair, ...]
    bots: tuple[str, ...]
    edition: int
    turn_limit: int = TURN_LIMIT  # a longer game is recorded as unfinished; 0: no limit


class Plan(Protocol):
    """A numbered list of deals."""

    @property
    def size(self) -> int:
        """Return how many games there are."""

    def deal(self, game: int) -> Deal:
        """Return the game of this number."""

    def prepared(self) -> AbstractContextManager[None]:
        """Prepare a worker for its games, for example by loading a pack."""


class StoredPlan(Plan, Protocol):
    """A plan whose games are stored in a folder."""

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON data."""


def mixed(*numbers: int) -> int:
    """Mix several numbers into one seed, such that similar numbers give unrelated seeds.

    >>> mixed(1, 2) == mixed(1, 2), mixed(1, 2) == mixed(2, 1)
    (True, False)
    """
    return State(2, " ".join(map(str, numbers))).random(1 << 64)


@dataclass(frozen=True)
class LabPlan:
    """Games over all pairs of factions and all numbers of players; every pair plays equally often."""

    seed: int
    games: int
    players: tuple[int, ...]
    bots: tuple[str, ...]
    factions: tuple[str, ...]
    edition: int
    turn_limit: int = TURN_LIMIT

    @property
    def size(self) -> int:
        """Return how many games there are."""
        return self.games

    def deal(self, game: int) -> Deal:
        """Return the game of this number."""
        number, which = divmod(game, len(self.players))
        players = self.players[which]
        seed = mixed(self.seed, players, number)
        # Independent of who takes the first turn, which follows from the seed alone.
        first = State(2, f"seats {seed}").random(len(self.bots))
        seats = tuple([self.bots[(first + seat) % len(self.bots)] for seat in range(players)])
        factions = decks(self.seed, self.factions, players, number)
        return Deal(game, seed, factions, seats, self.edition, self.turn_limit)

    def prepared(self) -> AbstractContextManager[None]:
        """Do nothing: there is nothing to prepare."""
        return nullcontext()

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON data."""
        return asdict(self)


@dataclass(frozen=True)
class ArenaPlan:
    """A round robin: every line-up of bots plays the same deals, and every bot plays every seat of each."""

    seed: int
    games: int  # per line-up
    players: int
    bots: tuple[str, ...]
    factions: tuple[str, ...]
    edition: int

    @cached_property
    def line_ups(self) -> list[tuple[str, ...]]:
        """Return all line-ups: all choices of different bots, or with repeats if there are fewer bots than seats."""
        pool = list(self.bots)
        while len(pool) < self.players:
            pool += self.bots
        found = dict.fromkeys(tuple(chosen) for chosen in combinations(pool, self.players))
        distinct = {tuple(sorted(chosen)): chosen for chosen in reversed(found) if len(set(chosen)) > 1}
        return list(reversed(distinct.values()))

    @property
    def size(self) -> int:
        """Return how many games there are."""
        return self.games * len(self.line_ups)

    def deal(self, game: int) -> Deal:
        """Return the game of this number; line-ups alternate, so an arena that is stopped has played all of them."""
        number, which = divmod(game, len(self.line_ups))
        line_up = list(self.line_ups[which])
        number, turned = divmod(number, self.players)
        seed = mixed(self.seed, self.players, number)
        order = list(range(self.players))
        State(2, seed).shuffle_plain(order)
        seats = tuple(line_up[order[(seat + turned) % self.players]] for seat in range(self.players))
        return Deal(game, seed, decks(self.seed, self.factions, self.players, number), seats, self.edition)

    def prepared(self) -> AbstractContextManager[None]:
        """Do nothing: there is nothing to prepare."""
        return nullcontext()


def lab_plan(
    games: int,
    *,
    seed: int = 0,
    players: Sequence[int] = (2, 3, 4),
    bots: Sequence[str] = ("random",),
    factions: Sequence[str] = (),
    edition: int = 2019,
    turn_limit: int = TURN_LIMIT,
) -> LabPlan:
    """Make the plan of a lab and validate its settings; all factions unless some are named."""
    for count in players:
        check_players(count)
    chosen = check_settings(games, max(players, default=0), bots, factions, edition)
    return LabPlan(seed, games, tuple(dict.fromkeys(players)), tuple(bots), chosen, edition, turn_limit)


def arena_plan(
    games: int,
    *,
    bots: Sequence[str],
    seed: int = 0,
    players: int = 2,
    factions: Sequence[str] = (),
    edition: int = 2019,
) -> ArenaPlan:
    """Make the plan of an arena and validate its settings."""
    check_players(players)
    chosen = check_settings(games, players, bots, factions, edition)
    if len(set(bots)) < 2:
        raise BadSetup('An arena needs at least two bots, as in "greedy,random".')
    return ArenaPlan(seed, games, players, tuple(bots), chosen, edition)


def check_players(players: int) -> None:
    """Raise `ValueError` for an impossible number of players."""
    if not 2 <= players <= 4:
        raise BadSetup(f"Smash Up is for 2 to 4 players, not {players}.")


def official_factions() -> list[str]:
    """Return the factions of the built-in sets, sorted by name: the default for games."""
    return Setup(2).pool


def check_settings(
    games: int, players: int, bots: Sequence[str], factions: Sequence[str], edition: int
) -> tuple[str, ...]:
    """Validate the settings that all plans share; return the names of the factions (default: all official ones)."""
    if games < 1 or not players or not bots:
        raise BadSetup("There must be at least one game, one number of players and one bot.")
    if edition not in EDITIONS:
        raise BadSetup(f"There is no edition {edition}; choose one of {', '.join(map(str, EDITIONS))}.")
    for bot in set(bots):
        make_bot(bot)
    chosen = tuple(sorted({find_faction(name).name for name in factions} if factions else official_factions()))
    if len(chosen) < 2 * players:
        raise BadSetup(f"{players} players need {2 * players} factions; there are {len(chosen)}.")
    return chosen


# ----------------------------------------------------------------------------------------------- who plays what
def decks(seed: int, factions: tuple[str, ...], players: int, number: int) -> tuple[Pair, ...]:
    """Return the factions of deal `number` for this number of players.

    Deals come in rounds, in which no faction is used twice, and rounds in cycles, in which every pair of factions plays
    once (except for the few pairs left over when a round is divided into games).
    """
    games = len(factions) // 2 // players
    turn, game = divmod(number, games)
    table = _round(seed, factions, players, turn)
    return table[game * players : (game + 1) * players]


@lru_cache(maxsize=64)
def _round(seed: int, factions: tuple[str, ...], players: int, turn: int) -> tuple[Pair, ...]:
    cycle, which = divmod(turn, rounds_of(len(factions)))
    names = list(range(len(factions)))
    State(2, mixed(seed, players, cycle, 1)).shuffle_plain(names)
    pairs = [(factions[names[one]], factions[names[other]]) for one, other in round_of_pairs(len(factions), which)]
    order = list(range(len(pairs)))
    State(2, mixed(seed, players, turn, 2)).shuffle_plain(order)
    return tuple([pairs[i] for i in order])


def rounds_of(count: int) -> int:
    """Return how many rounds it takes to pair each of `count` things with each other."""
    return count if count % 2 else count - 1


def round_of_pairs(count: int, which: int) -> list[tuple[int, int]]:
    """Return one round of all pairs: nothing is in two pairs of a round, and each pair is in one round.

    >>> [round_of_pairs(4, which) for which in range(3)]
    [[(1, 2), (0, 3)], [(0, 1), (2, 3)], [(0, 2), (1, 3)]]
    """
    rounds = rounds_of(count)
    pairs = [(one, (which - one) % rounds) for one in range(rounds) if one < (which - one) % rounds]
    if count % 2 == 0:
        alone = next(one for one in range(rounds) if (which - one) % rounds == one)
        pairs.append((alone, count - 1))
    return pairs
