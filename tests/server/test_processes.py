"""Several processes on one PostgreSQL: players of one table may be connected to different ones."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace
from websockets.exceptions import WebSocketException

from basebash import Game
from basebash.server.host import workers
from basebash.server.processes.bus import Bus
from basebash.server.settings import Settings
from basebash.server.storage.database import make_engine
from basebash.server.storage.schema import MOVES
from basebash.server.storage.seed_secrets import SeedSecrets
from tests.server.helpers import FAST, TWO_PEOPLE, Player, Process, Server, catch_up, http, play_on
from tests.server.postgres import Postgres
from tools.servers import COMMAND, free_port, wait_for

Start = Callable[..., Server]


@pytest.fixture
def start(postgres: Postgres) -> Iterator[Start]:
    running: list[Server] = []

    def begin(settings: Settings = FAST, **more: Any) -> Server:
        running.append(Server(postgres.url, settings, seeds=SeedSecrets(bytes(32)), is_steady=False, **more))
        return running[-1]

    yield begin
    for server in running:
        server.stop()


def at(server: Server, player: Player) -> Player:
    """Connect the same person to another process."""
    return Player(server.url, player.table, player.token)


def test_two_players_and_a_spectator_at_three_processes(start: Start) -> None:
    one, two, three = start(), start(), start()
    made = one.post("/api/tables", TWO_PEOPLE)
    with Player(one.url, made["table"], made["token"]) as ann, Player(three.url, made["table"]) as watcher:
        joined = two.post(f"/api/tables/{made['table']}/join", {"name": "Ben"})
        with Player(two.url, made["table"], joined["token"]) as ben:
            ann.until(lambda state: state["started"] and state["seats"][1]["connected"])
            ben.until(lambda state: state["seats"][0]["connected"] and state["spectators"] == 1)
            play_on([ann, ben, watcher], lambda state: state["answers"] >= 30)
            assert [line["kind"] for line in ann.log] == [line["kind"] for line in watcher.log]
            ben.send(type="chat", text="Hello, everybody!")
            assert [player.read("chat")["text"] for player in (ann, ben, watcher)] == ["Hello, everybody!"] * 3
            asked, other = (ann, ben) if ann.question else (ben, ann)
            asked.answer()
            number = asked.state["answers"]
            asked.send(type="undo")
            other.read("state", lambda state: state["undo"]["waiting_for"] or state["answers"] > number)
            if other.state["answers"] == number:
                other.send(type="consent", yes=True)
            for player in (ann, ben, watcher):
                player.until(lambda state: state["answers"] == number + 1 and state["undo"]["asked_by"] is None)
            play_on([ann, ben, watcher], lambda state: state["answers"] >= number + 10)
            ben.send(type="resign")
            watcher.read("state", lambda state: state["seats"][1]["resigned"])
        ann.read("state", lambda state: not state["seats"][1]["connected"])


def test_a_seat_is_taken_once(start: Start) -> None:
    servers = [start(), start(), start()]
    for _ in range(4):
        made = servers[0].post("/api/tables", TWO_PEOPLE)
        for server in servers:
            server.get(f"/api/tables/{made['table']}")
        taken: list[str] = []

        def join(server: Server, table: str, taken: list[str]) -> None:
            with contextlib.suppress(Exception):
                taken.append(server.post(f"/api/tables/{table}/join", {"name": "Ben"})["token"])

        threads = [threading.Thread(target=join, args=(server, made["table"], taken)) for server in servers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(taken) == 1
        with Player(servers[2].url, made["table"], taken[0]) as ben:
            ben.until(lambda state: state["view"])


def test_a_player_may_arrive_before_the_announcement_of_their_seat(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = start(), start()
    made = one.post("/api/tables", TWO_PEOPLE)
    two.get(f"/api/tables/{made['table']}")

    def hear_nothing(_: object) -> None:
        """Stand in for an announcement that is late."""

    bus = two.registry.bus
    assert bus is not None
    monkeypatch.setattr(bus, "_on_announcement", hear_nothing)
    joined = one.post(f"/api/tables/{made['table']}/join", {"name": "Ben"})
    with Player(two.url, made["table"], joined["token"]) as ben:
        assert ben.state["you"] == 1


def test_an_answer_given_twice_at_once_counts_once(start: Start, postgres: Postgres) -> None:
    one, two = start(), start()
    ann, ben = one.pair()
    with ann, ben, at(two, ann) as ann_too, at(two, ben) as ben_too:
        for _ in range(15):
            catch_up(ann, ben, ann_too, ben_too)
            asked, too = (ann, ann_too) if ann.question else (ben, ben_too)
            number, picks = asked.state["answers"], asked.pick()
            for player in (asked, too):
                player.send(type="answer", number=number, picks=picks)
            for player in (asked, too):
                while player.state["answers"] <= number:
                    player.read_any("state", "error")
    engine = make_engine(postgres.url)
    with engine.connect() as connection:
        numbers = connection.execute(sa.select(MOVES.c.number).order_by(MOVES.c.number)).scalars().all()
    engine.dispose()
    assert numbers == list(range(len(numbers)))


def test_a_bot_belongs_to_one_process_and_another_takes_over(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    thought: list[float] = []

    def think(save: str, *_: Any) -> tuple[int, ...]:
        thought.append(time.monotonic())
        return next(Game.load(save).legal_answers())

    monkeypatch.setattr(workers, "think", think)
    one, two = start(replace(FAST, bot_delay_seconds=0.05)), start(replace(FAST, bot_delay_seconds=0.05))
    made = one.post("/api/tables", {"seats": [{"kind": "bot"}, {"kind": "bot"}], "target_vp": 50})
    wait_for(lambda: one.table(made["table"]).core.is_owned)
    with Player(one.url, made["table"]) as here, Player(two.url, made["table"]) as there:
        here.until(lambda state: state["answers"] >= 10)
        there.until(lambda state: state["answers"] >= 10)
        answers = there.state["answers"]
        thoughts = len(thought)
        assert thoughts <= one.table(made["table"]).core.move_count + 1  # no bot has thought twice
        assert (one.table(made["table"]).core.is_owned, two.table(made["table"]).core.is_owned) == (True, False)
    one.stop()
    with Player(two.url, made["table"]) as there:
        there.until(lambda state: state["answers"] >= answers + 10)
    assert two.table(made["table"]).core.is_owned


def test_another_process_continues_when_one_is_killed_while_its_bot_thinks(postgres: Postgres, tmp_path: Path) -> None:
    key = ("--key", str(tmp_path / "key"))
    first, second = (
        Process(postgres.url, free_port(), tmp_path, *key),
        Process(postgres.url, free_port(), tmp_path, *key),
    )
    try:
        made = http(f"{first.url}/api/tables", {"seats": [{"kind": "me"}, {"kind": "bot", "level": "hard"}]})
        with Player(second.url, made["table"], made["token"]) as ann:
            first_player = Player(first.url, made["table"])
            for _ in range(300):  # until the bot is asked and the first process is thinking
                ann.until(lambda state: state["view"])
                if ann.state["view"]["asked"] == 1:
                    break
                if ann.question:
                    end = [o["index"] for o in ann.question["options"] if o["kind"] == "end"]
                    ann.answer(end or None)
            time.sleep(0.3)
            answers = ann.state["answers"]
            first.end(signal.SIGKILL)
            first_player.close()
            ann.read("state", lambda state: state["answers"] > answers, timeout=40)
    finally:
        second.end(signal.SIGTERM)


def test_processes_survive_a_restart_of_the_database(start: Start, postgres: Postgres) -> None:
    one, two = start(), start()
    ann, ben = one.pair()
    ben.close()
    with ann, at(two, ben) as ben:
        play_on([ann, ben], lambda state: state["answers"] >= 10)
        postgres.stop()
        asked = ann if ann.question else ben
        number, picks = asked.state["answers"], asked.pick()
        assert asked.refused(type="answer", number=number, picks=picks) == "busy"
        postgres.start()
        insist(asked, number, picks)
        for _ in range(10):  # each process reconnects in its own time
            number = catch_up(ann, ben)
            asked = ann if ann.question else ben
            insist(asked, number, asked.pick())


def insist(player: Player, number: int, picks: list[int]) -> None:
    """Answer until the answer is stored."""

    def is_written() -> bool:
        player.send(type="answer", number=number, picks=picks)
        player.read_any("state", "error")
        return bool(player.state["answers"] > number)

    wait_for(is_written, 60)


def test_workers_share_one_port(postgres: Postgres, tmp_path: Path) -> None:
    server = Process(postgres.url, free_port(), tmp_path, "--key", str(tmp_path / "key"), "--workers", "2")
    try:
        made = http(f"{server.url}/api/tables", TWO_PEOPLE)
        joined = http(f"{server.url}/api/tables/{made['table']}/join", {"name": "Ben"})
        many = [Player(server.url, made["table"], token) for token in [made["token"], joined["token"]] * 4]
        play_on(many, lambda state: state["answers"] >= 12)
        for player in many:
            player.close()
        metrics = http(f"{server.url}/metrics")["text"]
        answers = re.search(r"^basebash_answers_total (\d+)", metrics, re.MULTILINE)
        assert answers is not None
        assert int(answers[1]) >= 12  # of both together
    finally:
        log = server.end(signal.SIGTERM)
    assert "Traceback" not in log


def workers_of(server: Process) -> list[int]:
    """Return the ids of a server's processes."""
    parent = server.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
    return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def connections_of(server: Process) -> float:
    """Return how many connections the metrics report."""
    metrics = http(f"{server.url}/metrics")["text"]
    found = re.search(r"^basebash_connections (\S+)", metrics, re.MULTILINE)
    return float(found[1]) if found else -1.0


