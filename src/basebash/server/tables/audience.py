"""Who is at a table: the connections to this process, and what other processes report about theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from basebash.server import messages
from basebash.server.tables.client import Client


class Audience:
    """The players and spectators at a table, whichever process they are connected to."""

    __slots__ = ("_announce", "_elsewhere", "_table_id", "clients")

    def __init__(self, table_id: str, announce: Callable[..., None]) -> None:
        self._table_id = table_id
        self._announce = announce
        self._elsewhere: dict[str, tuple[list[int], int]] = {}  # seats and spectators, by process
        self.clients: set[Client] = set()

    @property
    def spectators(self) -> int:
        """How many people watch."""
        here = sum(client.seat is None for client in self.clients)
        return here + sum(spectators for _, spectators in self._elsewhere.values())

    @property
    def is_watched(self) -> bool:
        """Whether anybody is at the table."""
        return bool(self.clients) or any(seats or spectators for seats, spectators in self._elsewhere.values())

    def present_seats(self) -> set[int]:
        """Return the seats whose players are connected."""
        seats = {client.seat for client in self.clients if client.seat is not None}
        return seats.union(*(there for there, _ in self._elsewhere.values()))

    def show_state(self) -> None:
        """Send everybody their state."""
        for client in self.clients:
            client.show_state()

    def send(self, message: Struct) -> None:
        """Send everybody a message."""
        encoded: Any = messages.encode(message)
        for client in self.clients:
            client.send(encoded)

    def announce(self) -> None:
        """Tell the other processes who is connected here."""
        seats = sorted({client.seat for client in self.clients if client.seat is not None})
        spectators = sum(client.seat is None for client in self.clients)
        self._announce("here", self._table_id, seats=seats, spectators=spectators)

    def note_elsewhere(self, process: str, seats: list[int], spectators: int) -> None:
        """Note who is connected to another process."""
        self._elsewhere[process] = (seats, spectators)

    def forget_process(self, process: str) -> bool:
        """Forget who was connected to a process that is gone; False if nobody was."""
        return self._elsewhere.pop(process, None) is not None
