"""What a seat sees as arrays of fixed size, made from its view (`game.view(seat)`) and nothing else.

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

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from basebash.engine import ACTION, CARDS, FACTIONS, MINION, TITAN, Base
from basebash.engine.terms import PHASE_NAMES
from basebash.envs.actions import BASE_PLACES, BASES, KINDS, NAMES, THING_KINDS, Actions, Picking, Places
from basebash.envs.table import Table

Floats = NDArray[np.float32]
LOW, HIGH = -2.0, 10.0
MOST_ACTIONS = 200
"""How many legal actions the matrix of features has room for; to name a card of eight factions is the widest choice."""

QUESTION_KINDS = "main play special card bottom player number mode name faction yes order arrange".split()
PLAY_KINDS = ("minion", "action", "card")
CARD_COLUMNS = (
    "hidden in_hand in_other_hand in_deck nearness_to_top in_discard in_play on_a_card beside held in_stasis in_box "
    "offered picked source playable minion action titan power counters talent_ready cards_held".split()
)
SUPPLIES = ("madness", "monsters", "treasures")
BASE_COLUMNS = "present breakpoint missing vp_1 vp_2 vp_3 counters scoring offered picked source number".split()
ACTION_COLUMNS = "number mode name".split()
_CARD = {name: i for i, name in enumerate(CARD_COLUMNS)}
_IN_PLAY, _ON_A_CARD, _POWER, _COUNTERS, _TALENT_READY, _CARDS_HELD = (
    _CARD[name] for name in "in_play on_a_card power counters talent_ready cards_held".split()
)
_SHOWN_AS = {  # the columns of each kind of card in play; a fusion is both
    "minion": [_CARD["minion"]],
    "action": [_CARD["action"]],
    "card": [_CARD["minion"], _CARD["action"]],
    "titan": [_CARD["titan"]],
}
_BASE = {name: i for i, name in enumerate(BASE_COLUMNS)}
_PHASE = {name: i for i, name in enumerate(PHASE_NAMES)}
_QUESTION = {name: i for i, name in enumerate(QUESTION_KINDS)}
_FACTION = {name: i for i, name in enumerate(FACTIONS)}
_FIRST_OF_NAME = {NAMES.index(card.name): card.number for card in reversed(CARDS)}
_KIND = {name: i for i, name in enumerate(KINDS)}


class Layout:
    """The sizes of the arrays at a table of so many players, and where in the observation each part lies."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.card_columns = len(CARD_COLUMNS) + players + BASE_PLACES
        self.base_columns = len(BASE_COLUMNS) + 2 * players
        shapes = {
            "table": (
                len(PHASE_NAMES) + 2 * players + len(QUESTION_KINDS) + 9 + 2 * len(PLAY_KINDS) + 2 * len(SUPPLIES),
            ),
            "players": (players, 4 + 2 * len(FACTIONS)),
            "cards": (Actions.of(players).cards, self.card_columns),
            "bases": (BASE_PLACES, self.base_columns),
        }
        self.parts: dict[str, tuple[slice, tuple[int, ...]]] = {}
        start = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.parts[name] = (slice(start, start + size), shape)
            start += size
        self.size = start
        self.action_columns = len(KINDS) + self.card_columns + self.base_columns + players + len(ACTION_COLUMNS)

    def part(self, observation: Floats, name: str) -> Floats:
        """A part of an observation in its shape; it shares the observation's memory."""
        where, shape = self.parts[name]
        return observation[where].reshape(shape)


class Seen:
    """What a seat sees: the arrays, and the view that they were made from.

    `legal` holds the ids of the legal actions in ascending order, filled up with -1, and `features` a row for each.
    """

    __slots__ = ("features", "legal", "mask", "observation", "view")

    def __init__(
        self, observation: Floats, mask: NDArray[np.int8], legal: NDArray[np.int64], features: Floats, view: Any
    ) -> None:
        self.observation = observation
        self.mask = mask
        self.legal = legal
        self.features = features
        self.view: dict[str, Any] = view

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The arrays by the names that they have in the environments."""
        return {
            "observation": self.observation,
            "action_mask": self.mask,
            "legal_actions": self.legal,
            "action_features": self.features,
        }


LAYOUTS = {players: Layout(players) for players in (2, 3, 4)}


def look(table: Table, seat: int) -> Seen:
    """What a seat sees now."""
    picking = table.picking if table.seat == seat else None
    return see(table.view(seat), table.actions, table.legal(seat), picking)


def see(view: dict[str, Any], actions: Actions, legal: list[int], picking: Picking | None) -> Seen:
    """The arrays for a view, the viewer's legal actions and the answer that the viewer is making."""
    layout = LAYOUTS[actions.players]
    observation = np.zeros(layout.size, np.float32)
    painter = _Painter(view, actions, layout, observation)
    painter.paint(picking)
    np.clip(observation, LOW, HIGH, out=observation)
    mask = np.zeros(actions.size, np.int8)
    mask[legal] = 1
    ids = np.full(MOST_ACTIONS, -1, np.int64)
    shown = legal[:MOST_ACTIONS]
    ids[: len(shown)] = shown
    features = np.zeros((MOST_ACTIONS, layout.action_columns), np.float32)
    for row, action in zip(features, shown, strict=False):
        painter.paint_action(row, action)
    np.clip(features[: len(shown)], LOW, HIGH, out=features[: len(shown)])
    return Seen(observation, mask, ids, features, view)


