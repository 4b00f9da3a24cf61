"""Start the server with many games in its database: `make restart` (ARGS="--games 10000 --postgres").

Each game is one of a person against a bot with thirty answers. Measured is the time from the start of the process until
it responds, until one of the games shows its question, and until an answer there is stored.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from websockets.sync.client import ClientConnection, connect

from basebash.server.storage.database import make_engine
from basebash.server.storage.rows import Move as Stored
from basebash.server.storage.rows import chain
from basebash.server.storage.schema import MOVES, TABLES
from benchmarks.load import ask_server, postgres, server

GOAL_SECONDS = 3.0  # until the first answer
ANSWERS = 30


def post(url: str, body: Any) -> Any:
    with urllib.request.urlopen(url, json.dumps(body).encode()) as response:  # noqa: S310
        return json.load(response)


@contextlib.contextmanager
def sit_down(url: str, table: str, token: str) -> Iterator[ClientConnection]:
    with connect(url.replace("http", "ws", 1) + "/ws", compression=None) as line:
        line.send(json.dumps({"type": "hello", "table": table, "token": token}))
        yield line


def next_question(line: ClientConnection, after: int = -1) -> Any:
    """Return the first state with a question to us after `after` answers."""
    while True:
        state = json.loads(line.recv(timeout=30))
        if state["type"] == "state" and state["answers"] > after and (state["view"]["question"] or state["over"]):
            return state


def answer(line: ClientConnection, state: Any) -> None:
    question = state["view"]["question"]
    picks = list(range(question["low"])) or ([len(question["options"]) - 1] if question["kind"] == "main" else [])
    line.send(json.dumps({"type": "answer", "number": state["answers"], "picks": picks}))


def play_one(url: str) -> tuple[str, str]:
    """Play a game to `ANSWERS` answers; return its table and token."""
    request = {"seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}], "target_vp": 50}
    made = post(f"{url}/api/tables", request)
    with sit_down(url, made["table"], made["token"]) as line:
        state = next_question(line)
        while state["answers"] < ANSWERS:
            answer(line, state)
            state = next_question(line, state["answers"])
    return made["table"], made["token"]


def multiply(database: str, games: int) -> None:
    """Add copies of the game that was played."""
    engine = make_engine(database)
    with engine.begin() as connection:
        row = dict(connection.execute(sa.select(TABLES)).mappings().one())
        moves = [dict(move) for move in connection.execute(sa.select(MOVES).order_by(MOVES.c.number)).mappings()]
        # Sealed seeds depend on the table's id, so the copies get one that is stored openly.
        setup = json.dumps({**json.loads(row["setup"]), "seed": 7})
        for first in range(0, games, 1000):
            copies = [f"copy{number}" for number in range(first, min(first + 1000, games))]
            connection.execute(sa.insert(TABLES), [{**row, "id": copy, "setup": setup} for copy in copies])
            connection.execute(sa.insert(MOVES), [move for copy in copies for move in copied(copy, moves)])
    engine.dispose()


def copied(table: str, moves: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return moves with the checksums of another table."""
    copies = []
    before = None
    for move in moves:
        picks = tuple(json.loads(move["picks"]))
        checked = chain(table, before, Stored(move["number"], move["kind"], move["seat"], picks, move["meaning"]))
        before = checked.checksum
        copies.append({**move, "table_id": table, "checksum": before})
    return copies


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--postgres", action="store_true", help="use PostgreSQL instead of SQLite")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        database = stack.enter_context(postgres()).url if options.postgres else f"sqlite:///{folder / 'restart.db'}"
        with server(database, folder, 1) as running:
            table, token = play_one(running.url)
        multiply(database, options.games)
        started = time.perf_counter()
        with server(database, folder, 1) as running:
            up = time.perf_counter() - started
            with sit_down(running.url, table, token) as line:
                state = next_question(line)
                shown = time.perf_counter() - started
                answer(line, state)
                next_question(line, state["answers"])
                answered = time.perf_counter() - started
                _, used = ask_server(running.url)
    where = "PostgreSQL" if options.postgres else "SQLite"
    print(
        f"{options.games} games in {where}: requests are answered after {up:.1f} s, a game is shown after "
        f"{shown:.1f} s, the first answer counts after {answered:.1f} s; {used:.1f} s of processor time "
        f"(load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores)"
    )
    return 0 if min(answered, used) < GOAL_SECONDS else 1  # on a busy machine only processor time is meaningful


if __name__ == "__main__":
    raise SystemExit(main())
