"""Rate limits and connection counts, by client."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter

_PER_NETWORK = 4  # what an IPv6 /48 network may do, in units of what one client may


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


def network_of(client: str) -> str | None:
    """Return the IPv6 /48 network of a client, which one customer of a provider may have; None for IPv4.

    >>> network_of("2001:db8:1:2::/64"), network_of("203.0.113.7")
    ('2001:db8:1::/48', None)
    """
    if "::/64" not in client:
        return None
    return str(ipaddress.ip_network(client).supernet(new_prefix=48))


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
    """What each client may do in a while, and all clients of one IPv6 /48 network. Each process counts for itself."""

    def __init__(self) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._per_client: dict[str, RateLimitItem] = {}
        self._per_network: dict[str, RateLimitItem] = {}

    def add(self, name: str, per_second: float, burst: int) -> None:
        """Define a limit per client: a burst, and then a number per second."""
        seconds = max(1, math.ceil(burst / per_second))
        amount = max(burst, int(per_second * seconds))
        self._per_client[name] = RateLimitItemPerSecond(amount, seconds, namespace=name)
        self._per_network[name] = RateLimitItemPerSecond(amount * _PER_NETWORK, seconds, namespace=f"{name} of network")

    async def allows(self, name: str, client: str) -> bool:
        """Whether a limit allows a client one more event; it is not counted."""
        return await self._limiter.test(self._per_client[name], client)

    async def take(self, name: str, client: str, cost: int = 1) -> bool:
        """Whether a limit allows a client one more event of this cost; if so it is counted."""
        if not await self._limiter.hit(self._per_client[name], client, cost=cost):
            return False
        network = network_of(client)
        return network is None or await self._limiter.hit(self._per_network[name], network, cost=cost)


class ConnectionCounts:
    """How many connections each client and each IPv6 /48 network has, and how many there are in all."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()
        self.total = 0

    def add(self, client: str, *, is_proxy: bool = False) -> bool:
        """Count one more connection; False if the client has too many. A proxy stands for many clients."""
        network = network_of(client)
        if not is_proxy and self._open[client] >= self._limit:
            return False
        if network is not None and not is_proxy and self._open[network] >= self._limit * _PER_NETWORK:
            return False
        self._change(client, network, 1)
        return True

    def remove(self, client: str) -> None:
        """Stop counting a connection that is closed."""
        self._change(client, network_of(client), -1)

    def _change(self, client: str, network: str | None, by: int) -> None:
        self.total += by
        for counted in (client, network):
            if counted is not None:
                self._open[counted] += by
                if self._open[counted] <= 0:
                    del self._open[counted]
