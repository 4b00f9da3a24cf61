"""Games step by step: finished ones for everybody, those under way as far as the one who asks may know them.

The looking back is done by a worker, which keeps the few games that are being looked at; what it found is kept too.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import msgspec
from msgspec import Struct

from basebash import Game
from basebash.server import messages
from basebash.server.games import visibility
from basebash.server.games.replay_cache import LOCK, read, steps_of, text_of
from basebash.server.games.results import open_lines
from basebash.server.games.story import tell
from basebash.server.messages import GameEvent
from basebash.server.tables.table import Refused, Table

_ANSWERS = 256  # that the server keeps


class Moment(Struct):
    """What a replay shows at a step."""

    view: dict[str, Any]
    log: list[dict[str, Any]]
    events: list[GameEvent]


def look(text: str, table: str, step: int, viewer: int | None) -> bytes:
    """What a viewer may see of a game after so many answers, as JSON. Runs in a worker.

    Of a game under way what the viewer knew then; of a finished one, without a viewer, everything.
    """
    origin, given = read(text)
    with LOCK:
        steps = steps_of(table, origin, given)
        game, then = steps.game, steps.at(step)
        last = sum(entry.after <= step for entry in game.entries)
        first = sum(entry.after < step for entry in game.entries)
        lines = game.log_for(viewer)[:last]
        if game.is_over and viewer is None:
            lines = open_lines(game, lines)
            view = visibility.open_view(then)
        else:
            view = then.view(viewer).data
        events = [visibility.event(lines[i], game.entries[i]) for i in range(first, last)]
    return messages.encode(Moment(view, [line.to_json() for line in lines], events))


def report(text: str, seat: int) -> str | None:
    """A game under way as a save file that holds no more than the seat knows. Runs in a worker."""
    return visibility.report(Game.load(text), seat)


class Kept:
    """The last few things that were worked out."""

    def __init__(self, most: int = _ANSWERS) -> None:
        self._most = most
        self._found: OrderedDict[tuple[Any, ...], Any] = OrderedDict()

    def get(self, key: tuple[Any, ...]) -> Any:
        """What was found; None if it is not kept."""
        if key in self._found:
            self._found.move_to_end(key)
        return self._found.get(key)

    def put(self, key: tuple[Any, ...], found: Any) -> None:
        """Keeps it."""
        self._found[key] = found
        while len(self._found) > self._most:
            self._found.popitem(last=False)


class Replays:
    """Answers to those who look back."""

    def __init__(self) -> None:
        self._moments = Kept()
        self._saves = Kept(16)

    async def at(self, table: Table, step: int | None, eyes: str | None, token: str | None, client: str) -> bytes:
        """The state after so many answers: of a finished game through the eyes of a seat or with all hands open.

        Of a game under way only as the token's seat sees it, or a spectator.
        """
        game = table.game()
        assert table.play is not None
        facts = table.result if table.halted is not None else None
        is_over = game.is_over or facts is not None
        viewer = self._viewer(table, eyes, token, is_over=is_over)
        steps = len(table.play.seats) if facts is None else facts.answers
        step = steps if step is None else max(0, min(step, steps))
        data = table.frame_of_replay()
        data.update(you=viewer, answers=step, question_id=f"{table.id}-{step}", log_from=0)
        data["over"] = table.over() if step == steps else None
        data["hints"] = not is_over and table.may_have_hints(viewer)
        if facts is not None:  # of a game of other rules only its end is known
            data.update(view=facts.view, log=facts.log, events=[])
        else:
            found = await self._moment(table, step, viewer, client)
            data.update(msgspec.json.decode(found, type=dict[str, msgspec.Raw]))
        return messages.encode({"steps": steps, "names": list(game.setup.names), "state": data})

    async def _moment(self, table: Table, step: int, viewer: int | None, client: str) -> bytes:
        assert table.play is not None
        game = table.play.game
        key = (table.id, table.version, table.moves, step, viewer)
        found: bytes | None = self._moments.get(key)
        if found is None:
            answers = len(table.play.seats)
            found = await table.hall.players.readers.do(
                look, lambda: text_of(game, answers), table.id, step, viewer, owner=client
            )
            self._moments.put(key, found)
        return found

    def _viewer(self, table: Table, eyes: str | None, token: str | None, *, is_over: bool) -> int | None:
        if not is_over:
            viewer = table.viewer(table.seat_of(token))
            if eyes not in (None, str(viewer)):
                raise Refused("not_over", "Until the game is over everybody sees it with their own eyes only.")
            return viewer
        seats = len(table.seats)
        if eyes is None or eyes == "all":
            return None
        if not (eyes.isdecimal() and int(eyes) < seats):
            raise Refused("bad_request", f"Say as=all or as=0 to as={seats - 1}.")
        return int(eyes)

    async def story(self, table: Table, client: str) -> bytes:
        """How a finished game came about."""
        game = table.game()
        if table.halted is not None:
            raise Refused("halted", "The game was played by other rules; they would be needed to tell its story.")
        if not game.is_over:
            raise Refused("not_over", "The story is told when the game is over.")
        key = (table.id, table.version, "story")
        found: bytes | None = self._saves.get(key)
        if found is None:
            times = await table.hall.store.times(table.id)
            people = [at for at, seat in enumerate(table.seats) if not (seat.kind == "bot" or seat.resigned)]
            found = await table.hall.players.readers.do(
                tell, lambda: text_of(game), table.id, times, people, owner=client
            )
            self._saves.put(key, found)
        return found

    async def save(self, table: Table, token: str | None, client: str) -> str:
        """The game as a save file: all of it once it is over, before that what the token's seat may know."""
        game = table.game()
        if table.halted is not None:
            raise Refused("halted", "The game was played by other rules; they would be needed to save it.")
        seat: int | None = None
        if not game.is_over:
            seat = table.seat_of(token)
            if seat is None or table.seats[seat].resigned:
                message = "Until the game is over only players can save what they know; send your token."
                raise Refused("not_over", message)
        key = (table.id, table.version, table.moves, seat)
        found: str | None = self._saves.get(key)
        if found is None:
            if seat is None:
                found = game.save()
            else:
                found = await table.hall.players.readers.do(report, game.save, seat, owner=client)
            if found is None:
                message = "This question cannot be saved without telling hidden cards. Try at the next one."
                raise Refused("busy", message)
            self._saves.put(key, found)
        return found
