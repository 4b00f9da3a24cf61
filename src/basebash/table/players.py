"""Bots, kept off the event loop. Only a copy with all hidden cards dealt anew leaves the server's process."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import threading
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor

from basebash import Answer, BasebashError, Game, State
from basebash.bots import ask, make_bot
from basebash.table.metrics import log


def think(level: str, save: str, seed: int) -> Answer:
    """The answer of a bot to the open question of a saved game. Runs in a worker."""
    game = Game.load(save)
    game.reseed(seed)
    return ask(make_bot(level, seed), game)


def _deal_anew(game: Game, seat: int, seed: int) -> str:
    return game.determinised(seat, seed).save()


def _end_with_parent() -> None:
    """A worker ends when the server does, even if that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:

        def wait() -> None:
            parent.join()
            os._exit(0)

        threading.Thread(target=wait, daemon=True).start()


class Players:
    """The bots of all tables, in processes of their own."""

    def __init__(self, workers: int, executor: Executor | None = None) -> None:
        self._workers = workers
        self._executor = executor

    def _pool(self) -> Executor:
        if self._executor is None:
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_end_with_parent)
        return self._executor

    async def choose(self, game: Game, level: str) -> Answer:
        """The answer of a bot to the open question of this game, which must be the caller's own copy."""
        question = game.question
        seed = secrets.randbits(62)
        if not question.items:
            return ()
        try:
            save = await asyncio.to_thread(_deal_anew, game, question.player, seed)
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(self._pool(), think, level, save, secrets.randbits(62))
            if question.is_legal(answer):
                return answer
            log.error("illegal answer of a bot", extra={"data": {"bot": level, "question": question.kind}})
        except BrokenExecutor:
            self._executor = None
            log.exception("the bots' processes broke")
        except (BasebashError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
            log.exception("a bot failed", extra={"data": {"bot": level, "question": question.kind}})
        return question.random_answer(State(2, seed))

    def close(self) -> None:
        """Ends the workers."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
