"""Tables as the lobby and people's own pages list them."""

from __future__ import annotations

from basebash.engine.data.terms import PLAY_CARDS
from basebash.server import messages
from basebash.server.games.factions import packs_of, pool_of
from basebash.server.messages import TableRequest
from basebash.server.storage.rows import Status
from basebash.server.tables.absence import Absence
from basebash.server.tables.audience import Audience
from basebash.server.tables.bots_and_clocks import BotsAndClocks
from basebash.server.tables.core import TableCore
from basebash.server.tables.seats import Seat, collections_of, factions_shown


def stored_entry(
    table: str,
    name: str,
    status: Status,
    seats: list[Seat],
    request: TableRequest,
    listed: bool,
    spectators: int,
    created: float,
) -> messages.TableEntry:
    """Return the entry of a table as far as its row says."""
    return messages.TableEntry(
        table,
        name,
        [
            messages.SeatEntry(seat.name, seat.kind, seat.kind != "open", factions_shown(request, seats, number, None))
            for number, seat in enumerate(seats)
        ],
        request.edition,
        request.target_vp,
        status != "open",
        status in ("over", "kept"),
        listed,
        spectators,
        created,
        request.factions if isinstance(request.factions, str) else "chosen",
        hints=request.hints,
        packs=packs_of(request),
        pool=len(pool_of(request, collections_of(seats))) if status == "open" else 0,
        clock=request.clock,
    )


def live_entry(core: TableCore, audience: Audience, clocks: BotsAndClocks, absence: Absence) -> messages.TableEntry:
    """Return the entry of a table in memory, with the state of its game.

    It says only what everybody sees: which question is open could reveal a card.
    """
    entry = stored_entry(
        core.id, core.name, core.status, core.seats, core.request, core.listed, audience.spectators, core.created
    )
    seat = core.asked_seat
    if seat is not None and core.halted is None:
        state = core.started_game().state
        entry.asked, entry.turn, entry.vp = seat, state.turn, list(state.vp)
        if state.scoring >= 0:
            entry.wants = "score"
        elif seat != state.turn_player or state.phase != PLAY_CARDS:
            entry.wants = "answer"
        entry.seconds_left = _seconds_left(core, clocks, absence, seat)
    return entry


def _seconds_left(core: TableCore, clocks: BotsAndClocks, absence: Absence, seat: int) -> int | None:
    """Return how long the asked player has until the clock or, if they are away, a bot answers."""
    clock, away = clocks.view(), absence.away(seat)
    limits = [] if clock is None else [clock.seconds_left]
    if core.request.absent is not None and away is not None and not core.seats[seat].stand_in:
        limits.append(max(0.0, core.request.absent - away))
    return round(min(limits)) if limits else None
