"""Deleting a person's data."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec
import sqlalchemy as sa

from basebash.server.games.results import Result, pack, unpack
from basebash.server.games.setup import distinct
from basebash.server.people.accounts import Owner
from basebash.server.storage.schema import (
    ANALYSES,
    CHAT,
    CODES,
    DEVICES,
    MOMENTS,
    PEOPLE,
    PLAYS,
    RATINGS,
    RESULTS,
    TABLES,
    TRIES,
)
from basebash.server.storage.store import Store

DELETED_NAME = "a player"
"""What others' games call a person who has deleted their data."""


async def delete_person(store: Store, owner: Owner) -> list[str]:
    """Delete a person's name, chat lines, ratings, attempts and history; return the tables that have changed.

    In games under way they resign. In other people's games they are anonymous from now on.
    """

    def job(connection: sa.Connection) -> list[str]:
        seats: dict[str, list[int]] = {}
        for table, seat in connection.execute(
            sa.select(PLAYS.c.table_id, PLAYS.c.seat).where(PLAYS.c.person_id == owner.id)
        ):
            seats.setdefault(table, []).append(seat)
        for table, own in seats.items():
            _anonymise(connection, table, own)
        for of_person in (PLAYS, RATINGS, TRIES, CODES, DEVICES):
            connection.execute(sa.delete(of_person).where(of_person.c.person_id == owner.id))
        connection.execute(sa.delete(PEOPLE).where(PEOPLE.c.id == owner.id))
        return list(seats)

    return await store.do(job)


def _anonymise(connection: sa.Connection, table: str, own: list[int]) -> None:
    """Remove a person's name from their seats at a table, and everything that may mention it."""
    row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table)).mappings().first()
    if row is None:
        return
    seats = msgspec.json.decode(row["seats"])
    for seat in own:
        seats[seat].update(name=DELETED_NAME, hash=None, more=[])
        if row["status"] == "open":
            seats[seat].update(kind="open", name="", home=False)
        elif row["status"] != "over":
            seats[seat].update(kind="bot", resigned=True)
    options = msgspec.json.decode(row["options"])
    for seat in own:
        options["seats"][seat]["name"] = ""
    values: dict[str, Any] = {
        "options": msgspec.json.encode(options).decode(),
        "seats": msgspec.json.encode(seats).decode(),
        "version": row["version"] + 1,
    }
    names: list[str] = []
    if row["setup"]:
        setup = msgspec.json.decode(row["setup"])
        names = distinct(DELETED_NAME if seat in own else name for seat, name in enumerate(setup["names"]))
        values["setup"] = msgspec.json.encode({**setup, "names": names}).decode()
    connection.execute(sa.update(TABLES).where(TABLES.c.id == table).values(**values))
    connection.execute(sa.delete(CHAT).where(CHAT.c.table_id == table, CHAT.c.seat.in_(own)))
    for derived in (MOMENTS, ANALYSES):  # they may mention names, and can be computed again
        connection.execute(sa.delete(derived).where(derived.c.table_id == table))
    data = connection.execute(sa.select(RESULTS.c.data).where(RESULTS.c.table_id == table)).scalar()
    if data is not None and names:
        try:
            result = _renamed(unpack(data), names)
        except (msgspec.MsgspecError, zlib.error):  # a damaged result cannot be shown either
            connection.execute(sa.delete(RESULTS).where(RESULTS.c.table_id == table))
            return
        connection.execute(sa.update(RESULTS).where(RESULTS.c.table_id == table).values(data=pack(result)))


def _renamed(result: Result, names: list[str]) -> Result:
    """Return a stored result with other player names."""
    result.names = names
    for player, name in zip(result.view["players"], names, strict=True):
        player["name"] = name
    for line in result.log:
        for part in line["parts"]:
            if isinstance(part, dict) and "player" in part:
                part["name"] = names[part["player"]]
        line["text"] = "".join(part if isinstance(part, str) else part["name"] for part in line["parts"])
    return result
