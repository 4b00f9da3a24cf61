"""Which web pages may talk to the server."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from basebash.server.settings import Settings


def is_allowed_origin(headers: Mapping[str, str], settings: Settings) -> bool:
    """Whether a request comes from our own page or one that the operator allows. Programs send no origin."""
    origin = headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False
