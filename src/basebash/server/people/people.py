"""People: who they are on all their devices, what they have played, and how well.

Nobody needs a password: a device has a secret of its own, and another device becomes somebody's by a code that is good
once and for a short while. Nothing of it is public unless its owner says so, and all of it can be deleted.
"""

from __future__ import annotations

import re
import secrets
import zlib
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from openskill.models import PlackettLuce

from basebash.server import messages
from basebash.server.games.results import Result, pack, unpack
from basebash.server.games.seated_game import distinct
from basebash.server.messages import AGAINST, Against
from basebash.server.people.code_words import ANIMALS, COLOURS, TREES
from basebash.server.puzzles.attempts import TRIES
from basebash.server.storage.store import ANALYSES, CHAT, MOMENTS, RESULTS, TABLES, Store, metadata
from basebash.server.tokens import hash_token, new_token

if TYPE_CHECKING:
    from basebash.server.tables.table import Seat

PEOPLE = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
DEVICES = sa.Table(
    "devices",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
)
CODES = sa.Table(
    "codes",
    metadata,
    sa.Column("hash", sa.String(64), primary_key=True),
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("until", sa.Float, nullable=False),
)
PLAYS = sa.Table(
    "plays",
    metadata,
    sa.Column("table_id", sa.String(40), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), nullable=False),
    sa.Column("since", sa.Float, nullable=False),
    sa.Column("ended", sa.Float),
    sa.Column("place", sa.Integer),
    sa.Column("facts", sa.Text),
    sa.Index("plays_by_person", "person_id", "ended"),
)
RATINGS = sa.Table(
    "ratings",
    metadata,
    sa.Column("person_id", sa.String(16), sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("against", sa.String(8), primary_key=True),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("lost", sa.Integer, nullable=False),
    sa.Column("course", sa.Text, nullable=False),
)

CODE_SECONDS = 600
NOBODY = "a player"
"""What somebody is called in others' games who has deleted their data."""
_PAGE = 20
_OPEN = 12  # tables on one's page
_COURSE = 20  # ratings that the curve shows
_LAST = 12  # games of a faction that are drawn
_MODEL = PlackettLuce()
_SCALE = 48  # a new player is shown 1200
_FIXED = 1.0  # how sure the rating of a bot is: it does not learn


class Facts(Struct):
    """What is kept of a finished game for one's own page."""

    name: str
    points: list[int]
    factions: list[str]
    against: list[Against]


class Owner(Struct):
    """Somebody, found by the secret of one of their devices."""

    id: str
    name: str
    public: bool
    created: float


_facts = msgspec.json.Decoder(Facts).decode


class People:
    """All people, in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # ------------------------------------------------------------------------------------------- devices
    async def create(self, name: str) -> messages.Device:
        """Somebody new."""
        secret, person, now = new_token(), secrets.token_hex(8), self._store.clock.now()

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.insert(PEOPLE), {"id": person, "name": name, "public": False, "created": now})
            connection.execute(sa.insert(DEVICES), {"hash": hash_token(secret), "person_id": person, "created": now})

        await self._store.do(job)
        return messages.Device(secret, name)

    async def owner(self, secret: str | None) -> Owner | None:
        """Whose device this is."""
        if secret is None:
            return None
        query = sa.select(PEOPLE).join(DEVICES).where(DEVICES.c.hash == hash_token(secret))
        found = await self._store.do(lambda connection: connection.execute(query).mappings().first(), writes=False)
        return None if found is None else Owner(**{str(name): value for name, value in found.items()})

    async def change(self, owner: Owner, name: str, *, public: bool) -> None:
        """Another name, or another mind about who may look."""
        change = sa.update(PEOPLE).where(PEOPLE.c.id == owner.id).values(name=name, public=public)
        await self._store.do(lambda connection: connection.execute(change))

    async def make_code(self, owner: Owner) -> messages.DeviceCode:
        """A code for another device; an older one is void."""
        colour, animal, tree = (secrets.choice(words) for words in (COLOURS, ANIMALS, TREES))
        code = f"{colour} {animal} {10 + secrets.randbelow(90)} {tree}"
        until = self._store.clock.now() + CODE_SECONDS

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(CODES).where(CODES.c.person_id == owner.id))
            connection.execute(sa.insert(CODES), {"hash": _hash_code(code), "person_id": owner.id, "until": until})

        await self._store.do(job)
        return messages.DeviceCode(code, CODE_SECONDS)

    async def use_code(self, code: str) -> messages.Device | None:
        """The device that typed it is theirs now; None if the code is not good (any more)."""
        secret, now, hashed = new_token(), self._store.clock.now(), _hash_code(code)

        def job(connection: sa.Connection) -> str | None:
            good = sa.and_(CODES.c.hash == hashed, CODES.c.until > now)
            person = connection.execute(sa.select(CODES.c.person_id).where(good)).scalar()
            # Whoever removes it has it: a code is good once, even if two type it at the same moment.
            if person is None or not connection.execute(sa.delete(CODES).where(good)).rowcount:
                return None
            device = {"hash": hash_token(secret), "person_id": person, "created": now}
            connection.execute(sa.insert(DEVICES), device)
            return str(connection.execute(sa.select(PEOPLE.c.name).where(PEOPLE.c.id == person)).scalar_one())

        name = await self._store.do(job)
        return None if name is None else messages.Device(secret, name)

    # ------------------------------------------------------------------------------------------- tables
    async def sit(self, owner: Owner, table: str, seat: int) -> None:
        """Somebody has taken a seat."""
        values = {"table_id": table, "seat": seat, "person_id": owner.id, "since": self._store.clock.now()}
        await self._store.do(lambda connection: connection.execute(sa.insert(PLAYS), values))

    async def follow(self, before: str, after: str) -> None:
        """The same people sit at a new table."""
        now = self._store.clock.now()
        same = sa.select(sa.literal(after), PLAYS.c.seat, PLAYS.c.person_id, sa.literal(now)).where(
            PLAYS.c.table_id == before
        )
        insert = sa.insert(PLAYS).from_select(["table_id", "seat", "person_id", "since"], same)
        await self._store.do(lambda connection: connection.execute(insert))

    async def seats_of(self, owner: Owner, table: str) -> list[int]:
        """Where somebody sits at a table."""
        query = sa.select(PLAYS.c.seat).where(PLAYS.c.table_id == table, PLAYS.c.person_id == owner.id)
        return await self._store.do(lambda connection: list(connection.execute(query).scalars()), writes=False)

    async def open_tables(self, owner: Owner) -> list[tuple[str, int]]:
        """The tables at which somebody sits and that are not over, the newest first, and the seats."""
        query = (
            sa.select(PLAYS.c.table_id, PLAYS.c.seat)
            .join(TABLES, TABLES.c.id == PLAYS.c.table_id)
            .where(PLAYS.c.person_id == owner.id, TABLES.c.status.in_(("open", "playing")))
            .order_by(PLAYS.c.since.desc())
            .limit(_OPEN)
        )
        found = await self._store.do(lambda connection: connection.execute(query).all(), writes=False)
        return [(table, seat) for table, seat in found]

    async def tidy(self) -> None:
        """Forgets codes that are no good any more, and seats at tables that are gone."""
        now = self._store.clock.now()

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(CODES).where(CODES.c.until < now))
            gone = PLAYS.c.table_id.not_in(sa.select(TABLES.c.id))
            connection.execute(sa.delete(PLAYS).where(gone, PLAYS.c.ended.is_(None)))

        await self._store.do(job)

    # ------------------------------------------------------------------------------------------- how it went
    async def note_end(self, table: str, name: str, seats: list[Seat], result: Result) -> None:
        """A game is over: everybody who sat there has it on their page, and is rated anew."""
        now = self._store.clock.now()
        places = places_of(seats, result)

        def job(connection: sa.Connection) -> None:
            query = sa.select(PLAYS.c.seat, PLAYS.c.person_id).where(PLAYS.c.table_id == table, PLAYS.c.ended.is_(None))
            people: dict[int, str] = {row.seat: row.person_id for row in connection.execute(query)}
            before = {
                seat: {kind: _rating(connection, person, kind) for kind in AGAINST} for seat, person in people.items()
            }
            for seat, person in people.items():
                others = [
                    (kind, places[other], before[other]["people"] if kind == "people" and other in before else None)
                    for other, one in enumerate(seats)
                    if other != seat
                    for kind in (_kind(one),)
                ]
                facts = Facts(
                    name,
                    [vp for _, vp in result.standings],
                    result.factions[seat],
                    sorted({kind for kind, _, _ in others}, key=AGAINST.index),
                )
                connection.execute(
                    sa.update(PLAYS)
                    .where(PLAYS.c.table_id == table, PLAYS.c.seat == seat)
                    .values(ended=now, place=places[seat], facts=msgspec.json.encode(facts).decode())
                )
                for kind in facts.against:
                    met = [(place, rating) for other, place, rating in others if other == kind]
                    _write(connection, person, kind, rated(before[seat][kind], places[seat], met))

        await self._store.do(job)

    async def page(self, owner: Owner) -> messages.Person:
        """What somebody's page shows to others too."""

        def job(connection: sa.Connection) -> messages.Person:
            played = connection.execute(
                sa.select(PLAYS.c.place, PLAYS.c.facts)
                .where(PLAYS.c.person_id == owner.id, PLAYS.c.ended.is_not(None))
                .order_by(PLAYS.c.ended)
            ).all()
            ratings = connection.execute(sa.select(RATINGS).where(RATINGS.c.person_id == owner.id)).mappings().all()
            views = [
                messages.RatingView(
                    row["against"],
                    round(_SCALE * row["mu"]),
                    row["won"],
                    row["lost"],
                    [round(_SCALE * mu) for mu in msgspec.json.decode(row["course"], type=list[float])],
                )
                for row in ratings
            ]
            views.sort(key=lambda view: AGAINST.index(view.against))
            return messages.Person(owner.id, owner.name, len(played), views, _by_faction(played))

        return await self._store.do(job, writes=False)

    async def games(self, owner: Owner, skip: int = 0) -> list[messages.PlayedGame]:
        """Somebody's finished games, the newest first."""
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
            facts = _facts(raw)
            games.append(
                messages.PlayedGame(table, facts.name, ended, place, facts.points, facts.factions, facts.against)
            )
        return games

    async def public(self, person: str) -> Owner | None:
        """Somebody who lets others see their page."""
        query = sa.select(PEOPLE).where(PEOPLE.c.id == person, PEOPLE.c.public)
        found = await self._store.do(lambda connection: connection.execute(query).mappings().first(), writes=False)
        return None if found is None else Owner(**{str(name): value for name, value in found.items()})

    # ------------------------------------------------------------------------------------------- going away
    async def delete(self, owner: Owner) -> list[str]:
        """Takes somebody's name, words, ratings, tries and history off the server; the tables that have changed.

        In games under way they have resigned. In others' games they are nobody in particular from now on.
        """

        def job(connection: sa.Connection) -> list[str]:
            seats: dict[str, list[int]] = {}
            for table, seat in connection.execute(
                sa.select(PLAYS.c.table_id, PLAYS.c.seat).where(PLAYS.c.person_id == owner.id)
            ):
                seats.setdefault(table, []).append(seat)
            for table, own in seats.items():
                _make_nobody(connection, table, own)
            for of_person in (PLAYS, RATINGS, TRIES, CODES, DEVICES):
                connection.execute(sa.delete(of_person).where(of_person.c.person_id == owner.id))
            connection.execute(sa.delete(PEOPLE).where(PEOPLE.c.id == owner.id))
            return list(seats)

        return await self._store.do(job)


def _hash_code(code: str) -> str:
    return hash_token(" ".join(re.findall(r"[a-z]+|\d+", code.lower())))


def _kind(seat: Seat) -> Against:
    return seat.level if seat.kind == "bot" and not seat.resigned else "people"


def places_of(seats: list[Seat], result: Result) -> list[int]:
    """The place of each seat. Who won is first; of the others equal points share a place; who resigned is last."""
    places = [0] * len(seats)
    winners = len(result.winners)
    for at, (seat, vp) in enumerate(result.standings):
        shares = at > winners and vp == result.standings[at - 1][1]
        places[seat] = 1 if at < winners else places[result.standings[at - 1][0]] if shares else at + 1
    return [len(seats) if seat.resigned else place for seat, place in zip(seats, places, strict=True)]


class Rated(Struct):
    """A rating and where it came from."""

    mu: float
    sigma: float
    won: int = 0
    lost: int = 0
    course: list[float] = []


def rated(mine: Rated, place: int, met: list[tuple[int, Rated | None]]) -> Rated:
    """My rating after a game in which others came to these places. Bots, and people without a page, keep theirs."""
    fixed = _MODEL.rating(sigma=_FIXED)
    teams = [[_MODEL.rating(mu=mine.mu, sigma=mine.sigma)]]
    teams += [[fixed if other is None else _MODEL.rating(mu=other.mu, sigma=other.sigma)] for _, other in met]
    [new], *_ = _MODEL.rate(teams, ranks=[place, *(other for other, _ in met)])
    is_won = all(place < other or place == 1 for other, _ in met)  # also together with others
    course = [*mine.course, new.mu][-_COURSE:]
    return Rated(new.mu, new.sigma, mine.won + is_won, mine.lost + (not is_won), course)


def _rating(connection: sa.Connection, person: str, kind: Against) -> Rated:
    query = sa.select(RATINGS).where(RATINGS.c.person_id == person, RATINGS.c.against == kind)
    row = connection.execute(query).mappings().first()
    if row is None:
        new = _MODEL.rating()
        return Rated(new.mu, new.sigma)
    return Rated(row["mu"], row["sigma"], row["won"], row["lost"], msgspec.json.decode(row["course"], type=list[float]))


def _write(connection: sa.Connection, person: str, kind: Against, new: Rated) -> None:
    mine = sa.and_(RATINGS.c.person_id == person, RATINGS.c.against == kind)
    values = {**msgspec.structs.asdict(new), "course": msgspec.json.encode(new.course).decode()}
    if not connection.execute(sa.update(RATINGS).where(mine).values(**values)).rowcount:
        connection.execute(sa.insert(RATINGS), {"person_id": person, "against": kind, **values})


def _by_faction(played: Any) -> list[messages.FactionRecord]:
    """Most played first."""
    found: dict[str, list[bool]] = {}
    for place, raw in played:
        for faction in _facts(raw).factions:
            found.setdefault(faction, []).append(place == 1)
    records = [messages.FactionRecord(name, len(won), sum(won), won[-_LAST:]) for name, won in found.items()]
    return sorted(records, key=lambda record: (-record.played, record.faction))


def _make_nobody(connection: sa.Connection, table: str, own: list[int]) -> None:
    """Somebody's seats at a table have no name any more."""
    row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table)).mappings().first()
    if row is None:
        return
    seats = msgspec.json.decode(row["seats"])
    for seat in own:
        seats[seat].update(name=NOBODY, hash=None, more=[])
        if row["status"] == "open":
            seats[seat].update(kind="open", name="", home=False)
        elif row["status"] != "over":
            seats[seat].update(kind="bot", resigned=True)
    options = msgspec.json.decode(row["options"])
    for seat in own:
        options["seats"][seat]["name"] = ""
    values: dict[str, Any] = {
        "options": msgspec.json.encode(options).decode(),
        "seats": msgspec.json.encode(seats).decode(),
        "version": row["version"] + 1,
    }
    names: list[str] = []
    if row["setup"]:
        setup = msgspec.json.decode(row["setup"])
        names = setup["names"] = distinct(NOBODY if seat in own else name for seat, name in enumerate(setup["names"]))
        values["setup"] = msgspec.json.encode(setup).decode()
    connection.execute(sa.update(TABLES).where(TABLES.c.id == table).values(**values))
    connection.execute(sa.delete(CHAT).where(CHAT.c.table_id == table, CHAT.c.seat.in_(own)))
    for found in (MOMENTS, ANALYSES):  # they may name people, and can be worked out anew
        connection.execute(sa.delete(found).where(found.c.table_id == table))
    data = connection.execute(sa.select(RESULTS.c.data).where(RESULTS.c.table_id == table)).scalar()
    if data is not None and names:
        try:
            result = renamed(unpack(data), names)
        except (msgspec.MsgspecError, zlib.error):  # it cannot be shown either
            connection.execute(sa.delete(RESULTS).where(RESULTS.c.table_id == table))
            return
        connection.execute(sa.update(RESULTS).where(RESULTS.c.table_id == table).values(data=pack(result)))


def renamed(result: Result, names: list[str]) -> Result:
    """A stored result with other names of the players."""
    result.names = names
    for player, name in zip(result.view["players"], names, strict=True):
        player["name"] = name
    for line in result.log:
        for part in line["parts"]:
            if isinstance(part, dict) and "player" in part:
                part["name"] = names[part["player"]]
        line["text"] = "".join(part if isinstance(part, str) else part["name"] for part in line["parts"])
    return result
