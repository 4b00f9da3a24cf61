"""Following people, seeing where friends are, and inviting them."""

from __future__ import annotations

import contextlib
from typing import Any

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.http.exchange import Request
from basebash.server.http.handlers.people import owner_of
from basebash.server.http.responses import table_id
from basebash.server.people.accounts import Accounts
from basebash.server.people.friends import MAX_FOLLOWED, Friends
from basebash.server.people.history import History
from basebash.server.tables.registry import TableRegistry


class FriendHandlers:
    """The handlers for friends and invitations."""

    def __init__(self, registry: TableRegistry, accounts: Accounts, friends: Friends, history: History) -> None:
        self._registry = registry
        self._accounts = accounts
        self._friends = friends
        self._history = history

    async def show_all(self, request: Request) -> messages.FriendList:
        """Return whom the owner follows and who follows them, and where their friends are."""
        owner = await owner_of(request, self._accounts)
        known = await self._friends.known(owner)
        tables = await self._friends.tables_of([one.id for one in known if one.is_friend])
        friends = [
            messages.Friend(
                one.id, one.name, one.is_public, one.is_followed, one.follows, await self._here(tables.get(one.id, []))
            )
            for one in known
        ]
        met = [messages.Met(person, name) for person, name in await self._friends.met(owner)]
        return messages.FriendList(friends, met)

    async def _here(self, tables: list[tuple[str, int]]) -> messages.TableEntry | None:
        """Return the first of these tables at whose seat a player is connected."""
        for name, seat in tables:
            with contextlib.suppress(Refused):  # damaged, closed, or just removed
                table = await self._registry.get(name)
                if seat in table.audience.present_seats():
                    return table.entry()
        return None

    async def follow(self, request: Request) -> dict[str, Any]:
        """Follow somebody."""
        owner = await owner_of(request, self._accounts)
        result = await self._friends.follow(owner, _person(request))
        if result == "unknown":
            raise Refused("not_found", "You can follow people who show their page, follow you, or played with you.")
        if result == "too_many":
            raise Refused("too_many", f"You follow {MAX_FOLLOWED} people, which is the most.")
        return {}

    async def unfollow(self, request: Request) -> dict[str, Any]:
        """Stop following somebody."""
        await self._friends.unfollow(await owner_of(request, self._accounts), _person(request))
        return {}

    async def invite(self, request: Request, body: messages.InvitationRequest) -> dict[str, Any]:
        """Invite somebody to a table at which the owner sits."""
        owner = await owner_of(request, self._accounts)
        self._registry.moderation.check_person(owner.id)
        table = await self._registry.get(table_id(request))
        if not await self._history.seats_of(owner, table.id):
            raise Refused("not_your_seat", "Only who sits at a table can invite others to it.")
        if table.core.status != "open":
            raise Refused("already_started", "The game has started.")
        if not await self._friends.invite(owner, body.person, table.id):
            raise Refused("not_allowed", "You can invite people who follow you.")
        return {}

    async def invitations(self, request: Request) -> messages.Invitations:
        """Return the tables to which the owner is invited."""
        owner = await owner_of(request, self._accounts)
        found = []
        for invitation in await self._friends.invitations(owner):
            with contextlib.suppress(Refused):
                entry = (await self._registry.get(invitation.table)).entry()
                if not all(seat.taken for seat in entry.seats):
                    found.append(messages.Invitation(invitation.by, entry))
        return messages.Invitations(found)

    async def decline(self, request: Request) -> dict[str, Any]:
        """Remove an invitation."""
        await self._friends.decline(await owner_of(request, self._accounts), table_id(request))
        return {}


def _person(request: Request) -> str:
    return str(request.path_params["person"])[:16]
