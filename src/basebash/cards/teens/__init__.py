"""Smash Up: Teens."""

from basebash.cards.teens import bases, teens

__all__ = ["bases", "teens"]
