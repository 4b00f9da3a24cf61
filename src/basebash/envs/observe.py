"""What a seat sees as arrays of fixed size: what its view (`game.view(seat)`) shows and nothing else.

The arrays are filled from the columns of the state, which takes a fraction of the time that a view takes. `sight.see`
fills them from a view, for those who have nothing else; both come to the same, number by number (`tests/envs`).

Seats are counted from the viewer: 0 is the viewer, 1 the next clockwise. Numbers are scaled to be about 1 and cut to
the range from `LOW` to `HIGH`. The observation is one array of these parts, in this order:

| part | shape | what |
|---|---|---|
| table | 8 + 2 P + 34 | phase; whose turn; who is asked; the viewer's question; sizes; plays left; supplies |
| players | P by (4 + 2 F) | VP, hand, deck and discard sizes, first and second faction |
| cards | 42 P + 72 by (`CARD_COLUMNS` + P + 12) | a row a card slot (see `actions`): columns, whose, base place |
| bases | 12 by (`BASE_COLUMNS` + 2 P) | a row a base place: columns, the players' totals, what they buried there |

`Layout.parts` gives the place of each part. P is the number of players, F that of factions. Whose a
card is: who controls it in play, or whose hand, deck, discard pile or stasis it is known to be in; a monster that
nobody controls has none. The rows of titans and supplies that are not in the game are zeros.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from basebash.engine import FACTIONS
from basebash.envs.actions import WAIT, Places
from basebash.envs.columns import (
    ACTION_COLUMNS,
    BASE_COLUMNS,
    CARD_COLUMNS,
    HIGH,
    LAYOUTS,
    LOW,
    PLAY_KINDS,
    QUESTION_KINDS,
    Layout,
    printed_row,
)
from basebash.envs.episode import Episode
from basebash.envs.state_encoder import StateEncoder

__all__ = [
    "ACTION_COLUMNS",
    "BASE_COLUMNS",
    "CARD_COLUMNS",
    "HIGH",
    "LAYOUTS",
    "LOW",
    "MOST_ACTIONS",
    "PLAY_KINDS",
    "QUESTION_KINDS",
    "Floats",
    "Layout",
    "Seen",
    "Sheet",
    "look",
]

Floats = NDArray[np.float32]
MOST_ACTIONS = 200
"""How many legal actions the matrix of features has room for; to name a card of eight factions is the widest choice."""
_FACTION = {name: i for i, name in enumerate(FACTIONS)}
NO_CHOICE = [WAIT]
"""The legal actions of those who are not asked."""
_NONE = (-1, np.zeros(0, np.float32))
_NO_ACTIONS = np.full(MOST_ACTIONS, -1, np.int64)


class Seen:
    """What a seat sees, as arrays.

    `legal` holds the ids of the legal actions in ascending order, filled up with -1, and `features` a row for each.
    """

    __slots__ = ("features", "legal", "mask", "observation")

    def __init__(self, observation: Floats, mask: NDArray[np.int8], legal: NDArray[np.int64], features: Floats) -> None:
        self.observation = observation
        self.mask = mask
        self.legal = legal
        self.features = features

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays by the names that they have in the environments."""
        return {
            "observation": self.observation,
            "action_mask": self.mask,
            "legal_actions": self.legal,
            "action_features": self.features,
        }

    @staticmethod
    def empty(layout: Layout) -> Seen:
        """Arrays of their own, without any action."""
        return Seen(
            np.empty(layout.size, np.float32),
            np.zeros(layout.actions.size, np.int8),
            _NO_ACTIONS.copy(),
            np.zeros((MOST_ACTIONS, layout.action_columns), np.float32),
        )

    def forget_actions(self) -> None:
        """Takes out the actions of the time before."""
        self.features[: np.count_nonzero(self.mask)] = 0.0
        self.mask.fill(0)
        self.legal.fill(-1)

    def show_actions(self, layout: Layout, legal: list[int]) -> None:
        """Fills in the legal actions, and what the observation says about each."""
        marks, numbers = self.mask.data, self.legal.data
        for action in legal:
            marks[action] = 1
        shown = legal[:MOST_ACTIONS]
        for n, action in enumerate(shown):
            numbers[n] = action
        layout.paint_actions(self.features.reshape(-1).data, self.observation.data, shown)


def look(table: Episode, seat: int, into: Seen | None = None) -> Seen:
    """What a seat sees now, in new arrays or in those that are given."""
    layout = LAYOUTS[table.actions.players]
    sheet = _sheet(table, seat, layout)
    game = table.game
    picking = table.picking
    if picking is not None and game.question.player != seat:
        picking = None
    if into is None:
        seen = Seen.empty(layout)
    else:
        seen = into
        seen.forget_actions()
    answers, still = table.pictures.get(seat, _NONE)
    is_same = answers == game.answers_given  # in the middle of an answer the table stands still
    np.copyto(seen.observation, still if is_same else sheet.blank)
    painter = StateEncoder(table, seat, layout, sheet.rows, seen.observation.data)
    if not is_same:
        painter.paint()
        table.pictures[seat] = game.answers_given, seen.observation.copy()
    if picking is not None:
        painter.paint_picks(game.question, picking)
    seen.show_actions(layout, NO_CHOICE if picking is None else picking.legal())
    return seen


class Sheet:
    """What all observations of a seat have in common as long as the factions stay the same.

    `blank` has the factions and what is printed on the card of each slot (titans are left out, for there are games
    without); `rows` says where the row of each card begins, by its id; -1 for a base.
    """

    __slots__ = ("blank", "rows")

    def __init__(self, places: Places, seat: int, layout: Layout, *, dealt: bool) -> None:
        self.blank = np.zeros(layout.size, np.float32)
        players = layout.part(self.blank, "players")
        for player, pair in enumerate(places.factions):
            for half, faction in enumerate(pair):
                players[(player - seat) % layout.players, 4 + half * len(FACTIONS) + _FACTION[faction]] = 1.0
        slots = places.slots(seat)
        self.rows = [layout.cards_at + slot * layout.card_columns if slot >= 0 else -1 for slot in slots]
        actions, cards = layout.actions, layout.part(self.blank, "cards")
        for number, slot in zip(places.numbers, slots, strict=True) if dealt else ():
            if 0 <= slot < actions.titans or slot >= actions.supplies:
                cards[slot, : len(CARD_COLUMNS)] = printed_row(number)


def _sheet(table: Episode, seat: int, layout: Layout) -> Sheet:
    places = table.places
    if not table.game.state.bases:
        return Sheet(places, seat, layout, dealt=False)
    sheet = places.sheets.get(seat)
    if sheet is None:
        sheet = places.sheets[seat] = Sheet(places, seat, layout, dealt=True)
    assert isinstance(sheet, Sheet)
    return sheet
