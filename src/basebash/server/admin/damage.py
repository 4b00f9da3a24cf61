"""Finding tables whose rows cannot be read, and saying why."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from basebash import BasebashError, Setup
from basebash.engine.errors import MissingSet
from basebash.server.games.positions import read_position
from basebash.server.games.results import unpack
from basebash.server.messages import TableRequest
from basebash.server.storage.rows import Move, Row, check_moves
from basebash.server.storage.schema import MOVES, POSITIONS, RESULTS, TABLES
from basebash.server.tables.seats import Seat

UNREADABLE = (msgspec.MsgspecError, BasebashError, zlib.error, ValueError, TypeError, KeyError, IndexError)
"""What reading altered rows can raise."""


def find_damaged(connection: sa.Connection) -> Iterator[tuple[str, str]]:
    """Yield the tables that are damaged, each with the reason."""
    for table in connection.execute(sa.select(TABLES.c.id).order_by(TABLES.c.created)).scalars().all():
        reason = damage_of(connection, table)
        if reason:
            yield table, reason


def damage_of(connection: sa.Connection, table: str) -> str:
    """Return why a table cannot be read; nothing if it can."""
    row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table)).mappings().one()
    columns = [column for column in MOVES.c if column.name not in ("table_id", "at")]
    moves = connection.execute(sa.select(*columns).where(MOVES.c.table_id == table).order_by(MOVES.c.number)).mappings()
    beside = [
        connection.execute(sa.select(one.c.data).where(one.c.table_id == table)).scalar()
        for one in (RESULTS, POSITIONS)
    ]
    return damage_in(plain(row), [plain(move) for move in moves], *beside)


def damage_in(row: dict[str, Any], moves: list[dict[str, Any]], result: bytes | None, position: bytes | None) -> str:
    """Return why the rows of a table cannot be read; nothing if they can."""
    part = "its row"
    try:
        stored = msgspec.convert(row, Row)
        part = "its options"
        msgspec.json.decode(stored.options, type=TableRequest)
        part = "its seats"
        msgspec.json.decode(stored.seats, type=list[Seat])
        part = "its moves"
        check_moves(stored.id, [as_move(move) for move in moves])
        part = "its set-up"
        if stored.setup is not None and stored.rules is not None:
            Setup.from_json({**msgspec.json.decode(stored.setup), "seed": 0})
        part = "its result"
        if result is not None:
            unpack(result)
        part = "its position"
        if position is not None:
            read_position(position)
    except MissingSet:  # a pack is not installed: not damage
        return ""
    except UNREADABLE as error:
        return f"{part}: {str(error) or type(error).__name__}"
    return ""


def as_move(values: dict[str, Any]) -> Move:
    """Return a move from its row."""
    known = {name: value for name, value in values.items() if name in Move.__struct_fields__}
    return msgspec.convert({**known, "picks": msgspec.json.decode(values["picks"])}, Move)


def plain(found: Any) -> dict[str, Any]:
    """Return a row with plain column names."""
    return {str(name): value for name, value in found.items()}
