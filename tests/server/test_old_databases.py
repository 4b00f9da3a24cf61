"""Databases of earlier versions: every table opens, and none counts as damaged. Each past format has one file."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from basebash.server.storage.database import make_engine
from basebash.server.storage.key_file import read_key
from basebash.server.storage.schema import MOVES, TABLES
from basebash.server.tables.syncing import OLDER_VERSION
from basebash.server.tokens import hash_token
from tests.server.helpers import FAST, HttpError, Person, Player, Server, play_on, sqlite_url

FILES = sorted((Path(__file__).parent / "databases").glob("*.db"))
PEOPLE_FILE, RESULTS_FILE, PLAIN_FILE = FILES  # with people; with stored results; without meanings of answers


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    running: list[Server] = []

    def begin(**more: Any) -> Server:
        running.append(Server(sqlite_url(tmp_path), FAST, **more))
        return running[-1]

    yield begin
    for server in running:
        server.stop()


def rows_of(folder: Path, table: sa.Table) -> list[Any]:
    engine = make_engine(sqlite_url(folder))
    with engine.connect() as connection:
        found = list(connection.execute(sa.select(table)).mappings())
    engine.dispose()
    return found


def open_old(file: Path, folder: Path, start: Callable[..., Server]) -> Server:
    shutil.copyfile(file, folder / "games.db")
    key = file.with_suffix(".key.txt")
    return start(seeds=read_key(sqlite_url(folder), key)) if key.exists() else start()


def damaged(server: Server) -> float:
    value: float = server.metrics.tables_damaged._value.get()
    return value


def test_there_are_files_of_past_formats() -> None:
    assert [file.stem for file in FILES] == ["tables-20fd8c0", "tables-a6d1f11", "tables-f931971"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_table_of_an_old_database_opens(file: Path, tmp_path: Path, start: Callable[..., Server]) -> None:
    server = open_old(file, tmp_path, start)
    before = rows_of(tmp_path, MOVES)
    rows = rows_of(tmp_path, TABLES)
    assert len(rows) >= 5
    for row in rows:
        with Player(server.url, row["id"]) as watcher:
            assert watcher.state["started"] == (row["status"] != "open")
            assert watcher.state["halted"] or watcher.state["view"] or row["status"] == "open"
        assert server.get(f"/api/tables/{row['id']}")["over"] == (row["status"] == "over")
    assert damaged(server) == 0
    assert rows_of(tmp_path, MOVES) == before


def test_a_game_without_meanings_cannot_continue_as_another_game(tmp_path: Path, start: Callable[..., Server]) -> None:
    server = open_old(PLAIN_FILE, tmp_path, start)
    for row in rows_of(tmp_path, TABLES):
        with Player(server.url, row["id"]) as watcher:
            halted = watcher.state["halted"]
            assert halted["reason"] == OLDER_VERSION
            assert halted["fits"] == 0
            assert halted["settled"] == ("keep" if row["status"] == "over" else None)
            assert watcher.state["view"] is None
            assert [seat["name"] for seat in watcher.state["seats"]] == ["Player 1", "B"]
        with pytest.raises(HttpError) as refused:
            server.get(f"/api/tables/{row['id']}/replay")
        assert refused.value.code == "halted"
        assert refused.value.message == OLDER_VERSION


def test_finished_games_with_a_stored_result_show_it(tmp_path: Path, start: Callable[..., Server]) -> None:
    server = open_old(RESULTS_FILE, tmp_path, start)
    over = [row["id"] for row in rows_of(tmp_path, TABLES) if row["status"] == "over"]
    assert len(over) == 2
    for table in over:
        replay = server.get(f"/api/tables/{table}/replay")
        assert replay["state"]["over"]["standings"]
        assert replay["state"]["log"]


def test_people_keep_their_pages_and_devices(tmp_path: Path, start: Callable[..., Server]) -> None:
    shutil.copyfile(PEOPLE_FILE, tmp_path / "games.db")
    engine = make_engine(sqlite_url(tmp_path))
    with engine.begin() as connection:  # a device whose secret is known
        ann = connection.execute(sa.text("SELECT id FROM people WHERE name = 'Ann'")).scalar_one()
        own = (
            connection.execute(sa.text("SELECT hash FROM devices WHERE person_id = :ann"), {"ann": ann}).scalars().all()
        )
        connection.execute(
            sa.text("UPDATE devices SET hash = :hash WHERE hash = :first"), {"hash": hash_token("ann"), "first": own[0]}
        )
    engine.dispose()
    server = start(seeds=read_key(sqlite_url(tmp_path), PEOPLE_FILE.with_suffix(".key.txt")))
    person = Person(server, secret="ann")
    page = person.page
    assert (page["played"], len(page["tables"])) == (2, 3)
    assert [rating["against"] for rating in page["ratings"]] == ["easy", "people"]
    assert [device["label"] for device in person.ask("/api/me/devices")["devices"]] == ["", ""]


@pytest.mark.parametrize("is_over", [False, True])
def test_a_game_that_needs_a_missing_pack_says_which(
    tmp_path: Path, start: Callable[..., Server], *, is_over: bool
) -> None:
    server = start()
    with server.solo(**({"target_vp": 3} if is_over else {})) as ann:
        play_on([ann], lambda state: state["over"] if is_over else state["answers"] >= 5)
    server.stop()
    engine = make_engine(sqlite_url(tmp_path))
    with engine.begin() as connection:
        setup = msgspec.json.decode(connection.execute(sa.select(TABLES.c.setup)).scalar_one())
        setup |= {"sets": [*setup["sets"], "Garden Party"], "packs": {"Garden Party": "garden-pack 1.2"}}
        connection.execute(sa.update(TABLES).values(setup=msgspec.json.encode(setup).decode()))
    engine.dispose()
    before = rows_of(tmp_path, MOVES)
    again = start()
    with Player(again.url, ann.table, ann.token) as back:
        assert "garden-pack 1.2 for the set Garden Party" in back.state["halted"]["reason"]
        if is_over:
            assert back.state["over"]["standings"] == ann.state["over"]["standings"]
            assert back.log
        else:
            assert back.refused(type="settle", way="go_on") == "not_allowed"
            assert back.refused(type="answer", number=5, picks=[0]) == "halted"
    assert damaged(again) == 0
    assert rows_of(tmp_path, MOVES) == before
