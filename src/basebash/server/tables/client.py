"""One connection at a table, as the table sees it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from basebash.server import messages
from basebash.server.limits import TokenBucket

_MAX_QUEUED = 100  # messages that may wait for one client
_TALK_PER_SECOND = 0.5
_TALK_BURST = 10


class Client:
    """A connection at a table: the seat whose token it presented, and what waits to be sent.

    `notify` is called whenever there is something to send. States are not queued: a newer one replaces one that was
    not sent yet.
    """

    __slots__ = ("_talk_limit", "is_dismissed", "is_new", "log_known", "notify", "outbox", "seat", "wants_state")

    def __init__(self, seat: int | None, log_known: int | None) -> None:
        self.seat = seat
        self.notify: Callable[[], None] = _do_nothing
        self.outbox: list[bytes] = []
        self.is_dismissed = False
        self.wants_state = False
        self.log_known = log_known or 0
        self.is_new = True
        self._talk_limit: TokenBucket | None = None

    def send(self, message: Struct | bytes) -> None:
        """Queue a message; it is dropped if too many are waiting."""
        if len(self.outbox) < _MAX_QUEUED:
            self.outbox.append(message if isinstance(message, bytes) else messages.encode(message))
            self.notify()

    def show_state(self) -> None:
        """Send the state as soon as the connection is ready for it."""
        self.wants_state = True
        self.notify()

    def dismiss(self) -> None:
        """End the connection, so that the client connects again."""
        self.is_dismissed = True
        self.notify()

    def may_talk(self) -> bool:
        """Count a chat line or a hint; False if there were too many lately."""
        if self._talk_limit is None:
            self._talk_limit = TokenBucket(_TALK_PER_SECOND, _TALK_BURST)
        return self._talk_limit.take()


def _do_nothing() -> None:
    """Stand in for `notify` until the connection is ready to send."""
