"""What chance is made from: 256 bits of secret a game, kept apart from the database.

The database holds a number for each game under way that is worth nothing by itself; the seed is made from it and from
a key, which lies in a file of its own. So neither a log nor a copy of the database tells what comes next in a game.
Once a game is over its seed is no secret any more and is written down openly.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from basebash import BasebashError

_SEALED = "sealed"
_BYTES = 32


class BadKey(BasebashError):
    """The key is missing, damaged, or another than the one the games were sealed with."""


class Vault:
    """Makes seeds from a key."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.mark = self._make("mark", "")[:8]

    def _make(self, what: str, about: str) -> str:
        return hmac.new(self._key, f"{what}\0{about}".encode(), hashlib.sha256).hexdigest()

    def seal(self, table: str) -> tuple[str, str]:
        """A new seed for a table, and what is written down of it."""
        number = secrets.token_hex(16)
        return self._seed(table, number), f"{_SEALED}:{self.mark}:{number}"

    def open(self, table: str, stored: Any) -> Any:
        """The seed that `seal` made, or the one that is written down openly."""
        if not is_sealed(stored):
            return stored
        mark, _, number = stored.removeprefix(f"{_SEALED}:").partition(":")
        if mark != self.mark:
            raise BadKey("This game was sealed with another key.")
        return self._seed(table, number)

    def _seed(self, table: str, number: str) -> str:
        return self._make("seed", f"{table}\0{number}")

    def name(self, client: str) -> str:
        """A client's address as it is stored: good for telling clients apart, and for nothing else."""
        return self._make("client", client)[:16]


def is_sealed(stored: Any) -> bool:
    """Whether a seed is written down sealed."""
    return isinstance(stored, str) and stored.startswith(f"{_SEALED}:")


def mark_of(stored: Any) -> str:
    """The mark of the key that a seed was sealed with."""
    return str(stored).split(":")[1]


def key_file(database_url: str) -> Path | None:
    """Where the key is if nobody says: beside the file of SQLite, else in this folder; None for a passing database."""
    url = sa.make_url(database_url)
    if url.get_backend_name() != "sqlite":
        return Path("basebash.key")
    name = url.database
    if not name or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(f"{name}.key")


def open_vault(database_url: str, file: Path | None = None) -> Vault:
    """The vault with the key of a file, which is made if it is missing; `BadKey` says what is wrong with it."""
    file = file or key_file(database_url)
    if file is None:
        return Vault(secrets.token_bytes(_BYTES))
    try:
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            key = bytes.fromhex(file.read_text(encoding="ascii").strip())
        else:
            key = secrets.token_bytes(_BYTES)
            with os.fdopen(handle, "w", encoding="ascii") as new:
                new.write(key.hex() + "\n")
    except (OSError, ValueError) as error:
        raise BadKey(f"The key {file} cannot be used: {error}.") from None
    if len(key) < _BYTES:
        raise BadKey(f"The key {file} is too short: it must have {2 * _BYTES} hexadecimal digits.")
    return Vault(key)
