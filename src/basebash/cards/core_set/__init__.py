"""Core Set."""

from basebash.cards.core_set import (
    aliens,
    bases,
    dinosaurs,
    ninjas,
    pirates,
    robots,
    tricksters,
    wizards,
    zombies,
)

__all__ = ["aliens", "bases", "dinosaurs", "ninjas", "pirates", "robots", "tricksters", "wizards", "zombies"]
