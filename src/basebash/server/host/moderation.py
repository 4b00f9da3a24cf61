"""What operators have decided about tables and people. Every method that checks something may raise `Refused`."""

from __future__ import annotations

from typing import Protocol


class TableModeration(Protocol):
    """The decisions of operators, as far as tables need to know them."""

    def is_hidden(self, table: str) -> bool:
        """Whether a table's name and chat are not shown."""

    def is_closed(self, table: str) -> bool:
        """Whether nobody may enter a table."""

    def check_open(self, table: str) -> None:
        """Refuse a table that was closed."""

    def check_client(self, client: str) -> None:
        """Refuse a client whose address is blocked."""

    def check_person(self, person: str | None) -> None:
        """Refuse a person who is blocked."""

    def check_names(self, *names: str) -> None:
        """Refuse a name that is banned."""

    async def check_talk(self, table: str, seat: int) -> None:
        """Refuse chat at a hidden table, and of somebody who is muted or blocked."""

    async def report(self, table: str, seat: int, line: int, reporter: int) -> None:
        """Note that a player reports what another one has said."""
