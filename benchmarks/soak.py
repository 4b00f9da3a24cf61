"""Play for a long time while things go wrong: `make soak` (ARGS="--minutes 60 --tables 50 --postgres").

Two people at each table answer at random, `pace` seconds after they were asked. Every `every` seconds one thing goes
wrong for some seconds: half of all clients vanish or stop reading, the database goes away (PostgreSQL is stopped,
SQLite is locked), its disk is full (a small file system in memory, which only root can mount), or a server process is
killed. Then every game must continue. Processes are killed in the first half of the time only, so that the second half
shows whether memory stays flat. At the end, the database must have every answer that was acknowledged.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from basebash.server.metrics import memory_of
from basebash.server.serving import serve
from basebash.server.storage.database import make_engine
from basebash.server.storage.schema import MOVES
from benchmarks import load
from benchmarks.restart import post
from tools.servers import Postgres, Running, free_port

OUTAGE_SECONDS = 5.0  # at least; an outage ends when it has been noticed
LONGEST_OUTAGE_SECONDS = 60.0
PATIENCE = 120.0  # seconds until every game must continue
DISK_BYTES = 512 * 2**20
MOST_GROWTH = 0.1  # of the memory, from the third quarter of the time to the last
LEAST_MINUTES = 20.0  # in a shorter run, memory still grows after the last kill
# Finished games leave the memory soon, so that its use does not grow for ten minutes.
SOAK_SETTINGS = replace(load.SETTINGS, idle_seconds=20.0)
_GONE = (OSError, WebSocketException, TimeoutError, EOFError)


class Message(load.Message):
    """The part of a message that matters here."""

    code: str = ""


decode = msgspec.json.Decoder(Message).decode


class Game:
    """A game of two people, and what the server has acknowledged."""

    def __init__(self, table: str, tokens: list[str]) -> None:
        self.table = table
        self.tokens = tokens
        self.tried: dict[int, list[int]] = {}  # the first attempt may have been stored, so it is repeated
        self.acknowledged: dict[int, list[int]] = {}
        self.is_over = False


class Pair:
    """Two people who play one game after another, whatever happens to the server."""

    def __init__(self, url: str, pace: float, chance: Random) -> None:
        self._url = url
        self._pace = pace
        self._chance = chance
        self.games: list[Game] = []
        self.connections: set[ClientConnection] = set()
        self.refusals = 0  # because the database could not store an answer
        self.continued_at = time.monotonic()

    async def play(self) -> None:
        await asyncio.sleep(self._chance.uniform(0, self._pace))
        while True:
            game = await self._new_game()
            self.games.append(game)
            self.continued_at = time.monotonic()
            await asyncio.gather(*(self._sit(game, token) for token in game.tokens))

    async def _new_game(self) -> Game:
        while True:
            with contextlib.suppress(*_GONE):
                seats = [{"kind": "me"}, {"kind": "open"}]
                made = await asyncio.to_thread(post, f"{self._url}/api/tables", {"seats": seats})
                address = f"{self._url}/api/tables/{made['table']}/join"
                joined = await asyncio.to_thread(post, address, {"name": "Ben"})
                return Game(made["table"], [made["token"], joined["token"]])
            await asyncio.sleep(0.5)

    async def _sit(self, game: Game, token: str) -> None:
        """Answer at a table until the game is over, and connect again as often as needed."""
        address = self._url.replace("http", "ws", 1) + "/ws"
        while not game.is_over:
            with contextlib.suppress(*_GONE):
                async with connect(address, compression=None, open_timeout=10, ping_interval=None) as connection:
                    self.connections.add(connection)
                    try:
                        await self._answer(game, token, connection)
                    finally:
                        self.connections.discard(connection)
            await asyncio.sleep(0.3)

    async def _answer(self, game: Game, token: str, connection: ClientConnection) -> None:
        last: dict[str, Any] = {"type": "hello", "table": game.table, "token": token}
        sent = -1
        await connection.send(json.dumps(last))
        async for raw in connection:
            message = decode(raw)
            if message.type == "error":
                if message.code == "busy":
                    self.refusals += 1
                    await asyncio.sleep(0.5)
                    await connection.send(json.dumps(last))
                elif message.code != "stale":  # another process may be a moment behind; the next state is correct
                    raise AssertionError(str(raw)[:300])
                continue
            if message.type != "state":
                continue
            if 0 <= sent < message.answers:
                game.acknowledged[sent] = game.tried[sent]
                self.continued_at = time.monotonic()
                sent = -1
            if message.over is not None:
                game.is_over = True
                return
            question = None if message.view is None else message.view.question
            if question is None or sent == message.answers:
                continue
            await asyncio.sleep(self._pace * self._chance.uniform(0.8, 1.2))
            sent = message.answers
            count = len(question.options)
            picks = self._chance.sample(range(count), self._chance.randint(question.low, min(question.high, count)))
            last = {"type": "answer", "number": sent, "picks": game.tried.setdefault(sent, picks)}
            await connection.send(json.dumps(last))


class Disk:
    """A small file system of its own, if this user may mount one."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="basebash-soak-"))
        command = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(self.folder)]
        self.is_small = shutil.which("mount") is not None and not subprocess.run(command, check=False).returncode  # noqa: S603

    def fill(self) -> None:
        """Leave no space."""
        with contextlib.suppress(OSError), (self.folder / "filler").open("wb", buffering=0) as file:
            for size in (2**20, 2**12):
                with contextlib.suppress(OSError):
                    while file.write(bytes(size)) == size:
                        continue

    def free(self) -> None:
        """Give the space back."""
        (self.folder / "filler").unlink()

    def remove(self) -> None:
        if self.is_small:
            subprocess.run(["umount", str(self.folder)], check=False)  # noqa: S603, S607
        shutil.rmtree(self.folder)


