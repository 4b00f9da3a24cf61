"""Oops, You Did It Again."""

from basebash.cards.oops_you_did_it_again import ancient_egyptians, bases, cowboys, samurai, vikings

__all__ = ["ancient_egyptians", "bases", "cowboys", "samurai", "vikings"]
