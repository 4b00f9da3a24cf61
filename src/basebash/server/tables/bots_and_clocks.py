"""What answers by itself at a table: bots, and the clock when a person's time has run out."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

from basebash import Answer, Question, State
from basebash.bots import end_of_circle
from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.games import visibility
from basebash.server.host.metrics import TableMetrics
from basebash.server.host.workers import LONGEST_TURN, SEARCHING, Workers
from basebash.server.logs import log
from basebash.server.messages import Level
from basebash.server.settings import Settings
from basebash.server.tables.audience import Audience
from basebash.server.tables.core import TableCore
from basebash.server.tables.deadlines import SOON_SECONDS, Deadline, is_over_days
from basebash.server.tables.moves import Moves

_RETRY_SECONDS = 5.0  # until a bot tries again when the database failed
_CLAIM_SECONDS = 2.0  # between attempts to take over a table whose process may have died
_RANDOM = secrets.SystemRandom()


class BotsAndClocks:
    """The bots and the clock of one table.

    `asked_at`: when the open question was asked. `minimum_delay`: how long its answer takes at least, where its speed
    could reveal hidden cards. `late_seat`: the seat of a bot that is still waiting for a free core.
    """

    __slots__ = (
        "_audience", "_bot", "_bot_answers", "_claim", "_core", "_deadline", "_metrics", "_moves", "_settings",
        "_spawn", "_timer", "_workers", "asked_at", "late_seat", "minimum_delay",
    )  # fmt: skip

    def __init__(
        self,
        core: TableCore,
        audience: Audience,
        moves: Moves,
        workers: Workers,
        settings: Settings,
        metrics: TableMetrics,
        spawn: Callable[..., asyncio.Task[None]],
        claim: Callable[[TableCore], Awaitable[bool]],
        deadline: Deadline,
    ) -> None:
        self._core = core
        self._audience = audience
        self._moves = moves
        self._workers = workers
        self._settings = settings
        self._metrics = metrics
        self._spawn = spawn
        self._claim = claim
        self._deadline = deadline
        self._bot: asyncio.Task[None] | None = None
        self._bot_answers: dict[tuple[int, int], int] = {}  # by turn and seat
        self._timer: asyncio.TimerHandle | None = None
        self.asked_at = 0.0
        self.minimum_delay = 0.0
        self.late_seat: int | None = None

    @property
    def is_running(self) -> bool:
        """Whether a bot is thinking or a clock is running."""
        return self._bot is not None or self._timer is not None

    def stop(self) -> None:
        """Stop the bot and the clock."""
        if self._timer is not None:
            self._timer.cancel()
        if self._bot is not None:
            self._bot.cancel()
        self._bot = self._timer = self.late_seat = None

    def start(self) -> None:
        """Start over for a question that has just been asked."""
        self.stop()
        self.asked_at = time.monotonic()
        self.minimum_delay = self._settings.secret_answer_delay_seconds * _RANDOM.uniform(1, 2)
        core = self._core
        asked, number = core.asked_seat, core.move_count
        if asked is None or core.halted is not None:
            return
        seat = core.seats[asked]
        if seat.is_played_by_bot:
            self._bot = self._spawn(self._play_bot(seat.level, number))
            return
        left = self._deadline.seconds_left() if is_over_days(core.request) else core.request.clock
        if left is not None and (left <= SOON_SECONDS or not is_over_days(core.request)):
            self._start_timer(left, lambda: self.run_out(number))

    def _start_timer(self, seconds: float, work: Callable[[], Any]) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, lambda: self._spawn(work()))

    async def wait_for_ownership(self) -> None:
        """Wait until this process runs the table's bots and clocks: another may do so, until it dies."""
        while not await self._claim(self._core):
            await asyncio.sleep(_CLAIM_SECONDS)

    async def _play_bot(self, level: Level, number: int) -> None:
        """Have a bot answer the open question."""
        core = self._core
        assert core.play is not None
        game = core.play.game
        await self.wait_for_ownership()
        turn = (game.state.turn, game.question.player)
        this_turn = {known: count for known, count in self._bot_answers.items() if known[0] == turn[0]}
        self._bot_answers = {**this_turn, turn: this_turn.get(turn, 0) + 1}
        if self._bot_answers[turn] > LONGEST_TURN:
            picks = end_of_circle(game.question)
        else:
            picks = await self._workers.choose(
                game, level, owner=core.maker, is_watched=self._audience.is_watched, say_late=self._note_late
            )
        pause = self._settings.hard_bot_delay_seconds if level in SEARCHING else self._settings.bot_delay_seconds
        if visibility.is_paced(game.question):
            pause = max(pause, self.minimum_delay)
        await asyncio.sleep(max(0.0, self.asked_at + pause - time.monotonic()))
        async with core.lock:
            if core.move_count == number and core.play.game is game and not game.is_over:
                self._bot = None  # the change it makes must not cancel it
                await self._give_or_replace(game.question, picks)

    def _note_late(self) -> None:
        """Show that the bot is waiting for a free core."""
        if self._core.asked_seat is not None:
            self.late_seat = self._core.asked_seat
            self._metrics.bots_late.inc()
            self._audience.show_state()

    async def _give_or_replace(self, question: Question, picks: Answer) -> None:
        """Give a bot's answer; if the engine fails on it, another one, so that the game goes on."""
        core = self._core
        random = State(2, secrets.randbits(62))
        for _ in range(20):
            try:
                await self._moves.give(question.player, picks)
            except Refused as refused:
                if refused.code == "busy":
                    log.warning("a bot's answer was not saved", table=core.id)
                    self._start_timer(_RETRY_SECONDS, self._retry)
                if refused.code != "illegal" or core.play is None or core.play.game.is_over:
                    return
                question = core.play.game.question
                picks = question.random_answer(random)
            else:
                return

    async def _retry(self) -> None:
        async with self._core.lock:
            await self._core.advance()

    async def run_out(self, number: int) -> None:
        """Have a bot answer once for a person whose time has run out, unless their answer is being handled."""
        core = self._core
        assert core.play is not None
        game = core.play.game
        while core.move_count == number and not await self._claim(core):
            await asyncio.sleep(_CLAIM_SECONDS)
        if core.move_count != number or game.is_over:
            return
        picks = await self._workers.choose(game, "easy", owner=core.maker)
        async with core.answer_lock, core.lock:
            if core.move_count == number and core.play.game is game:
                self._timer = None
                await self._give_or_replace(game.question, picks)

    def view(self) -> messages.ClockView | None:
        """Return how much time the asked player has, if there is a clock."""
        limit, seat = self._core.request.clock, self._core.asked_seat
        days_left = self._deadline.seconds_left()
        if days_left is not None and seat is not None and seat == self._core.due_seat:
            return messages.ClockView(seat, round(days_left), over_days=True)
        if limit is None or seat is None or self._timer is None:
            return None
        return messages.ClockView(seat, round(max(0.0, self.asked_at + limit - time.monotonic()), 1))