class Site:
    """A server with its database and disk, and what may happen to them."""

    def __init__(self, *, uses_postgres: bool) -> None:
        self.disk = Disk()
        self.keys = Path(tempfile.mkdtemp(prefix="basebash-soak-"))  # key and log, which survive a full disk
        self.postgres = None
        if uses_postgres:  # its log of changes must fit the disk
            self.postgres = Postgres(parent=self.disk.folder, options=["max_wal_size=96MB", "min_wal_size=32MB"])
        self._file = self.disk.folder / "soak.db"
        self.database = f"sqlite:///{self._file}" if self.postgres is None else self.postgres.url
        self.workers = 1 if self.postgres is None else 2
        configuration = json.dumps([free_port(), self.database, self.workers, str(self.keys / "key")])
        self._command = [sys.executable, "-m", "benchmarks.soak", "--serve", configuration]
        self._port = json.loads(configuration)[0]
        self.start()

    def start(self) -> None:
        self._server = Running(self._command, f"http://127.0.0.1:{self._port}", self.keys / "log")
        self.url = self._server.url

    @property
    def processes(self) -> list[int]:
        """The processes that serve."""
        parent = self._server.process.pid
        if self.workers == 1:
            return [parent]
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text(encoding="ascii").split()
        return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    @property
    def memory(self) -> int:
        """How many bytes the server processes use."""
        return sum(memory_of(str(process)) for process in self.processes)

    def kill(self) -> None:
        """Kill a server process. One of several is replaced by its supervisor."""
        os.kill(self.processes[0], signal.SIGKILL)
        if self.workers == 1:
            self._server.process.wait()
            self.start()

    @contextlib.contextmanager
    def database_away(self) -> Iterator[None]:
        if self.postgres is not None:
            self.postgres.stop()
            yield
            self.postgres.start()
            return
        with contextlib.closing(
            sqlite3.connect(self._file, timeout=60, isolation_level=None, check_same_thread=False)
        ) as connection:
            connection.execute("BEGIN EXCLUSIVE")
            yield

    @contextlib.contextmanager
    def disk_full(self) -> Iterator[None]:
        self.disk.fill()
        yield
        self.disk.free()
        if self.postgres is not None and not self.postgres.is_running:  # it gives up if it cannot write
            self.postgres.start()

    def written(self) -> dict[str, dict[int, list[int]]]:
        """Return all stored answers by table and number."""
        engine = make_engine(self.database)
        found: dict[str, dict[int, list[int]]] = {}
        with engine.connect() as connection:
            query = sa.select(MOVES.c.table_id, MOVES.c.number, MOVES.c.picks)
            for table, number, picks in connection.execute(query):
                found.setdefault(table, {})[number] = json.loads(picks)
        engine.dispose()
        return found

    def end(self) -> str:
        """Stop the server and return the log of all its processes."""
        self._server.end()
        return (self.keys / "log").read_text(encoding="utf-8")

    def remove(self) -> None:
        if self._server.process.poll() is None:
            self._server.end(signal.SIGKILL)
        if self.postgres is not None:
            self.postgres.remove()
        self.disk.remove()
        shutil.rmtree(self.keys)


