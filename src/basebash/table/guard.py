"""Who may come in: origins, rates, sizes; and the headers that keep a browser safe."""

from __future__ import annotations

import time
from collections import Counter
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from basebash.table.settings import Settings

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


_CLIENTS = 10_000  # so many are remembered before those that did nothing for long are forgotten


def is_origin_welcome(headers: Headers, settings: Settings) -> bool:
    """Whether a page may talk to us: ours, or one that the operator allowed. Programs send no origin."""
    origin = headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


class SafeHeaders:
    """Adds the headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, send_safely)


class Bucket:
    """So many messages at once, and so many a second after that."""

    def __init__(self, rate: float, size: int) -> None:
        self._rate = rate
        self._size = size
        self._left = float(size)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        self._left = min(self._size, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken for long."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._size


class Rates:
    """A bucket for each client."""

    def __init__(self, rate: float, size: int) -> None:
        self._rate = rate
        self._size = size
        self._buckets: dict[str, Bucket] = {}

    def take(self, client: str) -> bool:
        """Whether this client may do one thing more now."""
        bucket = self._buckets.get(client)
        if bucket is None:
            if len(self._buckets) >= _CLIENTS:
                self._buckets = {client: bucket for client, bucket in self._buckets.items() if not bucket.is_full}
            bucket = self._buckets[client] = Bucket(self._rate, self._size)
        return bucket.take()


class Doors:
    """How many connections each client has."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    def enter(self, client: str) -> bool:
        """Whether one more connection is allowed; if so it is counted."""
        if self._open[client] >= self._limit:
            return False
        self._open[client] += 1
        return True

    def leave(self, client: str) -> None:
        """A connection is gone."""
        self._open[client] -= 1
        if self._open[client] <= 0:
            del self._open[client]

    @property
    def count(self) -> int:
        """All connections."""
        return self._open.total()
