"""What the processes at one PostgreSQL tell each other: LISTEN and NOTIFY to hear, advisory locks to own.

A table's bots and clocks belong to the process that holds the table's lock; should that process die, PostgreSQL lets
go of its locks, and another takes them. The database is the truth. A move is announced in the transaction that writes
it down, with its checksum, so that who has all before it takes it over as it is; whoever hears of anything else looks
into the database, and whoever missed something looks anyway, after every lost connection.
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

from basebash.server.logs import log
from basebash.server.storage.store import CHANNEL, Move

_BEAT = 2.0  # seconds between signs of life
_DEAD = 7.0  # who gave none for so long is dead
_AGAIN = 0.5  # seconds until the next try to connect


class Word(msgspec.Struct):
    """What one process tells the others: what happened, at which table, and more, by kind.

    Kinds: `move` (written down: this one), `row` and `chat` (written down: look), `undo` (who asks for what, or
    nothing), `here` (who is at the table here), `who` (tell me who is there), `vote` (for a bot in somebody's place),
    `wants` (who asked for a rematch), `reload` (the table has changed as a whole), `alive`, `bye`.
    """

    origin: str
    kind: str
    table: str = ""
    number: int = -1
    move: Move | None = None
    undo: Any = None
    seats: list[int] = []
    spectators: int = 0


_decode = msgspec.json.Decoder(Word).decode


def lock_number(table: str) -> int:
    """The number of a table's advisory lock."""
    return int.from_bytes(hashlib.blake2b(table.encode(), digest_size=8).digest(), signed=True)


class Bus:
    """One process's ears, and the locks it holds."""

    def __init__(self, url: str, origin: str, hear: Callable[[Word], None], missed: Callable[[], None]) -> None:
        parsed = sa.make_url(url).set(drivername="postgresql")
        self._address = parsed.render_as_string(hide_password=False)
        self._origin = origin
        self._hear = hear
        self._missed = missed
        self._locks: Any = None
        self._at_once = asyncio.Lock()
        self._held: set[str] = set()
        self._alive: dict[str, float] = {}
        self.listens = asyncio.Event()
        self.died: Callable[[str], None] = lambda _: None

    async def run(self) -> None:
        """Listens, as long as the server runs."""
        await asyncio.gather(self._listen(), self._beat())

    async def _listen(self) -> None:
        psycopg = _psycopg()
        has_begun = False
        while True:
            try:
                async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    if has_begun:
                        log.info("the database is back")
                        self._missed()
                    else:
                        has_begun = True
                        self.listens.set()
                    async for notice in connection.notifies():
                        self._take(notice.payload)
            except (psycopg.Error, OSError):
                log.exception("the database is away")
                await asyncio.sleep(_AGAIN)

    def _take(self, raw: str) -> None:
        try:
            word = _decode(raw)
        except msgspec.MsgspecError:  # of another version, or of somebody who plays around
            log.warning("an announcement cannot be read")
            return
        if word.origin == self._origin:
            return
        if word.kind == "bye":
            self._alive.pop(word.origin, None)
            self.died(word.origin)
            return
        self._alive[word.origin] = time.monotonic()
        if word.kind != "alive":
            self._hear(word)

    async def _beat(self) -> None:
        """Tells that this process lives, and notices who does not any more."""
        while True:
            await self._tell("alive")
            await asyncio.sleep(_BEAT)
            now = time.monotonic()
            for origin in [origin for origin, at in self._alive.items() if now - at > _DEAD]:
                del self._alive[origin]
                log.warning("another process is gone", origin=origin)
                self.died(origin)

    async def _tell(self, kind: str) -> None:
        word = msgspec.json.encode({"origin": self._origin, "kind": kind}).decode()
        await self._ask("SELECT pg_notify(%s, %s)", CHANNEL, word)

    async def claim(self, table: str) -> bool:
        """Whether this table's bots and clocks are this process's."""
        if table in self._held:
            return True
        if await self._ask("SELECT pg_try_advisory_lock(%s)", lock_number(table)):
            self._held.add(table)
            return True
        return False

    async def release(self, table: str) -> None:
        """Another process may have them."""
        if table in self._held:
            self._held.discard(table)
            await self._ask("SELECT pg_advisory_unlock(%s)", lock_number(table))

    async def _ask(self, query: str, *values: Any) -> Any:
        """The one value that a query gives; None if the database is away. All locks go with their connection."""
        psycopg = _psycopg()
        async with self._at_once:
            try:
                if self._locks is None or self._locks.closed:
                    self._held.clear()
                    self._locks = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
                row = await (await self._locks.execute(query, values)).fetchone()
            except (psycopg.Error, OSError):
                self._held.clear()
                with contextlib.suppress(psycopg.Error, OSError):
                    if self._locks is not None:
                        await self._locks.close()
                self._locks = None
                return None
            return row[0]

    async def close(self) -> None:
        """Lets go of everything, and says goodbye: who hears it finds no lock taken any more."""
        await self._ask("SELECT pg_advisory_unlock_all()")
        await self._tell("bye")
        if self._locks is not None:
            await self._locks.close()
            self._locks = None


def _psycopg() -> Any:
    """Only who uses PostgreSQL needs it."""
    import psycopg  # noqa: PLC0415

    return psycopg
