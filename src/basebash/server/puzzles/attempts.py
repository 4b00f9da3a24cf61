"""First attempts at puzzles: stored per person, and shown only as the share of all people who solved it."""

from __future__ import annotations

import contextlib

import sqlalchemy as sa

from basebash.server.host.people import Owner
from basebash.server.storage.errors import WriteConflict
from basebash.server.storage.schema import TRIES
from basebash.server.storage.store import Store

MIN_PEOPLE = 5
"""A share is shown only if this many people have tried, so that it says nothing about one of them."""
_CACHE_SECONDS = 10.0


class Attempts:
    """All first attempts."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shares: dict[str, int] = {}
        self._since: float | None = None

    async def note(self, owner: Owner, puzzle: str, *, solved: bool) -> None:
        """Note how a person's attempt ended. Only the first one counts."""
        values = {"person_id": owner.id, "puzzle": puzzle, "solved": solved}
        known = sa.select(TRIES.c.solved).where(TRIES.c.person_id == owner.id, TRIES.c.puzzle == puzzle)

        def job(connection: sa.Connection) -> bool:
            if connection.execute(known).first() is not None:
                return False
            connection.execute(sa.insert(TRIES), values)
            return True

        with contextlib.suppress(WriteConflict):  # the same on another device, or the person has just been deleted
            if await self._store.do(job):
                self._since = None

    async def shares(self) -> dict[str, int]:
        """Return for each puzzle how many percent solved it at the first attempt, if enough people have tried."""
        now = self._store.clock.now()
        if self._since is None or now - self._since > _CACHE_SECONDS:
            solved = sa.func.sum(sa.cast(TRIES.c.solved, sa.Integer))
            query = sa.select(TRIES.c.puzzle, sa.func.count(), solved).group_by(TRIES.c.puzzle)
            found = await self._store.do(lambda connection: connection.execute(query).all(), writes=False)
            self._shares = {puzzle: round(100 * won / tried) for puzzle, tried, won in found if tried >= MIN_PEOPLE}
            self._since = now
        return self._shares
