"""Learning against a pool of opponents: bots, models, and earlier versions of the learner.

>>> pool = Pool(["random", "easy"], seed=7)
>>> env = LeagueEnv(pool, target_vp=3)
>>> observation, info = env.reset(seed=7)
>>> pool.add("myself, early", lambda seed: make_bot("random", seed))
>>> [opponent.name for opponent in pool.opponents]
['random', 'easy', 'myself, early']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from basebash.bots import Bot, make_bot
from basebash.engine import BadSetup
from basebash.envs.gymnasium import SeatEnv
from basebash.envs.spaces import Arrays

FIRST_GAMES = 4
"""Until it has played so many games, an opponent counts as one that wins half of them."""


@dataclass
class Opponent:
    """A member of a pool, and how the learner has done against it."""

    name: str
    make: Callable[[int], Bot]
    games: int = 0
    won: float = 0.0
    """The learner's wins; a shared win counts in part."""

    @property
    def win_rate(self) -> float:
        """The learner's share of the wins, drawn towards a half while there are few games."""
        return (self.won + FIRST_GAMES / 2) / (self.games + FIRST_GAMES)


class Pool:
    """The opponents of a learner. Those who beat it are drawn more often, and nobody is forgotten.

    An opponent's weight is the square of the share of games that it wins, plus `floor`.
    """

    def __init__(self, names: Iterable[str] = (), *, seed: int = 0, floor: float = 0.05) -> None:
        self.opponents: list[Opponent] = []
        self.floor = floor
        self._chance = Random(seed)
        for name in names:
            self.add(name, partial(make_bot, name))

    def add(self, name: str, make: Callable[[int], Bot]) -> None:
        """Add an opponent: `make` returns its bot for a seed, such as `lambda seed: PolicyBot(an_earlier_policy)`."""
        if any(opponent.name == name for opponent in self.opponents):
            raise BadSetup(f"The pool has an opponent named {name} already.")
        self.opponents.append(Opponent(name, make))

    def draw(self) -> Opponent:
        """Draw an opponent."""
        if not self.opponents:
            raise BadSetup("The pool is empty: add an opponent.")
        weights = [(1 - opponent.win_rate) ** 2 + self.floor for opponent in self.opponents]
        return self._chance.choices(self.opponents, weights)[0]

    def record(self, opponent: Opponent, won: float) -> None:
        """Count a game that the learner has won (1), lost (0) or shared."""
        opponent.games += 1
        opponent.won += won


class LeagueEnv(SeatEnv):
    """`SeatEnv` whose opponents are drawn from a pool for every game, which also records the results.

    Other parameters are those of `SeatEnv`. Games that are cut off are not counted.
    """

    def __init__(self, pool: Pool, players: int = 2, **options: Any) -> None:
        self.pool = pool
        self.drawn: list[Opponent] = []
        super().__init__(players, "random", **options)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        """Start a new game against opponents from the pool."""
        self.drawn = [self.pool.draw() for _ in range(1, self.players)]
        return super().reset(seed=seed, options=options)

    def step(self, action: int) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """Make a pick, as in `SeatEnv`."""
        step = super().step(action)
        if step[2]:
            for opponent in self.drawn:
                self.pool.record(opponent, step[4]["won"])
        return step

    def _opponent(self, place: int, seed: int) -> Bot:
        return self.drawn[place - 1].make(seed)
