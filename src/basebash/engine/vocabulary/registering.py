"""Entering the sets of a pack in the catalogue, all of them or none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from basebash.engine.errors import BasebashError
from basebash.engine.vocabulary import printed
from basebash.engine.vocabulary.printed import BASES, BY_KEY, CARDS, FACTIONS, PACKS, key


class BadPack(BasebashError):
    """The pack cannot be used; the message says why and where. `about` is the faction or class it is about."""

    def __init__(self, message: str, about: str = "") -> None:
        super().__init__(message)
        self.about = about


@contextmanager
def registering(pack: str) -> Iterator[None]:
    """Attribute the factions, cards and bases made in this block to `pack`, a name and version.

    If the block raises, or what it made collides with what exists, the catalogue stays as it was.
    """
    before = _contents()
    try:
        yield
        _finish(pack, before)
    except BaseException:
        for registry, old in zip(_registries(), before, strict=True):
            registry.clear()
            (registry.extend if isinstance(registry, list) else registry.update)(old)
        raise


def _registries() -> list[Any]:
    return [FACTIONS, BASES, PACKS, BY_KEY, CARDS, printed._BY_NAME, printed._BY_CLASS, printed._FACTION_BY_KEY]


def _contents() -> list[Any]:
    """Copies of the registries and of the lists that they hold."""
    return [
        registry[:]
        if isinstance(registry, list)
        else {name: value[:] if isinstance(value, list) else value for name, value in registry.items()}
        for registry in _registries()
    ]


def _finish(pack: str, before: list[Any]) -> None:
    old_factions, old_bases, old_packs = before[:3]
    taken = {key(name): name for name in old_factions}
    for name, faction in FACTIONS.items():
        if old_factions.get(name) is faction:
            continue
        if key(name) in taken:
            raise BadPack(
                f"The faction name {name} is taken: {taken[key(name)]} exists already. Rename the faction.", name
            )
        if faction.set_name in old_bases or faction.set_name in old_packs:
            raise BadPack(f"The set name {faction.set_name} is taken: give the faction {name} another set_name.", name)
        BASES.setdefault(faction.set_name, [])
        PACKS[faction.set_name] = pack
    cards = CARDS[len(before[4]) :]
    for card in cards:
        if old_factions.get(card.faction.name) is card.faction or card.seat:
            message = f"{card.name} is added to {card.faction.name}, which is not part of the pack."
            raise BadPack(message, type(card).__name__)
        if BY_KEY[card.key] is not card:
            message = f"{card.faction.name} has two cards named {card.name}: use copies=2, or rename one."
            raise BadPack(message, type(card).__name__)
    if not PACKS.keys() - old_packs.keys():
        raise BadPack("The pack has no faction: create one with Faction(...).")
