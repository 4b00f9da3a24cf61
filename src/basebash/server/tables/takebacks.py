"""Undo, the consent it needs, resigning, and settling a game that does not fit the current rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.host.storage import TableStore
from basebash.server.logs import log
from basebash.server.tables.audience import Audience
from basebash.server.tables.client import Client
from basebash.server.tables.core import TableCore
from basebash.server.tables.moves import Moves
from basebash.server.tables.seating import Seating
from basebash.server.tables.seats import Seat
from basebash.server.tables.takeback_request import TakebackRequest

_MAX_MOVES = 20_000  # no undo after that; a long game has a tenth of it


class Takebacks:
    """Requests that the other players must agree to. The pending one is `core.takeback`."""

    __slots__ = ("_announce", "_audience", "_core", "_moves", "_seating", "_store")

    def __init__(
        self,
        core: TableCore,
        audience: Audience,
        moves: Moves,
        seating: Seating,
        store: TableStore,
        announce: Callable[..., None],
    ) -> None:
        self._core = core
        self._audience = audience
        self._moves = moves
        self._seating = seating
        self._store = store
        self._announce = announce

    async def undo(self, client: Client) -> None:
        """A player wants to take their last answer back."""
        core = self._core
        async with core.lock:
            game, seat = core.started_game(), core.active_seat(client)
            assert core.play is not None
            if game.is_over:
                raise Refused("over", "The game is over; nothing can be taken back.")
            core.check_not_halted()
            keep = core.play.undo_point(seat)
            if keep is None:
                raise Refused("nothing_to_undo", "You have not answered anything yet.")
            if core.move_count >= _MAX_MOVES:
                raise Refused("too_many", "There have been too many moves at this table; play on.")
            waiting = [] if core.play.is_undo_free(seat) else self._consenters(seat)
            await self._request(TakebackRequest(seat, keep, waiting))

    async def settle(self, client: Client, way: Literal["go_on", "keep", "older"]) -> None:
        """A player says what should become of a game that does not fit the current rules."""
        core = self._core
        async with core.lock:
            seat = core.active_seat(client)
            if core.halted is None or core.result is not None:
                raise Refused("not_allowed", "The game fits the current rules; there is nothing to settle.")
            if way == "go_on" and core.play is None:
                raise Refused("not_allowed", core.halted.reason or "The game cannot be replayed.")
            if way == "older":
                await self._store.update(core.id, status="waits")
                core.status, core.halted.settled = "waits", "older"
                log.warning("older rules are needed", table=core.id, rules=core.rules)
                self._audience.show_state()
                return
            await self._request(TakebackRequest(seat, core.halted.fits, self._consenters(seat), way))

    async def consent(self, client: Client, *, yes: bool) -> None:
        """A player agrees to the pending request, or does not."""
        core = self._core
        async with core.lock:
            seat = core.active_seat(client)
            if core.takeback is None or seat not in core.takeback.waiting:
                raise Refused("no_undo_asked", "Nobody is waiting for your consent.")
            if not yes:
                core.takeback = None
                self._show_request()
                return
            core.takeback.waiting.remove(seat)
            await self._do_if_agreed()

    async def resign(self, client: Client) -> None:
        """A player gives up; a bot plays on. Before the start, the seat becomes open again."""
        core = self._core
        async with core.lock:
            number = core.active_seat(client)
            seat = core.seats[number]
            if core.status == "over":
                raise Refused("over", "The game is over.")
            if core.status == "open":
                if seat.is_creators:
                    raise Refused("not_started", "The game has not started yet; just leave.")
                await self._seating.change_seat(number, Seat("open", ""))
                for other in self._audience.clients:
                    other.seat = None if other.seat == number else other.seat
                self._audience.show_state()
                return
            await self._seating.change_seat(number, msgspec.structs.replace(seat, kind="bot", resigned=True))
            log.info("resigned", table=core.id, seat=number)
            if core.takeback is not None:
                core.takeback.waiting = [other for other in core.takeback.waiting if other != number]
                if core.takeback.seat == number:
                    core.takeback = None
                elif not core.takeback.waiting:
                    await self._do_if_agreed()
                    return
            if core.halted is None and core.asked_seat == number:
                await core.advance()
            else:
                self._audience.show_state()

    def view(self, viewer: int | None) -> messages.UndoView:
        """Return what a viewer is shown about undo."""
        core, request = self._core, self._core.takeback
        is_free = (
            viewer is not None and core.play is not None and core.halted is None and core.play.is_undo_free(viewer)
        )
        if request is None:
            return messages.UndoView(is_free, None, [])
        return messages.UndoView(is_free, request.seat, request.waiting, request.way, request.keep)

    async def _request(self, request: TakebackRequest) -> None:
        """Ask the others; if nobody has to agree, it is done at once."""
        self._core.takeback = request
        await self._do_if_agreed()

    async def _do_if_agreed(self) -> None:
        core, request = self._core, self._core.takeback
        if request is None or request.waiting:
            self._show_request()
        elif request.way == "keep":
            await self._store.update(core.id, status="kept")
            core.status, core.takeback = "kept", None
            if core.halted is not None:
                core.halted.settled = "keep"
            self._audience.show_state()
        else:
            await self._moves.take_back(request.seat, request.keep)

    def _show_request(self) -> None:
        """Show the pending request, here and at other processes."""
        core = self._core
        request = None if core.takeback is None else msgspec.to_builtins(core.takeback)
        self._announce("undo", core.id, number=core.move_count, undo=request)
        self._audience.show_state()

    def _consenters(self, seat: int) -> list[int]:
        """Return whose consent a seat needs. Bots agree, and so does everybody on the same device."""
        seats = self._core.seats
        return [
            number
            for number, other in enumerate(seats)
            if number != seat
            and other.kind == "person"
            and not other.stand_in
            and not (other.is_creators and seats[seat].is_creators)
        ]
