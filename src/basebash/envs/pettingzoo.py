"""Smash Up as a PettingZoo environment: `env` steps agent by agent (AEC), `parallel_env` all at once.

>>> from basebash.envs import pettingzoo
>>> table = pettingzoo.env(players=3)
>>> table.reset(seed=7)
>>> observation, reward, termination, truncation, info = table.last()
>>> sorted(observation)
['action_features', 'action_mask', 'legal_actions', 'observation']
>>> info["view"]["viewer"] == int(table.agent_selection[-1])
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from basebash.engine import RANDOM, Game, NotNow, Setup
from basebash.envs.actions import WAIT, Actions
from basebash.envs.episode import MAX_TURNS, Episode
from basebash.envs.formats import Format, Observation, format_of
from basebash.envs.observe import MOST_ACTIONS
from basebash.envs.spaces import Arrays, Factions, Illegal, checked, legal_or_drawn, observation_space, rewards

Agent = str


class Info(dict[str, Any]):
    """What an agent gets in addition to the arrays.

    `info["view"]` is built on first access, because that takes longer than a step, and only until the next step.
    """

    def __init__(self, table: Episode, seat: int, illegal: int) -> None:
        super().__init__(illegal=illegal)
        self._table = table
        self._seat = seat
        self._picks = table.picks

    def __missing__(self, key: str) -> dict[str, Any]:
        if key != "view":
            raise KeyError(key)
        if self._table.picks != self._picks:
            raise NotNow("The game has moved on: read the view before the next step.")
        view: dict[str, Any] = self._table.view(self._seat)
        self[key] = view
        return view


def env(
    players: int = 2,
    *,
    factions: Factions = RANDOM,
    edition: int = 2019,
    target_vp: int = 15,
    max_turns: int = MAX_TURNS,
    max_cycles: int | None = None,
    vp_reward: float = 0.0,
    skip_forced: bool = True,
    illegal: Illegal = "random",
    observation: Observation = "v1",
    max_actions: int = MOST_ACTIONS,
    sets: Sequence[str] | None = None,
    render_mode: str | None = None,
) -> AECEnv[Agent, Arrays, int]:
    """Smash Up for 2 to 4 agents, player_0 to player_3, each of whom steps whenever they are asked.

    `factions` is "random", "draft", or a pair of names for each player. The winner gets 1 and the others share -1;
    joint winners share the 1. `vp_reward` adds a reward for each VP gained more than the others. After `max_turns`
    turns the game is truncated. An illegal action is replaced by a random legal one and counted in
    `infos[agent]["illegal"]`, or raises `IllegalAnswer` with `illegal="raise"`. `skip_forced` makes picks without an
    alternative automatically. `observation` is the format of the arrays: "v1", or "v2" with the identity of cards and
    at most `max_actions` rows of legal actions. `sets` are those of the factions and bases, as in `basebash.Game`, and
    fix the spaces: by default the built-in ones, and those of the chosen factions.

    With `max_cycles` every agent steps in each cycle, and those who are not asked have only action 0, wait.
    """
    seen = format_of(observation, max_actions)
    options = _Options(
        players, factions, edition, target_vp, max_turns, vp_reward, skip_forced, illegal, seen, sets, render_mode
    )
    if max_cycles is not None:
        cyclic: AECEnv[Agent, Arrays, int] = parallel_to_aec(CyclesEnv(options, max_cycles))
        return InOrder(cyclic)
    return InOrder(TableEnv(options))


def parallel_env(
    players: int = 2,
    *,
    factions: Factions = RANDOM,
    edition: int = 2019,
    target_vp: int = 15,
    max_turns: int = MAX_TURNS,
    max_cycles: int | None = None,
    vp_reward: float = 0.0,
    skip_forced: bool = True,
    illegal: Illegal = "random",
    observation: Observation = "v1",
    max_actions: int = MOST_ACTIONS,
    sets: Sequence[str] | None = None,
    render_mode: str | None = None,
) -> ParallelEnv[Agent, Arrays, int]:
    """The same with all agents stepping at once: those who are not asked wait. It is truncated after `max_cycles`."""
    seen = format_of(observation, max_actions)
    options = _Options(
        players, factions, edition, target_vp, max_turns, vp_reward, skip_forced, illegal, seen, sets, render_mode
    )
    return CyclesEnv(options, max_cycles)


class InOrder(wrappers.OrderEnforcingWrapper):
    """PettingZoo's check that methods are called in order, without its overhead at every step."""

    @property
    def agents(self) -> list[Agent]:
        """The agents who are still playing."""
        agents: list[Agent] = self._checked("agents")
        return agents

    @property
    def agent_selection(self) -> Agent:
        """The agent who steps next."""
        agent: Agent = self._checked("agent_selection")
        return agent

    def _checked(self, name: str) -> Any:
        if not self._has_reset:
            raise AttributeError(f"{name} cannot be accessed before reset")
        return getattr(self.env, name)

    def step(self, action: int | None) -> None:
        """Step the selected agent."""
        if self._has_reset and self.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)

    def last(self, observe: bool = True) -> tuple[Arrays | None, float, bool, bool, dict[str, Any]]:
        """Return the selected agent's observation, reward, termination, truncation and info."""
        step: tuple[Arrays | None, float, bool, bool, dict[str, Any]] = (
            self.env.last(observe) if self._has_reset else super().last(observe)
        )
        return step


