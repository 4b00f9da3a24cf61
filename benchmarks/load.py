"""Play many tables at once through real WebSockets: `make load` (ARGS="--tables 500 1000 --pace 2 --seconds 20").

The server runs in processes of its own (`--workers 2 --postgres`: two of them, with a PostgreSQL that is started for
the benchmark). This process is all the players: two at each table, who answer at random, `pace` seconds after they were
asked, and ask for the previews of every question, as the browser does. The server has its default settings, including
delays, except for the limits per client. `--hard` adds tables at which bots search all the time.

Answers per second are counted over the time that actually passed. Processor time is that of the server processes, of
their workers (which compute previews at low priority), of PostgreSQL and of the players, who share the cores with them.

Latency is the time from sending an answer until its
effect arrives. Memory per table is how much more memory the server processes use than with ten tables. Because the
server delays some answers deliberately, latency is printed for Play Cards, where it never does, and for all answers.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from basebash.server.serving import serve
from basebash.server.settings import Settings
from tools.servers import Postgres, Running, free_port

SETTINGS = Settings(
    connections_per_client=100_000,
    connections=100_000,
    requests_per_second=100_000,
    requests_burst=100_000,
    tables_per_client_per_hour=100_000,
    tables_in_memory=100_000,
)
_WARM_TABLES = 10  # that play before memory is first measured
GOAL_P99 = 250.0  # milliseconds
GOAL_MEMORY = 64.0  # KiB per table


class Question(msgspec.Struct):
    """The part of a question that a random player reads."""

    kind: str
    low: int
    high: int
    options: list[msgspec.Raw]


class View(msgspec.Struct):
    """The part of a view."""

    question: Question | None


class Message(msgspec.Struct):
    """The part of a message."""

    type: str
    answers: int = 0
    view: View | None = None
    over: dict[str, Any] | None = None


decode = msgspec.json.Decoder(Message).decode


class Load:
    """All players, and what they measured."""

    def __init__(self, url: str, pace: float) -> None:
        self.url = url
        self.pace = pace
        self.plain: list[float] = []  # latencies in Play Cards
        self.every: list[float] = []
        self.previews = 0
        self.counting = False
        self.games_over = 0
        self.sitting = 0

    def post(self, path: str, body: Any) -> Any:
        with urllib.request.urlopen(f"{self.url}{path}", json.dumps(body).encode()) as response:  # noqa: S310
            return json.load(response)

    async def table(self, number: int) -> None:
        """Play games, each at a new table."""
        await asyncio.sleep(number % 100 / 100 * self.pace)
        while True:
            made = await asyncio.to_thread(self.post, "/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}]})
            joined = await asyncio.to_thread(self.post, f"/api/tables/{made['table']}/join", {"name": "Ben"})
            address = self.url.replace("http", "ws", 1) + "/ws"
            async with connect(address, compression=None) as one, connect(address, compression=None) as two:
                for player, token in ((one, made["token"]), (two, joined["token"])):
                    await player.send(json.dumps({"type": "hello", "table": made["table"], "token": token}))
                self.sitting += 1
                await asyncio.gather(self.player(one), self.player(two))
                self.sitting -= 1
            self.games_over += 1

    async def player(self, connection: ClientConnection) -> None:
        """Answer whenever asked, at the pace, until the game is over."""
        answered = -1
        sent = 0.0
        kind = ""
        async for raw in connection:
            message = decode(raw)
            if message.type == "preview":
                self.previews += self.counting
                continue
            if message.type == "error":  # another process may be a moment behind; the next state is correct
                if b'"stale"' in (raw if isinstance(raw, bytes) else raw.encode()):
                    continue
                raise RuntimeError(str(raw)[:300])
            if sent and message.answers > answered:
                if self.counting:
                    self.every.append(time.perf_counter() - sent)
                    if kind == "main":
                        self.plain.append(self.every[-1])
                sent = 0.0
            if message.over is not None:
                return
            question = None if message.view is None else message.view.question
            if question is None or message.answers == answered:
                continue
            answered = message.answers
            kind = question.kind
            count = len(question.options)
            if count:
                await connection.send(json.dumps({"type": "preview", "number": answered}))
            await asyncio.sleep(self.pace * random.uniform(0.8, 1.2))
            picks = random.sample(range(count), random.randint(question.low, min(question.high, count)))
            sent = time.perf_counter()
            await connection.send(json.dumps({"type": "answer", "number": answered, "picks": picks}))


def ask_server(url: str) -> tuple[float, float]:
    """Return the memory and the processor time of all server processes, without workers."""
    with urllib.request.urlopen(f"{url}/metrics") as response:  # noqa: S310
        metrics = dict(line.rsplit(" ", 1) for line in response.read().decode().splitlines() if line[0] != "#")
    return float(metrics["basebash_memory_bytes"]), float(metrics["basebash_cpu_seconds"])


def processor_time(root: int) -> float:
    """Return the processor seconds of a process and all that it has started, as far as they still run."""
    seconds, waiting = 0.0, [root]
    while waiting:
        process = waiting.pop()
        with contextlib.suppress(OSError):  # it has ended meanwhile
            fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            for thread in Path(f"/proc/{process}/task").iterdir():
                waiting += map(int, (thread / "children").read_text(encoding="ascii").split())
    return seconds


class Spent(msgspec.Struct):
    """The processor seconds of everything that takes part, until some moment."""

    server: float
    workers: float
    database: float
    players: float

    def since(self, before: Spent) -> Spent:
        """Return what was spent since an earlier moment."""
        return Spent(*(getattr(self, name) - getattr(before, name) for name in self.__struct_fields__))


class Site(msgspec.Struct):
    """A running server and its database, None for SQLite, which is in the server's process."""

    server: Running
    postgres: Postgres | None

    def spent(self) -> Spent:
        """Return the processor time so far."""
        _, server = ask_server(self.server.url)
        database = 0.0 if self.postgres is None else processor_time(self.postgres.process.pid)
        return Spent(server, processor_time(self.server.process.pid) - server, database, time.process_time())


