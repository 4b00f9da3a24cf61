"""What people have played, and how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from basebash.server import messages
from basebash.server.games.results import Result
from basebash.server.host.people import Owner, PlayedSeat
from basebash.server.messages import AGAINST, Against, RatingChange, Unrated
from basebash.server.people.ratings import REPEAT_SECONDS, rate_game, rating_views
from basebash.server.storage.schema import PEOPLE, PLAYS, TABLES
from basebash.server.storage.store import Store

_PAGE = 20  # games per page
_OPEN_TABLES = 40  # that a page shows
_LAST_GAMES = 12  # of a faction that a page draws


class Facts(Struct):
    """What a person's page shows of a finished game.

    `changes`: how it moved their ratings, and from what that follows. `why`: why it is not rated.
    """

    name: str
    points: list[int]
    factions: list[str]
    against: list[Against]
    rated: bool = True
    changes: list[RatingChange] = []
    why: Unrated | None = None


_decode_facts = msgspec.json.Decoder(Facts).decode


class History:
    """Who has sat at which table."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def sit(self, owner: Owner, table: str, seat: int) -> None:
        """Note that a person has taken a seat."""
        values = {"table_id": table, "seat": seat, "person_id": owner.id, "since": self._store.clock.now()}
        await self._store.do(lambda connection: connection.execute(sa.insert(PLAYS), values))

    async def follow(self, before: str, after: str) -> None:
        """Note that the people of one table sit at another one now."""
        now = self._store.clock.now()
        same = sa.select(sa.literal(after), PLAYS.c.seat, PLAYS.c.person_id, sa.literal(now)).where(
            PLAYS.c.table_id == before
        )
        insert = sa.insert(PLAYS).from_select(["table_id", "seat", "person_id", "since"], same)
        await self._store.do(lambda connection: connection.execute(insert))

    async def seats_of(self, owner: Owner, table: str) -> list[int]:
        """Return a person's seats at a table."""
        query = sa.select(PLAYS.c.seat).where(PLAYS.c.table_id == table, PLAYS.c.person_id == owner.id)
        return await self._store.do(lambda connection: list(connection.execute(query).scalars()), writes=False)

    async def open_tables(self, owner: Owner) -> list[tuple[str, int]]:
        """Return a person's tables that are not over, newest first, and their seats there."""
        query = (
            sa.select(PLAYS.c.table_id, PLAYS.c.seat)
            .join(TABLES, TABLES.c.id == PLAYS.c.table_id)
            .where(PLAYS.c.person_id == owner.id, TABLES.c.status.in_(("open", "playing")))
            .order_by(PLAYS.c.since.desc())
            .limit(_OPEN_TABLES)
        )
        found = await self._store.do(lambda connection: connection.execute(query).all(), writes=False)
        return [(table, seat) for table, seat in found]

    async def vacations(self, table: str) -> dict[int, float]:
        """Return until when people at a table are on vacation, by their seats."""
        query = (
            sa.select(PLAYS.c.seat, PEOPLE.c.vacation_until)
            .join(PEOPLE, PLAYS.c.person_id == PEOPLE.c.id)
            .where(PLAYS.c.table_id == table, PEOPLE.c.vacation_until > self._store.clock.now())
        )
        found = await self._store.do(lambda connection: connection.execute(query).all(), writes=False)
        return {seat: until for seat, until in found}  # noqa: C416  # rows are no pairs to mypy

    async def remove_orphans(self) -> None:
        """Forget seats at tables that no longer exist."""
        is_gone = PLAYS.c.table_id.not_in(sa.select(TABLES.c.id))
        delete = sa.delete(PLAYS).where(is_gone, PLAYS.c.ended.is_(None))
        await self._store.do(lambda connection: connection.execute(delete))

    async def note_end(
        self, table: str, name: str, seats: Sequence[PlayedSeat], result: Result, *, unrated: Unrated | None = None
    ) -> None:
        """Add a finished game to the pages of its people, and update their ratings unless it is `unrated`."""
        now = self._store.clock.now()
        places = places_of(seats, result)
        kinds = [_kind(seat) for seat in seats]

        def job(connection: sa.Connection) -> None:
            query = sa.select(PLAYS.c.seat, PLAYS.c.person_id).where(PLAYS.c.table_id == table, PLAYS.c.ended.is_(None))
            people: dict[int, str] = {row.seat: row.person_id for row in connection.execute(query)}
            is_against_oneself = len(set(people.values())) < len(people)
            why = unrated or ("person" if is_against_oneself else None)
            earlier = {person: _rated_games(connection, person, now - REPEAT_SECONDS) for person in people.values()}
            changes = {} if why else rate_game(connection, people, kinds, places, earlier)
            for seat in people:
                facts = Facts(
                    name,
                    [vp for _, vp in result.standings],
                    result.factions[seat],
                    sorted({*kinds[:seat], *kinds[seat + 1 :]}, key=AGAINST.index),
                    why is None,
                    changes.get(seat, []),
                    why,
                )
                connection.execute(
                    sa.update(PLAYS)
                    .where(PLAYS.c.table_id == table, PLAYS.c.seat == seat)
                    .values(ended=now, place=places[seat], facts=msgspec.json.encode(facts).decode())
                )

        await self._store.do(job)

    async def page(self, owner: Owner) -> messages.Person:
        """Return what others may see of a person's page."""

        def job(connection: sa.Connection) -> messages.Person:
            played = connection.execute(
                sa.select(PLAYS.c.place, PLAYS.c.facts)
                .where(PLAYS.c.person_id == owner.id, PLAYS.c.ended.is_not(None))
                .order_by(PLAYS.c.ended)
            ).all()
            ratings = rating_views(connection, owner.id)
            return messages.Person(owner.id, owner.name, len(played), ratings, _by_faction(played))

        return await self._store.do(job, writes=False)

    async def games(self, owner: Owner, skip: int = 0) -> list[messages.PlayedGame]:
        """Return a page of a person's finished games, newest first."""
        query = (
            sa.select(PLAYS.c.table_id, PLAYS.c.ended, PLAYS.c.place, PLAYS.c.facts)
            .where(PLAYS.c.person_id == owner.id, PLAYS.c.ended.is_not(None))
            .order_by(PLAYS.c.ended.desc())
            .offset(skip)
            .limit(_PAGE)
        )
        found = await self._store.do(lambda connection: connection.execute(query).all(), writes=False)
        games = []
        for table, ended, place, raw in found:
            facts = _decode_facts(raw)
            games.append(
                messages.PlayedGame(
                    table,
                    facts.name,
                    ended,
                    place,
                    facts.points,
                    facts.factions,
                    facts.against,
                    facts.changes,
                    facts.why,
                )
            )
        return games


