"""Smash Up: Knights of the Round Table."""

from basebash.cards.knights_of_the_round_table import bases, knights_of_the_round_table

__all__ = ["bases", "knights_of_the_round_table"]
