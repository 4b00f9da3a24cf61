"""Leagues of a club: what people do with them."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec
import sqlalchemy as sa

from basebash import BasebashError, find_faction
from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.games.factions import pool_of
from basebash.server.host.people import Owner
from basebash.server.leagues.pairing import most_rounds, usual_rounds
from basebash.server.leagues.rounds import go_on, settle
from basebash.server.leagues.rows import StoredLeague, add_member, read_league
from basebash.server.leagues.views import league_view
from basebash.server.people.ratings import displayed, read_rating
from basebash.server.storage.errors import WriteConflict
from basebash.server.storage.schema import LEAGUES, MEMBERS
from basebash.server.storage.store import Store
from basebash.server.tables.seats import BOT_NAMES

MAX_MEMBERS = 32
_LISTED = 50
_BOT_NAME = BOT_NAMES[0]
_BOT_RATING = 1200.0
_JUST_CHANGED = "The league has just changed. Try again."


class Leagues:
    """All leagues."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # ------------------------------------------------------------------------------------------- looking
    async def listed(self, owner: Owner | None) -> messages.LeagueList:
        """Return the leagues that are listed, and those of a person."""
        own = sa.select(MEMBERS.c.league_id).where(MEMBERS.c.person_id == (owner.id if owner else ""))
        is_mine = sa.or_(LEAGUES.c.id.in_(own), LEAGUES.c.maker == (owner.id if owner else ""))
        count = sa.select(sa.func.count()).where(MEMBERS.c.league_id == LEAGUES.c.id).scalar_subquery()
        query = (
            sa.select(LEAGUES, count.label("members"), is_mine.label("is_mine"))
            .where(sa.or_(LEAGUES.c.listed, is_mine))
            .order_by(LEAGUES.c.created.desc())
            .limit(_LISTED)
        )
        rows = await self._store.do(lambda connection: connection.execute(query).mappings().all(), writes=False)
        return messages.LeagueList(
            [
                messages.LeagueEntry(
                    row["id"],
                    row["name"],
                    msgspec.json.decode(row["options"], type=messages.LeagueRules).kind,
                    row["status"],
                    row["members"],
                    row["round"],
                    row["rounds"],
                    bool(row["is_mine"]),
                )
                for row in rows
            ]
        )

    async def show(self, league: str, owner: Owner | None) -> messages.League:
        """Return a league as a person sees it."""
        found = await self._store.do(lambda connection: read_league(connection, league), writes=False)
        return league_view(_existing(found), owner)

    # ------------------------------------------------------------------------------------------- doing
    async def create(self, owner: Owner, request: messages.LeagueRequest, name: str) -> str:
        """Create a league and return its id."""
        rules = messages.LeagueRules(*(getattr(request, field) for field in messages.LeagueRules.__struct_fields__))
        values = {
            "id": secrets.token_urlsafe(9),
            "name": name,
            "status": "open",
            "listed": request.listed,
            "options": msgspec.json.encode(rules).decode(),
            "maker": owner.id,
            "created": self._store.clock.now(),
            "round": 0,
            "rounds": request.rounds,
        }
        await self._store.do(lambda connection: connection.execute(sa.insert(LEAGUES), values))
        return str(values["id"])

    async def join(self, league: str, owner: Owner, name: str, factions: list[str]) -> None:
        """Add a person; in a league with fixed factions with theirs, which nobody else has."""

        def job(connection: sa.Connection, found: StoredLeague) -> None:
            _check_open(found)
            if any(member.person_id == owner.id for member in found.members):
                return
            if len(found.members) >= MAX_MEMBERS:
                raise Refused("full", f"A league has at most {MAX_MEMBERS} members.")
            chosen = _check_factions(found, factions) if found.rules.factions == "fixed" else []
            rating = displayed(read_rating(connection, owner.id, "people").mu)
            add_member(connection, found, name, rating, person=owner.id, factions=chosen)

        await self._change(league, job)

    async def leave(self, league: str, owner: Owner) -> None:
        """Remove a person: before the start altogether, later from the next rounds."""

        def job(connection: sa.Connection, found: StoredLeague) -> None:
            own = sa.and_(MEMBERS.c.league_id == found.id, MEMBERS.c.person_id == owner.id)
            if found.status == "open":
                connection.execute(sa.delete(MEMBERS).where(own))
            else:
                connection.execute(sa.update(MEMBERS).where(own).values(is_out=True))

        await self._change(league, job)

    async def start(self, league: str, owner: Owner) -> None:
        """Start with everybody who is there, at the request of whoever made the league."""

        def job(connection: sa.Connection, found: StoredLeague) -> None:
            _check_maker(found, owner)
            _check_open(found)
            if len(found.members) < 2:
                raise Refused("bad_request", "A league needs two members or more.")
            rules = found.rules
            if rules.odd != "bye" and (len(found.members) % 2 or rules.kind == "swiss"):
                add_member(connection, found, _BOT_NAME, _BOT_RATING, level=rules.odd, factions=_free(found))
            most = most_rounds(len(found.members))
            usual = most if rules.kind == "round_robin" else usual_rounds(len(found.members))
            found.rounds = min(most, rules.rounds or usual)
            found.status = "playing"
            connection.execute(
                sa.update(LEAGUES).where(LEAGUES.c.id == found.id).values(status="playing", rounds=found.rounds)
            )
            go_on(connection, found)

        await self._change(league, job)

    async def settle(self, league: str, owner: Owner, order: messages.LeagueSettle) -> None:
        """Decide a game at the request of whoever made the league."""

        def job(connection: sa.Connection, found: StoredLeague) -> None:
            _check_maker(found, owner)
            for game in found.pairings:
                if (game.round, game.board) == (order.round, order.board) and game.two is not None:
                    if game.round != found.round or order.winner not in (None, game.one, game.two):
                        break
                    settle(
                        connection, found, game, 0.5 if order.winner is None else float(order.winner == game.one), []
                    )
                    return
            raise Refused("bad_request", "There is no such game in the current round.")

        await self._change(league, job)

    async def _change(self, league: str, job: Callable[[sa.Connection, StoredLeague], None]) -> None:
        """Run a job on a league within one transaction; `Refused` if it may not be done."""

        def locked(connection: sa.Connection) -> tuple[Refused, ...]:
            # The row is locked until the end of the transaction, so that processes change a league one by one.
            connection.execute(sa.select(LEAGUES.c.id).where(LEAGUES.c.id == league).with_for_update())
            try:
                job(connection, _existing(read_league(connection, league)))
            except Refused as refused:  # nothing is written before it
                return (refused,)
            return ()

        try:
            refusals = await self._store.do(locked)
        except WriteConflict:
            raise Refused("busy", _JUST_CHANGED) from None
        for refused in refusals:
            raise refused


