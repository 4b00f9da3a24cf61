"""A running server and programs that play at its tables."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import uvicorn
from websockets.sync.client import connect

from basebash.bots import Ask
from basebash.server import messages
from basebash.server.app import create_app
from basebash.server.metrics import Metrics
from basebash.server.moderation import Moderation
from basebash.server.serving import server_config
from basebash.server.settings import Settings
from basebash.server.storage.store import Store
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.table import Table
from tools.servers import COMMAND, Running, wait_for

FAST = Settings(
    bot_delay_seconds=0,
    hard_bot_delay_seconds=0,
    secret_answer_delay_seconds=0,
    messages_per_second=10_000,
    messages_burst=10_000,
    requests_per_second=10_000,
    tables_per_client_per_hour=10_000,
    people_per_client_per_hour=10_000,
)
TWO_PEOPLE = {"seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}]}
ONE_BOT = {"seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy"}]}
Json = dict[str, Any]
PATIENCE = 60.0  # seconds that anything may take: far more than it does, for busy machines


class Server:
    """The real application behind a real socket, in a thread."""

    def __init__(self, database: str, settings: Settings = FAST, *, is_steady: bool = True, **more: Any) -> None:
        self.bots = ThreadPoolExecutor(1)
        self.app = create_app(database, settings, bots=self.bots, **more)
        if is_steady:
            self.registry.fixed_seeds = itertools.count(1).__next__  # the same games in every run
        self._socket = socket.create_server(("127.0.0.1", 0))
        port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._server = uvicorn.Server(server_config(self.app, settings, timeout_graceful_shutdown=1))
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        wait_for(lambda: self._server.started)

    def _run(self) -> None:
        async def main() -> None:
            self.loop = asyncio.get_running_loop()
            await self._server.serve(sockets=[self._socket])

        asyncio.run(main())

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(10)
        self.bots.shutdown()
        self._socket.close()

    @property
    def store(self) -> Store:
        """The database."""
        store = self.app.state.store
        assert isinstance(store, Store)
        return store

    @property
    def metrics(self) -> Metrics:
        """The metrics."""
        metrics = self.app.state.metrics
        assert isinstance(metrics, Metrics)
        return metrics

    @property
    def moderation(self) -> Moderation:
        """What operators have decided."""
        moderation = self.app.state.moderation
        assert isinstance(moderation, Moderation)
        return moderation

    @property
    def registry(self) -> TableRegistry:
        registry = self.app.state.registry
        assert isinstance(registry, TableRegistry)
        return registry

    @property
    def protocols(self) -> Collection[object]:
        """The open connections."""
        return self._server.server_state.connections

    @property
    def counted_requests(self) -> int:
        """How many responses are complete, whether or not they have been read."""
        return self._server.server_state.total_requests

    def table(self, table: str) -> Table:
        return self.registry.tables[table]

    def post(self, path: str, body: Any) -> Json:
        return http(f"{self.url}{path}", body)

    def get(self, path: str, **headers: str) -> Json:
        return http(f"{self.url}{path}", headers=headers)

    def pair(self, **options: Any) -> tuple[Player, Player]:
        """Return two people at a new table."""
        made = self.post("/api/tables", {**TWO_PEOPLE, **options})
        joined = self.post(f"/api/tables/{made['table']}/join", {"name": "Ben"})
        return Player(self.url, made["table"], made["token"]), Player(self.url, made["table"], joined["token"])

    def solo(self, **options: Any) -> Player:
        """Return one person at a new table with a bot."""
        made = self.post("/api/tables", {**ONE_BOT, **options})
        return Player(self.url, made["table"], made["token"])


class Process(Running):
    """`basebash serve` as a process of its own."""

    def __init__(self, database: str, port: int, folder: Path, *more: str) -> None:
        command = [*COMMAND, "serve", "--port", str(port), "--database", database, *more]
        super().__init__(command, f"http://127.0.0.1:{port}", folder / f"server-{port}.log")


class HttpError(Exception):
    def __init__(self, status: int, body: Json) -> None:
        super().__init__(status, body)
        self.status = status
        self.code = body.get("code")
        self.message = body.get("message", "")


def http(url: str, body: Any = None, headers: dict[str, str] | None = None, method: str | None = None) -> Json:
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers or {}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            text = response.read().decode()
            headers_of = response.headers
    except urllib.error.HTTPError as error:
        with error:
            raise HttpError(error.code, json.loads(error.read() or b"{}")) from None
    if "json" not in headers_of.get("content-type", ""):
        return {"text": text, "headers": headers_of}
    result = json.loads(text)
    assert isinstance(result, dict)
    return result


class Person:
    """A person with a device of their own, or with a seat's token."""

    def __init__(self, server: Server, name: str = "", secret: str = "") -> None:
        self.server = server
        self.secret = secret or server.post("/api/me", {"name": name})["secret"]

    def ask(self, path: str, body: Any = None, method: str | None = None) -> Json:
        return http(f"{self.server.url}{path}", body, {"Authorization": f"Bearer {self.secret}"}, method)

    @property
    def page(self) -> Json:
        return self.ask("/api/me")

    def table(self, *seats: Json, **more: Any) -> Player:
        made = self.ask("/api/tables", {"seats": [{"kind": "me", "name": "Ann"}, *seats], "target_vp": 3, **more})
        return Player(self.server.url, made["table"], made["token"])

    def join(self, table: str) -> Player:
        joined = self.ask(f"/api/tables/{table}/join", {"name": "Ben"})
        return Player(self.server.url, table, joined["token"])


