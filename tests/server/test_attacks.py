"""Attacks that once succeeded: on bots, connections, replays, rows of the database, the system clock."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from basebash import Game
from basebash.bots.names import HARD_SECONDS
from basebash.server.host import workers
from basebash.server.host.pool import FairQueue
from basebash.server.http import responses
from basebash.server.http.rate_limits import RateLimits
from basebash.server.limits import client_of
from basebash.server.processes.pool import ExecutorPool
from basebash.server.processes.workers import worker_processes
from basebash.server.settings import Settings
from basebash.server.storage import store
from basebash.server.storage.database import check_database, make_engine
from basebash.server.storage.errors import BadDatabase, DatabaseUnavailable
from basebash.server.storage.key_file import read_key
from basebash.server.storage.schema import MOVES, TABLES
from basebash.server.tables.pass_delay import PassDelays
from tests.server.helpers import FAST, PATIENCE, TWO_PEOPLE, HttpError, Player, Server, http, play_on, sqlite_url
from tools.servers import wait_for


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    running: list[Server] = []

    def begin(settings: Settings = FAST, **more: Any) -> Server:
        running.append(Server(sqlite_url(tmp_path), settings, **more))
        return running[-1]

    yield begin
    for server in running:
        server.stop()


def change(folder: Path, statement: Any) -> None:
    engine = make_engine(sqlite_url(folder))
    with engine.begin() as connection:
        connection.execute(statement if not isinstance(statement, str) else sa.text(statement))
    engine.dispose()


def on_loop(server: Server, work: Any) -> Any:
    return asyncio.run_coroutine_threadsafe(work, server.loop).result(10)


# ----------------------------------------------------------------------------------------------- secrets
def test_the_seed_is_long_and_stored_only_sealed(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start(is_steady=False)
    ann, ben = server.pair(target_vp=2)
    with ann, ben:
        play_on([ann, ben], lambda state: state["answers"] >= 6)
        play = server.table(ann.table).core.play
        assert play is not None
        seed = str(play.game.setup.seed)
        assert len(seed) >= 32
        for raw in ann.frames + ben.frames:
            assert seed not in raw
        stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert seed.encode() not in stored
        assert (tmp_path / "games.db.key").stat().st_mode & 0o077 == 0
        answers = ann.state["answers"]
    server.stop()
    check_database(sqlite_url(tmp_path), read_key(sqlite_url(tmp_path)))
    with pytest.raises(BadDatabase, match="another key"):
        check_database(sqlite_url(tmp_path), read_key(sqlite_url(tmp_path), tmp_path / "other.key"))
    again = start(is_steady=False)
    ann, ben = (Player(again.url, ann.table, player.token) for player in (ann, ben))
    with ann, ben:
        assert ann.state["answers"] == answers
        play_on([ann, ben], lambda state: state["over"])
        # Now it is no longer secret, and the game no longer depends on the key.
        wait_for(lambda: again.get(f"/api/tables/{ann.table}")["over"])
        assert again.get(f"/api/tables/{ann.table}/save")["setup"]["seed"] == play.game.setup.seed
    again.stop()
    (tmp_path / "games.db.key").unlink()
    later = start()
    with Player(later.url, ann.table) as watcher:
        assert watcher.state["over"]["winner"] == ann.state["over"]["winner"]


def test_games_do_not_share_seeds_and_random_factions_are_stored(start: Callable[..., Server]) -> None:
    server = start(is_steady=False)
    seeds, drawn = set(), set()
    for _ in range(5):
        with server.solo() as ann:
            play = server.table(ann.table).core.play
            assert play is not None
            seeds.add(play.game.setup.seed)
            drawn.add(str(play.game.setup.factions))
    assert len(seeds) == 5
    assert len(drawn) > 1
    assert "random" not in drawn


def test_passes_of_people_and_pages_have_the_same_distribution() -> None:
    pace, chance = PassDelays(0.6), Random(3)
    people = [min(7.2, max(0.6, chance.lognormvariate(0.5, 0.8))) for _ in range(400)]
    for seconds in people:
        pace.note(seconds)
    pages = sorted(pace.draw() for _ in range(4000))
    last = sorted(people[-100:])
    for part in (0.1, 0.25, 0.5, 0.75, 0.9):
        assert pages[int(part * len(pages))] == pytest.approx(last[int(part * len(last))], rel=0.25)
    assert min(PassDelays(0.6).draw() for _ in range(200)) >= 0.5  # and before anybody has passed


def test_a_page_with_nothing_to_play_passes_as_slowly_as_people_do(start: Callable[..., Server]) -> None:
    server = start(replace(FAST, secret_answer_delay_seconds=0.05))
    ann, ben = server.pair(factions=[["Ninjas", "Robots"], ["Aliens", "Dinosaurs"]])
    with ann, ben:
        for _ in range(400):
            ann.until(lambda state: state["answers"] >= ben.state["answers"])
            ben.until(lambda state: state["answers"] >= ann.state["answers"])
            asked = ann if ann.question else ben
            assert asked.question is not None
            is_empty = asked.question["kind"] == "special" and not asked.question["options"]
            for _ in range(100):  # how long people took: this replaces the quick passes of this test's own players
                server.registry.pass_delays.note(0.5)
            asked_at = server.table(asked.table).clocks.asked_at  # the delay counts from the question
            asked.answer()
            if is_empty:
                assert time.monotonic() - asked_at > 0.4
                return
    raise AssertionError("no window came")


# ----------------------------------------------------------------------------------------------- rows
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET seats = '{]' WHERE id = :id",
        "UPDATE tables SET options = '{}' WHERE id = :id",
        "UPDATE tables SET setup = '[1]' WHERE id = :id",
        "UPDATE tables SET setup = '{\"names\": 3}' WHERE id = :id",
        "UPDATE tables SET seats = CAST(x'fffe00' AS TEXT) WHERE id = :id",
        "UPDATE tables SET name = CAST(x'c328' AS TEXT), listed = 'maybe', touched = 'long ago' WHERE id = :id",
        "UPDATE tables SET created = x'00', touched = 1e99 WHERE id = :id",
        "DELETE FROM moves WHERE table_id = :id AND number = 2",
        "DELETE FROM moves WHERE table_id = :id AND number = 0",
        "UPDATE moves SET picks = '[0, 1, 2, 3]' WHERE table_id = :id AND number = 1",
        "UPDATE moves SET picks = 'x' WHERE table_id = :id AND number = 1",
        "UPDATE moves SET picks = CAST(x'ff' AS TEXT) WHERE table_id = :id AND number = 1",
        "UPDATE moves SET seat = 1 - seat WHERE table_id = :id AND number = 1",
        "UPDATE moves SET kind = 'undo' WHERE table_id = :id AND number = 3",
        "UPDATE moves SET checksum = NULL WHERE table_id = :id AND number = 3",
    ],
)
def test_a_damaged_row_does_not_affect_other_tables(start: Callable[..., Server], tmp_path: Path, damage: str) -> None:
    first = start()
    broken, fine = first.solo(listed=True, name="Broken"), first.solo(listed=True, name="Fine")
    for player in (broken, fine):
        play_on([player], lambda state: state["answers"] >= 6 and state["view"]["question"])
        player.close()
    first.stop()
    change(tmp_path, sa.text(damage).bindparams(id=broken.table))
    second = start()
    wait_for(lambda: fine.table in second.registry.tables)  # resumed
    listed = [entry["name"] for entry in second.get("/api/tables")["tables"]]
    assert "Fine" in listed
    with pytest.raises(HttpError) as refused:
        second.get(f"/api/tables/{broken.table}")
    assert (refused.value.status, refused.value.code) == (410, "damaged")
    with pytest.raises(AssertionError, match="damaged"):
        Player(second.url, broken.table, broken.token)
    with Player(second.url, fine.table, fine.token) as again:
        assert again.state["answers"] >= fine.state["answers"]
        again.until(lambda state: state["view"]["question"])
        again.answer()


def test_moves_of_another_table_are_noticed(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start()
    one, other = server.solo(), server.solo()
    for player in (one, other):
        play_on([player], lambda state: state["answers"] >= 5 and state["view"]["question"])
        player.close()
    server.stop()
    change(tmp_path, sa.delete(MOVES).where(MOVES.c.table_id == one.table))
    change(tmp_path, sa.update(MOVES).where(MOVES.c.table_id == other.table).values(table_id=one.table))
    again = start()
    with pytest.raises(HttpError) as refused:
        again.get(f"/api/tables/{one.table}")
    assert refused.value.code == "damaged"


def test_games_without_checksums_continue(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start()
    ann = server.solo()
    play_on([ann], lambda state: state["answers"] >= 6 and state["view"]["question"])
    ann.close()
    server.stop()
    change(tmp_path, sa.update(MOVES).values(checksum=None, meaning=None))
    for _ in range(2):
        server = start()
        with Player(server.url, ann.table, ann.token) as again:
            assert again.state["answers"] >= ann.state["answers"]
            again.until(lambda state: state["view"]["question"])
            again.answer()
        server.stop()


# ----------------------------------------------------------------------------------------------- connections
def port_of(server: Server) -> int:
    return int(server.url.rsplit(":", 1)[1])


def open_half(server: Server, sent: bytes) -> socket.socket:
    half = socket.create_connection(("127.0.0.1", port_of(server)), timeout=5)
    half.sendall(sent)
    return half


def is_closed(half: socket.socket) -> bool:
    half.setblocking(False)
    try:
        while True:
            if not half.recv(100_000):
                return True
    except BlockingIOError:
        return False
    except OSError:
        return True


UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTT",  # the second request is incomplete
        UPGRADE + b"\x81",
    ],
)
def test_unfinished_requests_time_out_however_slowly_they_continue(start: Callable[..., Server], sent: bytes) -> None:
    server = start(replace(FAST, request_seconds=0.5, hello_seconds=0.5))
    halves = [open_half(server, sent) for _ in range(20)]
    end = time.monotonic() + PATIENCE
    while not all(is_closed(half) for half in halves):
        assert time.monotonic() < end, sum(is_closed(half) for half in halves)
        for half in halves if b"/ws" not in sent else ():
            try:
                half.send(b"x")  # a byte now and then does not extend the deadline
            except OSError:
                continue
        time.sleep(0.1)
    assert server.get("/healthz")["status"] == "ok"
    for half in halves:
        half.close()


def test_connections_are_limited_per_client_and_in_total(start: Callable[..., Server]) -> None:
    server = start(replace(FAST, connections_per_client=10, proxies=()))
    halves = [open_half(server, b"GET /") for _ in range(30)]
    wait_for(lambda: sum(is_closed(half) for half in halves) == 20)
    for half in halves:
        half.close()
    wait_for(lambda: server.get("/healthz")["status"] == "ok")
    server.stop()
    server = start(replace(FAST, connections=15))  # a proxy on the same machine is not limited as one client
    halves = [open_half(server, b"GET /") for _ in range(30)]
    wait_for(lambda: sum(is_closed(half) for half in halves) == 15)
    for half in halves:
        half.close()


def test_an_ipv6_network_is_one_client() -> None:
    async def take(*addresses: str) -> list[bool]:
        rates = RateLimits()
        rates.add("requests", 0.001, 10)
        return [await rates.take("requests", client_of(address)) for address in addresses]

    taken = asyncio.run(take(*(f"2001:db8:1:2::{n:x}" for n in range(100)), "2001:db8:1:3::1", "::ffff:192.0.2.1"))
    assert sum(taken[:100]) == 10
    assert taken[100:] == [True, True]
    assert client_of("::ffff:192.0.2.1") == client_of("192.0.2.1")


# ----------------------------------------------------------------------------------------------- bots
def test_one_clients_many_tables_do_not_starve_other_bots() -> None:
    async def main() -> tuple[list[str], int]:
        queue = FairQueue(1)
        order: list[str] = []

        async def think(owner: str, seconds: float, *, is_watched: bool = True) -> None:
            async with queue.turn(owner, is_watched=is_watched):
                order.append(owner)
                await asyncio.sleep(seconds)

        async def table(owner: str) -> None:
            for _ in range(3):
                await think(owner, 0.03)

        many = [asyncio.create_task(table("greedy")) for _ in range(60)]
        await asyncio.sleep(0.5)
        begun = len(order)
        await think("stranger", 0.0)
        queue._used["greedy"] = (60.0, time.monotonic())
        await think("another, and nobody looks", 0.0, is_watched=False)
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)
        return order, begun

    order, begun = asyncio.run(main())
    assert order.count("greedy") < 60
    assert order[-1] != "greedy"
    assert order[begun:].count("greedy") <= 6  # of more than a hundred that came first


def test_bots_get_less_time_under_load() -> None:
    class Recording(ThreadPoolExecutor):
        budgets: list[float] = []  # of this test

        def submit(self, *arguments: Any, **more: Any) -> Future[Any]:
            self.budgets.append(arguments[4])
            return super().submit(lambda: (0,))

    async def main() -> None:
        bots = worker_processes(1, executor)
        await bots.choose(game, "hard")
        await asyncio.gather(*(bots.choose(game, "hard", owner=str(n)) for n in range(40)))

    game = Game(2, seed=1)
    with Recording(1) as executor:
        asyncio.run(main())
    assert executor.budgets[0] == HARD_SECONDS
    assert min(executor.budgets) == workers._MIN_SECONDS
    assert sum(executor.budgets) < 20


def test_a_late_bot_is_shown(start: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "think", slow_think)
    server = start(replace(FAST, bot_late_seconds=0.1))
    seats = {"seats": [{"kind": "bot", "level": "easy"}, {"kind": "bot", "level": "easy"}]}
    tables = [server.post("/api/tables", seats)["table"] for _ in range(3)]
    watchers = [Player(server.url, table) for table in tables]
    try:
        seen = set()
        for watcher in watchers:
            for _ in range(4):
                seen.add(watcher.read("state")["late"])
        assert None in seen
        assert seen & {0, 1}
    finally:
        for watcher in watchers:
            watcher.close()
    assert "basebash_bots_late_total" in server.get("/metrics")["text"]


def slow_think(save: str, *_: Any) -> tuple[int, ...]:
    time.sleep(0.3)
    return next(Game.load(save).legal_answers())


# ----------------------------------------------------------------------------------------------- replays
def test_replays_and_saves_are_cached_and_limited_by_cost(start: Callable[..., Server]) -> None:
    server = start(replace(FAST, requests_per_second=1, requests_burst=100, replay_cost=3, save_cost=8))
    with server.solo(target_vp=1) as ann:
        play_on([ann], lambda state: state["over"])
        path = f"/api/tables/{ann.table}/replay?step=5"
        work: list[str] = []
        submit = server.bots.submit

        def counting(job: Any, *arguments: Any) -> Any:
            work.append(job.__name__)
            return submit(job, *arguments)

        server.bots.submit = counting  # type: ignore[method-assign,assignment]
        first = server.get(path)
        assert [server.get(path) for _ in range(5)] == [first] * 5
        assert work == ["replay_moment"]
        codes = [code_of(server, f"/api/tables/{ann.table}/replay?step={step}") for step in range(60)]
        assert set(codes) == {"", "too_fast"}
        assert codes.count("too_fast") > 20
        assert server.get("/healthz")["status"] == "ok"


def code_of(server: Server, path: str) -> str | None:
    try:
        server.get(path)
    except HttpError as error:
        return error.code
    return ""


def test_replays_do_not_delay_answers(start: Callable[..., Server]) -> None:
    server = start()
    server.registry.workers.replays = ExecutorPool(1, ThreadPoolExecutor(1))
    ann, ben = server.pair()
    with server.solo(target_vp=3) as over, ann, ben, ThreadPoolExecutor(4) as others:
        play_on([over], lambda state: state["over"])
        paths = [f"{server.url}/api/tables/{over.table}/replay?step={step}&as={eyes}" for step in range(0, 60, 3)
                 for eyes in ("all", "0", "1")]  # fmt: skip
        asked = [others.submit(http, path) for path in paths]
        times = []
        while not all(done.done() for done in asked):
            for player, other in ((ann, ben), (ben, ann)):
                newest = player.state["answers"]
                other.until(lambda state, newest=newest: bool(state["answers"] >= newest))  # type: ignore[misc]
                if player.question:
                    started = time.monotonic()
                    player.answer()
                    times.append(time.monotonic() - started)
        assert all(done.result()["steps"] for done in asked)
        assert sorted(times)[len(times) * 9 // 10] < 1.0


# ----------------------------------------------------------------------------------------------- the clock
def test_a_jump_of_the_system_clock_deletes_nothing(
    start: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()
    table = server.post("/api/tables", TWO_PEOPLE)["table"]
    server.registry.unload(server.table(table))
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 30 * 24 * 3600)
    on_loop(server, server.registry.sweep())
    assert server.get(f"/api/tables/{table}")["table"] == table
    assert [entry["table"] for entry in server.get("/api/tables")["tables"]] == []
    with server.solo() as ann:
        play_on([ann], lambda state: state["answers"] >= 3)
    server.stop()
    # A server that starts while the clock is wrong deletes nothing at first, and resumes the bots all the same.
    again = start()
    wait_for(lambda: ann.table in again.registry.tables)
    on_loop(again, again.registry.sweep())
    on_loop(again, again.registry.sweep())
    monkeypatch.setattr(time, "time", real)
    assert again.get(f"/api/tables/{table}")["table"] == table


def test_open_tables_that_stay_old_are_deleted(start: Callable[..., Server], tmp_path: Path) -> None:
    server = start(replace(FAST, open_recheck_seconds=0.2))
    table = server.post("/api/tables", TWO_PEOPLE)["table"]
    server.registry.unload(server.table(table))
    change(tmp_path, sa.update(TABLES).values(touched=time.time() - 3 * 24 * 3600))
    on_loop(server, server.registry.sweep())
    change(tmp_path, sa.update(TABLES).values(touched=time.time()))  # somebody was there
    time.sleep(0.3)
    on_loop(server, server.registry.sweep())
    change(tmp_path, sa.update(TABLES).values(touched=time.time() - 3 * 24 * 3600))
    on_loop(server, server.registry.sweep())
    time.sleep(0.3)
    on_loop(server, server.registry.sweep())
    with pytest.raises(HttpError) as gone:
        server.get(f"/api/tables/{table}")
    assert gone.value.code == "no_table"


# ----------------------------------------------------------------------------------------------- health
def test_health_distinguishes_a_full_disk_from_a_missing_database(
    start: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "CACHE_SECONDS", 0)
    server = start()
    assert server.get("/healthz")["status"] == "ok"
    with monkeypatch.context() as patch:
        patch.setattr(store, "_MIN_FREE_BYTES", 1 << 80)
        with pytest.raises(HttpError) as full:
            server.get("/healthz")
        assert (full.value.status, "disk is full" in full.value.message) == (503, True)

    def fail(*_: Any) -> Any:
        raise sa.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))

    with pytest.raises(DatabaseUnavailable):
        on_loop(server, server.store._do(fail, writes=True))
    with pytest.raises(HttpError) as full:
        server.get("/healthz")
    assert "disk is full" in full.value.message
    server.post("/api/tables", TWO_PEOPLE)  # there is room again
    assert server.get("/healthz")["status"] == "ok"
    with monkeypatch.context() as patch:
        patch.setattr(server.store._engine, "begin", fail)
        with pytest.raises(HttpError) as away:
            server.get("/healthz")
        assert (away.value.status, "does not answer" in away.value.message) == (503, True)
    server.store._is_full = False
