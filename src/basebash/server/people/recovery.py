"""Recovery phrases: words that make any browser a device of their person again.

Only the hash of a phrase is stored. A phrase has more than 100 bits of entropy, so a plain hash is enough, as for
tokens.
"""

from __future__ import annotations

import re
import secrets

import sqlalchemy as sa

from basebash.server import messages
from basebash.server.host.people import Owner
from basebash.server.people.accounts import add_device
from basebash.server.people.phrase_words import PHRASE_WORDS
from basebash.server.storage.schema import RECOVERIES
from basebash.server.storage.store import Store
from basebash.server.tokens import hash_token

PHRASE_LENGTH = 12  # words


class Recovery:
    """The recovery phrases of all people."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def make(self, owner: Owner) -> messages.RecoveryPhrase:
        """Return a new phrase for a person. An earlier one is no longer valid."""
        phrase = " ".join(secrets.choice(PHRASE_WORDS) for _ in range(PHRASE_LENGTH))
        values = {"person_id": owner.id, "hash": hash_phrase(phrase), "created": self._store.clock.now()}

        def job(connection: sa.Connection) -> None:
            connection.execute(sa.delete(RECOVERIES).where(RECOVERIES.c.person_id == owner.id))
            connection.execute(sa.insert(RECOVERIES), values)

        await self._store.do(job)
        return messages.RecoveryPhrase(phrase)

    async def since(self, owner: Owner) -> float | None:
        """Return when a person's phrase was made; None if they have none."""
        query = sa.select(RECOVERIES.c.created).where(RECOVERIES.c.person_id == owner.id)
        return await self._store.do(lambda connection: connection.execute(query).scalar(), writes=False)

    async def use(self, phrase: str, label: str) -> messages.Device | None:
        """Add the device on which a phrase was typed; None if the phrase is wrong. It stays valid."""
        query = sa.select(RECOVERIES.c.person_id).where(RECOVERIES.c.hash == hash_phrase(phrase))
        now = self._store.clock.now()

        def job(connection: sa.Connection) -> messages.Device | None:
            person = connection.execute(query).scalar()
            return None if person is None else add_device(connection, person, now, label)

        return await self._store.do(job)


def hash_phrase(phrase: str) -> str:
    """Return the hash of a phrase. Case and what separates the words make no difference."""
    return hash_token(" ".join(re.findall(r"[a-z]+", phrase.lower())))
