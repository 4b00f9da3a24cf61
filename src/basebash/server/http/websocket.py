"""The WebSocket: one protocol for people, spectators and programs (`docs/protocol.md`)."""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from basebash.server import messages
from basebash.server.http.middleware.security import Bucket, Doors, client_of, is_origin_welcome
from basebash.server.logs import log
from basebash.server.messages import Refusal
from basebash.server.storage.store import NotWritten
from basebash.server.tables.registry import Hall
from basebash.server.tables.table import Client, Refused, Table, refused_of

_POLICY = 1008
_TOO_BIG = 1009
_COME_AGAIN = 1012
_PATIENCE = 100  # so many refusals in a row, and the connection is closed


class _Closed(Exception):
    """The connection ends, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class _Gone(Exception):
    """The other side has ended the connection."""


class Wire:
    """The endpoint, as an ASGI application."""

    def __init__(self, hall: Hall, doors: Doors) -> None:
        self._hall = hall
        self._doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one connection until it ends."""
        await receive()
        address = client_of(scope["client"][0] if scope["client"] else "")
        is_welcome = is_origin_welcome(Headers(scope=scope), self._hall.settings)
        if not is_welcome or not self._doors.enter(address):
            self._hall.metrics.refuse("too_many" if is_welcome else "origin")
            await send({"type": "websocket.close", "code": _POLICY})
            return
        try:
            await send({"type": "websocket.accept"})
            await _Connection(self._hall, receive, send).run()
        finally:
            self._doors.leave(address)


class _Connection:
    """One connection. There are thousands of them, and most wait: what waits is small."""

    __slots__ = ("_bucket", "_is_open", "_pump", "_receive", "_refusals", "_send", "client", "hall", "table")

    def __init__(self, hall: Hall, receive: Receive, send: Send) -> None:
        self.hall = hall
        self.table: Table | None = None
        self.client: Client | None = None
        self._receive = receive
        self._send = send
        settings = hall.settings
        self._bucket = Bucket(settings.messages_per_second, settings.messages_at_once)
        self._refusals = 0
        self._is_open = True
        self._pump: asyncio.Task[None] | None = None

    async def run(self) -> None:
        try:
            await asyncio.wait_for(self._greet(), self.hall.settings.hello_seconds)
            while True:
                event = await self._receive()
                try:
                    await self._handle(await self._read(event))
                    self._refusals = 0
                except (Refused, NotWritten) as error:
                    assert self.client is not None
                    self.client.tell(self._refuse(refused_of(error)))
        except _Gone:
            return
        except TimeoutError:
            await self._close(_POLICY)
        except _Closed as closed:
            await self._close(closed.code)
        finally:
            if self._pump is not None:
                self._pump.cancel()
            if self.table is not None and self.client is not None:
                self.table.leave(self.client)

    async def _close(self, code: int) -> None:
        if self._is_open:
            self._is_open = False
            with contextlib.suppress(RuntimeError, OSError):  # it has gone already
                await self._send({"type": "websocket.close", "code": code})

    async def _greet(self) -> None:
        """Waits for hello."""
        while True:
            try:
                hello = _hello(await self._read(await self._receive()))
                self.table = await self.hall.get(hello.table)
                self.client = await self.table.admit(hello.token, hello.since)
            except (Refused, NotWritten) as error:
                await self._tell(messages.encode(self._refuse(refused_of(error))))
            else:
                self.client.wake = self._wake
                self._wake()
                return

    async def _handle(self, message: messages.ClientMessage) -> None:  # noqa: C901  # a list
        """Does what one message asks."""
        table, client = self.table, self.client
        assert table is not None
        assert client is not None
        match message:
            case messages.Answer():
                started = time.perf_counter()
                await table.answer(client, message)
                self.hall.metrics.seconds.observe(time.perf_counter() - started)
            case messages.AskPreview():
                table.preview(client, message.number)
            case messages.AskHint():
                table.hint(client, message.number)
            case messages.Explain():
                table.explain(client, message)
            case messages.Undo():
                await table.undo(client)
            case messages.Consent():
                await table.consent(client, message.yes)
            case messages.Start():
                await table.start(client)
            case messages.Resign():
                await table.resign(client)
            case messages.Rematch():
                await table.rematch(client, message.factions)
            case messages.Change():
                await table.change(client, message.settings)
            case messages.StandIn():
                await table.stand_in(client, message.seat, yes=message.yes)
            case messages.Nudge():
                await table.nudge(client, message.seat)
            case messages.Phrase():
                await table.phrase(client, message.phrase)
            case messages.Chat():
                await table.chat(client, message.text)
            case messages.Settle():
                await table.settle(client, message.way)
            case messages.Ping():
                client.tell(messages.Pong())
            case messages.Hello():
                raise Refused("bad_message", "You are at a table already; open another connection.")

    def _refuse(self, refused: Refused) -> Refusal:
        self.hall.metrics.refuse(refused.code)
        self._refusals += 1
        if self._refusals >= _PATIENCE:
            log.warning("connection closed after many refusals", code=refused.code)
            raise _Closed(_POLICY)
        return Refusal(refused.code, refused.message)

    async def _read(self, event: Message) -> messages.ClientMessage:
        if event["type"] == "websocket.disconnect":
            raise _Gone
        raw = event.get("text") or event.get("bytes") or ""
        if len(raw) > self.hall.settings.message_bytes:
            raise _Closed(_TOO_BIG)
        if not self._bucket.take():
            await asyncio.sleep(1 / self.hall.settings.messages_per_second)
            raise Refused("too_fast", "Too many messages; wait a moment.")
        try:
            return messages.decode_client(raw)
        except msgspec.MsgspecError as error:
            raise Refused("bad_message", f"This message cannot be read: {error}.") from None
        except (UnicodeError, RecursionError):
            raise Refused("bad_message", "This message cannot be read.") from None

    def _wake(self) -> None:
        """There is something to send."""
        if self._pump is None:
            self._pump = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        """Sends what there is to send, at the pace that the connection takes it."""
        table, client = self.table, self.client
        assert table is not None
        assert client is not None
        try:
            while client.letters or client.wants_state or client.is_gone:
                while client.letters:
                    await self._tell(client.letters.pop(0))
                if client.is_gone:
                    await self._close(_COME_AGAIN)
                    return
                if client.wants_state:
                    client.wants_state = False
                    await self._tell(table.state_for(client))
        except (RuntimeError, OSError):  # it has gone; the reader sees to the rest
            return
        except Exception:
            log.exception("a state could not be sent", table=table.id)
            raise
        finally:
            self._pump = None

    async def _tell(self, text: bytes) -> None:
        if self._is_open:
            await self._send({"type": "websocket.send", "text": text.decode()})


def _hello(message: messages.ClientMessage) -> messages.Hello:
    if not isinstance(message, messages.Hello):
        raise Refused("hello_first", 'Say which table first: {"type":"hello","table":...,"token":...}.')
    return message
