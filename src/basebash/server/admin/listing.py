"""Lists of tables and people."""

from __future__ import annotations

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from basebash.server.moderation import person_subject
from basebash.server.storage.schema import DEVICES, MODERATION, MOVES, PEOPLE, PLAYS, TABLES


class TableLine(Struct):
    """A table as operators see it. `client` names the address that created it, which is not stored."""

    id: str
    name: str
    status: str
    players: list[str]
    moves: int
    created: float
    touched: float
    client: str
    moderation: list[str]


class PersonLine(Struct):
    """A person as operators see them."""

    id: str
    name: str
    created: float
    devices: int
    tables: int
    moderation: list[str]


def list_tables(connection: sa.Connection, *, status: str = "", search: str = "", limit: int = 50) -> list[TableLine]:
    """Return tables, the last used first: of some status, or with a text in their id, name or names of players."""
    decisions = _decisions(connection)
    moves = sa.select(sa.func.count()).where(MOVES.c.table_id == TABLES.c.id).scalar_subquery()
    query = sa.select(TABLES, moves.label("moves")).order_by(TABLES.c.touched.desc())
    if status:
        query = query.where(TABLES.c.status == status)
    if search:
        query = query.where(
            sa.or_(*(_contains(column, search) for column in (TABLES.c.id, TABLES.c.name, TABLES.c.seats)))
        )
    return [
        TableLine(
            row["id"],
            row["name"],
            row["status"],
            _names(row["seats"]),
            row["moves"],
            row["created"],
            row["touched"],
            row["maker"] or "",
            decisions.get(row["id"], []),
        )
        for row in connection.execute(query.limit(limit)).mappings()
    ]


def list_people(connection: sa.Connection, *, search: str = "", limit: int = 50) -> list[PersonLine]:
    """Return people, the newest first, or those with a text in their id or name."""
    decisions = _decisions(connection)
    devices = sa.select(sa.func.count()).where(DEVICES.c.person_id == PEOPLE.c.id).scalar_subquery()
    tables = sa.select(sa.func.count()).where(PLAYS.c.person_id == PEOPLE.c.id).scalar_subquery()
    query = sa.select(PEOPLE, devices.label("devices"), tables.label("tables")).order_by(PEOPLE.c.created.desc())
    if search:
        query = query.where(sa.or_(_contains(PEOPLE.c.id, search), _contains(PEOPLE.c.name, search)))
    return [
        PersonLine(
            row["id"],
            row["name"],
            row["created"],
            row["devices"],
            row["tables"],
            decisions.get(person_subject(row["id"]), []),
        )
        for row in connection.execute(query.limit(limit)).mappings()
    ]


def _decisions(connection: sa.Connection) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for kind, subject in connection.execute(sa.select(MODERATION)):
        found.setdefault(subject, []).append(kind)
    return found


def _contains(column: sa.Column[str], text: str) -> sa.ColumnElement[bool]:
    return column.icontains(text, autoescape=True)


def _names(seats: str) -> list[str]:
    try:
        return [seat["name"] or "(open)" for seat in msgspec.json.decode(seats)]
    except (msgspec.MsgspecError, TypeError, KeyError):
        return ["(damaged)"]
