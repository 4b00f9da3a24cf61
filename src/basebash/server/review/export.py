"""Everything that is stored about a person, as a zip file: their rows, their words, and their games.

Which rows are a person's follows from the foreign keys of the schema, so that a new table is exported too. Secrets are
stored as hashes, which are left out. Finished games are complete saves; of games under way only what the person's seat
knows is saved.
"""

from __future__ import annotations

import contextlib
import zipfile
import zlib
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import sqlalchemy as sa

from basebash import BasebashError, Setup, State
from basebash.engine.vocabulary.printed import BY_KEY
from basebash.server import messages
from basebash.server.errors import PackFault, Refused
from basebash.server.games.positions import read_position
from basebash.server.games.seated_game import SeatedGame
from basebash.server.host.people import Owner
from basebash.server.host.workers import Workers
from basebash.server.moderation import person_subject, seat_subject
from basebash.server.review.replays import Replays
from basebash.server.storage.rows import Move, Stored
from basebash.server.storage.schema import CHAT, MODERATION, PEOPLE, PLAYS, TABLES, metadata
from basebash.server.storage.store import Store
from basebash.server.tables.registry import TableRegistry

_SECRETS = {"hash", "public_key", "auth"}
_README = """\
Everything that this Basebash server stores about you.

data.json     your name and settings, devices, ratings, puzzles, friends, leagues and games as the database has them
words.json    what you have said at tables
games/        a file for each game. ID.save.json is a saved game: open it with `basebash replay`, or continue it with
              `basebash play --resume`. Of a game under way it has only what you know. ID.result.json is how a game
              ended that these rules cannot replay.

Secrets (of devices, seats, codes and phrases) are stored only as hashes, which are not in here.
"""


class _Buffer:
    """What a zip file writes to: its bytes are taken out as they come."""

    def __init__(self) -> None:
        self._chunks: list[bytes] = []

    def write(self, chunk: bytes) -> int:
        """Keep a chunk."""
        self._chunks.append(bytes(chunk))
        return len(chunk)

    def flush(self) -> None:
        """Do nothing: `take` gets everything."""

    def take(self) -> bytes:
        """Return what was written since the last time."""
        taken = b"".join(self._chunks)
        self._chunks.clear()
        return taken


class Exports:
    """Makes the zip files."""

    def __init__(self, registry: TableRegistry, replays: Replays, workers: Workers, store: Store) -> None:
        self._registry = registry
        self._replays = replays
        self._workers = workers
        self._store = store

    async def of_person(self, owner: Owner, client: str) -> AsyncIterator[bytes]:
        """Return the parts of a person's zip file as they are made."""
        buffer = _Buffer()
        rows = await self._store.do(lambda connection: person_rows(connection, owner.id), writes=False)
        words = await self._store.do(lambda connection: _words_of(connection, owner.id), writes=False)
        query = (
            sa.select(PLAYS.c.table_id, PLAYS.c.seat, TABLES.c.status)
            .join(TABLES, TABLES.c.id == PLAYS.c.table_id)
            .where(PLAYS.c.person_id == owner.id)
            .order_by(PLAYS.c.since)
        )
        games = await self._store.do(lambda connection: connection.execute(query).all(), writes=False)
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:  # type: ignore[call-overload]  # it only writes
            file.writestr("README.txt", _README)
            file.writestr("data.json", _json(rows))
            file.writestr("words.json", _json(words))
            yield buffer.take()
            for table, (seat, status) in {row.table_id: (row.seat, row.status) for row in games}.items():
                made = await self._game(table, seat, is_over=status in ("over", "kept"), client=client)
                if made is not None:
                    name, text = made
                    file.writestr(f"games/{table}.{name}.json", text)
                    yield buffer.take()
        yield buffer.take()

    async def _game(self, table: str, seat: int, *, is_over: bool, client: str) -> tuple[str, str | bytes] | None:
        """Return a game as a file: what kind it is, and its content; None if nothing can be told of it."""
        if not is_over:
            with contextlib.suppress(Refused):  # not started, halted, or at a question that would reveal cards
                found = await self._registry.get(table)
                return "save", await self._replays.save_for(found, seat, client)
            return None
        stored = await self._store.load(table)
        if stored is None or stored.row.setup is None:
            return None
        with contextlib.suppress(PackFault, BasebashError, msgspec.MsgspecError, ValueError, KeyError):
            setup = Setup.from_json(msgspec.json.decode(stored.row.setup))
            if not setup.packs:  # the rules of packs run nowhere but in trials
                text = await self._workers.replays.run(
                    save_finished, lambda: _encode(stored), owner=client, is_watched=False
                )
                if text is not None:
                    return "save", text
        with contextlib.suppress(zlib.error):
            return None if stored.result is None else ("result", zlib.decompress(stored.result))
        return None


