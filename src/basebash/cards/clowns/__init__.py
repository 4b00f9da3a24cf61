"""Smash Up: Clowns."""

from basebash.cards.clowns import bases, clowns

__all__ = ["bases", "clowns"]