class _Options:
    """The parameters of `env`, and what both environments share."""

    def __init__(
        self,
        players: int,
        factions: Factions,
        edition: int,
        target_vp: int,
        max_turns: int,
        vp_reward: float,
        skip_forced: bool,
        illegal: Illegal,
        seen: Format,
        sets: Sequence[str] | None,
        render_mode: str | None,
    ) -> None:
        self.players = players
        self.factions = factions
        self.edition = edition
        self.target_vp = target_vp
        self.max_turns = max_turns
        self.vp_reward = vp_reward
        self.skip_forced = skip_forced
        self.illegal: Illegal = checked(illegal)
        self.format = seen
        self.render_mode = render_mode
        self.agents = [f"player_{seat}" for seat in range(players)]
        self.sets = Setup(players, factions=factions, edition=edition, sets=sets).sets
        actions = Actions.of(players, self.sets)
        self.observation_spaces = {agent: observation_space(actions, seen) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(actions.size) for agent in self.agents}

    def deal(self, chance: np.random.Generator) -> Episode:
        """Deal a new game."""
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
        return Episode(game, skip_forced=self.skip_forced, max_turns=self.max_turns)

    def metadata(self, *, parallel: bool) -> dict[str, Any]:
        """PettingZoo's metadata."""
        return {"name": "basebash_v0", "render_modes": ["ansi"], "is_parallelizable": parallel}


