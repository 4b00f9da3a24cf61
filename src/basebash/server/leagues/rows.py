"""Leagues as they are stored."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from basebash.server.leagues.standings import Played, Standing, standings
from basebash.server.messages import LeagueRules, LeagueStatus, Level
from basebash.server.storage.schema import LEAGUES, MEMBERS, PAIRINGS


class Member(Struct):
    """Somebody in a league. A bot has a `level`; who has left, or deleted their data, `is_out`."""

    number: int
    person_id: str | None
    name: str
    level: Level | None
    rating: float
    factions: list[str]
    is_out: bool


class Pairing(Struct):
    """A game of a league, or a bye. `points` is what the first one got."""

    round: int
    board: int
    one: int
    two: int | None
    table_id: str | None
    points: float | None
    vp: list[int]


class StoredLeague(Struct):
    """A league with everybody in it and all its games. `maker` is None once they have deleted their data."""

    id: str
    name: str
    status: LeagueStatus
    rules: LeagueRules
    maker: str | None
    round: int
    rounds: int
    members: list[Member]
    pairings: list[Pairing]

    @property
    def standings(self) -> list[Standing]:
        """The table, as far as games are over."""
        played = [
            Played((game.one, game.two), game.points, (game.vp[0], game.vp[1]) if len(game.vp) == 2 else (0, 0))
            for game in self.pairings
            if game.points is not None
        ]
        return standings([member.number for member in self.members], played)

    def is_run_by(self, person: str) -> bool:
        """Whether a person may start the league and decide games: who made it, or any member once they have left."""
        if self.maker is not None:
            return self.maker == person
        return any(member.person_id == person and not member.is_out for member in self.members)

    def member(self, number: int) -> Member:
        """Return a member."""
        return next(member for member in self.members if member.number == number)


def read_league(connection: sa.Connection, league: str) -> StoredLeague | None:
    """Return a league; None if there is none."""
    row = connection.execute(sa.select(LEAGUES).where(LEAGUES.c.id == league)).mappings().first()
    if row is None:
        return None
    members = connection.execute(sa.select(MEMBERS).where(MEMBERS.c.league_id == league).order_by(MEMBERS.c.number))
    pairings = connection.execute(
        sa.select(PAIRINGS).where(PAIRINGS.c.league_id == league).order_by(PAIRINGS.c.round, PAIRINGS.c.board)
    )
    return StoredLeague(
        row["id"],
        row["name"],
        row["status"],
        msgspec.json.decode(row["options"], type=LeagueRules),
        row["maker"],
        row["round"],
        row["rounds"],
        [
            Member(
                one["number"], one["person_id"], one["name"], one["level"], one["rating"],
                msgspec.json.decode(one["factions"], type=list[str]), one["is_out"],
            )
            for one in members.mappings()
        ],
        [
            Pairing(
                one["round"], one["board"], one["one"], one["two"], one["table_id"], one["points"],
                msgspec.json.decode(one["vp"], type=list[int]),
            )
            for one in pairings.mappings()
        ],
    )  # fmt: skip


def add_member(
    connection: sa.Connection,
    league: StoredLeague,
    name: str,
    rating: float,
    *,
    person: str | None = None,
    level: Level | None = None,
    factions: Sequence[str] = (),
) -> Member:
    """Add somebody to a league."""
    number = max((member.number for member in league.members), default=-1) + 1
    member = Member(number, person, name, level, rating, list(factions), is_out=False)
    values = {**msgspec.structs.asdict(member), "factions": msgspec.json.encode(member.factions).decode()}
    connection.execute(sa.insert(MEMBERS), {"league_id": league.id, **values})
    league.members.append(member)
    return member
