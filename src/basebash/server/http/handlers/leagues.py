"""Leagues of a club."""

from __future__ import annotations

from typing import Any

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.http.exchange import Request
from basebash.server.http.handlers.people import owner_of
from basebash.server.http.rate_limits import RateLimits
from basebash.server.http.responses import bearer_token, client_address
from basebash.server.leagues.keeper import LeagueKeeper
from basebash.server.leagues.leagues import Leagues
from basebash.server.people.accounts import Accounts
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.seats import clean_text


class LeagueHandlers:
    """The handlers for leagues."""

    def __init__(
        self, registry: TableRegistry, accounts: Accounts, leagues: Leagues, keeper: LeagueKeeper, limits: RateLimits
    ) -> None:
        self._moderation = registry.moderation
        self._accounts = accounts
        self._leagues = leagues
        self._keeper = keeper
        self._limits = limits

    async def show_all(self, request: Request) -> messages.LeagueList:
        """Return the leagues that are listed, and those of the owner of the device."""
        found = await self._leagues.listed(await self._accounts.owner(bearer_token(request)))
        hidden, closed = self._moderation.is_hidden, self._moderation.is_closed
        found.leagues = [one for one in found.leagues if not (hidden(one.league) or closed(one.league))]
        return found

    async def show(self, request: Request) -> messages.League:
        """Return one league."""
        return self._shown(
            await self._leagues.show(self._league(request), await self._accounts.owner(bearer_token(request)))
        )

    def _shown(self, league: messages.League) -> messages.League:
        if self._moderation.is_hidden(league.league):
            league.name = ""
        return league

    async def create(self, request: Request, body: messages.LeagueRequest) -> messages.LeagueCreated:
        """Create a league."""
        owner = await owner_of(request, self._accounts)
        self._moderation.check_person(owner.id)
        self._moderation.check_names(body.name)
        name = clean_text(body.name)
        if not name:
            raise Refused("bad_request", "Give the league a name that can be read.")
        if not await self._limits.take("tables", client_address(request)):
            raise Refused("too_many", "You have created too many tables within an hour. Try again later.")
        return messages.LeagueCreated(await self._leagues.create(owner, body, name))

    async def join(self, request: Request, body: messages.LeagueJoin) -> messages.League:
        """Add the owner to a league."""
        owner, league = await owner_of(request, self._accounts), self._league(request)
        self._moderation.check_person(owner.id)
        self._moderation.check_names(body.name)
        await self._leagues.join(league, owner, clean_text(body.name) or owner.name, body.factions)
        return self._shown(await self._leagues.show(league, owner))

    async def leave(self, request: Request) -> messages.League:
        """Remove the owner from a league."""
        owner, league = await owner_of(request, self._accounts), self._league(request)
        await self._leagues.leave(league, owner)
        return self._shown(await self._leagues.show(league, owner))

    async def start(self, request: Request, _: dict[str, Any]) -> messages.League:
        """Start a league."""
        owner, league = await owner_of(request, self._accounts), self._league(request)
        await self._leagues.start(league, owner)
        await self._keeper.look()
        return self._shown(await self._leagues.show(league, owner))

    async def settle(self, request: Request, body: messages.LeagueSettle) -> messages.League:
        """Decide a game that is not played to its end."""
        owner, league = await owner_of(request, self._accounts), self._league(request)
        await self._leagues.settle(league, owner, body)
        await self._keeper.look()
        return self._shown(await self._leagues.show(league, owner))

    def _league(self, request: Request) -> str:
        league = str(request.path_params["league"])[:16]
        self._moderation.check_open(league)
        return league
