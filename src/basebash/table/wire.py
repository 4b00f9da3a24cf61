"""The WebSocket: one protocol for people, spectators and programs (`docs/protocol.md`)."""

from __future__ import annotations

import asyncio
import contextlib
import time

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from basebash.table import messages
from basebash.table.guard import Bucket, Doors, client_of, is_origin_welcome
from basebash.table.hall import Hall
from basebash.table.logs import log
from basebash.table.messages import Refusal
from basebash.table.store import NotWritten
from basebash.table.tables import Client, Refused, Table, refused_of

_POLICY = 1008
_TOO_BIG = 1009
_COME_AGAIN = 1012
_PATIENCE = 100  # so many refusals in a row, and the connection is closed


class _Closed(Exception):
    """The connection ends, with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Wire:
    """The endpoint."""

    def __init__(self, hall: Hall, doors: Doors) -> None:
        self._hall = hall
        self._doors = doors

    async def serve(self, socket: WebSocket) -> None:
        """Serves one connection until it ends."""
        address = client_of(socket.client.host if socket.client else "")
        if not is_origin_welcome(socket.headers, self._hall.settings):
            self._hall.metrics.refuse("origin")
            await socket.close(_POLICY)
            return
        if not self._doors.enter(address):
            self._hall.metrics.refuse("too_many")
            await socket.close(_POLICY)
            return
        try:
            await socket.accept()
            await _Connection(self._hall, socket).run()
        finally:
            self._doors.leave(address)


class _Connection:
    def __init__(self, hall: Hall, socket: WebSocket) -> None:
        self.hall = hall
        self.socket = socket
        settings = hall.settings
        self._bucket = Bucket(settings.messages_per_second, settings.messages_at_once)
        self._refusals = 0

    async def run(self) -> None:
        try:
            table, client = await asyncio.wait_for(self._greet(), self.hall.settings.hello_seconds)
            await self._stay(table, client)
        except WebSocketDisconnect:
            return
        except TimeoutError:
            await self._close(_POLICY)
        except _Closed as closed:
            await self._close(closed.code)

    async def _stay(self, table: Table, client: Client) -> None:
        pump = asyncio.get_running_loop().create_task(self._pump(table, client))
        try:
            while True:
                await self._serve(table, client)
        finally:
            pump.cancel()
            table.leave(client)

    async def _close(self, code: int) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it has gone already
            await self.socket.close(code)

    async def _greet(self) -> tuple[Table, Client]:
        """Waits for hello."""
        while True:
            try:
                hello = _hello(await self._read())
                table = await self.hall.get(hello.table)
                return table, await table.admit(hello.token, hello.since)
            except (Refused, NotWritten) as error:
                await self._send(self._refuse(refused_of(error)))

    async def _serve(self, table: Table, client: Client) -> None:
        """Does what one message asks."""
        try:
            await self._handle(table, client, await self._read())
            self._refusals = 0
        except (Refused, NotWritten) as error:
            client.tell(self._refuse(refused_of(error)))

    async def _handle(self, table: Table, client: Client, message: messages.ClientMessage) -> None:  # noqa: C901  # a list
        match message:
            case messages.Answer():
                started = time.perf_counter()
                await table.answer(client, message)
                self.hall.metrics.seconds.observe(time.perf_counter() - started)
            case messages.AskPreview():
                table.preview(client, message.number)
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
                await table.rematch(client)
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

    async def _read(self) -> messages.ClientMessage:
        event = await self.socket.receive()
        if event["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(event.get("code", 1000))
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

    async def _pump(self, table: Table, client: Client) -> None:
        """Sends what there is to send, at the pace that the connection takes it."""
        try:
            while True:
                await client.wake.wait()
                client.wake.clear()
                while client.letters:
                    await self._send(client.letters.popleft())
                if client.is_gone:
                    await self._close(_COME_AGAIN)
                elif client.wants_state:
                    client.wants_state = False
                    await self.socket.send_text(table.state_for(client).decode())
        except (WebSocketDisconnect, RuntimeError):  # it has gone; the reader sees to the rest
            return
        except Exception:
            log.exception("a state could not be sent", table=table.id)
            raise

    async def _send(self, letter: msgspec.Struct) -> None:
        await self.socket.send_text(messages.encode(letter).decode())


def _hello(message: messages.ClientMessage) -> messages.Hello:
    if not isinstance(message, messages.Hello):
        raise Refused("hello_first", 'Say which table first: {"type":"hello","table":...,"token":...}.')
    return message
