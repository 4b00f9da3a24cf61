"""What can go wrong with the database."""

from __future__ import annotations

from basebash import BasebashError


class DatabaseUnavailable(Exception):
    """The database does not answer, or its disk is full."""


class WriteConflict(Exception):
    """Another process has written to the same table: the move number is taken, or the row has a newer version."""


class Damaged(BasebashError):
    """A table's rows are not what was written: moves are missing or were altered."""


class BadDatabase(BasebashError):
    """The database cannot be used; the message says why."""
