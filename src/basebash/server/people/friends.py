"""Whom people follow, and invitations to tables.

Friends are two people who follow each other: only they see at which table the other one is. Only somebody who follows
a person can be invited by them, so nobody is bothered by strangers.
"""

from __future__ import annotations

import contextlib
from typing import Any, Literal

import sqlalchemy as sa
from msgspec import Struct

from basebash.server.host.people import Owner
from basebash.server.storage.errors import WriteConflict
from basebash.server.storage.schema import FOLLOWS, INVITATIONS, PEOPLE, PLAYS, TABLES
from basebash.server.storage.store import Store

MAX_FOLLOWED = 200
_MET = 12  # people one has played with lately
_INVITATION_SECONDS = 24 * 3600
_TABLES = 3  # of a friend, at which they may be


class Known(Struct):
    """Somebody whom a person follows, or who follows them."""

    id: str
    name: str
    is_public: bool
    is_followed: bool
    follows: bool

    @property
    def is_friend(self) -> bool:
        """Whether the two follow each other."""
        return self.is_followed and self.follows


class Invitation(Struct):
    """An invitation to a table, and who sent it."""

    table: str
    by: str


class Friends:
    """Who follows whom."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def follow(self, owner: Owner, other: str) -> Literal["followed", "unknown", "too_many"]:
        """Follow somebody who shows their page, follows this person, or has played with them."""
        values = {"person_id": owner.id, "other_id": other, "since": self._store.clock.now()}

        def job(connection: sa.Connection) -> Literal["followed", "unknown", "too_many"]:
            if other == owner.id or not _may_follow(connection, owner.id, other):
                return "unknown"
            count = sa.select(sa.func.count()).where(FOLLOWS.c.person_id == owner.id)
            if connection.execute(count).scalar_one() >= MAX_FOLLOWED:
                return "too_many"
            if not _follows(connection, owner.id, other):
                connection.execute(sa.insert(FOLLOWS), values)
            return "followed"

        try:
            return await self._store.do(job)
        except WriteConflict:  # followed at the same moment from another device
            return "followed"

    async def unfollow(self, owner: Owner, other: str) -> None:
        """Stop following somebody; what they have been invited to, and have not joined, is withdrawn."""
        between = sa.and_(INVITATIONS.c.person_id == owner.id, INVITATIONS.c.from_id == other)

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(FOLLOWS).where(FOLLOWS.c.person_id == owner.id, FOLLOWS.c.other_id == other))
            connection.execute(sa.delete(INVITATIONS).where(between))

        await self._store.do(job)

    async def known(self, owner: Owner) -> list[Known]:
        """Return whom a person follows and who follows them, by name."""
        own, back = FOLLOWS.alias(), FOLLOWS.alias()
        query = (
            sa.select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.public, own.c.since, back.c.since)
            .outerjoin(own, sa.and_(own.c.other_id == PEOPLE.c.id, own.c.person_id == owner.id))
            .outerjoin(back, sa.and_(back.c.person_id == PEOPLE.c.id, back.c.other_id == owner.id))
            .where(sa.or_(own.c.since.is_not(None), back.c.since.is_not(None)))
            .limit(2 * MAX_FOLLOWED)
        )
        rows = await self._store.do(lambda connection: connection.execute(query).all(), writes=False)
        known = [
            Known(person, name, is_public, followed is not None, follows is not None)
            for person, name, is_public, followed, follows in rows
        ]
        return sorted(known, key=lambda one: (not one.is_followed, one.name.lower(), one.id))

    async def is_friend(self, owner: Owner, other: str) -> bool:
        """Whether two people follow each other."""
        return await self._store.do(
            lambda connection: _follows(connection, owner.id, other) and _follows(connection, other, owner.id),
            writes=False,
        )

    async def met(self, owner: Owner) -> list[tuple[str, str]]:
        """Return ids and names of people with whom a person has played lately and whom they do not follow."""
        own, others = PLAYS.alias(), PLAYS.alias()
        followed = sa.select(FOLLOWS.c.other_id).where(FOLLOWS.c.person_id == owner.id)
        query = (
            sa.select(PEOPLE.c.id, PEOPLE.c.name)
            .join(others, others.c.person_id == PEOPLE.c.id)
            .join(own, own.c.table_id == others.c.table_id)
            .where(own.c.person_id == owner.id, PEOPLE.c.id != owner.id, PEOPLE.c.id.not_in(followed))
            .group_by(PEOPLE.c.id, PEOPLE.c.name)
            .order_by(sa.func.max(own.c.since).desc())
            .limit(_MET)
        )
        rows = await self._store.do(lambda connection: connection.execute(query).all(), writes=False)
        return [(person, name) for person, name in rows]

    async def tables_of(self, people: list[str]) -> dict[str, list[tuple[str, int]]]:
        """Return for each person the tables, with their seats there, at which they may be now."""
        query = (
            sa.select(PLAYS.c.person_id, PLAYS.c.table_id, PLAYS.c.seat)
            .join(TABLES, TABLES.c.id == PLAYS.c.table_id)
            .where(PLAYS.c.person_id.in_(people), TABLES.c.status.in_(("open", "playing")))
            .order_by(TABLES.c.touched.desc())
        )
        found: dict[str, list[tuple[str, int]]] = {}
        for person, table, seat in await self._store.do(lambda connection: connection.execute(query).all()):
            tables = found.setdefault(person, [])
            if len(tables) < _TABLES:
                tables.append((table, seat))
        return found

    # ------------------------------------------------------------------------------------------- invitations
    async def invite(self, owner: Owner, other: str, table: str) -> bool:
        """Invite somebody who follows this person to a table; False if they do not."""
        values = {"table_id": table, "person_id": other, "from_id": owner.id, "at": self._store.clock.now()}
        same = sa.and_(INVITATIONS.c.table_id == table, INVITATIONS.c.person_id == other)

        def job(connection: sa.Connection) -> bool:
            if not _follows(connection, other, owner.id):
                return False
            connection.execute(sa.delete(INVITATIONS).where(same))
            connection.execute(sa.insert(INVITATIONS), values)
            return True

        with contextlib.suppress(WriteConflict):  # somebody else has just invited them to the same table
            return await self._store.do(job)
        return True

    async def invitations(self, owner: Owner) -> list[Invitation]:
        """Return a person's invitations to tables where no game has started and they do not sit, newest first."""
        sits = sa.select(PLAYS.c.table_id).where(PLAYS.c.person_id == owner.id)
        query = (
            sa.select(INVITATIONS.c.table_id, PEOPLE.c.name)
            .join(PEOPLE, PEOPLE.c.id == INVITATIONS.c.from_id)
            .join(TABLES, TABLES.c.id == INVITATIONS.c.table_id)
            .where(
                INVITATIONS.c.person_id == owner.id,
                INVITATIONS.c.at > self._store.clock.now() - _INVITATION_SECONDS,
                INVITATIONS.c.table_id.not_in(sits),
                TABLES.c.status == "open",
            )
            .order_by(INVITATIONS.c.at.desc())
        )
        rows = await self._store.do(lambda connection: connection.execute(query).all(), writes=False)
        return [Invitation(table, by) for table, by in rows]

    async def decline(self, owner: Owner, table: str) -> None:
        """Remove a person's invitation to a table."""
        own = sa.and_(INVITATIONS.c.person_id == owner.id, INVITATIONS.c.table_id == table)
        await self._store.do(lambda connection: connection.execute(sa.delete(INVITATIONS).where(own)))

    async def remove_old_invitations(self) -> None:
        """Delete invitations that are no longer shown."""
        before = self._store.clock.now() - _INVITATION_SECONDS
        old = sa.delete(INVITATIONS).where(INVITATIONS.c.at < before)
        await self._store.do(lambda connection: connection.execute(old))


def _follows(connection: sa.Connection, one: str, other: str) -> bool:
    row: Any = connection.execute(
        sa.select(FOLLOWS.c.since).where(FOLLOWS.c.person_id == one, FOLLOWS.c.other_id == other)
    ).first()
    return row is not None


def _may_follow(connection: sa.Connection, person: str, other: str) -> bool:
    is_public = connection.execute(sa.select(PEOPLE.c.public).where(PEOPLE.c.id == other)).scalar()
    if is_public is None:  # no such person
        return False
    own, others = PLAYS.alias(), PLAYS.alias()
    together = (
        sa.select(own.c.table_id)
        .join(others, others.c.table_id == own.c.table_id)
        .where(own.c.person_id == person, others.c.person_id == other)
        .limit(1)
    )
    return bool(is_public) or _follows(connection, other, person) or connection.execute(together).first() is not None
