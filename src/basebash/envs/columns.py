"""What the numbers of an observation mean and where each is: see `observe`."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from math import prod
from typing import Any, Final

from basebash.engine import ACTION, CARDS, MADNESS, MINION, MONSTERS, TITAN, TREASURES, Base
from basebash.engine.data.terms import PHASE_NAMES
from basebash.envs.actions import BASE_PLACES, KINDS, THING_KINDS, Actions

Flat = Any
"""The memory of an array of floats as one row (a memoryview), the fastest way to write single numbers."""
LOW: Final = -2.0
HIGH: Final = 10.0
QUESTION_KINDS: Final = "main play special card bottom player number mode name faction yes order arrange".split()
PLAY_KINDS: Final = ("minion", "action", "card")
CARD_COLUMNS: Final = (
    "hidden in_hand in_other_hand in_deck nearness_to_top in_discard in_play on_a_card beside face_down in_stasis "
    "in_box offered picked source playable minion action titan power counters talent_ready cards_under".split()
)
SUPPLIES: Final = {"madness": MADNESS, "monsters": MONSTERS, "treasures": TREASURES}
BASE_COLUMNS: Final = "present breakpoint missing vp_1 vp_2 vp_3 counters scoring offered picked source number".split()
ACTION_COLUMNS: Final = "number mode name".split()
# The columns by name: `CARD_COLUMNS` and `BASE_COLUMNS` in their order.
HIDDEN: Final = 0
IN_HAND: Final = 1
IN_OTHER_HAND: Final = 2
IN_DECK: Final = 3
NEARNESS: Final = 4
IN_DISCARD: Final = 5
IN_PLAY: Final = 6
ON_A_CARD: Final = 7
BESIDE: Final = 8
FACE_DOWN: Final = 9
IN_STASIS: Final = 10
IN_BOX: Final = 11
OFFERED: Final = 12
PICKED: Final = 13
SOURCE: Final = 14
PLAYABLE: Final = 15
IS_MINION: Final = 16
IS_ACTION: Final = 17
IS_TITAN: Final = 18
POWER: Final = 19
COUNTERS: Final = 20
TALENT_READY: Final = 21
CARDS_UNDER: Final = 22
WHOSE: Final = 23  # the first of the columns that say whose card it is
PRESENT: Final = 0
BREAKPOINT: Final = 1
MISSING: Final = 2
PRIZES: Final = 3  # three of them
BASE_COUNTERS: Final = 6
SCORING: Final = 7
BASE_OFFERED: Final = 8
BASE_PICKED: Final = 9
BASE_SOURCE: Final = 10
NUMBER: Final = 11
TOTALS: Final = 12  # the first of the columns of the players' totals
_KIND = {name: i for i, name in enumerate(KINDS)}


class Layout:
    """The sizes of the arrays for a number of players and some sets, and where each part of the observation is."""

    def __init__(self, actions: Actions) -> None:
        self.players = players = actions.players
        self.actions = actions
        self.index = actions.index
        self.player_columns = 4 + 2 * len(self.index.factions)
        self.card_columns = len(CARD_COLUMNS) + players + BASE_PLACES
        self.base_columns = len(BASE_COLUMNS) + 2 * players
        shapes = {
            "table": (
                len(PHASE_NAMES) + 2 * players + len(QUESTION_KINDS) + 9 + 2 * len(PLAY_KINDS) + 2 * len(SUPPLIES),
            ),
            "players": (players, self.player_columns),
            "cards": (self.actions.cards, self.card_columns),
            "bases": (BASE_PLACES, self.base_columns),
        }
        self.parts: dict[str, tuple[slice, tuple[int, ...]]] = {}
        start = 0
        for name, shape in shapes.items():
            size = prod(shape)
            self.parts[name] = (slice(start, start + size), shape)
            start += size
        self.size = start
        self.players_at = self.parts["players"][0].start
        self.cards_at = self.parts["cards"][0].start
        self.bases_at = self.parts["bases"][0].start
        self.action_columns = len(KINDS) + self.card_columns + self.base_columns + players + len(ACTION_COLUMNS)
        self._plans: dict[int, tuple[Flat, slice, int, int]] = {}

    def part(self, observation: Any, name: str) -> Any:
        """Return a part of an observation in its shape; it shares the observation's memory."""
        where, shape = self.parts[name]
        return observation[where].reshape(shape)

    def encode_actions(self, features: Flat, observation: Flat, legal: Sequence[int]) -> None:
        """Write a row of features for each action: kind, card row, base row, player, and `ACTION_COLUMNS`."""
        columns, plans = self.action_columns, self._plans
        at = 0
        for action in legal:
            constant, source, start, end = plans.get(action) or self._plan(action)
            features[at : at + columns] = constant
            if end:
                features[at + start : at + end] = observation[source]
            at += columns

    def _plan(self, action: int) -> tuple[Flat, slice, int, int]:
        """Return the constant part of an action's row, and which part of the observation is copied where in it."""
        parts = self.actions.parts(action)
        kind, value = parts.kind, parts.value
        row = [0.0] * self.action_columns
        row[_KIND[kind]] = 1.0
        cards_at = len(KINDS)
        bases_at = cards_at + self.card_columns
        players_at = bases_at + self.base_columns
        rest_at = players_at + self.players
        source, start, end = slice(0, 0), 0, 0
        cards = self.actions.cards
        if kind in THING_KINDS and value < cards:
            begin = self.cards_at + value * self.card_columns
            source, start, end = slice(begin, begin + self.card_columns), cards_at, bases_at
        elif kind in THING_KINDS and value < cards + BASE_PLACES:
            begin = self.bases_at + (value - cards) * self.base_columns
            source, start, end = slice(begin, begin + self.base_columns), bases_at, players_at
        elif kind in THING_KINDS and value < self.actions.nothing:
            base = self.index.bases[value - cards - BASE_PLACES]
            row[bases_at : bases_at + len(BASE_COLUMNS)] = base_row(base, self.index.base_values[base])
        elif kind == "player":
            row[players_at + value] = 1.0
        elif kind == "name":
            row[cards_at : cards_at + len(CARD_COLUMNS)] = printed_row(self.index.first_of_name[value])
            row[rest_at + 2] = value / len(self.index.names)
        elif kind == "number":
            row[rest_at] = value / 5
        elif kind == "mode":
            row[rest_at + 1] = (value + 1) / 5
        plan = self._plans[action] = (array("f", row), source, start, end)
        return plan


@cache
def printed_row(number: int) -> array[float]:
    """Return the row of a card of which only the printed values are known."""
    printed = CARDS[number]
    row = [0.0] * len(CARD_COLUMNS)
    row[HIDDEN] = 1.0
    row[IS_MINION] = float(bool(printed.kind & MINION))
    row[IS_ACTION] = float(bool(printed.kind & ACTION))
    row[IS_TITAN] = float(printed.kind == TITAN)
    row[POWER] = printed.power / 5
    return array("f", row)


@cache
def base_row(number: int, value: float) -> array[float]:
    """Return the row of a base that is not in play; `value` is the number that stands for it."""
    printed = CARDS[number]
    assert isinstance(printed, Base)
    row = [0.0] * len(BASE_COLUMNS)
    row[BREAKPOINT] = printed.breakpoint / 20
    row[PRIZES : PRIZES + 3] = [vp / 5 for vp in printed.vp]
    row[NUMBER] = value
    return array("f", row)


@cache
def layout_of(actions: Actions) -> Layout:
    """Return the layout that goes with these actions."""
    return Layout(actions)


LAYOUTS: Final = {players: layout_of(Actions.of(players)) for players in (2, 3, 4)}
"""The layouts for the built-in sets."""
