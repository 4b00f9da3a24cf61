"""The state message: what each client is sent about its table."""

from __future__ import annotations

from typing import Any

import msgspec

from basebash.server import messages
from basebash.server.games import visibility
from basebash.server.games.factions import packs_of, pool_of
from basebash.server.games.results import Result
from basebash.server.messages import TableSettings
from basebash.server.tables.absence import Absence
from basebash.server.tables.audience import Audience
from basebash.server.tables.bots_and_clocks import BotsAndClocks
from basebash.server.tables.chat import Chat
from basebash.server.tables.client import Client
from basebash.server.tables.core import TableCore
from basebash.server.tables.rematches import Rematches
from basebash.server.tables.seats import collections_of, factions_shown
from basebash.server.tables.takebacks import Takebacks


class StateWriter:
    """Builds the states of one table. Views are encoded once for all clients that share one."""

    __slots__ = (
        "_absence", "_audience", "_bases", "_chat", "_clocks", "_core", "_rematches", "_takebacks", "_views",
    )  # fmt: skip

    def __init__(
        self,
        core: TableCore,
        audience: Audience,
        clocks: BotsAndClocks,
        absence: Absence,
        takebacks: Takebacks,
        chat: Chat,
        rematches: Rematches,
    ) -> None:
        self._core = core
        self._audience = audience
        self._clocks = clocks
        self._absence = absence
        self._takebacks = takebacks
        self._chat = chat
        self._rematches = rematches
        self._views: dict[int | None, msgspec.Raw] = {}
        self._bases: list[dict[str, Any]] | None = None  # they look the same to every viewer

    def forget_views(self) -> None:
        """Forget the encoded views; the game has changed."""
        self._views.clear()
        self._bases = None

    def state_for(self, client: Client) -> bytes:
        """Return the state as one client may see it, encoded, and note what the client knows now."""
        core = self._core
        end = core.stored_end
        state = self.state(client.seat, None if end is not None else core.viewer(client.seat))
        state.chat = self._chat.shown_lines if client.is_new else []
        if end is not None:
            self._add_stored_result(state, client, end)
        elif core.play is not None:
            self._add_game(state, client)
        client.is_new = False
        encoded = messages.encode(state)
        if not any(other.wants_state for other in self._audience.clients):
            self.forget_views()  # whoever comes later needs a new one
        return encoded

    def _add_game(self, state: messages.State, client: Client) -> None:
        """Add the view, and the log lines and events that the client does not know yet."""
        core = self._core
        assert core.play is not None
        game, viewer = core.play.game, state.you
        entries = game.entries
        known = min(client.log_known, len(entries))
        lines = game.log_for(viewer, since=known)
        if not client.is_new:
            state.events = [visibility.event(line, entry) for line, entry in zip(lines, entries[known:], strict=True)]
        client.log_known = len(entries)
        state.log = messages.as_encoded([line.to_json() for line in lines])
        state.log_from = known
        state.view = messages.as_encoded(self._view(viewer))

    def _add_stored_result(self, state: messages.State, client: Client, result: Result) -> None:
        """Add the stored end of a game that the current rules would play otherwise."""
        known = min(client.log_known, len(result.log))
        client.log_known = len(result.log)
        state.view = messages.as_encoded(result.view)
        state.log = messages.as_encoded(result.log[known:])
        state.log_from = known

    def _view(self, viewer: int | None) -> msgspec.Raw:
        found = self._views.get(viewer)
        if found is None:
            assert self._core.play is not None
            view = visibility.view(self._core.play.game, viewer, self._bases)
            self._bases = view["bases"]
            found = self._views[viewer] = msgspec.Raw(messages.encode(view))
        return found

    def state(self, seat: int | None, viewer: int | None) -> messages.State:
        """Return the state without view, log and chat."""
        core = self._core
        game = None if core.play is None else core.play.game
        return messages.State(
            table=core.id,
            name=core.name,
            you=viewer,
            creator=seat is not None and core.seats[seat].is_creators,
            started=core.status != "open",
            answers=core.move_count,
            question_id=f"{core.id}-{core.move_count}",
            view=None,
            log=[],
            log_from=0,
            events=[],
            undo=self._takebacks.view(viewer),
            seats=self._seats(viewer),
            spectators=self._audience.spectators,
            over=self._rematches.over(),
            clock=self._clocks.view(),
            late=self._clocks.late_seat,
            halted=core.halted,
            hints=core.may_have_hints(viewer),
            played_on=game is not None and game.start is not None,
            settings=self._settings() if core.status == "open" else None,
            series=self._rematches.series(),
            talk=core.request.talk,
            away_after=int(self._absence.away_seconds),
            packs=packs_of(core.request) if game is None else sorted(set(game.setup.packs.values())),
            pool=pool_of(core.request, collections_of(core.seats)) if core.status == "open" else [],
            league=core.request.league,
        )

    def _settings(self) -> TableSettings:
        core = self._core
        fields = {field: getattr(core.request, field) for field in TableSettings.__struct_fields__}
        return TableSettings(**{**fields, "name": core.name, "listed": core.listed})

    def _seats(self, viewer: int | None) -> list[messages.SeatView]:
        core = self._core
        game = None if core.play is None else core.play.game
        present = self._audience.present_seats()
        views = []
        for number, seat in enumerate(core.seats):
            away = self._absence.away(number)
            views.append(
                messages.SeatView(
                    seat.name if game is None else game.setup.names[number],
                    seat.kind,
                    seat.level if seat.kind == "bot" else None,
                    number in present,
                    seat.resigned,
                    factions_shown(core.request, core.seats, number, viewer)
                    if game is None
                    else game.state.factions[number],
                    None if away is None else int(away),
                    seat.stand_in,
                    self._absence.votes(number),
                    seat.has_picked,
                    core.vacations.get(number),
                )
            )
        return views
