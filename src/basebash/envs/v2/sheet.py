"""What observations with identity have in common in games with the same factions, and the rows of actions."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from basebash.envs.actions import BASE_PLACES, KINDS, THING_KINDS, Places
from basebash.envs.card_index import CardIndex
from basebash.envs.v2.columns import ACTION_AT, ACTIONS, CARDS_COLUMNS, FACTS, PLAYERS, Flat, Layout, facts_of

Ints = NDArray[np.int16]
_KIND_OF: Final = {name: i for i, name in enumerate(KINDS)}


@cache
def identities(index: CardIndex) -> Ints:
    """Return what is printed on each card of an index, a row of `FACTS` per number; row 0 is zeros."""
    table = np.zeros((len(index.cards) + 1, len(FACTS)), np.int16)
    for place, number in enumerate(index.cards):
        table[place + 1] = facts_of(index, number)
    return table


class Sheet:
    """The constant part of a seat's observations and actions in games with the same factions.

    `blank` has the factions and the printed facts of the card in each slot (except titans, because some games have
    none); `rows` says where the row of each card begins, by its id; -1 for a base.
    """

    __slots__ = ("_plans", "blank", "cards", "layout", "numbers", "rows", "slots")

    def __init__(self, places: Places, seat: int, layout: Layout, *, dealt: bool) -> None:
        actions, index = layout.actions, layout.index
        self.layout = layout
        self.blank = np.zeros(layout.size, np.int16)
        players = layout.part(self.blank, "players")
        for player, pair in enumerate(places.factions):
            for half, faction in enumerate(pair):
                column = PLAYERS.index("faction_1") + half
                players[(player - seat) % layout.players, column] = index.id_of_faction.get(faction, 0)
        self.slots = places.slots(seat)
        self.numbers = places.numbers
        width, at = len(CARDS_COLUMNS), layout.at["cards"]
        self.rows = [at + slot * width if slot >= 0 else -1 for slot in self.slots]
        self.cards = {slot: card for card, slot in enumerate(self.slots) if slot >= 0}  # the id of the card in a slot
        flat = self.blank.data
        for number, slot, row in zip(places.numbers, self.slots, self.rows, strict=True) if dealt else ():
            if 0 <= slot < actions.titans or slot >= actions.supplies:
                flat[row : row + len(FACTS)] = facts_of(index, number)
        self._plans: dict[int, tuple[Flat, int]] = {}

    def encode_actions(self, features: Flat, row: Sequence[int], legal: Sequence[int]) -> None:
        """Write a row of `ACTIONS` for each action; `row` is the ids of the bases in play."""
        width, plans, at = len(ACTIONS), self._plans, 0
        for action in legal:
            constant, place = plans.get(action) or self._plan(action)
            features[at : at + width] = constant
            if place >= 0:
                start = at + len(ACTIONS) - len(FACTS)
                features[start : at + width] = facts_of(self.layout.index, self.numbers[row[place]])
            at += width

    def _plan(self, action: int) -> tuple[Flat, int]:
        """Return the row of an action, and the place of its base if it is picked by its place in play, else -1."""
        actions, index = self.layout.actions, self.layout.index
        parts = actions.parts(action)
        kind, value = parts.kind, parts.value
        row = array("h", [0] * len(ACTIONS))
        row[0] = _KIND_OF[kind]
        place = -1
        if kind in THING_KINDS:
            if value < actions.cards:
                row[ACTION_AT["row"]] = value + 1
                row[-len(FACTS) :] = facts_of(index, self.numbers[self.cards[value]])
            elif value < actions.cards + BASE_PLACES:
                place = value - actions.cards
                row[ACTION_AT["place"]] = place + 1
            elif value < actions.nothing:
                row[-len(FACTS) :] = facts_of(index, index.bases[value - actions.cards - BASE_PLACES])
        elif kind == "name":
            row[-len(FACTS) :] = facts_of(index, index.first_of_name[value])
        elif kind == "faction":
            row[ACTION_AT["faction"]] = value + 1
        elif kind in ("player", "number", "mode"):
            row[ACTION_AT[kind]] = value + 1
        plan = self._plans[action] = row, place
        return plan
