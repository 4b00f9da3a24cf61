"""Fills an observation from the columns of the state, with exactly what the seat's view would show.

Every number has a fixed place (see `columns`); numbers that are 0 are not written.
"""

from __future__ import annotations

from collections.abc import Sequence

from basebash.engine import ACTION, TITAN, Base, Question
from basebash.engine.data.rare_zones import RareZones
from basebash.engine.data.terms import ANY_KIND, KIND_NAMES, NOBODY, PHASE_NAMES, PLAY_CARDS
from basebash.engine.rules import power, rights, talents
from basebash.envs.actions import BASE_PLACES, THING_KINDS, Picking, cards_of
from basebash.envs.columns import (
    BASE_COLUMNS,
    BASE_COUNTERS,
    BASE_OFFERED,
    BASE_PICKED,
    BASE_SOURCE,
    BESIDE,
    BREAKPOINT,
    CARD_COLUMNS,
    CARDS_UNDER,
    COUNTERS,
    FACE_DOWN,
    HIGH,
    IN_BOX,
    IN_DECK,
    IN_DISCARD,
    IN_HAND,
    IN_OTHER_HAND,
    IN_PLAY,
    IN_STASIS,
    IS_TITAN,
    LOW,
    MISSING,
    NEARNESS,
    OFFERED,
    ON_A_CARD,
    PICKED,
    PLAY_KINDS,
    PLAYABLE,
    POWER,
    PRESENT,
    QUESTION_KINDS,
    SCORING,
    SOURCE,
    SUPPLIES,
    TALENT_READY,
    TOTALS,
    WHOSE,
    Flat,
    Layout,
    base_row,
    printed_row,
)
from basebash.envs.episode import Episode

_QUESTION = {name: i for i, name in enumerate(QUESTION_KINDS)}
_RIGHTS = {kind: PLAY_KINDS.index(name) for kind, name in KIND_NAMES.items() if name in PLAY_KINDS}


def cut(number: float) -> float:
    """Clip a number to the range of an observation."""
    return HIGH if number > HIGH else max(number, LOW)


