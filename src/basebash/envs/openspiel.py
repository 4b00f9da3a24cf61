"""Smash Up as an OpenSpiel game: `pyspiel.load_game("python_basebash(players=3)")` once this module is imported.

Chance is explicit and comes first: three chance nodes with 1,024 outcomes each choose the seed, which determines all
later draws and shuffles. So a state is its history, and replaying it gives the same game. The game has imperfect
information: what a player may know is in the observation and in the information state.

A search over plain copies, such as OpenSpiel's `MCTSBot`, therefore sees hidden cards and future draws. For fair play
use `ISMCTSBot`: `resample_from_infostate` redeals everything that the player cannot know.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from basebash.engine import RANDOM, Game, LogEntry, Setup
from basebash.engine.log import EVENT_KINDS, line_for
from basebash.envs.actions import Actions
from basebash.envs.episode import MAX_TURNS, Episode
from basebash.envs.observe import layout_of, look

CHANCE_NODES = 3
_READ = frozenset(EVENT_KINDS)  # the kinds of events in an information state
CHANCE_OUTCOMES = 1024
PICKS_A_TURN = 50  # a game is cut off after `max_turns` times this many picks

GAME_TYPE = pyspiel.GameType(
    short_name="python_basebash",
    long_name="Basebash",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={
        "players": 2,
        "factions": RANDOM,
        "edition": 2019,
        "target_vp": 15,
        "max_turns": MAX_TURNS,
        "sets": "",
    },
)


def parse_factions(text: str) -> str | list[list[str]]:
    """Factions from a game parameter: "random", "draft", or "Ghosts+Pirates/Robots+Zombies".

    >>> parse_factions("Ghosts+Pirates/Robots+Zombies")
    [['Ghosts', 'Pirates'], ['Robots', 'Zombies']]
    """
    return [pair.split("+") for pair in text.split("/")] if "/" in text else text


class BasebashGame(pyspiel.Game):
    """The game; parameters are those of `basebash.Game`, with factions as `parse_factions` reads them.

    The names of `sets` have semicolons between them.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**GAME_TYPE.parameter_specification, **(params or {})}
        self.players: int = given["players"]
        self.factions = parse_factions(given["factions"])
        self.edition: int = given["edition"]
        self.target_vp: int = given["target_vp"]
        self.max_turns: int = given["max_turns"]
        named = [name.strip() for name in given["sets"].split(";") if name.strip()]
        setup = Setup(self.players, factions=self.factions, edition=self.edition, sets=named or None)
        self.sets = setup.sets
        self.actions = Actions.of(self.players, self.sets)
        self.max_picks = PICKS_A_TURN * self.max_turns
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.size,
            max_chance_outcomes=CHANCE_OUTCOMES,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_picks,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> BasebashState:
        """Return the state before chance has chosen the seed."""
        return BasebashState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of chance nodes."""
        return CHANCE_NODES

    def make_py_observer(self, kind: Any = None, params: Any = None) -> BasebashObserver:
        """Make an observer, with or without perfect recall."""
        return BasebashObserver(self.actions, perfect_recall=kind is not None and kind.perfect_recall)

    def deal(self, seed: int) -> Episode:
        """Deal the game of a seed."""
        game = Game(
            self.players,
            factions=self.factions,
            edition=self.edition,
            target_vp=self.target_vp,
            seed=seed,
            sets=self.sets,
            log=True,
        )
        game.rules.logged_kinds = _READ
        return Episode(game, max_turns=self.max_turns)


class LogReader:
    """What a player has read in the log, as JSON. Only new entries are turned into text."""

    __slots__ = ("_entries", "_read", "_text")

    def __init__(self) -> None:
        self._entries: list[LogEntry] = []
        self._read = 0
        self._text = ""

    def read(self, game: Game, player: int) -> str:
        """Return all lines so far as a JSON list."""
        entries = game.entries
        if entries is not self._entries:  # a copy finds its log by playing again
            self._entries, self._read, self._text = entries, 0, ""
        told = [
            json.dumps(line_for(game.rules, entry, player).text)
            for entry in entries[self._read :]
            if entry.kind in _READ
        ]
        if told:
            self._text = ",".join([self._text, *told] if self._text else told)
        self._read = len(entries)
        return f"[{self._text}]"

    def __deepcopy__(self, memo: Any) -> LogReader:
        return LogReader()

    def __reduce__(self) -> tuple[Any, ...]:
        return LogReader, ()


class BasebashState(pyspiel.State):
    """A state: an `Episode`, once chance has chosen the seed."""

    def __init__(self, game: BasebashGame) -> None:
        super().__init__(game)
        self.chance: list[int] = []
        self.table: Episode | None = None
        self.past: list[str] | None = None  # in a resampled copy: what its player had read in the log
        self.since: list[tuple[int, int]] = []  # ... and the picks after that
        self.readers: dict[int, LogReader] = {}

    def current_player(self) -> int:
        """Return whose pick it is."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.table.seat

    def is_terminal(self) -> bool:
        """Whether the game has ended or was cut off."""
        return self.table is not None and (self.table.seat < 0 or self.table.picks >= self.get_game().max_picks)

    def returns(self) -> list[float]:
        """Return 1 (shared) for the winners, -1 shared by the others; zeros before the end and if cut off."""
        return [0.0] * self.get_game().players if self.table is None else self.table.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible values of a part of the seed, all equally likely."""
        return [(outcome, 1.0 / CHANCE_OUTCOMES) for outcome in range(CHANCE_OUTCOMES)]

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.table is None else self.table.legal(player)

    def _apply_action(self, action: int) -> None:
        if self.table is not None:
            if self.past is not None:
                self.since.append((self.table.seat, action))
            self.table.apply(action)
            return
        self.chance.append(action)
        if len(self.chance) == CHANCE_NODES:
            seed = 0
            for part in self.chance:
                seed = seed * CHANCE_OUTCOMES + part
            self.table = self.get_game().deal(seed)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.table is None:
            return f"seed part {action}"
        return self.table.words(action, player)

    def __str__(self) -> str:
        return f"Chance {self.chance}" if self.table is None else str(self.table.game)

    # ------------------------------------------------------------------------------------------- what players know
    def observation(self, player: int) -> str:
        """Return the view of a player and, if they are asked, the picks of their unfinished answer, as JSON."""
        table = self.table
        if table is None:
            return "not dealt"
        made = table.picking.made if table.picking is not None and table.seat == player else []
        return json.dumps([table.view(player), made], separators=(",", ":"))

    def recall(self, player: int) -> str:
        """Return everything that a player has read in the log, and the observation.

        In a resampled copy the log ends where it was resampled; the player's own picks since then follow.
        """
        if self.table is None:
            return "not dealt"
        log = self._log(player) if self.past is None else json.dumps(self.past, separators=(",", ":"))
        mine = ",".join(str(action) for seat, action in self.since if seat == player)
        return f"[{log},[{mine}],{json.dumps(self.observation(player))}]"

    def _log(self, player: int) -> str:
        """Return what a player has read in the log, as a JSON list of its lines."""
        assert self.table is not None
        if player not in self.readers:
            self.readers[player] = LogReader()
        return self.readers[player].read(self.table.game, player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> BasebashState:
        """Return a state that the player cannot distinguish from this one, without history and with new randomness."""
        assert self.table is not None
        twin = self.get_game().new_initial_state()
        twin.table = self.table.determinised(player, int(sampler() * (1 << 53)))
        twin.past = json.loads(self._log(player)) if self.past is None else self.past
        twin.since = [entry for entry in self.since if entry[0] == player]
        assert isinstance(twin, BasebashState)
        return twin


class BasebashObserver:
    """Encodes what a player knows, with the interface of OpenSpiel's observers."""

    def __init__(self, actions: Actions, *, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        self.tensor: np.ndarray[Any, Any] | None = None
        if not perfect_recall:
            self.tensor = np.zeros(layout_of(actions).size, np.float32)
            self.dict["observation"] = self.tensor

    def set_from(self, state: BasebashState, player: int) -> None:
        """Fill the tensor (see `basebash.envs.observe`)."""
        if self.tensor is not None:
            self.tensor[:] = 0.0 if state.table is None else look(state.table, player).observation

    def string_from(self, state: BasebashState, player: int) -> str:
        """Return what the player knows as text."""
        return state.recall(player) if self.perfect_recall else state.observation(player)


pyspiel.register_game(GAME_TYPE, BasebashGame)
