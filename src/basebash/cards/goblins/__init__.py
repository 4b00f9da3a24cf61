"""Smash Up: Goblins."""

from basebash.cards.goblins import bases, goblins

__all__ = ["bases", "goblins"]
