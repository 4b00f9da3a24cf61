"""What people need for games over days: web push and vacations."""

from __future__ import annotations

from typing import Any

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.http.exchange import Request
from basebash.server.http.handlers.people import owner_of
from basebash.server.people.accounts import Accounts
from basebash.server.people.subscriptions import Subscriptions
from basebash.server.people.vacations import Vacations
from basebash.server.tables.registry import TableRegistry


class DaysHandlers:
    """The handlers for web push and vacations."""

    def __init__(
        self, registry: TableRegistry, accounts: Accounts, subscriptions: Subscriptions, vacations: Vacations
    ) -> None:
        self._registry = registry
        self._accounts = accounts
        self._subscriptions = subscriptions
        self._vacations = vacations

    async def push_key(self, _: Request) -> messages.PushKey:
        """Return what a browser needs to subscribe."""
        return messages.PushKey(self._subscriptions.public_key)

    async def subscribe(self, request: Request, body: messages.PushSubscription) -> dict[str, Any]:
        """Tell the owner's device when it is their turn."""
        owner = await owner_of(request, self._accounts)
        if not await self._subscriptions.add(owner, body, request.headers.get("origin", "")[:200]):
            raise Refused("bad_request", "This server does not know your browser's push service.")
        return {}

    async def unsubscribe(self, request: Request) -> dict[str, Any]:
        """Tell the owner's device nothing any more."""
        await self._subscriptions.remove(await owner_of(request, self._accounts))
        return {}

    async def begin_vacation(self, request: Request, body: messages.VacationRequest) -> messages.Vacation:
        """Stop the owner's clocks for some days."""
        owner = await owner_of(request, self._accounts)
        changed = await self._vacations.begin(owner, body.days)
        if changed is None:
            raise Refused("not_allowed", "You are on vacation already, or have fewer days left this year.")
        self._registry.reload(changed)
        return await self._vacations.of_person(owner)

    async def end_vacation(self, request: Request) -> messages.Vacation:
        """Have the owner's clocks run again."""
        owner = await owner_of(request, self._accounts)
        self._registry.reload(await self._vacations.end(owner))
        return await self._vacations.of_person(owner)
