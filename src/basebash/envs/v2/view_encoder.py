"""Fills an observation with identity from a view, for policies that play as bots and get nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from basebash.engine.data.terms import PHASE_NAMES
from basebash.envs.actions import BASE_PLACES, Picking
from basebash.envs.v2.columns import (
    BASE_AT,
    BASE_DISCARD,
    BASES,
    CARD_AT,
    EVENT_ROWS,
    EVENTS,
    FACTS,
    PLAY_KIND_OF,
    PLAY_ROWS,
    PLAYERS,
    PLAYS,
    QUESTION_OF,
    TABLE_AT,
    ZONE_OF,
    Flat,
    Layout,
    cut,
    facts_of,
    number_of_choice,
)
from basebash.envs.v2.history import event_row
from basebash.envs.v2.sheet import Sheet
from basebash.envs.v2.state_encoder import encode_started

Data = dict[str, Any]


class ViewEncoder:
    """Fills an observation from a view."""

    def __init__(self, view: Data, layout: Layout, sheet: Sheet, flat: Flat) -> None:
        self.view = view
        self.layout = layout
        self.index = layout.index
        self.players = layout.players
        self.sheet = sheet
        self.flat = flat
        self.seat: int = view["viewer"]
        self.row: list[int] = [base["id"] for base in view["bases"][:BASE_PLACES]]

    def encode(self, picking: Picking | None) -> None:
        """Fill everything."""
        view = self.view
        self._encode_table()
        for number, player in enumerate(view["players"]):
            self._encode_player(number, player)
        for supply in view["supplies"].values():
            self._mark_pile(supply["discard"], "discard", 0)
        for card in view["box"]:
            if self.sheet.slots[card["id"]] >= 0:
                self._mark(card, "box", 0)
        for n, base in enumerate(view["bases"]):
            if n < BASE_PLACES:
                self._encode_base(n, base)
            self._encode_cards(base["cards"], n + 1 if n < BASE_PLACES else 0, 0)
        self._encode_duel()
        for n, right in enumerate(view["plays"][:PLAY_ROWS]):
            self._encode_right(self.layout.at["plays"] + n * len(PLAYS), right)
        events = view.get("recent", [])[-EVENT_ROWS:]
        at = self.layout.at["history"] + (EVENT_ROWS - len(events)) * len(EVENTS)
        for n, event in enumerate(events):
            start = at + n * len(EVENTS)
            self.flat[start : start + len(EVENTS)] = event_row(self.index, event, self.seat, self.players)
        self._encode_question(picking)

    def _relative(self, player: int) -> int:
        return 0 if player < 0 else 1 + (player - self.seat) % self.players

    def _id(self, card: int) -> int:
        return self.index.id_of_card.get(self.sheet.numbers[card], 0)

    def _place(self, base: int) -> int:
        return self.row.index(base) + 1 if base in self.row else 0

    def _row(self, card: Data) -> int:
        return self.sheet.rows[card["id"]]

    def _encode_table(self) -> None:
        view = self.view
        values: dict[str, int] = {
            "phase": PHASE_NAMES.index(view["phase"]),
            "turn_player": self._relative(view["turn_player"]),
            "asked": 0 if view["asked"] is None else self._relative(view["asked"]),
            "turn": view["turn"],
            "target_vp": view["target_vp"],
            "edition": view["edition"],
            "is_first": view["first_player"] == self.seat,
            "base_deck": view["base_deck_size"],
            "next_base": self._id(view["base_deck_top"]["id"]) if view["base_deck_top"] else 0,
            "base_discard": len(view["base_discard"]),
            "scoring": self._place(view["scoring"]),
        }
        for name, supply in view["supplies"].items():
            values[f"{name}_deck"] = supply["deck_size"]
            values[f"{name}_discard"] = len(supply["discard"])
        for name, value in values.items():
            self.flat[TABLE_AT[name]] = cut(value)
        last = view["base_discard"][-BASE_DISCARD:]
        at = self.layout.at["base_discard"] + BASE_DISCARD - len(last)
        for n, base in enumerate(last):
            self.flat[at + n] = self._id(base["id"])

    def _encode_right(self, at: int, right: Data) -> None:
        self.flat[at] = PLAY_KIND_OF.get(right["kind"], 0)
        self.flat[at + 1] = right["free"]
        self.flat[at + 2] = right["unrestricted"]
        self.flat[at + 3] = 1 + cut(right["max_power"]) if "max_power" in right else 0
        self.flat[at + 4] = self._place(right["base"]["id"]) if "base" in right else 0
        self.flat[at + 5] = self.index.id_of_name(right["card"]["name"]) if "card" in right else 0
        self.flat[at + 6] = self.index.id_of_name(right.get("name", ""))
        self.flat[at + 7] = self.index.id_of_name(right["source"]["name"]) if "source" in right else 0

    def _encode_duel(self) -> None:
        duel = self.view["duel"]
        if duel is None:
            return
        self.flat[TABLE_AT["duel"]] = 1
        self.flat[TABLE_AT["challenger"]] = self._relative(duel["challenger"])
        for name, side in zip(("first_side", "second_side"), duel["sides"], strict=True):
            self.flat[TABLE_AT[name]] = self._relative(side)
        self.flat[TABLE_AT["duel_place"]] = self._place(duel["base"])
        for n, minion in enumerate(duel["minions"]):
            if minion["id"] >= 0:
                self.flat[self._row(minion) + CARD_AT["duel"]] = n + 1
        self.flat[TABLE_AT["laid"]] = len(duel["cards"])
        self._encode_face_down(duel["cards"], 0)

    # ------------------------------------------------------------------------------------------- hands and piles
    def _encode_player(self, number: int, player: Data) -> None:
        whose = self._relative(number)
        at = self.layout.at["players"] + (whose - 1) * len(PLAYERS)
        sizes = (player["vp"], player["hand_size"], player["deck_size"], len(player["discard"]))
        for n, size in enumerate(sizes):
            self.flat[at + n] = cut(size)
        self.flat[at + 6] = player["madness"] or 0
        for card in player["hand"] or ():
            self._mark(card, "hand", whose)
            self.flat[self._row(card) + CARD_AT["playable"]] = not card["why_not"]
        for card in player["known_hand"]:
            self._mark(card, "other_hand", whose)
        for card in player["known_deck"]:
            self._mark(card, "deck", whose)
            self.flat[self._row(card) + CARD_AT["order"]] = 1 + card["place"]
        self._mark_pile(player["discard"], "discard", whose)
        for zone, cards in (("beside", player["titans"]), ("stasis", player["stasis"])):
            for card in cards:
                self._encode_beside(card, zone, whose)

    def _mark(self, card: Data, zone: str, whose: int) -> None:
        row = self._row(card)
        if self.layout.actions.titans <= self.sheet.slots[card["id"]] < self.layout.actions.supplies:
            self.flat[row : row + len(FACTS)] = facts_of(self.index, self.sheet.numbers[card["id"]])
        self.flat[row + CARD_AT["zone"]] = ZONE_OF[zone]
        self.flat[row + CARD_AT["whose"]] = whose

    def _mark_pile(self, cards: Sequence[Data], zone: str, whose: int) -> None:
        for n, card in enumerate(cards, 1):
            self._mark(card, zone, whose)
            self.flat[self._row(card) + CARD_AT["order"]] = n

    def _encode_beside(self, card: Data, zone: str, whose: int) -> None:
        self._mark(card, zone, whose)
        row = self._row(card)
        self.flat[row + CARD_AT["counters"]] = cut(card["counters"])
        self.flat[row + CARD_AT["cards_under"]] = len(card["held"])
        for on_it in card["cards"]:
            self._mark(on_it, zone, whose)
            self.flat[self._row(on_it) + CARD_AT["on"]] = self.sheet.slots[card["id"]] + 1
        self._encode_face_down(card["held"], 0)

    def _encode_face_down(self, held: Sequence[Data], place: int) -> None:
        for card in held:
            if "id" in card:
                self._mark(card, "face_down", self._relative(card["controller"]))
                self.flat[self._row(card) + CARD_AT["place"]] = place
                self.flat[self._row(card) + CARD_AT["order"]] = card["place"] + 1

    # ------------------------------------------------------------------------------------------- in play
    def _encode_base(self, n: int, base: Data) -> None:
        at = self.layout.at["bases"] + n * self.layout.base_columns
        row = [
            self._id(base["id"]),
            base["breakpoint"],
            base["breakpoint"] - base["pressure"],
            *base["vp"],
            base["counters"],
            base["printed_breakpoint"],
            self.view["scoring"] == base["id"],
        ]
        for column, value in enumerate(row):
            self.flat[at + column] = cut(value)
        at += len(BASES)
        for player, total in enumerate(base["totals"]):
            self.flat[at + self._relative(player) - 1] = cut(total)
        for card in base["buried"]:
            if card["controller"] >= 0:
                self.flat[at + self.players + self._relative(card["controller"]) - 1] += 1
        self._encode_face_down(base["buried"], n + 1)

    def _encode_cards(self, cards: Sequence[Data], place: int, on: int) -> None:
        for n, card in enumerate(cards, 1):
            self._mark(card, "play", self._relative(card["controller"]))
            values = {
                "order": n,
                "place": place,
                "on": on,
                "power": 0 if card["kind"] == "action" else card["power"],
                "counters": card["counters"],
                "talent_ready": not all(card["talents_used"]),
                "cards_under": len(card["held"]),
                "named": self.index.id_of_name(card["named"]),
                "named_faction": self.index.id_of_faction.get(card["named"], 0),
                "named_other": number_of_choice(self.index, card["named"]),
            }
            for name, value in values.items():
                self.flat[self._row(card) + CARD_AT[name]] = cut(value)
            self._encode_face_down(card["held"], place)
            self._encode_cards(card["cards"], place, self.sheet.slots[card["id"]] + 1)

    # ------------------------------------------------------------------------------------------- the question
    def _encode_question(self, picking: Picking | None) -> None:
        question = self.view["question"]
        if question is None:
            return
        self.flat[TABLE_AT["question"]] = QUESTION_OF[question["kind"]]
        self.flat[TABLE_AT["low"]] = question["low"]
        self.flat[TABLE_AT["high"]] = cut(question["high"])
        if question["source"] >= 0:
            self.flat[TABLE_AT["source"]] = self._id(question["source"])
            self._flag(question["source"], "source")
        for card in {option["card"] for option in question["options"] if "card" in option}:
            self._flag(card, "offered")
        if picking is not None:
            encode_started(self.flat, self.layout, picking)
            for i in picking.picked:
                self._flag(question["options"][i].get("card", -1), "picked")

    def _flag(self, card: int, column: str) -> None:
        if card < 0:
            return
        row = self.sheet.rows[card]
        if row >= 0:
            self.flat[row + CARD_AT[column]] = 1
        elif card in self.row:
            self.flat[self.layout.at["bases"] + self.row.index(card) * self.layout.base_columns + BASE_AT[column]] = 1
