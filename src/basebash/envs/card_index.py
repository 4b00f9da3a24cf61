"""The cards of some sets, numbered as in the spaces. By default these are the built-in sets.

The numbers depend on the named sets alone: a policy that was trained before a pack was installed still fits after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from basebash.engine import CARDS, FACTIONS, Base, Setup
from basebash.engine.vocabulary.printed import SUPPLIES


class CardIndex:
    """The bases, names and factions of some sets, in the order of the catalogue.

    `first_of_name` has the catalogue number of the first card of each name, and `base_values` the number that stands
    for each base in an observation. The ids are those of observations with identity: they count from 1.
    """

    def __init__(self, sets: tuple[str, ...]) -> None:
        self.sets = sets
        cards = [card for card in CARDS if card.faction.set_name in sets]
        self.cards = tuple(card.number for card in cards)
        self.id_of_card = {card.number: place + 1 for place, card in enumerate(cards)}
        self.bases = tuple(card.number for card in cards if isinstance(card, Base))
        self.names = tuple(dict.fromkeys(card.name for card in cards))
        self.factions = tuple(name for name, faction in FACTIONS.items() if faction.set_name in sets)
        self.place_of_base = {number: place for place, number in enumerate(self.bases)}
        self.place_of_name = {name: place for place, name in enumerate(self.names)}
        self.place_of_faction = {name: place for place, name in enumerate(self.factions)}
        supplies = [supply.name for supply in SUPPLIES.values() if supply.set_name in sets]
        self.id_of_faction = {name: place + 1 for place, name in enumerate([*self.factions, *supplies])}
        traits = dict.fromkeys(trait for card in cards for trait in card.traits)
        self.id_of_trait = {trait: place + 1 for place, trait in enumerate(traits)}
        numbers: dict[str, int] = {}
        for card in cards:
            numbers.setdefault(card.name, card.number)
        self.first_of_name = tuple(numbers.values())
        self.base_values = {
            card.number: place / len(cards) for place, card in enumerate(cards) if isinstance(card, Base)
        }

    def id_of_name(self, name: str) -> int:
        """Return the id of the first card with this name; 0 if there is none."""
        place = self.place_of_name.get(name)
        return 0 if place is None else self.id_of_card[self.first_of_name[place]]

    @staticmethod
    def of(sets: Iterable[str] | None = None) -> CardIndex:
        """Return the index of these sets, by default of the built-in ones, from a cache."""
        return _index(Setup(sets=sets).sets)


@cache
def _index(sets: tuple[str, ...]) -> CardIndex:
    return CardIndex(sets)
