"""People: who they are on several devices, what they played, and how they leave."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from basebash.server.games.results import Result
from basebash.server.people.history import places_of
from basebash.server.people.ratings import Rating, rate
from basebash.server.storage.database import make_engine
from basebash.server.storage.schema import CODES, PEOPLE
from basebash.server.storage.seed_secrets import SeedSecrets
from basebash.server.tables.seats import Seat
from tests.server.helpers import FAST, HttpError, Person, Player, Server, play_on, sqlite_url
from tools.servers import wait_for


@pytest.fixture
def server(database: str) -> Iterator[Server]:
    running = Server(database, FAST, seeds=SeedSecrets(bytes(32)))
    yield running
    running.stop()


def finish(*players: Player) -> None:
    play_on(list(players), lambda state: state["over"])
    for player in players:
        player.close()


@pytest.mark.usefixtures("short_games_count")
def test_finished_games_and_ratings_are_on_the_page(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    one = ann.table({"kind": "open"}, {"kind": "bot", "level": "easy"})
    two = ben.join(one.table)
    [waiting] = ann.page["tables"]
    assert waiting["seat"] == 0
    assert waiting["table"]["table"] == one.table
    assert waiting["table"]["asked"] in (0, 1, 2)
    finish(one, two)
    wait_for(lambda: ben.page["games"])
    mine, other = ann.page, ben.page
    assert (mine["name"], mine["played"], mine["tables"]) == ("Ann", 1, [])
    [game] = mine["games"]
    assert game["points"] == sorted(game["points"], reverse=True)
    assert game["against"] == ["easy", "people"]
    assert 1 <= game["place"] <= 3
    assert sorted(record["faction"] for record in mine["factions"]) == sorted(game["factions"])
    won = [page for page in (mine, other) if page["games"][0]["place"] == 1]
    for page in (mine, other):
        assert [rating["against"] for rating in page["ratings"]] == ["easy", "people"]
        for rating in page["ratings"]:
            assert (rating["rating"] > 1200) == (rating["won"] == 1)
            assert rating["won"] + rating["lost"] == 1
            assert rating["course"] == [rating["rating"]]
    assert len(won) <= 1
    assert ann.ask("/api/me/games?skip=1")["games"] == []


def test_a_rematch_is_on_both_pages(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    one = ann.table({"kind": "open"})
    two = ben.join(one.table)
    play_on([one, two], lambda state: state["over"])
    one.send(type="rematch")
    again = one.read("state", lambda state: state["over"]["rematch"])["over"]["rematch"]
    assert [[entry["table"]["table"], entry["seat"]] for entry in ben.page["tables"]] == [[again, 1]]
    assert [[entry["table"]["table"], entry["seat"]] for entry in ann.page["tables"]] == [[again, 0]]
    one.close()
    two.close()


def test_a_code_adds_a_device_once(server: Server) -> None:
    ann = Person(server, "Ann")
    one = ann.table({"kind": "open"})
    code = ann.ask("/api/me/code", {})["code"]
    with pytest.raises(HttpError) as no:
        server.post("/api/me/device", {"code": "brass otter 41 nonsense"})
    assert no.value.code == "not_found"
    phone = Person(
        server, secret=server.post("/api/me/device", {"code": f" {code.upper().replace(' ', '-')} "})["secret"]
    )
    assert phone.secret != ann.secret
    assert phone.page == ann.page
    with pytest.raises(HttpError):
        server.post("/api/me/device", {"code": code})
    seats = phone.ask(f"/api/me/seats/{one.table}", {})
    assert [seat["seat"] for seat in seats["seats"]] == [0]
    with Player(server.url, one.table, seats["seats"][0]["token"]) as there:
        assert there.state["you"] == 0
        assert there.state["creator"]
    with Player(server.url, one.table, one.token) as here:  # the first device still works
        assert here.state["you"] == 0
    one.close()
    stranger = Person(server, "Eve")
    with pytest.raises(HttpError) as no:
        stranger.ask(f"/api/me/seats/{one.table}", {})
    assert no.value.code == "not_your_seat"


def test_a_code_expires(tmp_path: Path) -> None:
    running = Server(sqlite_url(tmp_path))
    try:
        ann = Person(running, "Ann")
        code = ann.ask("/api/me/code", {})["code"]
        engine = make_engine(sqlite_url(tmp_path))
        with engine.begin() as connection:
            assert code not in str(connection.execute(sa.select(CODES)).all())
            connection.execute(sa.update(CODES).values(until=CODES.c.until - 601))
        engine.dispose()
        with pytest.raises(HttpError):
            running.post("/api/me/device", {"code": code})
    finally:
        running.stop()


def test_pages_are_private_by_default(server: Server) -> None:
    ann = Person(server, "Ann")
    person = ann.page["id"]
    with pytest.raises(HttpError) as no:
        server.get(f"/api/people/{person}")
    assert no.value.code == "not_found"
    ann.ask("/api/me", {"name": "Anna", "public": True}, "PUT")
    shown = server.get(f"/api/people/{person}")
    assert shown["name"] == "Anna"
    assert set(shown) == {"id", "name", "played", "ratings", "factions"}
    ann.ask("/api/me", {"name": "Anna", "public": False}, "PUT")
    with pytest.raises(HttpError):
        server.get(f"/api/people/{person}")
    with pytest.raises(HttpError) as no:
        server.get("/api/me")
    assert no.value.code == "bad_token"


def test_deleting_my_data_makes_me_anonymous(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    one = ann.table({"kind": "open"})
    two = ben.join(one.table)
    one.send(type="chat", text="my secret words")
    one.read("chat")
    finish(one, two)
    wait_for(lambda: ann.page["games"])
    under_way = ann.table({"kind": "open"}, target_vp=15)
    with ben.join(under_way.table) as other:
        under_way.close()
        with pytest.raises(HttpError):
            ann.ask("/api/me", {"name": "Someone"}, "DELETE")
        ann.ask("/api/me", {"name": "Ann"}, "DELETE")
        other.close()
    with pytest.raises(HttpError) as no:
        ann.ask("/api/me")
    assert no.value.code == "bad_token"
    replay = server.get(f"/api/tables/{one.table}/replay")
    assert replay["names"] == ["a player", "Ben"]
    page = json.dumps(replay)
    assert not re.search(r"\bAnn\b", page)
    assert "my secret words" not in page
    with Player(server.url, under_way.table, other.token) as again:
        assert again.state["seats"][0]["name"] == "a player"
        assert again.state["seats"][0]["resigned"]
        assert not re.search(r"\bAnn\b", json.dumps(again.log))
    assert len(ben.page["games"]) == 1  # his own data stays
    engine = make_engine(server.store.url)
    with engine.connect() as connection:
        for table in ("people", "tables", "chat", "moves"):
            rows = str(connection.execute(sa.text(f"SELECT * FROM {table}")).all())
            assert not re.search(r"\bAnn\b", rows)
        assert [name for (name,) in connection.execute(sa.select(PEOPLE.c.name))] == ["Ben"]
    engine.dispose()


def test_secrets_are_stored_as_hashes(server: Server) -> None:
    ann = Person(server, "Ann")
    engine = make_engine(server.store.url)
    with engine.connect() as connection:
        assert ann.secret not in str(connection.execute(sa.text("SELECT * FROM devices")).all())
    engine.dispose()


def test_a_shared_win_is_a_first_place() -> None:
    seats = [Seat("person", name) for name in ("Ann", "Ben", "Cleo", "Dan")]
    view = {"winners": [1, 3]}
    shared = Result(1, [(1, 15), (3, 15), (0, 15), (2, 15)], [], [], 0, view, [])
    assert places_of(seats, shared) == [3, 1, 3, 1]
    alone = Result(1, [(1, 15), (3, 15), (0, 12), (2, 12)], [], [], 0, {}, [])
    assert places_of(seats, alone) == [3, 1, 3, 2]
    assert (rate(Rating(25.0, 25 / 3), 1, [(1, None)]).won, rate(Rating(25.0, 25 / 3), 2, [(2, None)]).won) == (1, 0)


def test_ratings_follow_places() -> None:
    new = Rating(25.0, 25 / 3)
    won, lost = rate(new, 1, [(2, None)]), rate(new, 2, [(1, None)])
    assert won.mu > new.mu > lost.mu
    assert won.sigma < new.sigma
    assert ((won.won, won.lost), (lost.won, lost.lost)) == ((1, 0), (0, 1))
    middle = rate(new, 2, [(1, None), (3, None)])
    assert lost.mu < middle.mu < won.mu
    strong = Rating(35.0, 2.0)
    assert rate(new, 1, [(2, strong)]).mu > won.mu
    again = won
    for _ in range(30):
        again = rate(again, 1, [(2, None)])
    assert len(again.course) == 20
    assert again.won == 31
