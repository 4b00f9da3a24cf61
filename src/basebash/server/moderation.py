"""What operators have decided: who is muted or blocked, which tables are hidden or closed, which names are banned.

Operators write to the database (`admin.orders`), whether the server is running or not. Each server process keeps a
copy in memory and looks once a second whether the audit log has a new row. This works in the same way for SQLite and
PostgreSQL, for one process and for several.

| kind | subject | effect |
|---|---|---|
| `mute` | a person or a seat | cannot say anything at a table |
| `block` | a person | cannot create or join tables, nor say anything; games under way can be finished |
| `block` | an address | is refused everything but the pages |
| `hide` | a table | its name and chat are not shown, it is not listed, and nobody can talk there |
| `close` | a table | nobody can enter it, and its game does not continue |
| `name` | a pattern | no new name of a person, seat or table may match it |
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import unicodedata
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase

import sqlalchemy as sa

from basebash.server.errors import Refused
from basebash.server.storage.errors import DatabaseUnavailable
from basebash.server.storage.schema import AUDIT, MODERATION, PLAYS
from basebash.server.storage.seed_secrets import SeedSecrets
from basebash.server.storage.store import Store

_POLL_SECONDS = 1.0


def person_subject(person: str) -> str:
    """Return how a person is named."""
    return f"person:{person}"


def seat_subject(table: str, seat: int) -> str:
    """Return how a seat at a table is named."""
    return f"seat:{table}/{seat}"


def client_subject(pseudonym: str) -> str:
    """Return how a client is named, whose address is not stored."""
    return f"client:{pseudonym}"


class Moderation:
    """The decisions of the operators, as this process knows them."""

    def __init__(self, store: Store, seeds: SeedSecrets) -> None:
        self._store = store
        self._seeds = seeds
        self._newest: int | None = None
        self._subjects: dict[str, frozenset[str]] = {}

    def _of(self, kind: str) -> frozenset[str]:
        return self._subjects.get(kind, frozenset())

    # ------------------------------------------------------------------------------------------- following
    async def refresh(self) -> set[str]:
        """Read what has changed; return the tables that are hidden, shown, closed or open again."""
        newest = await self._store.do(
            lambda connection: connection.execute(sa.select(sa.func.max(AUDIT.c.number))).scalar()
        )
        if newest == self._newest:
            return set()
        rows = await self._store.do(lambda connection: connection.execute(sa.select(MODERATION)).all())
        before = {kind: self._of(kind) for kind in ("hide", "close")}
        subjects: dict[str, set[str]] = {}
        for kind, subject in rows:
            subjects.setdefault(kind, set()).add(subject)
        self._subjects = {kind: frozenset(found) for kind, found in subjects.items()}
        self._newest = newest
        return set().union(*(self._of(kind) ^ known for kind, known in before.items()))

    async def follow(self, reload: Callable[[Iterable[str]], None]) -> None:
        """Follow the database for as long as the server runs; `reload` gets the tables that have changed."""
        while True:
            with contextlib.suppress(DatabaseUnavailable):  # logged already
                reload(await self.refresh())
            await asyncio.sleep(_POLL_SECONDS)

    # ------------------------------------------------------------------------------------------- reporting
    async def report(self, table: str, seat: int, line: int, reporter: int) -> None:
        """Write into the audit log that a player reports what another one has said; the words stay in the chat."""
        values = {
            "at": self._store.clock.now(),
            "operator": f"seat {reporter + 1}",
            "action": "report",
            "subject": seat_subject(table, seat),
            "reason": f"line {line} of the chat",
        }
        await self._store.do(lambda connection: connection.execute(sa.insert(AUDIT), values))

    # ------------------------------------------------------------------------------------------- asking
    def is_hidden(self, table: str) -> bool:
        """Whether a table's name and chat are not shown."""
        return table in self._of("hide")

    def is_closed(self, table: str) -> bool:
        """Whether nobody may enter a table."""
        return table in self._of("close")

    def check_open(self, table: str) -> None:
        """Refuse a table that was closed."""
        if self.is_closed(table):
            raise Refused("not_allowed", "This table was closed by whoever runs the server.")

    def check_client(self, client: str) -> None:
        """Refuse a client whose address is blocked."""
        blocked = self._of("block")
        if blocked and client_subject(self._seeds.pseudonym(client)) in blocked:
            raise Refused("not_allowed", "Your address is blocked. Ask whoever runs the server.")

    def check_person(self, person: str | None) -> None:
        """Refuse a person who is blocked."""
        if person is not None and person_subject(person) in self._of("block"):
            raise Refused("not_allowed", "You are blocked. Ask whoever runs the server.")

    def check_names(self, *names: str) -> None:
        """Refuse a name that is banned."""
        patterns = self._of("name")
        if patterns and any(matches(pattern, name) for pattern in patterns for name in names):
            raise Refused("bad_request", "This name is not allowed here. Choose another one.")

    async def check_talk(self, table: str, seat: int) -> None:
        """Refuse chat at a hidden table, and of somebody who is muted or blocked."""
        if self.is_hidden(table):
            raise Refused("not_allowed", "The chat of this table was closed by whoever runs the server.")
        silent = self._of("mute") | self._of("block")
        if not silent:
            return
        is_silent = seat_subject(table, seat) in silent
        if not is_silent and any(subject.startswith("person:") for subject in silent):
            query = sa.select(PLAYS.c.person_id).where(PLAYS.c.table_id == table, PLAYS.c.seat == seat)
            person = await self._store.do(lambda connection: connection.execute(query).scalar(), writes=False)
            is_silent = person is not None and person_subject(person) in silent
        if is_silent:
            raise Refused("not_allowed", "You have been muted by whoever runs the server.")


def matches(pattern: str, name: str) -> bool:
    """Whether a name has a word that a pattern stands for, or is it as a whole; `*` stands for anything.

    Case, accents, invisible characters and separators make no difference.

    >>> matches("rude", "The RÜDE one"), matches("rude", "r.u d-e"), matches("rude", "Prudence")
    (True, True, False)
    >>> matches("*rude*", "Prudence")
    True
    """
    wanted, words = _plain(pattern), re.findall(r"\w+", _plain(name).replace("_", " "))
    return any(fnmatchcase(word, wanted) for word in (*words, "".join(words)))


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text).casefold()
    return "".join(c for c in decomposed if unicodedata.category(c) not in ("Mn", "Me", "Cf"))