def _existing(league: StoredLeague | None) -> StoredLeague:
    if league is None:
        raise Refused("not_found", "There is no such league. Check the link.")
    return league


def _check_open(league: StoredLeague) -> None:
    if league.status != "open":
        raise Refused("already_started", "The league has started.")


def _check_maker(league: StoredLeague, owner: Owner) -> None:
    if not league.is_run_by(owner.id):
        raise Refused("not_allowed", "Only whoever runs the league can do that.")


def _check_factions(league: StoredLeague, factions: list[str]) -> list[str]:
    """Return the names of a member's factions; `Refused` if they may not have them."""
    try:
        names = [find_faction(name).name for name in factions]
    except BasebashError as error:
        raise Refused("bad_request", str(error)) from None
    if len(set(names)) != 2 or not set(names) <= set(_pool()):
        raise Refused("bad_request", "Choose two different factions for the whole league.")
    for member in league.members:
        for name in names:
            if name in member.factions:
                raise Refused("bad_request", f"{member.name} has {name}.")
    return names


def _free(league: StoredLeague) -> list[str]:
    """Return factions for a bot, where everybody has their own."""
    if league.rules.factions != "fixed":
        return []
    taken = {name for member in league.members for name in member.factions}
    return secrets.SystemRandom().sample([name for name in _pool() if name not in taken], 2)


def _pool() -> list[str]:
    """Return the factions that members may choose: those of packs are not rated."""
    return pool_of(messages.TableRequest(seats=[]))
