"""The cards of some sets, numbered as in the spaces. By default these are the built-in sets.

The numbers depend on the named sets alone: a policy that was trained before a pack was installed still fits after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from basebash.engine import CARDS, FACTIONS, Base, Setup


class CardIndex:
    """The bases, names and factions of some sets, in the order of the catalogue.

    `first_of_name` has the catalogue number of the first card of each name, and `base_values` the number that stands
    for each base in an observation.
    """

    def __init__(self, sets: tuple[str, ...]) -> None:
        self.sets = sets
        cards = [card for card in CARDS if card.faction.set_name in sets]
        self.bases = tuple(card.number for card in cards if isinstance(card, Base))
        self.names = tuple(dict.fromkeys(card.name for card in cards))
        self.factions = tuple(name for name, faction in FACTIONS.items() if faction.set_name in sets)
        self.place_of_base = {number: place for place, number in enumerate(self.bases)}
        self.place_of_name = {name: place for place, name in enumerate(self.names)}
        self.place_of_faction = {name: place for place, name in enumerate(self.factions)}
        numbers: dict[str, int] = {}
        for card in cards:
            numbers.setdefault(card.name, card.number)
        self.first_of_name = tuple(numbers.values())
        self.base_values = {
            card.number: place / len(cards) for place, card in enumerate(cards) if isinstance(card, Base)
        }

    @staticmethod
    def of(sets: Iterable[str] | None = None) -> CardIndex:
        """Return the index of these sets, by default of the built-in ones, from a cache."""
        return _index(Setup(sets=sets).sets)


@cache
def _index(sets: tuple[str, ...]) -> CardIndex:
    return CardIndex(sets)
