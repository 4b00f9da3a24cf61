"""Puzzle progress, for every device of a person. What two devices know is combined: nothing gets lost."""

from __future__ import annotations

from collections.abc import Iterable

import sqlalchemy as sa

from basebash.server import messages
from basebash.server.host.people import Owner
from basebash.server.storage.errors import WriteConflict
from basebash.server.storage.schema import PROGRESS, PUZZLE_DAYS, SOLVERS
from basebash.server.storage.store import Store

MAX_DAYS = 800
"""How many days with a solved daily puzzle are kept."""


class Progress:
    """What all people have tried and solved."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of_person(self, owner: Owner) -> messages.PuzzleProgress:
        """Return a person's progress."""
        return await self._store.do(lambda connection: _read(connection, owner.id), writes=False)

    async def add(self, owner: Owner, told: messages.PuzzleProgress) -> messages.PuzzleProgress:
        """Combine a person's progress with what a device tells, and return all of it."""

        def job(connection: sa.Connection) -> messages.PuzzleProgress:
            known = _read(connection, owner.id)
            _write(connection, owner.id, known, told)
            return _read(connection, owner.id)

        try:
            return await self._store.do(job)
        except WriteConflict:  # another device has told the same at the same moment
            return await self._store.do(job)


def _read(connection: sa.Connection, person: str) -> messages.PuzzleProgress:
    rows = connection.execute(sa.select(PROGRESS).where(PROGRESS.c.person_id == person).order_by(PROGRESS.c.puzzle))
    days = connection.execute(
        sa.select(PUZZLE_DAYS.c.day).where(PUZZLE_DAYS.c.person_id == person).order_by(PUZZLE_DAYS.c.day)
    ).scalars()
    known = [
        messages.TriedPuzzle(row["puzzle"], solved=row["solved"], tries=row["tries"], helped=row["helped"])
        for row in rows.mappings()
    ]
    own = connection.execute(sa.select(SOLVERS).where(SOLVERS.c.person_id == person)).first()
    rating = None if own is None else messages.PuzzleRating(own.rating, own.deviation)
    return messages.PuzzleProgress(known, list(days), rating)


def _write(
    connection: sa.Connection, person: str, known: messages.PuzzleProgress, told: messages.PuzzleProgress
) -> None:
    before = {one.puzzle: one for one in known.tried}
    for one in _combined(told.tried):
        old = before.get(one.puzzle)
        new = one if old is None else _combine(old, one)
        if new == old:
            continue
        values = {"solved": new.solved, "tries": new.tries, "helped": new.helped}
        if old is None:
            connection.execute(sa.insert(PROGRESS), {"person_id": person, "puzzle": new.puzzle, **values})
        else:
            own = sa.and_(PROGRESS.c.person_id == person, PROGRESS.c.puzzle == new.puzzle)
            connection.execute(sa.update(PROGRESS).where(own).values(**values))
    days = {*known.days, *told.days}
    kept = sorted(days)[-MAX_DAYS:]
    for day in sorted(set(kept) - set(known.days)):
        connection.execute(sa.insert(PUZZLE_DAYS), {"person_id": person, "day": day})
    if len(days) > MAX_DAYS:
        old_days = sa.and_(PUZZLE_DAYS.c.person_id == person, PUZZLE_DAYS.c.day < kept[0])
        connection.execute(sa.delete(PUZZLE_DAYS).where(old_days))


def _combined(told: Iterable[messages.TriedPuzzle]) -> Iterable[messages.TriedPuzzle]:
    found: dict[str, messages.TriedPuzzle] = {}
    for one in told:
        found[one.puzzle] = _combine(found[one.puzzle], one) if one.puzzle in found else one
    return found.values()


def _combine(one: messages.TriedPuzzle, other: messages.TriedPuzzle) -> messages.TriedPuzzle:
    return messages.TriedPuzzle(
        one.puzzle,
        solved=one.solved or other.solved,
        tries=max(one.tries, other.tries),
        helped=one.helped or other.helped,
    )
