"""First tries at puzzles: of everybody who has a page one line a puzzle, of which only the share over all is told."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import sqlalchemy as sa

from basebash.server.storage.store import MoveTaken, Store, metadata

if TYPE_CHECKING:
    from basebash.server.people.people import Owner

TRIES = sa.Table(
    "tries",
    metadata,
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("puzzle", sa.String(60), primary_key=True),
    sa.Column("solved", sa.Boolean, nullable=False),
)
HANDFUL = 5
"""From so many people on a share is told, so that it says nothing about any of them."""
_SECONDS = 10.0  # that shares are kept


class Tries:
    """All first tries, in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shares: dict[str, int] = {}
        self._since: float | None = None

    async def note(self, owner: Owner, puzzle: str, *, solved: bool) -> None:
        """Somebody's turn at a puzzle is over. Only the first counts."""
        values = {"person_id": owner.id, "puzzle": puzzle, "solved": solved}
        known = sa.select(TRIES.c.solved).where(TRIES.c.person_id == owner.id, TRIES.c.puzzle == puzzle)

        def job(connection: sa.Connection) -> bool:
            if connection.execute(known).first() is not None:
                return False
            connection.execute(sa.insert(TRIES), values)
            return True

        with contextlib.suppress(MoveTaken):  # at the same moment on another device, or the person is just deleted
            if await self._store.do(job):
                self._since = None

    async def shares(self) -> dict[str, int]:
        """By puzzle how many in a hundred solved it at their first try; none that only few have tried."""
        now = self._store.clock.now()
        if self._since is None or now - self._since > _SECONDS:
            solved = sa.func.sum(sa.cast(TRIES.c.solved, sa.Integer))
            query = sa.select(TRIES.c.puzzle, sa.func.count(), solved).group_by(TRIES.c.puzzle)
            found = await self._store.do(lambda connection: connection.execute(query).all(), writes=False)
            self._shares = {puzzle: round(100 * won / tried) for puzzle, tried, won in found if tried >= HANDFUL}
            self._since = now
        return self._shares
