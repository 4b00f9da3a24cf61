"""Finished games, step by step."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from typing import Any

from basebash import Game
from basebash.table import sight
from basebash.table.play import Play
from basebash.table.tables import Refused, Table

_EVERY = 20


class Replays:
    """Finished games with a copy every few answers, for the few games that are being looked at."""

    def __init__(self, kept: int = 8) -> None:
        self._kept = kept
        self._copies: OrderedDict[str, list[Game]] = OrderedDict()
        self._lock = threading.Lock()

    def at(self, table: Table, step: int | None, eyes: str) -> dict[str, Any]:
        """The state after so many answers, through the eyes of a seat or with all hands open. May take a while."""
        play = table.play
        if play is None or not play.game.is_over:
            raise Refused("not_over", "The replay is open to all once the game is over.")
        seats = len(table.seats)
        if eyes != "all" and not (eyes.isdecimal() and int(eyes) < seats):
            raise Refused("bad_request", f"Say as=all or as=0 to as={seats - 1}.")
        viewer = None if eyes == "all" else int(eyes)
        steps = len(play.seats)
        step = steps if step is None else max(0, min(step, steps))
        game = self._game_at(table.id, play, step)
        # What happened up to here is told by the whole game: a copy has no log of its own.
        last = sum(entry.after <= step for entry in play.game.entries)
        first = sum(entry.after < step for entry in play.game.entries)
        entries = play.game.entries[:last]
        lines = play.game.log_for(viewer)[:last]
        if viewer is None:
            by_seat = [play.game.log_for(seat)[:last] for seat in range(seats)]
            lines = [max((own[i] for own in (lines, *by_seat)), key=lambda line: len(line.parts)) for i in range(last)]
        data = table.frame_of_replay()
        data.update(
            you=viewer,
            answers=step,
            question_id=f"{table.id}-{step}",
            view=sight.open_view(game) if viewer is None else game.view(viewer).data,
            log=[line.to_json() for line in lines],
            log_from=0,
            events=[sight.event(line, entry) for line, entry in list(zip(lines, entries, strict=True))[first:]],
            over=table.over() if step == steps else None,
        )
        return {"steps": steps, "names": list(play.game.setup.names), "state": data}

    def _game_at(self, table_id: str, play: Play, step: int) -> Game:
        answers = play.game.history
        with self._lock:
            copies = self._copies.get(table_id)
            if copies is None:
                game = Play(play.game.setup).game
                copies = [game.clone()]
                for number, answer in enumerate(answers, 1):
                    game.answer(answer)
                    if number % _EVERY == 0:
                        copies.append(game.clone())
                self._copies[table_id] = copies
                while len(self._copies) > self._kept:
                    self._copies.popitem(last=False)
            self._copies.move_to_end(table_id)
        start = min(step // _EVERY, len(copies) - 1)
        game = copies[start].clone()
        for answer in answers[start * _EVERY : step]:
            game.answer(answer)
        return game


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
