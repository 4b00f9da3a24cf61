"""Vacations: for a few days a year, a person's clocks in games over days stand still."""

from __future__ import annotations

import math
import time
from typing import Any

import sqlalchemy as sa

from basebash.server import messages
from basebash.server.host.people import Owner
from basebash.server.storage.schema import PEOPLE, PLAYS, TABLES
from basebash.server.storage.store import Store

_DAY = 24 * 3600


class Vacations:
    """The vacations of all people, who have `days` of them a year."""

    def __init__(self, store: Store, days: int) -> None:
        self._store = store
        self._days = days

    async def of_person(self, owner: Owner) -> messages.Vacation:
        """Return until when a person is on vacation, and how many days they have left this year."""
        return await self._store.do(lambda connection: self._read(connection, owner.id), writes=False)

    async def begin(self, owner: Owner, days: int) -> list[str] | None:
        """Begin a vacation, and return the tables to read again; None if too few days are left."""

        def job(connection: sa.Connection) -> list[str] | None:
            known, now = self._read(connection, owner.id), self._store.clock.now()
            if known.until is not None or known.days_left < days:
                return None
            taken = self._days - known.days_left + days
            self._write(connection, owner.id, now + days * _DAY, taken)
            return _shift(connection, owner.id, days * _DAY)

        return await self._store.do(job)

    async def end(self, owner: Owner) -> list[str]:
        """End a vacation early, and return the tables to read again. Days not begun are given back."""

        def job(connection: sa.Connection) -> list[str]:
            known, now = self._read(connection, owner.id), self._store.clock.now()
            if known.until is None:
                return []
            left = known.until - now
            taken = self._days - known.days_left - math.floor(left / _DAY)
            self._write(connection, owner.id, None, max(0, taken))
            return _shift(connection, owner.id, -left)

        return await self._store.do(job)

    def _read(self, connection: sa.Connection, person: str) -> messages.Vacation:
        query = sa.select(PEOPLE.c.vacation_until, PEOPLE.c.vacation_year, PEOPLE.c.vacation_days)
        until, year, taken = connection.execute(query.where(PEOPLE.c.id == person)).one()
        now = self._store.clock.now()
        is_this_year = year == _year(now)
        left = self._days - (taken if is_this_year else 0)
        return messages.Vacation(until if until is not None and until > now else None, max(0, left))

    def _write(self, connection: sa.Connection, person: str, until: float | None, taken: int) -> None:
        values = {"vacation_until": until, "vacation_year": _year(self._store.clock.now()), "vacation_days": taken}
        connection.execute(sa.update(PEOPLE).where(PEOPLE.c.id == person).values(**values))


def _year(now: float) -> int:
    return time.gmtime(now).tm_year


def _shift(connection: sa.Connection, person: str, seconds: float) -> list[str]:
    """Move the deadlines of all questions that a person is asked; return all their games over days.

    Those in which somebody else is asked are among them, because the others see who is on vacation.
    """
    is_theirs: Any = sa.and_(PLAYS.c.table_id == TABLES.c.id, PLAYS.c.person_id == person)
    query = sa.select(TABLES.c.id, PLAYS.c.seat, TABLES.c.due_seat).join(PLAYS, is_theirs)
    found = connection.execute(query.where(TABLES.c.due.is_not(None))).all()
    asked = [row.id for row in found if row.seat == row.due_seat]
    connection.execute(sa.update(TABLES).where(TABLES.c.id.in_(asked)).values(due=TABLES.c.due + seconds))
    return list({row.id for row in found})
