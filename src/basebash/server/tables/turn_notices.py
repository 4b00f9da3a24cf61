"""In a game over days, players who are not at the table are told when it is their turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from basebash.server.host.notices import Notices
from basebash.server.tables.audience import Audience
from basebash.server.tables.core import TableCore


class TurnNotices:
    """The notices of one table. They wait a little: many questions are answered at once, or by a player who is here."""

    __slots__ = ("_audience", "_core", "_delay", "_notices", "_spawn")

    def __init__(
        self,
        core: TableCore,
        audience: Audience,
        notices: Notices,
        delay: float,
        spawn: Callable[..., asyncio.Task[None]],
    ) -> None:
        self._core = core
        self._audience = audience
        self._notices = notices
        self._delay = delay
        self._spawn = spawn

    def asked(self) -> None:
        """Somebody else is asked from now on."""
        if self._core.due_seat is not None:
            _ = self._spawn(self._tell(self._core.due_seat, self._core.due))

    async def _tell(self, seat: int, due: float | None) -> None:
        await asyncio.sleep(self._delay)
        core = self._core
        if (core.due_seat, core.due) == (seat, due) and seat not in self._audience.present_seats():
            await self._notices.your_turn(core.id, core.name, seat)
