"""Play someone now: the queue that pairs by rating."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from basebash.server.matches.queue import Queue, Seeker, find_opponent
from basebash.server.people.ratings import Rating, write_rating
from tests.server.helpers import FAST, Json, Person, Player, Server, sqlite_url
from tests.server.postgres import Postgres


class Time:
    """A clock that a test sets."""

    def __init__(self, server: Server) -> None:
        self.now = server.store.clock.now()
        queue = server.app.state.queue
        assert isinstance(queue, Queue)
        queue.now = lambda: self.now


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(sqlite_url(tmp_path), FAST)
    yield running
    running.stop()


def seek(person: Person, name: str = "") -> Json:
    return person.ask("/api/queue", {"name": name or "Someone"})


def wait_for_opponent(person: Person) -> str:
    """Ask until there is an opponent; return the table."""
    while True:
        table = seek(person)["table"]
        if table is not None:
            assert isinstance(table, str)
            return table


def rate(server: Server, person: Person, mu: float) -> None:
    """Give somebody a rating."""
    me = person.page["id"]

    def store(connection: sa.Connection) -> None:
        write_rating(connection, me, "people", Rating(mu, 1))

    asyncio.run_coroutine_threadsafe(server.store.do(store), server.loop).result(10)


def test_the_nearest_rating_is_found_and_the_reach_grows() -> None:
    own, near, far = Seeker("a", 1200, 100), Seeker("b", 1100, 90), Seeker("c", 1900, 100)
    assert find_opponent(own, [far, near], 100) == near
    assert find_opponent(own, [far], 100) is None
    assert find_opponent(own, [far], 120) is None
    assert find_opponent(own, [far], 130) == far


def test_two_people_meet_and_sit_at_one_table(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    time = Time(server)
    assert seek(ann, "Ann") == {"waited": 0, "waiting": 0, "table": None, "bot": False}
    time.now += 5
    found = seek(ben, "Ben")
    assert seek(ann, "Ann")["table"] == found["table"]
    (seat,) = ben.ask(f"/api/me/seats/{found['table']}", {})["seats"]
    with Player(server.url, found["table"], seat["token"]) as player:
        assert {one["name"] for one in player.state["seats"]} == {"Ann", "Ben"}
        assert player.state["started"]
        live = server.get("/api/live")["tables"]
        assert [(game["table"], game["vp"]) for game in live] == [(found["table"], [0, 0])]
    # Both are out of the queue: whoever asks again waits for somebody else.
    assert seek(ann)["table"] is None
    ann.ask("/api/queue", None, "DELETE")
    assert seek(ben)["table"] is None


def test_a_bot_is_offered_after_thirty_seconds_and_who_leaves_is_not_paired(server: Server) -> None:
    ann, ben, cleo = (Person(server, name) for name in ("Ann", "Ben", "Cleo"))
    time = Time(server)
    rate(server, ben, 60.0)
    seek(ann)
    for _ in range(3):
        time.now += 9
        assert not seek(ann)["bot"]
    time.now += 3
    assert (seek(ann)["bot"], seek(ann)["waited"]) == (True, 30)
    time.now += 16  # Ann has closed her browser
    assert seek(ben)["table"] is None
    assert seek(ann)["waited"] == 0  # and starts again; Ben's rating is far away at first
    assert seek(cleo)["table"] == seek(ann)["table"] is not None
    for _ in range(9):
        time.now += 10
        seek(ben)
    dan = Person(server, "Dan")
    assert seek(dan)["table"] == seek(ben)["table"] is not None


def test_processes_share_the_queue(postgres: Postgres) -> None:
    one, two = (Server(postgres.url, FAST, is_steady=False) for _ in range(2))
    try:
        people = [Person(server, f"P{number}") for number, server in enumerate((one, two, one, two))]
        with ThreadPoolExecutor(4) as pool:
            tables = list(pool.map(wait_for_opponent, people))
        assert sorted(Counter(tables).values()) == [2, 2]
        for table in tables:
            assert one.get(f"/api/tables/{table}")["started"]
    finally:
        one.stop()
        two.stop()
