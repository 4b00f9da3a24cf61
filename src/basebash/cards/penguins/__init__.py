"""Smash Up: Penguins."""

from basebash.cards.penguins import bases, penguins

__all__ = ["bases", "penguins"]
