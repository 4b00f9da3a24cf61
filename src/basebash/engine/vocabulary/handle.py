"""A card in a game as a handle: what it is now, where it is, and what it sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from basebash.engine.data.terms import (
    ACTION,
    BASE,
    COPIED,
    DECK,
    DISCARD,
    FUSION,
    HAND,
    MADNESS,
    MINION,
    MONSTERS,
    NOBODY,
    ON_BASE,
    ON_NOTHING,
    PLAY,
    PLAY_CARDS,
    PLAYED,
    TITAN,
    TREASURES,
    UNDER,
    Who,
)
from basebash.engine.rules import ability_index
from basebash.engine.vocabulary.printed import CARDS

if TYPE_CHECKING:
    from basebash.engine.data.events import Event
    from basebash.engine.rules.context import Rules
    from basebash.engine.vocabulary.card import Card
    from basebash.engine.vocabulary.printed import Faction, Printed


class Handle:
    """A card or base in a game."""

    __slots__ = ("game", "id", "kind", "printed")

    is_trace: ClassVar[bool] = False
    """Whether it is a `Trace`: what is left of a card whose ability lasts."""

    def __init__(self, game: Rules, card_id: int) -> None:
        self.game = game
        self.id = card_id
        self.printed: Printed = game.state.printed[card_id]
        self.kind = self.printed.kind

    def __repr__(self) -> str:
        return f"{self.name}#{self.id}"

    # ------------------------------------------------------------------------------------------- what it is
    @property
    def name(self) -> str:
        """Its printed name."""
        return self.printed.name

    @property
    def faction(self) -> Faction:
        """The faction it belongs to."""
        return self.printed.faction

    def shares_faction(self, other: Handle) -> bool:
        """Whether both are of one faction; monsters and treasures have none (MT8)."""
        return not self.printed.seat and self.printed.faction is other.printed.faction

    @property
    def is_minion(self) -> bool:
        """Whether it is a minion. A fusion is one, unless it is being played as an action (F5)."""
        kind = self.kind
        return kind == MINION or (kind == FUSION and not (self.game.resolving and self._resolves_as_action()))

    def _resolves_as_action(self) -> bool:
        return any(r.card is self and r.event.target is None for r in self.game.resolving)

    @property
    def is_action(self) -> bool:
        """Whether it is an action."""
        kind = self.kind
        return kind == ACTION or (kind == FUSION and self.game.state.zone[self.id] != PLAY)

    @property
    def is_base(self) -> bool:
        """Whether it is a base."""
        return self.kind == BASE

    @property
    def is_titan(self) -> bool:
        """Whether it is a titan."""
        return self.kind == TITAN

    @property
    def is_monster(self) -> bool:
        """Whether it is a monster, controlled or not."""
        return self.printed.seat == MONSTERS

    @property
    def is_treasure(self) -> bool:
        """Whether it is a treasure."""
        return self.printed.seat == TREASURES

    @property
    def is_madness(self) -> bool:
        """Whether it is a Madness card."""
        return self.printed.seat == MADNESS

    @property
    def is_fusion(self) -> bool:
        """Whether it is a fusion: out of play both minion and action, in play a minion."""
        return self.kind == FUSION

    @property
    def plays_on(self) -> int:
        """What it is played on, in the printing of the game's edition (E13)."""
        printed = self.printed
        if printed.plays_on == ON_NOTHING and self.game.state.effects:
            for copied in self.copies:
                printed = copied
        return printed.plays_on_once if printed.plays_on_once >= 0 and self.game.edition < 2019 else printed.plays_on

    @property
    def copies(self) -> list[Printed]:
        """The printed cards whose abilities it has in addition to its own."""
        return [CARDS[e.amount] for e in self.game.state.effects if e.kind == COPIED and e.target == self.id]

    @property
    def is_standard(self) -> bool:
        """Whether it is an action that is discarded after it resolves (T6)."""
        return self.is_action and self.plays_on == ON_NOTHING

    @property
    def is_base_action(self) -> bool:
        """Whether this action is played on bases."""
        return self.plays_on == ON_BASE

    @property
    def is_minion_action(self) -> bool:
        """Whether this action is played on minions."""
        return self.plays_on > ON_BASE

    # ------------------------------------------------------------------------------------------- where it is
    @property
    def owner(self) -> Who:
        """The player whose deck it came from; for a Madness card its holder (M14); monsters have none (MT8)."""
        state = self.game.state
        owner = state.owner[self.id]
        if owner >= 0:
            return owner
        if owner != MADNESS:
            return NOBODY
        in_pile = state.zone[self.id] in (HAND, DECK, DISCARD)
        return state.where[self.id] if in_pile else state.controller[self.id]

    @property
    def controller(self) -> Who:
        """The player who controls it, its "you" (C17). Nobody controls a base, or at first a monster (MT9)."""
        return self.game.state.controller[self.id]

    @property
    def zone(self) -> int:
        """The zone it is in."""
        return self.game.state.zone[self.id]

    @property
    def in_play(self) -> bool:
        """Whether it is in play: a base on the table, or a card on one."""
        return self.game.state.zone[self.id] == PLAY

    def is_on(self, host: Handle) -> bool:
        """Whether it is in play on this base or minion."""
        state = self.game.state
        return state.where[self.id] == host.id and state.zone[self.id] == PLAY

    @property
    def host(self) -> Card | None:
        """The base or minion it is on."""
        game = self.game
        state = game.state
        host = state.where[self.id]
        if host < 0 or state.zone[self.id] != PLAY:
            return None
        return game._handles[host] or game.card(host)

    @property
    def base(self) -> Card | None:
        """The base it is at ("here"), also for an action on a minion there; for a base, itself."""
        game = self.game
        here = self.id
        if game.state.zone[here] != PLAY:
            return None
        where = game.state.where
        while where[here] >= 0:
            here = where[here]
        return game._handles[here] or game.card(here)

    @property
    def here(self) -> Card:
        """The base it is at, for abilities that only speak in play."""
        base = self.base
        assert base is not None, f"{self} is not in play"
        return base

    @property
    def entered(self) -> int:
        """When it came into play; changes if it leaves and comes back."""
        return self.game.state.entered[self.id]

    @property
    def on_it(self) -> list[Card]:
        """All cards directly on it."""
        game = self.game
        ids = game.state.on.get(self.id)
        return game.cards(ids) if ids else []

    @property
    def under(self) -> list[Card]:
        """The face-down cards under it: buried at a base, stored under a card."""
        rare = self.game.state.rare_zones
        return [] if rare is None else [self.game.card(c) for c in rare.under.get(self.id, ())]

    @property
    def stored(self) -> list[Card]:
        """The cards stored under it (V1)."""
        return self.under

    @property
    def buried_at(self) -> Card | None:
        """The base where it is buried, if it is."""
        state = self.game.state
        if state.zone[self.id] != UNDER or state.where[self.id] < 0:
            return None
        holder = self.game.card(state.where[self.id])
        return holder if holder.is_base else None

    @property
    def actions(self) -> list[Card]:
        """The actions played on it (for a base: on the base itself)."""
        return [card for card in self.on_it if card.kind == ACTION]

    @property
    def own_actions(self) -> list[Card]:
        """The actions on it that this card's controller controls."""
        return [card for card in self.actions if card.controller == self.controller]

    # ------------------------------------------------------------------------------------------- what is on it
    @property
    def amount(self) -> int:
        """The number that a lasting ability stores (`Trace`)."""
        return 0

    @property
    def counters(self) -> int:
        """The +1 power counters on it."""
        return self.game.state.counters[self.id]

    @property
    def memo(self) -> int:
        """A number it stores while it is in play: a named faction, its own counters. 0 when it comes into play."""
        return self.game.state.memo.get(self.id, 0)

    @memo.setter
    def memo(self, value: int) -> None:
        if value:
            self.game.state.memo[self.id] = value
        else:
            self.game.state.memo.pop(self.id, None)
        ability_index.invalidate_conditional(self.game)

    # ------------------------------------------------------------------------------------------- what it sees
    @property
    def others(self) -> list[int]:
        """All players but its controller, clockwise from the current player."""
        you = self.controller
        return [p for p in self.game.clockwise() if p != you]

    @property
    def minions(self) -> list[Card]:
        """On a base: all minions there."""
        return self.game.minions_at(self.id)

    @property
    def monsters(self) -> list[Card]:
        """On a base: the monsters there."""
        return [minion for minion in self.minions if minion.is_monster]

    @property
    def titans(self) -> list[Card]:
        """On a base: the titans there."""
        return [card for card in self.on_it if card.kind == TITAN]

    def minions_of(self, player: Who) -> list[Card]:
        """On a base: the minions that a player has there; nobody has none."""
        if player is NOBODY:
            return []
        controllers = self.game.state.controller
        return [minion for minion in self.minions if controllers[minion.id] == player]

    def find_minions(
        self,
        *,
        here: bool = False,
        at: Card | None = None,
        elsewhere: bool = False,
        yours: bool | None = None,
        owned: bool = False,
        max_power: int | None = None,
        another: bool = False,
    ) -> list[Card]:
        """The matching minions in play.

        `here` at this card's base, `at` a base, `elsewhere` at any other; `yours` True for its controller's, False for
        other players' (an uncontrolled monster is neither, MT10); `owned` by its controller; `another` excludes this
        card.
        """
        game = self.game
        place = self.here if here else at
        bases = game.bases if place is None else [place]
        home = self.base if elsewhere else None
        you = self.controller
        controllers = game.state.controller
        return [
            minion
            for base in bases
            if base is not home
            for minion in game.minions_at(base.id)
            if (yours is None or (((whose := controllers[minion.id]) == you) is yours and whose is not NOBODY))
            and not (owned and (you is NOBODY or minion.owner != you))
            and not (another and minion is self)
            and (max_power is None or minion.power <= max_power)
        ]

    def buried(self, *, here: bool = False, at: Card | None = None, yours: bool | None = None) -> list[Card]:
        """The buried cards: at this card's base or `at` one; `yours` True for those that its controller controls."""
        place = self.here if here else at
        bases = self.game.bases if place is None else [place]
        you = self.controller
        return [card for base in bases for card in base.under if yours is None or (card.controller == you) is yours]

    @property
    def in_stasis(self) -> list[Card]:
        """The cards in its controller's stasis."""
        rare = self.game.state.rare_zones
        you = self.controller
        return [] if rare is None or you is NOBODY else [self.game.card(c) for c in rare.stasis[you]]

    def minions_in_play(self, *, yours: bool | None = None) -> list[Card]:
        """The minions in play and those in stasis, which are at no base and cannot be affected (Z8, Z10).

        For abilities that only look at minions in play, count or copy them (Z11). `yours` is as in `find_minions`.
        """
        in_stasis = [card for card in self.game.cards_in_stasis() if card.is_minion]
        return self.find_minions(yours=yours) + [
            card for card in in_stasis if yours is None or (card.controller == self.controller) is yours
        ]

    def has_minion_at(self, base: Card) -> bool:
        """Whether its controller has a minion at the base (C18)."""
        return bool(base.minions_of(self.controller))

    def is_first_minion(self, event: Event) -> bool:
        """On a base: whether a minion is the first that its player has played here this turn."""
        played = self.game.deeds(PLAYED, player=event.player, at=cast("Card", self))
        return sum(deed.value == MINION for deed in played) == 1

    def is_first_action(self, event: Event) -> bool:
        """Whether an action is the first that its player has played this turn (L13)."""
        played = self.game.deeds(PLAYED, player=event.player)
        return sum(deed.value == ACTION for deed in played) == 1

    @property
    def other_bases(self) -> list[Card]:
        """All bases except the one it is at."""
        here = self.base
        return [base for base in self.game.bases if base is not here]

    def is_enemy(self, card: Card) -> bool:
        """Whether a player other than its controller controls that card; nobody's cards are not enemies (MT10)."""
        return self.is_other_player(card.controller)

    def is_enemy_of(self, player: Who) -> bool:
        """Whether a player other than this one controls it; no player does if nobody controls it (MT10)."""
        whose = self.controller
        return whose is not NOBODY and whose != player

    def is_other_player(self, player: Who) -> bool:
        """Whether this is a player other than its controller; for a card without controller every player is (MT11)."""
        return player is not NOBODY and player != self.controller

    def controls(self, card: Handle) -> bool:
        """Whether its controller controls that card: "your" card. A card without controller has none."""
        whose = card.controller
        return whose is not NOBODY and whose == self.controller

    def is_yours(self, player: Who) -> bool:
        """Whether this player is its controller: "you"."""
        return player is not NOBODY and player == self.controller

    @property
    def is_controlled(self) -> bool:
        """Whether a player controls it; a base and an unclaimed monster have no controller (MT9)."""
        return self.controller is not NOBODY

    @property
    def has_owner(self) -> bool:
        """Whether it belongs to a player, and so to a hand, deck and discard pile (MT8)."""
        return self.owner is not NOBODY

    @property
    def hand(self) -> list[Card]:
        """The cards in its controller's hand."""
        return self.game.hand(self.controller)

    @property
    def discard_pile(self) -> list[Card]:
        """The cards in its controller's discard pile."""
        return self.game.discard_pile(self.controller)

    @property
    def is_your_turn(self) -> bool:
        """Whether it is its controller's turn."""
        return self.game.state.turn_player == self.controller

    @property
    def is_your_play_cards(self) -> bool:
        """On your turn: whether it is Play Cards of its controller's turn."""
        state = self.game.state
        return state.turn_player == self.controller and state.phase == PLAY_CARDS
