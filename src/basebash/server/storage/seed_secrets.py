"""Seeds: 256 bits of secret per game, kept apart from the database.

For a game under way the database holds a number that is worthless by itself. The seed is derived from it and from a
key, which is stored in a file of its own, so neither a log nor a copy of the database reveals upcoming cards. Once a
game is over its seed is no longer secret and is stored openly.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

from basebash import BasebashError

_SEALED = "sealed"
KEY_BYTES = 32


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

    def secret_for(self, purpose: str) -> bytes:
        """Return another secret of 32 bytes, so that one file is all that has to be kept."""
        return bytes.fromhex(self._derive("secret", purpose))

    def pseudonym(self, client: str) -> str:
        """Return a client's address as it is stored: it tells clients apart, and nothing else."""
        return self._derive("client", client)[:16]


def is_sealed(stored: Any) -> bool:
    """Whether a stored seed is sealed."""
    return isinstance(stored, str) and stored.startswith(f"{_SEALED}:")


def mark_of(stored: Any) -> str:
    """Return the mark of the key that a seed was sealed with."""
    return str(stored).split(":")[1]
