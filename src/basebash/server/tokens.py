"""Tokens: the secrets that identify seats and devices."""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """Return a new token."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """Return the hash of a token, as it is stored. Tokens are long and random, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
