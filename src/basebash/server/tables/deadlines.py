"""Games over days: how long the asked player may still let the others wait.

The time runs from when a player is asked until somebody else is, however many questions that takes. It is stored, so
that it survives restarts, and so that tables at which it is long need not be in memory.
"""

from __future__ import annotations

from basebash.server.host.people import SeatHistory
from basebash.server.host.storage import TableStore
from basebash.server.logs import log
from basebash.server.messages import TableRequest
from basebash.server.storage.errors import DatabaseUnavailable
from basebash.server.tables.core import TableCore
from basebash.server.tables.turn_notices import TurnNotices

DAY_SECONDS = 24 * 3600
SOON_SECONDS = 3600
"""Tables whose deadline is nearer than this are kept in memory."""


def is_over_days(request: TableRequest) -> bool:
    """Whether the clock of a table counts days instead of seconds per answer."""
    return request.clock is not None and request.clock >= DAY_SECONDS


class Deadline:
    """The deadline of the player who is asked at one table."""

    __slots__ = ("_core", "_has_looked", "_history", "_notices", "_store")

    def __init__(self, core: TableCore, store: TableStore, history: SeatHistory, notices: TurnNotices) -> None:
        self._core = core
        self._store = store
        self._history = history
        self._notices = notices
        self._has_looked = False  # whether it is known who is on vacation

    async def renew(self, *, is_ours: bool) -> None:
        """Give the asked player their time, if somebody else was asked before.

        `is_ours`: this process has changed the game, and so stores the deadline. The caller holds the lock.
        """
        core = self._core
        if not is_over_days(core.request):
            return
        seat = None if core.is_bot_asked or core.halted is not None else core.asked_seat
        if seat == core.due_seat and self._has_looked:
            return
        await self._look_for_vacations()
        if seat == core.due_seat:
            return
        due = None if seat is None else self._from_now(seat)
        core.due_seat, core.due = seat, due  # together: states are shown in the meantime
        if is_ours:
            await self._store.try_update(core.id, due=core.due, due_seat=seat)
            self._notices.asked()

    async def _look_for_vacations(self) -> None:
        try:
            self._core.vacations = await self._history.vacations(self._core.id)
            self._has_looked = True
        except DatabaseUnavailable:
            log.warning("the vacations of players are not known", table=self._core.id)

    def _from_now(self, seat: int) -> float:
        return max(self._store.clock.now(), self._core.vacations.get(seat, 0.0)) + (self._core.request.clock or 0)

    def seconds_left(self) -> float | None:
        """Return how long the asked player has; None if nobody has a deadline."""
        due = self._core.due
        return None if due is None else max(0.0, due - self._store.clock.now())