def _rated_games(connection: sa.Connection, person: str, since: float) -> Counter[str]:
    """Return how many rated games a person has finished since then, by the person they played against."""
    own, others = PLAYS.alias(), PLAYS.alias()
    query = (
        sa.select(others.c.person_id, own.c.facts)
        .join(others, others.c.table_id == own.c.table_id)
        .where(own.c.person_id == person, own.c.ended >= since, others.c.person_id != person)
    )
    return Counter(other for other, raw in connection.execute(query) if _decode_facts(raw).rated)


def _kind(seat: PlayedSeat) -> Against:
    return seat.level if seat.kind == "bot" and not seat.resigned else "people"


def places_of(seats: Sequence[PlayedSeat], result: Result) -> list[int]:
    """Return each seat's place. Winners are first, equal points share a place, and whoever resigned is last."""
    places = [0] * len(seats)
    winners = len(result.winners)
    for at, (seat, vp) in enumerate(result.standings):
        is_tied = at > winners and vp == result.standings[at - 1][1]
        places[seat] = 1 if at < winners else places[result.standings[at - 1][0]] if is_tied else at + 1
    return [len(seats) if seat.resigned else place for seat, place in zip(seats, places, strict=True)]


def _by_faction(played: Any) -> list[messages.FactionRecord]:
    """Return a record per faction, most played first."""
    found: dict[str, list[bool]] = {}
    for place, raw in played:
        for faction in _decode_facts(raw).factions:
            found.setdefault(faction, []).append(place == 1)
    records = [messages.FactionRecord(name, len(won), sum(won), won[-_LAST_GAMES:]) for name, won in found.items()]
    return sorted(records, key=lambda record: (-record.played, record.faction))
