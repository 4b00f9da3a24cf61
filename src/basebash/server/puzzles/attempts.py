"""First attempts at puzzles, stored per person: they rate people and puzzles, and make the share who solve each."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from basebash.server.host.people import Owner, PuzzleFigures
from basebash.server.messages import PuzzleRating, RatedTry
from basebash.server.puzzles.ratings import NEW, rate
from basebash.server.storage.errors import WriteConflict
from basebash.server.storage.schema import PUZZLE_RATINGS, SOLVERS, TRIES
from basebash.server.storage.store import Store

MIN_PEOPLE = 5
"""A share is shown only if this many people have tried, so that it says nothing about one of them."""
_CACHE_SECONDS = 10.0


class Attempts:
    """All first attempts."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._figures: dict[str, PuzzleFigures] = {}
        self._since: float | None = None

    async def note(self, owner: Owner, puzzle: str, first: PuzzleRating, *, solved: bool) -> RatedTry | None:
        """Note how a person's attempt ended, and return what that changes. Only the first one counts.

        `first`: the puzzle's rating if nobody has tried it before.
        """
        values = {"person_id": owner.id, "puzzle": puzzle, "solved": solved}
        known = sa.select(TRIES.c.solved).where(TRIES.c.person_id == owner.id, TRIES.c.puzzle == puzzle)

        def job(connection: sa.Connection) -> RatedTry | None:
            if connection.execute(known).first() is not None:
                return None
            connection.execute(sa.insert(TRIES), values)
            return _rate(connection, owner.id, puzzle, first, solved=solved)

        rated = None
        with contextlib.suppress(WriteConflict):  # the same on another device, or the person has just been deleted
            try:
                rated = await self._store.do(job)
            except WriteConflict:  # or somebody else was the first to try this puzzle
                rated = await self._store.do(job)
        if rated is not None:
            self._since = None
        return rated

    async def figures(self) -> Mapping[str, PuzzleFigures]:
        """Return for each puzzle that somebody has tried its rating, and how many percent solved it at once."""
        now = self._store.clock.now()
        if self._since is None or now - self._since > _CACHE_SECONDS:
            self._figures = await self._store.do(_read_figures, writes=False)
            self._since = now
        return self._figures


def _rate(connection: sa.Connection, person: str, puzzle: str, first: PuzzleRating, *, solved: bool) -> RatedTry:
    """Store the ratings of a person and a puzzle after a first try."""
    is_it, is_theirs = PUZZLE_RATINGS.c.puzzle == puzzle, SOLVERS.c.person_id == person
    # Both rows are locked, so that of two people who try the same puzzle at the same time both count.
    found = connection.execute(sa.select(PUZZLE_RATINGS).where(is_it).with_for_update()).first()
    own = connection.execute(sa.select(SOLVERS).where(is_theirs).with_for_update()).first()
    before = NEW if own is None else PuzzleRating(own.rating, own.deviation)
    against = first if found is None else PuzzleRating(found.rating, found.deviation)
    after, puzzle_after = rate(before, against, solved=solved)
    _write(connection, PUZZLE_RATINGS, {"puzzle": puzzle}, puzzle_after, is_new=found is None)
    _write(connection, SOLVERS, {"person_id": person}, after, is_new=own is None)
    return RatedTry(before, after, round(against.value))


def _write(connection: sa.Connection, table: sa.Table, key: dict[str, str], new: PuzzleRating, *, is_new: bool) -> None:
    values: dict[str, Any] = {"rating": new.value, "deviation": new.deviation}
    if is_new:
        connection.execute(sa.insert(table), {**key, **values})
    else:
        [(name, value)] = key.items()
        connection.execute(sa.update(table).where(table.c[name] == value).values(**values))


def _read_figures(connection: sa.Connection) -> dict[str, PuzzleFigures]:
    solved = sa.func.sum(sa.cast(TRIES.c.solved, sa.Integer))
    query = sa.select(TRIES.c.puzzle, sa.func.count(), solved).group_by(TRIES.c.puzzle)
    shares = {
        puzzle: round(100 * won / tried) for puzzle, tried, won in connection.execute(query) if tried >= MIN_PEOPLE
    }
    ratings = {row.puzzle: round(row.rating) for row in connection.execute(sa.select(PUZZLE_RATINGS))}
    return {puzzle: PuzzleFigures(shares.get(puzzle), ratings.get(puzzle)) for puzzle in shares.keys() | ratings.keys()}
