"""Connections: how many there may be, and how long a request may take to arrive.

These are uvicorn's protocol classes with limits. They rely on uvicorn's internals, so its version is capped.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from basebash.server.limits import ConnectionCounts, client_of
from basebash.server.metrics import Metrics
from basebash.server.settings import Settings

_CLOSE_SECONDS = 3.0  # how long a client has to confirm that a WebSocket is closed


class ConnectionLimits:
    """Limits HTTP connections per client, and HTTP connections and WebSockets together."""

    def __init__(self, settings: Settings, websockets: ConnectionCounts, metrics: Metrics, system_limit: int) -> None:
        self._http = ConnectionCounts(settings.connections_per_client)
        self._websockets = websockets
        self._limit = min(settings.connections, system_limit)
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in settings.proxies]
        self._metrics = metrics
        self.request_seconds = settings.request_seconds

    def add(self, host: str) -> str | None:
        """Count a connection and return the client it belongs to; None if there are too many."""
        client = client_of(host)
        has_room = self._http.total + self._websockets.total < self._limit
        if has_room and self._http.add(client, is_proxy=self._is_proxy(host)):
            return client
        self._metrics.refuse("too_many")
        return None

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)

    def remove(self, client: str) -> None:
        """Stop counting a connection that is closed, or is a WebSocket now."""
        self._http.remove(client)


class EventQueue:
    """The unread events of one connection.

    It does what uvicorn needs of `asyncio.Queue` in a tenth of the memory, which matters with thousands of silent
    connections.
    """

    __slots__ = ("_events", "_reader")

    def __init__(self) -> None:
        self._events: list[Any] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        """Add an event."""
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Any:
        """Wait for the next event and return it."""
        while not self._events:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self._events.pop(0)

    def empty(self) -> bool:
        """Whether there is no event."""
        return not self._events


_WRITABLE = asyncio.Event()  # shared by all connections that can be written to, which are nearly all
_WRITABLE.set()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSockets with a short close timeout, and without what is useless after the handshake."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.close_timeout = _CLOSE_SECONDS
        self.queue = EventQueue()  # type: ignore[assignment]  # as much of a queue as is needed
        self.writable = _WRITABLE

    def pause_writing(self) -> None:
        """Wait: the client reads too slowly."""
        self.writable = asyncio.Event()

    def resume_writing(self) -> None:
        """Write again: the client has caught up."""
        self.writable.set()
        self.writable = _WRITABLE

    def start_keepalive(self) -> None:
        """Free what only the handshake needed."""
        super().start_keepalive()
        del self.request, self.response
        cast("dict[str, Any]", self.scope).clear()


class HttpProtocol(H11Protocol):
    """uvicorn's HTTP with connection limits and a deadline for requests.

    The time runs from the start of the connection, or from the first byte of a later request, however slowly the rest
    arrives.
    """

    _limits: ConnectionLimits | None = None
    _client: str | None = None
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count the connection, or abort it if there are too many."""
        super().connection_made(transport)
        self._limits = self.app_state.get("connection_limits")
        if self._limits is not None:
            self._client = self._limits.add(self.client[0] if self.client else "")
            if self._client is None:
                transport.abort()
            else:
                self._deadline = self.loop.call_later(self._limits.request_seconds, self._time_out)

    def data_received(self, data: bytes) -> None:
        """Start or stop the deadline, as the request arrives."""
        if self._limits is not None and self._client is None:
            return
        super().data_received(data)
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            if self._deadline is None and self._limits is not None and self._client is not None:
                self._deadline = self.loop.call_later(self._limits.request_seconds, self._time_out)
        else:
            self._cancel_deadline()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Stop counting it: from now on it counts as a WebSocket."""
        self._stop_counting()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        self._stop_counting()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Cancel the deadline of a request that arrived whole and was answered."""
        super().on_response_complete()
        if self.conn.their_state in (h11.IDLE, h11.DONE):
            self._cancel_deadline()

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stop_counting(self) -> None:
        self._cancel_deadline()
        if self._limits is not None and self._client is not None:
            self._limits.remove(self._client)
            self._client = None

    def _time_out(self) -> None:
        self._deadline = None
        self.transport.abort()