class _Painter:
    """Fills the arrays of one observation."""

    def __init__(self, view: dict[str, Any], actions: Actions, layout: Layout, observation: Floats) -> None:
        self.view = view
        self.actions = actions
        self.layout = layout
        self.seat: int = view["viewer"]
        self.table = layout.part(observation, "table")
        self.players = layout.part(observation, "players")
        self.cards = layout.part(observation, "cards")
        self.bases = layout.part(observation, "bases")
        self.row = [base["id"] for base in view["bases"]]
        self.places = Places.of([player["factions"] for player in view["players"]], view["edition"])
        self.slots = self.places.slots(self.seat)

    def paint(self, picking: Picking | None) -> None:
        self._paint_table(picking)
        if self.row:  # the cards are dealt
            self.cards[:, : len(CARD_COLUMNS)] = _printed_rows(self.places, self.seat, self.actions)
        self._paint_supplies()
        for number, player in enumerate(self.view["players"]):
            self._paint_player(self._relative(number), player)
        for place, base in enumerate(self.view["bases"][:BASE_PLACES]):
            self._paint_base(place, base)
        self._paint_in_play()
        self._paint_question(picking)

    def _relative(self, player: int) -> int:
        return (player - self.seat) % self.layout.players

    # ------------------------------------------------------------------------------------------- the table
    def _paint_table(self, picking: Picking | None) -> None:
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

    def _paint_player(self, seat: int, player: dict[str, Any]) -> None:
        row = self.players[seat]
        row[:4] = player["vp"] / 15, player["hand_size"] / 10, player["deck_size"] / 40, len(player["discard"]) / 40
        for half, faction in enumerate(player["factions"]):
            row[4 + half * len(FACTIONS) + _FACTION[faction]] = 1.0
        hand = player["hand"] or ()
        self._mark(hand, "in_hand", seat)
        self._mark([card for card in hand if not card["why_not"]], "playable", seat)
        self._mark(player["known_hand"], "in_other_hand", seat)
        self._mark(player["known_deck"], "in_deck", seat)
        for card in player["known_deck"]:
            self.cards[self.slots[card["id"]], _CARD["nearness_to_top"]] = 1 / (1 + card["place"])
        self._mark(player["discard"], "in_discard", seat)
        self._paint_beside(player["titans"], "beside", seat)
        self._paint_beside(player["stasis"], "in_stasis", seat)

    def _paint_beside(self, cards: Sequence[dict[str, Any]], column: str, seat: int) -> None:
        """Titans beside a deck or cards in stasis, what is on them and what they hold."""
        self._mark(cards, column, seat)
        for card in cards:
            row = self.cards[self.slots[card["id"]]]
            row[_COUNTERS] = card["counters"] / 5
            row[_CARDS_HELD] = len(card["held"]) / 5
            self._mark(card["cards"], column, seat)
            self._mark(card["cards"], "on_a_card", seat)
            self._paint_held(card["held"], -1)

    def _paint_held(self, held: Sequence[dict[str, Any]], place: int) -> None:
        """Cards that lie face down, as far as they are known."""
        for card in held:
            if "id" in card:
                self._mark([card], "held", self._relative(card["controller"]) if card["controller"] >= 0 else -1)
                if 0 <= place < BASE_PLACES:
                    self.cards[self.slots[card["id"]], len(CARD_COLUMNS) + self.layout.players + place] = 1.0

    def _paint_supplies(self) -> None:
        for supply in self.view["supplies"].values():
            self._mark(supply["discard"], "in_discard", -1)
        self._mark([card for card in self.view["box"] if self.slots[card["id"]] >= 0], "in_box", -1)

    def _mark(self, cards: Sequence[dict[str, Any]], column: str, whose: int) -> None:
        if cards:
            slots = [self.slots[card["id"]] for card in cards]
            for card, slot in zip(cards, slots, strict=True):
                if self.actions.titans <= slot < self.actions.supplies:
                    self.cards[slot, : len(CARD_COLUMNS)] = _printed_row(self.places.numbers[card["id"]])
            self.cards[slots, _CARD["hidden"]] = 0.0
            self.cards[slots, _CARD[column]] = 1.0
            if whose >= 0:
                self.cards[slots, len(CARD_COLUMNS) + whose] = 1.0

    # ------------------------------------------------------------------------------------------- in play
    def _paint_base(self, place: int, base: dict[str, Any]) -> None:
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
            self.places.numbers[base["id"]] / len(CARDS),
            *totals,
            *buried,
        ]
        self._paint_held(base["buried"], place)

    def _paint_in_play(self) -> None:
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
        """The row of a card in play, and those of the cards on it."""
        row = [0.0] * self.layout.card_columns
        row[_IN_PLAY] = 1.0
        row[_ON_A_CARD] = float(on_a_card)
        for column in _SHOWN_AS[card["kind"]]:
            row[column] = 1.0
        if card["kind"] != "action":
            row[_POWER] = card["power"] / 5
        row[_CARDS_HELD] = len(card["held"]) / 5
        self._paint_held(card["held"], place)
        row[_COUNTERS] = card["counters"] / 5
        row[_TALENT_READY] = float(not all(card["talents_used"]))
        if card["controller"] >= 0:
            row[len(CARD_COLUMNS) + self._relative(card["controller"])] = 1.0
        if place < BASE_PLACES:
            row[len(CARD_COLUMNS) + self.layout.players + place] = 1.0
        slots.append(self.slots[card["id"]])
        rows.append(row)
        for on_it in card["cards"]:
            self._add_in_play(on_it, place, slots, rows, on_a_card=True)

    # ------------------------------------------------------------------------------------------- the question
    def _paint_question(self, picking: Picking | None) -> None:
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

    # ------------------------------------------------------------------------------------------- the actions
    def paint_action(self, row: Floats, action: int) -> None:
        """A row of features: kind, card row, base row, player, and `ACTION_COLUMNS`."""
        layout = self.layout
        parts = self.actions.parts(action)
        kind, value = parts.kind, parts.value
        row[_KIND[kind]] = 1.0
        cards_at = len(KINDS)
        bases_at = cards_at + layout.card_columns
        players_at = bases_at + layout.base_columns
        rest_at = players_at + layout.players
        if kind in THING_KINDS:
            cards = self.actions.cards
            if value < cards:
                row[cards_at:bases_at] = self.cards[value]
            elif value < cards + BASE_PLACES:
                row[bases_at:players_at] = self.bases[value - cards]
            elif value < self.actions.nothing:
                row[bases_at : bases_at + len(BASE_COLUMNS)] = _base_row(BASES[value - cards - BASE_PLACES])
        elif kind == "player":
            row[players_at + value] = 1.0
        elif kind == "name":
            row[cards_at : cards_at + len(CARD_COLUMNS)] = _printed_row(_FIRST_OF_NAME[value])
            row[rest_at + 2] = value / len(NAMES)
        elif kind == "number":
            row[rest_at] = value / 5
        elif kind == "mode":
            row[rest_at + 1] = (value + 1) / 5


