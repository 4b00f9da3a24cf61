"""What tells people who are away that they are wanted at a table: their devices, or else an e-mail."""

from __future__ import annotations

from basebash.server.people.mail import Mail
from basebash.server.people.subscriptions import Subscriptions


class PersonalNotices:
    """The ways to tell a person something; the method is that of `Notices`."""

    def __init__(self, subscriptions: Subscriptions, mail: Mail) -> None:
        self._subscriptions = subscriptions
        self._mail = mail

    async def your_turn(self, table: str, name: str, seat: int) -> None:
        """Tell the person at a seat that it is their turn."""
        if not await self._subscriptions.your_turn(table, name, seat):
            await self._mail.your_turn(table, name, seat)

    async def game_is_ready(self, person: str, table: str, about: str) -> None:
        """Tell a person that a table was opened for a game of theirs. `about`: which game, as a sentence."""
        if not await self._subscriptions.tell(person, about, table):
            await self._mail.tell(person, about, table)
