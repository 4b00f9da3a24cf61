"""Devices that are told by web push when it is their owner's turn in a game over days, or their league goes on.

The address of a subscription comes from a browser, so only those of known push services are accepted: otherwise anybody
could have this server send requests to whatever it can reach.
"""

from __future__ import annotations

import asyncio
import http.client
import re
from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa

from basebash.server import messages
from basebash.server.host.people import Owner
from basebash.server.logs import log
from basebash.server.people import web_push
from basebash.server.storage.errors import DatabaseUnavailable
from basebash.server.storage.schema import PLAYS, SUBSCRIPTIONS
from basebash.server.storage.seed_secrets import SeedSecrets
from basebash.server.storage.store import Store

_SECONDS = 10  # that a push service may take
_MAX_SENT_AT_ONCE = 20
_HOST = re.compile(r"[a-z0-9.-]+")
_GONE = (404, 410)  # a push service says that the browser has unsubscribed


class Subscriptions:
    """The subscriptions of all people. `services`: patterns of the push services' origins."""

    def __init__(self, store: Store, seeds: SeedSecrets, services: tuple[str, ...]) -> None:
        self._store = store
        self._services = services
        self._key = web_push.key_from(seeds.secret_for("web push"))
        self._free = asyncio.Semaphore(_MAX_SENT_AT_ONCE)

    @property
    def public_key(self) -> str:
        """The key by which browsers and push services recognise this server."""
        return web_push.encode(web_push.public_bytes(self._key))

    async def add(self, owner: Owner, wanted: messages.PushSubscription, origin: str) -> bool:
        """Add a device, or replace its subscription; False if it is not one of a known push service."""
        try:
            web_push.read_point(web_push.decode(wanted.p256dh))
            is_valid = len(web_push.decode(wanted.auth)) == 16 and self._service(wanted.endpoint) is not None
        except ValueError:
            is_valid = False
        if not is_valid:
            return False
        values = {
            "person_id": owner.id,
            "device": owner.device,
            "endpoint": wanted.endpoint,
            "public_key": wanted.p256dh,
            "auth": wanted.auth,
            "origin": origin,
            "created": self._store.clock.now(),
        }

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(SUBSCRIPTIONS).where(_of_device(owner)))
            connection.execute(sa.insert(SUBSCRIPTIONS), values)

        await self._store.do(job)
        return True

    async def remove(self, owner: Owner) -> None:
        """Remove the subscription of the device that asks."""
        await self._store.do(lambda connection: connection.execute(sa.delete(SUBSCRIPTIONS).where(_of_device(owner))))

    async def your_turn(self, table: str, name: str, seat: int) -> bool:
        """Tell all devices of the person at a seat that it is their turn; False if none could be told."""
        query = (
            sa.select(SUBSCRIPTIONS)
            .join(PLAYS, PLAYS.c.person_id == SUBSCRIPTIONS.c.person_id)
            .where(PLAYS.c.table_id == table, PLAYS.c.seat == seat)
        )
        return await self._send_to(query, f"{name}: your turn" if name else "Your turn", table)

    async def tell(self, person: str, title: str, table: str) -> bool:
        """Tell all devices of a person something about a table; False if none could be told."""
        return await self._send_to(sa.select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.person_id == person), title, table)

    async def _send_to(self, query: sa.Select[Any], title: str, table: str) -> bool:
        try:
            rows = await self._store.do(lambda connection: connection.execute(query).mappings().all(), writes=False)
        except DatabaseUnavailable:  # logged already
            return False
        payload = msgspec.json.encode({"title": title, "path": f"/t/{table}", "tag": table})
        return any(await asyncio.gather(*(self._send(row, payload) for row in rows)))

    async def _send(self, row: Any, payload: bytes) -> bool:
        service = self._service(row["endpoint"])
        if service is None:  # the operator no longer allows it
            return False
        body = web_push.encrypt(payload, web_push.decode(row["public_key"]), web_push.decode(row["auth"]))
        headers = {
            "Authorization": web_push.authorization(self._key, service, row["origin"], self._store.clock.now()),
            "Content-Encoding": "aes128gcm",
            "TTL": str(24 * 3600),
            "Urgency": "normal",
        }
        async with self._free:
            try:
                status = await asyncio.to_thread(_post, row["endpoint"], headers, body)
            except (OSError, http.client.HTTPException) as error:
                log.warning("a push service could not be reached", service=service, error=repr(error))
                return False
        if status in _GONE:
            gone = sa.and_(SUBSCRIPTIONS.c.person_id == row["person_id"], SUBSCRIPTIONS.c.endpoint == row["endpoint"])
            await self._store.do(lambda connection: connection.execute(sa.delete(SUBSCRIPTIONS).where(gone)))
        elif status >= 400:
            log.warning("a push service refused a message", service=service, status=status)
        return status < 400

    def _service(self, endpoint: str) -> str | None:
        """Return the origin of a known push service; None if the address is of none."""
        try:
            url = urlsplit(endpoint)
            port = url.port
        except ValueError:
            return None
        host = url.hostname or ""
        if url.username is not None or not _HOST.fullmatch(host):
            return None
        origin = f"{url.scheme}://{host}" + (f":{port}" if port else "")
        return origin if any(fnmatchcase(origin, pattern) for pattern in self._services) else None


def _of_device(owner: Owner) -> sa.ColumnElement[bool]:
    return sa.and_(SUBSCRIPTIONS.c.person_id == owner.id, SUBSCRIPTIONS.c.device == owner.device)


def _post(endpoint: str, headers: dict[str, str], body: bytes) -> int:
    """Send a message and return the status. Redirections are not followed."""
    url = urlsplit(endpoint)
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    connection = kind(url.hostname or "", url.port, timeout=_SECONDS)
    try:
        connection.request("POST", f"{url.path or '/'}{'?' if url.query else ''}{url.query}", body, headers)
        return connection.getresponse().status
    finally:
        connection.close()
