"""Smash Up: Munchkin."""

from basebash.cards.munchkin import (
    bases,
    clerics,
    dwarves,
    elves,
    halflings,
    mages,
    monsters,
    orcs,
    thieves,
    treasures,
    warriors,
)

__all__ = [
    "bases",
    "clerics",
    "dwarves",
    "elves",
    "halflings",
    "mages",
    "monsters",
    "orcs",
    "thieves",
    "treasures",
    "warriors",
]
