"""The storage of analyses in the database."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from basebash.server.storage.errors import WriteConflict
from basebash.server.storage.rows import StoredAnalysis, StoredMoment
from basebash.server.storage.schema import ANALYSES, MOMENTS
from basebash.server.storage.store import Store


class AnalysisRows:
    """Analyses and their moments, as rows; the methods are those of `AnalysisStore`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, table: str, seat: int) -> StoredAnalysis | None:
        """Return an analysis; None if nobody has asked for it."""
        query = sa.select(ANALYSES.c.state, ANALYSES.c.steps, ANALYSES.c.owner).where(_is(table, seat))
        row = await self._store.do(lambda connection: connection.execute(query).first(), writes=False)
        return None if row is None else StoredAnalysis(*row)

    async def running(self) -> Sequence[tuple[str, int]]:
        """Return the tables and seats of all running analyses."""
        query = sa.select(ANALYSES.c.table_id, ANALYSES.c.seat).where(ANALYSES.c.state == "running")
        found = await self._store.do(lambda connection: connection.execute(query).all(), writes=False)
        return [(table, seat) for table, seat in found]

    async def start(self, table: str, seat: int, owner: str, limit: int) -> bool:
        """Start or continue an analysis; False if the owner has `limit` running ones already."""
        running = sa.select(sa.func.count()).where(ANALYSES.c.state == "running", ANALYSES.c.owner == owner)

        def job(connection: sa.Connection) -> bool:
            if connection.execute(running).scalar_one() >= limit:
                return False
            change = sa.update(ANALYSES).where(_is(table, seat)).values(state="running", owner=owner)
            if not connection.execute(change).rowcount:
                new = {"table_id": table, "seat": seat, "state": "running", "steps": 0, "owner": owner}
                connection.execute(sa.insert(ANALYSES), new)
            return True

        return await self._store.do(job)

    async def change(self, table: str, seat: int, **values: int | str) -> None:
        """Change the state or the number of steps of an analysis, if it is running."""
        change = sa.update(ANALYSES).where(_is(table, seat), ANALYSES.c.state == "running").values(**values)
        await self._store.do(lambda connection: connection.execute(change))

    async def moments(self, table: str, last: int) -> Sequence[StoredMoment]:
        """Return the moments of a table up to a step, in order."""
        query = sa.select(MOMENTS.c.step, MOMENTS.c.player, MOMENTS.c.given, MOMENTS.c.data).where(
            MOMENTS.c.table_id == table, MOMENTS.c.step <= last
        )
        query = query.order_by(MOMENTS.c.step)
        found = await self._store.do(lambda connection: connection.execute(query).all(), writes=False)
        return [StoredMoment(*row) for row in found]

    async def keep(self, table: str, seat: int, moment: StoredMoment) -> bool:
        """Store a moment; False if the analysis is no longer running."""
        wanted = sa.select(ANALYSES.c.seat).where(_is(table, seat), ANALYSES.c.state == "running")
        here = sa.and_(MOMENTS.c.table_id == table, MOMENTS.c.step == moment.step)

        def job(connection: sa.Connection) -> bool:
            if connection.execute(wanted).first() is None:
                return False
            connection.execute(sa.delete(MOMENTS).where(here))
            connection.execute(sa.insert(MOMENTS), {"table_id": table, **msgspec.structs.asdict(moment)})
            return True

        try:
            return await self._store.do(job)
        except WriteConflict:  # another process found it at the same moment
            return True


def _is(table: str, seat: int) -> sa.ColumnElement[bool]:
    """Return the condition for the analysis of a table and a seat."""
    return sa.and_(ANALYSES.c.table_id == table, ANALYSES.c.seat == seat)
