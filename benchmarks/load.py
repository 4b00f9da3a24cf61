"""Plays many tables at once through real WebSockets: `make load` (ARGS="--tables 500 --pace 2 --seconds 20").

The server runs as a process of its own, this one is all the players: two at each table, who answer at random, one
answer a table every `pace` seconds. Like the browser they ask for the previews of every question. Latency is the time
from sending an answer until its effect comes back. `--hard` adds tables at which bots search all the time.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import multiprocessing
import random
import socket
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from basebash.table import Settings, serve

SETTINGS = Settings(
    connections_per_client=100_000,
    requests_per_second=100_000,
    tables_per_client_an_hour=100_000,
    tables_in_memory=100_000,
    window_pause=0.0,
)


class Question(msgspec.Struct):
    """As much of a question as a random player reads."""

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
        self.latencies: list[float] = []
        self.previews = 0
        self.counting = False
        self.games_over = 0
        self.stopping = False

    def post(self, path: str, body: Any) -> Any:
        with urllib.request.urlopen(f"{self.url}{path}", json.dumps(body).encode()) as response:  # noqa: S310
            return json.load(response)

    async def table(self, number: int) -> None:
        """Plays games at one table after the other."""
        await asyncio.sleep(number % 100 / 100 * self.pace)
        while not self.stopping:
            made = await asyncio.to_thread(self.post, "/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}]})
            joined = await asyncio.to_thread(self.post, f"/api/tables/{made['table']}/join", {"name": "Ben"})
            address = self.url.replace("http", "ws", 1) + "/ws"
            async with connect(address, compression=None) as one, connect(address, compression=None) as two:
                for player, token in ((one, made["token"]), (two, joined["token"])):
                    await player.send(json.dumps({"type": "hello", "table": made["table"], "token": token}))
                await asyncio.gather(self.player(one), self.player(two))
            self.games_over += 1

    async def player(self, connection: ClientConnection) -> None:
        """Answers whenever asked, at the pace, until the game is over."""
        answered = -1
        sent = 0.0
        async for raw in connection:
            message = decode(raw)
            if message.type == "preview":
                self.previews += self.counting
                continue
            if message.type != "state":
                raise RuntimeError(str(raw)[:300])
            if sent and message.answers > answered:
                if self.counting:
                    self.latencies.append(time.perf_counter() - sent)
                sent = 0.0
            if message.over is not None or self.stopping:
                return
            question = None if message.view is None else message.view.question
            if question is None or message.answers == answered:
                continue
            answered = message.answers
            count = len(question.options)
            if count:
                await connection.send(json.dumps({"type": "preview", "number": answered}))
            await asyncio.sleep(self.pace * random.uniform(0.8, 1.2))
            picks = random.sample(range(count), random.randint(question.low, min(question.high, count)))
            sent = time.perf_counter()
            await connection.send(json.dumps({"type": "answer", "number": answered, "picks": picks}))


def ask_server(url: str) -> tuple[float, float]:
    """The server's memory and the processor time it has used."""
    with urllib.request.urlopen(f"{url}/metrics") as response:  # noqa: S310
        told = dict(line.rsplit(" ", 1) for line in response.read().decode().splitlines() if line[0] != "#")
    return float(told["process_resident_memory_bytes"]), float(told["process_cpu_seconds_total"])


async def measure(url: str, tables: int, pace: float, seconds: float, hard: int) -> bool:
    """Plays, and prints what was measured; whether the aim was reached."""
    load = Load(url, pace)
    for _ in range(hard):
        load.post("/api/tables", {"seats": [{"kind": "bot", "level": "hard"}] * 2, "target_vp": 50})
    before, _ = ask_server(url)
    tasks = [asyncio.create_task(load.table(number)) for number in range(tables)]
    await asyncio.sleep(2 * pace + tables / 100)
    load.counting = True
    _, cpu = await asyncio.to_thread(ask_server, url)
    own = time.process_time()
    await asyncio.sleep(seconds)
    load.counting = False
    now, used = await asyncio.to_thread(ask_server, url)
    broken = [task for task in tasks if task.done()]
    latencies = sorted(load.latencies)
    memory = now - before
    server_share = (used - cpu) / seconds
    own_share = (time.process_time() - own) / seconds
    p50, p99 = (latencies[int(len(latencies) * part)] * 1000 for part in (0.5, 0.99))
    print(f"tables held      {tables - len(broken)} of {tables} ({load.games_over} games over)")
    print(f"answers a second {len(latencies) / seconds:.0f} (and {load.previews / seconds:.0f} previews)")
    print(f"latency          p50 {p50:.1f} ms   p99 {p99:.1f} ms   worst {latencies[-1] * 1000:.1f} ms")
    print(f"memory a table   {memory / tables / 1024:.0f} KiB ({memory / 2**20:.0f} MiB more than at the start)")
    print(f"processor        server {server_share:.2f} cores, players {own_share:.2f} cores")
    for task in broken[:3]:
        print("failed:", task.exception())
    load.stopping = True
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return not broken and p99 < 250


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between answers at a table")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--hard", type=int, default=0, help="tables more, at which two hard bots play")
    options = parser.parse_args()
    gc.disable()  # a collection here would count as the server's latency
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'load.db'}"
        process = multiprocessing.get_context("spawn").Process(
            target=serve, args=("127.0.0.1", port, database, SETTINGS)
        )
        process.start()
        try:
            url = f"http://127.0.0.1:{port}"
            for _ in range(200):
                try:
                    urllib.request.urlopen(f"{url}/healthz").close()  # noqa: S310
                    break
                except OSError:
                    time.sleep(0.05)
            reached = asyncio.run(measure(url, options.tables, options.pace, options.seconds, options.hard))
        finally:
            process.terminate()
            process.join(10)
    return 0 if reached else 1


if __name__ == "__main__":
    raise SystemExit(main())
