"""What is said at a table."""

from __future__ import annotations

from typing import Literal

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.host.moderation import TableModeration
from basebash.server.host.storage import TableStore
from basebash.server.storage.errors import DatabaseUnavailable, WriteConflict
from basebash.server.tables.audience import Audience
from basebash.server.tables.client import Client
from basebash.server.tables.core import TableCore
from basebash.server.tables.seats import clean_text

_SHOWN = 100  # lines that a newcomer gets
_MAX_LINES = 5_000  # per table


class Chat:
    """The chat of one table. Lines are stored for those who come later."""

    __slots__ = ("_audience", "_core", "_moderation", "_store", "lines")

    def __init__(self, core: TableCore, audience: Audience, store: TableStore, moderation: TableModeration) -> None:
        self._core = core
        self._moderation = moderation
        self._audience = audience
        self._store = store
        self.lines: list[messages.ChatLine] = []  # the newest

    @property
    def shown_lines(self) -> list[messages.ChatLine]:
        """The lines that a newcomer gets."""
        return [] if self._core.is_hidden else list(self.lines)

    @property
    def next_number(self) -> int:
        """The number of the next line."""
        return self.lines[-1].number + 1 if self.lines else 0

    async def say(self, client: Client, text: str) -> None:
        """A player says something in their own words."""
        if not self._core.request.talk:
            raise Refused("not_allowed", "Only phrases can be said at this table.")
        cleaned = clean_text(text)
        if not cleaned:
            raise Refused("bad_message", "There is nothing to read in this line.")
        await self._say(client, cleaned, "talk")

    async def say_phrase(self, client: Client, phrase: messages.PhraseName) -> None:
        """A player says one of the ready-made phrases."""
        await self._say(client, messages.PHRASES[phrase], "phrase")

    async def _say(self, client: Client, text: str, kind: Literal["talk", "phrase"]) -> None:
        if client.seat is None:
            raise Refused("not_your_seat", "You are watching; only players can talk at the table.")
        await self._moderation.check_talk(self._core.id, client.seat)
        if not client.may_talk():
            raise Refused("too_fast", "You are talking too fast; wait a moment.")
        if self.next_number >= _MAX_LINES:
            raise Refused("too_many", "The chat of this table is full.")
        if not await self.add_line(client.seat, text, kind):
            raise Refused("busy", "This could not be saved. Say it again.")

    async def report(self, client: Client, number: int) -> None:
        """A player reports what another one has said."""
        if client.seat is None:
            raise Refused("not_your_seat", "You are watching; only players can report a line.")
        line = next((line for line in self.lines if line.number == number and line.kind == "talk"), None)
        if line is None or line.seat == client.seat:
            raise Refused("not_allowed", "Only recent lines of other players can be reported.")
        if not client.may_talk():
            raise Refused("too_fast", "You are reporting too fast; wait a moment.")
        await self._moderation.report(self._core.id, line.seat, number, client.seat)

    async def add_line(self, seat: int, text: str, kind: Literal["talk", "phrase", "notice", "nudge"]) -> bool:
        """Store a line and send it to everyone; False if it could not be stored."""
        core = self._core
        line = messages.ChatLine(self.next_number, seat, core.seats[seat].name, text, self._store.clock.now(), kind)
        self.keep(line)
        try:
            await self._store.say(core.id, line)
        except (WriteConflict, DatabaseUnavailable) as error:
            self.lines.remove(line)
            if isinstance(error, WriteConflict) and self._store.is_shared and not core.lock.locked():
                async with core.lock:
                    await core.catch_up()
            return False
        self._audience.send(line)
        return True

    def keep(self, line: messages.ChatLine) -> None:
        """Keep a line for newcomers."""
        self.lines.append(line)
        del self.lines[:-_SHOWN]
