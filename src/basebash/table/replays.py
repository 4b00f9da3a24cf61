"""Games step by step: finished ones for everybody, those under way as far as the one who asks may know them."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from typing import Any

from basebash import Answer, Game, LogLine, Setup
from basebash.table import sight
from basebash.table.play import Play
from basebash.table.tables import Refused, Table

_EVERY = 20


class Steps:
    """A game with a copy every few answers."""

    def __init__(self, setup: Setup) -> None:
        self._game = Play(setup).game
        self._answers: list[Answer] = []
        self._copies = [self._game.clone()]

    def follow(self, answers: list[Answer]) -> bool:
        """Goes on to the last of these answers; False if the game has gone another way since (after an undo)."""
        if answers[: len(self._answers)] != self._answers:
            return False
        for answer in answers[len(self._answers) :]:
            self._game.answer(answer)
            self._answers.append(answer)
            if len(self._answers) % _EVERY == 0:
                self._copies.append(self._game.clone())
        return True

    def at(self, step: int) -> Game:
        """A copy of the game after so many answers."""
        game = self._copies[step // _EVERY].clone()
        for answer in self._answers[step - step % _EVERY : step]:
            game.answer(answer)
        return game


class Replays:
    """The few games that are being looked at."""

    def __init__(self, kept: int = 8) -> None:
        self._kept = kept
        self._games: OrderedDict[str, Steps] = OrderedDict()
        self._lock = threading.Lock()

    async def at(self, table: Table, step: int | None, eyes: str | None, token: str | None) -> dict[str, Any]:
        """The state after so many answers: of a finished game through the eyes of a seat or with all hands open.

        Of a game under way only as the token's seat sees it, or a spectator.
        """
        game = table.game()
        assert table.play is not None
        is_over = game.is_over
        viewer = self._viewer(table, eyes, token)
        answers = game.history[: len(table.play.seats)]
        step = len(answers) if step is None else max(0, min(step, len(answers)))
        last = sum(entry.after <= step for entry in game.entries)
        first = sum(entry.after < step for entry in game.entries)
        lines = game.log_for(viewer)[:last]
        if viewer is None and is_over:
            lines = _open_lines(game, lines)
        then = await asyncio.to_thread(self._game_at, table.id, game.setup, answers, step)
        if is_over:
            view = sight.open_view(then) if viewer is None else then.view(viewer).data
        else:
            view = {**sight.view(then, viewer), "question": None}
        data = table.frame_of_replay()
        data.update(
            you=viewer,
            answers=step,
            question_id=f"{table.id}-{step}",
            view=view,
            log=[line.to_json() for line in lines],
            log_from=0,
            events=[sight.event(lines[i], game.entries[i]) for i in range(first, last)],
            over=table.over() if step == len(answers) else None,
        )
        return {"steps": len(answers), "names": list(game.setup.names), "state": data}

    def _viewer(self, table: Table, eyes: str | None, token: str | None) -> int | None:
        if not table.game().is_over:
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

    def _game_at(self, table_id: str, setup: Setup, answers: list[Answer], step: int) -> Game:
        with self._lock:
            steps = self._games.get(table_id)
            if steps is None or not steps.follow(answers):
                steps = self._games[table_id] = Steps(setup)
                steps.follow(answers)
                while len(self._games) > self._kept:
                    self._games.popitem(last=False)
            self._games.move_to_end(table_id)
            return steps.at(step)


def _open_lines(game: Game, lines: list[LogLine]) -> list[LogLine]:
    """Each line as whoever knows most reads it."""
    told = [lines, *(game.log_for(seat) for seat in range(game.players))]
    return [max((own[i] for own in told), key=lambda line: len(line.parts)) for i in range(len(lines))]


async def save_of(table: Table, token: str | None) -> str:
    """The game as a save file: all of it once it is over, before that what the token's seat may know."""
    game = table.game()
    if game.is_over:
        return game.save()
    seat = table.seat_of(token)
    if seat is None or table.seats[seat].resigned:
        raise Refused("not_over", "Until the game is over only players can save what they know; send your token.")
    text = await asyncio.to_thread(sight.report, game.clone(), seat)
    if text is None:
        raise Refused("busy", "This question cannot be saved without telling hidden cards. Try at the next one.")
    return text
