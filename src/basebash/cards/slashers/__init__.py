"""Smash Up: Slashers."""

from basebash.cards.slashers import bases, slashers

__all__ = ["bases", "slashers"]
