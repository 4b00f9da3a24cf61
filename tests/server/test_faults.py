"""Faults outside the tables: failing bots, databases that are full, damaged, old or new, slow and silent clients."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from basebash import Game
from basebash.server import messages
from basebash.server.host import workers
from basebash.server.host.pool import FairQueue
from basebash.server.host.workers import Workers
from basebash.server.processes.pool import WorkerPool
from basebash.server.processes.worker_process import WorkerDied
from basebash.server.processes.workers import worker_processes
from basebash.server.storage import store
from basebash.server.storage.database import check_database, make_engine, migrate
from basebash.server.storage.errors import BadDatabase
from basebash.server.tables import bots_and_clocks
from tests.server.helpers import FAST, TWO_PEOPLE, HttpError, Player, Server, catch_up, play_on, sqlite_url
from tools.servers import COMMAND, wait_for


# ----------------------------------------------------------------------------------------------- bots
@pytest.mark.parametrize("fault", [RuntimeError("no"), KeyError(1), RecursionError(), MemoryError(), (99,), "nonsense"])
def test_a_failing_or_cheating_bot_does_not_stop_the_game(
    server: Server, monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    def think(*_: Any) -> Any:
        if isinstance(fault, Exception):
            raise fault
        return fault

    monkeypatch.setattr(workers, "think", think)
    with server.solo() as ann:
        play_on([ann], lambda state: state["view"]["turn"] >= 3)


def test_a_bot_does_not_play_in_circles_forever(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never_end(_: Workers, game: Game, *__: object, **___: object) -> tuple[int, ...]:
        asked.append(game.state.turn)
        return next(answer for answer in game.legal_answers())

    asked: list[int] = []
    monkeypatch.setattr(bots_and_clocks, "LONGEST_TURN", 1)
    monkeypatch.setattr(Workers, "choose", never_end)
    with server.solo() as ann:
        play_on([ann], lambda state: state["view"]["turn"] >= 6)
    assert all(asked.count(turn) <= 1 for turn in set(asked))


def test_dead_workers_are_replaced() -> None:
    async def work() -> int:
        pool = WorkerPool(1)
        try:
            with pytest.raises(WorkerDied):
                await pool.execute(os._exit, 1)  # at both attempts
            with pytest.raises(ZeroDivisionError, match="by zero"):  # an error leaves the worker alive
                await pool.execute(divmod, 1, 0)
            process = await pool.execute(os.getpid)
            sleeping = asyncio.create_task(pool.execute(time.sleep, 0.5))
            await asyncio.sleep(0)
            sleeping.cancel()
            assert await pool.execute(os.getpid) == process  # it has finished what nobody waits for any more
            return await pool.execute(len, "word")
        finally:
            pool.close()

    assert asyncio.run(work()) == 4


def test_a_question_without_options_is_handled_like_every_other() -> None:
    class Counting(ThreadPoolExecutor):
        jobs = 0

        def submit(self, *arguments: Any, **more: Any) -> Future[Any]:
            self.jobs += 1
            return super().submit(*arguments, **more)

    with Counting(1) as executor:
        bots = worker_processes(1, executor)
        game = Game(2, seed=5, ask_everyone=True)
        for number in range(30):
            asyncio.run(bots.choose(game.clone(), "easy"))
            assert executor.jobs == number + 1
            game.answer(next(game.legal_answers()))


def test_watched_tables_go_first() -> None:
    async def work(queue: FairQueue, name: str, order: list[str], is_watched: bool) -> None:
        async with queue.turn(is_watched=is_watched):
            order.append(name)
            await asyncio.sleep(0)

    async def main() -> list[str]:
        queue = FairQueue(1)
        order: list[str] = []
        tasks = [
            asyncio.create_task(work(queue, name, order, name.isupper())) for name in ("first", "a", "b", "C", "d", "E")
        ]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with queue.turn(is_watched=False):
            return order

    assert asyncio.run(main()) == ["first", "C", "E", "a", "d"]


# ----------------------------------------------------------------------------------------------- databases
def test_a_full_disk_is_reported_and_loses_nothing(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path))
    try:
        ann, ben = server.pair()
        with ann, ben:
            catch_up(ann, ben)
            limit_pages(server, 1)
            message = ann.state
            asked, number, picks = ann, -1, [0]
            while message["type"] == "state":  # until the last page is full
                assert number < 1000
                catch_up(ann, ben)
                asked = ann if ann.question else ben
                number, picks = asked.state["answers"], asked.pick()
                asked.send(type="answer", number=number, picks=picks)
                message = asked.read_any("error", "state")
            assert message["code"] == "busy"
            with pytest.raises(HttpError) as full:
                make_tables(server, 100)
            assert (full.value.status, full.value.code) == (503, "busy")
            limit_pages(server, 100_000)
            assert asked.answer(picks, number)["answers"] == number + 1
    finally:
        server.stop()


def make_tables(server: Server, count: int) -> None:
    for _ in range(count):
        server.post("/api/tables", TWO_PEOPLE)


def limit_pages(server: Server, pages: int) -> None:
    """Keep the database file from growing, as on a full disk."""

    async def limit() -> None:
        await server.store._do(lambda connection: connection.execute(sa.text(f"PRAGMA max_page_count = {pages}")))

    asyncio.run_coroutine_threadsafe(limit(), server.loop).result(10)


@pytest.mark.parametrize("column", ["options", "seats", "setup"])
def test_a_damaged_table_is_reported_and_does_not_affect_others(tmp_path: Path, column: str) -> None:
    first = Server(sqlite_url(tmp_path))
    broken, fine = first.solo(), first.solo()
    for player in (broken, fine):
        player.until(lambda state: state["view"]["question"])
        player.close()
    first.stop()
    engine = make_engine(sqlite_url(tmp_path))
    with engine.begin() as connection:
        connection.execute(sa.text(f"UPDATE tables SET {column} = '{{]' WHERE id = '{broken.table}'"))
    engine.dispose()
    second = Server(sqlite_url(tmp_path))
    try:
        with pytest.raises(HttpError) as refused:
            second.get(f"/api/tables/{broken.table}")
        assert (refused.value.status, refused.value.code) == (410, "damaged")
        wait_for(lambda: fine.table in second.registry.tables)  # resumed all the same
        with Player(second.url, fine.table, fine.token) as again:
            again.until(lambda state: state["view"]["question"])
    finally:
        second.stop()


def test_games_of_an_older_database_continue(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path))
    ann = server.solo()
    ann.until(lambda state: state["view"]["question"])
    ann.close()
    server.stop()
    engine = make_engine(sqlite_url(tmp_path))
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(store.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.downgrade(config, "0003")  # the first format whose games can be replayed
    assert "people" not in sa.inspect(engine).get_table_names()
    engine.dispose()
    server = Server(sqlite_url(tmp_path))
    try:
        with Player(server.url, ann.table, ann.token) as again:
            again.until(lambda state: state["view"]["question"])
            again.send(type="chat", text="Still here")
            again.read("chat")
    finally:
        server.stop()


def test_an_unusable_database_is_explained(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("This is no database, however long it is. " * 100)
    new = make_engine(f"sqlite:///{tmp_path / 'new.db'}")
    migrate(new)
    with new.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    new.dispose()
    check_database(f"sqlite:///{tmp_path / 'fine.db'}")
    for url, says in (
        (f"sqlite:///{tmp_path / 'text.db'}", "not a database"),
        (f"sqlite:///{tmp_path / 'nowhere' / 'x.db'}", "unable to open"),
        (f"sqlite:///file:{tmp_path / 'fine.db'}?mode=ro&uri=true", "readonly"),
        (f"sqlite:///{tmp_path / 'new.db'}", "newer Basebash"),
        ("nonsense", "Could not parse"),
        ("oracle://x", "cannot be used"),
        ("postgresql://ann:secret@127.0.0.1:1/x", "connection"),
    ):
        with pytest.raises(BadDatabase, match=says) as bad:
            check_database(url)
        assert "secret" not in str(bad.value)


def test_the_command_exits_with_one_line(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("This is no database, however long it is. " * 100)
    database = f"sqlite:///{tmp_path / 'text.db'}"
    done = subprocess.run(
        [*COMMAND, "serve", "--port", "0", "--database", database],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "not a database" in done.stderr
    assert "Traceback" not in done.stderr


# ----------------------------------------------------------------------------------------------- clients
def test_clients_reconnect_when_their_table_has_moved_on_elsewhere(tmp_path: Path) -> None:
    first, second = Server(sqlite_url(tmp_path)), Server(sqlite_url(tmp_path))
    try:
        ann, ben = first.pair()
        with ann, ben:
            play_on([ann, ben], lambda state: state["answers"] >= 6)
            asked = ann if ann.question else ben
            with Player(second.url, ann.table, asked.token) as elsewhere, Player(second.url, ann.table) as watcher:
                asked.answer()
                elsewhere.send(type="answer", number=elsewhere.state["answers"], picks=elsewhere.pick())
                for player in (elsewhere, watcher):
                    with pytest.raises(ConnectionClosed) as closed:
                        player.read_any("nothing")
                    assert closed.value.rcvd is not None
                    assert closed.value.rcvd.code == 1012
    finally:
        first.stop()
        second.stop()


def test_clients_that_do_not_read_cost_no_memory(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path))
    server._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # connections inherit it
    try:
        ann, ben = server.pair()
        with ann, ben, socket.socket() as silent:
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            silent.connect(("127.0.0.1", int(server.url.rsplit(":", 1)[1])))
            silent.sendall(
                b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            assert b" 101 " in silent.recv(2000)
            hello = json.dumps({"type": "hello", "table": ann.table}).encode()
            silent.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
            ann.read("state", lambda state: state["spectators"] == 1)
            play_on([ann, ben], lambda state: state["answers"] >= 100)
            client = next(client for client in server.table(ann.table).audience.clients if client.seat is None)
            wait_for(lambda: client.wants_state)  # the states in between are skipped
            for _ in range(150):
                client.send(messages.Pong())
            assert len(client.outbox) == 100
    finally:
        server.stop()


def test_a_slow_request_times_out(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path), replace(FAST, hello_seconds=0.3))
    try:
        with socket.create_connection(("127.0.0.1", int(server.url.rsplit(":", 1)[1])), timeout=5) as slow:
            slow.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
            answer = b""
            while b"too slowly" not in answer:
                part = slow.recv(10_000)
                assert part
                answer += part
    finally:
        server.stop()


def is_served(server: Server) -> bool:
    try:
        return bool(server.get("/api/catalogue"))
    except HttpError:
        return False


def test_requests_are_limited_per_client(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path), replace(FAST, requests_per_second=1, requests_burst=10))
    try:
        make_tables(server, 10)
        with pytest.raises(HttpError) as refused:
            make_tables(server, 30)
        assert (refused.value.status, refused.value.code) == (429, "too_fast")
        server.get("/healthz")
        wait_for(lambda: is_served(server))  # after a while
    finally:
        server.stop()
