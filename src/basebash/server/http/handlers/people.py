"""People: their devices, pages and data."""

from __future__ import annotations

import contextlib
from typing import Any

from starlette.requests import Request

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.http.responses import bearer_token, client_address, number_in_query, table_id
from basebash.server.limits import RateLimits
from basebash.server.people.accounts import Accounts, Owner
from basebash.server.people.history import History
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.seats import clean_text


class PeopleHandlers:
    """The handlers for people."""

    def __init__(self, registry: TableRegistry, accounts: Accounts, history: History, limits: RateLimits) -> None:
        self._registry = registry
        self._accounts = accounts
        self._history = history
        self._limits = limits

    async def _owner(self, request: Request) -> Owner:
        owner = await self._accounts.owner(bearer_token(request))
        if owner is None:
            raise Refused("bad_token", "This device is unknown. Start again, or enter a code from another device.")
        return owner

    async def create(self, request: Request, body: messages.PersonRequest) -> messages.Device:
        """Create a person."""
        if not await self._limits.take("people", client_address(request)):
            raise Refused("too_many", "Too many people have signed up from here within an hour. Try again later.")
        return await self._accounts.create(clean_text(body.name) or "Player")

    async def own_page(self, request: Request) -> messages.Me:
        """Return the page of the device's owner."""
        owner = await self._owner(request)
        page = await self._history.page(owner)
        tables = []
        for table, seat in await self._history.open_tables(owner):
            with contextlib.suppress(Refused):  # damaged, or just removed
                tables.append(messages.MyTable(seat, (await self._registry.get(table)).entry()))
        games = await self._history.games(owner)
        return messages.Me(
            page.id, page.name, page.played, page.ratings, page.factions, owner.public, owner.created, tables, games
        )

    async def change(self, request: Request, body: messages.PersonRequest) -> dict[str, Any]:
        """Change the owner's name, and who may see their page."""
        owner = await self._owner(request)
        await self._accounts.change(owner, clean_text(body.name) or owner.name, public=body.public)
        return {}

    async def delete(self, request: Request, body: messages.Goodbye) -> dict[str, Any]:
        """Delete the owner's data."""
        owner = await self._owner(request)
        if body.name.strip() != owner.name:
            raise Refused("bad_request", "Type the name exactly as your page shows it.")
        await self._registry.delete_person(owner)
        return {}

    async def games(self, request: Request) -> messages.Games:
        """Return older games of the owner."""
        owner = await self._owner(request)
        return messages.Games(await self._history.games(owner, number_in_query(request, "skip", 0) or 0))

    async def make_code(self, request: Request) -> messages.DeviceCode:
        """Return a code for another device."""
        return await self._accounts.make_code(await self._owner(request))

    async def add_device(self, request: Request, body: messages.DeviceRequest) -> messages.Device:
        """Add the device on which a code was typed."""
        if not await self._limits.take("codes", client_address(request)):
            raise Refused("too_many", "Too many codes were tried. Try again later.")
        device = await self._accounts.use_code(body.code)
        if device is None:
            raise Refused("not_found", "This code is wrong or has expired. Make a new one on the other device.")
        return device

    async def seats(self, request: Request) -> messages.MySeats:
        """Return tokens for the owner's seats at a table, for this device."""
        owner = await self._owner(request)
        table = await self._registry.get(table_id(request))
        seats = await self._history.seats_of(owner, table.id)
        if not seats:
            raise Refused("not_your_seat", "You have no seat at this table.")
        return messages.MySeats(table.id, table.core.name, await table.seating.add_device(seats))

    async def page(self, request: Request) -> messages.Person:
        """Return a page that its owner shows to everybody."""
        owner = await self._accounts.public(str(request.path_params["person"])[:16])
        if owner is None:
            raise Refused("not_found", "There is no such page, or its owner does not show it.")
        return await self._history.page(owner)
