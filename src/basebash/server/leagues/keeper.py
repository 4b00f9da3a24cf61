"""What goes on in leagues by itself: results are noted, rounds are paired, and tables are opened for their games.

Every server process looks once a second. Which process does what is decided by the database: a league's row is locked
while it changes, a pairing names the table of its game before that exists, and a table can be created only once. So it
does not matter where a process stops: the next look does what is missing.
"""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import Literal

import sqlalchemy as sa

from basebash.server.errors import Refused
from basebash.server.leagues.rounds import go_on, settle, take_results
from basebash.server.leagues.rows import Member, Pairing, StoredLeague, read_league
from basebash.server.logs import log
from basebash.server.matches.opening import open_for
from basebash.server.messages import SeatRequest, TableRequest
from basebash.server.people.notices import PersonalNotices
from basebash.server.storage.errors import DatabaseUnavailable, WriteConflict
from basebash.server.storage.schema import LEAGUES, PAIRINGS, TABLES
from basebash.server.storage.store import Store
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.seats import Seat

_POLL_SECONDS = 1.0
_MAX_NAME = 40


class LeagueKeeper:
    """Takes leagues from round to round."""

    def __init__(self, store: Store, registry: TableRegistry, notices: PersonalNotices) -> None:
        self._store = store
        self._registry = registry
        self._notices = notices

    async def follow(self) -> None:
        """Look regularly, for as long as the server runs."""
        while True:
            with contextlib.suppress(DatabaseUnavailable):  # logged already
                await self.look()
            await asyncio.sleep(_POLL_SECONDS)

    async def look(self) -> None:
        """Do what is to be done in all leagues."""
        is_closed = self._registry.moderation.is_closed
        for league in await self._store.do(_unfinished, writes=False):
            if is_closed(league):
                continue
            with contextlib.suppress(WriteConflict):  # another process has done it
                await self._store.do(partial(_advance, league))
        for found, pairing in await self._store.do(_without_table, writes=False):
            if not is_closed(found.id):
                await self._open_table(found, pairing)

    async def _open_table(self, league: StoredLeague, pairing: Pairing) -> None:
        """Open the table of a game. Its people sit there already, wherever they look from."""
        assert pairing.two is not None
        assert pairing.table_id is not None
        members = [league.member(pairing.one), league.member(pairing.two)]
        people = {seat: one.person_id for seat, one in enumerate(members) if one.person_id is not None}
        try:
            factions = [member.factions for member in members] if league.rules.factions == "fixed" else None
            is_new = await open_for(
                self._store,
                self._registry,
                pairing.table_id,
                _table_request(league, factions),
                [_seat(member) for member in members],
                people,
                f"{league.name[: _MAX_NAME - 6]} ({league.round})",
                league.maker or league.id,
            )
        except Refused as refused:  # factions that are gone, for example
            log.warning("a game of a league cannot be played", league=league.id, reason=str(refused))
            await self._store.do(lambda connection: settle(connection, league, pairing, 0.5, []))
            return
        if is_new:  # by this process, so that everybody is told once
            for seat, person in people.items():
                about = f"{league.name or 'Your league'}, round {league.round}: you play {members[1 - seat].name}"
                _ = self._registry.tasks.spawn(self._notices.game_is_ready(person, pairing.table_id, about))


def _seat(member: Member) -> Seat:
    """Return a member's seat; a bot plays for somebody who has deleted their data."""
    if member.person_id is not None:
        return Seat("person", member.name)
    return Seat("bot", member.name, member.level or "normal", resigned=member.level is None)


def _table_request(league: StoredLeague, factions: list[list[str]] | None) -> TableRequest:
    rules = league.rules
    drawn: Literal["draft", "random"] = "draft" if rules.factions == "draft" else "random"
    return TableRequest(
        seats=[SeatRequest("open"), SeatRequest("open")],
        factions=drawn if factions is None else [*factions],
        edition=rules.edition,
        target_vp=rules.target_vp,
        listed=rules.listed,
        clock=rules.clock,
        absent=rules.absent,
        league=league.id,
    )


def _unfinished(connection: sa.Connection) -> list[str]:
    """Return the leagues in which a game is over, or all games of the round."""
    over = (
        sa.select(PAIRINGS.c.league_id)
        .join(TABLES, TABLES.c.id == PAIRINGS.c.table_id)
        .where(PAIRINGS.c.points.is_(None), TABLES.c.status.in_(("over", "kept")))
    )
    waits = sa.select(PAIRINGS.c.league_id).where(PAIRINGS.c.points.is_(None))
    query = sa.select(LEAGUES.c.id).where(
        LEAGUES.c.status == "playing", sa.or_(LEAGUES.c.id.in_(over), LEAGUES.c.id.not_in(waits))
    )
    return list(connection.execute(query).scalars())


def _advance(league: str, connection: sa.Connection) -> None:
    connection.execute(sa.select(LEAGUES.c.id).where(LEAGUES.c.id == league).with_for_update())
    found = read_league(connection, league)
    if found is not None:
        take_results(connection, found)
        go_on(connection, found)


def _without_table(connection: sa.Connection) -> list[tuple[StoredLeague, Pairing]]:
    """Return the games that have no table yet."""
    query = (
        sa.select(PAIRINGS.c.league_id)
        .outerjoin(TABLES, TABLES.c.id == PAIRINGS.c.table_id)
        .where(PAIRINGS.c.points.is_(None), TABLES.c.id.is_(None))
        .distinct()
    )
    found = []
    for league_id in connection.execute(query).scalars().all():
        league = read_league(connection, league_id)
        tables = [game.table_id for game in league.pairings if game.points is None] if league else []
        there = set(connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id.in_(tables))).scalars())
        if league is not None:
            found += [(league, game) for game in league.pairings if game.points is None and game.table_id not in there]
    return found
