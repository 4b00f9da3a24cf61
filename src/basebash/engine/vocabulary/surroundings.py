"""What a card can see of the game around it: bases, other cards, hands, piles, and the turn so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basebash.engine.data.terms import BEFORE_SCORING, FACE_DOWN, MINION
from basebash.engine.vocabulary.handle import Handle

if TYPE_CHECKING:
    from basebash.engine.data.events import Scoring
    from basebash.engine.data.terms import Who
    from basebash.engine.data.values import Deed
    from basebash.engine.mechanics.duels import Duel
    from basebash.engine.rules.ability_index import Listener
    from basebash.engine.vocabulary.card import Card
    from basebash.engine.vocabulary.printed import Printed


class Surroundings(Handle):
    """A card or base in a game, and what it sees."""

    __slots__ = ()

    # ------------------------------------------------------------------------------------------- cards in play
    @property
    def bases(self) -> list[Card]:
        """The bases in play."""
        return self.game.bases

    @property
    def all_minions(self) -> list[Card]:
        """All minions in play."""
        return self.game.minions()

    @property
    def all_actions(self) -> list[Card]:
        """All actions in play, on bases and on minions."""
        return self.game.actions()

    @property
    def all_titans(self) -> list[Card]:
        """All titans in play."""
        return self.game.titans()

    @property
    def all_in_stasis(self) -> list[Card]:
        """All cards in stasis, of all players."""
        return self.game.cards_in_stasis()

    def abilities_of(self, card: Card) -> list[Listener]:
        """The abilities a card has now: printed, copied and lent, except those lost or cancelled."""
        return self.game.abilities_of(card)

    # ------------------------------------------------------------------------------------------- other places
    def hand_of(self, player: Who) -> list[Card]:
        """A player's hand; empty for nobody."""
        return self.game.hand(player)

    def discard_pile_of(self, player: Who) -> list[Card]:
        """A player's discard pile; empty for nobody."""
        return self.game.discard_pile(player)

    def deck_size_of(self, player: Who) -> int:
        """The number of cards left in a player's deck; 0 for nobody."""
        return self.game.deck_size(player)

    @property
    def base_deck(self) -> list[Card]:
        """The base deck, top first."""
        return self.game.base_deck

    @property
    def base_discard(self) -> list[Card]:
        """The base discard pile."""
        return self.game.base_discard

    def supply(self, seat: int) -> list[Card]:
        """The deck of a supply (`MADNESS`, `MONSTERS`, `TREASURES`), top first."""
        return self.game.supply(seat)

    def supply_discard(self, seat: int) -> list[Card]:
        """The discard pile of a supply."""
        return self.game.spent(seat)

    def card(self, card_id: int) -> Card:
        """The card or base with this id, as found in a deed or an effect."""
        return self.game.card(card_id)

    def random_cards(self, cards: list[Card], count: int) -> list[Card]:
        """Pick up to `count` of the cards at random."""
        return self.game.state.sample(cards, count)

    # ------------------------------------------------------------------------------------------- players and names
    @property
    def player_count(self) -> int:
        """The number of players."""
        return self.game.players

    @property
    def turn_player(self) -> int:
        """The player whose turn it is."""
        return self.game.state.turn_player

    def clockwise(self, first: int | None = None) -> list[int]:
        """All players, clockwise from the current one or from `first`."""
        return self.game.clockwise(first)

    def player_name(self, player: int) -> str:
        """A player's name, for prompts."""
        return self.game.setup.names[player]

    def card_names(self, kind: int) -> list[str]:
        """The names of cards of this kind in the game, which a player can name."""
        return self.game.names(kind)

    @property
    def faction_names(self) -> list[str]:
        """The factions in this game, which a player can name."""
        return self.game.faction_names

    def owns_minion_named(self, player: Who, name: str) -> bool:
        """Whether a player owns a minion of this name, or with this word in its name (Microbot); a fusion is one."""
        state = self.game.state
        return any(
            owner == player
            and printed.kind & MINION
            and (printed.name == name or (name in printed.traits and name in printed.name))
            for printed, owner in zip(state.printed, state.owner, strict=True)
        )

    @property
    def all_printed(self) -> tuple[Printed, ...]:
        """What is printed on each card and base in the game."""
        return self.game.state.printed

    # ------------------------------------------------------------------------------------------- this turn
    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.game.state.turn

    @property
    def arrived_this_turn(self) -> bool:
        """Whether it came into play, or into stasis, after this turn started."""
        return self.entered > self.game.state.turn_start_serial

    def deeds(
        self, what: int, *, player: Who | None = None, card: Card | None = None, at: Card | None = None
    ) -> list[Deed]:
        """What was done this turn: plays, moves, ... (`terms.PLAYED`), by a player, with or to a card, at a base."""
        return self.game.deeds(what, player=player, card=card, at=at)

    @property
    def scoring(self) -> Scoring | None:
        """The scoring of the base that has scored and has not been replaced yet."""
        return self.game.scoring

    @property
    def is_before_scoring_here(self) -> bool:
        """On a base: whether the window before it scores is open."""
        return self.game.window == BEFORE_SCORING and self.game.state.scoring == self.id

    @property
    def is_scoring(self) -> bool:
        """On a base: whether it is the one that scores."""
        return self.game.state.scoring == self.id

    @property
    def current_duel(self) -> Duel | None:
        """The duel that is under way."""
        return self.game.duel

    @property
    def edition(self) -> int:
        """The edition of the rules."""
        return self.game.edition

    @property
    def top_base_is_down(self) -> bool:
        """Whether a card has turned the base deck's top card face down since this card arrived."""
        state = self.game.state
        return any(e.kind == FACE_DOWN and e.amount >= state.entered[self.id] for e in state.effects)
