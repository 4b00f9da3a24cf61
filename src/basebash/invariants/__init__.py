"""What must always hold, whatever is played: checked in random games and positions.

Packs are checked with it (`basebash pack check`), and so are the built-in cards.
"""

from basebash.invariants.conditions import (
    LONGEST,
    check_conservation,
    check_places,
    check_view,
    hidden_from,
    ids_in,
    play_game,
    random_game,
)
from basebash.invariants.positions import Builder, check_position, play_position

__all__ = [
    "LONGEST",
    "Builder",
    "check_conservation",
    "check_places",
    "check_position",
    "check_view",
    "hidden_from",
    "ids_in",
    "play_game",
    "play_position",
    "random_game",
]
