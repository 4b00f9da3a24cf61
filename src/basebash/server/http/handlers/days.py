"""What people need for games over days: vacations."""

from __future__ import annotations

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.http.exchange import Request
from basebash.server.http.handlers.people import owner_of
from basebash.server.people.accounts import Accounts
from basebash.server.people.vacations import Vacations
from basebash.server.tables.registry import TableRegistry


class DaysHandlers:
    """The handlers for vacations."""

    def __init__(self, registry: TableRegistry, accounts: Accounts, vacations: Vacations) -> None:
        self._registry = registry
        self._accounts = accounts
        self._vacations = vacations

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
