"""Web push: messages that only the subscribed browser can read (RFC 8291), signed by this server (RFC 8292).

Both take a few lines with the primitives of `cryptography`, which passkeys need anyway. A library for web push would
bring two HTTP clients along.
"""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

_CURVE = ec.SECP256R1()
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
_RECORD_BYTES = 4096
_TOKEN_SECONDS = 12 * 3600  # push services accept at most a day
MAX_PAYLOAD = 3000
"""Bytes of a message; push services need not accept more than about 4,000 after encryption."""


def encode(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of a base64url text, with or without padding. `ValueError` if it is none."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def key_from(secret: bytes) -> ec.EllipticCurvePrivateKey:
    """Return the key that follows from a secret."""
    return ec.derive_private_key(int.from_bytes(secret) % (_ORDER - 1) + 1, _CURVE)


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """Return the public half of a key as an uncompressed point."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def read_point(data: bytes) -> ec.EllipticCurvePublicKey:
    """Return a public key from an uncompressed point; `ValueError` if it is not on the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, data)


def encrypt(
    payload: bytes,
    receiver: bytes,
    auth: bytes,
    *,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """Return the body of a push message, for a subscription's public key and authentication secret.

    `sender` and `salt` are used once, and random unless a test needs known ones.
    """
    sender = sender or ec.generate_private_key(_CURVE)
    salt = salt or secrets.token_bytes(16)
    own = public_bytes(sender)
    shared = sender.exchange(ec.ECDH(), read_point(receiver))
    secret = _hkdf(auth, b"WebPush: info\0" + receiver + own, 32, shared)
    key = _hkdf(salt, b"Content-Encoding: aes128gcm\0", 16, secret)
    nonce = _hkdf(salt, b"Content-Encoding: nonce\0", 12, secret)
    header = salt + _RECORD_BYTES.to_bytes(4) + bytes([len(own)]) + own
    return header + AESGCM(key).encrypt(nonce, payload + b"\2", None)  # 2 ends the last record


def _hkdf(salt: bytes, info: bytes, length: int, secret: bytes) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def authorization(key: ec.EllipticCurvePrivateKey, service: str, contact: str, now: float) -> str:
    """Return the header by which a push service (its origin) recognises this server."""
    claims = {"aud": service, "exp": int(now) + _TOKEN_SECONDS, "sub": contact}
    parts = [encode(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(parts)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32) + s.to_bytes(32))
    return f"vapid t={signed}.{signature}, k={encode(public_bytes(key))}"
