"""Picking factions in the room, before the game starts."""

from __future__ import annotations

import msgspec

from basebash import BasebashError
from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.games.factions import check_pick, pool_of
from basebash.server.tables.audience import Audience
from basebash.server.tables.client import Client
from basebash.server.tables.core import TableCore
from basebash.server.tables.seating import Seating
from basebash.server.tables.seats import collections_of, without_unfit_picks


class Picking:
    """What the players of one table pick, and which sets they have."""

    __slots__ = ("_audience", "_core", "_seating")

    def __init__(self, core: TableCore, audience: Audience, seating: Seating) -> None:
        self._core = core
        self._audience = audience
        self._seating = seating

    async def pick(self, client: Client, message: messages.Pick) -> None:
        """Pick two factions for one's own seat, or as the creator for a bot; the game starts with the last pick."""
        core = self._core
        async with core.lock:
            number = self._seat_of(client, message.seat)
            if core.request.factions != "choose":
                raise Refused("not_allowed", "The factions at this table are not picked by its players.")
            seat = core.seats[number]
            others = [other.picks for other in core.seats if other is not seat]
            try:
                pool = pool_of(core.request, collections_of(core.seats))
                picks = check_pick(core.request, message.factions, others, pool)
            except BasebashError as error:
                raise Refused("bad_request", str(error)) from None
            await self._seating.change_seat(number, msgspec.structs.replace(seat, picks=picks))
            self._audience.show_state()
        await self._seating.start_if_full()

    async def collect(self, client: Client, collection: list[str]) -> None:
        """Note which sets somebody has; picks that no longer fit are dropped."""
        core = self._core
        async with core.lock:
            number = self._seat_of(client, None)
            seats = list(core.seats)
            seats[number] = msgspec.structs.replace(seats[number], collection=collection)
            await self._seating.change_seats(dict(enumerate(without_unfit_picks(core.request, seats))))
            self._audience.show_state()

    def _seat_of(self, client: Client, wanted: int | None) -> int:
        core = self._core
        if core.status != "open":
            raise Refused("already_started", "The game has started.")
        if client.seat is None:
            raise Refused("not_your_seat", "You are watching; only players can do that.")
        if wanted is None or wanted == client.seat:
            return client.seat
        is_bot = wanted < len(core.seats) and core.seats[wanted].kind == "bot"
        if not is_bot or not core.seats[client.seat].is_creators:
            raise Refused("not_your_seat", "Only the table's creator can pick for others, and only for bots.")
        return wanted
