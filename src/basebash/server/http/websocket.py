"""The WebSocket: one protocol for people, spectators and programs (`docs/protocol.md`)."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from basebash.server import messages
from basebash.server.errors import Refused, as_refusal
from basebash.server.http.middleware.origins import is_allowed_origin
from basebash.server.limits import ConnectionCounts, TokenBucket, client_of
from basebash.server.logs import log
from basebash.server.messages import Refusal
from basebash.server.metrics import Metrics
from basebash.server.settings import Settings
from basebash.server.storage.errors import DatabaseUnavailable
from basebash.server.tables.client import Client
from basebash.server.tables.messaging import decode, expect_hello, handle, next_text
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.table import Table

_POLICY_VIOLATION = 1008
_MESSAGE_TOO_BIG = 1009
_SERVICE_RESTART = 1012
_MAX_REFUSALS = 100  # in a row, after which the connection is closed


class _Close(Exception):
    """The connection is to be closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class _Disconnected(Exception):
    """The client has closed the connection."""


class WebSocketEndpoint:
    """The endpoint, as an ASGI application."""

    def __init__(self, registry: TableRegistry, counts: ConnectionCounts, settings: Settings, metrics: Metrics) -> None:
        self._registry = registry
        self._counts = counts
        self._settings = settings
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection until it ends."""
        await receive()
        address = client_of(scope["client"][0] if scope["client"] else "")
        fault = ""
        if not is_allowed_origin(Headers(scope=scope), self._settings):
            fault = "origin"
        elif self._is_blocked(address):
            fault = "not_allowed"
        elif not self._counts.add(address):
            fault = "too_many"
        if fault:
            self._metrics.refuse(fault)
            await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
            return
        try:
            await send({"type": "websocket.accept"})
            await _Connection(self._registry, self._settings, self._metrics, receive, send).run()
        finally:
            self._counts.remove(address)

    def _is_blocked(self, address: str) -> bool:
        try:
            self._registry.moderation.check_client(address)
        except Refused:
            return True
        return False


class _Connection:
    """One connection. There are thousands of them, and most wait, so an idle one is small."""

    __slots__ = (
        "_is_open", "_limit", "_metrics", "_receive", "_refusals", "_registry", "_send", "_sending", "_settings",
        "client", "table",
    )  # fmt: skip

    def __init__(
        self, registry: TableRegistry, settings: Settings, metrics: Metrics, receive: Receive, send: Send
    ) -> None:
        self.table: Table | None = None
        self.client: Client | None = None
        self._registry = registry
        self._settings = settings
        self._metrics = metrics
        self._receive = receive
        self._send = send
        self._limit = TokenBucket(settings.messages_per_second, settings.messages_burst)
        self._refusals = 0
        self._is_open = True
        self._sending: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Handle messages until the connection ends."""
        try:
            await self._wait_for_hello()
            while True:
                event = await self._receive()
                assert self.table is not None
                assert self.client is not None
                try:
                    await handle(self.table, self.client, await self._read(event), self._metrics)
                    self._refusals = 0
                except (Refused, DatabaseUnavailable) as error:
                    self.client.send(self._refuse(as_refusal(error)))
        except _Disconnected:
            return
        except TimeoutError:
            await self._close(_POLICY_VIOLATION)
        except _Close as close:
            await self._close(close.code)
        finally:
            if self._sending is not None:
                self._sending.cancel()
            if self.table is not None and self.client is not None:
                self.table.leave(self.client)

    async def _close(self, code: int) -> None:
        if self._is_open:
            self._is_open = False
            with contextlib.suppress(RuntimeError, OSError):  # it is closed already
                await self._send({"type": "websocket.close", "code": code})

    async def _wait_for_hello(self) -> None:
        """Wait for the client's first message; what the server needs to load the table is not the client's time."""
        deadline = asyncio.get_running_loop().time() + self._settings.hello_seconds
        while True:
            try:
                async with asyncio.timeout_at(deadline):
                    message = await self._read(await self._receive())
                hello = expect_hello(message)
                self.table = await self._registry.get(hello.table)
                self.client = await self.table.enter(hello.token, hello.since)
            except (Refused, DatabaseUnavailable) as error:
                await self._send_text(messages.encode(self._refuse(as_refusal(error))))
            else:
                self.client.notify = self._start_sending
                self._start_sending()
                return

    def _refuse(self, refused: Refused) -> Refusal:
        self._metrics.refuse(refused.code)
        self._refusals += 1
        if self._refusals >= _MAX_REFUSALS:
            log.warning("connection closed after many refusals", code=refused.code)
            raise _Close(_POLICY_VIOLATION)
        return Refusal(refused.code, refused.message)

    async def _read(self, event: Message) -> messages.ClientMessage:
        if event["type"] == "websocket.disconnect":
            raise _Disconnected
        raw = event.get("text") or event.get("bytes") or ""
        if len(raw) > self._settings.message_bytes:
            raise _Close(_MESSAGE_TOO_BIG)
        if not self._limit.take():
            await asyncio.sleep(1 / self._settings.messages_per_second)
            raise Refused("too_fast", "Too many messages; wait a moment.")
        return decode(raw)

    def _start_sending(self) -> None:
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        """Send everything that waits, as fast as the connection takes it."""
        table, client = self.table, self.client
        assert table is not None
        assert client is not None
        try:
            while (text := next_text(table, client)) is not None:
                await self._send_text(text)
            if client.is_dismissed:
                await self._close(_SERVICE_RESTART)
        except (RuntimeError, OSError):  # it is closed, which `run` notices
            return
        except Exception:
            log.exception("a state could not be sent", table=table.id)
            raise
        finally:
            self._sending = None

    async def _send_text(self, text: bytes) -> None:
        if self._is_open:
            await self._send({"type": "websocket.send", "text": text.decode()})
