"""Big in Japan."""

from basebash.cards.big_in_japan import bases, itty_critters, kaiju, magical_girls, mega_troopers

__all__ = ["bases", "itty_critters", "kaiju", "magical_girls", "mega_troopers"]