@cache
def _printed_row(number: int) -> Floats:
    """What is printed on a card, of which nothing else is known."""
    printed = CARDS[number]
    row = np.zeros(len(CARD_COLUMNS), np.float32)
    row[_CARD["hidden"]] = 1.0
    row[_CARD["minion"]] = float(bool(printed.kind & MINION))
    row[_CARD["action"]] = float(bool(printed.kind & ACTION))
    row[_CARD["titan"]] = float(printed.kind == TITAN)
    row[_CARD["power"]] = printed.power / 5
    return row


@lru_cache(maxsize=64)
def _printed_rows(places: Places, seat: int, actions: Actions) -> Floats:
    """What is printed on the card of each slot; titans are left out, for there are games without."""
    rows = np.zeros((actions.cards, len(CARD_COLUMNS)), np.float32)
    for number, slot in zip(places.numbers, places.slots(seat), strict=True):
        if 0 <= slot < actions.titans or slot >= actions.supplies:
            rows[slot] = _printed_row(number)
    return rows


def _base_row(number: int) -> list[float]:
    """The row of a base that is not in play."""
    printed = CARDS[number]
    assert isinstance(printed, Base)
    row = [0.0] * len(BASE_COLUMNS)
    row[_BASE["breakpoint"]] = printed.breakpoint / 20
    row[3:6] = [vp / 5 for vp in printed.vp]
    row[_BASE["number"]] = number / len(CARDS)
    return row
