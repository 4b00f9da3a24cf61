"""Passkeys (WebAuthn): signing in with what unlocks a phone or computer, instead of words.

A challenge is valid once and for a few minutes. It is stored, so that any server process can check the response.
"""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
import webauthn
from msgspec import Struct
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, generate_challenge, parse_client_data_json
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from basebash.server import messages
from basebash.server.host.people import Owner
from basebash.server.people.accounts import add_device
from basebash.server.storage.errors import WriteConflict
from basebash.server.storage.schema import CHALLENGES, PASSKEYS
from basebash.server.storage.store import Store
from basebash.server.tokens import hash_token

MAX_PASSKEYS = 10
CHALLENGE_SECONDS = 300
_SITE_NAME = "Basebash"


class Site(Struct, frozen=True):
    """Where passkeys are used: the domain that they belong to, and the origin of the page that asks."""

    domain: str
    origin: str


class Passkeys:
    """The passkeys of all people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of_person(self, owner: Owner) -> list[messages.OwnPasskey]:
        """Return a person's passkeys, newest first."""
        query = sa.select(PASSKEYS).where(PASSKEYS.c.person_id == owner.id).order_by(PASSKEYS.c.created.desc())
        rows = await self._store.do(lambda connection: connection.execute(query).mappings().all(), writes=False)
        return [messages.OwnPasskey(row["id"], row["label"], row["created"]) for row in rows]

    async def registration_options(self, owner: Owner, site: Site) -> str:
        """Return what a browser needs to make a passkey for a person, as JSON."""
        known = [PublicKeyCredentialDescriptor(base64url_to_bytes(key.id)) for key in await self.of_person(owner)]
        options = webauthn.generate_registration_options(
            rp_id=site.domain,
            rp_name=_SITE_NAME,
            user_id=owner.id.encode(),
            user_name=owner.name,
            challenge=await self._new_challenge(owner.id),
            # It can be chosen without typing a name first.
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=known,
        )
        return webauthn.options_to_json(options)

    async def register(self, owner: Owner, credential: str, site: Site, label: str) -> bool:
        """Add a passkey that a browser has made; False if the response is invalid or too late."""
        challenge = await self._take_challenge(credential, owner.id)
        if challenge is None:
            return False
        try:
            made = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.domain,
                expected_origin=site.origin,
            )
        except WebAuthnException:
            return False
        values = {
            "id": bytes_to_base64url(made.credential_id),
            "person_id": owner.id,
            "public_key": bytes_to_base64url(made.credential_public_key),
            "uses": made.sign_count,
            "label": label,
            "created": self._store.clock.now(),
        }
        try:
            await self._store.do(lambda connection: connection.execute(sa.insert(PASSKEYS), values))
        except WriteConflict:  # somebody has this passkey already
            return False
        return True

    async def remove(self, owner: Owner, passkey: str) -> bool:
        """Remove one of a person's passkeys; False if they have no such one."""
        own = sa.and_(PASSKEYS.c.id == passkey, PASSKEYS.c.person_id == owner.id)
        delete = sa.delete(PASSKEYS).where(own)
        return bool(await self._store.do(lambda connection: connection.execute(delete).rowcount))

    async def sign_in_options(self, site: Site) -> str:
        """Return what a browser needs to ask for any passkey of this site, as JSON."""
        challenge = await self._new_challenge(None)
        return webauthn.options_to_json(
            webauthn.generate_authentication_options(rp_id=site.domain, challenge=challenge)
        )

    async def sign_in(self, credential: str, site: Site, label: str) -> messages.Device | None:
        """Add the device that has used a passkey; None if the response is invalid, too late or of no known passkey."""
        challenge = await self._take_challenge(credential, None)
        if challenge is None:
            return None
        passkey = bytes_to_base64url(base64url_to_bytes(str(msgspec.json.decode(credential)["id"])))
        query = sa.select(PASSKEYS).where(PASSKEYS.c.id == passkey)
        row = await self._store.do(lambda connection: connection.execute(query).mappings().first(), writes=False)
        if row is None:
            return None
        try:
            used = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.domain,
                expected_origin=site.origin,
                credential_public_key=base64url_to_bytes(row["public_key"]),
                credential_current_sign_count=row["uses"],
            )
        except WebAuthnException:
            return None
        now = self._store.clock.now()

        def job(connection: sa.Connection) -> messages.Device | None:
            count = sa.update(PASSKEYS).where(PASSKEYS.c.id == passkey).values(uses=used.new_sign_count)
            if not connection.execute(count).rowcount:  # it has just been removed
                return None
            return add_device(connection, row["person_id"], now, label)

        return await self._store.do(job)

    async def _new_challenge(self, person: str | None) -> bytes:
        challenge = generate_challenge()
        values = {
            "hash": _hash(challenge),
            "person_id": person,
            "until": self._store.clock.now() + CHALLENGE_SECONDS,
        }
        await self._store.do(lambda connection: connection.execute(sa.insert(CHALLENGES), values))
        return challenge

    async def _take_challenge(self, credential: str, person: str | None) -> bytes | None:
        """Return the challenge that a response answers, and use it up; None if it is not one of this person's."""
        challenge = _challenge_of(credential)
        if challenge is None:
            return None
        whose = CHALLENGES.c.person_id.is_(None) if person is None else CHALLENGES.c.person_id == person
        is_valid = sa.and_(CHALLENGES.c.hash == _hash(challenge), CHALLENGES.c.until > self._store.clock.now(), whose)
        delete = sa.delete(CHALLENGES).where(is_valid)
        is_taken = await self._store.do(lambda connection: connection.execute(delete).rowcount)
        return challenge if is_taken else None

    async def remove_expired_challenges(self) -> None:
        """Delete the challenges that nobody has answered in time."""
        expired = sa.delete(CHALLENGES).where(CHALLENGES.c.until < self._store.clock.now())
        await self._store.do(lambda connection: connection.execute(expired))


def _challenge_of(credential: str) -> bytes | None:
    """Return the challenge that a response names; None if the response has not even the right form."""
    try:
        content: Any = msgspec.json.decode(credential)
        base64url_to_bytes(str(content["id"]))
        return parse_client_data_json(base64url_to_bytes(content["response"]["clientDataJSON"])).challenge
    except (msgspec.MsgspecError, WebAuthnException, KeyError, TypeError, ValueError, AttributeError):
        return None


def _hash(challenge: bytes) -> str:
    return hash_token(bytes_to_base64url(challenge))
