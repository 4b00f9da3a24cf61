"""The formats of observations: "v1" (see `observe`) and "v2" (see `v2`), which says which card is which."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from basebash.engine import BadSetup, Game
from basebash.envs.actions import Actions, Picking, Places
from basebash.envs.columns import HIGH, LOW
from basebash.envs.columns import layout_of as first_layout_of
from basebash.envs.episode import Episode
from basebash.envs.observe import MOST_ACTIONS, NO_CHOICE, Seen, look
from basebash.envs.v2.columns import EVENT_ROWS, MOST, Layout, layout_of
from basebash.envs.v2.history import LOGGED, WINDOW, History
from basebash.envs.v2.sheet import Sheet
from basebash.envs.v2.state_encoder import StateEncoder
from basebash.envs.v2.view_encoder import ViewEncoder
from basebash.envs.view_encoder import encode_view

Observation = Literal["v1", "v2"]
Bounds = tuple[float, float, tuple[int, ...], Any]
"""The lowest and highest number of an array, its shape and its type."""


class Format:
    """A format: what the arrays of an observation are, and how they are filled."""

    recent = 0
    """How many events a view must contain for `from_view`."""

    def bounds(self, actions: Actions) -> dict[str, Bounds]:
        """Return what each array is."""
        raise NotImplementedError

    def prepare(self, game: Game) -> None:
        """Make a new game record what the observations need."""

    def look(self, table: Episode, seat: int, into: Seen | None = None) -> Seen:
        """Return what a seat sees now, in new arrays or in the given ones."""
        raise NotImplementedError

    def from_view(self, view: dict[str, Any], actions: Actions, legal: list[int], picking: Picking | None) -> Seen:
        """Return the same from a view, the viewer's legal actions and the viewer's unfinished answer."""
        raise NotImplementedError


class FirstFormat(Format):
    """Numbers scaled to about 1, without identities."""

    def bounds(self, actions: Actions) -> dict[str, Bounds]:
        """Return what each array is."""
        layout = first_layout_of(actions)
        return {
            "observation": (LOW, HIGH, (layout.size,), np.float32),
            "action_mask": (0, 1, (actions.size,), np.int8),
            "legal_actions": (-1, actions.size - 1, (MOST_ACTIONS,), np.int64),
            "action_features": (LOW, HIGH, (MOST_ACTIONS, layout.action_columns), np.float32),
        }

    def look(self, table: Episode, seat: int, into: Seen | None = None) -> Seen:
        """Return what a seat sees now, in new arrays or in the given ones."""
        return look(table, seat, into)

    def from_view(self, view: dict[str, Any], actions: Actions, legal: list[int], picking: Picking | None) -> Seen:
        """Return the same from a view, the viewer's legal actions and the viewer's unfinished answer."""
        return encode_view(view, actions, legal, picking)


class SecondFormat(Format):
    """Integers with identities. At most `max_actions` legal actions get a number and a row; the mask has them all."""

    recent = EVENT_ROWS

    def __init__(self, max_actions: int) -> None:
        self.max_actions = max_actions

    def bounds(self, actions: Actions) -> dict[str, Bounds]:
        """Return what each array is."""
        layout = layout_of(actions)
        return {
            "observation": (-MOST, MOST, (layout.size,), np.int16),
            "action_mask": (0, 1, (actions.size,), np.int8),
            "legal_actions": (-1, actions.size - 1, (self.max_actions,), np.int32),
            "action_features": (-MOST, MOST, (self.max_actions, layout.action_columns), np.int16),
        }

    def prepare(self, game: Game) -> None:
        """Make a new game record the events of the history, and no more than that."""
        game.rules.logged_kinds = LOGGED

    def look(self, table: Episode, seat: int, into: Seen | None = None) -> Seen:
        """Return what a seat sees now, in new arrays or in the given ones."""
        layout = layout_of(table.actions)
        game, picking = table.game, table.picking
        if picking is not None and game.question.player != seat:
            picking = None
        sheet = _sheet(table, seat, layout)
        seen = self._cleared(into, layout)
        answers, still = table.last_seen.get((seat, "v2"), (-1, sheet.blank))
        is_same = answers == game.answers_given  # nothing changes in the middle of an answer
        np.copyto(seen.observation, still if is_same else sheet.blank)
        encoder = StateEncoder(table, seat, layout, sheet.rows, sheet.slots, seen.observation.data)
        if not is_same:
            encoder.encode()
            at = layout.at["history"]
            seen.observation.data[at : at + WINDOW] = _history(table, seat).window(table, seat)
            table.last_seen[seat, "v2"] = game.answers_given, seen.observation.copy()
        if picking is not None:
            encoder.encode_picks(game.question, picking)
        self._show_actions(seen, sheet, game.state.bases, NO_CHOICE if picking is None else picking.legal())
        return seen

    def from_view(self, view: dict[str, Any], actions: Actions, legal: list[int], picking: Picking | None) -> Seen:
        """Return the same from a view, the viewer's legal actions and the viewer's unfinished answer."""
        layout = layout_of(actions)
        places = Places.of([player["factions"] for player in view["players"]], view["edition"], actions.index.sets)
        sheet = Sheet(places, view["viewer"], layout, dealt=bool(view["bases"]))
        seen = self._cleared(None, layout)
        np.copyto(seen.observation, sheet.blank)
        ViewEncoder(view, layout, sheet, seen.observation.data).encode(picking)
        self._show_actions(seen, sheet, [base["id"] for base in view["bases"]], legal)
        return seen

    def _cleared(self, into: Seen | None, layout: Layout) -> Seen:
        """Return arrays without any action."""
        if into is not None:
            into.forget_actions()
            return into
        return Seen(
            np.empty(layout.size, np.int16),
            np.zeros(layout.actions.size, np.int8),
            np.full(self.max_actions, -1, np.int32),
            np.zeros((self.max_actions, layout.action_columns), np.int16),
        )

    def _show_actions(self, seen: Seen, sheet: Sheet, row: list[int], legal: list[int]) -> None:
        marks, numbers = seen.mask.data, seen.legal.data
        for action in legal:
            marks[action] = 1
        shown = legal[: self.max_actions]
        for n, action in enumerate(shown):
            numbers[n] = action
        sheet.encode_actions(seen.features.reshape(-1).data, row, shown)


V1 = FirstFormat()


def format_of(name: str, max_actions: int = MOST_ACTIONS) -> Format:
    """Return the format with this name; `max_actions` is for "v2"."""
    if max_actions < 1:
        raise BadSetup(f"max_actions must be at least 1, not {max_actions}.")
    if name == "v2":
        return SecondFormat(max_actions)
    if name != "v1":
        raise BadSetup(f'There is no observation "{name}": use "v1" or "v2".')
    if max_actions != MOST_ACTIONS:
        raise BadSetup('max_actions is for observation="v2".')
    return V1


def _history(table: Episode, seat: int) -> History:
    found = table.last_seen.get((seat, "history"))
    if found is None:
        found = table.last_seen[seat, "history"] = History()
    assert isinstance(found, History)
    return found


def _sheet(table: Episode, seat: int, layout: Layout) -> Sheet:
    places = table.places
    if not table.game.state.bases:
        return Sheet(places, seat, layout, dealt=False)
    sheet = places.sheets.get((seat, "v2"))
    if sheet is None:
        sheet = places.sheets[seat, "v2"] = Sheet(places, seat, layout, dealt=True)
    assert isinstance(sheet, Sheet)
    return sheet
