"""Bots and previews, kept off the event loop in processes of their own.

One process does what takes milliseconds; bots that search have others, so that nobody's quick bot waits for them. All
of them yield to the server. Only a copy with all hidden cards dealt anew reaches a bot.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from typing import TypeVar

from basebash import Answer, Game, Question, State
from basebash.bots import ask, make_bot
from basebash.table import sight
from basebash.table.messages import Level, OptionPreview
from basebash.table.metrics import log

T = TypeVar("T")
Save = Callable[[], str]
LONGEST_TURN = 60  # answers of one bot in a turn: some cards can be played in circles for ever
SEARCHING: tuple[Level, ...] = ("hard",)


def think(save: str, level: str, seed: int) -> Answer:
    """The answer of a bot to the open question of a saved game. Runs in a worker."""
    game = Game.load(save)
    game.reseed(seed)
    if not game.question.items:
        return ()
    return ask(make_bot(level, seed), game)


def preview(save: str, seat: int) -> dict[str, OptionPreview]:
    """The previews of the options of a saved game's open question. Runs in a worker."""
    return sight.preview(Game.load(save), seat)


def end_of_circle(question: Question) -> Answer:
    """The answer of a bot that could go on for ever: it ends Play Cards, declines, or takes what comes."""
    if question.kind == "main":
        return (len(question.items) - 1,)
    return tuple(range(question.low))


def _deal_anew(game: Game, seat: int, seed: int) -> str:
    return game.determinised(seat, seed).save()


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


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Queue:
    """Who may use the workers: the first to come, but tables that somebody looks at before those that nobody does."""

    def __init__(self, workers: int) -> None:
        self._free = workers
        self._count = 0
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []

    @contextlib.asynccontextmanager
    async def turn(self, *, is_watched: bool) -> AsyncIterator[None]:
        """Waits until a worker is free, and keeps it."""
        if self._free:
            self._free -= 1
        else:
            future = asyncio.get_running_loop().create_future()
            self._count += 1
            heapq.heappush(self._waiting, (not is_watched, self._count, future))
            try:
                await future
            except asyncio.CancelledError:
                if future.done() and not future.cancelled():
                    self._next()
                raise
        try:
            yield
        finally:
            self._next()

    def _next(self) -> None:
        while self._waiting:
            future = heapq.heappop(self._waiting)[2]
            if not future.done():
                future.set_result(None)
                return
        self._free += 1


class Workers:
    """A few processes that start when they are needed, and again should they break."""

    def __init__(self, count: int, executor: Executor | None) -> None:
        self._count = count
        self._executor = executor
        self._queue = Queue(count)

    async def do(self, job: Callable[..., T], save: Save, *more: object, is_watched: bool) -> T:
        """What the job makes of a saved game, in a worker. The game is saved when its turn has come."""
        async with self._queue.turn(is_watched=is_watched):
            text = save()
            try:
                return await self._do(job, text, *more)
            except BrokenExecutor:
                log.exception("the workers broke")
                self._executor = None
                return await self._do(job, text, *more)

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

    def __init__(self, searchers: int, executor: Executor | None = None) -> None:
        self._quick = Workers(1, executor)
        self._searching = Workers(searchers or max(1, _cores() - 1), executor)

    async def choose(self, game: Game, level: Level, *, is_watched: bool = True) -> Answer:
        """The answer of a bot to the open question of this game, which must be the caller's own copy.

        A question without options takes the same way as every other, so that the time it takes tells nothing.
        """
        question = game.question
        seed = secrets.randbits(62)
        workers = self._searching if level in SEARCHING else self._quick
        try:
            save = await asyncio.to_thread(_deal_anew, game, question.player, seed)
            answer = await workers.do(think, lambda: save, level, secrets.randbits(62), is_watched=is_watched)
            if question.is_legal(answer):
                return answer
            log.error("illegal answer of a bot", extra={"data": {"bot": level, "question": question.kind}})
        except Exception:  # noqa: BLE001  # whatever is wrong with a bot must not stop a game
            log.exception("a bot failed", extra={"data": {"bot": level, "question": question.kind}})
        return question.random_answer(State(2, seed))

    async def preview(self, game: Game, seat: int) -> dict[str, OptionPreview]:
        """What each option of the seat's open question would lead to. Cancel it when the game goes on."""
        try:
            return await self._quick.do(preview, game.save, seat, is_watched=True)
        except Exception:  # noqa: BLE001  # a game can do without previews
            log.exception("a preview failed", extra={"data": {"question": game.question.kind}})
            return {}

    def close(self) -> None:
        """Ends the workers."""
        self._quick.close()
        self._searching.close()
