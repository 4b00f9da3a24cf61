"""That '70s Expansion."""

from basebash.cards.that_70s_expansion import bases, disco_dancers, kung_fu_fighters, truckers, vigilantes

__all__ = ["bases", "disco_dancers", "kung_fu_fighters", "truckers", "vigilantes"]
