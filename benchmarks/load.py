"""Plays many tables at once through real WebSockets: `make load` (ARGS="--tables 500 1000 --pace 2 --seconds 20").

The server runs as processes of its own (`--workers 2 --postgres`: two of them, with a PostgreSQL that is started for
it), this one is all the players: two at each table, who answer at random, `pace` seconds after they were asked. Like
the browser they ask for the previews of every question. The server has its usual settings, pauses included, but for
the limits on what one address may do. `--hard` adds tables at which bots search all the time.

What is printed is what was measured: answers by the time that really passed, latency from sending an answer until its
effect comes back, memory by what the server processes have more than with ten tables. Where hidden cards decide what
can be picked the server waits on purpose; latency is therefore told of Play Cards, where it never does, and beside
that of all answers. How busy the machine was is told too.
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

from basebash.server import Settings, serve
from tools.servers import Postgres, Running, free_port

SETTINGS = Settings(
    connections_per_client=100_000,
    connections=100_000,
    requests_per_second=100_000,
    requests_at_once=100_000,
    tables_per_client_an_hour=100_000,
    tables_in_memory=100_000,
)
_WARM = 10  # tables that play before the memory is first looked at
GOAL = 250.0  # milliseconds, of the slowest but one in a hundred
MEMORY = 80.0  # KiB a table


class Question(msgspec.Struct):
    """As much of a question as a random player reads."""

    kind: str
    low: int
    high: int
    options: list[msgspec.Raw]


class View(msgspec.Struct):
    """As much of a view."""

    question: Question | None


class Message(msgspec.Struct):
    """As much of a message."""

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
        """Plays games at one table after the other."""
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
        """Answers whenever asked, at the pace, until the game is over."""
        answered = -1
        sent = 0.0
        kind = ""
        async for raw in connection:
            message = decode(raw)
            if message.type == "preview":
                self.previews += self.counting
                continue
            if message.type == "error":  # another process may be a moment behind; the state that follows is the truth
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
    """The memory of all server processes and the processor time they have used, without the bots."""
    with urllib.request.urlopen(f"{url}/metrics") as response:  # noqa: S310
        told = dict(line.rsplit(" ", 1) for line in response.read().decode().splitlines() if line[0] != "#")
    return float(told["basebash_memory_bytes"]), float(told["basebash_cpu_seconds"])


def part(values: list[float], share: float) -> float:
    """The value that this share of all lies below, in milliseconds."""
    return sorted(values)[int(len(values) * share)] * 1000 if values else float("nan")


async def measure(url: str, tables: int, pace: float, seconds: float, hard: int) -> bool:
    """Plays, and prints what was measured; whether the goals were reached."""
    load = Load(url, pace)
    for _ in range(hard):
        load.post("/api/tables", {"seats": [{"kind": "bot", "level": "hard"}] * 2, "target_vp": 50})
    warm = [asyncio.create_task(load.table(number)) for number in range(_WARM)]
    await asyncio.sleep(2 * pace + 2.5)  # until all processes have told their memory, and have what any table needs
    before, _ = await asyncio.to_thread(ask_server, url)
    tasks = [asyncio.create_task(load.table(number)) for number in range(tables - _WARM)]
    tasks += warm
    end = time.perf_counter() + 2 * pace + tables / 10
    while load.sitting < tables and time.perf_counter() < end and not any(task.done() for task in tasks):
        await asyncio.sleep(0.2)
    await asyncio.sleep(pace)
    _, cpu = await asyncio.to_thread(ask_server, url)
    own, started = time.process_time(), time.perf_counter()
    load.counting = True
    await asyncio.sleep(seconds)
    load.counting = False
    passed = time.perf_counter() - started
    own = time.process_time() - own
    await asyncio.sleep(2.5)
    now, used = await asyncio.to_thread(ask_server, url)
    broken = [task for task in tasks if task.done()]
    p50, p99 = part(load.plain, 0.5), part(load.plain, 0.99)
    memory = (now - before) / (tables - _WARM) / 1024
    print(
        f"| {load.sitting} of {tables} | {pace:g} s | {len(load.every) / passed:.0f} | {p50:.0f} ms | {p99:.0f} ms "
        f"| {part(load.every, 0.5):.0f} / {part(load.every, 0.99):.0f} ms | {memory:.0f} KiB "
        f"| {(used - cpu) / (passed + 2.5):.2f} + {own / passed:.2f} | {os.getloadavg()[0]:.1f} "
        f"| {load.previews / passed:.0f} |",
        flush=True,
    )
    for task in broken[:3]:
        print("failed:", repr(task.exception()))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return not broken and p99 < GOAL and memory <= MEMORY


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL with its usual settings, for as long as it is needed; its URL."""
    running = Postgres()
    try:
        yield running.url
    finally:
        running.remove()


@contextlib.contextmanager
def server(database: str, folder: Path, workers: int) -> Iterator[str]:
    """The server as processes of its own; its address."""
    port = free_port()
    told = json.dumps([port, database, workers, str(folder / "key")])
    command = [sys.executable, "-m", "benchmarks.load", "--serve", told]
    running = Running(command, f"http://127.0.0.1:{port}", folder / "log")
    try:
        yield running.url
    finally:
        running.end()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[500])
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between answers at a table")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--hard", type=int, default=0, help="tables more, at which two hard bots play")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server; several need --postgres")
    parser.add_argument("--postgres", action="store_true", help="with a PostgreSQL instead of SQLite")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        port, database, workers, key = json.loads(options.serve)
        serve("127.0.0.1", port, database, SETTINGS, workers=workers, key=Path(key))
        return 0
    gc.disable()  # a collection here would count as the server's latency
    database = "PostgreSQL" if options.postgres else "SQLite"
    print(f"{os.cpu_count()} cores, {options.workers} server process(es), {database}")
    print("| tables | pace | answers a second | p50 | p99 | all: p50 / p99 | memory a table | cores: server + players | load | previews a second |")  # fmt: skip  # noqa: E501
    print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
    reached = True
    for tables in options.tables:
        with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
            folder = Path(name)
            url = stack.enter_context(postgres()) if options.postgres else f"sqlite:///{folder / 'load.db'}"
            address = stack.enter_context(server(url, folder, options.workers))
            reached &= asyncio.run(measure(address, tables, options.pace, options.seconds, options.hard))
    return 0 if reached else 1


if __name__ == "__main__":
    raise SystemExit(main())
