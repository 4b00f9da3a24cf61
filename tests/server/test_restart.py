"""Acknowledged answers survive kills, restarts and failures."""

from __future__ import annotations

import contextlib
import itertools
import re
import signal
import threading
import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from basebash.server.storage.database import make_engine, migrate
from basebash.server.storage.schema import MOVES, TABLES, metadata
from basebash.server.storage.seed_secrets import SeedSecrets
from tests.server.helpers import ONE_BOT, TWO_PEOPLE, Player, Process, Server, catch_up, http, play_on, sqlite_url
from tests.server.postgres import Postgres
from tools.servers import free_port, wait_for


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    database, port = sqlite_url(tmp_path), free_port()
    first = Process(database, port, tmp_path)
    made = http(f"{first.url}/api/tables", TWO_PEOPLE)
    joined = http(f"{first.url}/api/tables/{made['table']}/join", {"name": "Ben"})
    solo = http(f"{first.url}/api/tables", ONE_BOT)
    ann, ben = (Player(first.url, made["table"], token) for token in (made["token"], joined["token"]))
    lone = Player(first.url, solo["table"], solo["token"])
    play_on([ann, ben], lambda state: state["answers"] >= 15)
    lone.until(lambda state: state["view"]["question"])
    lone.answer()
    asked = ann if ann.question else ben
    number, picks = asked.state["answers"], asked.pick()
    asked.send(type="answer", number=number, picks=picks)  # it may or may not arrive
    log = first.end(signal.SIGKILL)
    for player in (ann, ben, lone):
        try:
            while True:
                player.read("state", timeout=1)
        except ConnectionClosed:
            player.close()
    assert str(made["token"]) not in log
    assert made["table"] not in "".join(re.findall(r'"GET.*', log))

    second = Process(database, port, tmp_path)
    try:
        again = Player(second.url, made["table"], asked.token)
        assert again.state["answers"] in (number, number + 1)
        assert again.state["answers"] >= asked.state["answers"]
        if again.state["answers"] == asked.state["answers"]:
            assert again.state["view"] == asked.state["view"]
            assert again.log == asked.log
        again.send(type="answer", number=number, picks=picks)  # sent again, it counts once
        again.until(lambda state: state["answers"] == number + 1)
        other = Player(second.url, made["table"], (ben if asked is ann else ann).token)
        play_on([again, other], lambda state: state["answers"] >= number + 6)
        back = Player(second.url, solo["table"], solo["token"])
        assert back.state["answers"] >= lone.state["answers"]
        back.until(lambda state: state["view"]["question"])  # the bot continues too
        for player in (again, other, back):
            player.close()
    finally:
        second.end(signal.SIGTERM)


def play_until_it_dies(ann: Player, ben: Player) -> None:
    """Answer nearly as fast as the server allows, with an undo now and then, and remember what was acknowledged."""
    with contextlib.suppress(ConnectionClosed):
        for number in itertools.count(1):
            time.sleep(0.01)  # a fast machine would exceed the rate limit
            catch_up(ann, ben)
            asked, other = (ann, ben) if ann.question else (ben, ann)
            if number % 7:
                asked.answer()
            else:
                take_back(asked, other)


def take_back(asked: Player, other: Player) -> None:
    number = asked.state["answers"]
    asked.send(type="undo")
    other.read("state", lambda state: state["undo"]["waiting_for"] or state["answers"] > number)
    if other.state["answers"] == number:
        other.send(type="consent", yes=True)
        other.wait_for_answer(number)


@pytest.mark.parametrize("seconds", [0.4, 1.2])
def test_a_server_killed_during_a_burst_continues_where_it_was(tmp_path: Path, seconds: float) -> None:
    database, port = sqlite_url(tmp_path), free_port()
    first = Process(database, port, tmp_path)
    made = http(f"{first.url}/api/tables", TWO_PEOPLE)
    joined = http(f"{first.url}/api/tables/{made['table']}/join", {"name": "Ben"})
    ann, ben = (Player(first.url, made["table"], token) for token in (made["token"], joined["token"]))
    play_on([ann, ben], lambda state: state["answers"] >= 4)
    threading.Timer(seconds, first.process.kill).start()
    play_until_it_dies(ann, ben)
    first.end(signal.SIGKILL)
    assert ann.state["answers"] >= 4
    second = Process(database, port, tmp_path)
    try:
        for player in (ann, ben):
            player.close()
            with Player(second.url, made["table"], player.token) as again:
                assert again.state["answers"] - player.state["answers"] in (0, 1)
                if again.state["answers"] == player.state["answers"]:
                    assert (again.state["view"], again.log) == (player.state["view"], player.log)
    finally:
        second.end(signal.SIGTERM)


def test_bots_continue_after_a_restart_with_nobody_watching(tmp_path: Path) -> None:
    database = sqlite_url(tmp_path)
    first = Server(database)
    with first.solo(target_vp=2) as ann:
        ann.until(lambda state: state["view"]["question"])
    table = first.table(ann.table)
    wait_for(lambda: table.is_idle)
    first.stop()
    # Seat 1 has resigned too: only bots are left.
    engine = make_engine(database)
    with engine.begin() as connection:
        seats = connection.execute(sa.select(TABLES.c.seats)).scalar_one()
        connection.execute(sa.update(TABLES).values(seats=seats.replace('"person"', '"bot"')))
    engine.dispose()
    second = Server(database)
    try:
        wait_for(lambda: ann.table in second.registry.tables and second.table(ann.table).core.status == "over")
    finally:
        second.stop()


