"""Deleting a person's data.

A person's name or words can be in these places, and nowhere else:

| where | what | what happens to it |
|---|---|---|
| `people`, `devices`, `codes`, `ratings`, `tries`, `plays` | their own rows | deleted |
| `recoveries`, `passkeys`, `challenges`, `progress`, `days` | their own rows | deleted |
| `solvers`, `seekers`, `subscriptions`, `addresses` | their own rows | deleted |
| `puzzle_ratings` | nothing: what remains of their tries is a number | nothing |
| `members` | their place in leagues | it stays, without their name, and they are not paired any more |
| `leagues` | the name of a league that they made or that names them, and of its tables | emptied |
| `pairings` | nothing: members have numbers | nothing |
| `follows`, `invitations` | whom they follow and invite, and who follows and invites them | deleted |
| `tables.name`, `tables.options` | the name they gave their table | emptied if they created it or if it names them |
| `tables.seats`, `tables.options`, `tables.setup` | the names on their seats | replaced |
| `chat` | what they said | deleted |
| `chat` | lines of others, and notices, that name them | the name is replaced |
| `results` | names in the view and the log | replaced |
| `plays.facts` of the other players | the table's name | as `tables.name` |
| `moderation`, `audit` | orders about them, and the reasons | deleted, and emptied |
| `moments`, `analyses` | texts that name players | deleted; they can be computed again |
| the free pages and the write-ahead log of SQLite | what was deleted | overwritten (`Store.overwrite_deleted`) |

Positions, moves and log lines of the server name seats, not people.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec
import sqlalchemy as sa

from basebash.server.games.results import Result, pack, unpack
from basebash.server.games.setup import distinct
from basebash.server.host.people import Owner
from basebash.server.moderation import person_subject, seat_subject
from basebash.server.storage.schema import (
    ADDRESSES,
    ANALYSES,
    AUDIT,
    CHALLENGES,
    CHAT,
    CODES,
    DEVICES,
    FOLLOWS,
    INVITATIONS,
    LEAGUES,
    MEMBERS,
    MODERATION,
    MOMENTS,
    PAIRINGS,
    PASSKEYS,
    PEOPLE,
    PLAYS,
    PROGRESS,
    PUZZLE_DAYS,
    RATINGS,
    RECOVERIES,
    RESULTS,
    SEEKERS,
    SOLVERS,
    SUBSCRIPTIONS,
    TABLES,
    TRIES,
)
from basebash.server.storage.store import Store

DELETED_NAME = "a player"
"""What others' games call a person who has deleted their data."""


_OWN = (
    PLAYS, RATINGS, TRIES, SOLVERS, CODES, DEVICES, RECOVERIES, PASSKEYS, CHALLENGES, PROGRESS, PUZZLE_DAYS,
    FOLLOWS, INVITATIONS, SEEKERS, SUBSCRIPTIONS, ADDRESSES,
)  # fmt: skip
"""The tables whose rows belong to one person."""


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
            _anonymise(connection, table, own, owner.name)
        _forget_orders(connection, owner, seats)
        renamed = _leave_leagues(connection, owner)
        connection.execute(sa.delete(FOLLOWS).where(FOLLOWS.c.other_id == owner.id))
        connection.execute(sa.delete(INVITATIONS).where(INVITATIONS.c.from_id == owner.id))
        for of_person in _OWN:
            connection.execute(sa.delete(of_person).where(of_person.c.person_id == owner.id))
        connection.execute(sa.delete(PEOPLE).where(PEOPLE.c.id == owner.id))
        return list({*seats, *renamed})

    tables = await store.do(job)
    await store.overwrite_deleted()
    return tables


def _anonymise(connection: sa.Connection, table: str, own: list[int], name: str) -> None:
    """Remove a person's names from their seats at a table, and everything that may mention them."""
    row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table)).mappings().first()
    if row is None:
        return
    seats = msgspec.json.decode(row["seats"])
    setup = msgspec.json.decode(row["setup"]) if row["setup"] else None
    options = msgspec.json.decode(row["options"])
    names = {name, *(seats[seat]["name"] for seat in own)}
    if setup is not None:
        names |= {setup["names"][seat] for seat in own}
    is_named = _pattern(names)
    values: dict[str, Any] = {"version": row["version"] + 1}
    if any(seats[seat].get("home") for seat in own) or is_named.search(row["name"]):
        values["name"] = options["name"] = ""
        _rename_in_history(connection, table)
    for seat in own:
        seats[seat].update(name=DELETED_NAME, hash=None, more=[])
        if row["status"] == "open":
            seats[seat].update(kind="open", name="", home=False)
        elif row["status"] != "over":
            seats[seat].update(kind="bot", resigned=True)
        options["seats"][seat]["name"] = ""
    values["options"] = msgspec.json.encode(options).decode()
    values["seats"] = msgspec.json.encode(seats).decode()
    if setup is not None:
        setup["names"] = distinct(DELETED_NAME if seat in own else name for seat, name in enumerate(setup["names"]))
        values["setup"] = msgspec.json.encode(setup).decode()
    connection.execute(sa.update(TABLES).where(TABLES.c.id == table).values(**values))
    _clean_chat(connection, table, own, is_named)
    for derived in (MOMENTS, ANALYSES):
        connection.execute(sa.delete(derived).where(derived.c.table_id == table))
    if setup is not None:
        _rename_in_result(connection, table, setup["names"])


