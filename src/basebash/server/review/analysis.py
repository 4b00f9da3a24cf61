"""Analyses: for every turn of a game what a bot would have done, and everybody's chances.

Of a finished game anybody may ask for it; of a game under way a player, about their own past turns, where hints are
allowed. They go through the queue of the searching bots, behind the tables that somebody looks at, and can be stopped.
What was found is in the database, and so is what is wanted: after a restart, or when the process that worked on it
has died, another goes on where it was.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from basebash import Answer
from basebash.server.games.advice import look_into, turns
from basebash.server.games.replay_cache import text_of
from basebash.server.logs import log
from basebash.server.messages import Analysis, AnalysisMoment
from basebash.server.storage.store import ANALYSES, MOMENTS, MoveTaken, NotWritten
from basebash.server.tables.table import Refused, Table

if TYPE_CHECKING:
    from basebash.server.tables.registry import Hall

_RUNNING = 2  # analyses of one client at a time
_ALL = -1  # whose turns: everybody's
_moment = msgspec.json.Decoder(AnalysisMoment).decode


def mark(given: Sequence[Answer]) -> str:
    """A digest of answers: after an undo a step is about another moment."""
    return hashlib.blake2b(msgspec.json.encode(given), digest_size=8).hexdigest()


class Coach:
    """All analyses."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._working: dict[tuple[str, int], asyncio.Task[None]] = {}

    async def get(self, table: Table, token: str | None) -> Analysis:
        """How far an analysis is."""
        return await self._told(table, whose(table, token))

    async def start(self, table: Table, token: str | None, client: str) -> Analysis:
        """Begins, or goes on where it was stopped, or with the turns since."""
        seat = whose(table, token)
        told = await self._told(table, seat)
        if told.state == "running" or (told.state == "done" and seat == _ALL):
            return told
        owner = self._hall.vault.name(client)
        mine = sa.and_(ANALYSES.c.table_id == table.id, ANALYSES.c.seat == seat)
        running = sa.select(sa.func.count()).where(ANALYSES.c.state == "running", ANALYSES.c.owner == owner)

        def job(connection: sa.Connection) -> bool:
            if connection.execute(running).scalar_one() >= _RUNNING:
                return False
            change = sa.update(ANALYSES).where(mine).values(state="running", owner=owner)
            if not connection.execute(change).rowcount:
                new = {"table_id": table.id, "seat": seat, "state": "running", "steps": 0, "owner": owner}
                connection.execute(sa.insert(ANALYSES), new)
            return True

        try:
            if not await self._hall.store.do(job):
                raise Refused("too_many", "Other games of yours are being analysed; wait, or stop one of them.")
        except MoveTaken:  # somebody else asked for it at the same moment
            return await self._told(table, seat)
        self._go_on(table.id, seat)
        told.state = "running"
        return told

    async def stop(self, table: Table, token: str | None, client: str) -> Analysis:
        """Stops; what was found stays. For who began it, and for players."""
        seat = whose(table, token)
        mine = sa.and_(ANALYSES.c.table_id == table.id, ANALYSES.c.seat == seat, ANALYSES.c.state == "running")
        owner = None if table.seat_of(token) is not None else self._hall.vault.name(client)

        def job(connection: sa.Connection) -> bool:
            began = connection.execute(sa.select(ANALYSES.c.owner).where(mine)).scalar()
            if began is None:
                return True
            if owner not in (None, began):
                return False
            connection.execute(sa.update(ANALYSES).where(mine).values(state="stopped"))
            return True

        if not await self._hall.store.do(job):
            raise Refused("not_allowed", "Only who began the analysis, or a player of the game, can stop it.")
        work = self._working.pop((table.id, seat), None)
        if work is not None:
            work.cancel()
        return await self._told(table, seat)

    async def moment(self, table: Table, token: str | None, step: int, client: str) -> bytes:
        """What a bot would have done at a step: any of a finished game, one's own past ones of a game under way."""
        seat = whose(table, token)
        assert table.play is not None
        history = table.game().history
        if not 0 <= step <= len(history):
            raise Refused("bad_request", f"Say step=0 to step={len(history)}.")
        asked = table.play.seats[step : step + 1]
        if seat != _ALL and asked != [seat]:
            raise Refused("not_allowed", "Until the game is over you can look into your own past decisions only.")
        known = sa.select(MOMENTS.c.data).where(
            MOMENTS.c.table_id == table.id, MOMENTS.c.step == step, MOMENTS.c.given == mark(history[: step + 1])
        )
        found = await self._hall.store.do(lambda connection: connection.execute(known).scalar(), writes=False)
        if found is not None:
            return str(found).encode()
        game, owner = table.game(), self._hall.vault.name(client)
        return await self._hall.players.search(
            look_into, lambda: text_of(game, len(history)), table.id, step, owner=owner
        )

    async def wake_up(self) -> None:
        """Goes on with what nobody works on: its process has died, or the server was started anew."""
        query = sa.select(ANALYSES.c.table_id, ANALYSES.c.seat).where(ANALYSES.c.state == "running")
        try:
            found = await self._hall.store.do(lambda connection: connection.execute(query).all(), writes=False)
        except NotWritten:  # it has been logged
            return
        for table, seat in found:
            self._go_on(table, seat)

    async def _told(self, table: Table, seat: int) -> Analysis:
        assert table.play is not None
        query = sa.select(ANALYSES.c.state, ANALYSES.c.steps).where(
            ANALYSES.c.table_id == table.id, ANALYSES.c.seat == seat
        )
        row = await self._hall.store.do(lambda connection: connection.execute(query).first(), writes=False)
        whom = None if seat == _ALL else seat
        if row is None:
            return Analysis(whom, "none", 0, 0, [])
        history = table.game().history[: len(table.play.seats)]
        moments = await self._known(table.id, seat, history)
        return Analysis(whom, row.state, len(moments), max(row.steps, len(moments)), moments)

    async def _known(self, table: str, seat: int, history: list[Answer]) -> list[AnalysisMoment]:
        """The moments that were found, as far as these answers were given."""
        query = sa.select(MOMENTS.c.step, MOMENTS.c.given, MOMENTS.c.data).where(
            MOMENTS.c.table_id == table, MOMENTS.c.step <= len(history)
        )
        if seat != _ALL:
            query = query.where(MOMENTS.c.player == seat, MOMENTS.c.step < len(history))
        query = query.order_by(MOMENTS.c.step)
        found = await self._hall.store.do(lambda connection: connection.execute(query).all(), writes=False)
        moments = []
        for step, given, data in found:
            if given == mark(history[: step + 1]):
                try:
                    moments.append(_moment(data))
                except msgspec.MsgspecError:  # it will be found anew
                    log.error("a damaged moment", table=table, step=step)
        return moments

    # ------------------------------------------------------------------------------------------- the work
    def _go_on(self, table: str, seat: int) -> None:
        if (table, seat) not in self._working:
            work = self._hall.spawn(self._work(table, seat))
            self._working[table, seat] = work
            work.add_done_callback(lambda _: self._forget(table, seat, work))

    def _forget(self, table: str, seat: int, work: asyncio.Task[None]) -> None:
        if self._working.get((table, seat)) is work:
            del self._working[table, seat]

    async def _work(self, table: str, seat: int) -> None:
        """Works on it for as long as it is wanted and no other process does."""
        name = f"analysis {table} {seat}"
        bus = self._hall.bus
        try:
            while (owner := await self._wanted_by(table, seat)) is not None:
                if bus is not None and not await bus.claim(name):
                    return
                try:
                    await self._analyse(table, seat, owner)
                finally:
                    if bus is not None:
                        await bus.release(name)
        except NotWritten:  # it has been logged
            return

    async def _wanted_by(self, table: str, seat: int) -> str | None:
        query = sa.select(ANALYSES.c.owner).where(
            ANALYSES.c.table_id == table, ANALYSES.c.seat == seat, ANALYSES.c.state == "running"
        )
        return await self._hall.store.do(lambda connection: connection.execute(query).scalar(), writes=False)

    async def _analyse(self, table_id: str, seat: int, owner: str) -> None:
        state = "stopped"
        try:
            table = await self._hall.get(table_id)
            _check(table, seat)
            assert table.play is not None
            game, answers = table.game(), len(table.play.seats)
            history = game.history[:answers]
            text = text_of(game, answers)
            steps = await self._hall.players.readers.do(turns, lambda: text, table_id, seat, owner=owner)
            await self._set(table_id, seat, steps=len(steps))
            known = {moment.step for moment in await self._known(table_id, seat, history)}
            for step in steps:
                if step not in known:
                    found = await self._hall.players.search(
                        look_into, lambda: text, table_id, step, owner=owner, is_watched=False
                    )
                    if not await self._keep(table_id, seat, mark(history[: step + 1]), found):
                        return
            state = "done"
        except Refused as refused:
            log.warning("an analysis ended", table=table_id, code=refused.code)
        except NotWritten:
            raise
        except Exception:  # noqa: BLE001  # a card's fault in a past moment must not harm the server
            log.exception("an analysis failed", table=table_id)
        await self._set(table_id, seat, state=state)

    async def _set(self, table: str, seat: int, **values: int | str) -> None:
        change = sa.update(ANALYSES).where(
            ANALYSES.c.table_id == table, ANALYSES.c.seat == seat, ANALYSES.c.state == "running"
        )
        await self._hall.store.do(lambda connection: connection.execute(change.values(**values)))

    async def _keep(self, table: str, seat: int, given: str, found: bytes) -> bool:
        """Writes down what was found; False if it is no longer wanted, or no longer allowed to be kept."""
        moment = _moment(found)
        wanted = sa.select(ANALYSES.c.seat).where(
            ANALYSES.c.table_id == table, ANALYSES.c.seat == seat, ANALYSES.c.state == "running"
        )
        here = sa.and_(MOMENTS.c.table_id == table, MOMENTS.c.step == moment.step)
        values = {"table_id": table, "step": moment.step, "player": moment.player, "given": given}

        def job(connection: sa.Connection) -> bool:
            if connection.execute(wanted).first() is None:
                return False
            connection.execute(sa.delete(MOMENTS).where(here))
            connection.execute(sa.insert(MOMENTS), {**values, "data": found.decode()})
            return True

        try:
            return await self._hall.store.do(job)
        except MoveTaken:  # another process found it at the same moment
            return True


def whose(table: Table, token: str | None) -> int:
    """Whose turns may be looked into: everybody's once the game is over, before that one's own where hints are."""
    if table.game().is_over:
        seat = _ALL
    else:
        own = table.viewer(table.seat_of(token))
        if own is None:
            raise Refused("not_over", "A game can be analysed once it is over; players send their token before that.")
        seat = own
    _check(table, seat)
    return seat


def _check(table: Table, seat: int) -> None:
    if table.halted is not None:
        raise Refused("halted", "The game was played by other rules; they would be needed to look into it.")
    if seat == _ALL and not table.game().is_over:
        raise Refused("not_over", "The game is not over.")
    if seat != _ALL and not table.may_have_hints(seat):
        raise Refused("not_allowed", "Hints are not part of this game: other people play in it.")
