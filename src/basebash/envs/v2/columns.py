"""What the numbers of an observation with identity mean, and where each is."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from functools import cache
from math import prod
from typing import Any, Final
from zlib import crc32

from basebash.engine import ACTION, CARDS, MINION, TITAN, Base, Printed
from basebash.engine.log import EVENT_KINDS
from basebash.envs.actions import BASE_PLACES, Actions
from basebash.envs.card_index import CardIndex
from basebash.envs.columns import QUESTION_KINDS, SUPPLIES

Flat = Any
"""The memory of an array of int16 as one row (a memoryview), the fastest way to write single numbers."""
MOST: Final = 30_000
"""Larger numbers are cut to this, and smaller ones than its negative to that."""
BASE_DISCARD: Final = 16
PLAY_ROWS: Final = 8
EVENT_ROWS: Final = 16

FACTS: Final = ("card faction minion action titan printed_power plays_on talent special ongoing trait").split()
"""What is printed on a card. `plays_on`: 1 a base, 2 a minion, 3 one of your minions. `trait` numbers the first one."""
ZONES: Final = "hidden hand other_hand deck discard play beside face_down stasis box".split()
TABLE: Final = [
    *"phase turn_player asked question low high source picks_made is_started started_card started_place".split(),
    *"turn target_vp edition is_first base_deck next_base base_discard scoring".split(),
    *(f"{name}_{pile}" for name in SUPPLIES for pile in ("deck", "discard")),
    *"duel challenger first_side second_side duel_place laid".split(),
]
PLAYERS: Final = "vp hand deck discard faction_1 faction_2 madness".split()
CARDS_COLUMNS: Final = [
    *FACTS,
    *"zone whose place on order power counters talent_ready cards_under named named_faction named_other duel".split(),
    *"offered picked source playable".split(),
]
BASES: Final = (
    "card breakpoint missing vp_1 vp_2 vp_3 counters printed_breakpoint scoring offered picked source".split()
)
PLAYS: Final = "kind free unrestricted max_power place card name source".split()
EVENTS: Final = "event player whom card_1 card_2 card_3 base number turn".split()
ACTIONS: Final = ["kind", "row", "place", "player", "number", "mode", *FACTS]
# Where columns are, by name.
TABLE_AT: Final = {name: i for i, name in enumerate(TABLE)}
CARD_AT: Final = {name: i for i, name in enumerate(CARDS_COLUMNS)}
BASE_AT: Final = {name: i for i, name in enumerate(BASES)}
ACTION_AT: Final = {name: i for i, name in enumerate(ACTIONS)}
ZONE_OF: Final = {name: i for i, name in enumerate(ZONES)}
QUESTION_OF: Final = {name: i + 1 for i, name in enumerate(QUESTION_KINDS)}
EVENT_OF: Final = {name: i + 1 for i, name in enumerate(EVENT_KINDS)}
PLAY_KIND_OF: Final = {"minion": 1, "action": 2, "card": 3}
_WORDS: Final = {"talent": "Talent:", "special": "Special:", "ongoing": "Ongoing:"}


def cut(number: int) -> int:
    """Limit a number to what its column holds."""
    return MOST if number > MOST else max(number, -MOST)


def number_of_choice(index: CardIndex, name: str) -> int:
    """Return a number from 1 to 255 that stands for what was named if it is neither a card nor a faction, else 0."""
    if not name or name in index.place_of_name or name in index.id_of_faction:
        return 0
    return 1 + crc32(name.encode()) % 255


def numbers(row: Sequence[int]) -> array[int]:
    """Return a row as an array, with numbers cut where that is needed."""
    try:
        return array("h", row)
    except OverflowError:
        return array("h", map(cut, row))


class Layout:
    """The sizes of the arrays for a number of players and some sets, and where each part of the observation is."""

    def __init__(self, actions: Actions) -> None:
        self.actions = actions
        self.index = actions.index
        self.players = players = actions.players
        self.base_columns = len(BASES) + 2 * players
        shapes: dict[str, tuple[int, ...]] = {
            "table": (len(TABLE),),
            "players": (players, len(PLAYERS)),
            "cards": (actions.cards, len(CARDS_COLUMNS)),
            "bases": (BASE_PLACES, self.base_columns),
            "base_discard": (BASE_DISCARD,),
            "plays": (PLAY_ROWS, len(PLAYS)),
            "history": (EVENT_ROWS, len(EVENTS)),
        }
        self.parts: dict[str, tuple[slice, tuple[int, ...]]] = {}
        start = 0
        for name, shape in shapes.items():
            self.parts[name] = (slice(start, start + prod(shape)), shape)
            start += prod(shape)
        self.size = start
        self.at = {name: where.start for name, (where, _) in self.parts.items()}
        self.action_columns = len(ACTIONS)

    def part(self, observation: Any, name: str) -> Any:
        """Return a part of an observation in its shape; it shares the observation's memory."""
        where, shape = self.parts[name]
        return observation[..., where].reshape(*observation.shape[:-1], *shape)


@cache
def layout_of(actions: Actions) -> Layout:
    """Return the layout that goes with these actions."""
    return Layout(actions)


@cache
def facts_of(index: CardIndex, number: int) -> array[int]:
    """Return the `FACTS` of the card with this number in the catalogue."""
    printed = CARDS[number]
    row = [
        index.id_of_card.get(number, 0),
        index.id_of_faction.get(printed.faction.name, 0),
        int(bool(printed.kind & MINION)),
        int(bool(printed.kind & ACTION)),
        int(printed.kind == TITAN),
        printed.breakpoint if isinstance(printed, Base) else printed.power,
        printed.plays_on,
        *(int(_says(printed, word)) for word in _WORDS.values()),
        index.id_of_trait.get(printed.traits[0], 0) if printed.traits else 0,
    ]
    return numbers(row)


def _says(printed: Printed, word: str) -> bool:
    return re.search(rf"(^|[.”)] ){word}", printed.text) is not None
