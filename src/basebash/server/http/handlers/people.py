"""People: their pages and data."""

from __future__ import annotations

import contextlib
from typing import Any

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.host.people import Owner
from basebash.server.http.exchange import Request
from basebash.server.http.rate_limits import RateLimits
from basebash.server.http.responses import bearer_token, client_address, number_in_query
from basebash.server.people.accounts import Accounts
from basebash.server.people.deletion import delete_person
from basebash.server.people.devices import device_label
from basebash.server.people.history import History
from basebash.server.people.vacations import Vacations
from basebash.server.storage.store import Store
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.seats import clean_text


async def owner_of(request: Request, accounts: Accounts) -> Owner:
    """Return the person whose device sends a request; `Refused` if it is nobody's."""
    owner = await accounts.owner(bearer_token(request))
    if owner is None:
        raise Refused("bad_token", "This device is unknown. Start again, or enter a code from another device.")
    return owner


def label_of(request: Request) -> str:
    """Return what a list of devices calls the browser that sends a request."""
    return device_label(request.headers.get("user-agent", ""))


class PeopleHandlers:
    """The handlers for people."""

    def __init__(
        self,
        registry: TableRegistry,
        store: Store,
        accounts: Accounts,
        history: History,
        vacations: Vacations,
        limits: RateLimits,
    ) -> None:
        self._registry = registry
        self._store = store
        self._accounts = accounts
        self._history = history
        self._vacations = vacations
        self._limits = limits

    async def create(self, request: Request, body: messages.PersonRequest) -> messages.Device:
        """Create a person."""
        if not await self._limits.take("people", client_address(request)):
            raise Refused("too_many", "Too many people have signed up from here within an hour. Try again later.")
        self._registry.moderation.check_names(body.name)
        return await self._accounts.create(clean_text(body.name) or "Player", label_of(request))

    async def own_page(self, request: Request) -> messages.Me:
        """Return the page of the device's owner."""
        owner = await owner_of(request, self._accounts)
        page = await self._history.page(owner)
        tables = []
        for table, seat in await self._history.open_tables(owner):
            with contextlib.suppress(Refused):  # damaged, or just removed
                tables.append(messages.MyTable(seat, (await self._registry.get(table)).entry()))
        games = await self._history.games(owner)
        vacation = await self._vacations.of_person(owner)
        return messages.Me(
            page.id, page.name, page.played, page.ratings, page.factions, owner.public, owner.created, tables, games,
            vacation,
        )  # fmt: skip

    async def change(self, request: Request, body: messages.PersonRequest) -> dict[str, Any]:
        """Change the owner's name, and who may see their page."""
        owner = await owner_of(request, self._accounts)
        self._registry.moderation.check_names(body.name)
        await self._accounts.change(owner, clean_text(body.name) or owner.name, public=body.public)
        return {}

    async def delete(self, request: Request, body: messages.Goodbye) -> dict[str, Any]:
        """Delete the owner's data."""
        owner = await owner_of(request, self._accounts)
        if body.name.strip() != owner.name:
            raise Refused("bad_request", "Type the name exactly as your page shows it.")
        self._registry.reload(await delete_person(self._store, owner))
        _ = self._registry.tasks.spawn(self._registry.resume_games())
        return {}

    async def games(self, request: Request) -> messages.Games:
        """Return older games of the owner."""
        owner = await owner_of(request, self._accounts)
        return messages.Games(await self._history.games(owner, number_in_query(request, "skip", 0) or 0))

    async def page(self, request: Request) -> messages.Person:
        """Return a page that its owner shows to everybody."""
        owner = await self._accounts.public(str(request.path_params["person"])[:16])
        if owner is None:
            raise Refused("not_found", "There is no such page, or its owner does not show it.")
        return await self._history.page(owner)
