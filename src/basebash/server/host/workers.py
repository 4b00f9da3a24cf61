"""Workers: bots, previews, replays and saves are kept off the event loop.

Bots only get copies in which the hidden cards are dealt again. Games with packs have guarded workers of their own.
Searching bots are shared fairly, and the more of them wait, the less time each one gets.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TypeVar

import msgspec

from basebash import Answer, Game, State
from basebash.bots import ask, make_bot
from basebash.bots.names import HARD_SECONDS
from basebash.server import messages
from basebash.server.errors import PackFault
from basebash.server.games import visibility
from basebash.server.games.advice import advise
from basebash.server.host.pool import Pool, Save
from basebash.server.logs import log
from basebash.server.messages import BotMove, Level

T = TypeVar("T")
LONGEST_TURN = 60  # answers of one bot in a turn: some cards can be played in circles forever
SEARCHING: tuple[Level, ...] = ("hard",)
_MAX_PREVIEWS = 60  # waiting; each takes tens of milliseconds
_MIN_SECONDS = 0.1  # that a bot may think even if many wait
ROLLOUTS = 80  # of a hint or a moment of an analysis, about a second: fewer would say too little


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


def _text_of(game: Game) -> Save:
    """Return what makes the text of a game for a worker, which has its packs and needs no log."""
    return lambda: game.save(log=False)


class Workers:
    """All workers of a host.

    `quick` does what takes milliseconds, `searching` runs the bots that search, `replays` replays games. Games with
    packs use `guarded`, whose jobs are limited, and `trials`, where every answer is tried before it counts.
    `late`: the seconds after which a bot that waits for a worker says so.
    """

    def __init__(
        self, quick: Pool, searching: Pool, replays: Pool, guarded: Pool, trials: Pool, late: float = 5.0
    ) -> None:
        self._late = late
        self._quick = quick
        self._searching = searching
        self.replays = replays
        self._guarded = guarded
        self.trials = trials

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
        pool = self._pool(game, self._searching if level in SEARCHING else self._quick)
        late = None if say_late is None else (self._late, say_late)
        try:
            answer = await pool.run(
                think, _text_of(game), level, seed, self._seconds(), owner=owner, is_watched=is_watched, late=late
            )
            if question.is_legal(answer):
                return answer
            log.error("a bot gave an illegal answer", bot=level, question=question.kind)
        except PackFault as fault:
            log.warning("a bot met a fault of a pack", bot=level, fault=str(fault))
        except Exception:  # noqa: BLE001  # a broken bot must not stop a game
            log.exception("a bot failed", bot=level, question=question.kind)
        return question.random_answer(State(2, seed))

    def _pool(self, game: Game, usual: Pool) -> Pool:
        """Return the pool for work on a game."""
        return self._guarded if game.setup.packs else usual

    def replays_of(self, game: Game) -> Pool:
        """Return the pool that replays a game."""
        return self._pool(game, self.replays)

    async def advise(self, game: Game, owner: str = "") -> list[BotMove]:
        """Return what a searching bot would do at the open question of a game, best move first."""
        try:
            return msgspec.json.decode(await self.search(game, advise, _text_of(game), owner=owner), type=list[BotMove])
        except PackFault as fault:
            log.warning("a hint met a fault of a pack", fault=str(fault))
            return []
        except Exception:  # noqa: BLE001  # a game goes on without a hint
            log.exception("a hint failed", question=game.question.kind)
            return []

    async def search(
        self, game: Game, job: Callable[..., T], text: Save, *more: object, owner: str = "", is_watched: bool = True
    ) -> T:
        """Run a job of a searching bot on a game, which is also given its number of rollouts and a seed."""
        seed = secrets.randbits(62)
        pool = self._pool(game, self._searching)
        return await pool.run(job, text, *more, ROLLOUTS, seed, owner=owner, is_watched=is_watched)

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
            return await self._pool(game, self._quick).run(preview, _text_of(game), seat, number, owner=owner)
        except PackFault as fault:
            log.warning("a preview met a fault of a pack", fault=str(fault))
            return messages.encode(messages.Preview(number, {}))
        except Exception:  # noqa: BLE001  # a game goes on without previews
            log.exception("a preview failed", question=game.question.kind)
            return messages.encode(messages.Preview(number, {}))

    def close(self) -> None:
        """Stop all workers."""
        for pool in (self._quick, self._searching, self.replays, self._guarded, self.trials):
            pool.close()
