"""Play someone now."""

from __future__ import annotations

from typing import Any

from basebash.server import messages
from basebash.server.http.exchange import Request
from basebash.server.http.handlers.people import owner_of
from basebash.server.matches.queue import Queue
from basebash.server.people.accounts import Accounts
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.seats import clean_text


class QueueHandlers:
    """The handlers for the queue."""

    def __init__(self, registry: TableRegistry, accounts: Accounts, queue: Queue) -> None:
        self._moderation = registry.moderation
        self._accounts = accounts
        self._queue = queue

    async def seek(self, request: Request, body: messages.QueueRequest) -> messages.QueueView:
        """Wait for an opponent, or go on waiting."""
        owner = await owner_of(request, self._accounts)
        self._moderation.check_person(owner.id)
        self._moderation.check_names(body.name)
        return await self._queue.seek(owner, clean_text(body.name) or owner.name)

    async def leave(self, request: Request) -> dict[str, Any]:
        """Stop waiting."""
        await self._queue.leave(await owner_of(request, self._accounts))
        return {}
