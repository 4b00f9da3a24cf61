"""What several server processes with the same tables tell each other."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from basebash.server.storage.rows import Move


class Announcement(msgspec.Struct):
    """What one process tells the others: what happened at which table.

    Kinds: `move` (this move was written), `row` and `chat` (something was written: read it), `undo` (the pending
    takeback request, or none), `here` (who is connected to me), `who` (tell me who is connected to you), `vote` (for a
    stand-in), `wants` (who asked for a rematch), `reload` (forget the table), `alive` (heartbeat), `bye`.
    """

    origin: str
    kind: str
    table: str = ""
    number: int = -1
    move: Move | None = None
    undo: Any = None
    seats: list[int] = []
    spectators: int = 0


class Bus(Protocol):
    """Connects this process to others, of which one at a time may work on something that it has claimed."""

    async def claim(self, table: str) -> bool:
        """Take a table's lock; False if another process has it."""

    async def release(self, table: str) -> None:
        """Release a table's lock."""

    async def close(self) -> None:
        """Release all locks and say goodbye."""