def save_finished(text: str) -> str | None:
    """Return a finished game as a save; None if these rules do not play it to its end. Runs in a worker."""
    origin = msgspec.json.decode(text)
    start = origin["start"]
    game = SeatedGame(Setup.from_json(origin["setup"]), None if start is None else State.from_json(start, BY_KEY)).game
    for answer in origin["answers"]:
        if game.is_over or not game.question.is_legal(tuple(answer)):
            return None
        game.answer(tuple(answer))
    return game.save() if game.is_over else None


def _encode(stored: Stored) -> str:
    start = None if stored.position is None else read_position(stored.position).to_json()
    setup = msgspec.json.decode(stored.row.setup or "{}")
    return messages.encode({"setup": setup, "start": start, "answers": _answers(stored.moves)}).decode()


def _answers(moves: list[Move]) -> list[tuple[int, ...]]:
    """Return the answers that were not taken back."""
    answers: list[tuple[int, ...]] = []
    for move in moves:
        if move.kind == "undo":
            del answers[move.picks[0] :]
        else:
            answers.append(move.picks)
    return answers


def person_rows(connection: sa.Connection, person: str) -> dict[str, list[dict[str, Any]]]:
    """Return all rows that refer to a person, by table, without secrets."""
    found = {"people": [_plain(row) for row in _rows(connection, PEOPLE.c.id, person)]}
    for table in metadata.sorted_tables:
        own = [column for column in table.c if any(key.column is PEOPLE.c.id for key in column.foreign_keys)]
        rows = {
            str(row): row for column in own for row in _rows(connection, column, person)
        }  # once, if both are theirs
        if rows:
            found[table.name] = [_plain(row) for row in rows.values()]
    subjects = [person_subject(person)]
    subjects += [seat_subject(row["table_id"], row["seat"]) for row in found.get("plays", [])]
    orders = connection.execute(sa.select(MODERATION).where(MODERATION.c.subject.in_(subjects))).mappings()
    return {**found, "moderation": [_plain(row) for row in orders]}


def _rows(connection: sa.Connection, column: sa.Column[Any], person: str) -> list[Any]:
    return list(connection.execute(sa.select(column.table).where(column == person)).mappings())


def _plain(row: Any) -> dict[str, Any]:
    return {name: _decoded(value) for name, value in row.items() if name not in _SECRETS}


def _decoded(value: Any) -> Any:
    """Return a value, and what is stored as JSON as data."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        with contextlib.suppress(msgspec.MsgspecError):
            return msgspec.json.decode(value)
    return value


def _words_of(connection: sa.Connection, person: str) -> list[dict[str, Any]]:
    """Return what a person has said at tables, oldest first."""
    query = (
        sa.select(CHAT.c.table_id, CHAT.c.at, CHAT.c.text)
        .join(PLAYS, sa.and_(PLAYS.c.table_id == CHAT.c.table_id, PLAYS.c.seat == CHAT.c.seat))
        .where(PLAYS.c.person_id == person, CHAT.c.kind.in_(("talk", "phrase")))
        .order_by(CHAT.c.at)
    )
    return [dict(row) for row in connection.execute(query).mappings()]


def _json(data: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(data), indent=1)