class TableEnv(AECEnv[Agent, Arrays, int]):
    """The environment in which the agent who is asked steps."""

    def __init__(self, options: _Options) -> None:
        super().__init__()
        self.options = options
        self.metadata = options.metadata(parallel=False)
        self.render_mode = options.render_mode
        self.possible_agents = list(options.agents)
        self.agents: list[Agent] = []
        self.chance = np.random.default_rng()
        self.table: Episode

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.options.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return the space of actions; see `basebash.envs.actions`."""
        return self.options.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; the same seed gives the same game."""
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self.table = self.options.deal(self.chance)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.illegal = dict.fromkeys(self.agents, 0)
        self._pass_on()

    def step(self, action: int | None) -> None:
        """Make a pick for the selected agent; None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            if self.agents:
                self._inform()
            return
        assert action is not None
        before = self.table.vp
        pick, is_legal = legal_or_drawn(self.table, int(action), self.options.illegal, self.chance)
        self.illegal[agent] += not is_legal
        self.table.apply(pick)
        self._cumulative_rewards[agent] = 0.0
        gains = rewards(before, self.table, self.options.vp_reward)
        self.rewards = dict(zip(self.possible_agents, gains, strict=True))
        if self.table.seat < 0:
            self.terminations = dict.fromkeys(self.agents, self.table.is_over)
            self.truncations = dict.fromkeys(self.agents, self.table.is_cut_off)
        self._pass_on()
        self._accumulate_rewards()

    def observe(self, agent: Agent) -> Arrays:
        """Return what an agent sees, as arrays."""
        return self.options.format.look(self.table, self.possible_agents.index(agent)).arrays()

    def view(self, agent: Agent) -> dict[str, Any]:
        """Return what an agent sees, as a dict; it is also in the info of the agent who steps next."""
        return self.table.view(self.possible_agents.index(agent))

    def render(self) -> str | None:
        """Render the game as text, as a spectator sees it."""
        return str(self.table.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _pass_on(self) -> None:
        self.agent_selection = self.possible_agents[max(self.table.seat, 0)]
        self._inform()

    def _inform(self) -> None:
        """Give the agent who steps next its info; the others can call `view`."""
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        agent = self.agent_selection
        self.infos[agent] = Info(self.table, self.possible_agents.index(agent), self.illegal[agent])


class CyclesEnv(ParallelEnv[Agent, Arrays, int]):
    """The environment in which all agents step at once, and all but one wait."""

    def __init__(self, options: _Options, max_cycles: int | None) -> None:
        self.options = options
        self.max_cycles = max_cycles
        self.metadata = options.metadata(parallel=True)
        self.render_mode = options.render_mode
        self.possible_agents = list(options.agents)
        self.agents: list[Agent] = []
        self.chance = np.random.default_rng()
        self.table: Episode
        self.cycles = 0

    def observation_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.options.observation_spaces[agent]

    def action_space(self, agent: Agent) -> spaces.Space[Any]:
        """Return the space of actions; see `basebash.envs.actions`."""
        return self.options.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Arrays], dict[Agent, dict[str, Any]]]:
        """Start a new game; the same seed gives the same game."""
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self.table = self.options.deal(self.chance)
        self.agents = list(self.possible_agents)
        self.illegal = [0] * len(self.agents)
        self.cycles = 0
        return self._observe_all()

    def step(
        self, actions: dict[Agent, int]
    ) -> tuple[
        dict[Agent, Arrays], dict[Agent, float], dict[Agent, bool], dict[Agent, bool], dict[Agent, dict[str, Any]]
    ]:
        """Make a pick for the agent who is asked; the actions of the others must be to wait."""
        table, agents = self.table, self.agents
        before = table.vp
        asked = table.seat
        for seat, agent in enumerate(agents):
            if seat != asked and int(actions[agent]) != WAIT:
                self.illegal[seat] += 1
        pick, is_legal = legal_or_drawn(table, int(actions[agents[asked]]), self.options.illegal, self.chance)
        self.illegal[asked] += not is_legal
        table.apply(pick)
        self.cycles += 1
        gains = rewards(before, table, self.options.vp_reward)
        cut_off = not table.is_over and (table.is_cut_off or self.cycles == self.max_cycles)
        if table.is_over or cut_off:
            self.agents = []
        observations, infos = self._observe_all()
        return (
            observations,
            dict(zip(agents, gains, strict=True)),
            dict.fromkeys(agents, table.is_over),
            dict.fromkeys(agents, cut_off),
            infos,
        )

    def render(self) -> str | None:
        """Render the game as text, as a spectator sees it."""
        return str(self.table.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _observe_all(self) -> tuple[dict[Agent, Arrays], dict[Agent, dict[str, Any]]]:
        seen = {agent: self.options.format.look(self.table, seat) for seat, agent in enumerate(self.possible_agents)}
        infos: dict[Agent, dict[str, Any]] = {
            agent: Info(self.table, seat, count)
            for seat, (agent, count) in enumerate(zip(seen, self.illegal, strict=True))
        }
        return {agent: observed.arrays() for agent, observed in seen.items()}, infos
