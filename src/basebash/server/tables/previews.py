"""What players may ask about the open question: previews, hints, and why a number is what it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from basebash import Game
from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.games import visibility
from basebash.server.host.workers import Workers
from basebash.server.tables.client import Client
from basebash.server.tables.core import TableCore


class Previews:
    """The previews and hints of one table. The preview of the open question is worked out once."""

    __slots__ = ("_core", "_preview", "_spawn", "_waiting", "_work", "_workers")

    def __init__(self, core: TableCore, workers: Workers, spawn: Callable[..., asyncio.Task[None]]) -> None:
        self._core = core
        self._workers = workers
        self._spawn = spawn
        self._preview: bytes | None = None
        self._work: asyncio.Task[None] | None = None
        self._waiting: set[Client] = set()

    def forget(self) -> None:
        """Forget the preview of a question that is no longer open."""
        if self._work is not None:
            self._work.cancel()
        self._preview = self._work = None
        self._waiting.clear()

    def preview(self, client: Client, number: int) -> None:
        """Send, once it is known, what each option of the player's open question leads to."""
        game, seat = self._own_question(client, number)
        if self._preview is not None:
            client.send(self._preview)
            return
        self._waiting.add(client)
        if self._work is None:
            self._work = self._spawn(self._work_out_preview(game, seat, number))

    def hint(self, client: Client, number: int) -> None:
        """Send, once it is known, what a bot would do at the player's open question."""
        core = self._core
        core.started_game()
        if not core.may_have_hints(core.active_seat(client)):
            raise Refused("not_allowed", "Hints are not allowed in this game: other people are playing.")
        game, _ = self._own_question(client, number)
        if not client.may_talk():
            raise Refused("too_fast", "You are asking too fast; wait a moment.")
        _ = self._spawn(self._work_out_hint(client, game, number))

    def explain(self, client: Client, message: messages.Explain) -> None:
        """Send why a number on the table is what it is."""
        explanation = visibility.explain(self._core.started_game(), message)
        if explanation is None:
            raise Refused("not_in_play", "Ask about a minion or a base in play, and for a total name the player.")
        client.send(explanation)

    def _own_question(self, client: Client, number: int) -> tuple[Game, int]:
        core = self._core
        game, seat = core.started_game(), core.active_seat(client)
        if number != core.move_count:
            raise Refused("stale", "The game has moved on; look at the question that is open now.")
        if core.asked_seat != seat:
            raise Refused("not_asked", "You are not asked at the moment.")
        return game, seat

    async def _work_out_preview(self, game: Game, seat: int, number: int) -> None:
        found = await self._workers.preview(game, seat, number, self._core.maker)
        if number == self._core.move_count:
            self._preview = found
            for client in self._waiting:
                client.send(found)

    async def _work_out_hint(self, client: Client, game: Game, number: int) -> None:
        moves = await self._workers.advise(game, owner=self._core.maker)
        if number == self._core.move_count:
            client.send(messages.Hint(number, moves))
