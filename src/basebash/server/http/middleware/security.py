"""Who may come in: origins, rates, sizes; and the headers that keep a browser safe."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from urllib.parse import urlsplit

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from basebash.server.settings import Settings

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


def client_of(host: str) -> str:
    """What counts as one client: an address; of IPv6 the network of 64 bits that one customer has.

    >>> client_of("203.0.113.7"), client_of("2001:db8:1:2:3:4:5:6"), client_of("::ffff:203.0.113.7")
    ('203.0.113.7', '2001:db8:1:2::/64', '203.0.113.7')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), 64), strict=False))


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

    __slots__ = ("_at", "_left", "_rate", "_size")

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


class Rates:
    """What each client may cost in a while, by address; counted by each process for itself."""

    def __init__(self) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._items: dict[str, RateLimitItem] = {}

    def allow(self, what: str, rate: float, at_once: int) -> None:
        """So many at once, and then so many a second, may be done of this."""
        seconds = max(1, math.ceil(at_once / rate))
        self._items[what] = RateLimitItemPerSecond(max(at_once, int(rate * seconds)), seconds, namespace=what)

    async def take(self, what: str, client: str, cost: int = 1) -> bool:
        """Whether this client may do one thing more now."""
        return await self._limiter.hit(self._items[what], client, cost=cost)


class Doors:
    """How many connections each client has, and all of them together."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()
        self.count = 0

    def enter(self, client: str, *, is_proxy: bool = False) -> bool:
        """Whether one more connection is allowed; if so it is counted. A proxy stands for many clients."""
        if self._open[client] >= self._limit and not is_proxy:
            return False
        self._open[client] += 1
        self.count += 1
        return True

    def leave(self, client: str) -> None:
        """A connection is gone."""
        self.count -= 1
        self._open[client] -= 1
        if self._open[client] <= 0:
            del self._open[client]
