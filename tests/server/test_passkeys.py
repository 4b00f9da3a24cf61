"""Passkeys, with an authenticator in software. A browser's own one is in `tests/browser/test_accounts.py`."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
import pytest
import sqlalchemy as sa
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from basebash.server.people.passkeys import MAX_PASSKEYS
from basebash.server.storage.database import make_engine
from basebash.server.storage.schema import CHALLENGES
from tests.server.helpers import HttpError, Json, Person, Server, http
from tests.server.test_devices import devices_of

_CREATED, _USED = 0x45, 0x05  # flags: the user is present and verified, and for a new one, the key is attached


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Authenticator:
    """What makes and uses one passkey, in a browser at some origin."""

    def __init__(self, server: Server, origin: str = "") -> None:
        self.server = server
        self.origin = origin or server.url
        self.id = secrets.token_bytes(16)
        self.uses = 0
        self._key = ec.generate_private_key(ec.SECP256R1())

    def ask(self, path: str, body: Json, person: Person | None = None) -> Json:
        headers = {"Origin": self.server.url}
        if person is not None:
            headers["Authorization"] = f"Bearer {person.secret}"
        return http(f"{self.server.url}{path}", body, headers)

    def create(self, person: Person) -> str:
        options = json.loads(self.ask("/api/me/passkeys/options", {}, person)["options"])
        assert options["rp"]["id"] == "127.0.0.1"
        assert options["authenticatorSelection"]["residentKey"] == "required"
        public = self._key.public_key().public_numbers()
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: public.x.to_bytes(32, "big"), -3: public.y.to_bytes(32, "big")})
        data = self._data(_CREATED) + bytes(16) + len(self.id).to_bytes(2, "big") + self.id + key
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", options["challenge"])
        return self._credential({"clientDataJSON": _text(client), "attestationObject": _text(attestation)})

    def use(self) -> str:
        self.uses += 1
        options = json.loads(self.ask("/api/passkeys/options", {})["options"])
        client = self._client("webauthn.get", options["challenge"])
        data = self._data(_USED)
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        response = {"clientDataJSON": _text(client), "authenticatorData": _text(data), "signature": _text(signature)}
        return self._credential(response)

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(b"127.0.0.1").digest() + bytes([flags]) + self.uses.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _credential(self, response: dict[str, Any]) -> str:
        number = _text(self.id)
        return json.dumps({"id": number, "rawId": number, "type": "public-key", "response": response})

    def register(self, person: Person) -> None:
        self.ask("/api/me/passkeys", {"credential": self.create(person)}, person)

    def sign_in(self) -> Person:
        return Person(self.server, secret=self.ask("/api/passkeys", {"credential": self.use()})["secret"])


def test_a_passkey_signs_in_until_it_is_removed(server: Server) -> None:
    ann, key = Person(server, "Ann"), Authenticator(server)
    key.register(ann)
    [known] = ann.ask("/api/me/keys")["passkeys"]
    again = key.sign_in()
    assert again.page["id"] == ann.page["id"]
    assert key.sign_in().page["id"] == ann.page["id"]
    assert len(devices_of(ann)) == 3
    ben = Person(server, "Ben")
    with pytest.raises(HttpError) as error:
        ben.ask(f"/api/me/passkeys/{known['id']}", None, "DELETE")
    assert error.value.code == "not_found"
    again.ask(f"/api/me/passkeys/{known['id']}", None, "DELETE")
    with pytest.raises(HttpError) as error:
        key.sign_in()
    assert error.value.code == "not_found"


def test_a_response_counts_once_and_from_our_own_page_only(server: Server) -> None:
    ann, key = Person(server, "Ann"), Authenticator(server)
    elsewhere = Authenticator(server, "https://phishing.example")
    for person, credential in ((ann, elsewhere.create(ann)), (Person(server, "Ben"), key.create(ann))):
        with pytest.raises(HttpError) as error:
            key.ask("/api/me/passkeys", {"credential": credential}, person)
        assert error.value.code == "bad_request"
    key.register(ann)
    used = key.use()
    key.ask("/api/passkeys", {"credential": used})
    key.origin = "https://phishing.example"
    stranger = Authenticator(server)
    for credential in (used, key.use(), stranger.use(), "{}", "[]", "nonsense", used.replace("response", "nothing")):
        with pytest.raises(HttpError) as error:
            key.ask("/api/passkeys", {"credential": credential})
        assert error.value.code == "not_found"
    key.origin = server.url
    engine = make_engine(server.store.url)
    late = key.use()
    with engine.begin() as connection:
        connection.execute(sa.update(CHALLENGES).values(until=1.0))
    engine.dispose()
    with pytest.raises(HttpError) as error:
        key.ask("/api/passkeys", {"credential": late})
    assert error.value.code == "not_found"


def test_a_passkey_with_another_key_is_refused(server: Server) -> None:
    ann, key, forged = Person(server, "Ann"), Authenticator(server), Authenticator(server)
    key.register(ann)
    forged.id = key.id
    with pytest.raises(HttpError) as error:
        forged.sign_in()
    assert error.value.code == "not_found"
    with pytest.raises(HttpError) as error:  # nor can somebody else claim it
        forged.register(Person(server, "Eve"))
    assert error.value.code == "bad_request"


def test_the_number_of_passkeys_is_limited(server: Server) -> None:
    ann = Person(server, "Ann")
    for _ in range(MAX_PASSKEYS):
        Authenticator(server).register(ann)
    with pytest.raises(HttpError) as error:
        Authenticator(server).register(ann)
    assert error.value.code == "too_many"
