"""The cards: one package a set, one module a faction, one small class a card.

Importing this package fills the engine's catalogue (`basebash.engine.FACTIONS` and `CARDS`).
"""

from basebash.cards import (
    awesome_level_9000,
    cease_and_desist,
    core_set,
    culture_shock,
    science_fiction_double_feature,
)

__all__ = [
    "awesome_level_9000",
    "cease_and_desist",
    "core_set",
    "culture_shock",
    "science_fiction_double_feature",
]
