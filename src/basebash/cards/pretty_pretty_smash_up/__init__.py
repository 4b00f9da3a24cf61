"""Pretty Pretty Smash Up."""

from basebash.cards.pretty_pretty_smash_up import bases, fairies, kitty_cats, mythic_horses, princesses

__all__ = ["bases", "fairies", "kitty_cats", "mythic_horses", "princesses"]
