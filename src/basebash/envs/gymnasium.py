"""Smash Up as a Gymnasium environment: one seat, the others are bots.

>>> import gymnasium
>>> import basebash.envs.gymnasium
>>> seat = gymnasium.make("basebash/Seat-v0", opponents="random", view=True)
>>> observation, info = seat.reset(seed=7)
>>> info["view"]["viewer"]
0
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from basebash.bots import Bot, make_bot
from basebash.engine import RANDOM, BadSetup, Game, Setup
from basebash.envs.actions import Actions
from basebash.envs.episode import MAX_TURNS, Episode
from basebash.envs.formats import Observation, format_of
from basebash.envs.observe import MOST_ACTIONS, Seen
from basebash.envs.spaces import Arrays, Factions, Illegal, checked, legal_or_drawn, observation_space, rewards

SEAT_ENV = "basebash/Seat-v0"


class SeatEnv(gymnasium.Env[Arrays, int]):
    """One seat of a game for 2 to 4 players; bots play the others.

    `opponents` is the name of a bot (see `basebash.bots.make_bot`), or one for each other seat, clockwise. `seat` is
    the learner's seat, or None for a random one each game. With `view` the info contains the view as a dict, which
    vectorised environments do not support; `into` are arrays to fill each time instead of new ones. The other
    parameters are those of `basebash.envs.pettingzoo.env`.

    `info["winner"]` is a seat (the first of those who share the win), or -1 before the end; `info["won"]` is this
    seat's share of the win; `info["illegal"]` counts illegal actions.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # a class variable, as in Gymnasium

    def __init__(
        self,
        players: int = 2,
        opponents: str | Sequence[str] = "random",
        *,
        seat: int | None = 0,
        factions: Factions = RANDOM,
        edition: int = 2019,
        target_vp: int = 15,
        max_turns: int = MAX_TURNS,
        vp_reward: float = 0.0,
        skip_forced: bool = True,
        illegal: Illegal = "random",
        view: bool = False,
        into: Seen | None = None,
        observation: Observation = "v1",
        max_actions: int = MOST_ACTIONS,
        sets: Sequence[str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.players = players
        self.opponents = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(self.opponents) != players - 1:
            raise BadSetup(f"{players} players need {players - 1} opponents, not {len(self.opponents)}.")
        for name in self.opponents:
            make_bot(name)
        if seat is not None and seat not in range(players):
            raise BadSetup(f"There is no seat {seat}: use 0 to {players - 1}, or None for a random seat.")
        self.fixed_seat = seat
        self.factions = factions
        self.edition = edition
        self.target_vp = target_vp
        self.max_turns = max_turns
        self.vp_reward = vp_reward
        self.skip_forced = skip_forced
        self.illegal: Illegal = checked(illegal)
        self.shows_view = view
        self.into = into
        self.render_mode = render_mode
        self.sets = Setup(players, factions=factions, edition=edition, sets=sets).sets
        self.format = format_of(observation, max_actions)
        actions = Actions.of(players, self.sets)
        # Gymnasium types these attributes by their elements, which is too narrow here.
        self.observation_space: spaces.Dict = observation_space(actions, self.format)  # type: ignore[assignment]
        self.action_space: spaces.Discrete = spaces.Discrete(actions.size)  # type: ignore[assignment]
        self.seat = 0
        self.table: Episode
        self.bots: list[Bot | None] = []
        self.illegal_actions = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        """Start a new game; the same seed gives the same game, bots included."""
        super().reset(seed=seed)
        self.illegal_actions = 0
        while True:
            self._deal()
            if self.table.seat == self.seat:
                return self._look()

    def step(self, action: int) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """Make a pick, then let the bots answer until this seat is asked again."""
        before = self.table.vp
        pick, is_legal = legal_or_drawn(self.table, int(action), self.illegal, self.np_random)
        self.illegal_actions += not is_legal
        self.table.apply(pick)
        self._let_bots_answer()
        reward = rewards(before, self.table, self.vp_reward)[self.seat]
        observation, info = self._look()
        return observation, reward, self.table.is_over, self.table.is_cut_off, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions under the name that sb3-contrib expects."""
        mask = np.zeros(self.table.actions.size, np.bool_)
        mask[self.table.legal(self.seat)] = True
        return mask

    def render(self) -> str | None:
        """Render the game as text, as a spectator sees it."""
        return str(self.table.game) if self.render_mode == "ansi" else None

    def _deal(self) -> None:
        chance = self.np_random
        self.seat = int(chance.integers(self.players)) if self.fixed_seat is None else self.fixed_seat
        self.bots = [None] * self.players
        for i in range(1, self.players):
            self.bots[(self.seat + i) % self.players] = self._opponent(i, int(chance.integers(1 << 31)))
        game = Game(
            self.players,
            factions=self.factions,
            edition=self.edition,
            target_vp=self.target_vp,
            seed=int(chance.integers(1 << 62)),
            sets=self.sets,
            log=self.format.recent > 0,
        )
        self.format.prepare(game)
        self.table = Episode(game, skip_forced=self.skip_forced, max_turns=self.max_turns)
        self._let_bots_answer()

    def _opponent(self, place: int, seed: int) -> Bot:
        """Make the bot that sits this many seats after the learner."""
        return make_bot(self.opponents[place - 1], seed)

    def _let_bots_answer(self) -> None:
        """Let the bots answer until this seat has a choice to make."""
        table = self.table
        while (asked := table.asked) >= 0:
            bot = self.bots[asked]
            if bot is not None:
                table.let_answer(bot)
            elif table.seat == asked:
                return

    def _look(self) -> tuple[Arrays, dict[str, Any]]:
        seen = self.format.look(self.table, self.seat, self.into)
        game = self.table.game
        info: dict[str, Any] = {
            "illegal": self.illegal_actions,
            "winner": -1 if game.winner is None else game.winner,
            "won": game.result[self.seat] if game.is_over else 0.0,
        }
        if self.shows_view:
            info["view"] = self.table.view(self.seat)
        return seen.arrays(), info


gymnasium.register(
    SEAT_ENV,
    entry_point="basebash.envs.gymnasium:SeatEnv",
    vector_entry_point="basebash.envs.vector:SeatVectorEnv",
)
