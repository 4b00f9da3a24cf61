"""Creating, finding and joining tables."""

from __future__ import annotations

from basebash.server import messages
from basebash.server.host.people import Owners, SeatHistory
from basebash.server.http.exchange import Request, Response
from basebash.server.http.responses import bearer_token, client_address, json_response, table_id
from basebash.server.tables.registry import TableRegistry


class TableHandlers:
    """The handlers for tables."""

    def __init__(self, registry: TableRegistry, accounts: Owners, history: SeatHistory) -> None:
        self._registry = registry
        self._accounts = accounts
        self._history = history

    async def lobby(self) -> Response:
        """Return the listed tables."""
        return json_response(await self._registry.lobby())

    async def live(self) -> Response:
        """Return the listed games that are being played."""
        return json_response(await self._registry.live())

    async def create(self, request: Request, body: messages.TableRequest) -> messages.Created:
        """Create a table."""
        owner = await self._accounts.owner(bearer_token(request))
        return await self._registry.create(body, client_address(request), owner)

    async def show(self, request: Request) -> messages.TableEntry:
        """Return what the lobby shows of one table."""
        return (await self._registry.get(table_id(request))).entry()

    async def join(self, request: Request, body: messages.JoinRequest) -> messages.Joined:
        """Take an open seat."""
        owner = await self._accounts.owner(bearer_token(request))
        self._registry.moderation.check_person(None if owner is None else owner.id)
        table = await self._registry.get(table_id(request))
        joined = await table.seating.join(body.name, "" if owner is None else owner.device, body.collection)
        if owner is not None:
            await self._history.sit(owner, joined.table, joined.seat)
        return joined
