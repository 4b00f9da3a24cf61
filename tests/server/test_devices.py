"""A person's devices: codes, the list, and signing one out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from basebash.server.people import code_words
from basebash.server.storage.database import make_engine
from basebash.server.storage.schema import CODES, DEVICES
from tests.server.helpers import FAST, HttpError, Json, Person, Player, Server, http, sqlite_url

PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36"


@pytest.fixture
def server(database: str) -> Iterator[Server]:
    running = Server(database)
    yield running
    running.stop()


def add_device(person: Person, agent: str = "") -> Person:
    code = person.ask("/api/me/code", {})["code"]
    added = http(f"{person.server.url}/api/me/device", {"code": code}, {"User-Agent": agent})
    return Person(person.server, secret=added["secret"])


def devices_of(person: Person) -> list[Json]:
    found = person.ask("/api/me/devices")["devices"]
    assert isinstance(found, list)
    return found


def refused(person: Person, path: str, method: str) -> str:
    with pytest.raises(HttpError) as error:
        person.ask(path, None, method)
    assert isinstance(error.value.code, str)
    return error.value.code


def test_a_code_has_five_words_from_long_lists(server: Server) -> None:
    codes = [Person(server, "Ann").ask("/api/me/code", {})["code"].split() for _ in range(3)]
    assert all(len(code) == 5 for code in codes)
    words = (code_words.COLOURS, code_words.ANIMALS, code_words.TREES, code_words.FOODS)
    possible = 90
    for chosen in words:
        assert len(set(chosen)) == len(chosen)
        possible *= len(chosen)
    assert possible > 1_000_000_000


def test_wrong_codes_of_all_clients_together_are_limited(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path), replace(FAST, wrong_codes_per_hour=5))
    try:
        ann = Person(server, "Ann")
        for _ in range(8):  # right codes do not count
            add_device(ann)
        code = ann.ask("/api/me/code", {})["code"]
        refusals = []
        for number in range(8):
            address = {"X-Forwarded-For": f"203.0.113.{number}"}
            with pytest.raises(HttpError) as error:
                http(f"{server.url}/api/me/device", {"code": f"red fox {10 + number} oak pie"}, address)
            refusals.append(error.value.code)
        assert refusals == ["not_found"] * 5 + ["too_many"] * 3
        with pytest.raises(HttpError) as error:  # not even a right one
            server.post("/api/me/device", {"code": code})
        assert error.value.code == "too_many"
    finally:
        server.stop()


def test_devices_are_listed_with_their_browser_and_last_use(server: Server) -> None:
    ann = Person(server, "Ann")
    phone = add_device(ann, PHONE)
    [first, second] = devices_of(ann)
    assert (first["is_this"], second["is_this"]) == (True, False)
    assert second["label"] == "Chrome on Android"
    assert [device["is_this"] for device in devices_of(phone)] == [True, False]
    engine = make_engine(server.store.url)
    with engine.begin() as connection:
        connection.execute(sa.update(DEVICES).values(seen=1.0))
    assert devices_of(ann)[1]["seen"] == 1.0  # the phone was not used since
    assert devices_of(ann)[0]["seen"] > 1_000_000_000
    with engine.connect() as connection:
        assert phone.secret not in str(connection.execute(sa.select(DEVICES)).all())
    engine.dispose()


def test_a_device_that_is_signed_out_loses_the_page_and_the_seats(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    phone = add_device(ann, PHONE)
    at_home = ann.table({"kind": "open"})
    on_phone = phone.table({"kind": "open"})
    two = ben.join(at_home.table)
    joined = phone.join(ben.table({"kind": "open"}).table)
    [seat] = phone.ask(f"/api/me/seats/{at_home.table}", {})["seats"]
    Player(server.url, at_home.table, seat["token"]).close()
    phone.ask("/api/me/code", {})
    [_, lost] = devices_of(ann)
    assert ann.ask(f"/api/me/devices/{lost['id']}", None, "DELETE") == {}
    assert refused(phone, "/api/me", "GET") == "bad_token"
    for table, token in (
        (at_home.table, seat["token"]),
        (on_phone.table, on_phone.token),
        (joined.table, joined.token),
    ):
        with pytest.raises(AssertionError, match="bad_token"):
            Player(server.url, table, token)
    with Player(server.url, at_home.table, at_home.token) as again, Player(server.url, two.table, two.token) as other:
        assert (again.state["you"], other.state["you"]) == (0, 1)
    [mine] = ann.ask(f"/api/me/seats/{on_phone.table}", {})["seats"]  # the seats are still hers
    with Player(server.url, on_phone.table, mine["token"]) as again:
        assert again.state["you"] == 0
    engine = make_engine(server.store.url)
    with engine.connect() as connection:
        assert connection.execute(sa.select(CODES)).all() == []  # nor can a code from it bring it back
    engine.dispose()
    for player in (at_home, on_phone, two, joined):
        player.close()


def test_only_own_devices_and_not_the_last_one_can_be_signed_out(server: Server) -> None:
    ann, eve = Person(server, "Ann"), Person(server, "Eve")
    [device] = devices_of(ann)
    path = f"/api/me/devices/{device['id']}"
    assert refused(ann, path, "DELETE") == "not_allowed"
    add_device(eve)
    assert refused(eve, path, "DELETE") == "not_found"
    assert refused(Person(server, secret="x"), path, "DELETE") == "bad_token"
    add_device(ann)
    ann.ask(path, None, "DELETE")
    assert refused(ann, "/api/me", "GET") == "bad_token"


def test_a_device_that_plays_is_disconnected_when_it_is_signed_out(server: Server) -> None:
    ann = Person(server, "Ann")
    phone = add_device(ann)
    table = phone.table({"kind": "open"})
    [_, lost] = devices_of(ann)
    ann.ask(f"/api/me/devices/{lost['id']}", None, "DELETE")
    with pytest.raises(ConnectionClosed):
        table.read("nothing")
    table.close()
