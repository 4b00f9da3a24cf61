"""Connections: how many there may be, how long a request may take to arrive, and a response to be read.

These are uvicorn's protocol classes with limits. They rely on uvicorn's internals, so its version is capped.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import struct
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from basebash.server.limits import ConnectionCounts, client_of
from basebash.server.metrics import Metrics
from basebash.server.settings import Settings

_CLOSE_SECONDS = 3.0  # how long a client has to confirm that a WebSocket is closed
_SEND_BUFFER_BYTES = 2**17  # of the kernel's memory per connection; by itself it takes up to 4 MiB
_TCP_USER_TIMEOUT = getattr(socket, "TCP_USER_TIMEOUT", None)  # Linux only
_RESET = struct.pack("ii", 1, 0)  # close at once, and drop what was not sent


class ConnectionLimits:
    """Limits HTTP connections per client, and HTTP connections and WebSockets together."""

    def __init__(self, settings: Settings, websockets: ConnectionCounts, metrics: Metrics, system_limit: int) -> None:
        self._http = ConnectionCounts(settings.connections_per_client)
        self._websockets = websockets
        self._limit = min(settings.connections, system_limit)
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in settings.proxies]
        self._metrics = metrics
        self.request_seconds = settings.request_seconds
        self.unread_seconds = settings.unread_seconds

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

    @property
    def is_long(self) -> bool:
        """Whether more events wait than the one that is read next."""
        return len(self._events) > 1


def _bound_unread(transport: asyncio.Transport, seconds: float) -> None:
    """Limit how much the kernel keeps of what a client does not read, and for how long."""
    connection = transport.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
    if _TCP_USER_TIMEOUT is not None:
        connection.setsockopt(socket.IPPROTO_TCP, _TCP_USER_TIMEOUT, int(seconds * 1000))


def _reset(transport: asyncio.Transport) -> None:
    """Abort a connection; neither asyncio nor the kernel keeps what was not sent."""
    with contextlib.suppress(OSError):  # it is closed already
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
    transport.abort()


_WRITABLE = asyncio.Event()  # shared by all connections that can be written to, which are nearly all
_WRITABLE.set()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSockets with a short close timeout, and without what is useless after the handshake.

    A client that takes nothing for too long is disconnected.
    """

    _unread: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.close_timeout = _CLOSE_SECONDS
        self.queue: EventQueue = EventQueue()  # type: ignore[assignment]  # as much of a queue as is needed
        self.writable = _WRITABLE
        self.read_paused = True  # uvicorn would pause and resume reading for every message: `data_received` decides

    def data_received(self, data: bytes) -> None:
        """Stop reading while several messages wait."""
        super().data_received(data)
        if self.queue.is_long and not self.close_sent:
            self.transport.pause_reading()

    async def receive(self) -> Any:
        """Return the next event."""
        event = await self.queue.get()
        if self.queue.empty():
            self.transport.resume_reading()
        return event

    def pause_writing(self) -> None:
        """Wait: the client reads too slowly."""
        self.writable = asyncio.Event()
        limits: ConnectionLimits | None = self.app_state.get("connection_limits")
        if limits is not None:
            self._unread = self.loop.call_later(limits.unread_seconds, _reset, self.transport)

    def resume_writing(self) -> None:
        """Write again: the client has caught up."""
        self._cancel_unread()
        self.writable.set()
        self.writable = _WRITABLE

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting for the client."""
        self._cancel_unread()
        super().connection_lost(exc)

    def _cancel_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def start_keepalive(self) -> None:
        """Free what only the handshake needed."""
        super().start_keepalive()
        self.request.headers.clear()  # the parser keeps the request
        del self.request, self.response
        cast("dict[str, Any]", self.scope).clear()


class HttpProtocol(H11Protocol):
    """uvicorn's HTTP with connection limits, a deadline for requests and one for reading the response.

    The time for a request runs from the start of the connection, or from the first byte of a later request, however
    slowly the rest arrives. The time for a response runs while some of it has not been taken; until then no other
    request of the connection is handled.
    """

    _limits: ConnectionLimits | None = None
    _client: str | None = None
    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Count the connection, or abort it if there are too many."""
        super().connection_made(transport)
        self._limits = self.app_state.get("connection_limits")
        if self._limits is not None:
            self._client = self._limits.add(self.client[0] if self.client else "")
            if self._client is None:
                transport.abort()
            else:
                transport.set_write_buffer_limits(high=0)  # so that writing is paused while anything is unsent
                _bound_unread(transport, self._limits.unread_seconds)
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
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it."""
        self._stop_counting()
        self._cancel_unread()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Handle what has arrived, unless the response to an earlier request has not been taken yet."""
        if self.flow.write_paused:
            self.flow.pause_reading()
        else:
            super().handle_events()

    def pause_writing(self) -> None:
        """Wait for the client to take the response."""
        super().pause_writing()
        if self._limits is not None:
            self._unread = self.loop.call_later(self._limits.unread_seconds, _reset, self.transport)

    def resume_writing(self) -> None:
        """Go on: the client has taken the response."""
        super().resume_writing()
        self._cancel_unread()
        cycle: RequestResponseCycle | None = self.cycle  # None before the first valid request
        if cycle is not None and cycle.response_complete and not self.transport.is_closing():
            self.flow.resume_reading()
            self.handle_events()

    def timeout_keep_alive_handler(self) -> None:
        """Close an unused connection, but only after the response has been taken."""
        if self.flow.write_paused:
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )
        else:
            super().timeout_keep_alive_handler()

    def on_response_complete(self) -> None:
        """Cancel the deadline of a request that arrived whole and was answered."""
        super().on_response_complete()
        if self.conn.their_state in (h11.IDLE, h11.DONE):
            self._cancel_deadline()

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _cancel_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _stop_counting(self) -> None:
        self._cancel_deadline()
        if self._limits is not None and self._client is not None:
            self._limits.remove(self._client)
            self._client = None

    def _time_out(self) -> None:
        self._deadline = None
        self.transport.abort()