class Player:
    """A connection at a table that keeps every frame it receives."""

    def __init__(self, url: str, table: str, token: str | None = None, since: int | None = None) -> None:
        self.url = url
        self.table = table
        self.token = token
        self.frames: list[str] = []
        self.state: Json = {}
        self.log: list[Json] = []
        self.chance = Random(7)
        self._exit = contextlib.ExitStack()
        self.socket = self._exit.enter_context(connect(url.replace("http", "ws", 1) + "/ws", compression=None))
        try:
            self.send(type="hello", table=table, token=token, since=since)
            self.read("state")
        except BaseException:
            self.close()
            raise

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def read(self, kind: str, when: Callable[[Json], object] = lambda _: True, timeout: float = PATIENCE) -> Json:
        """Return the next message of a kind for which `when` is true."""
        end = time.monotonic() + timeout
        while True:
            raw = self.socket.recv(timeout=max(0.01, end - time.monotonic()))
            assert isinstance(raw, str)
            self.frames.append(raw)
            message: Json = json.loads(raw)
            messages.decode_server(raw)
            if message["type"] == "state":
                self.state = message
                del self.log[message["log_from"] :]
                self.log += message["log"]
            if message["type"] == kind and when(message):
                return message
            assert message["type"] != "error" or kind == "error", message

    def read_any(self, *kinds: str) -> Json:
        """Return the next message of one of these kinds."""
        while True:
            raw = self.socket.recv(timeout=PATIENCE)
            assert isinstance(raw, str)
            message: Json = json.loads(raw)
            if message["type"] == "state":
                self.state = message
            if message["type"] in kinds:
                return message

    def until(self, when: Callable[[Json], object], timeout: float = PATIENCE) -> Json:
        """Return the state as soon as `when` is true of it."""
        return self.state if when(self.state) else self.read("state", when, timeout)

    @property
    def question(self) -> Json | None:
        view = self.state["view"]
        question: Json | None = view and view["question"]
        return question

    def pick(self) -> list[int]:
        """Return a random legal answer to the open question."""
        question = self.question
        assert question is not None
        return list(Ask.from_json(question).random_answer(self.chance))

    def answer(self, picks: list[int] | None = None, number: int | None = None) -> Json:
        """Answer, and wait until the answer counts."""
        number = self.state["answers"] if number is None else number
        self.send(type="answer", number=number, picks=self.pick() if picks is None else picks)
        return self.wait_for_answer(number)

    def wait_for_answer(self, number: int) -> Json:
        """Return the state after the answer with this number."""
        return self.read("state", lambda state: state["answers"] > number)

    def refused(self, **message: Any) -> str:
        """Send something that is refused, and return the code."""
        self.send(**message)
        code = self.read("error")["code"]
        assert isinstance(code, str)
        return code

    def close(self) -> None:
        self._exit.close()

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def catch_up(*players: Player) -> int:
    """Let all players read until they have seen as many answers as the one who has seen most."""
    newest: int = max(player.state["answers"] for player in players)
    for player in players:
        player.until(lambda state: state["answers"] >= newest and state["view"])
    return newest


def play_on(players: list[Player], until: Callable[[Json], object], most: int = 3000) -> None:
    """Let the asked player answer at random until `until` is true of the state."""
    for _ in range(most):
        newest = catch_up(*players)
        if all(until(player.state) for player in players):
            return
        asked = [player for player in players if player.question is not None]
        if asked:
            asked[0].answer()
        else:  # a bot is asked
            players[0].wait_for_answer(newest)
    raise AssertionError("the game did not get there")


def sqlite_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'games.db'}"
