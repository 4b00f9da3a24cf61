"""Refusals, which tell a client why it does not get what it asked for, and faults of packs."""

from __future__ import annotations

from basebash.server.messages import ErrorCode
from basebash.server.storage.errors import DatabaseUnavailable


class Refused(Exception):
    """A client's request is refused; the message says what to do instead."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class PackFault(Exception):
    """A card of a pack has failed; the message says in plain words what happened, and where."""


def as_refusal(error: Refused | PackFault | DatabaseUnavailable) -> Refused:
    """Return what a client is told about an error."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, PackFault):
        return Refused("halted", str(error))
    return Refused("busy", "The database does not answer, so nothing was done. Try again later.")
