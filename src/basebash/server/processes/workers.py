"""Worker processes: bots, previews, replays and saves are kept off the event loop.

One process does what takes milliseconds, one replays games, and searching bots have others, so that quick bots never
wait for them. All of them run at low priority. Bots only get copies in which the hidden cards are dealt again.

Searching bots are shared fairly: whoever has used them least comes first, and the more of them wait, the less time
each one gets.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from typing import NamedTuple, TypeVar

import msgspec

from basebash import Answer, Game, State
from basebash.bots import ask, make_bot
from basebash.bots.names import HARD_SECONDS
from basebash.server import messages
from basebash.server.games import visibility
from basebash.server.games.advice import advise
from basebash.server.logs import log
from basebash.server.messages import BotMove, Level

T = TypeVar("T")
Save = Callable[[], str]
LONGEST_TURN = 60  # answers of one bot in a turn: some cards can be played in circles forever
SEARCHING: tuple[Level, ...] = ("hard",)
_HALF_LIFE_SECONDS = 60.0  # after which half of what a client has used is forgotten
_UNWATCHED_SECONDS = 4.0  # of use that are added for a table that nobody watches
_MAX_PREVIEWS = 60  # waiting; each takes tens of milliseconds
_MIN_SECONDS = 0.1  # that a bot may think even if many wait


def think(save: str, level: str, seed: int, seconds: float = HARD_SECONDS) -> Answer:
    """Return a bot's answer to the open question of a saved game. Runs in a worker."""
    game = Game.load(save)
    if not game.question.items:
        return ()
    searches = level in SEARCHING and seconds < HARD_SECONDS
    return ask(make_bot(f"search@{seconds:.2f}s" if searches else level, seed), game)


def preview(save: str, seat: int, number: int) -> bytes:
    """Return the preview message of a saved game's open question. Runs in a worker."""
    return messages.encode(messages.Preview(number, visibility.preview(Game.load(save), seat)))


def _start_worker() -> None:
    """Lower the priority of a worker, and end it when the server ends, even if that is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server
    if hasattr(os, "nice"):
        os.nice(10)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def wait() -> None:
            parent.join()
            os._exit(0)

        threading.Thread(target=wait, daemon=True).start()


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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


class WorkerPool:
    """Some worker processes, which start when they are needed and are replaced when they break."""

    def __init__(self, count: int, executor: Executor | None) -> None:
        self._count = count
        self._executor = executor
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
                made = text()
                try:
                    return await self._run(job, made, *more)
                except BrokenExecutor:
                    log.exception("a worker process died")
                    self._executor = None
                    return await self._run(job, made, *more)
        finally:
            if alarm is not None:
                alarm.cancel()

    async def _run(self, job: Callable[..., T], *arguments: object) -> T:
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self._count, mp_context=context, initializer=_start_worker)
        return await asyncio.get_running_loop().run_in_executor(self._executor, job, *arguments)

    def close(self) -> None:
        """Stop the workers once they have finished what they are doing."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


class Workers:
    """All workers of a server. `searchers`: how many searching bots may run at once, 0 for all cores but one."""

    def __init__(self, searchers: int, executor: Executor | None = None, late: float = 5.0) -> None:
        self._late = late
        self._quick = WorkerPool(1, executor)
        self._searching = WorkerPool(searchers or max(1, cores() - 1), executor)
        self.replays = WorkerPool(1, executor)

    @property
    def waiting(self) -> int:
        """How many bots and previews wait for a worker."""
        return self._quick.queue.waiting + self._searching.queue.waiting

    async def choose(
        self,
        game: Game,
        level: Level,
        *,
        owner: str = "",
        is_watched: bool = True,
        say_late: Callable[[], None] | None = None,
    ) -> Answer:
        """Return a bot's answer to the open question of a game. Cancel it when the game moves on.

        A question without options is handled like every other, so that its timing reveals nothing.
        """
        question = game.question
        seed = secrets.randbits(62)
        pool = self._searching if level in SEARCHING else self._quick
        late = None if say_late is None else (self._late, say_late)
        try:
            answer = await pool.run(
                think, game.save, level, seed, self._seconds(), owner=owner, is_watched=is_watched, late=late
            )
            if question.is_legal(answer):
                return answer
            log.error("a bot gave an illegal answer", bot=level, question=question.kind)
        except Exception:  # noqa: BLE001  # a broken bot must not stop a game
            log.exception("a bot failed", bot=level, question=question.kind)
        return question.random_answer(State(2, seed))

    async def advise(self, game: Game, owner: str = "") -> list[BotMove]:
        """Return what a searching bot would do at the open question of a game, best move first."""
        try:
            return msgspec.json.decode(await self.search(advise, game.save, owner=owner), type=list[BotMove])
        except Exception:  # noqa: BLE001  # a game goes on without a hint
            log.exception("a hint failed", question=game.question.kind)
            return []

    async def search(
        self, job: Callable[..., T], text: Save, *more: object, owner: str = "", is_watched: bool = True
    ) -> T:
        """Run a job of a searching bot, which is also given its time limit and a seed."""
        seed = secrets.randbits(62)
        return await self._searching.run(job, text, *more, self._seconds(), seed, owner=owner, is_watched=is_watched)

    def _seconds(self) -> float:
        """Return how long a searching bot may think: the less, the more of them wait."""
        queue = self._searching.queue
        return max(_MIN_SECONDS, HARD_SECONDS / (1 + queue.waiting / queue.workers / 2))

    async def preview(self, game: Game, seat: int, number: int, owner: str = "") -> bytes:
        """Return the preview message of a seat's open question. Cancel it when the game moves on.

        If many are waiting already it would come too late, so it is empty.
        """
        if self._quick.queue.waiting >= _MAX_PREVIEWS:
            return messages.encode(messages.Preview(number, {}))
        try:
            return await self._quick.run(preview, game.save, seat, number, owner=owner)
        except Exception:  # noqa: BLE001  # a game goes on without previews
            log.exception("a preview failed", question=game.question.kind)
            return messages.encode(messages.Preview(number, {}))

    def close(self) -> None:
        """Stop all workers."""
        for pool in (self._quick, self._searching, self.replays):
            pool.close()
