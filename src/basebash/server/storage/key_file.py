"""The file with the key from which seeds are derived."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import sqlalchemy as sa

from basebash.server.storage.seed_secrets import KEY_BYTES, BadKey, SeedSecrets


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
        return SeedSecrets(secrets.token_bytes(KEY_BYTES))
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        found = existing_key(file)
        if found is None:
            raise BadKey(f"The key {file} cannot be used: it has just disappeared.") from None
        return found
    except OSError as error:
        raise BadKey(f"The key {file} cannot be used: {error}.") from None
    key = secrets.token_bytes(KEY_BYTES)
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
    if key is not None and len(key) < KEY_BYTES:
        raise BadKey(f"The key {file} is too short: it must have {2 * KEY_BYTES} hexadecimal digits.")
    return None if key is None else SeedSecrets(key)
