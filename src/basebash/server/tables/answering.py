"""Answers from people."""

from __future__ import annotations

import asyncio
import time

from basebash import Question
from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.games import visibility
from basebash.server.tables.bots_and_clocks import BotsAndClocks
from basebash.server.tables.client import Client
from basebash.server.tables.core import TableCore
from basebash.server.tables.moves import Moves
from basebash.server.tables.pass_delay import PassDelays


class Answering:
    """Checks a person's answer, delays it where its speed would reveal hidden cards, and makes the move."""

    __slots__ = ("_clocks", "_core", "_moves", "_pass_delays")

    def __init__(self, core: TableCore, moves: Moves, clocks: BotsAndClocks, pass_delays: PassDelays) -> None:
        self._core = core
        self._moves = moves
        self._clocks = clocks
        self._pass_delays = pass_delays

    async def answer(self, client: Client, message: messages.Answer) -> None:
        """Handle a person's answer to the open question.

        Only one answer is handled at a time. The table's lock is not held during the delay: the table must serve
        everybody else, and a blocked table would reveal that an answer has arrived.
        """
        core = self._core
        async with core.answer_lock:
            async with core.lock:
                question = self._check(client, message)
                if question is None:
                    return
                delay = self._delay(question, is_pass=not message.picks)
                if delay <= 0:
                    await self._moves.give(question.player, tuple(message.picks))
                    return
            await asyncio.sleep(delay)
            async with core.lock:
                question = self._check(client, message)
                if question is not None:
                    await self._moves.give(question.player, tuple(message.picks))

    def _check(self, client: Client, message: messages.Answer) -> Question | None:
        """Return the question that is answered; None for an answer that has been given already."""
        core = self._core
        game = core.started_game()
        seat = core.active_seat(client)
        picks = tuple(message.picks)
        if message.number != core.move_count:
            if self._moves.is_repeat(message.number, seat, picks):
                client.show_state()
                return None
            raise Refused("stale", "The game has moved on; look at the question that is open now.")
        core.check_not_halted()
        if game.is_over:
            raise Refused("over", "The game is over.")
        question = game.question
        if question.player != seat:
            raise Refused("not_asked", "You are not asked at the moment.")
        if not question.is_legal(picks):
            raise Refused(
                "illegal",
                f"Pick {question.low} to {question.high} different options, 0 to {len(question.items) - 1}.",
            )
        return question

    def _delay(self, question: Question, *, is_pass: bool) -> float:
        """Return how many seconds an answer has to wait before it counts.

        Playing something shows that it could be played, so it need not wait; every other answer does, if hidden
        cards decide what can be picked.
        """
        if not visibility.is_paced(question) or not (is_pass or not question.can_decline):
            return 0.0
        open_for = time.monotonic() - self._clocks.asked_at
        least = self._clocks.minimum_delay
        if question.items:
            self._pass_delays.note(max(least, open_for))
            return least - open_for
        return max(least, self._pass_delays.draw()) - open_for
