"""Awesome Level 9000."""

from basebash.cards.awesome_level_9000 import (
    bases,
    bear_cavalry,
    ghosts,
    killer_plants,
    steampunks,
)

__all__ = ["bases", "bear_cavalry", "ghosts", "killer_plants", "steampunks"]
