"""A request that needs the other players' consent."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class TakebackRequest(Struct):
    """A seat wants to go back to `keep` answers, and waits for the consent of others.

    `way`: an undo, or one of the ways to settle a halted game.
    """

    seat: int
    keep: int
    waiting: list[int]
    way: Literal["undo", "go_on", "keep"] = "undo"
