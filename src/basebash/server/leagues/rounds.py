"""From round to round: taking the results of games that are over, and pairing the next round.

Each function works within one transaction of the database. If two server processes do the same at once, the second one
violates a primary key and changes nothing.
"""

from __future__ import annotations

import secrets
from collections import Counter

import msgspec
import sqlalchemy as sa

from basebash.server.games.results import unpack
from basebash.server.leagues.pairing import Entrant, Pair, round_robin, swiss
from basebash.server.leagues.rows import Member, Pairing, StoredLeague
from basebash.server.storage.schema import LEAGUES, PAIRINGS, RESULTS, TABLES
from basebash.server.tables.seats import Seat

BYE_POINTS = 1.0
_HALF = 0.5


def take_results(connection: sa.Connection, league: StoredLeague) -> None:
    """Note the results of the league's games that are over."""
    for pairing in league.pairings:
        if pairing.points is None and pairing.table_id is not None:
            query = (
                sa.select(TABLES.c.seats, RESULTS.c.data)
                .outerjoin(RESULTS, RESULTS.c.table_id == TABLES.c.id)
                .where(TABLES.c.id == pairing.table_id, TABLES.c.status.in_(("over", "kept")))
            )
            row = connection.execute(query).first()
            if row is not None:
                settle(connection, league, pairing, *_result(row.seats, row.data))


def _result(seats: str, data: bytes | None) -> tuple[float, list[int]]:
    """Return what the first seat gets for a game that is over, and the victory points of both."""
    try:
        result = None if data is None else unpack(data)
    except msgspec.MsgspecError:
        result = None
    if result is None or result.fault:  # nobody can say who won
        return _HALF, []
    resigned = [seat.resigned for seat in msgspec.json.decode(seats, type=list[Seat])]
    vp = [dict(result.standings)[seat] for seat in (0, 1)]
    if resigned[0] != resigned[1]:
        return float(resigned[1]), vp
    return _HALF if len(result.winners) > 1 else float(result.winners[0] == 0), vp


def settle(connection: sa.Connection, league: StoredLeague, pairing: Pairing, points: float, vp: list[int]) -> None:
    """Store the result of a game."""
    pairing.points, pairing.vp = points, vp
    connection.execute(
        sa.update(PAIRINGS)
        .where(PAIRINGS.c.league_id == league.id, PAIRINGS.c.round == pairing.round, PAIRINGS.c.board == pairing.board)
        .values(points=points, vp=msgspec.json.encode(vp).decode())
    )


def go_on(connection: sa.Connection, league: StoredLeague) -> None:
    """Pair the next round once all games of the current one are over; after the last round the league is."""
    if league.status != "playing" or any(pairing.points is None for pairing in league.pairings):
        return
    pairs = _pair(league) if league.round < league.rounds else []
    if not pairs:
        league.status = "over"
        connection.execute(sa.update(LEAGUES).where(LEAGUES.c.id == league.id).values(status="over"))
        return
    league.round += 1
    connection.execute(sa.update(LEAGUES).where(LEAGUES.c.id == league.id).values(round=league.round))
    for board, (one, two) in enumerate(pairs):
        table, points = (None, BYE_POINTS) if two is None else (secrets.token_urlsafe(9), None)
        pairing = Pairing(league.round, board, one, two, table, points, [])
        values = {**msgspec.structs.asdict(pairing), "vp": "[]"}
        connection.execute(sa.insert(PAIRINGS), {"league_id": league.id, **values})
        league.pairings.append(pairing)


def _pair(league: StoredLeague) -> list[Pair]:
    """Return the pairs of the next round; none if nobody is left to play."""
    if league.rules.kind == "round_robin":
        return _round_robin(league)
    people = [member for member in league.members if not member.is_out and member.level is None]
    bots = [member for member in league.members if member.level is not None]
    playing = people + bots[: len(people) % 2]  # a bot plays only if somebody is left over
    if len(playing) < 2:
        return []
    points = {line.number: line.points for line in league.standings}
    byes = Counter(pairing.one for pairing in league.pairings if pairing.two is None)
    met = Counter(frozenset((game.one, game.two)) for game in league.pairings if game.two is not None)
    entrants = [Entrant(one.number, points[one.number], one.rating, byes[one.number]) for one in playing]
    return swiss(entrants, met)


def _round_robin(league: StoredLeague) -> list[Pair]:
    """Return the next pairs of the plan. Whoever would meet somebody who has left has a bye."""
    out = {member.number for member in league.members if member.is_out}
    if sum(not member.is_out for member in league.members) < 2:
        return []
    pairs: list[Pair] = []
    for one, two in round_robin([member.number for member in _by_rating(league.members)], league.round):
        there = [number for number in (one, two) if number is not None and number not in out]
        if there:
            pairs.append((there[0], there[1] if len(there) > 1 else None))
    return pairs


def _by_rating(members: list[Member]) -> list[Member]:
    return sorted(members, key=lambda member: (-member.rating, member.number))
