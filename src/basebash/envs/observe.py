"""Observations: what a seat sees as arrays of fixed size, containing exactly what its view (`game.view(seat)`) shows.

The arrays are filled from the columns of the state, in a fraction of the time that a view takes.
`view_encoder.encode_view` fills them from a view, for bots that have nothing else; tests check that both give the
same numbers.

Seats are counted from the viewer: 0 is the viewer, 1 the next clockwise. Numbers are scaled to about 1 and clipped to
the range from `LOW` to `HIGH`. The observation is one array with these parts, in this order:

| part | shape | what |
|---|---|---|
| table | 8 + 2 P + 34 | phase; whose turn; who is asked; the viewer's question; sizes; plays left; supplies |
| players | P by (4 + 2 F) | VP, hand, deck and discard sizes, first and second faction |
| cards | 42 P + 72 by (`CARD_COLUMNS` + P + 12) | a row per card slot (see `actions`): columns, whose, base place |
| bases | 12 by (`BASE_COLUMNS` + 2 P) | a row per base place: columns, the players' totals, what they buried there |

`Layout.parts` gives the place of each part. P is the number of players, F the number of factions. *Whose* is the
card's controller in play, or the player whose hand, deck, discard pile or stasis it is known to be in; it is empty for
a monster that nobody controls. The rows of titans and supplies that are not in the game are zeros.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

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
    layout_of,
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
    "layout_of",
    "look",
]

Floats = NDArray[np.float32]
Array = NDArray[Any]
MOST_ACTIONS = 200
"""The number of rows in the matrix of features; the widest choice is to name a card of eight factions."""
NO_CHOICE = [WAIT]
"""The legal actions of those who are not asked."""
_NONE = (-1, np.zeros(0, np.float32))
_NO_ACTIONS = np.full(MOST_ACTIONS, -1, np.int64)


class Seen:
    """What a seat sees, as arrays.

    `legal` holds the ids of the legal actions in ascending order, filled up with -1, and `features` a row for each.
    """

    __slots__ = ("features", "legal", "mask", "observation")

    def __init__(self, observation: Array, mask: NDArray[np.int8], legal: Array, features: Array) -> None:
        self.observation = observation
        self.mask = mask
        self.legal = legal
        self.features = features

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays under their names in the environments."""
        return {
            "observation": self.observation,
            "action_mask": self.mask,
            "legal_actions": self.legal,
            "action_features": self.features,
        }

    @staticmethod
    def empty(layout: Layout) -> Seen:
        """Make new arrays, without any action."""
        return Seen(
            np.empty(layout.size, np.float32),
            np.zeros(layout.actions.size, np.int8),
            _NO_ACTIONS.copy(),
            np.zeros((MOST_ACTIONS, layout.action_columns), np.float32),
        )

    def forget_actions(self) -> None:
        """Remove the previous actions."""
        self.features[: np.count_nonzero(self.mask)] = 0
        self.mask.fill(0)
        self.legal.fill(-1)

    def show_actions(self, layout: Layout, legal: list[int]) -> None:
        """Fill in the legal actions and the features of each."""
        marks, numbers = self.mask.data, self.legal.data
        for action in legal:
            marks[action] = 1
        shown = legal[:MOST_ACTIONS]
        for n, action in enumerate(shown):
            numbers[n] = action
        layout.encode_actions(self.features.reshape(-1).data, self.observation.data, shown)


def look(table: Episode, seat: int, into: Seen | None = None) -> Seen:
    """Return what a seat sees now, in new arrays or in the given ones."""
    layout = layout_of(table.actions)
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
    answers, still = table.last_seen.get(seat, _NONE)
    is_same = answers == game.answers_given  # nothing changes in the middle of an answer
    np.copyto(seen.observation, still if is_same else sheet.blank)
    encoder = StateEncoder(table, seat, layout, sheet.rows, seen.observation.data)
    if not is_same:
        encoder.encode()
        table.last_seen[seat] = game.answers_given, seen.observation.copy()
    if picking is not None:
        encoder.encode_picks(game.question, picking)
    seen.show_actions(layout, NO_CHOICE if picking is None else picking.legal())
    return seen


class Sheet:
    """The constant part of a seat's observations in games with the same factions.

    `blank` has the factions and the printed values of the card in each slot (except titans, because some games have
    none); `rows` says where the row of each card begins, by its id; -1 for a base.
    """

    __slots__ = ("blank", "rows")

    def __init__(self, places: Places, seat: int, layout: Layout, *, dealt: bool) -> None:
        self.blank = np.zeros(layout.size, np.float32)
        players = layout.part(self.blank, "players")
        for player, pair in enumerate(places.factions):
            for half, faction in enumerate(pair):
                column = 4 + half * len(layout.index.factions) + layout.index.place_of_faction[faction]
                players[(player - seat) % layout.players, column] = 1.0
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
