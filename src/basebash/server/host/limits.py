"""How often a client may do something."""

from __future__ import annotations

from typing import Protocol


class Limits(Protocol):
    """Counts by name of the limit and client."""

    async def take(self, name: str, client: str, cost: int = 1) -> bool:
        """Whether a limit allows a client one more event of this cost; if so it is counted."""
