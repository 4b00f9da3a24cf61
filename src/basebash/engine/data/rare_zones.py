"""The rare zones, which most games lack and then do not pay for.

Titans beside a deck, cards face down under a base or a card, stasis, the supplies that belong to no player with their
discard piles, and the box. Supplies go by their seats (`terms.MADNESS`, ...).
"""

from __future__ import annotations

from typing import Any

from basebash.engine.data.terms import BESIDE, BOX, DISCARD, STASIS, SUPPLY, UNDER

Pile = tuple[int, int | None, list[int]]
"""A zone, whose it is or what it is under, and the cards there."""


class RareZones:
    """The zones that most games lack. Decks are listed top first."""

    __slots__ = ("beside", "box", "coins", "counters", "on", "spent", "stasis", "supply", "under")

    def __init__(self, players: int) -> None:
        self.beside: list[list[int]] = [[] for _ in range(players)]
        self.stasis: list[list[int]] = [[] for _ in range(players)]
        self.under: dict[int, list[int]] = {}  # by the card or base they are under; -1: laid in a duel
        self.on: dict[int, list[int]] = {}  # what is on a card in stasis, or waits for one that is swapped in
        self.counters: dict[int, int] = {}  # ... and its +1 power counters
        self.supply: dict[int, list[int]] = {}
        self.spent: dict[int, list[int]] = {}  # the discard piles of the supplies
        self.box: list[int] = []
        self.coins: list[int] = []  # the results of the next flips, where a position sets them: 1 for heads

    def copy(self) -> RareZones:
        """An independent copy."""
        new = RareZones(0)
        new.beside = [cards[:] for cards in self.beside]
        new.stasis = [cards[:] for cards in self.stasis]
        new.under = {place: cards[:] for place, cards in self.under.items()}
        new.on = {card: cards[:] for card, cards in self.on.items()}
        new.counters = self.counters.copy()
        new.supply = {seat: cards[:] for seat, cards in self.supply.items()}
        new.spent = {seat: cards[:] for seat, cards in self.spent.items()}
        new.box = self.box[:]
        new.coins = self.coins[:]
        return new

    def pile(self, zone: int, where: int) -> list[int]:
        """The list of cards in one of these zones."""
        if zone == BESIDE:
            return self.beside[where]
        if zone == STASIS:
            return self.stasis[where]
        if zone == UNDER:
            return self.under.setdefault(where, [])
        if zone == SUPPLY:
            return self.supply.setdefault(where, [])
        if zone == DISCARD:
            return self.spent.setdefault(where, [])
        return self.box

    def piles(self) -> list[Pile]:
        """Every list of cards with its zone and place."""
        return [
            *((BESIDE, player, pile) for player, pile in enumerate(self.beside)),
            *((STASIS, player, pile) for player, pile in enumerate(self.stasis)),
            *((UNDER, place, pile) for place, pile in self.under.items()),
            *((UNDER, place, pile) for place, pile in self.on.items()),
            *((SUPPLY, seat, pile) for seat, pile in self.supply.items()),
            *((DISCARD, seat, pile) for seat, pile in self.spent.items()),
            (BOX, None, self.box),
        ]

    def to_json(self) -> dict[str, Any]:
        """The zones as JSON data."""
        return {
            "beside": self.beside,
            "stasis": self.stasis,
            "under": {str(place): cards for place, cards in self.under.items()},
            "on": {str(card): cards for card, cards in self.on.items()},
            "counters": {str(card): number for card, number in self.counters.items()},
            "supply": {str(seat): cards for seat, cards in self.supply.items()},
            "spent": {str(seat): cards for seat, cards in self.spent.items()},
            "box": self.box,
            "coins": self.coins,
        }

    @staticmethod
    def from_json(data: Any) -> RareZones:
        """Read the zones that `to_json` wrote."""
        new = RareZones(0)
        new.beside = [list(cards) for cards in data["beside"]]
        new.stasis = [list(cards) for cards in data["stasis"]]
        new.under = {int(place): list(cards) for place, cards in data["under"].items()}
        new.on = {int(card): list(cards) for card, cards in data["on"].items()}
        new.counters = {int(card): int(number) for card, number in data["counters"].items()}
        new.supply = {int(seat): list(cards) for seat, cards in data["supply"].items()}
        new.spent = {int(seat): list(cards) for seat, cards in data["spent"].items()}
        new.box = list(data["box"])
        new.coins = list(data["coins"])
        return new
