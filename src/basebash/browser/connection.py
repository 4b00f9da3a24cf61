"""A client's connection to a table in the same page, or in the page of a friend: the messages of the WebSocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from basebash.server import messages
from basebash.server.errors import Refused, as_refusal
from basebash.server.host.metrics import TableMetrics
from basebash.server.logs import log
from basebash.server.messages import Refusal
from basebash.server.storage.errors import DatabaseUnavailable
from basebash.server.tables.client import Client
from basebash.server.tables.messaging import decode, expect_hello, handle, next_text
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.table import Table


class PageConnection:
    """One connection. `send` is called with every message, `hang_up` when the client has to connect again."""

    def __init__(
        self,
        registry: TableRegistry,
        metrics: TableMetrics,
        send: Callable[[str], object],
        hang_up: Callable[[], object],
    ) -> None:
        self._registry = registry
        self._metrics = metrics
        self._send = send
        self._hang_up = hang_up
        self._table: Table | None = None
        self._client: Client | None = None
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._work = asyncio.get_running_loop().create_task(self._receive_all())

    def receive(self, text: str) -> None:
        """Take a message of the client; they are handled one after the other."""
        self._waiting.put_nowait(text)

    def close(self) -> None:
        """Leave the table: the client is gone."""
        self._work.cancel()
        if self._table is not None and self._client is not None:
            self._table.leave(self._client)
        self._table = self._client = None

    async def _receive_all(self) -> None:
        while True:
            text = await self._waiting.get()
            try:
                await self._receive(text)
            except (Refused, DatabaseUnavailable) as error:
                refused = as_refusal(error)
                self._send(messages.encode(Refusal(refused.code, refused.message)).decode())
            except Exception:  # noqa: BLE001  # the client connects again
                log.exception("a message could not be handled")
                self._hang_up()

    async def _receive(self, text: str) -> None:
        message = decode(text)
        if self._table is None or self._client is None:
            hello = expect_hello(message)
            self._table = await self._registry.get(hello.table)
            self._client = await self._table.enter(hello.token, hello.since)
            self._client.notify = self._flush_soon
            self._flush_soon()
        else:
            await handle(self._table, self._client, message, self._metrics)

    def _flush_soon(self) -> None:
        asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """Send everything that waits."""
        table, client = self._table, self._client
        if table is None or client is None:
            return
        while (text := next_text(table, client)) is not None:
            self._send(text.decode())
        if client.is_dismissed:
            self.close()
            self._hang_up()