class Soak:
    """A long run."""

    def __init__(self, site: Site, tables: int, pace: float, every: float, seed: int) -> None:
        self._site = site
        self._every = every
        self._chance = Random(seed)
        self._pairs = [Pair(site.url, pace, self._chance) for _ in range(tables)]
        self.incidents: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()  # answers that could not be stored
        self.slowest: dict[str, float] = {}  # seconds until every game continued, by incident
        self.memory: list[tuple[float, int]] = []

    @property
    def games(self) -> list[Game]:
        return [game for pair in self._pairs for game in pair.games]

    @property
    def refusals(self) -> int:
        return sum(pair.refusals for pair in self._pairs)

    async def run(self, seconds: float) -> None:
        """Play for some time; `AssertionError` if a game does not continue."""
        playing = [asyncio.create_task(pair.play()) for pair in self._pairs]
        started = time.monotonic()
        try:
            await self._wait_for_all("start")
            while (passed := time.monotonic() - started) < seconds:
                kinds = [self._vanish, self._stop_reading, self._database_away]
                kinds += [self._disk_full] if self._site.disk.is_small else []
                kinds += [self._kill] if passed < seconds / 2 else []
                self._chance.shuffle(kinds)
                for kind in kinds:
                    await asyncio.sleep(self._every)
                    if kind == self._kill and time.monotonic() - started > seconds / 2:
                        continue
                    self.memory.append((time.monotonic() - started, self._site.memory))
                    await kind()
                    await self._wait_for_all(kind.__name__.strip("_"))
                    failed = [task for task in playing if task.done()]
                    assert not failed, failed[0].exception()
            await self._kill()
            await self._wait_for_all("kill")
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)

    async def _wait_for_all(self, incident: str) -> None:
        """Wait until every game has continued after an incident."""
        since = time.monotonic()
        self.refused[incident] += self.refusals - sum(self.refused.values())
        while waiting := [pair for pair in self._pairs if pair.continued_at < since]:
            stuck = [pair.games[-1].table if pair.games else "no table" for pair in waiting]
            assert time.monotonic() - since < PATIENCE, f"{len(stuck)} games stopped after {incident}: {stuck[:3]}"
            await asyncio.sleep(0.05)
        self.incidents[incident] += 1
        self.slowest[incident] = max(self.slowest.get(incident, 0.0), time.monotonic() - since)

    def _half_of_all(self) -> list[ClientConnection]:
        connections = [connection for pair in self._pairs for connection in pair.connections]
        return self._chance.sample(connections, len(connections) // 2)

    async def _vanish(self) -> None:
        for connection in self._half_of_all():
            connection.transport.abort()

    async def _stop_reading(self) -> None:
        silent = self._half_of_all()
        for connection in silent:
            connection.transport.pause_reading()
        await asyncio.sleep(OUTAGE_SECONDS)
        for connection in silent:
            connection.transport.abort()

    async def _database_away(self) -> None:
        await self._during(self._site.database_away)

    async def _disk_full(self) -> None:
        await self._during(self._site.disk_full)

    async def _during(self, outage: Callable[[], contextlib.AbstractContextManager[None]]) -> None:
        refusals, started = self.refusals, time.monotonic()
        with contextlib.ExitStack() as stack:
            await asyncio.to_thread(stack.enter_context, outage())
            await asyncio.sleep(OUTAGE_SECONDS)
            while self.refusals == refusals and time.monotonic() - started < LONGEST_OUTAGE_SECONDS:
                await asyncio.sleep(0.1)
            await asyncio.to_thread(stack.close)

    async def _kill(self) -> None:
        await asyncio.to_thread(self._site.kill)

    def memory_curve(self) -> str:
        """Return the memory at about ten moments, in words."""
        shown = [*self.memory[:: len(self.memory) // 10 + 1], self.memory[-1]]
        return ", ".join(f"{at / 60:.0f} min {used / 2**20:.0f} MiB" for at, used in shown)

    def growth(self) -> float:
        """Return by how much of itself memory grew from the third quarter of the time to the last."""
        end = self.memory[-1][0]
        third = [used for at, used in self.memory if end / 2 <= at < end * 3 / 4]
        last = [used for at, used in self.memory if at >= end * 3 / 4]
        return statistics.mean(last) / statistics.mean(third) - 1 if third else 0.0


def lost_answers(games: list[Game], written: dict[str, dict[int, list[int]]]) -> list[str]:
    """Return what was acknowledged and is not stored, and tables with gaps."""
    lost = []
    for game in games:
        stored = written.get(game.table, {})
        lost += [f"{game.table}/{n}" for n, picks in game.acknowledged.items() if stored.get(n) != picks]
        if sorted(stored) != list(range(len(stored))):
            lost.append(f"{game.table} has gaps")
    return lost


def problems_in(log: str) -> Counter[str]:
    """Count the warnings and errors of a log."""
    found: Counter[str] = Counter()
    for line in log.splitlines():
        with contextlib.suppress(ValueError):
            entry = json.loads(line)
            if entry["level"] != "info":
                found[entry["message"]] += 1 + entry.get("left_out", 0)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between answers at a table")
    parser.add_argument("--every", type=float, default=10.0, help="seconds between incidents")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--postgres", action="store_true", help="two processes and PostgreSQL instead of SQLite")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        port, database, workers, key = json.loads(options.serve)
        serve("127.0.0.1", port, database, SOAK_SETTINGS, workers=workers, key=Path(key))
        return 0
    with contextlib.ExitStack() as stack:
        site = Site(uses_postgres=options.postgres)
        stack.callback(site.remove)
        if not site.disk.is_small:
            print("No file system could be mounted, so the disk is never full.")
        soak = Soak(site, options.tables, options.pace, options.every, options.seed)
        asyncio.run(soak.run(options.minutes * 60))
        log = site.end()
        lost = lost_answers(soak.games, site.written())
    acknowledged = sum(len(game.acknowledged) for game in soak.games)
    over = sum(game.is_over for game in soak.games)
    print(f"{options.tables} tables, {len(soak.games)} games, {over} finished, {acknowledged} answers acknowledged")
    print("| incident | times | answers refused | every game continued after at most |\n|---|---|---|---|")
    for incident, times in soak.incidents.items():
        print(f"| {incident.replace('_', ' ')} | {times} | {soak.refused[incident]} | {soak.slowest[incident]:.1f} s |")
    print(f"memory: {soak.memory_curve()}; {soak.growth():+.1%} in the last quarter")
    print(f"warnings and errors in the log: {dict(problems_in(log))}")
    print(f"acknowledged and lost: {lost or 'none'}")
    is_long = options.minutes >= LEAST_MINUTES
    return 1 if lost or (is_long and soak.growth() > MOST_GROWTH) else 0


if __name__ == "__main__":
    raise SystemExit(main())
