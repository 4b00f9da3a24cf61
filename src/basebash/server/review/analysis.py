"""Analyses: what a bot would have done in every turn of a game, and everybody's chances to win.

Anybody may ask for the analysis of a finished game. In a game under way a player may ask about their own past turns, if
hints are allowed. Analyses use the queue of the searching bots, after the tables that somebody watches, and can be
stopped. Requests and results are stored: after a restart, or when the process that was working on one has died,
another process continues it.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence

import msgspec

from basebash import Answer, Game
from basebash.server.errors import PackFault, Refused
from basebash.server.games.advice import analyse_moment, first_decisions
from basebash.server.games.replay_cache import encode_game
from basebash.server.host.background import BackgroundTasks
from basebash.server.host.storage import AnalysisStore
from basebash.server.host.workers import Workers
from basebash.server.logs import log
from basebash.server.messages import Analysis, AnalysisMoment
from basebash.server.storage.errors import DatabaseUnavailable, WriteConflict
from basebash.server.storage.rows import StoredMoment
from basebash.server.storage.seed_secrets import SeedSecrets
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.table import Table

_MAX_RUNNING = 2  # analyses of one client at a time
_EVERYBODY = -1  # as a seat: the turns of all players
_decode_moment = msgspec.json.Decoder(AnalysisMoment).decode


def digest(answers: Sequence[Answer]) -> str:
    """Return a digest of answers: after an undo, the same step is another moment."""
    return hashlib.blake2b(msgspec.json.encode(answers), digest_size=8).hexdigest()


class Analyses:
    """All analyses."""

    def __init__(
        self, registry: TableRegistry, rows: AnalysisStore, workers: Workers, seeds: SeedSecrets, tasks: BackgroundTasks
    ) -> None:
        self._registry = registry
        self._rows = rows
        self._workers = workers
        self._seeds = seeds
        self._tasks = tasks
        self._working: dict[tuple[str, int], asyncio.Task[None]] = {}

    async def get(self, table: Table, token: str | None) -> Analysis:
        """Return an analysis as far as it has come."""
        return await self._view(table, allowed_seat(table, token))

    async def start(self, table: Table, token: str | None, client: str) -> Analysis:
        """Start an analysis, or continue it where it stopped, or with the turns since."""
        seat = allowed_seat(table, token)
        view = await self._view(table, seat)
        if view.state == "running" or (view.state == "done" and seat == _EVERYBODY):
            return view
        owner = self._seeds.pseudonym(client)
        try:
            if not await self._rows.start(table.id, seat, owner, _MAX_RUNNING):
                raise Refused("too_many", "Other games of yours are being analysed; wait, or stop one of them.")
        except WriteConflict:  # somebody else asked for it at the same moment
            return await self._view(table, seat)
        self._continue(table.id, seat)
        view.state = "running"
        return view

    async def stop(self, table: Table, token: str | None, client: str) -> Analysis:
        """Stop an analysis and keep what was found; for whoever started it, and for players."""
        seat = allowed_seat(table, token)
        found = await self._rows.find(table.id, seat)
        if found is not None and found.state == "running":
            is_player = table.core.seat_of(token) is not None
            if not is_player and found.owner != self._seeds.pseudonym(client):
                message = "Only whoever started the analysis, or a player of the game, can stop it."
                raise Refused("not_allowed", message)
            await self._rows.change(table.id, seat, state="stopped")
        work = self._working.pop((table.id, seat), None)
        if work is not None:
            work.cancel()
        return await self._view(table, seat)

    async def moment(self, table: Table, token: str | None, step: int, client: str) -> bytes:
        """Return what a bot would have done at a step: of a finished game any, before that the viewer's past ones."""
        seat = allowed_seat(table, token)
        game, seats = _game_of(table)
        history = game.history
        if not 0 <= step <= len(history):
            raise Refused("bad_request", f"step must be 0 to {len(history)}.")
        asked = seats[step : step + 1]
        if seat != _EVERYBODY and asked != [seat]:
            raise Refused("not_allowed", "Until the game is over you can analyse only your own past decisions.")
        given = digest(history[: step + 1])
        for known in await self._rows.moments(table.id, step):
            if known.step == step and known.given == given:
                return known.data.encode()
        owner = self._seeds.pseudonym(client)
        return await self._workers.search(
            game, analyse_moment, lambda: encode_game(game, len(history)), table.id, step, owner=owner
        )

    async def resume(self) -> None:
        """Continue the analyses that nobody works on: their process has died, or the server was restarted."""
        try:
            found = await self._rows.running()
        except DatabaseUnavailable:  # logged already
            return
        for table, seat in found:
            self._continue(table, seat)

    async def _view(self, table: Table, seat: int) -> Analysis:
        row = await self._rows.find(table.id, seat)
        whom = None if seat == _EVERYBODY else seat
        if row is None:
            return Analysis(whom, "none", 0, 0, [])
        game, seats = _game_of(table)
        moments = await self._known(table.id, seat, game.history[: len(seats)])
        return Analysis(whom, row.state, len(moments), max(row.steps, len(moments)), moments)

    async def _known(self, table: str, seat: int, history: list[Answer]) -> list[AnalysisMoment]:
        """Return the moments that are stored for these answers."""
        moments = []
        for found in await self._rows.moments(table, len(history)):
            is_wanted = seat == _EVERYBODY or (found.player == seat and found.step < len(history))
            if is_wanted and found.given == digest(history[: found.step + 1]):
                try:
                    moments.append(_decode_moment(found.data))
                except msgspec.MsgspecError:  # it will be computed again
                    log.error("damaged moment", table=table, step=found.step)
        return moments

    # ------------------------------------------------------------------------------------------- the work
    def _continue(self, table: str, seat: int) -> None:
        if (table, seat) not in self._working:
            work = self._tasks.spawn(self._work(table, seat))
            self._working[table, seat] = work
            work.add_done_callback(lambda _: self._forget(table, seat, work))

    def _forget(self, table: str, seat: int, work: asyncio.Task[None]) -> None:
        if self._working.get((table, seat)) is work:
            del self._working[table, seat]

    async def _work(self, table: str, seat: int) -> None:
        """Work on an analysis for as long as it is wanted and no other process does."""
        name = f"analysis {table} {seat}"
        bus = self._registry.bus
        try:
            while (owner := await self._wanted_by(table, seat)) is not None:
                if bus is not None and not await bus.claim(name):
                    return
                try:
                    await self._analyse(table, seat, owner)
                finally:
                    if bus is not None:
                        await bus.release(name)
        except DatabaseUnavailable:  # logged already
            return

    async def _wanted_by(self, table: str, seat: int) -> str | None:
        found = await self._rows.find(table, seat)
        return found.owner if found is not None and found.state == "running" else None

    async def _analyse(self, table_id: str, seat: int, owner: str) -> None:
        state = "stopped"
        try:
            table = await self._registry.get(table_id)
            _check(table, seat)
            game, seats = _game_of(table)
            history = game.history[: len(seats)]
            text = encode_game(game, len(seats))
            steps = await self._workers.replays_of(game).run(
                first_decisions, lambda: text, table_id, seat, owner=owner, is_watched=False
            )
            await self._rows.change(table_id, seat, steps=len(steps))
            known = {moment.step for moment in await self._known(table_id, seat, history)}
            for step in steps:
                if step not in known:
                    found = await self._workers.search(
                        game, analyse_moment, lambda: text, table_id, step, owner=owner, is_watched=False
                    )
                    if not await self._keep(table_id, seat, digest(history[: step + 1]), found):
                        return
            state = "done"
        except Refused as refused:
            log.warning("an analysis was refused", table=table_id, code=refused.code)
        except PackFault as fault:
            log.warning("an analysis met a fault of a pack", table=table_id, fault=str(fault))
        except DatabaseUnavailable:
            raise
        except Exception:  # noqa: BLE001  # a bug in a card must not harm the server
            log.exception("an analysis failed", table=table_id)
        await self._rows.change(table_id, seat, state=state)

    async def _keep(self, table: str, seat: int, given: str, found: bytes) -> bool:
        """Store a moment; False if it is no longer wanted, or may no longer be stored."""
        moment = _decode_moment(found)
        return await self._rows.keep(table, seat, StoredMoment(moment.step, moment.player, given, found.decode()))


def allowed_seat(table: Table, token: str | None) -> int:
    """Return whose turns may be analysed: everybody's once the game is over, before that the viewer's own."""
    core = table.core
    if core.started_game().is_over:
        seat = _EVERYBODY
    else:
        own = core.viewer(core.seat_of(token))
        if own is None:
            raise Refused("not_over", "A game can be analysed once it is over; before that, players send their token.")
        seat = own
    _check(table, seat)
    return seat


def _game_of(table: Table) -> tuple[Game, list[int]]:
    """Return a table's game, and the seats that gave its answers."""
    game = table.core.started_game()
    assert table.core.play is not None
    return game, table.core.play.seats


def _check(table: Table, seat: int) -> None:
    if table.core.halted is not None:
        raise Refused("halted", "The game was played with other rules, which would be needed to analyse it.")
    if seat == _EVERYBODY and not table.core.started_game().is_over:
        raise Refused("not_over", "The game is not over.")
    if seat != _EVERYBODY and not table.core.may_have_hints(seat):
        raise Refused("not_allowed", "Hints are not allowed in this game: other people are playing.")
