"""Cease and Desist."""

from basebash.cards.cease_and_desist import (
    astroknights,
    bases,
    changerbots,
    ignobles,
    star_roamers,
)

__all__ = ["astroknights", "bases", "changerbots", "ignobles", "star_roamers"]