def _leave_leagues(connection: sa.Connection, owner: Owner) -> list[str]:
    """Remove a person's names from leagues; return the tables whose names have changed."""
    own = sa.select(MEMBERS.c.league_id, MEMBERS.c.name).where(MEMBERS.c.person_id == owner.id)
    names = {league: name for league, name in connection.execute(own)}  # noqa: C416  # rows are no pairs to mypy
    is_theirs = sa.or_(LEAGUES.c.maker == owner.id, LEAGUES.c.id.in_(list(names)))
    changed: list[str] = []
    for league, name, maker in connection.execute(
        sa.select(LEAGUES.c.id, LEAGUES.c.name, LEAGUES.c.maker).where(is_theirs)
    ).all():
        if maker == owner.id or _pattern({owner.name, names.get(league, "")}).search(name):
            values = {"name": "", "maker": None if maker == owner.id else maker}
            connection.execute(sa.update(LEAGUES).where(LEAGUES.c.id == league).values(**values))
            tables = sa.select(PAIRINGS.c.table_id).where(PAIRINGS.c.league_id == league)
            changed += filter(None, connection.execute(tables).scalars())
    for table in changed:
        connection.execute(sa.update(TABLES).where(TABLES.c.id == table).values(name="", version=TABLES.c.version + 1))
        _rename_in_history(connection, table)
    anonymous = {"name": DELETED_NAME, "person_id": None, "is_out": True}
    connection.execute(sa.update(MEMBERS).where(MEMBERS.c.person_id == owner.id).values(**anonymous))
    return changed


def _forget_orders(connection: sa.Connection, owner: Owner, seats: dict[str, list[int]]) -> None:
    """Delete orders about a person and their seats, and the reasons in the audit log."""
    subjects = [person_subject(owner.id), *(seat_subject(table, seat) for table, own in seats.items() for seat in own)]
    connection.execute(sa.delete(MODERATION).where(MODERATION.c.subject.in_(subjects)))
    connection.execute(sa.update(AUDIT).where(AUDIT.c.subject.in_(subjects)).values(reason=""))


def _pattern(names: AbstractSet[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of these names as whole words."""
    longest_first = sorted(filter(None, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


def _rename_in_history(connection: sa.Connection, table: str) -> None:
    """Remove the table's name from the pages of its players."""
    facts_of = sa.select(PLAYS.c.seat, PLAYS.c.facts).where(PLAYS.c.table_id == table, PLAYS.c.facts.is_not(None))
    for seat, raw in connection.execute(facts_of).all():
        facts = msgspec.json.encode({**msgspec.json.decode(raw), "name": ""}).decode()
        connection.execute(sa.update(PLAYS).where(PLAYS.c.table_id == table, PLAYS.c.seat == seat).values(facts=facts))


def _clean_chat(connection: sa.Connection, table: str, own: list[int], is_named: re.Pattern[str]) -> None:
    """Delete what a person said at a table, and replace their names in the other lines."""
    connection.execute(sa.delete(CHAT).where(CHAT.c.table_id == table, CHAT.c.seat.in_(own)))
    for number, text in connection.execute(sa.select(CHAT.c.number, CHAT.c.text).where(CHAT.c.table_id == table)).all():
        if is_named.search(text):
            line = sa.update(CHAT).where(CHAT.c.table_id == table, CHAT.c.number == number)
            connection.execute(line.values(text=is_named.sub(DELETED_NAME, text)))


def _rename_in_result(connection: sa.Connection, table: str, names: list[str]) -> None:
    """Replace the names in the stored result of a game."""
    data = connection.execute(sa.select(RESULTS.c.data).where(RESULTS.c.table_id == table)).scalar()
    if data is None:
        return
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
