"""Tables in the browser's database. Every answer is on disk before it counts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import msgspec

from basebash.browser.records import Change, Key, Records, StorageFailed, Taken
from basebash.server.logs import log
from basebash.server.messages import ChatLine
from basebash.server.storage.errors import DatabaseUnavailable, WriteConflict
from basebash.server.storage.rows import Move, Row, Status, Stored

_CHAT_LOADED = 100  # lines
_ATTEMPTS = 5  # at changing a row that another page changes at the same moment
KINDS = ("table", "move", "chat", "result", "position", "analysis", "moment")
"""What is stored of a table."""


class TimedMove(msgspec.Struct):
    """A move, and when it was written."""

    move: Move
    at: float


class PageClock:
    """The time of day, which never jumps while the page is open."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        """Return the seconds since 1970."""
        return self._offset + time.monotonic()


class PageStore:
    """The storage of tables; the methods are those of `TableStore`.

    Another page of the same browser may have the same table open. A move's number is taken only once, so its answers
    and ours never mix: the page that comes second reads the table again.
    """

    is_shared = False

    def __init__(self, records: Records) -> None:
        self.clock = PageClock()
        self._records = records

    async def write(self, changes: Sequence[Change]) -> None:
        """Change records; `WriteConflict`, or `DatabaseUnavailable`."""
        try:
            await self._records.write(changes)
        except Taken:
            raise WriteConflict from None
        except StorageFailed as error:
            log.exception("the browser's storage failed")
            raise DatabaseUnavailable from error

    async def read(self, kind: str, table: str | None = None, first: int = 0) -> list[tuple[Key, str]]:
        """Return records; `DatabaseUnavailable` if that fails."""
        try:
            return await self._records.read(kind, table, first)
        except StorageFailed as error:
            log.exception("the browser's storage failed")
            raise DatabaseUnavailable from error

    async def append(self, table: str, move: Move) -> None:
        """Write a move. `WriteConflict` if its number is taken."""
        await self.write([Change("add", ("move", table, move.number), _text(TimedMove(move, self.clock.now())))])

    async def say(self, table: str, line: ChatLine) -> None:
        """Write a chat line. `WriteConflict` if its number is taken."""
        await self.write([Change("add", ("chat", table, line.number), _text(line))])

    async def announce(self, kind: str, table: str, **more: Any) -> None:
        """Do nothing: there are no other processes."""

    async def create(self, row: Row, position: bytes | None = None) -> None:
        """Write a new table, and the start of its game if that is not the beginning."""
        changes = [Change("add", ("table", row.id, 0), _text(row))]
        if position is not None:
            changes.append(Change("put", ("position", row.id, 0), _text(position)))
        await self.write(changes)

    async def update(
        self, table: str, *, version: int | None = None, result: bytes | None = None, **values: Any
    ) -> None:
        """Change a table's row. `WriteConflict` if `version` is given and is not the current one."""
        key = ("table", table, 0)
        for _ in range(_ATTEMPTS):
            found = await self.read("table", table)
            if not found:
                if version is None:
                    return
                raise WriteConflict
            row = msgspec.json.decode(found[0][1], type=Row)
            if version not in (None, row.version):
                raise WriteConflict
            touched = msgspec.structs.replace(row, touched=self.clock.now(), **values)
            if version is not None:
                touched.version = version + 1
            changes = [Change("replace", key, _text(touched), found[0][1])]
            if result is not None:
                changes.append(Change("put", ("result", table, 0), _text(result)))
            try:
                await self.write(changes)
            except WriteConflict:
                continue
            return
        raise WriteConflict

    async def try_update(self, table: str, **values: Any) -> None:
        """Change what also follows from the answers: if that fails, nothing is lost."""
        try:
            await self.update(table, **values)
        except (DatabaseUnavailable, WriteConflict):
            log.warning("a table's row was not updated", table=table)

    async def load(self, table: str, first: int = 0, said_from: int = 0) -> Stored | None:
        """Return a table with its moves from number `first` on and its newest chat lines; None if there is none."""
        rows = await self.read("table", table)
        if not rows:
            return None
        moves = await self.read("move", table, first)
        said = await self.read("chat", table, said_from)
        result, position = await self.read("result", table), await self.read("position", table)
        return Stored(
            msgspec.json.decode(rows[0][1], type=Row),
            [msgspec.json.decode(text, type=TimedMove).move for _, text in moves],
            [msgspec.json.decode(text, type=ChatLine) for _, text in said[-_CHAT_LOADED:]],
            msgspec.json.decode(result[0][1], type=bytes) if result else None,
            msgspec.json.decode(position[0][1], type=bytes) if position else None,
        )

    async def times(self, table: str) -> list[float]:
        """Return when each answer of a game was given, without those that were taken back."""
        times: list[float] = []
        for _, text in await self.read("move", table):
            timed = msgspec.json.decode(text, type=TimedMove)
            if timed.move.kind == "undo":
                del times[timed.move.picks[0] :]
            else:
                times.append(timed.at)
        return times

    async def find(self, *, listed: bool = False, status: tuple[Status, ...], since: float, limit: int) -> list[Row]:
        """Return tables of some status that were touched since, newest first, without those that cannot be read."""
        rows = [
            row
            for row in await self._rows()
            if row.status in status and row.touched >= since and (row.listed or not listed)
        ]
        rows.sort(key=lambda row: -row.created)
        return rows[:limit]

    async def due_tables(self, before: float, limit: int) -> list[str]:
        """Return games over days in which the asked player's time is up by then, the most urgent first."""
        due = [(row.due, row.id) for row in await self._rows() if row.due is not None and row.status == "playing"]
        return [table for at, table in sorted(due) if at < before][:limit]

    async def old_tables(self, before: float, except_for: list[str]) -> list[str]:
        """Return tables without a game that were not touched since, except some."""
        rows = await self._rows()
        return [row.id for row in rows if row.status == "open" and row.touched < before and row.id not in except_for]

    async def remove_open(self, tables: list[str], before: float) -> None:
        """Remove tables, unless a game has started there or somebody has touched them since."""
        for table in await self.old_tables(before, []):
            if table in tables:
                await self.remove(table)

    async def remove(self, table: str) -> None:
        """Remove a table with everything that belongs to it."""
        keys = [key for kind in KINDS for key, _ in await self.read(kind, table)]
        await self.write([Change("delete", key) for key in keys])

    async def _rows(self) -> list[Row]:
        rows = []
        for key, text in await self.read("table"):
            try:
                rows.append(msgspec.json.decode(text, type=Row))
            except msgspec.MsgspecError:
                log.error("damaged table", table=key[1])
        return rows


def _text(value: Any) -> str:
    """Return a value as it is stored."""
    return msgspec.json.encode(value).decode()
