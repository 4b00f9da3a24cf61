"""The effect of a change: other values for numbers printed on a pack's cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from basebash import BadSetup, Printed
from basebash.engine import Faction, key
from basebash.engine.vocabulary.printed import BY_KEY

_FIXED = frozenset({"copies", "kind", "number", "plays_on", "plays_on_once", "seat", "way", "window"})


@dataclass(frozen=True)
class Change:
    """Another value for a number printed on a card."""

    card: str  # its key
    attribute: str
    value: int

    @property
    def label(self) -> str:
        """The change as written on the command line."""
        return f"{BY_KEY[self.card].name}.{self.attribute}={self.value}"

    @property
    def folder(self) -> str:
        """The name of the folder for its games."""
        return f"{key(self.card)}-{self.attribute}-{self.value}"

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Give the card this value for the length of the block."""
        card = BY_KEY[self.card]
        before = getattr(card, self.attribute)
        setattr(card, self.attribute, self.value)
        try:
            yield
        finally:
            setattr(card, self.attribute, before)


def parse_changes(written: str, factions: Iterable[Faction]) -> list[Change]:
    """Parse changes such as `Beekeeper.power=3,4`, leaving out the value that the card already has."""
    name, dot, rest = written.rpartition(".")
    attribute, equals, values = rest.partition("=")
    if not (dot and equals):
        raise BadSetup(f'"{written}" is not a change: write "Beekeeper.power=3,4".')
    card = _find(name, factions)
    attribute = attribute.strip()
    now = getattr(card, attribute, None)
    if type(now) is not int or attribute in _FIXED or attribute.startswith("_"):
        raise BadSetup(f'{card.name} has no number "{attribute}" to change.')
    try:
        numbers = [int(value) for value in values.split(",")]
    except ValueError:
        raise BadSetup(f'"{values}" is not a list of whole numbers: write "Beekeeper.power=3,4".') from None
    changes = [Change(card.key, attribute, value) for value in dict.fromkeys(numbers) if value != now]
    if not changes:
        raise BadSetup(f"{card.name}.{attribute} is already {now}.")
    return changes


def _find(name: str, factions: Iterable[Faction]) -> Printed:
    cards: list[Printed] = []
    for faction in factions:
        cards += [*faction.cards, *faction.titans, *faction.bases]
    found = next((card for card in cards if key(card.name) == key(name)), None)
    if found is None:
        raise BadSetup(f'The pack has no card "{name}"; it has {", ".join(card.name for card in cards)}.')
    return found
