"""It's Your Fault!"""

from basebash.cards.its_your_fault import bases, dragons, mythic_greeks, sharks, super_heroes, tornados

__all__ = ["bases", "dragons", "mythic_greeks", "sharks", "super_heroes", "tornados"]
