"""Fills an observation with identity from the columns of the state, with exactly what the seat's view would show.

Numbers that are 0 are not written. `view_encoder` fills the same numbers from a view; tests compare both.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from basebash.engine import ACTION, MADNESS, TITAN, Base, Printed, Question
from basebash.engine.data.rare_zones import RareZones
from basebash.engine.data.terms import KIND_NAMES, NOBODY, PLAY_CARDS, Who
from basebash.engine.data.values import Allowance
from basebash.engine.mechanics.supplies import madness_counts
from basebash.engine.rules import power, rights, talents
from basebash.engine.view import is_known, is_remembered
from basebash.envs.actions import BASE_PLACES, THING_KINDS, Picking, cards_of
from basebash.envs.columns import SUPPLIES
from basebash.envs.episode import Episode
from basebash.envs.v2.columns import (
    BASE_AT,
    BASE_DISCARD,
    BASES,
    CARD_AT,
    CARDS_COLUMNS,
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
    numbers,
)

_ZONE = CARD_AT["zone"]
_WHOSE = CARD_AT["whose"]
_PLACE = CARD_AT["place"]
_ON = CARD_AT["on"]
_ORDER = CARD_AT["order"]
_POWER = CARD_AT["power"]
_COUNTERS = CARD_AT["counters"]
_READY = CARD_AT["talent_ready"]
_UNDER = CARD_AT["cards_under"]
_NAMED = CARD_AT["named"]
_NAMED_FACTION = CARD_AT["named_faction"]
_NAMED_OTHER = CARD_AT["named_other"]
_DUEL = CARD_AT["duel"]
_PLAYABLE = CARD_AT["playable"]
_PLAY, _HAND, _DISCARD = ZONE_OF["play"], ZONE_OF["hand"], ZONE_OF["discard"]


_NO_QUESTION = (0, 0, 0, 0)
_NOT_STARTED = (0, 0, 0, 0)  # picks made, and what has been picked of the next option


class StateEncoder:
    """Fills an observation from the columns of the state."""

    __slots__ = ("at", "flat", "game", "index", "layout", "players", "question", "rows", "seat", "slots", "state")

    def __init__(
        self, table: Episode, seat: int, layout: Layout, rows: list[int], slots: list[int], flat: Flat
    ) -> None:
        """`rows` says where the row of each card begins, and `slots` which slot it has, by its id."""
        self.game = table.game
        self.state = table.game.state
        self.seat = seat
        self.layout = layout
        self.index = layout.index
        self.players = layout.players
        self.rows = rows
        self.slots = slots
        self.at = layout.at
        self.flat = flat
        self.question: Question | None = None if table.game.is_over else table.game.question

    def encode(self) -> None:
        """Fill everything except the history and the picks of the unfinished answer."""
        rare = self.state.rare_zones
        self._encode_table(rare)
        self._encode_players(rare)
        if rare is not None:
            self._encode_rare_zones(rare)
        self._encode_bases(rare)
        self._encode_duel(rare)
        if self.state.phase == PLAY_CARDS:
            allowed = rights.rights_of(self.game.rules, self.state.turn_player)
            for n, right in enumerate(allowed[:PLAY_ROWS]):
                self._encode_right(self.at["plays"] + n * len(PLAYS), right)
        if self.question is not None and self.question.player == self.seat:
            self._encode_question(self.question)

    def _relative(self, player: Who) -> int:
        """Return a player as a number from 1, the viewer first; 0 for nobody."""
        return 0 if player is NOBODY else 1 + (player - self.seat) % self.players

    def _knows(self, card: int) -> bool:
        return is_known(self.game, card, 1 << self.seat)

    def _id(self, printed: Printed) -> int:
        return self.index.id_of_card.get(printed.number, 0)

    def _place(self, base: int) -> int:
        """Return the place of a base in play from 1; 0 if it has none."""
        row = self.state.bases[:BASE_PLACES]
        return row.index(base) + 1 if base in row else 0

    # ------------------------------------------------------------------------------------------- the table
    def _encode_table(self, rare: RareZones | None) -> None:
        state, game, question = self.state, self.game, self.question
        is_mine = question is not None and question.player == self.seat
        base_deck, base_discard = state.base_deck, state.base_discard
        row = [
            state.phase,
            self._relative(state.turn_player),
            0 if question is None else self._relative(question.player),
            *(self._question_row(question) if is_mine and question is not None else _NO_QUESTION),
            *_NOT_STARTED,
            state.turn,
            game.setup.target_vp,
            game.rules.edition,
            state.first_player == self.seat,
            len(base_deck),
            self._id(state.printed[base_deck[0]]) if base_deck and self._knows(base_deck[0]) else 0,
            len(base_discard),
            0 if state.scoring < 0 else self._place(state.scoring),
        ]
        self.flat[: len(row)] = numbers(row)
        if rare is not None:
            for name, supply in SUPPLIES.items():
                if supply in rare.supply:
                    self.flat[TABLE_AT[f"{name}_deck"]] = len(rare.supply[supply])
                    self.flat[TABLE_AT[f"{name}_discard"]] = len(rare.spent.get(supply, ()))
        if base_discard:
            last = base_discard[-BASE_DISCARD:]
            end = self.at["base_discard"] + BASE_DISCARD
            self.flat[end - len(last) : end] = array("h", [self._id(state.printed[base]) for base in last])

    def _question_row(self, question: Question) -> tuple[int, int, int, int]:
        source = 0 if question.source < 0 else self._id(self.state.printed[question.source])
        return QUESTION_OF[question.kind], question.low, question.high, source

    def _encode_right(self, at: int, right: Allowance) -> None:
        """Fill the row of a play that is left: what for, and from which card."""
        flat = self.flat
        kind = PLAY_KIND_OF.get(KIND_NAMES[right.kind], 0)
        flat[at] = kind
        flat[at + 1] = right.free
        flat[at + 2] = right.is_unrestricted and kind != PLAY_KIND_OF["card"]
        flat[at + 3] = 1 + cut(right.max_power) if right.max_power >= 0 else 0
        flat[at + 4] = 0 if right.base < 0 or not is_remembered(self.game, right.base) else self._place(right.base)
        flat[at + 5] = 0 if right.card < 0 else self.index.id_of_name(self.state.printed[right.card].name)
        flat[at + 6] = self.index.id_of_name(right.name)
        flat[at + 7] = 0 if right.source < 0 else self.index.id_of_name(self.state.printed[right.source].name)

    def _encode_duel(self, rare: RareZones | None) -> None:
        duel, flat = self.game.rules.duel, self.flat
        if duel is None:
            return
        flat[TABLE_AT["duel"]] = 1
        flat[TABLE_AT["challenger"]] = self._relative(duel.challenger)
        for name, side in zip(("first_side", "second_side"), duel.sides, strict=True):
            flat[TABLE_AT[name]] = self._relative(side)
        if duel.base is not None:
            flat[TABLE_AT["duel_place"]] = self._place(duel.base.id)
        for n, minion in enumerate(duel.minions):
            if is_remembered(self.game, minion.id):
                flat[self.rows[minion.id] + _DUEL] = n + 1
        laid = [] if rare is None else rare.under.get(-1, [])
        flat[TABLE_AT["laid"]] = len(laid)
        self._encode_face_down(laid, 0)

    # ------------------------------------------------------------------------------------------- hands and piles
    def _encode_players(self, rare: RareZones | None) -> None:
        """Fill the players' numbers and the cards that the viewer knows in hands, decks and discard piles."""
        flat, state, rows, seat = self.flat, self.state, self.rows, self.seat
        known, bit = state.known, 1 << seat
        madness = madness_counts(self.game.rules) if rare is not None and MADNESS in rare.supply else None
        for player in range(self.players):
            relative = (player - seat) % self.players
            hand, deck, discard = state.hands[player], state.decks[player], state.discards[player]
            at = self.at["players"] + relative * len(PLAYERS)
            flat[at] = cut(state.vp[player])
            flat[at + 1] = len(hand)
            flat[at + 2] = len(deck)
            flat[at + 3] = len(discard)
            if madness is not None:
                flat[at + 6] = madness[player]
            whose = relative + 1
            if player == seat:
                playable = self._playable() if hand else ()
                for card in hand:
                    row = rows[card]
                    flat[row + _ZONE] = _HAND
                    flat[row + _WHOSE] = whose
                    if card in playable:
                        flat[row + _PLAYABLE] = 1
            else:
                for card in hand:
                    if known[card] & bit:
                        self._mark(card, "other_hand", whose)
            for card in [card for card in deck if known[card] & bit]:
                self._mark(card, "deck", whose)
                flat[rows[card] + _ORDER] = 1 + deck.index(card)
            for n, card in enumerate(discard, 1):
                row = rows[card]
                flat[row + _ZONE] = _DISCARD
                flat[row + _WHOSE] = whose
                flat[row + _ORDER] = n

    def _playable(self) -> set[int]:
        """Return the cards that can be played in Play Cards now."""
        question = self.question
        return {item[1] for item in question.items} if question is not None and question.kind == "main" else set()

    def _mark(self, card: int, zone: str, whose: int) -> None:
        """Mark a card as known to be in a zone of a player, or (0) of nobody."""
        flat, row = self.flat, self.rows[card]
        printed = self.state.printed[card]
        if printed.kind == TITAN:
            flat[row : row + len(FACTS)] = facts_of(self.index, printed.number)
        flat[row + _ZONE] = ZONE_OF[zone]
        flat[row + _WHOSE] = whose

    def _encode_rare_zones(self, rare: RareZones) -> None:
        for pile in rare.spent.values():
            for n, card in enumerate(pile, 1):
                self._mark(card, "discard", 0)
                self.flat[self.rows[card] + _ORDER] = n
        for card in rare.box:
            if self.rows[card] >= 0:
                self._mark(card, "box", 0)
        for player in range(self.players):
            for card in rare.beside[player]:
                self._encode_beside(rare, card, "beside", self._relative(player))
            for card in rare.stasis[player]:
                self._encode_beside(rare, card, "stasis", self._relative(player))

    def _encode_beside(self, rare: RareZones, card: int, zone: str, whose: int) -> None:
        """Fill the row of a titan beside a deck or a card in stasis, and of the cards on it and under it."""
        self._mark(card, zone, whose)
        row = self.rows[card]
        self.flat[row + _COUNTERS] = cut(self.state.counters[card])
        held = rare.under.get(card, ())
        self.flat[row + _UNDER] = len(held)
        for on_it in rare.on.get(card, ()):
            self._mark(on_it, zone, whose)
            self.flat[self.rows[on_it] + _ON] = self.slots[card] + 1
        self._encode_face_down(held, 0)

    def _encode_face_down(self, held: Sequence[int], place: int) -> None:
        """Mark the known cards among those that are face down; `place` is that of their base from 1."""
        for n, card in enumerate(held, 1):
            if self._knows(card):
                self._mark(card, "face_down", self._relative(self.state.controller[card]))
                self.flat[self.rows[card] + _PLACE] = place
                self.flat[self.rows[card] + _ORDER] = n

    # ------------------------------------------------------------------------------------------- in play
    def _encode_bases(self, rare: RareZones | None) -> None:
        game, state = self.game, self.state
        ready = {
            talent[1].id for talent in game.rules.listeners("talent") if not talents.is_used_up(game.rules, talent)
        }
        for n, standing in enumerate(power.standings(game.rules)):
            base = state.bases[n]
            place = n + 1 if n < BASE_PLACES else 0
            if place:
                self._encode_base(n, base, standing)
                if rare is not None and base in rare.under:
                    self._encode_buried(n, rare.under[base])
            self._encode_cards_on(base, place, 0, standing.powers, ready)

    def _encode_base(self, n: int, base: int, standing: power.Standing) -> None:
        state, seat = self.state, self.seat
        printed = state.printed[base]
        assert isinstance(printed, Base)
        totals = standing.totals
        row = [
            self._id(printed),
            standing.limit,
            standing.limit - standing.pressure,
            *printed.vp,
            state.counters[base] or state.memo.get(base, 0),
            printed.breakpoint,
            state.scoring == base,
            0,
            0,
            0,
            *totals[seat:],
            *totals[:seat],
        ]
        at = self.at["bases"] + n * self.layout.base_columns
        self.flat[at : at + len(row)] = numbers(row)

    def _encode_buried(self, n: int, cards: list[int]) -> None:
        at = self.at["bases"] + n * self.layout.base_columns + len(BASES) + self.players
        for card in cards:
            controller = self.state.controller[card]
            if controller is not NOBODY:
                self.flat[at + (controller - self.seat) % self.players] += 1
        self._encode_face_down(cards, n + 1)

    def _encode_cards_on(self, host: int, place: int, on_slot: int, powers: dict[int, int], ready: set[int]) -> None:
        """Fill the rows of the cards on a base or on a card (`on_slot`, from 1), and of those on them."""
        flat, state, rows, seat, players = self.flat, self.state, self.rows, self.seat, self.players
        on, rare = state.on, state.rare_zones
        for n, card in enumerate(on.get(host, ()), 1):
            row = rows[card]
            printed = state.printed[card]
            flat[row + _ZONE] = _PLAY
            flat[row + _ORDER] = n
            if printed.kind != ACTION:
                strength = powers[card] if card in powers else power.power(self.game.rules, self.game.rules.card(card))
                flat[row + _POWER] = cut(strength)
                if printed.kind == TITAN:
                    flat[row : row + len(FACTS)] = facts_of(self.index, printed.number)
            counters = state.counters[card]
            if counters:
                flat[row + _COUNTERS] = cut(counters)
            if card in ready:
                flat[row + _READY] = 1
            controller = state.controller[card]
            if controller is not NOBODY:
                flat[row + _WHOSE] = 1 + (controller - seat) % players
            flat[row + _PLACE] = place
            if on_slot:
                flat[row + _ON] = on_slot
            if type(printed).named is not Printed.named:
                name = printed.named(self.game.rules.card(card))
                flat[row + _NAMED] = self.index.id_of_name(name)
                flat[row + _NAMED_FACTION] = self.index.id_of_faction.get(name, 0)
                flat[row + _NAMED_OTHER] = number_of_choice(self.index, name)
            if rare is not None and card in rare.under:
                held = rare.under[card]
                flat[row + _UNDER] = len(held)
                self._encode_face_down(held, place)
            if card in on:
                self._encode_cards_on(card, place, self.slots[card] + 1, powers, ready)

    # ------------------------------------------------------------------------------------------- the question
    def _encode_question(self, question: Question) -> None:
        self._flag(question.source, "source")
        for card in set(cards_of(question)):
            self._flag(card, "offered")

    def encode_picks(self, question: Question, picking: Picking) -> None:
        """Mark the picks of the viewer's unfinished answer."""
        encode_started(self.flat, self.layout, picking)
        if picking.picked:
            offered = cards_of(question)
            for i in picking.picked:
                self._flag(offered[i], "picked")

    def _flag(self, card: int, column: str) -> None:
        if card < 0:
            return
        row = self.rows[card]
        if row >= 0:
            self.flat[row + CARD_AT[column]] = 1
        elif card in self.state.bases[:BASE_PLACES]:
            at = self.at["bases"] + self.state.bases.index(card) * self.layout.base_columns
            self.flat[at + BASE_AT[column]] = 1


def encode_started(flat: Flat, layout: Layout, picking: Picking) -> None:
    """Write how far the viewer's unfinished answer is, and mark what has been picked for the next option."""
    flat[TABLE_AT["picks_made"]] = len(picking.picked)
    flat[TABLE_AT["is_started"]] = bool(picking.started)
    cards = layout.actions.cards
    for action in picking.started:
        thing = layout.actions.parts(action)
        if thing.kind not in THING_KINDS:
            continue
        if thing.value < cards:
            row = layout.at["cards"] + thing.value * len(CARDS_COLUMNS)
            flat[row + CARD_AT["picked"]] = 1
            flat[TABLE_AT["started_card"]] = flat[row]
        elif thing.value < cards + BASE_PLACES:
            at = layout.at["bases"] + (thing.value - cards) * layout.base_columns
            flat[at + BASE_AT["picked"]] = 1
            flat[TABLE_AT["started_place"]] = thing.value - cards + 1