def test_undo_survives_a_restart(tmp_path: Path) -> None:
    database = sqlite_url(tmp_path)
    first = Server(database)
    with first.solo() as ann:
        for _ in range(10):
            ann.until(lambda state: state["view"]["question"])
            ann.answer()
        ann.until(lambda state: state["view"]["question"])
        number = ann.state["answers"]
        ann.send(type="undo")
        ann.read("state", lambda state: state["answers"] > number and state["view"]["question"])
        ann.answer()
        ann.until(lambda state: state["view"]["question"])
    first.stop()
    engine = make_engine(database)
    with engine.connect() as connection:
        kinds = connection.execute(sa.select(MOVES.c.kind)).scalars().all()
        numbers = connection.execute(sa.select(MOVES.c.number)).scalars().all()
    engine.dispose()
    assert kinds.count("undo") == 1
    assert sorted(numbers) == list(range(len(numbers)))
    second = Server(database)
    try:
        with Player(second.url, ann.table, ann.token) as again:
            assert again.state["view"] == ann.state["view"]
            assert again.log == ann.log
    finally:
        second.stop()


def test_the_migrations_lead_to_the_schema_of_the_code(tmp_path: Path) -> None:
    engine = make_engine(sqlite_url(tmp_path))
    migrate(engine)
    migrate(engine)
    found = sa.MetaData()
    found.reflect(engine)
    for table in metadata.tables.values():
        stored = found.tables[table.name]
        assert [(c.name, str(c.type), c.nullable) for c in stored.columns] == [
            (c.name, str(c.type), c.nullable) for c in table.columns
        ]
        assert {i.name for i in stored.indexes} == {i.name for i in table.indexes}
    engine.dispose()


def test_the_database_contains_no_tokens(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path))
    ann, ben = server.pair()
    ann.close()
    ben.close()
    server.stop()
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for player in (ann, ben):
        assert player.token is not None
        assert player.token.encode() not in stored


def test_an_engine_failure_costs_one_answer_and_not_the_game(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path))
    try:
        ann, ben = server.pair()
        with ann, ben:
            play_on([ann, ben], lambda state: state["answers"] >= 6)
            table = server.table(ann.table)
            play = table.core.play
            assert play is not None
            seats, game = list(play.seats), play.game.digest()

            def fail(seat: int, picks: tuple[int, ...]) -> None:
                assert play.game.question.player == seat
                play.game.answer(picks)
                raise ZeroDivisionError

            play.give = fail  # type: ignore[method-assign]
            asked = ann if ann.question else ben
            number = asked.state["answers"]
            assert asked.refused(type="answer", number=number, picks=asked.pick()) == "illegal"
            asked.until(lambda state: state["answers"] == number + 2)
            assert table.core.play is not None
            assert (table.core.play.seats, table.core.play.game.digest()) == (seats, game)
            asked.answer()
    finally:
        server.stop()


def test_two_servers_on_one_database_lose_no_answers(tmp_path: Path) -> None:
    database = sqlite_url(tmp_path)
    first, second = Server(database), Server(database)
    try:
        ann, ben = first.pair()
        with ann, ben:
            play_on([ann, ben], lambda state: state["answers"] >= 6)
            asked = ann if ann.question else ben
            with Player(second.url, ann.table, asked.token) as elsewhere:
                asked.answer()
                number = elsewhere.state["answers"]
                code = elsewhere.refused(type="answer", number=number, picks=elsewhere.pick())
                assert code == "stale"
            with Player(second.url, ann.table, asked.token) as again:
                assert again.state["view"] == asked.state["view"]
    finally:
        first.stop()
        second.stop()


def test_a_failing_database_is_reported_and_loses_nothing(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path))
    try:
        ann, ben = server.pair()
        with ann, ben:
            play_on([ann, ben], lambda state: state["answers"] >= 6)
            asked = ann if ann.question else ben
            number, picks = asked.state["answers"], asked.pick()
            engine = make_engine(sqlite_url(tmp_path))
            with engine.begin() as connection:
                connection.execute(sa.text("ALTER TABLE moves RENAME TO away"))
            assert asked.refused(type="answer", number=number, picks=picks) == "busy"
            with engine.begin() as connection:
                connection.execute(sa.text("ALTER TABLE away RENAME TO moves"))
            engine.dispose()
            asked.answer(picks, number)
            assert asked.state["answers"] == number + 1
    finally:
        server.stop()


# ----------------------------------------------------------------------------------------------- PostgreSQL
def test_games_survive_a_restart_with_postgresql(postgres: Postgres) -> None:
    seeds = SeedSecrets(bytes(32))
    first = Server(postgres.url, seeds=seeds)
    ann, ben = first.pair()
    with ann, ben:
        play_on([ann, ben], lambda state: state["answers"] >= 12)
        ann.send(type="chat", text="Grüße 🎲\x00")
        ann.read("chat")
    first.stop()
    second = Server(postgres.url, seeds=seeds)
    try:
        again, other = (Player(second.url, ann.table, player.token) for player in (ann, ben))
        with again, other:
            assert again.state["view"] == ann.state["view"]
            assert again.log == ann.log
            assert [line["text"] for line in again.state["chat"]] == ["Grüße 🎲"]
            play_on([again, other], lambda state: state["answers"] >= 20)
    finally:
        second.stop()
