"""Rematches and series."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

import msgspec

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.host.storage import TableStore
from basebash.server.messages import TableRequest
from basebash.server.storage.errors import WriteConflict
from basebash.server.tables.audience import Audience
from basebash.server.tables.client import Client
from basebash.server.tables.core import TableCore


class Rematches:
    """What follows a finished game. `open_table` creates a table and returns its id."""

    __slots__ = ("_announce", "_audience", "_core", "_open_table", "_store", "wanted_by")

    def __init__(
        self,
        core: TableCore,
        audience: Audience,
        store: TableStore,
        announce: Callable[..., None],
        open_table: Callable[..., Awaitable[Any]],
    ) -> None:
        self._core = core
        self._audience = audience
        self._store = store
        self._announce = announce
        self._open_table = open_table
        self.wanted_by: set[int] = set()  # the seats that asked for a rematch

    async def rematch(self, client: Client, factions: Literal["again", "same", "other"] = "again") -> None:
        """Open a table for the same players, where the same tokens are valid."""
        core = self._core
        async with core.lock:
            if client.seat is None:
                raise Refused("not_your_seat", "You are watching; only players can do that.")
            if core.status != "over":
                raise Refused("not_over", "The game is not over yet.")
            self.wanted_by.add(client.seat)
            self._announce("wants", core.id, seats=[client.seat])
            if core.rematch_id is None:
                seats = [
                    msgspec.structs.replace(
                        seat, kind="person" if seat.resigned else seat.kind, resigned=False, stand_in=False, picks=[]
                    )
                    for seat in core.seats
                ]
                table = await self._open_table(
                    self._next_request(factions),
                    seats,
                    core.name,
                    core.maker,
                    listed=core.listed,
                    wins=[] if self.series() is None else self._next_wins(),
                    people_of=core.id,
                )
                try:
                    await self._store.update(core.id, version=core.version, rematch=table.id)
                    core.version += 1
                    core.rematch_id = table.id
                except WriteConflict:  # somebody was quicker at another process
                    await core.catch_up()
            self._audience.show_state()

    def _next_request(self, factions: Literal["again", "same", "other"]) -> TableRequest:
        """Return what is played next. The players take turns at starting."""
        core = self._core
        if core.play is None:  # it cannot be replayed, so nobody knows who started
            return msgspec.structs.replace(core.request, waits=factions == "other", league="")
        state = core.play.game.state
        request = msgspec.structs.replace(
            core.request, waits=factions == "other", first=(state.first_player + 1) % len(core.seats), league=""
        )
        if factions == "same":
            request = msgspec.structs.replace(request, factions=[list(names) for names in state.factions])
        elif factions == "other" and not isinstance(request.factions, str):
            request = msgspec.structs.replace(request, factions="random")
        return request

    def _next_wins(self) -> list[int]:
        """Return each seat's wins in the series for the next game; a decided series starts again."""
        series = self.series()
        if series is None or series.decided:
            return [0] * len(self._core.seats)
        return series.wins

    def series(self) -> messages.SeriesView | None:
        """Return the state of the series, if one is being played. A shared win counts for nobody."""
        core = self._core
        if core.request.series == 1:
            return None
        wins = list(core.wins)
        over = self.over()
        if over is not None and len(over.winners) == 1:
            wins[over.winner] += 1
        needed = core.request.series // 2 + 1
        return messages.SeriesView(core.request.series, sum(core.wins) + 1, wins, max(wins) >= needed)

    def over(self) -> messages.OverView | None:
        """Return how the game ended, if it did."""
        core = self._core
        end = core.stored_end
        if end is not None and end.fault:
            return None
        if end is not None:  # current rules play it otherwise
            winners, standings = end.winners, end.standings
        elif core.play is not None and core.play.game.is_over:
            winners, standings = core.play.game.winners, core.play.game.standings
        else:
            return None
        replay = f"/api/tables/{core.id}/replay"
        return messages.OverView(winners[0], winners, standings, replay, core.rematch_id, sorted(self.wanted_by))
