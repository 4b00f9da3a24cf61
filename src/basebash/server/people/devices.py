"""A person's devices: what they are called, and signing one out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
import sqlalchemy as sa

from basebash.server import messages
from basebash.server.storage.schema import CODES, DEVICES, PASSKEYS, PLAYS, RECOVERIES, SUBSCRIPTIONS, TABLES
from basebash.server.storage.store import Store
from basebash.server.tokens import is_of_device

if TYPE_CHECKING:
    from basebash.server.host.people import Owner

_BROWSERS = {  # what a User-Agent contains, the most specific first
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS X": "macOS",
    "Linux": "Linux",
}


def device_id(hashed: str) -> str:
    """Return the id of a device whose secret has this hash; it does not lead back to the secret."""
    return hashed[:12]


def device_label(user_agent: str) -> str:
    """Return what a list of devices calls a browser; an empty string if it is unknown.

    >>> device_label("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox on Android'
    """
    browser = next((name for part, name in _BROWSERS.items() if part in user_agent), "")
    system = next((name for part, name in _SYSTEMS.items() if part in user_agent), "")
    return " on ".join(filter(None, (browser, system)))


class Devices:
    """The devices of all people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of_person(self, owner: Owner) -> list[messages.OwnDevice]:
        """Return a person's devices, the one that asks first, then those used last."""
        query = sa.select(DEVICES).where(DEVICES.c.person_id == owner.id)
        rows = await self._store.do(lambda connection: connection.execute(query).mappings().all(), writes=False)
        devices = [_own_device(row, owner) for row in rows]
        return sorted(devices, key=lambda device: (not device.is_this, -device.seen))

    async def sign_out(self, owner: Owner, device: str) -> list[str] | Literal["unknown", "only"]:
        """Remove one of a person's devices and its tokens for their seats; return the tables that have changed.

        Their only device stays if they have neither a recovery phrase nor a passkey: nobody could sign in again.
        """

        def job(connection: sa.Connection) -> list[str] | Literal["unknown", "only"]:
            own = connection.execute(sa.select(DEVICES.c.hash).where(DEVICES.c.person_id == owner.id)).scalars().all()
            gone = [hashed for hashed in own if device_id(hashed) == device]
            if not gone:
                return "unknown"
            if len(own) == 1 and not _has_way_back(connection, owner.id):
                return "only"
            connection.execute(sa.delete(DEVICES).where(DEVICES.c.hash.in_(gone)))
            of_device = sa.and_(SUBSCRIPTIONS.c.person_id == owner.id, SUBSCRIPTIONS.c.device == device)
            connection.execute(sa.delete(SUBSCRIPTIONS).where(of_device))
            connection.execute(sa.delete(CODES).where(CODES.c.person_id == owner.id))  # it may have made one
            return _remove_seat_keys(connection, owner.id, device)

        return await self._store.do(job)


def _has_way_back(connection: sa.Connection, person: str) -> bool:
    """Whether a person can sign in without any device."""
    ways = (sa.select(way.c.person_id).where(way.c.person_id == person) for way in (RECOVERIES, PASSKEYS))
    return any(connection.execute(way).first() is not None for way in ways)


def _own_device(row: Any, owner: Owner) -> messages.OwnDevice:
    number, seen = device_id(row["hash"]), row["seen"]
    return messages.OwnDevice(
        number, row["label"], row["created"], row["created"] if seen is None else seen, number == owner.device
    )


def _remove_seat_keys(connection: sa.Connection, person: str, device: str) -> list[str]:
    """Remove a device's tokens for a person's seats; return the tables that have changed."""
    query = (
        sa.select(TABLES.c.id, TABLES.c.seats, TABLES.c.version)
        .join(PLAYS, PLAYS.c.table_id == TABLES.c.id)
        .where(PLAYS.c.person_id == person, TABLES.c.seats.contains(f'"{device}:', autoescape=True))
        .distinct()
    )
    changed = []
    for table, raw, version in connection.execute(query).all():
        seats = msgspec.json.decode(raw)
        for seat in seats:
            if is_of_device(seat["hash"], device):
                seat["hash"] = None
            seat["more"] = [key for key in seat["more"] if not is_of_device(key, device)]
        values = {"seats": msgspec.json.encode(seats).decode(), "version": version + 1}
        connection.execute(sa.update(TABLES).where(TABLES.c.id == table).values(**values))
        changed.append(table)
    return changed
