"""The door of the server: how many connections there may be, and how long a request may take to come."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from basebash.server.http.middleware.security import Doors, client_of
from basebash.server.metrics import Metrics
from basebash.server.settings import Settings


class Gate:
    """Counts the connections over which requests come; those that became WebSockets have `sockets`."""

    def __init__(self, settings: Settings, sockets: Doors, metrics: Metrics, most: int) -> None:
        self._doors = Doors(settings.connections_per_client)
        self._sockets = sockets
        self._most = min(settings.connections, most)
        self._proxies = frozenset(settings.proxies)
        self._metrics = metrics
        self.patience = settings.request_seconds

    def enter(self, host: str) -> str | None:
        """Under what name the connection is counted; None if it is one too many."""
        client = client_of(host)
        if self._doors.count + self._sockets.count < self._most and self._doors.enter(
            client, is_proxy=host in self._proxies
        ):
            return client
        self._metrics.refuse("too_many")
        return None

    def leave(self, client: str) -> None:
        """The connection is gone, or is a WebSocket now."""
        self._doors.leave(client)


class Inbox:
    """What came over one connection and has not been read. It does what uvicorn needs of a queue in a tenth of the
    memory, of which thousands of silent connections would have much.
    """

    __slots__ = ("_events", "_reader")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        """Something has come."""
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """The first of what has come; waits for it."""
        while not self._events:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._events.pop(0)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._events


_ALWAYS = asyncio.Event()  # for connections that can be written to, which are nearly all
_ALWAYS.set()


class PatientSocket(WebSocketsSansIOProtocol):
    """WebSockets as uvicorn speaks them, but who does not say goodbye is not waited for long, and what is of no use
    after the greeting is not kept.
    """

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.close_timeout = 3.0
        self.queue = Inbox()  # type: ignore[assignment]  # as much of a queue as is needed
        self.writable = _ALWAYS

    def pause_writing(self) -> None:
        """The other side reads too slowly."""
        self.writable = asyncio.Event()

    def resume_writing(self) -> None:
        """It has read."""
        self.writable.set()
        self.writable = _ALWAYS

    def start_keepalive(self) -> None:
        """The greeting is over."""
        super().start_keepalive()
        del self.request, self.response
        cast("dict[str, Any]", self.scope).clear()  # whoever needed it has read it


class PatientHttp(H11Protocol):
    """HTTP as uvicorn speaks it, but a request that does not come whole in time ends its connection.

    The time starts with the connection, or with the first byte of a later request, whatever drips in meanwhile.
    """

    _gate: Gate | None = None
    _counted_as: str | None = None
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Somebody connects."""
        super().connection_made(transport)
        self._gate = self.app_state.get("gate")
        if self._gate is not None:
            self._counted_as = self._gate.enter(self.client[0] if self.client else "")
            if self._counted_as is None:
                transport.abort()
            else:
                self._deadline = self.loop.call_later(self._gate.patience, self._give_up)

    def data_received(self, data: bytes) -> None:
        """A part of a request has come."""
        if self._gate is not None and self._counted_as is None:
            return
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            if self._deadline is None and self._gate is not None and self._counted_as is not None:
                self._deadline = self.loop.call_later(self._gate.patience, self._give_up)
        else:
            self._stop_waiting()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on it is counted as a WebSocket."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._leave()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """A request that was answered and has come whole has no deadline."""
        super().on_response_complete()
        if self.conn.their_state in (h11.IDLE, h11.DONE):
            self._stop_waiting()

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _leave(self) -> None:
        self._stop_waiting()
        if self._gate is not None and self._counted_as is not None:
            self._gate.leave(self._counted_as)
            self._counted_as = None

    def _give_up(self) -> None:
        self._deadline = None
        self.transport.abort()
