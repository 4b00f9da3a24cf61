"""Tokens: the secrets that identify seats and devices."""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_token() -> str:
    """Return a new token."""
    return secrets.token_urlsafe(24)


def hash_token(token: str) -> str:
    """Return the hash of a token, as it is stored. Tokens are long and random, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def seat_key(token: str, device: str = "") -> str:
    """Return what a seat stores of a token: its hash, after the id of the device that got it if that is known."""
    return f"{device}:{hash_token(token)}" if device else hash_token(token)


def opens(key: str, token: str) -> bool:
    """Whether a seat's key belongs to this token."""
    return hmac.compare_digest(key.rpartition(":")[2], hash_token(token))


def is_of_device(key: str | None, device: str) -> bool:
    """Whether a device got the token that a seat's key belongs to."""
    return key is not None and key.startswith(f"{device}:")
