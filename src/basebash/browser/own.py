"""What only the page's owner may do, and no friend whose page is connected to it."""

from __future__ import annotations

from basebash.server.errors import Refused
from basebash.server.http.exchange import Request


def check_own(request: Request) -> None:
    """Raise `Refused` if a request comes from a friend's page."""
    if request.host:
        raise Refused("not_allowed", "Only whoever hosts the game can do that.")
