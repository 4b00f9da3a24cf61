"""A person's account: ways back to it, its passkeys, its puzzle progress, and everything stored about it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from msgspec.structs import replace
from starlette.responses import Response, StreamingResponse

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.http.exchange import Request
from basebash.server.http.handlers.people import label_of, owner_of
from basebash.server.http.rate_limits import RateLimits
from basebash.server.http.responses import client_address
from basebash.server.people.accounts import Accounts
from basebash.server.people.passkeys import MAX_PASSKEYS, Passkeys, Site
from basebash.server.people.progress import Progress
from basebash.server.people.recovery import Recovery
from basebash.server.puzzles.puzzles import puzzles
from basebash.server.review.export import Exports
from basebash.server.settings import Settings


class AccountHandlers:
    """The handlers for accounts."""

    def __init__(
        self,
        accounts: Accounts,
        recovery: Recovery,
        passkeys: Passkeys,
        progress: Progress,
        exports: Exports,
        limits: RateLimits,
        settings: Settings,
    ) -> None:
        self._accounts = accounts
        self._recovery = recovery
        self._passkeys = passkeys
        self._progress = progress
        self._exports = exports
        self._limits = limits
        self._settings = settings

    async def keys(self, request: Request) -> messages.OwnKeys:
        """Return how the owner can come back without a device."""
        owner = await owner_of(request, self._accounts)
        return messages.OwnKeys(await self._recovery.since(owner), await self._passkeys.of_person(owner))

    # ------------------------------------------------------------------------------------------- passkeys
    async def passkey_options(self, request: Request) -> messages.PasskeyOptions:
        """Return what the browser needs to make a passkey."""
        owner = await owner_of(request, self._accounts)
        return messages.PasskeyOptions(await self._passkeys.registration_options(owner, self._site(request)))

    async def add_passkey(self, request: Request, body: messages.PasskeyRequest) -> dict[str, Any]:
        """Add a passkey that the browser has made."""
        owner = await owner_of(request, self._accounts)
        if len(await self._passkeys.of_person(owner)) >= MAX_PASSKEYS:
            raise Refused("too_many", f"You have {MAX_PASSKEYS} passkeys. Remove one first.")
        if not await self._passkeys.register(owner, body.credential, self._site(request), label_of(request)):
            raise Refused("bad_request", "This passkey could not be checked. Try again.")
        return {}

    async def remove_passkey(self, request: Request) -> dict[str, Any]:
        """Remove one of the owner's passkeys."""
        owner = await owner_of(request, self._accounts)
        if not await self._passkeys.remove(owner, str(request.path_params["passkey"])):
            raise Refused("not_found", "You have no such passkey.")
        return {}

    async def sign_in_options(self, request: Request) -> messages.PasskeyOptions:
        """Return what the browser needs to ask for a passkey."""
        await self._count(request)
        return messages.PasskeyOptions(await self._passkeys.sign_in_options(self._site(request)))

    async def sign_in(self, request: Request, body: messages.PasskeyRequest) -> messages.Device:
        """Add the device on which a passkey was used."""
        await self._count(request)
        device = await self._passkeys.sign_in(body.credential, self._site(request), label_of(request))
        if device is None:
            raise Refused("not_found", "This passkey is unknown here, or took too long. Try again.")
        return device

    async def _count(self, request: Request) -> None:
        if not await self._limits.take("codes", client_address(request)):
            raise Refused("too_many", "Too many attempts to sign in. Try again later.")

    def _site(self, request: Request) -> Site:
        """Return where a passkey is used. The origin was checked before: it is our own page's, or an allowed one."""
        origin = request.headers.get("origin")
        if origin is None:
            raise Refused("bad_request", "Passkeys work in browsers only.")
        host = urlsplit(f"//{request.headers.get('host', '')}").hostname
        return Site(self._settings.passkey_domain or host or "", origin)

    # ------------------------------------------------------------------------------------------- data
    async def progress(self, request: Request) -> messages.PuzzleProgress:
        """Return the owner's puzzle progress."""
        return await self._progress.of_person(await owner_of(request, self._accounts))

    async def add_progress(self, request: Request, body: messages.PuzzleProgress) -> messages.PuzzleProgress:
        """Combine the owner's puzzle progress with that of a device."""
        owner = await owner_of(request, self._accounts)
        known = puzzles()
        told = replace(body, tried=[one for one in body.tried if one.puzzle in known])
        return await self._progress.add(owner, told)

    async def export(self, request: Request) -> Response:
        """Return everything that is stored about the owner, as a zip file."""
        owner = await owner_of(request, self._accounts)
        if not await self._limits.take("exports", client_address(request)):
            raise Refused("too_many", "Your data has just been exported several times. Try again later.")
        headers = {"Content-Disposition": 'attachment; filename="basebash-data.zip"', "Cache-Control": "no-store"}
        parts = self._exports.of_person(owner, client_address(request))
        return StreamingResponse(parts, media_type="application/zip", headers=headers)
