"""Rate limits and connection counts, by client."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter


def client_of(host: str) -> str:
    """Return what counts as one client: an IPv4 address, or the /64 network of an IPv6 address.

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


class TokenBucket:
    """Allows a burst of events, and then a number per second."""

    __slots__ = ("_at", "_left", "_rate", "_size")

    def __init__(self, rate: float, size: int) -> None:
        self._rate = rate
        self._size = size
        self._left = float(size)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more event is allowed now; if so it is counted."""
        now = time.monotonic()
        self._left = min(self._size, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimits:
    """What each client may do in a while. Each process counts for itself."""

    def __init__(self) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._items: dict[str, RateLimitItem] = {}

    def add(self, name: str, per_second: float, burst: int) -> None:
        """Define a limit: a burst, and then a number per second."""
        seconds = max(1, math.ceil(burst / per_second))
        self._items[name] = RateLimitItemPerSecond(max(burst, int(per_second * seconds)), seconds, namespace=name)

    async def take(self, name: str, client: str, cost: int = 1) -> bool:
        """Whether a limit allows a client one more event of this cost; if so it is counted."""
        return await self._limiter.hit(self._items[name], client, cost=cost)


class ConnectionCounts:
    """How many connections each client has, and how many there are in all."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()
        self.total = 0

    def add(self, client: str, *, is_proxy: bool = False) -> bool:
        """Count one more connection; False if the client has too many. A proxy stands for many clients."""
        if self._open[client] >= self._limit and not is_proxy:
            return False
        self._open[client] += 1
        self.total += 1
        return True

    def remove(self, client: str) -> None:
        """Stop counting a connection that is closed."""
        self.total -= 1
        self._open[client] -= 1
        if self._open[client] <= 0:
            del self._open[client]
