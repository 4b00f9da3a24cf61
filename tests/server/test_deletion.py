"""After somebody deletes their data, neither the database's files nor any response contains their name."""

from __future__ import annotations

import json
import re
import zlib
from pathlib import Path

import sqlalchemy as sa

from basebash.server.people import deletion
from basebash.server.people.deletion import DELETED_NAME
from basebash.server.storage.database import make_engine
from basebash.server.storage.schema import metadata
from tests.server.helpers import Person, Player, Server, play_on, sqlite_url
from tools.servers import wait_for

NAME = "Xanthippe"
WORDS = "quetzalcoatlus"


def everything_stored(url: str) -> str:
    """Return every value of every row, with compressed ones as text."""
    engine = make_engine(url)
    found = []
    with engine.connect() as connection:
        for table in metadata.sorted_tables:
            for row in connection.execute(sa.select(table)):
                for value in row:
                    found.append(zlib.decompress(value).decode() if isinstance(value, bytes) else str(value))
    engine.dispose()
    return "\n".join(found).lower()


def everything_answered(other: Person, tables: list[str]) -> str:
    """Return every response that may mention players."""
    paths = ["/api/tables", "/api/me", "/api/me/games"]
    for table in tables:
        paths += [f"/api/tables/{table}{more}" for more in ("", "/replay", "/replay?step=5", "/story", "/save")]
        paths += [f"/api/tables/{table}/replay?as={seat}" for seat in (0, 1)]
    return "\n".join(json.dumps(other.ask(path)) for path in paths).lower()


def play_and_delete(server: Server, url: str) -> None:
    """Let two people play, talk, nudge and rename themselves, and let one of them delete their data."""
    old, ben = Person(server, "Old" + NAME), Person(server, "Ben")
    named = {"listed": True, "seats": [{"kind": "me", "name": NAME}, {"kind": "open"}], "target_vp": 3}
    tables = []
    for name in (f"{NAME}'s table", f"the place of {WORDS}"):
        made = old.ask("/api/tables", {**named, "name": name})
        one, two = Player(server.url, made["table"], made["token"]), ben.join(made["table"])
        one.send(type="chat", text=f"I say {WORDS}")
        two.send(type="chat", text=f"Well said, {NAME.upper()}!")
        one.read("chat", lambda line: "Well said" in line["text"])
        one.send(type="nudge", seat=1) if two.question else two.send(type="nudge", seat=0)
        one.read("chat", lambda line: line["kind"] == "nudge")
        play_on([one, two], lambda state: state["over"])
        one.close()
        two.close()
        tables.append(made["table"])
    # Ben's table, which mentions her too: her seat was taken by joining.
    made = ben.ask("/api/tables", {**named, "seats": [{"kind": "me", "name": "Ben"}, {"kind": "open"}],
                                   "name": f"Ben versus {NAME}"})  # fmt: skip
    seat = old.ask(f"/api/tables/{made['table']}/join", {"name": NAME})
    with Player(server.url, made["table"], seat["token"]):
        tables.append(made["table"])
    old.ask("/api/me", {"name": NAME, "public": True}, "PUT")
    wait_for(lambda: len(old.page["games"]) == 2)
    before = everything_stored(url)
    assert NAME.lower() in before
    assert WORDS in before
    old.ask("/api/me", {"name": NAME}, "DELETE")
    for secret in (NAME.lower(), WORDS):
        assert secret not in everything_stored(url)
        assert secret not in everything_answered(ben, tables[:2])
    lobby = json.dumps(server.get("/api/tables")).lower()
    assert tables[2].lower() in lobby
    assert NAME.lower() not in lobby
    for table in tables:
        with Player(server.url, table) as watcher:
            shown = "\n".join(watcher.frames).lower()
            assert NAME.lower() not in shown
            assert WORDS not in shown
            assert DELETED_NAME in shown
    with Player(server.url, tables[0]) as watcher:  # what others said stays, without the name
        assert watcher.state["chat"][0]["text"] == f"Well said, {DELETED_NAME}!"


def test_every_table_of_the_database_is_considered() -> None:
    """A new table must be listed with what happens to it when a person deletes their data."""
    assert deletion.__doc__ is not None
    listed = set(re.findall(r"[a-z_]+", deletion.__doc__.lower()))
    assert set(metadata.tables) <= listed


def test_neither_rows_nor_responses_contain_a_deleted_name(database: str) -> None:
    server = Server(database)
    try:
        play_and_delete(server, database)
    finally:
        server.stop()


def test_the_database_file_does_not_contain_a_deleted_name(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path))
    try:
        play_and_delete(server, sqlite_url(tmp_path))
        files = sorted(tmp_path.glob("games.db*"))
        assert [file.name for file in files if file.name.endswith("-wal")]  # the server still runs
        for file in files:
            raw = file.read_bytes().lower()
            assert NAME.lower().encode() not in raw, file.name
            assert WORDS.encode() not in raw, file.name
    finally:
        server.stop()
