"""A push service that reads what it is sent, as the subscribed browser would."""

from __future__ import annotations

import json
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from basebash.server.people.web_push import decode, encode, public_bytes, read_point
from tests.server.helpers import PATIENCE, Json

AUTH = b"sixteen bytes ok"


class PushService:
    """A push service with one browser, whose messages it decrypts. `status`: how it responds."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.status = 201
        self.claims: list[Json] = []
        self._messages: queue.SimpleQueue[Json] = queue.SimpleQueue()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.receive(body, self.headers["Authorization"])
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def subscription(self) -> Json:
        """What the browser tells the page."""
        point = encode(public_bytes(self.key))
        return {"endpoint": f"{self.origin}/send/1?a=b", "p256dh": point, "auth": encode(AUTH)}

    def receive(self, body: bytes, authorization: str) -> None:
        """Check who sends a message, and decrypt it."""
        token, key = (part.partition("=")[2] for part in authorization.removeprefix("vapid ").split(", "))
        head, claims, signature = token.split(".")
        raw = decode(signature)
        r, s = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
        signed = encode_dss_signature(r, s)
        read_point(decode(key)).verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        self.claims.append({**json.loads(decode(claims)), "key": key})
        self._messages.put(json.loads(self._decrypt(body)))

    def _decrypt(self, body: bytes) -> bytes:
        salt, sender, text = body[:16], body[21 : 21 + body[20]], body[21 + body[20] :]
        shared = self.key.exchange(ec.ECDH(), read_point(sender))
        about = b"WebPush: info\0" + public_bytes(self.key) + sender
        secret = HKDF(hashes.SHA256(), 32, AUTH, about).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        padded = AESGCM(key).decrypt(nonce, text, None)
        assert padded[-1:] == b"\2"
        return padded[:-1]

    def next(self) -> Json:
        """Wait for the next message."""
        return self._messages.get(timeout=PATIENCE)

    @property
    def is_quiet(self) -> bool:
        """Whether no message waits to be read."""
        return self._messages.empty()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
