"""Players who are away: nudges, votes, and the bots that stand in for them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import msgspec

from basebash.server.errors import Refused
from basebash.server.tables.audience import Audience
from basebash.server.tables.bots_and_clocks import BotsAndClocks
from basebash.server.tables.chat import Chat
from basebash.server.tables.client import Client
from basebash.server.tables.core import TableCore
from basebash.server.tables.seating import Seating


class Absence:
    """Who of a table's players is away, and since when."""

    __slots__ = (
        "_announce", "_audience", "_away_since", "_chat", "_clocks", "_core", "_nudged_at", "_seating", "_spawn",
        "_timer", "_votes", "away_seconds",
    )  # fmt: skip

    def __init__(
        self,
        core: TableCore,
        audience: Audience,
        seating: Seating,
        chat: Chat,
        clocks: BotsAndClocks,
        away_seconds: float,
        spawn: Callable[..., asyncio.Task[None]],
        announce: Callable[..., None],
    ) -> None:
        self._core = core
        self._audience = audience
        self._seating = seating
        self._chat = chat
        self._clocks = clocks
        self._spawn = spawn
        self._announce = announce
        self._away_since = dict.fromkeys(range(len(core.seats)), time.monotonic())
        self._votes: dict[int, set[int]] = {}  # for a stand-in at a seat: the seats that voted for it
        self._nudged_at: dict[int, float] = {}
        self._timer: asyncio.TimerHandle | None = None
        self.away_seconds = away_seconds  # how long a player must be away to be nudged or replaced

    @property
    def is_watching(self) -> bool:
        """Whether a bot is going to stand in for a player unless they come back."""
        return self._timer is not None

    def away(self, seat: int) -> float | None:
        """Return for how many seconds the person at a seat has been away; None if they are here or no person."""
        if self._core.seats[seat].kind != "person" or seat not in self._away_since:
            return None
        return time.monotonic() - self._away_since[seat]

    def votes(self, seat: int) -> list[int]:
        """Return the seats that voted for a stand-in at a seat."""
        return sorted(self._votes.get(seat, ()))

    def note_votes(self, seat: int, voters: list[int]) -> None:
        """Take over the votes that another process has counted."""
        self._votes[seat] = set(voters)

    def note_presence(self) -> None:
        """Somebody came or left: note who is away now."""
        present = self._audience.present_seats()
        now = time.monotonic()
        seats = range(len(self._core.seats))
        self._away_since = {seat: self._away_since.get(seat, now) for seat in seats if seat not in present}
        for seat in present:
            self._votes.pop(seat, None)
        self.watch()

    def stop(self) -> None:
        """Stop waiting for whoever is away."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def watch(self) -> None:
        """If the table has a limit for absence, have a bot stand in for the asked player once it is exceeded."""
        self.stop()
        core = self._core
        limit, seat = core.request.absent, core.asked_seat
        if limit is None or core.halted is not None or seat is None or core.is_bot_asked:
            return
        away = self.away(seat)
        if away is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(0.0, limit - away), lambda: self._spawn(self._stop_waiting_for(seat)))

    async def _stop_waiting_for(self, seat: int) -> None:
        core = self._core
        await self._clocks.wait_for_ownership()
        async with core.answer_lock, core.lock:
            self._timer = None
            if self.away(seat) is not None and core.asked_seat == seat and not core.is_bot_asked:
                await self._set_stand_in(seat, is_bot=True)

    async def stand_in(self, client: Client, seat: int, *, yes: bool) -> None:
        """A player decides whether a bot plays for their own seat, or votes on it for somebody who is away."""
        core = self._core
        async with core.lock:
            game, own = core.started_game(), core.active_seat(client)
            if game.is_over or core.halted is not None:
                raise Refused("over", "No game is being played.")
            if seat >= len(core.seats) or core.seats[seat].kind != "person":
                raise Refused("not_allowed", "No person sits there.")
            if seat == own:
                if core.seats[seat].stand_in != yes:
                    await self._set_stand_in(seat, is_bot=yes)
                return
            away = self.away(seat)
            if away is None or away < self.away_seconds:
                raise Refused("not_allowed", "They are here, or were a moment ago.")
            votes = self._votes.setdefault(seat, set())
            (votes.add if yes else votes.discard)(own)
            self._announce("vote", core.id, number=seat, seats=sorted(votes))
            if len(votes) >= self._votes_needed(seat):
                await self._set_stand_in(seat, is_bot=True)
            else:
                self._audience.show_state()

    def _votes_needed(self, seat: int) -> int:
        """Return how many votes are a majority of the other people who are here."""
        seats, present = self._core.seats, self._audience.present_seats()
        others = [number for number in present if number != seat and seats[number].kind == "person"]
        return len(others) // 2 + 1

    async def _set_stand_in(self, seat: int, *, is_bot: bool) -> None:
        core = self._core
        await self._seating.change_seat(seat, msgspec.structs.replace(core.seats[seat], stand_in=is_bot))
        self._votes.pop(seat, None)
        name = core.seats[seat].name
        text = f"A bot is playing for {name}." if is_bot else f"{name} is back."
        await self._chat.add_line(seat, text, "notice")
        if core.asked_seat == seat:
            await core.advance()
        else:
            self._audience.show_state()

    async def come_back(self, seat: int) -> None:
        """The person is here again: the bot stops playing for them."""
        async with self._core.lock:
            if self._core.seats[seat].stand_in and self._core.asked_seat is not None:
                await self._set_stand_in(seat, is_bot=False)

    async def nudge(self, client: Client, seat: int) -> None:
        """Tell the asked player that somebody is waiting for them."""
        core = self._core
        own = core.active_seat(client)
        if seat != core.asked_seat or seat == own or core.seats[seat].is_played_by_bot:
            raise Refused("not_allowed", "Nobody is waiting for them.")
        now = time.monotonic()
        if now - self._nudged_at.get(seat, -1e9) < self.away_seconds:
            raise Refused("too_fast", "They have just been nudged.")
        self._nudged_at[seat] = now
        await self._chat.add_line(seat, f"{core.seats[own].name} is waiting for {core.seats[seat].name}.", "nudge")