def percentile(values: list[float], share: float) -> float:
    """Return the value below which this share of all values is, in milliseconds."""
    return sorted(values)[int(len(values) * share)] * 1000 if values else float("nan")


async def measure(site: Site, tables: int, pace: float, seconds: float, hard: int) -> bool:
    """Play, print what was measured, and return whether the goals were reached."""
    url = site.server.url
    load = Load(url, pace)
    for _ in range(hard):
        load.post("/api/tables", {"seats": [{"kind": "bot", "level": "hard"}] * 2, "target_vp": 50})
    warm = [asyncio.create_task(load.table(number)) for number in range(_WARM_TABLES)]
    await asyncio.sleep(2 * pace + 2.5)  # until all processes have loaded what every table needs
    before, _ = await asyncio.to_thread(ask_server, url)
    tasks = [asyncio.create_task(load.table(number)) for number in range(tables - _WARM_TABLES)]
    tasks += warm
    end = time.perf_counter() + 2 * pace + tables / 10
    while load.sitting < tables and time.perf_counter() < end and not any(task.done() for task in tasks):
        await asyncio.sleep(0.2)
    await asyncio.sleep(pace)
    at_first = await asyncio.to_thread(site.spent)
    started = time.perf_counter()
    load.counting = True
    await asyncio.sleep(seconds)
    load.counting = False
    passed = time.perf_counter() - started
    await asyncio.sleep(1.5)  # the server's own figures are up to a second old
    spent = (await asyncio.to_thread(site.spent)).since(at_first)
    whole = time.perf_counter() - started
    now, _ = await asyncio.to_thread(ask_server, url)
    broken = [task for task in tasks if task.done()]
    p50, p99 = percentile(load.plain, 0.5), percentile(load.plain, 0.99)
    memory = (now - before) / (tables - _WARM_TABLES) / 1024
    cores = " + ".join(f"{getattr(spent, name) / whole:.2f}" for name in spent.__struct_fields__)
    answers = max(1, len(load.every)) / passed
    print(
        f"| {load.sitting} of {tables} | {pace:g} s | {answers:.0f} | {p50:.0f} ms | {p99:.0f} ms "
        f"| {percentile(load.every, 0.5):.0f} / {percentile(load.every, 0.99):.0f} ms | {memory:.0f} KiB | {cores} "
        f"| {1000 * spent.server / whole / answers:.2f} ms | {1000 * spent.players / whole / answers:.2f} ms "
        f"| {load.previews / passed:.0f} | {os.getloadavg()[0]:.1f} |",
        flush=True,
    )
    for task in broken[:3]:
        print("failed:", repr(task.exception()))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return not broken and p99 < GOAL_P99 and memory <= GOAL_MEMORY


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL with its default settings."""
    running = Postgres()
    try:
        yield running
    finally:
        running.remove()


@contextlib.contextmanager
def server(database: str, folder: Path, workers: int) -> Iterator[Running]:
    """Run the server in processes of its own."""
    port = free_port()
    configuration = json.dumps([port, database, workers, str(folder / "key")])
    command = [sys.executable, "-m", "benchmarks.load", "--serve", configuration]
    running = Running(command, f"http://127.0.0.1:{port}", folder / "log")
    try:
        yield running
    finally:
        running.end()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[500])
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between answers at a table")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--hard", type=int, default=0, help="additional tables with two hard bots")
    parser.add_argument("--workers", type=int, default=1, help="server processes; several need --postgres")
    parser.add_argument("--postgres", action="store_true", help="use PostgreSQL instead of SQLite")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        port, database, workers, key = json.loads(options.serve)
        serve("127.0.0.1", port, database, SETTINGS, workers=workers, key=Path(key))
        return 0
    gc.disable()  # a collection here would be measured as latency of the server
    database = "PostgreSQL" if options.postgres else "SQLite"
    print(f"{os.cpu_count()} cores, {options.workers} server process(es), {database}")
    print("| tables | pace | answers per second | p50 | p99 | all: p50 / p99 | memory per table | cores: server + workers + database + players | server per answer | players per answer | previews per second | load |")  # fmt: skip  # noqa: E501
    print("|---|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    reached = True
    for tables in options.tables:
        with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
            folder = Path(name)
            running = stack.enter_context(postgres()) if options.postgres else None
            url = f"sqlite:///{folder / 'load.db'}" if running is None else running.url
            site = Site(stack.enter_context(server(url, folder, options.workers)), running)
            reached &= asyncio.run(measure(site, tables, options.pace, options.seconds, options.hard))
    return 0 if reached else 1


if __name__ == "__main__":
    raise SystemExit(main())
