"""Accounts without passwords.

Each device has a secret of its own. Another device is added with a code that is valid once and for a short time.
"""

from __future__ import annotations

import contextlib
import re
import secrets
from typing import Any

import sqlalchemy as sa

from basebash.server import messages
from basebash.server.host.people import Owner
from basebash.server.people.code_words import ANIMALS, COLOURS, FOODS, TREES
from basebash.server.people.devices import device_id
from basebash.server.storage.errors import DatabaseUnavailable
from basebash.server.storage.schema import CODES, DEVICES, PEOPLE
from basebash.server.storage.store import Store
from basebash.server.tokens import hash_token, new_token

CODE_SECONDS = 600
_SEEN_SECONDS = 3600  # between two notes that a device was used


class Accounts:
    """All people and their devices."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, name: str, label: str = "") -> messages.Device:
        """Create a person with one device."""
        secret, person, now = new_token(), secrets.token_hex(8), self._store.clock.now()

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.insert(PEOPLE), {"id": person, "name": name, "public": False, "created": now})
            connection.execute(sa.insert(DEVICES), _new_device(secret, person, now, label))

        await self._store.do(job)
        return messages.Device(secret, name)

    async def owner(self, secret: str | None) -> Owner | None:
        """Return the person whose device has this secret."""
        if secret is None:
            return None
        hashed, now = hash_token(secret), self._store.clock.now()
        query = sa.select(PEOPLE, DEVICES.c.seen).join(DEVICES).where(DEVICES.c.hash == hashed)
        found = await self._store.do(lambda connection: connection.execute(query).mappings().first(), writes=False)
        if found is None:
            return None
        if now - (found["seen"] or 0.0) > _SEEN_SECONDS:
            note = sa.update(DEVICES).where(DEVICES.c.hash == hashed).values(seen=now)
            with contextlib.suppress(DatabaseUnavailable):  # logged already
                await self._store.do(lambda connection: connection.execute(note))
        return _owner(found, device_id(hashed))

    async def public(self, person: str) -> Owner | None:
        """Return a person who lets others see their page."""
        query = sa.select(PEOPLE).where(PEOPLE.c.id == person, PEOPLE.c.public)
        found = await self._store.do(lambda connection: connection.execute(query).mappings().first(), writes=False)
        return None if found is None else _owner(found)

    async def change(self, owner: Owner, name: str, *, public: bool) -> None:
        """Change a person's name, and whether others may see their page."""
        change = sa.update(PEOPLE).where(PEOPLE.c.id == owner.id).values(name=name, public=public)
        await self._store.do(lambda connection: connection.execute(change))

    async def make_code(self, owner: Owner) -> messages.DeviceCode:
        """Return a code for another device; it replaces an earlier one."""
        colour, animal, tree, food = (secrets.choice(words) for words in (COLOURS, ANIMALS, TREES, FOODS))
        code = f"{colour} {animal} {10 + secrets.randbelow(90)} {tree} {food}"
        until = self._store.clock.now() + CODE_SECONDS

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(CODES).where(CODES.c.person_id == owner.id))
            connection.execute(sa.insert(CODES), {"hash": _hash_code(code), "person_id": owner.id, "until": until})

        await self._store.do(job)
        return messages.DeviceCode(code, CODE_SECONDS)

    async def use_code(self, code: str, label: str = "") -> messages.Device | None:
        """Add the device on which a code was typed; None if the code is wrong or has expired."""
        now, hashed = self._store.clock.now(), _hash_code(code)

        def job(connection: sa.Connection) -> messages.Device | None:
            is_valid = sa.and_(CODES.c.hash == hashed, CODES.c.until > now)
            person = connection.execute(sa.select(CODES.c.person_id).where(is_valid)).scalar()
            # A code is valid once: if two devices type it at the same moment, the one that deletes it wins.
            if person is None or not connection.execute(sa.delete(CODES).where(is_valid)).rowcount:
                return None
            return add_device(connection, person, now, label)

        return await self._store.do(job)

    async def remove_expired_codes(self) -> None:
        """Delete the codes that have expired."""
        expired = sa.delete(CODES).where(CODES.c.until < self._store.clock.now())
        await self._store.do(lambda connection: connection.execute(expired))


def add_device(connection: sa.Connection, person: str, now: float, label: str) -> messages.Device:
    """Add a device to a person and return its secret."""
    secret = new_token()
    connection.execute(sa.insert(DEVICES), _new_device(secret, person, now, label))
    name = connection.execute(sa.select(PEOPLE.c.name).where(PEOPLE.c.id == person)).scalar_one()
    return messages.Device(secret, name)


def _owner(row: Any, device: str = "") -> Owner:
    return Owner(row["id"], row["name"], row["public"], row["created"], device)


def _new_device(secret: str, person: str, now: float, label: str) -> dict[str, object]:
    return {"hash": hash_token(secret), "person_id": person, "created": now, "label": label, "seen": now}


def _hash_code(code: str) -> str:
    return hash_token(" ".join(re.findall(r"[a-z]+|\d+", code.lower())))
