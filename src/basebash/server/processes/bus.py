"""How server processes that share a PostgreSQL database talk to each other: LISTEN, NOTIFY and advisory locks.

A table's bots and clocks belong to the process that holds the table's lock; when that process dies, PostgreSQL releases
its locks and another process takes over. The database is authoritative. A move is announced in the transaction that
writes it, with its checksum, so that a process that has all moves before it can apply it directly. After any other
announcement, and after a lost connection, processes read the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa

from basebash.server.host.announcements import Announcement
from basebash.server.logs import log
from basebash.server.storage.rows import CHANNEL

_HEARTBEAT_SECONDS = 2.0
_DEAD_SECONDS = 7.0  # a process without a heartbeat for this long is considered dead
_RECONNECT_SECONDS = 0.5


_decode = msgspec.json.Decoder(Announcement).decode


def lock_number(table: str) -> int:
    """Return the number of a table's advisory lock."""
    return int.from_bytes(hashlib.blake2b(table.encode(), digest_size=8).digest(), signed=True)


class Bus:
    """One process's connection to the others, and the locks it holds."""

    def __init__(
        self,
        url: str,
        origin: str,
        on_announcement: Callable[[Announcement], None],
        on_reconnect: Callable[[], None],
        on_death: Callable[[str], None],
    ) -> None:
        parsed = sa.make_url(url).set(drivername="postgresql")
        self._address = parsed.render_as_string(hide_password=False)
        self._origin = origin
        self._on_announcement = on_announcement
        self._on_reconnect = on_reconnect
        self._on_death = on_death
        self._connection: Any = None
        self._query_lock = asyncio.Lock()
        self._held: set[str] = set()
        self._alive: dict[str, float] = {}
        self.is_listening = asyncio.Event()

    async def run(self) -> None:
        """Listen for as long as the server runs."""
        await asyncio.gather(self._listen(), self._send_heartbeats())

    async def _listen(self) -> None:
        psycopg = _psycopg()
        has_begun = False
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if has_begun:
                        log.info("reconnected to the database")
                        self._on_reconnect()
                    else:
                        has_begun = True
                        self.is_listening.set()
                    async for notice in connection.notifies():
                        self._handle(notice.payload)
            except (psycopg.Error, OSError):
                log.exception("lost the connection to the database")
                await asyncio.sleep(_RECONNECT_SECONDS)

    def _handle(self, raw: str) -> None:
        try:
            announcement = _decode(raw)
        except msgspec.MsgspecError:  # from another version, or from somebody else
            log.warning("unreadable announcement")
            return
        origin, kind = announcement.origin, announcement.kind
        if origin == self._origin:
            return
        if kind == "bye":
            self._alive.pop(origin, None)
            self._on_death(origin)
            return
        self._alive[origin] = time.monotonic()
        if kind != "alive":
            self._on_announcement(announcement)

    async def _send_heartbeats(self) -> None:
        """Send this process's heartbeat, and notice processes whose heartbeat has stopped."""
        while True:
            await self._announce("alive")
            await asyncio.sleep(_HEARTBEAT_SECONDS)
            now = time.monotonic()
            for origin in [origin for origin, at in self._alive.items() if now - at > _DEAD_SECONDS]:
                del self._alive[origin]
                log.warning("another process is dead", origin=origin)
                self._on_death(origin)

    async def _announce(self, kind: str) -> None:
        announcement = msgspec.json.encode({"origin": self._origin, "kind": kind}).decode()
        await self._query("SELECT pg_notify(%s, %s)", CHANNEL, announcement)

    async def claim(self, table: str) -> bool:
        """Take a table's lock; False if another process has it."""
        if table in self._held:
            return True
        if await self._query("SELECT pg_try_advisory_lock(%s)", lock_number(table)):
            self._held.add(table)
            return True
        return False

    async def release(self, table: str) -> None:
        """Release a table's lock."""
        if table in self._held:
            self._held.discard(table)
            await self._query("SELECT pg_advisory_unlock(%s)", lock_number(table))

    async def _query(self, query: str, *values: Any) -> Any:
        """Return the single value of a query; None if the database is away. Locks are lost with the connection."""
        psycopg = _psycopg()
        async with self._query_lock:
            try:
                if self._connection is None or self._connection.closed:
                    self._held.clear()
                    self._connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
                row = await (await self._connection.execute(query, values)).fetchone()
            except (psycopg.Error, OSError):
                self._held.clear()
                with contextlib.suppress(psycopg.Error, OSError):
                    if self._connection is not None:
                        await self._connection.close()
                self._connection = None
                return None
            return row[0]

    async def close(self) -> None:
        """Release all locks, then say goodbye, so that whoever hears it can take them."""
        await self._query("SELECT pg_advisory_unlock_all()")
        await self._announce("bye")
        if self._connection is not None:
            await self._connection.close()
            self._connection = None


def _psycopg() -> Any:
    """Import psycopg, which only PostgreSQL needs."""
    import psycopg  # noqa: PLC0415

    return psycopg
