"""Pools of workers, and the queue that shares them fairly.

Whoever has used a pool least comes first, and tables that nobody watches wait longer.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple, TypeVar

T = TypeVar("T")
Save = Callable[[], str]
_HALF_LIFE_SECONDS = 60.0  # after which half of what a client has used is forgotten
_UNWATCHED_SECONDS = 4.0  # of use that are added for a table that nobody watches


class Ticket(NamedTuple):
    """A job that waits."""

    owner: str
    is_watched: bool
    number: int
    since: float
    future: asyncio.Future[None]


class FairQueue:
    """Decides whose job is next: that of the owner who used the workers least lately, then the first to arrive.

    Tables that nobody watches wait longer, but not forever.
    """

    def __init__(self, workers: int) -> None:
        self._free = workers
        self._count = 0
        self._waiting: list[Ticket] = []
        self._used: dict[str, tuple[float, float]] = {}  # seconds, and as of when
        self.workers = workers

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(not ticket.future.done() for ticket in self._waiting)

    @contextlib.asynccontextmanager
    async def turn(self, owner: str = "", *, is_watched: bool) -> AsyncIterator[None]:
        """Wait until a worker is free, and occupy it."""
        if self._free:
            self._free -= 1
        else:
            self._count += 1
            future = asyncio.get_running_loop().create_future()
            ticket = Ticket(owner, is_watched, self._count, time.monotonic(), future)
            self._waiting.append(ticket)
            try:
                await ticket.future
            except asyncio.CancelledError:
                if not future.cancelled():  # its turn came at the same moment
                    self._next()
                raise
        started = time.monotonic()
        try:
            yield
        finally:
            now = time.monotonic()
            self._used[owner] = (self._used_by(owner, now) + now - started, now)
            if len(self._used) > 10_000:
                self._used = {who: used for who, used in self._used.items() if now - used[1] < 10 * _HALF_LIFE_SECONDS}
            self._next()

    def _used_by(self, owner: str, now: float) -> float:
        seconds, at = self._used.get(owner, (0.0, now))
        return float(seconds * 0.5 ** ((now - at) / _HALF_LIFE_SECONDS))

    def _next(self) -> None:
        self._waiting = [ticket for ticket in self._waiting if not ticket.future.done()]
        if not self._waiting:
            self._free += 1
            return
        now = time.monotonic()
        first = min(self._waiting, key=lambda ticket: (self._cost(ticket, now), ticket.number))
        self._waiting.remove(first)
        first.future.set_result(None)

    def _cost(self, ticket: Ticket, now: float) -> float:
        """Return the sort key: what the owner has used, plus a penalty if nobody watches, minus the time waited."""
        waited = now - ticket.since
        return round(self._used_by(ticket.owner, now) + (0 if ticket.is_watched else _UNWATCHED_SECONDS) - waited, 1)


class Pool(ABC):
    """Workers that run jobs: functions of a module, with arguments that can be sent to another process."""

    def __init__(self, count: int) -> None:
        self.queue = FairQueue(count)

    async def run(
        self,
        job: Callable[..., T],
        text: Save,
        *more: object,
        owner: str = "",
        is_watched: bool = True,
        late: tuple[float, Callable[[], None]] | None = None,
    ) -> T:
        """Run a job on a text in a worker and return its result. The text is made when the job's turn has come.

        `late`: a number of seconds, and what to call if the job is still waiting then.
        """
        alarm = None if late is None else asyncio.get_running_loop().call_later(*late)
        try:
            async with self.queue.turn(owner, is_watched=is_watched):
                if alarm is not None:
                    alarm.cancel()
                return await self.execute(job, text(), *more)
        finally:
            if alarm is not None:
                alarm.cancel()

    @abstractmethod
    async def execute(self, job: Callable[..., T], *arguments: object) -> T:
        """Run a job in a worker that is free."""

    @abstractmethod
    def close(self) -> None:
        """Stop the workers once they have finished what they are doing."""
