"""Which games may count for ratings, and why others do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from basebash import Setup
from basebash.server.messages import TableRequest, Unrated

USUAL_TARGET_VP = TableRequest(seats=[]).target_vp


class RatedSeat(Protocol):
    """What decides whether a game is rated."""

    is_creators: bool


def why_unrated(setup: Setup, seats: Sequence[RatedSeat]) -> Unrated | None:
    """Return why a game cannot count for ratings; None if it can.

    It must be played with official sets only, to the usual number of points, and no device may play two seats:
    otherwise ratings are easily forged.
    """
    if setup.packs:
        return "packs"
    if setup.target_vp != USUAL_TARGET_VP:
        return "target"
    return "device" if sum(seat.is_creators for seat in seats) > 1 else None
