"""Which games may count for ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from basebash import Setup
from basebash.server.messages import TableRequest

USUAL_TARGET_VP = TableRequest(seats=[]).target_vp


class RatedSeat(Protocol):
    """What decides whether a game is rated."""

    is_creators: bool


def may_be_rated(setup: Setup, seats: Sequence[RatedSeat]) -> bool:
    """Whether a game can count for ratings.

    It is played with official sets only, to the usual number of points, and no device plays two seats: otherwise
    ratings are easily forged.
    """
    on_one_device = sum(seat.is_creators for seat in seats)
    return not setup.packs and setup.target_vp == USUAL_TARGET_VP and on_one_device <= 1
