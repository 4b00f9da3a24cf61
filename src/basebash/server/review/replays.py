"""Replays, stories and save files: of finished games for everybody, of others as far as one may know them.

Workers do the replaying and cache the games that are being looked at; the results are cached here.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec
from msgspec import Struct

from basebash import Game
from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.games import visibility
from basebash.server.games.replay_cache import LOCK, decode_game, encode_game, replayed_game
from basebash.server.games.results import open_lines
from basebash.server.games.story import tell_story
from basebash.server.host.storage import TableStore
from basebash.server.host.workers import Workers
from basebash.server.messages import GameEvent
from basebash.server.tables.table import Table

_CACHED_MOMENTS = 256
_CACHED_FILES = 16


class _Moment(Struct):
    """What a replay shows at a step."""

    view: dict[str, Any]
    log: list[dict[str, Any]]
    events: list[GameEvent]


class _EncodedMoment(Struct):
    """The same, as it comes from the worker."""

    view: msgspec.Raw
    log: msgspec.Raw
    events: msgspec.Raw


_decode_moment = msgspec.json.Decoder(_EncodedMoment).decode


def replay_moment(text: str, table: str, step: int, viewer: int | None) -> bytes:
    """Return what a viewer may see of a game after `step` answers, as JSON. Runs in a worker.

    Of a game under way this is what the viewer knew then; of a finished one, without a viewer, everything.
    """
    origin, answers = decode_game(text)
    with LOCK:
        replayed = replayed_game(table, origin, answers)
        game, then = replayed.game, replayed.at(step)
        last = sum(entry.after <= step for entry in game.entries)
        first = sum(entry.after < step for entry in game.entries)
        lines = game.log_for(viewer)[:last]
        if game.is_over and viewer is None:
            lines = open_lines(game, lines)
            view = visibility.open_view(then)
        else:
            view = then.view(viewer).data
        events = [visibility.event(lines[i], game.entries[i]) for i in range(first, last)]
    return messages.encode(_Moment(view, [line.to_json() for line in lines], events))


def save_for_seat(text: str, seat: int) -> str | None:
    """Return a game under way as a save file with no more than the seat knows. Runs in a worker."""
    return visibility.report(Game.load(text), seat)


class _Cache:
    """The last few results."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._found: OrderedDict[tuple[Any, ...], Any] = OrderedDict()

    def get(self, key: tuple[Any, ...]) -> Any:
        """Return a result; None if it is not cached."""
        if key in self._found:
            self._found.move_to_end(key)
        return self._found.get(key)

    def put(self, key: tuple[Any, ...], found: Any) -> None:
        """Cache a result."""
        self._found[key] = found
        while len(self._found) > self._size:
            self._found.popitem(last=False)


class Replays:
    """Shows past moments of games."""

    def __init__(self, workers: Workers, store: TableStore) -> None:
        self._workers = workers
        self._store = store
        self._moments = _Cache(_CACHED_MOMENTS)
        self._files = _Cache(_CACHED_FILES)

    async def at(self, table: Table, step: int | None, seen_by: str | None, token: str | None, client: str) -> bytes:
        """Return the state after `step` answers.

        Of a finished game as a seat saw it, or with all hands open. Of a game under way only as the token's seat or a
        spectator sees it.
        """
        core = table.core
        result = core.stored_end
        if result is None:
            names = core.started_game().setup.names
            is_over = core.started_game().is_over
        else:
            names, is_over = tuple(result.names), True
        viewer = self._viewer(table, seen_by, token, is_over=is_over)
        steps = len(core.started_play().seats) if result is None else result.answers
        step = steps if step is None else max(0, min(step, steps))
        state = table.states.state(None, None)
        state.clock = None
        state.you, state.answers, state.question_id = viewer, step, f"{core.id}-{step}"
        state.over = state.over if step == steps else None
        state.hints = not is_over and core.may_have_hints(viewer)
        if result is not None:  # of a game that was played with other rules only the end is known
            state.view, state.log = messages.as_encoded(result.view), messages.as_encoded(result.log)
        else:
            moment = _decode_moment(await self._moment(table, step, viewer, client))
            state.view, state.log = messages.as_encoded(moment.view), messages.as_encoded(moment.log)
            state.events = messages.as_encoded(moment.events)
        return messages.encode(messages.Replay(steps, list(names), state))

    async def _moment(self, table: Table, step: int, viewer: int | None, client: str) -> bytes:
        core = table.core
        assert core.play is not None
        game = core.play.game
        key = (core.id, core.version, core.move_count, step, viewer)
        found: bytes | None = self._moments.get(key)
        if found is None:
            answers = len(core.play.seats)
            found = await self._workers.replays_of(game).run(
                replay_moment, lambda: encode_game(game, answers), core.id, step, viewer, owner=client
            )
            self._moments.put(key, found)
        return found

    def _viewer(self, table: Table, seen_by: str | None, token: str | None, *, is_over: bool) -> int | None:
        core = table.core
        if not is_over:
            viewer = core.viewer(core.seat_of(token))
            if seen_by not in (None, str(viewer)):
                raise Refused("not_over", "Until the game is over you can only see what you knew yourself.")
            return viewer
        if seen_by is None or seen_by == "all":
            return None
        seats = len(core.seats)
        if not (seen_by.isdecimal() and int(seen_by) < seats):
            raise Refused("bad_request", f"as must be all, or 0 to {seats - 1}.")
        return int(seen_by)

    async def story(self, table: Table, client: str) -> bytes:
        """Return how a finished game came about."""
        core = table.core
        game = core.started_game()
        if core.halted is not None:
            raise Refused("halted", "The game was played with other rules, which would be needed to tell its story.")
        if not game.is_over:
            raise Refused("not_over", "The story is told once the game is over.")
        key = (core.id, core.version, "story")
        found: bytes | None = self._files.get(key)
        if found is None:
            times = await self._store.times(core.id)
            people = [at for at, seat in enumerate(core.seats) if not (seat.kind == "bot" or seat.resigned)]
            found = await self._workers.replays_of(game).run(
                tell_story, lambda: encode_game(game), core.id, times, people, owner=client
            )
            self._files.put(key, found)
        return found

    async def save(self, table: Table, token: str | None, client: str) -> str:
        """Return the game as a save file: all of it once it is over, before that what the token's seat may know."""
        seat = None if table.core.started_game().is_over else table.core.seat_of(token)
        return await self.save_for(table, seat, client)

    async def save_for(self, table: Table, seat: int | None, client: str) -> str:
        """Return a finished game as a save file, or one under way as far as a seat knows it."""
        core = table.core
        game = core.started_game()
        if core.halted is not None:
            raise Refused("halted", "The game was played with other rules, which would be needed to save it.")
        if game.is_over:
            seat = None
        elif seat is None or core.seats[seat].resigned:
            raise Refused("not_over", "Until the game is over only its players can save it; send your token.")
        key = (core.id, core.version, core.move_count, seat)
        found: str | None = self._files.get(key)
        if found is None:
            if seat is None:
                found = game.save()
            else:
                found = await self._workers.replays_of(game).run(
                    save_for_seat, lambda: game.save(log=False), seat, owner=client
                )
            if found is None:
                message = "This question cannot be saved without revealing hidden cards. Try again at the next one."
                raise Refused("busy", message)
            self._files.put(key, found)
        return found
