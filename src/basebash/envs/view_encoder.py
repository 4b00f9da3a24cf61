"""Observations built from a view alone, for policies that play as bots and get nothing else.

The arrays are those of `observe`, which documents their numbers and fills them faster where the game is at hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from basebash.engine.data.terms import PHASE_NAMES
from basebash.envs.actions import BASE_PLACES, THING_KINDS, Actions, Picking, Places
from basebash.envs.columns import (
    BASE_COLUMNS,
    CARD_COLUMNS,
    CARDS_UNDER,
    COUNTERS,
    HIGH,
    IN_PLAY,
    LOW,
    ON_A_CARD,
    PLAY_KINDS,
    POWER,
    QUESTION_KINDS,
    SUPPLIES,
    TALENT_READY,
    Layout,
    layout_of,
    printed_row,
)
from basebash.envs.observe import Floats, Seen, Sheet

_CARD = {name: i for i, name in enumerate(CARD_COLUMNS)}
_BASE = {name: i for i, name in enumerate(BASE_COLUMNS)}
_QUESTION = {name: i for i, name in enumerate(QUESTION_KINDS)}
_PHASE = {name: i for i, name in enumerate(PHASE_NAMES)}
_SHOWN_AS = {  # the columns of each kind of card in play; a fusion is both
    "minion": [_CARD["minion"]],
    "action": [_CARD["action"]],
    "card": [_CARD["minion"], _CARD["action"]],
    "titan": [_CARD["titan"]],
}


def encode_view(view: dict[str, Any], actions: Actions, legal: list[int], picking: Picking | None) -> Seen:
    """Return the arrays for a view, the viewer's legal actions and the viewer's unfinished answer."""
    layout = layout_of(actions)
    places = Places.of([player["factions"] for player in view["players"]], view["edition"], actions.index.sets)
    seen = Seen.empty(layout)
    seen.observation = Sheet(places, view["viewer"], layout, dealt=bool(view["bases"])).blank
    _ViewEncoder(view, places, layout, seen.observation).encode(picking)
    np.clip(seen.observation, LOW, HIGH, out=seen.observation)
    seen.show_actions(layout, legal)
    return seen


class _ViewEncoder:
    """Fills an observation from a view."""

    def __init__(self, view: dict[str, Any], places: Places, layout: Layout, observation: Floats) -> None:
        self.view = view
        self.actions = layout.actions
        self.layout = layout
        self.seat: int = view["viewer"]
        self.table = layout.part(observation, "table")
        self.players = layout.part(observation, "players")
        self.cards = layout.part(observation, "cards")
        self.bases = layout.part(observation, "bases")
        self.row = [base["id"] for base in view["bases"]]
        self.places = places
        self.slots = self.places.slots(self.seat)

    def encode(self, picking: Picking | None) -> None:
        self._encode_table(picking)
        self._encode_supplies()
        for number, player in enumerate(self.view["players"]):
            self._encode_player(self._relative(number), player)
        for place, base in enumerate(self.view["bases"][:BASE_PLACES]):
            self._encode_base(place, base)
        self._encode_in_play()
        self._encode_question(picking)

    def _relative(self, player: int) -> int:
        return (player - self.seat) % self.layout.players

    # ------------------------------------------------------------------------------------------- the table
    def _encode_table(self, picking: Picking | None) -> None:
        view, players = self.view, self.layout.players
        question = view["question"]
        values = [0.0] * len(self.table)
        at = 0
        values[at + _PHASE[view["phase"]]] = 1.0
        at += len(PHASE_NAMES)
        values[at + self._relative(view["turn_player"])] = 1.0
        at += players
        if view["asked"] is not None:
            values[at + self._relative(view["asked"])] = 1.0
        at += players
        if question is not None:
            values[at + _QUESTION[question["kind"]]] = 1.0
            values[at + len(QUESTION_KINDS)] = question["low"] / 5
            values[at + len(QUESTION_KINDS) + 1] = question["high"] / 5
        at += len(QUESTION_KINDS) + 2
        if picking is not None:
            values[at] = len(picking.picked) / 5
            values[at + 1] = float(bool(picking.started))
        values[at + 2] = view["turn"] / 50
        values[at + 3] = view["target_vp"] / 15
        values[at + 4] = view["base_deck_size"] / 30
        at += 5
        for right in view["plays"]:
            if right["kind"] in PLAY_KINDS:
                values[at + 2 * PLAY_KINDS.index(right["kind"]) + (not right["unrestricted"])] += 0.5
        at += 2 * len(PLAY_KINDS)
        values[at] = float(view["first_player"] == self.seat)
        values[at + 1] = len(view["base_discard"]) / 30
        at += 2
        for i, name in enumerate(SUPPLIES):
            if name in view["supplies"]:
                supply = view["supplies"][name]
                values[at + 2 * i] = supply["deck_size"] / 20
                values[at + 2 * i + 1] = len(supply["discard"]) / 20
        self.table[:] = values

    def _encode_player(self, seat: int, player: dict[str, Any]) -> None:
        row = self.players[seat]
        row[:4] = player["vp"] / 15, player["hand_size"] / 10, player["deck_size"] / 40, len(player["discard"]) / 40
        hand = player["hand"] or ()
        self._mark(hand, "in_hand", seat)
        self._mark([card for card in hand if not card["why_not"]], "playable", seat)
        self._mark(player["known_hand"], "in_other_hand", seat)
        self._mark(player["known_deck"], "in_deck", seat)
        for card in player["known_deck"]:
            self.cards[self.slots[card["id"]], _CARD["nearness_to_top"]] = 1 / (1 + card["place"])
        self._mark(player["discard"], "in_discard", seat)
        self._encode_beside(player["titans"], "beside", seat)
        self._encode_beside(player["stasis"], "in_stasis", seat)

    def _encode_beside(self, cards: Sequence[dict[str, Any]], column: str, seat: int) -> None:
        """Fill the rows of titans beside a deck or cards in stasis, and of the cards on and under them."""
        self._mark(cards, column, seat)
        for card in cards:
            row = self.cards[self.slots[card["id"]]]
            row[COUNTERS] = card["counters"] / 5
            row[CARDS_UNDER] = len(card["held"]) / 5
            self._mark(card["cards"], column, seat)
            self._mark(card["cards"], "on_a_card", seat)
            self._encode_face_down(card["held"], -1)

    def _encode_face_down(self, held: Sequence[dict[str, Any]], place: int) -> None:
        """Mark the known cards among those that are face down."""
        for card in held:
            if "id" in card:
                self._mark([card], "face_down", self._relative(card["controller"]) if card["controller"] >= 0 else -1)
                if 0 <= place < BASE_PLACES:
                    self.cards[self.slots[card["id"]], len(CARD_COLUMNS) + self.layout.players + place] = 1.0

    def _encode_supplies(self) -> None:
        for supply in self.view["supplies"].values():
            self._mark(supply["discard"], "in_discard", -1)
        self._mark([card for card in self.view["box"] if self.slots[card["id"]] >= 0], "in_box", -1)

    def _mark(self, cards: Sequence[dict[str, Any]], column: str, whose: int) -> None:
        if cards:
            slots = [self.slots[card["id"]] for card in cards]
            for card, slot in zip(cards, slots, strict=True):
                if self.actions.titans <= slot < self.actions.supplies:
                    self.cards[slot, : len(CARD_COLUMNS)] = printed_row(self.places.numbers[card["id"]])
            self.cards[slots, _CARD["hidden"]] = 0.0
            self.cards[slots, _CARD[column]] = 1.0
            if whose >= 0:
                self.cards[slots, len(CARD_COLUMNS) + whose] = 1.0

    # ------------------------------------------------------------------------------------------- in play
    def _encode_base(self, place: int, base: dict[str, Any]) -> None:
        totals = [0.0] * self.layout.players
        for player, total in enumerate(base["totals"]):
            totals[self._relative(player)] = total / 20
        buried = [0.0] * self.layout.players
        for card in base["buried"]:
            if card["controller"] >= 0:
                buried[self._relative(card["controller"])] += 0.2
        scoring = self.view["scoring"] == base["id"]
        self.bases[place] = [
            1.0,
            base["breakpoint"] / 20,
            (base["breakpoint"] - base["pressure"]) / 20,
            *(vp / 5 for vp in base["vp"]),
            base["counters"] / 5,
            float(scoring),
            0.0,
            0.0,
            0.0,
            self.layout.index.base_values[self.places.numbers[base["id"]]],
            *totals,
            *buried,
        ]
        self._encode_face_down(base["buried"], place)

    def _encode_in_play(self) -> None:
        slots: list[int] = []
        rows: list[list[float]] = []
        for place, base in enumerate(self.view["bases"]):
            for card in base["cards"]:
                self._add_in_play(card, place, slots, rows, on_a_card=False)
        if slots:
            self.cards[slots] = rows

    def _add_in_play(
        self, card: dict[str, Any], place: int, slots: list[int], rows: list[list[float]], *, on_a_card: bool
    ) -> None:
        """Fill the row of a card in play, and those of the cards on it."""
        row = [0.0] * self.layout.card_columns
        row[IN_PLAY] = 1.0
        row[ON_A_CARD] = float(on_a_card)
        for column in _SHOWN_AS[card["kind"]]:
            row[column] = 1.0
        if card["kind"] != "action":
            row[POWER] = card["power"] / 5
        row[CARDS_UNDER] = len(card["held"]) / 5
        self._encode_face_down(card["held"], place)
        row[COUNTERS] = card["counters"] / 5
        row[TALENT_READY] = float(not all(card["talents_used"]))
        if card["controller"] >= 0:
            row[len(CARD_COLUMNS) + self._relative(card["controller"])] = 1.0
        if place < BASE_PLACES:
            row[len(CARD_COLUMNS) + self.layout.players + place] = 1.0
        slots.append(self.slots[card["id"]])
        rows.append(row)
        for on_it in card["cards"]:
            self._add_in_play(on_it, place, slots, rows, on_a_card=True)

    # ------------------------------------------------------------------------------------------- the question
    def _encode_question(self, picking: Picking | None) -> None:
        question = self.view["question"]
        if question is None:
            return
        self._flag(question["source"], "source")
        for card in {option["card"] for option in question["options"] if "card" in option}:
            self._flag(card, "offered")
        if picking is not None:
            for i in picking.picked:
                self._flag(question["options"][i].get("card", -1), "picked")
            for action in picking.started:
                parts = self.actions.parts(action)
                if parts.kind in THING_KINDS:
                    self._flag_thing(parts.value, "picked")

    def _flag(self, card: int, column: str) -> None:
        if card < 0:
            return
        if self.slots[card] < 0:
            if card in self.row[:BASE_PLACES]:
                self.bases[self.row.index(card), _BASE[column]] = 1.0
        else:
            row = self.cards[self.slots[card]]
            row[_CARD["hidden"]] = 0.0
            row[_CARD[column]] = 1.0

    def _flag_thing(self, thing: int, column: str) -> None:
        if thing < self.actions.cards:
            self.cards[thing, _CARD[column]] = 1.0
        elif thing < self.actions.cards + BASE_PLACES:
            self.bases[thing - self.actions.cards, _BASE[column]] = 1.0
