"""Telling people who are away that it is their turn."""

from __future__ import annotations

from typing import Protocol


class Notices(Protocol):
    """Tells people something wherever they are."""

    async def your_turn(self, table: str, name: str, seat: int) -> None:
        """Tell the person at a seat that it is their turn."""
