"""How often a client may ask for something over HTTP."""

from __future__ import annotations

import math

from limits import RateLimitItem, RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter

from basebash.server.limits import PER_NETWORK, network_of
from basebash.server.settings import Settings

_LIGHT_PER_REQUEST = 5  # how many light requests are allowed for each ordinary one

_MAILS_PER_HOUR = 6  # per client: an address is confirmed with an e-mail
_EXPORTS_PER_HOUR = 6  # per client: each replays all games of a person


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
        self._per_network[name] = RateLimitItemPerSecond(amount * PER_NETWORK, seconds, namespace=f"{name} of network")

    async def allows(self, name: str, client: str) -> bool:
        """Whether a limit allows a client one more event; it is not counted."""
        return await self._limiter.test(self._per_client[name], client)

    async def take(self, name: str, client: str, cost: int = 1) -> bool:
        """Whether a limit allows a client one more event of this cost; if so it is counted."""
        if not await self._limiter.hit(self._per_client[name], client, cost=cost):
            return False
        network = network_of(client)
        return network is None or await self._limiter.hit(self._per_network[name], network, cost=cost)


def http_limits(settings: Settings) -> RateLimits:
    """Return the limits: on requests, on new tables and people, on guessing codes and phrases, and on exports.

    Light requests are those for files, and for responses that are cached: health, metrics, the OpenAPI document. They
    have a limit of their own, so that a busy client does not lose its health checks.
    """
    limits = RateLimits()
    limits.add("requests", settings.requests_per_second, settings.requests_burst)
    limits.add("light", settings.requests_per_second * _LIGHT_PER_REQUEST, settings.requests_burst * _LIGHT_PER_REQUEST)
    limits.add("tables", settings.tables_per_client_per_hour / 3600, settings.tables_per_client_per_hour)
    for name in ("people", "codes"):
        limits.add(name, settings.people_per_client_per_hour / 3600, settings.people_per_client_per_hour)
    limits.add("exports", _EXPORTS_PER_HOUR / 3600, _EXPORTS_PER_HOUR)
    limits.add("mails", _MAILS_PER_HOUR / 3600, _MAILS_PER_HOUR)
    limits.add("wrong codes", settings.wrong_codes_per_hour / 3600, settings.wrong_codes_per_hour)
    return limits