class StateEncoder:
    """Fills an observation from the columns of the state."""

    __slots__ = ("bit", "flat", "game", "layout", "players", "question", "rows", "seat", "state", "table")

    def __init__(self, table: Episode, seat: int, layout: Layout, rows: list[int], flat: Flat) -> None:
        self.table = table
        self.game = table.game
        self.state = table.game.state
        self.seat = seat
        self.bit = 1 << seat
        self.layout = layout
        self.players = layout.players
        self.rows = rows
        self.flat = flat
        self.question: Question | None = None if table.game.is_over else table.game.question

    def encode(self) -> None:
        """Fill everything except the picks of the unfinished answer."""
        self._encode_table()
        self._encode_players()
        rare = self.state.rare_zones
        if rare is not None:
            self._encode_rare_zones(rare)
        self._encode_bases(rare)
        if self.question is not None and self.question.player == self.seat:
            self._encode_question(self.question)

    # ------------------------------------------------------------------------------------------- the table
    def _encode_table(self) -> None:
        flat, state, game, seat, players = self.flat, self.state, self.game, self.seat, self.players
        flat[state.phase] = 1.0
        at = len(PHASE_NAMES)
        flat[at + (state.turn_player - seat) % players] = 1.0
        at += players
        question = self.question
        if question is not None:
            flat[at + (question.player - seat) % players] = 1.0
        at += players
        if question is not None and question.player == seat:
            flat[at + _QUESTION[question.kind]] = 1.0
            flat[at + len(QUESTION_KINDS)] = cut(question.low / 5)
            flat[at + len(QUESTION_KINDS) + 1] = cut(question.high / 5)
        at += len(QUESTION_KINDS) + 2
        flat[at + 2] = cut(state.turn / 50)
        flat[at + 3] = cut(game.setup.target_vp / 15)
        flat[at + 4] = len(state.base_deck) / 30
        at += 5
        if state.phase == PLAY_CARDS:
            for right in rights.rights_of(game.rules, state.turn_player):
                kind = _RIGHTS.get(right.kind, -1)
                if kind >= 0:
                    narrow = 0 if right.is_unrestricted and right.kind != ANY_KIND else 1
                    flat[at + 2 * kind + narrow] = cut(flat[at + 2 * kind + narrow] + 0.5)
        at += 2 * len(PLAY_KINDS)
        flat[at] = 1.0 if state.first_player == seat else 0.0
        flat[at + 1] = len(state.base_discard) / 30
        at += 2
        if state.rare_zones is not None:
            for supply in SUPPLIES.values():
                if supply in state.rare_zones.supply:
                    flat[at] = cut(len(state.rare_zones.supply[supply]) / 20)
                    flat[at + 1] = cut(len(state.rare_zones.spent.get(supply, ())) / 20)
                at += 2

    def _encode_players(self) -> None:
        """Fill the players' numbers and the cards that the viewer knows in hands, decks and discard piles."""
        flat, state, rows, seat, bit = self.flat, self.state, self.rows, self.seat, self.bit
        known = state.known
        everyone = self.game.rules.everyone
        at = self.layout.players_at
        width = self.layout.player_columns
        for player in range(self.players):
            relative = (player - seat) % self.players
            hand, deck, discard = state.hands[player], state.decks[player], state.discards[player]
            row = at + relative * width
            flat[row] = cut(state.vp[player] / 15)
            flat[row + 1] = cut(len(hand) / 10)
            flat[row + 2] = cut(len(deck) / 40)
            flat[row + 3] = cut(len(discard) / 40)
            whose = WHOSE + relative
            if player == seat:
                playable = self._playable() if hand else ()
                for card in hand:
                    row = rows[card]
                    flat[row] = 0.0
                    flat[row + IN_HAND] = 1.0
                    flat[row + whose] = 1.0
                    if card in playable:
                        flat[row + PLAYABLE] = 1.0
            else:
                for card in hand:
                    if known[card] and (known[card] == everyone or known[card] & bit):
                        self._mark(card, IN_OTHER_HAND, relative)
            for card in [card for card in deck if known[card]]:
                if known[card] == everyone or known[card] & bit:
                    self._mark(card, IN_DECK, relative)
                    flat[rows[card] + NEARNESS] = 1 / (1 + deck.index(card))
            for card in discard:
                row = rows[card]
                flat[row] = 0.0
                flat[row + IN_DISCARD] = 1.0
                flat[row + whose] = 1.0

    def _playable(self) -> set[int]:
        """Return the cards that can be played in Play Cards now."""
        question = self.question
        return {item[1] for item in question.items} if question is not None and question.kind == "main" else set()

    def _mark(self, card: int, column: int, relative: int) -> None:
        """Mark a card as known to be in a zone of a player, or (-1) of nobody."""
        flat, row = self.flat, self.rows[card]
        printed = self.state.printed[card]
        if printed.kind == TITAN:
            flat[row : row + len(CARD_COLUMNS)] = printed_row(printed.number)
        flat[row] = 0.0
        flat[row + column] = 1.0
        if relative >= 0:
            flat[row + WHOSE + relative] = 1.0

    # ------------------------------------------------------------------------------------------- rare zones
    def _encode_rare_zones(self, rare: RareZones) -> None:
        for pile in rare.spent.values():
            for card in pile:
                self._mark(card, IN_DISCARD, -1)
        for card in rare.box:
            if self.rows[card] >= 0:
                self._mark(card, IN_BOX, -1)
        for player in range(self.players):
            relative = (player - self.seat) % self.players
            for card in rare.beside[player]:
                self._encode_beside(rare, card, BESIDE, relative)
            for card in rare.stasis[player]:
                self._encode_beside(rare, card, IN_STASIS, relative)

    def _encode_beside(self, rare: RareZones, card: int, column: int, relative: int) -> None:
        """Fill the row of a titan beside a deck or a card in stasis, and of the cards on it and under it."""
        self._mark(card, column, relative)
        row = self.rows[card]
        self.flat[row + COUNTERS] = cut(self.state.counters[card] / 5)
        held = rare.under.get(card, ())
        self.flat[row + CARDS_UNDER] = cut(len(held) / 5)
        for on_it in rare.on.get(card, ()):
            self._mark(on_it, column, relative)
            self.flat[self.rows[on_it] + ON_A_CARD] = 1.0
        self._encode_face_down(held, -1)

    def _encode_face_down(self, held: Sequence[int], place: int) -> None:
        """Mark the known cards among those that are face down."""
        state = self.state
        for card in held:
            if state.known[card] == self.game.rules.everyone or state.known[card] & self.bit:
                controller = state.controller[card]
                self._mark(card, FACE_DOWN, -1 if controller is NOBODY else (controller - self.seat) % self.players)
                if 0 <= place < BASE_PLACES:
                    self.flat[self.rows[card] + WHOSE + self.players + place] = 1.0

    # ------------------------------------------------------------------------------------------- in play
    def _encode_bases(self, rare: RareZones | None) -> None:
        game, state = self.game, self.state
        ready = {
            talent[1].id for talent in game.rules.listeners("talent") if not talents.is_used_up(game.rules, talent)
        }
        for place, standing in enumerate(power.standings(game.rules)):
            base = state.bases[place]
            if place < BASE_PLACES:
                self._encode_base(place, base, standing)
                if rare is not None and base in rare.under:
                    self._encode_buried(place, rare.under[base])
            self._encode_cards_on(base, place, standing.powers, ready, on_a_card=False)

    def _encode_base(self, place: int, base: int, standing: power.Standing) -> None:
        flat, state = self.flat, self.state
        printed = state.printed[base]
        assert isinstance(printed, Base)
        at = self.layout.bases_at + place * self.layout.base_columns
        flat[at : at + len(BASE_COLUMNS)] = base_row(printed.number, self.layout.index.base_values[printed.number])
        flat[at + PRESENT] = 1.0
        if standing.limit != printed.breakpoint:
            flat[at + BREAKPOINT] = cut(standing.limit / 20)
        flat[at + MISSING] = cut((standing.limit - standing.pressure) / 20)
        counters = state.counters[base] or state.memo.get(base, 0)
        if counters:
            flat[at + BASE_COUNTERS] = cut(counters / 5)
        if state.scoring == base:
            flat[at + SCORING] = 1.0
        for player, total in enumerate(standing.totals):
            if total:
                flat[at + TOTALS + (player - self.seat) % self.players] = cut(total / 20)

    def _encode_buried(self, place: int, cards: list[int]) -> None:
        at = self.layout.bases_at + place * self.layout.base_columns + len(BASE_COLUMNS) + self.players
        counts = [0.0] * self.players
        for card in cards:
            controller = self.state.controller[card]
            if controller is not NOBODY:
                counts[(controller - self.seat) % self.players] += 0.2
        for relative, count in enumerate(counts):
            self.flat[at + relative] = cut(count)
        self._encode_face_down(cards, place)

    def _encode_cards_on(
        self, host: int, place: int, powers: dict[int, int], ready: set[int], *, on_a_card: bool
    ) -> None:
        """Fill the rows of the cards on a base or on a card, and of those on them."""
        flat, state, rows, seat, players = self.flat, self.state, self.rows, self.seat, self.players
        on, rare = state.on, state.rare_zones
        at_base = WHOSE + players + place
        for card in on.get(host, ()):
            row = rows[card]
            flat[row] = 0.0
            flat[row + IN_PLAY] = 1.0
            kind = state.printed[card].kind
            if kind != ACTION:
                strength = powers[card] if card in powers else power.power(self.game.rules, self.game.rules.card(card))
                flat[row + POWER] = strength / 5 if strength <= 50 else HIGH
                if kind == TITAN:
                    flat[row + IS_TITAN] = 1.0
            counters = state.counters[card]
            if counters:
                flat[row + COUNTERS] = cut(counters / 5)
            if card in ready:
                flat[row + TALENT_READY] = 1.0
            controller = state.controller[card]
            if controller is not NOBODY:
                flat[row + WHOSE + (controller - seat) % players] = 1.0
            if place < BASE_PLACES:
                flat[row + at_base] = 1.0
            if on_a_card:
                flat[row + ON_A_CARD] = 1.0
            if rare is not None and card in rare.under:
                held = rare.under[card]
                flat[row + CARDS_UNDER] = cut(len(held) / 5)
                self._encode_face_down(held, place)
            if card in on:
                self._encode_cards_on(card, place, powers, ready, on_a_card=True)

    # ------------------------------------------------------------------------------------------- the question
    def _encode_question(self, question: Question) -> None:
        self._flag(question.source, SOURCE, BASE_SOURCE)
        for card in set(cards_of(question)):
            self._flag(card, OFFERED, BASE_OFFERED)

    def encode_picks(self, question: Question, picking: Picking) -> None:
        """Mark the picks of the viewer's unfinished answer."""
        flat, layout = self.flat, self.layout
        at = len(PHASE_NAMES) + 2 * self.players + len(QUESTION_KINDS) + 2
        flat[at] = cut(len(picking.picked) / 5)
        flat[at + 1] = 1.0 if picking.started else 0.0
        if picking.picked:
            offered = cards_of(question)
            for i in picking.picked:
                self._flag(offered[i], PICKED, BASE_PICKED)
        cards = layout.actions.cards
        for action in picking.started:
            parts = layout.actions.parts(action)
            if parts.kind in THING_KINDS:
                if parts.value < cards:
                    flat[layout.cards_at + parts.value * layout.card_columns + PICKED] = 1.0
                elif parts.value < cards + BASE_PLACES:
                    flat[layout.bases_at + (parts.value - cards) * layout.base_columns + BASE_PICKED] = 1.0

    def _flag(self, card: int, column: int, base_column: int) -> None:
        if card < 0:
            return
        row = self.rows[card]
        if row >= 0:
            self.flat[row] = 0.0
            self.flat[row + column] = 1.0
        elif card in self.state.bases[:BASE_PLACES]:
            place = self.state.bases.index(card)
            self.flat[self.layout.bases_at + place * self.layout.base_columns + base_column] = 1.0
