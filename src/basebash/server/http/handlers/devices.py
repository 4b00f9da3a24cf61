"""A person's devices: adding one with a code or phrase, listing them, signing one out, and their seats on this one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.http.exchange import Request
from basebash.server.http.handlers.people import label_of, owner_of
from basebash.server.http.rate_limits import RateLimits
from basebash.server.http.responses import client_address, table_id
from basebash.server.people.accounts import Accounts
from basebash.server.people.devices import Devices
from basebash.server.people.history import History
from basebash.server.people.recovery import Recovery
from basebash.server.tables.registry import TableRegistry

_ANYBODY = "anybody"  # whom the limit on wrong codes is counted for


class DeviceHandlers:
    """The handlers for devices."""

    def __init__(
        self,
        registry: TableRegistry,
        accounts: Accounts,
        devices: Devices,
        recovery: Recovery,
        history: History,
        limits: RateLimits,
    ) -> None:
        self._registry = registry
        self._accounts = accounts
        self._devices = devices
        self._recovery = recovery
        self._history = history
        self._limits = limits
        self._one_code = asyncio.Lock()  # codes are tried one after the other, so that all wrong ones are counted

    async def make_code(self, request: Request) -> messages.DeviceCode:
        """Return a code for another device."""
        return await self._accounts.make_code(await owner_of(request, self._accounts))

    async def add(self, request: Request, body: messages.DeviceRequest) -> messages.Device:
        """Add the device on which a code was typed."""
        device = await self._sign_in(request, self._accounts.use_code, body.code)
        if device is None:
            raise Refused("not_found", "This code is wrong or has expired. Make a new one on the other device.")
        return device

    async def recover(self, request: Request, body: messages.RecoveryRequest) -> messages.Device:
        """Add the device on which a recovery phrase was typed."""
        device = await self._sign_in(request, self._recovery.use, body.phrase)
        if device is None:
            raise Refused("not_found", "This phrase is wrong, or a newer one has replaced it.")
        return device

    async def _sign_in(
        self, request: Request, use: Callable[[str, str], Awaitable[messages.Device | None]], words: str
    ) -> messages.Device | None:
        """Use a code or phrase; wrong ones are limited for each client and for all together."""
        if not await self._limits.take("codes", client_address(request)):
            raise Refused("too_many", "Too many codes were tried. Try again later.")
        async with self._one_code:
            if not await self._limits.allows("wrong codes", _ANYBODY):
                raise Refused("too_many", "Too many wrong codes were tried on this server. Try again later.")
            device = await use(words, label_of(request))
            if device is None:
                await self._limits.take("wrong codes", _ANYBODY)
        return device

    async def make_phrase(self, request: Request) -> messages.RecoveryPhrase:
        """Return a new recovery phrase."""
        return await self._recovery.make(await owner_of(request, self._accounts))

    async def show_all(self, request: Request) -> messages.OwnDevices:
        """Return the owner's devices."""
        return messages.OwnDevices(await self._devices.of_person(await owner_of(request, self._accounts)))

    async def sign_out(self, request: Request) -> dict[str, Any]:
        """Sign out one of the owner's devices, from their page and from their seats."""
        owner = await owner_of(request, self._accounts)
        result = await self._devices.sign_out(owner, str(request.path_params["device"])[:12])
        if result == "unknown":
            raise Refused("not_found", "You have no such device.")
        if result == "only":
            raise Refused("not_allowed", "This is your only device. Make a recovery phrase or add a device first.")
        self._registry.reload(result)
        return {}

    async def seats(self, request: Request) -> messages.MySeats:
        """Return tokens for the owner's seats at a table, for this device."""
        owner = await owner_of(request, self._accounts)
        table = await self._registry.get(table_id(request))
        seats = await self._history.seats_of(owner, table.id)
        if not seats:
            raise Refused("not_your_seat", "You have no seat at this table.")
        return messages.MySeats(table.id, table.core.name, await table.seating.add_device(seats, owner.device))
