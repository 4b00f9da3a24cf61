"""Who counts as one client, how often something may happen, and how many connections a client has."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter

PER_NETWORK = 4
"""What an IPv6 /48 network may do, in units of what one client may."""


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
        if network is not None and not is_proxy and self._open[network] >= self._limit * PER_NETWORK:
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