def test_the_other_worker_serves_when_one_is_killed(postgres: Postgres, tmp_path: Path) -> None:
    server = Process(postgres.url, free_port(), tmp_path, "--key", str(tmp_path / "key"), "--workers", "2")
    try:
        wait_for(lambda: '"serving"' in server.said)  # both have started
        made = http(f"{server.url}/api/tables", {"seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}]})
        many = [Player(server.url, made["table"], made["token"]) for _ in range(8)]  # some at each process
        wait_for(lambda: connections_of(server) == len(many))
        os.kill(workers_of(server)[0], signal.SIGKILL)
        for player in many:
            player.close()
        served = 0
        for _ in range(20):
            started = time.monotonic()
            with (  # it may have accepted a connection before it died
                contextlib.suppress(OSError, EOFError, WebSocketException),
                Player(server.url, made["table"], made["token"]) as ann,
            ):
                ann.until(lambda state: state["view"]["question"])
                served += 1
            assert time.monotonic() - started < 15
        assert served >= 18
        wait_for(lambda: len(workers_of(server)) == 2)
        wait_for(lambda: connections_of(server) == 0)  # those of the killed process do not count any more
    finally:
        said = server.end(signal.SIGTERM)
    assert said.count('"serving"') == 1


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    done = subprocess.run(
        [*COMMAND, "serve", "--workers", "2", "--database", database],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "need PostgreSQL" in done.stderr


# ----------------------------------------------------------------------------------------------- kills under load
class Pair:
    """Two people at one table, connected to processes that are alive, who remember what was acknowledged."""

    def __init__(self, urls: list[str]) -> None:
        self.urls = urls
        made = http(f"{urls[0]}/api/tables", TWO_PEOPLE)
        joined = http(f"{urls[1]}/api/tables/{made['table']}/join", {"name": "Ben"})
        self.table = made["table"]
        self.tokens = [made["token"], joined["token"]]
        self.acknowledged: dict[int, list[int]] = {}
        self.tried: dict[int, list[int]] = {}
        self.is_over = threading.Event()

    def play(self) -> None:
        for number in itertools.count():
            if self.is_over.is_set():
                return
            with contextlib.suppress(WebSocketException, OSError, AssertionError, TimeoutError, EOFError):
                self._play(self.urls[number % len(self.urls)], self.urls[(number + 1) % len(self.urls)])

    def _play(self, one: str, other: str) -> None:
        with Player(one, self.table, self.tokens[0]) as ann, Player(other, self.table, self.tokens[1]) as ben:
            while not self.is_over.is_set() and not ann.state["over"]:
                catch_up(ann, ben)
                asked = ann if ann.question else ben
                number = asked.state["answers"]
                picks = self.tried.setdefault(number, asked.pick())  # the first attempt may have been stored after all
                asked.send(type="answer", number=number, picks=picks)
                asked.read("state", lambda state, number=number: state["answers"] > number, timeout=3)  # type: ignore[misc]
                self.acknowledged[number] = picks
                time.sleep(0.02)


def let_play(pairs: list[Pair]) -> None:
    """Wait until two more answers of each pair have been acknowledged."""
    wanted = [len(pair.acknowledged) + 2 for pair in pairs]
    wait_for(lambda: all(len(pair.acknowledged) >= count for pair, count in zip(pairs, wanted, strict=True)))


KILLS = int(os.environ.get("KILLS", "6"))  # `make kills` does 30


def test_nothing_acknowledged_is_lost_in_kills_under_load(postgres: Postgres, tmp_path: Path) -> None:
    key = ("--key", str(tmp_path / "key"))
    ports = [free_port(), free_port()]
    processes = [Process(postgres.url, port, tmp_path, *key) for port in ports]
    pairs = [Pair([process.url for process in processes]) for _ in range(3)]
    threads = [threading.Thread(target=pair.play) for pair in pairs]
    for thread in threads:
        thread.start()
    try:
        for number in range(KILLS):
            let_play(pairs)
            processes[number % 2].end(signal.SIGKILL)
            processes[number % 2] = Process(postgres.url, ports[number % 2], tmp_path, *key)
        time.sleep(0.5)
    finally:
        for pair in pairs:
            pair.is_over.set()
        for thread in threads:
            thread.join(15)
        for process in processes:
            process.end(signal.SIGTERM)
    engine = make_engine(postgres.url)
    for pair in pairs:
        with engine.connect() as connection:
            rows = connection.execute(
                sa.select(MOVES.c.number, MOVES.c.picks).where(MOVES.c.table_id == pair.table)
            ).all()
        written = {number: [int(i) for i in re.findall(r"\d+", picks)] for number, picks in rows}
        assert len(pair.acknowledged) > 5
        assert {number: written.get(number) for number in pair.acknowledged} == pair.acknowledged
        assert sorted(written) == list(range(len(written)))
    engine.dispose()
    print(  # noqa: T201  # for `make kills`
        f"{KILLS} kills, {sum(len(pair.acknowledged) for pair in pairs)} answers acknowledged, none lost"
    )


async def after_a_while(work: Callable[[], Awaitable[None]]) -> None:
    await asyncio.sleep(1.5)
    await work()


@pytest.mark.parametrize("slow", ["nobody", "who goes", "who comes"])
def test_bot_games_continue_at_another_process(start: Start, monkeypatch: pytest.MonkeyPatch, slow: str) -> None:
    unhurried = replace(FAST, bot_delay_seconds=0.05)  # so that the game is not over too soon
    one = start(unhurried)
    table = one.post("/api/tables", {"seats": [{"kind": "bot", "level": "easy"}] * 2, "target_vp": 50})["table"]
    wait_for(lambda: one.table(table).core.move_count > 3)
    if slow == "who goes":  # the goodbye arrives before the connection with its locks is closed
        assert isinstance(one.registry.bus, Bus)
        locks = one.registry.bus._connection
        close = locks.close
        monkeypatch.setattr(locks, "close", lambda: after_a_while(close))
    if slow == "who comes":  # the goodbye is sent before the new process listens
        listen = Bus._listen
        monkeypatch.setattr(Bus, "_listen", lambda bus: after_a_while(lambda: listen(bus)))
    two = start(unhurried)
    one.stop()
    wait_for(lambda: table in two.registry.tables and two.table(table).core.is_owned)
    moves = two.table(table).core.move_count
    wait_for(lambda: two.table(table).core.move_count > moves + 3)
