"""Which games are played: a plan gives game number `i` from nothing but its settings and `i`.

That is why results do not depend on how many workers there are, and why a lab can stop and go on anywhere.
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
TURN_LIMIT = 500  # of all players together; ordinary games take 20 to 100


@dataclass(frozen=True)
class Deal:
    """A game to be played: who sits where with which factions, from which seed."""

    game: int
    seed: int
    factions: tuple[Pair, ...]
    bots: tuple[str, ...]
    edition: int
    turn_limit: int = TURN_LIMIT  # a game that goes on longer is recorded as unfinished; 0: no limit


class Plan(Protocol):
    """A numbered list of deals."""

    @property
    def size(self) -> int:
        """How many games there are."""

    def deal(self, game: int) -> Deal:
        """The game of this number."""

    def prepared(self) -> AbstractContextManager[None]:
        """What a worker needs around its games, such as a pack that is loaded."""


class StoredPlan(Plan, Protocol):
    """A plan whose games are kept in a folder."""

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON data."""


def mixed(*numbers: int) -> int:
    """One seed out of several numbers, such that close numbers give seeds that have nothing in common.

    >>> mixed(1, 2) == mixed(1, 2), mixed(1, 2) == mixed(2, 1)
    (True, False)
    """
    return State(2, " ".join(map(str, numbers))).random(1 << 64)


@dataclass(frozen=True)
class LabPlan:
    """Games over all pairs of factions and all numbers of players; every pair sits down equally often."""

    seed: int
    games: int
    players: tuple[int, ...]
    bots: tuple[str, ...]
    factions: tuple[str, ...]
    edition: int
    turn_limit: int = TURN_LIMIT

    @property
    def size(self) -> int:
        """How many games there are."""
        return self.games

    def deal(self, game: int) -> Deal:
        """The game of this number."""
        number, which = divmod(game, len(self.players))
        players = self.players[which]
        seed = mixed(self.seed, players, number)
        first = State(2, seed).random(len(self.bots))
        seats = tuple([self.bots[(first + seat) % len(self.bots)] for seat in range(players)])
        factions = decks(self.seed, self.factions, players, number)
        return Deal(game, seed, factions, seats, self.edition, self.turn_limit)

    def prepared(self) -> AbstractContextManager[None]:
        """Nothing is needed around its games."""
        return nullcontext()

    def to_json(self) -> dict[str, Any]:
        """The settings as JSON data."""
        return asdict(self)


@dataclass(frozen=True)
class ArenaPlan:
    """A round robin: every line-up of bots plays the same deals, and every bot sits once in every seat of each."""

    seed: int
    games: int  # of each line-up
    players: int
    bots: tuple[str, ...]
    factions: tuple[str, ...]
    edition: int

    @cached_property
    def line_ups(self) -> list[tuple[str, ...]]:
        """Who meets whom: all choices of so many different bots; with fewer bots than seats they sit repeatedly."""
        pool = list(self.bots)
        while len(pool) < self.players:
            pool += self.bots
        found = dict.fromkeys(tuple(chosen) for chosen in combinations(pool, self.players))
        distinct = {tuple(sorted(chosen)): chosen for chosen in reversed(found) if len(set(chosen)) > 1}
        return list(reversed(distinct.values()))

    @property
    def size(self) -> int:
        """How many games there are."""
        return self.games * len(self.line_ups)

    def deal(self, game: int) -> Deal:
        """The game of this number; line-ups take turns, so that an arena that is stopped has played all of them."""
        number, which = divmod(game, len(self.line_ups))
        line_up = list(self.line_ups[which])
        number, turned = divmod(number, self.players)
        seed = mixed(self.seed, self.players, number)
        order = list(range(self.players))
        State(2, seed).shuffle_plain(order)
        seats = tuple(line_up[order[(seat + turned) % self.players]] for seat in range(self.players))
        return Deal(game, seed, decks(self.seed, self.factions, self.players, number), seats, self.edition)

    def prepared(self) -> AbstractContextManager[None]:
        """Nothing is needed around its games."""
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
    """The plan of a lab, with its settings checked; all factions unless some are named."""
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
    """The plan of an arena, with its settings checked."""
    check_players(players)
    chosen = check_settings(games, players, bots, factions, edition)
    if len(set(bots)) < 2:
        raise BadSetup('An arena needs at least two bots, as in "greedy,random".')
    return ArenaPlan(seed, games, players, tuple(bots), chosen, edition)


def check_players(players: int) -> None:
    """Refuses an impossible number of players."""
    if not 2 <= players <= 4:
        raise BadSetup(f"Smash Up is for 2 to 4 players, not {players}.")


def official_factions() -> list[str]:
    """The factions of the built-in sets, sorted by name: those that a game has unless it names others."""
    return Setup(2).pool


def check_settings(
    games: int, players: int, bots: Sequence[str], factions: Sequence[str], edition: int
) -> tuple[str, ...]:
    """Checks settings that all plans have, and returns the names of the factions, all official ones by default."""
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
    """The factions of deal `number` for so many players.

    Deals come in rounds, in which no faction is used twice, and rounds in cycles, in which every pair of factions
    sits down once (but for the few pairs of a round that are left over when it is divided into games).
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
    """How many rounds it takes until each of so many things was paired with each other."""
    return count if count % 2 else count - 1


def round_of_pairs(count: int, which: int) -> list[tuple[int, int]]:
    """One round of all pairs of so many things: nothing is in two pairs of a round, and each pair is in one round.

    >>> [round_of_pairs(4, which) for which in range(3)]
    [[(1, 2), (0, 3)], [(0, 1), (2, 3)], [(0, 2), (1, 3)]]
    """
    rounds = rounds_of(count)
    pairs = [(one, (which - one) % rounds) for one in range(rounds) if one < (which - one) % rounds]
    if count % 2 == 0:
        alone = next(one for one in range(rounds) if (which - one) % rounds == one)
        pairs.append((alone, count - 1))
    return pairs
