"""Play someone now: people who wait are paired by rating.

Whoever waits asks every few seconds, and each time the server looks for an opponent. The longer somebody waits, the
further the ratings may be apart. Everything is in the database, so it does not matter which process is asked.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

import sqlalchemy as sa
from msgspec import Struct

from basebash.server import messages
from basebash.server.host.people import Owner
from basebash.server.matches.opening import open_for
from basebash.server.people.ratings import displayed, read_rating
from basebash.server.storage.errors import WriteConflict
from basebash.server.storage.schema import SEEKERS, TABLES
from basebash.server.storage.store import Store
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.seats import Seat

BOT_AFTER_SECONDS = 30
_GONE_SECONDS = 15  # without a question, after which somebody has left
_NEAR = 150  # how far ratings may be apart at first
_WIDER_PER_SECOND = 20
_CLOCK_SECONDS = 120
_ABSENT_SECONDS = 60


class Seeker(Struct, frozen=True):
    """Somebody who waits, and since when."""

    person: str
    rating: float
    since: float


def find_opponent(own: Seeker, others: Sequence[Seeker], now: float) -> Seeker | None:
    """Return who should play a seeker: the nearest rating among those near enough.

    >>> ann, ben, cleo = Seeker("a", 1200, 0), Seeker("b", 1300, 0), Seeker("c", 1500, 0)
    >>> find_opponent(ann, [cleo, ben], 0).person
    'b'
    >>> find_opponent(ann, [cleo], 0) is None, find_opponent(ann, [cleo], 10).person
    (True, 'c')
    """
    near = [one for one in others if abs(one.rating - own.rating) <= _reach(own, one, now)]
    return min(near, key=lambda one: (abs(one.rating - own.rating), one.since), default=None)


def _reach(one: Seeker, other: Seeker, now: float) -> float:
    """Return how far the ratings of two may be apart: whoever has waited longer decides."""
    return _NEAR + _WIDER_PER_SECOND * (now - min(one.since, other.since))


class Queue:
    """Everybody who waits. `now` returns the time."""

    def __init__(self, store: Store, registry: TableRegistry, now: Callable[[], float] | None = None) -> None:
        self._store = store
        self._registry = registry
        self.now = now or store.clock.now

    async def seek(self, owner: Owner, name: str) -> messages.QueueView:
        """Wait for an opponent, or go on waiting; return whether there is one."""
        now = self.now()
        try:
            found = await self._store.do(lambda connection: _seek(connection, owner, name, now))
        except WriteConflict:  # from two devices at once
            return messages.QueueView(0, 0, None)
        if found.table is None:
            return messages.QueueView(int(found.waited), found.waiting, None, found.waited >= BOT_AFTER_SECONDS)
        await self._open(found.table)
        await self._store.do(lambda connection: connection.execute(_delete(owner)))
        return messages.QueueView(int(found.waited), found.waiting, found.table)

    async def leave(self, owner: Owner) -> None:
        """Stop waiting."""
        await self._store.do(lambda connection: connection.execute(_delete(owner)))

    async def remove_gone(self) -> None:
        """Forget who left without saying so."""
        gone = sa.delete(SEEKERS).where(SEEKERS.c.seen < self.now() - 10 * _GONE_SECONDS)
        await self._store.do(lambda connection: connection.execute(gone))

    async def _open(self, table: str) -> None:
        """Open the table of a pair, unless that has happened."""

        def job(connection: sa.Connection) -> list[tuple[str, str]]:
            if connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == table)).first() is not None:
                return []
            query = sa.select(SEEKERS.c.person_id, SEEKERS.c.name).where(SEEKERS.c.table_id == table)
            return [(person, name) for person, name in connection.execute(query.order_by(SEEKERS.c.person_id))]

        pair = await self._store.do(job)
        if len(pair) == 2:
            request = messages.TableRequest(
                seats=[messages.SeatRequest("open"), messages.SeatRequest("open")],
                listed=True,
                clock=_CLOCK_SECONDS,
                absent=_ABSENT_SECONDS,
            )
            seats = [Seat("person", name) for _, name in pair]
            people = {seat: person for seat, (person, _) in enumerate(pair)}
            await open_for(self._store, self._registry, table, request, seats, people, maker=pair[0][0])


class _Found(Struct):
    waited: float
    waiting: int
    table: str | None


def _seek(connection: sa.Connection, owner: Owner, name: str, now: float) -> _Found:
    # All processes lock the rows in the same order, so that they pair people one after the other.
    rows = connection.execute(sa.select(SEEKERS).order_by(SEEKERS.c.person_id).with_for_update()).mappings().all()
    own = next((row for row in rows if row["person_id"] == owner.id), None)
    if own is not None and own["table_id"] is not None:
        return _Found(now - own["since"], 0, own["table_id"])
    is_new = own is None or own["seen"] < now - _GONE_SECONDS
    since = now if own is None or is_new else own["since"]
    rating = displayed(read_rating(connection, owner.id, "people").mu)
    values = {"name": name, "rating": rating, "since": since, "seen": now}
    if own is None:
        connection.execute(sa.insert(SEEKERS), {"person_id": owner.id, "table_id": None, **values})
    else:
        connection.execute(sa.update(SEEKERS).where(SEEKERS.c.person_id == owner.id).values(**values))
    others = [
        Seeker(row["person_id"], row["rating"], row["since"])
        for row in rows
        if row["person_id"] != owner.id and row["table_id"] is None and row["seen"] >= now - _GONE_SECONDS
    ]
    opponent = find_opponent(Seeker(owner.id, rating, since), others, now)
    if opponent is None:
        return _Found(now - since, len(others), None)
    table = secrets.token_urlsafe(9)
    pair = SEEKERS.c.person_id.in_((owner.id, opponent.person))
    connection.execute(sa.update(SEEKERS).where(pair).values(table_id=table))
    return _Found(now - since, len(others), table)


def _delete(owner: Owner) -> sa.Delete:
    return sa.delete(SEEKERS).where(SEEKERS.c.person_id == owner.id)
