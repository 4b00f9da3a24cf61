"""Excellent Movies, Dudes!."""

from basebash.cards.excellent_movies_dudes import action_heroes, backtimers, bases, extramorphs, wraithrustlers

__all__ = ["action_heroes", "backtimers", "bases", "extramorphs", "wraithrustlers"]
