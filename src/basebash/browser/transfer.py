"""Tables as files: with everything in them, hidden cards too, so a page gives them to its owner only."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from basebash import BasebashError
from basebash.browser.own import check_own
from basebash.browser.records import Change, MemoryRecords
from basebash.browser.store import KINDS, PageStore
from basebash.server.errors import Refused
from basebash.server.http.endpoint import Endpoint
from basebash.server.http.exchange import Request, Response
from basebash.server.http.responses import json_response, table_id
from basebash.server.storage.errors import WriteConflict
from basebash.server.storage.rows import Row, check_moves
from basebash.server.storage.seed_secrets import SeedSecrets
from basebash.server.tables.registry import TableRegistry

FORMAT = "basebash-table"
_VERSION = 1
Id = Annotated[str, Meta(pattern=r"^[\w-]{1,40}$")]


class StoredRecord(Struct):
    """One record of a table."""

    kind: str
    number: int
    text: str


class TableFile(Struct):
    """A table in a file. Its seed is written openly."""

    format: str
    version: int
    table: Id
    records: list[StoredRecord]


class Imported(Struct):
    """The table that a file has brought."""

    table: str


class Transfers:
    """Writes tables to files, and reads them."""

    def __init__(self, registry: TableRegistry, store: PageStore, seeds: SeedSecrets) -> None:
        self._registry = registry
        self._store = store
        self._seeds = seeds

    def endpoints(self) -> list[Endpoint]:
        """Return the paths of what only a page's owner may do."""
        return [
            Endpoint("GET", "/api/tables/{table}/file", self.export, "A table as a file"),
            Endpoint("DELETE", "/api/tables/{table}", self.remove, "Remove a table"),
            Endpoint("POST", "/api/files", self.read, "A table from a file", body=TableFile, status=201),
        ]

    async def export(self, request: Request) -> Response:
        """Return a table as a file."""
        check_own(request)
        table = table_id(request)
        found = [one for kind in KINDS for one in await self._store.read(kind, table)]
        if not found:
            raise Refused("no_table", "There is no such table. Check the link.")
        records = [StoredRecord(key[0], key[2], self._opened(table, key[0], text)) for key, text in found]
        file = TableFile(FORMAT, _VERSION, table, records)
        headers = {"Content-Disposition": f'attachment; filename="basebash-table-{table}.json"'}
        return json_response(file, headers=headers)

    async def read(self, request: Request, file: TableFile) -> Imported:
        """Add the table of a file."""
        check_own(request)
        if file.format != FORMAT or file.version != _VERSION:
            raise Refused("bad_request", "This file was written by a newer version, or is not a game from here.")
        try:
            changes = [Change("add", (one.kind, file.table, one.number), one.text) for one in file.records]
            await self._check(file)
            await self._store.write(changes)
        except WriteConflict:
            raise Refused("bad_request", "This game is here already.") from None
        except (msgspec.MsgspecError, BasebashError, StopIteration):
            raise Refused("bad_request", "This file is damaged.") from None
        return Imported(file.table)

    async def remove(self, request: Request) -> dict[str, Any]:
        """Remove a table."""
        check_own(request)
        table = self._registry.tables.get(table_id(request))
        if table is not None:
            self._registry.unload(table)
        await self._store.remove(table_id(request))
        return {}

    async def _check(self, file: TableFile) -> None:
        """Raise an exception if a file is damaged."""
        row = msgspec.json.decode(next(one.text for one in file.records if one.kind == "table"), type=Row)
        if row.id != file.table or any(one.kind not in KINDS for one in file.records):
            raise msgspec.ValidationError("another table")
        records = MemoryRecords()
        await records.write([Change("put", (one.kind, file.table, one.number), one.text) for one in file.records])
        stored = await PageStore(records).load(file.table)
        assert stored is not None
        check_moves(row.id, stored.moves)

    def _opened(self, table: str, kind: str, text: str) -> str:
        """Return a record with its seed in the open, because another browser has another key."""
        if kind != "table":
            return text
        row = msgspec.json.decode(text, type=Row)
        if row.setup is None:
            return text
        setup = msgspec.json.decode(row.setup)
        setup["seed"] = self._seeds.open(table, setup["seed"])
        row.setup = msgspec.json.encode(setup).decode()
        return msgspec.json.encode(row).decode()
