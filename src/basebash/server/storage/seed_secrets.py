"""Seeds: 256 bits of secret per game, kept apart from the database.

For a game under way the database holds a number that is worthless by itself. The seed is derived from it and from a
key, which is stored in a file of its own, so neither a log nor a copy of the database reveals upcoming cards. Once a
game is over its seed is no longer secret and is stored openly.
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
_KEY_BYTES = 32


class BadKey(BasebashError):
    """The key is missing, damaged, or not the one that the games were sealed with."""


class SeedSecrets:
    """Derives seeds from a key. `mark` identifies the key without revealing it."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.mark = self._derive("mark", "")[:8]

    def _derive(self, purpose: str, about: str) -> str:
        return hmac.new(self._key, f"{purpose}\0{about}".encode(), hashlib.sha256).hexdigest()

    def seal(self, table: str) -> tuple[str, str]:
        """Return a new seed for a table, and the sealed form that is stored."""
        number = secrets.token_hex(16)
        return self._seed(table, number), f"{_SEALED}:{self.mark}:{number}"

    def open(self, table: str, stored: Any) -> Any:
        """Return the seed that was sealed, or the one that is stored openly."""
        if not is_sealed(stored):
            return stored
        mark, _, number = stored.removeprefix(f"{_SEALED}:").partition(":")
        if mark != self.mark:
            raise BadKey("This game was sealed with another key.")
        return self._seed(table, number)

    def _seed(self, table: str, number: str) -> str:
        return self._derive("seed", f"{table}\0{number}")

    def pseudonym(self, client: str) -> str:
        """Return a client's address as it is stored: it tells clients apart, and nothing else."""
        return self._derive("client", client)[:16]


def is_sealed(stored: Any) -> bool:
    """Whether a stored seed is sealed."""
    return isinstance(stored, str) and stored.startswith(f"{_SEALED}:")


def mark_of(stored: Any) -> str:
    """Return the mark of the key that a seed was sealed with."""
    return str(stored).split(":")[1]


def key_file(database_url: str) -> Path | None:
    """Return the default place of the key: next to an SQLite file, else this folder; None for a temporary database."""
    url = sa.make_url(database_url)
    if url.get_backend_name() != "sqlite":
        return Path("basebash.key")
    name = url.database
    if not name or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(f"{name}.key")


def read_key(database_url: str, file: Path | None = None) -> SeedSecrets:
    """Read the key from a file, which is created if it is missing; `BadKey` says what is wrong with it."""
    file = file or key_file(database_url)
    if file is None:
        return SeedSecrets(secrets.token_bytes(_KEY_BYTES))
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        found = existing_key(file)
        if found is None:
            raise BadKey(f"The key {file} cannot be used: it has just disappeared.") from None
        return found
    except OSError as error:
        raise BadKey(f"The key {file} cannot be used: {error}.") from None
    key = secrets.token_bytes(_KEY_BYTES)
    with os.fdopen(handle, "w", encoding="ascii") as new:
        new.write(key.hex() + "\n")
    return SeedSecrets(key)


def existing_key(file: Path | None) -> SeedSecrets | None:
    """Read the key from a file; None if it is missing, and `BadKey` if it cannot be used."""
    try:
        key = None if file is None else bytes.fromhex(file.read_text(encoding="ascii").strip())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BadKey(f"The key {file} cannot be used: {error}.") from None
    if key is not None and len(key) < _KEY_BYTES:
        raise BadKey(f"The key {file} is too short: it must have {2 * _KEY_BYTES} hexadecimal digits.")
    return None if key is None else SeedSecrets(key)
