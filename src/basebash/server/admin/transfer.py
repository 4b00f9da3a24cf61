"""Exporting one game to a file, and importing it into another database.

The file has the rows of the table: set-up, moves, result and chat. It has no people, but the hashes of the seats'
tokens, so players can continue with the links and browsers they have.
"""

from __future__ import annotations

import base64
from typing import Any

import msgspec
import sqlalchemy as sa

from basebash import BasebashError, __version__
from basebash.server.admin.damage import damage_in
from basebash.server.storage.schema import CHAT, MOVES, POSITIONS, RESULTS, TABLES
from basebash.server.storage.seed_secrets import SeedSecrets, is_sealed, mark_of

_FORMAT = "basebash table 1"
_PARTS = {"tables": TABLES, "moves": MOVES, "results": RESULTS, "chat": CHAT, "positions": POSITIONS}


class BadTransfer(BasebashError):
    """A game cannot be exported or imported; the message says why."""


def export_game(connection: sa.Connection, table: str) -> bytes:
    """Return a table with its game, as JSON."""
    content: dict[str, Any] = {"format": _FORMAT, "version": __version__}
    for name, part in _PARTS.items():
        key = part.c.id if part is TABLES else part.c.table_id
        rows = connection.execute(sa.select(part).where(key == table).order_by(*part.primary_key.columns)).mappings()
        content[name] = [{column.name: row[column.name] for column in part.c} for row in rows]
    if not content["tables"]:
        raise BadTransfer(f"There is no table {table}.")
    return msgspec.json.format(msgspec.json.encode(content), indent=1)  # bytes become base64


def import_game(connection: sa.Connection, data: bytes, seeds: SeedSecrets | None) -> str:
    """Add a game to the database and return its table; `BadTransfer` if it is damaged or cannot continue here."""
    rows = _read(data)
    row = rows["tables"][0]
    table = str(row["id"])
    if connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == table)).first():
        raise BadTransfer(f"There is a table {table} already.")
    result, position = ((rows[name] or [{"data": None}])[0]["data"] for name in ("results", "positions"))
    damage = damage_in(row, rows["moves"], result, position)
    if damage:
        raise BadTransfer(f"The game in the file is damaged: {damage}")
    seed = msgspec.json.decode(row["setup"] or "{}").get("seed")
    if is_sealed(seed) and (seeds is None or mark_of(seed) != seeds.mark):
        raise BadTransfer("The game is under way and was sealed with another key: it cannot continue here.")
    if row["rematch"] and not connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == row["rematch"])).first():
        row["rematch"] = None  # it was not exported
    for name, part in _PARTS.items():
        if rows[name]:
            connection.execute(sa.insert(part), rows[name])
    return table


def _read(data: bytes) -> dict[str, list[dict[str, Any]]]:
    """Return the rows in a file, of one table, with the columns that this version knows."""
    try:
        content = msgspec.json.decode(data)
        if content["format"] != _FORMAT:
            raise BadTransfer(f"The file has the unknown format {content['format']!r}.")
        rows = {name: [_as_stored(part, row) for row in content[name]] for name, part in _PARTS.items()}
        table = rows["tables"][0]["id"]
    except (msgspec.MsgspecError, TypeError, KeyError, IndexError, ValueError) as error:
        raise BadTransfer(f"The file is not an exported game: {error}.") from None
    is_one = len(rows["tables"]) == 1 and all(
        row["table_id"] == table for name in _PARTS if name != "tables" for row in rows[name]
    )
    if not is_one:
        raise BadTransfer("The file must have the rows of one table.")
    return rows


def _as_stored(part: sa.Table, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row for the database; columns that were added after the export have their defaults."""
    unknown = set(row) - {column.name for column in part.c}
    if unknown:
        raise BadTransfer(f"The file was written by a newer Basebash: {', '.join(sorted(unknown))} is unknown.")
    return {
        name: base64.b64decode(value) if isinstance(part.c[name].type, sa.LargeBinary) else value
        for name, value in row.items()
    }
