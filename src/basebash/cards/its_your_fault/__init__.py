"""It's Your Fault!"""

from basebash.cards.its_your_fault import sharks, super_heroes, tornados

__all__ = ["sharks", "super_heroes", "tornados"]
