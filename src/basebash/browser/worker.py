"""What the web workers call: a thin layer between JavaScript and the host. Texts and bytes cross it, no objects."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from basebash.browser.host import PageHost, open_host
from basebash.browser.pool import run_job
from basebash.browser.records import Change, Key, MemoryRecords, StorageFailed, Taken
from basebash.server.settings import Settings

__all__ = ["Bridge", "open_bridge", "think"]


class Buffer(Protocol):
    """Bytes of JavaScript."""

    def to_bytes(self) -> bytes:
        """Return a copy of them."""


class Database(Protocol):
    """The browser's database, as JavaScript offers it. Both return JSON; a failed write returns what went wrong."""

    def write(self, changes: str) -> Awaitable[str]:
        """Change records: returns "", "taken", or why the storage failed."""

    def read(self, kind: str, table: str | None, first: int) -> Awaitable[str]:
        """Return records."""


class DatabaseRecords:
    """Records in the browser's database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def write(self, changes: Sequence[Change]) -> None:
        """Change texts, all or none; they are on disk when this returns."""
        fault = await self._database.write(json.dumps([change._asdict() for change in changes]))
        if fault == "taken":
            raise Taken
        if fault:
            raise StorageFailed(fault)

    async def read(self, kind: str, table: str | None = None, first: int = 0) -> list[tuple[Key, str]]:
        """Return all texts of a kind, or those of a table from number `first` on, in the order of their keys."""
        found = json.loads(await self._database.read(kind, table, first))
        if isinstance(found, str):
            raise StorageFailed(found)
        return [((key[0], key[1], key[2]), text) for key, text in found]


class Bridge:
    """The host, for JavaScript."""

    def __init__(self, host: PageHost) -> None:
        self._host = host
        self._connections: dict[int, Any] = {}

    async def request(self, method: str, address: str, headers: str, body: str, friend: str = "") -> str:
        """Answer a request; returns the status, the media type and the body as JSON."""
        response = await self._host.request(method, address, json.loads(headers), body.encode(), friend)
        return json.dumps([response.status, response.media_type, response.body.decode()])

    def connect(self, number: int, send: Callable[[str], object], hang_up: Callable[[], object]) -> None:
        """Open a connection with this number."""
        self._connections[number] = self._host.connect(send, hang_up)

    def receive(self, number: int, text: str) -> None:
        """Take a message that came over a connection."""
        if number in self._connections:
            self._connections[number].receive(text)

    def disconnect(self, number: int) -> None:
        """Close a connection."""
        if number in self._connections:
            self._connections.pop(number).close()


async def open_bridge(
    database: Database | None, run: Callable[[bytes, float], Awaitable[Buffer | None]], settings: str = "{}"
) -> Bridge:
    """Return the host of the tables in the browser's database; None if it stores nothing, so they end with the page.

    `run` runs a job in the second worker, which calls `think` for it. `settings` is an object of `Settings`, as JSON.
    """

    async def run_elsewhere(encoded: bytes, seconds: float) -> bytes | None:
        found = await run(encoded, seconds)
        return None if found is None else found.to_bytes()

    host = await open_host(
        DatabaseRecords(database) if database else MemoryRecords(), run_elsewhere, Settings(**json.loads(settings))
    )
    _ = host.tasks.spawn(host.resume_analyses())
    return Bridge(host)


def think(encoded: Buffer) -> bytes:
    """Run a job of the first worker."""
    return run_job(encoded.to_bytes())
