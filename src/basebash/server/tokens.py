"""Secrets that seats and devices are known by."""

from __future__ import annotations

import hashlib
import secrets


def new_token() -> str:
    """A new secret."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """What is stored of a secret. It is long and random, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()
