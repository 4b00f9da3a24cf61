"""Bots, previews, replays and saves, kept off the event loop in processes of their own.

One process does what takes milliseconds, one looks back at games, and bots that search have others, so that nobody's
quick bot waits for them. All of them yield to the server. Only a copy with all hidden cards dealt anew reaches a bot.

Bots are a shared good: who made the tables that used them least comes first, and the more of them wait the shorter
each one thinks.
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
LONGEST_TURN = 60  # answers of one bot in a turn: some cards can be played in circles for ever
SEARCHING: tuple[Level, ...] = ("hard",)
_HALF_LIFE = 60.0  # seconds after which half of what somebody used is forgotten
_UNWATCHED = 4.0  # seconds of use that a table counts as having had more if nobody looks at it
_PREVIEWS = 60  # that wait, of which each takes tens of milliseconds
_SHORTEST = 0.1  # seconds that a bot thinks even when many wait


def think(save: str, level: str, seed: int, seconds: float = HARD_SECONDS) -> Answer:
    """The answer of a bot to the open question of a saved game. Runs in a worker; the bot gets copies dealt anew."""
    game = Game.load(save)
    if not game.question.items:
        return ()
    searches = level in SEARCHING and seconds < HARD_SECONDS
    return ask(make_bot(f"search@{seconds:.2f}s" if searches else level, seed), game)


def preview(save: str, seat: int, number: int) -> bytes:
    """The message with the previews of the options of a saved game's open question. Runs in a worker."""
    return messages.encode(messages.Preview(number, visibility.preview(Game.load(save), seat)))


def _start_worker() -> None:
    """A worker yields to the server, and ends when that does, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the server's business
    if hasattr(os, "nice"):
        os.nice(10)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def wait() -> None:
            parent.join()
            os._exit(0)

        threading.Thread(target=wait, daemon=True).start()


def cores() -> int:
    """How many there are for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Ticket(NamedTuple):
    """Somebody who waits."""

    owner: str
    is_watched: bool
    number: int
    since: float
    future: asyncio.Future[None]


class Queue:
    """Who may use the workers: the owner who used them least lately, then the first to come.

    A table that nobody looks at comes later than one that somebody does, but not for ever.
    """

    def __init__(self, workers: int) -> None:
        self._free = workers
        self._count = 0
        self._waiting: list[Ticket] = []
        self._used: dict[str, tuple[float, float]] = {}  # seconds, and when that was
        self.workers = workers

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(not ticket.future.done() for ticket in self._waiting)

    @contextlib.asynccontextmanager
    async def turn(self, owner: str = "", *, is_watched: bool) -> AsyncIterator[None]:
        """Waits until a worker is free, and keeps it."""
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
                self._used = {who: used for who, used in self._used.items() if now - used[1] < 10 * _HALF_LIFE}
            self._next()

    def _used_by(self, owner: str, now: float) -> float:
        seconds, at = self._used.get(owner, (0.0, now))
        return float(seconds * 0.5 ** ((now - at) / _HALF_LIFE))

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
        """The least is next: what the owner used, more if nobody looks, and less the longer it has waited."""
        waited = now - ticket.since
        return round(self._used_by(ticket.owner, now) + (0 if ticket.is_watched else _UNWATCHED) - waited, 1)


class Workers:
    """A few processes that start when they are needed, and again should they break."""

    def __init__(self, count: int, executor: Executor | None) -> None:
        self._count = count
        self._executor = executor
        self.queue = Queue(count)

    async def do(
        self,
        job: Callable[..., T],
        text: Save,
        *more: object,
        owner: str = "",
        is_watched: bool = True,
        late: tuple[float, Callable[[], None]] | None = None,
    ) -> T:
        """What the job makes of a text, in a worker. The text is made when its turn has come.

        `late`: what is to be done if that is not within so many seconds.
        """
        alarm = None if late is None else asyncio.get_running_loop().call_later(*late)
        try:
            async with self.queue.turn(owner, is_watched=is_watched):
                if alarm is not None:
                    alarm.cancel()
                made = text()
                try:
                    return await self._do(job, made, *more)
                except BrokenExecutor:
                    log.exception("the workers broke")
                    self._executor = None
                    return await self._do(job, made, *more)
        finally:
            if alarm is not None:
                alarm.cancel()

    async def _do(self, job: Callable[..., T], *arguments: object) -> T:
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self._count, mp_context=context, initializer=_start_worker)
        return await asyncio.get_running_loop().run_in_executor(self._executor, job, *arguments)

    def close(self) -> None:
        """Ends them; what they do now is done first."""
        if self._executor is not None:
            self._executor.shutdown(cancel_futures=True)
            self._executor = None


class Players:
    """The bots and previews of all tables. `searchers`: how many cores searching bots may use, 0 for all but one."""

    def __init__(self, searchers: int, executor: Executor | None = None, late: float = 5.0) -> None:
        self._late = late
        self._quick = Workers(1, executor)
        self._searching = Workers(searchers or max(1, cores() - 1), executor)
        self.readers = Workers(1, executor)

    @property
    def waiting(self) -> int:
        """How many wait for a worker."""
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
        """The answer of a bot to the open question of this game. Cancel it when the game goes on.

        A question without options takes the same way as every other, so that the time it takes tells nothing.
        """
        question = game.question
        seed = secrets.randbits(62)
        workers = self._searching if level in SEARCHING else self._quick
        late = None if say_late is None else (self._late, say_late)
        try:
            answer = await workers.do(
                think, game.save, level, seed, self._seconds(), owner=owner, is_watched=is_watched, late=late
            )
            if question.is_legal(answer):
                return answer
            log.error("illegal answer of a bot", bot=level, question=question.kind)
        except Exception:  # noqa: BLE001  # whatever is wrong with a bot must not stop a game
            log.exception("a bot failed", bot=level, question=question.kind)
        return question.random_answer(State(2, seed))

    async def advise(self, game: Game, owner: str = "") -> list[BotMove]:
        """What a searching bot would do at the open question of this game, best first."""
        try:
            return msgspec.json.decode(await self.search(advise, game.save, owner=owner), type=list[BotMove])
        except Exception:  # noqa: BLE001  # a game can do without a hint
            log.exception("a hint failed", question=game.question.kind)
            return []

    async def search(
        self, job: Callable[..., T], text: Save, *more: object, owner: str = "", is_watched: bool = True
    ) -> T:
        """What a job of a searching bot makes of a text; it is told how long it may think, and a seed."""
        seed = secrets.randbits(62)
        return await self._searching.do(job, text, *more, self._seconds(), seed, owner=owner, is_watched=is_watched)

    def _seconds(self) -> float:
        """How long a searching bot may think: the less the more of them wait."""
        queue = self._searching.queue
        return max(_SHORTEST, HARD_SECONDS / (1 + queue.waiting / queue.workers / 2))

    async def preview(self, game: Game, seat: int, number: int, owner: str = "") -> bytes:
        """What each option of the seat's open question would lead to, as a message. Cancel it when the game goes on.

        Where many wait already it would come too late for anybody, and is left out.
        """
        if self._quick.queue.waiting >= _PREVIEWS:
            return messages.encode(messages.Preview(number, {}))
        try:
            return await self._quick.do(preview, game.save, seat, number, owner=owner)
        except Exception:  # noqa: BLE001  # a game can do without previews
            log.exception("a preview failed", question=game.question.kind)
            return messages.encode(messages.Preview(number, {}))

    def close(self) -> None:
        """Ends the workers."""
        for workers in (self._quick, self._searching, self.readers):
            workers.close()
