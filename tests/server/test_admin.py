"""`basebash admin` beside a running server: lists, damage, backups, exported games, checks."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import sqlite3
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner, Result

from basebash.cli import app
from basebash.server.admin import backup
from basebash.server.storage.database import make_engine, newest_schema
from basebash.server.storage.key_file import read_key
from basebash.server.storage.schema import AUDIT, CHAT, MOVES, TABLES, metadata
from tests.server.helpers import FAST, TWO_PEOPLE, Person, Player, Server, play_on, sqlite_url
from tests.server.postgres import Postgres
from tests.server.test_old_databases import FILES

Rows = dict[str, list[Any]]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return tmp_path / "key"


@pytest.fixture
def server(database: str, key: Path) -> Iterator[Server]:
    server = Server(database, FAST, seeds=read_key(database, key))
    yield server
    server.stop()


def run(database: str, key: Path, *arguments: str | Path, port: int = 1) -> Result:
    more = ("--database", database, "--key", key, "--port", port)
    return CliRunner(env={"COLUMNS": "60"}).invoke(app, ["admin", *map(str, (*arguments, *more))])


def execute(database: str, statement: Any) -> None:
    engine = make_engine(database)
    with engine.begin() as connection:
        connection.execute(statement)
    engine.dispose()


def rows_of(database: str) -> Rows:
    engine = make_engine(database)
    with engine.connect() as connection:
        found = {
            table.name: [
                tuple(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key.columns))
            ]
            for table in metadata.sorted_tables
        }
    engine.dispose()
    return found


def dump_of(file: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


def play_some(server: Server, answers: int = 12) -> tuple[Player, Player]:
    pair = server.pair(name="Ann's table")
    play_on(list(pair), lambda state: state["answers"] >= answers)
    pair[0].send(type="chat", text="Ünder way")
    pair[1].read("chat")
    return pair


def goes_on(database: str, key: Path, pair: tuple[Player, Player]) -> None:
    """Check that both players can play on at a new server with another database."""
    again = Server(database, FAST, seeds=read_key(database, key))
    try:
        players = [Player(again.url, player.table, player.token) for player in pair]
        assert players[0].state["view"] == pair[0].state["view"]
        assert players[0].state["chat"][0]["text"] == "Ünder way"
        play_on(players, lambda state: state["answers"] >= pair[0].state["answers"] + 6)
    finally:
        again.stop()


# ----------------------------------------------------------------------------------------------- looking
def test_tables_and_people_are_listed(server: Server, database: str, key: Path) -> None:
    ann, _ = play_some(server)
    server.post("/api/tables", {**TWO_PEOPLE, "name": "Another place"})
    person = Person(server, "Xanthippe").page["id"]
    Person(server, "Ben")
    listed = run(database, key, "tables").output.splitlines()
    assert len(listed) == 3
    line = next(line for line in listed if ann.table in line)
    assert re.match(rf"{re.escape(ann.table)} +Ann's table +playing +Ann, Ben +\d+ ", line)
    assert "(open)" in run(database, key, "tables", "--search", "another").output
    assert len(run(database, key, "tables", "--status", "playing").output.splitlines()) == 2
    assert run(database, key, "tables", "--search", "100%").output == "None.\n"
    assert person in run(database, key, "people", "--search", "xanth").output
    assert len(run(database, key, "people").output.splitlines()) == 3


def test_nothing_is_listed_and_nothing_created_where_no_server_was(tmp_path: Path, key: Path) -> None:
    for command in ("tables", "people", "damaged", "orders", "audit"):
        result = run(sqlite_url(tmp_path), key, command)
        assert (result.exit_code, "There is no database" in result.output) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_an_older_schema_is_not_touched(tmp_path: Path, key: Path) -> None:
    shutil.copy(FILES[0], tmp_path / "games.db")
    before = dump_of(tmp_path / "games.db")
    result = run(sqlite_url(tmp_path), key, "tables")
    assert result.exit_code == 2
    assert f"this Basebash needs {newest_schema()}" in result.output
    assert run(sqlite_url(tmp_path), key, "doctor").exit_code == 1
    assert dump_of(tmp_path / "games.db") == before


def test_damage_is_found_with_its_reason(server: Server, database: str, key: Path) -> None:
    pairs = [play_some(server) for _ in range(3)]
    assert (run(database, key, "damaged").output, run(database, key, "damaged").exit_code) == ("None.\n", 0)
    gone, altered, seats = (pair[0].table for pair in pairs)
    execute(database, sa.delete(MOVES).where(MOVES.c.table_id == gone, MOVES.c.number == 4))
    execute(database, sa.update(MOVES).where(MOVES.c.table_id == altered, MOVES.c.number == 5).values(picks="[7]"))
    execute(database, sa.update(TABLES).where(TABLES.c.id == seats).values(seats="[{}]"))
    result = run(database, key, "damaged")
    assert result.exit_code == 1
    assert re.search(rf"{re.escape(gone)} +its moves: Move 4 is missing\.", result.output)
    assert re.search(rf"{re.escape(altered)} +its moves: Move 5 was altered\.", result.output)
    assert re.search(rf"{re.escape(seats)} +its seats: .*kind", result.output)
    assert "3 are damaged" in run(database, key, "doctor").output


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_games_of_older_versions_are_not_damaged(file: Path, tmp_path: Path, key: Path) -> None:
    shutil.copy(file, tmp_path / "games.db")
    seeds = read_key(sqlite_url(tmp_path), file.with_suffix(".key.txt") if file == FILES[0] else key)
    Server(sqlite_url(tmp_path), FAST, seeds=seeds).stop()
    assert run(sqlite_url(tmp_path), key, "damaged").output == "None.\n"


# ----------------------------------------------------------------------------------------------- doctor
def levels(result: Result) -> dict[str, str]:
    return {
        subject: level for level, subject in re.findall(r"^(ok|warning|error) ([\w ]+):", result.output, re.MULTILINE)
    }


def test_the_doctor_finds_a_running_server_healthy(server: Server, database: str, key: Path) -> None:
    play_some(server)
    result = run(database, key, "doctor", port=int(server.url.rpartition(":")[2]))
    assert result.exit_code == 0, result.output
    assert set(levels(result).values()) <= {"ok", "warning"}
    assert {"server", "key", "database", "schema", "sealed games", "tables", "clock", "disk"} <= set(levels(result))
    assert levels(result)["server"] == "ok"


def test_the_doctor_finds_what_is_wrong(tmp_path: Path, key: Path) -> None:
    database = sqlite_url(tmp_path)
    server = Server(database, FAST, seeds=read_key(database, key), is_steady=False)
    play_some(server)
    server.stop()
    assert levels(run(database, key, "doctor"))["server"] == "warning"
    assert levels(run(database, key, "doctor"))["sealed games"] == "ok"
    other = tmp_path / "other"
    read_key(database, other)
    assert levels(run(database, other, "doctor"))["sealed games"] == "error"
    assert levels(run(database, tmp_path / "none", "doctor"))["key"] == "error"
    key.chmod(0o644)
    assert levels(run(database, key, "doctor"))["key"] == "warning"
    key.write_text("nonsense")
    assert levels(run(database, key, "doctor"))["key"] == "error"
    execute(database, sa.update(TABLES).values(touched=TABLES.c.touched + 10_000))
    assert levels(run(database, key, "doctor"))["clock"] == "error"
    Path(sqlite_url(tmp_path).removeprefix("sqlite:///")).write_bytes(b"nonsense" * 1000)
    result = run(database, key, "doctor")
    assert (levels(result)["database"], result.exit_code) == ("error", 1)


# ----------------------------------------------------------------------------------------------- backups
def test_a_backup_of_a_running_server_can_be_restored_and_played_on(
    server: Server, database: str, key: Path, tmp_path: Path
) -> None:
    pair = play_some(server)
    file = tmp_path / "backup.db"
    before = rows_of(database)
    result = run(database, key, "backup", file)
    assert result.exit_code == 0, result.output
    assert f"{file}: 1 tables." in result.output
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    pair[0].send(type="chat", text="After the backup")
    pair[1].read("chat")
    new = f"sqlite:///{tmp_path / 'new.db'}"
    result = run(new, key, "restore", file)
    assert result.exit_code == 0, result.output
    assert result.output == "1 tables restored.\n"
    assert rows_of(new) == before
    assert not list(tmp_path.glob(".*"))
    goes_on(new, key, pair)


def test_a_backup_moves_games_between_databases(postgres: Postgres, tmp_path: Path, key: Path) -> None:
    """From SQLite to PostgreSQL and back."""
    one, three = sqlite_url(tmp_path), f"sqlite:///{tmp_path / 'three.db'}"
    server = Server(one, FAST, seeds=read_key(one, key))
    pair = play_some(server)
    assert run(one, key, "hide", pair[0].table).exit_code == 0
    assert run(one, key, "show", pair[0].table).exit_code == 0
    server.stop()
    assert run(one, key, "backup", tmp_path / "one").exit_code == 0
    assert run(postgres.url, key, "restore", tmp_path / "one").exit_code == 0
    assert rows_of(postgres.url) == rows_of(one)
    goes_on(postgres.url, key, pair)
    assert run(postgres.url, key, "close", pair[0].table).exit_code == 0  # gets a number of its own
    assert [row[0] for row in rows_of(postgres.url)[AUDIT.name]] == [1, 2, 3]
    assert run(postgres.url, key, "backup", tmp_path / "two").exit_code == 0
    assert run(three, key, "restore", tmp_path / "two").exit_code == 0
    assert rows_of(three) == rows_of(postgres.url)


def test_a_backup_is_of_one_moment_while_people_play(server: Server, database: str, key: Path, tmp_path: Path) -> None:
    made = server.post("/api/tables", {"seats": [{"kind": "bot", "level": "easy"}] * 2, "target_vp": 50})
    watcher = Player(server.url, made["table"])
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set() and not watcher.state["over"]:
            watcher.read("state")

    reader = threading.Thread(target=watch)
    reader.start()
    for number in range(5):
        assert run(database, key, "backup", tmp_path / f"backup{number}").exit_code == 0
        new = f"sqlite:///{tmp_path / f'new{number}.db'}"
        assert run(new, key, "restore", tmp_path / f"backup{number}").exit_code == 0
        assert run(new, key, "damaged").output == "None.\n"
    stop.set()
    reader.join()


def test_what_is_written_during_a_backup_is_not_in_it(
    postgres: Postgres, tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(postgres.url, FAST, seeds=read_key(postgres.url, key))
    server.pair()
    server.stop()
    before, copy = rows_of(postgres.url), backup._copy_rows

    def copy_late(source: sa.Connection, target: sa.Connection) -> None:
        source.execute(sa.select(TABLES.c.id)).all()
        execute(postgres.url, sa.update(TABLES).values(name="Changed"))
        copy(source, target)

    monkeypatch.setattr(backup, "_copy_rows", copy_late)
    assert run(postgres.url, key, "backup", tmp_path / "backup").exit_code == 0
    assert rows_of(f"sqlite:///{tmp_path / 'backup'}") == before


def test_a_backup_of_an_older_version_is_upgraded(tmp_path: Path, key: Path) -> None:
    new = f"sqlite:///{tmp_path / 'new.db'}"
    result = run(new, key, "restore", FILES[0])
    assert result.exit_code == 0, result.output
    assert run(new, key, "damaged").output == "None.\n"
    assert re.search(r"The key of \d+ of \d+ games under way is missing: put the right key file back", result.output)


def test_nothing_is_overwritten_and_no_nonsense_restored(
    server: Server, database: str, key: Path, tmp_path: Path
) -> None:
    play_some(server)
    file = tmp_path / "backup"
    assert run(database, key, "backup", file).exit_code == 0
    for said, place, command, named in (
        ("exists already", database, "backup", file),
        ("Restore into a new", database, "restore", file),
        ("There is no backup", sqlite_url(tmp_path / "x"), "restore", tmp_path / "none"),
        ("does not exist. Create it", database, "backup", tmp_path / "no" / "such"),
    ):
        result = run(place, key, command, named)
        assert (result.exit_code, said in result.output) == (2, True), result.output
    (tmp_path / "text").write_text("no database")
    other = f"sqlite:///{tmp_path / 'other.db'}"
    assert run(other, key, "restore", tmp_path / "text").exit_code == 2
    Path(tmp_path / "text").write_bytes(file.read_bytes()[:-5000])
    assert run(other, key, "restore", tmp_path / "text").exit_code == 2
    assert not (tmp_path / "other.db").exists()
    assert not list(tmp_path.glob(".*.part"))


def test_the_time_can_be_part_of_a_backups_name(tmp_path: Path, key: Path) -> None:
    database = sqlite_url(tmp_path)
    Server(database, FAST, seeds=read_key(database, key)).stop()
    assert run(database, key, "backup", tmp_path / "games-TIME.backup").exit_code == 0
    names = [path.name for path in tmp_path.glob("*.backup")]
    assert [re.sub(r"\d", "9", name) for name in names] == ["games-9999-99-99-999999.backup"]


# ----------------------------------------------------------------------------------------------- one game
def test_a_game_can_be_exported_and_imported_elsewhere(
    server: Server, database: str, key: Path, tmp_path: Path
) -> None:
    server.registry.fixed_seeds = None  # sealed seeds, as they really are
    pair = play_some(server)
    file = tmp_path / "game.json"
    assert run(database, key, "export", pair[0].table, file).exit_code == 0
    new = f"sqlite:///{tmp_path / 'new.db'}"
    other = Server(new, FAST, seeds=read_key(new, key))
    try:
        result = run(new, key, "import", file)  # while its server is running
        assert result.output == f"Table {pair[0].table} was imported.\n"
        players = [Player(other.url, player.table, player.token) for player in pair]
        assert players[0].state["view"] == pair[0].state["view"]
        play_on(players, lambda state: state["answers"] >= pair[0].state["answers"] + 6)
    finally:
        other.stop()
    for name in (MOVES.name, CHAT.name):
        exported = rows_of(database)[name]
        assert rows_of(new)[name][: len(exported)] == exported
    result = run(database, key, "import", file)
    assert f"There is a table {pair[0].table} already." in result.output


def test_games_that_cannot_continue_or_were_altered_are_not_imported(tmp_path: Path, key: Path) -> None:
    database, new = sqlite_url(tmp_path), f"sqlite:///{tmp_path / 'new.db'}"
    server = Server(database, FAST, seeds=read_key(database, key), is_steady=False)
    pair = play_some(server)
    server.stop()
    other = tmp_path / "other"
    Server(new, FAST, seeds=read_key(new, other)).stop()
    file = tmp_path / "game.json"
    assert run(database, key, "export", pair[0].table, file).exit_code == 0
    assert "There is no table abc." in run(database, key, "export", "abc", tmp_path / "abc").output
    again = run(database, key, "export", pair[0].table, file)
    assert again.exit_code == 2
    assert "exists already. Name a new file." in again.output
    content = json.loads(file.read_text())
    moved = {**content, "moves": content["moves"][1:]}
    for said, altered in (
        ("sealed with another key", content),
        ("is damaged: its moves: Move 0 is missing.", moved),
        ("unknown format", {**content, "format": "x"}),
        ("not an exported game", {"format": content["format"]}),
        ("not an exported game", []),
        ("written by a newer Basebash: later", {**content, "tables": [{**content["tables"][0], "later": 1}]}),
        ("rows of one table", {**content, "chat": [{**content["chat"][0], "table_id": "abc"}]}),
    ):
        file.write_text(json.dumps(altered))
        result = run(new, other, "import", file)
        assert (result.exit_code, said in result.output) == (2, True), result.output
    assert rows_of(new)[TABLES.name] == []
