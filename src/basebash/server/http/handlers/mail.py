"""A person's e-mail address, and the links in the messages that are sent to it."""

from __future__ import annotations

from typing import Any

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.http.exchange import Request
from basebash.server.http.handlers.people import owner_of
from basebash.server.http.rate_limits import RateLimits
from basebash.server.http.responses import client_address
from basebash.server.people.accounts import Accounts
from basebash.server.people.mail import Mail


class MailHandlers:
    """The handlers for e-mail."""

    def __init__(self, accounts: Accounts, mail: Mail, limits: RateLimits) -> None:
        self._accounts = accounts
        self._mail = mail
        self._limits = limits

    async def show(self, request: Request) -> messages.OwnAddress:
        """Return the owner's address."""
        return await self._mail.of_person(await owner_of(request, self._accounts))

    async def set(self, request: Request, body: messages.AddressRequest) -> messages.OwnAddress:
        """Note the owner's address, and have it confirmed."""
        owner = await owner_of(request, self._accounts)
        if not self._mail.is_possible:
            raise Refused("not_allowed", "This server sends no e-mail.")
        if not await self._limits.take("mails", client_address(request)):
            raise Refused("too_many", "Too many addresses were tried. Try again later.")
        await self._mail.set(owner, body.address.strip())
        return await self._mail.of_person(owner)

    async def remove(self, request: Request) -> dict[str, Any]:
        """Forget the owner's address."""
        await self._mail.remove((await owner_of(request, self._accounts)).id)
        return {}

    async def confirm(self, request: Request) -> dict[str, Any]:
        """Confirm an address with the link that was sent to it."""
        return await self._follow(request, "confirm")

    async def turn_off(self, request: Request) -> dict[str, Any]:
        """Forget an address with the link in every message."""
        return await self._follow(request, "off")

    async def _follow(self, request: Request, purpose: str) -> dict[str, Any]:
        person, token = (request.query_params.get(name, "")[:64] for name in ("person", "token"))
        work = self._mail.confirm if purpose == "confirm" else self._mail.turn_off
        if not await work(person, token):
            raise Refused("not_found", "This link is no longer valid.")
        return {}
