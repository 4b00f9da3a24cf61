"""How often a client may ask for something over HTTP."""

from __future__ import annotations

from basebash.server.limits import RateLimits
from basebash.server.settings import Settings

_LIGHT_PER_REQUEST = 5  # how many light requests are allowed for each ordinary one

_EXPORTS_PER_HOUR = 6  # per client: each replays all games of a person


def http_limits(settings: Settings) -> RateLimits:
    """Return the limits: on requests, on new people, on guessing codes and phrases, and on exports.

    Light requests are those for files, and for responses that are cached: health, metrics, the OpenAPI document. They
    have a limit of their own, so that a busy client does not lose its health checks.
    """
    limits = RateLimits()
    limits.add("requests", settings.requests_per_second, settings.requests_burst)
    limits.add("light", settings.requests_per_second * _LIGHT_PER_REQUEST, settings.requests_burst * _LIGHT_PER_REQUEST)
    for name in ("people", "codes"):
        limits.add(name, settings.people_per_client_per_hour / 3600, settings.people_per_client_per_hour)
    limits.add("exports", _EXPORTS_PER_HOUR / 3600, _EXPORTS_PER_HOUR)
    limits.add("wrong codes", settings.wrong_codes_per_hour / 3600, settings.wrong_codes_per_hour)
    return limits
