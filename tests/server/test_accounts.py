"""Ways back to an account without a device, puzzle progress on every device, and the export of everything stored."""

from __future__ import annotations

import io
import json
import math
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from basebash import Game
from basebash.server.people.phrase_words import PHRASE_WORDS
from basebash.server.people.recovery import PHRASE_LENGTH
from basebash.server.puzzles.puzzles import puzzles
from basebash.server.storage.database import make_engine
from basebash.server.storage.schema import PEOPLE, metadata
from tests.server.helpers import FAST, HttpError, Json, Person, Server, http, play_on, sqlite_url
from tests.server.postgres import Postgres
from tests.server.test_devices import add_device, devices_of, refused
from tools.servers import wait_for


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of each kind of database."""
    if request.param == "sqlite":
        database = sqlite_url(tmp_path_factory.mktemp("accounts"))
    else:
        postgres = request.getfixturevalue("one_postgres")
        assert isinstance(postgres, Postgres)
        postgres.new_database()
        database = postgres.url
    server = Server(database)
    yield server
    server.stop()


def phrase_of(person: Person) -> str:
    phrase = person.ask("/api/me/recovery", {})["phrase"]
    assert isinstance(phrase, str)
    return phrase


def recover(server: Server, phrase: str) -> Person:
    return Person(server, secret=server.post("/api/me/recover", {"phrase": phrase})["secret"])


def everything_stored(server: Server) -> str:
    engine = make_engine(server.store.url)
    with engine.connect() as connection:
        found = [str(connection.execute(sa.select(table)).all()) for table in metadata.sorted_tables]
    engine.dispose()
    return "\n".join(found)


def exported(person: Person) -> dict[str, bytes]:
    headers = {"Authorization": f"Bearer {person.secret}"}
    request = urllib.request.Request(f"{person.server.url}/api/me/export", headers=headers)
    with urllib.request.urlopen(request, timeout=60) as response, zipfile.ZipFile(io.BytesIO(response.read())) as file:
        assert file.testzip() is None
        return {name: file.read(name) for name in file.namelist()}


def test_a_phrase_has_more_than_a_hundred_bits() -> None:
    assert len(set(PHRASE_WORDS)) == len(PHRASE_WORDS)
    assert all(word.isascii() and word.isalpha() and word.islower() for word in PHRASE_WORDS)
    assert PHRASE_LENGTH * math.log2(len(PHRASE_WORDS)) >= 100


def test_a_phrase_brings_an_account_back_until_a_newer_one_replaces_it(server: Server) -> None:
    ann = Person(server, "Ann")
    assert ann.ask("/api/me/keys") == {"phrase_since": None, "passkeys": []}
    first = phrase_of(ann)
    assert len(first.split()) == PHRASE_LENGTH
    assert ann.ask("/api/me/keys")["phrase_since"] > 1_000_000_000
    again = recover(server, f"  {first.replace(' ', '-').upper()}. ")
    assert again.page["id"] == ann.page["id"]
    assert recover(server, first).page["id"] == ann.page["id"]  # it is not used up
    assert first not in everything_stored(server)
    second = phrase_of(again)
    with pytest.raises(HttpError) as error:
        recover(server, first)
    assert error.value.code == "not_found"
    assert recover(server, second).page["name"] == "Ann"
    assert len(devices_of(ann)) == 4


def test_with_a_phrase_the_only_device_can_be_signed_out(server: Server) -> None:
    ann = Person(server, "Ann")
    path = f"/api/me/devices/{devices_of(ann)[0]['id']}"
    assert refused(ann, path, "DELETE") == "not_allowed"
    phrase = phrase_of(ann)
    person = ann.page["id"]
    ann.ask(path, None, "DELETE")
    assert refused(ann, "/api/me", "GET") == "bad_token"
    assert recover(server, phrase).page["id"] == person


def test_wrong_phrases_of_all_clients_together_are_limited(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path), replace(FAST, wrong_codes_per_hour=3))
    try:
        phrase = phrase_of(Person(server, "Ann"))
        refusals = []
        for number in range(5):
            address = {"X-Forwarded-For": f"203.0.113.{number}"}
            with pytest.raises(HttpError) as error:
                http(f"{server.url}/api/me/recover", {"phrase": f"wrong words {number}"}, address)
            refusals.append(error.value.code)
        assert refusals == ["not_found"] * 3 + ["too_many"] * 2
        with pytest.raises(HttpError) as error:  # not even the right one
            recover(server, phrase)
        assert error.value.code == "too_many"
    finally:
        server.stop()


def test_puzzle_progress_of_two_devices_is_combined(server: Server) -> None:
    one, two, *_ = puzzles()
    ann = Person(server, "Ann")
    phone = add_device(ann)

    def tried(puzzle: str, tries: int, *, solved: bool = False, helped: bool = False) -> Json:
        return {"puzzle": puzzle, "solved": solved, "tries": tries, "helped": helped}

    ann.ask("/api/me/puzzles", {"tried": [tried(one, 3, solved=True)], "days": ["2026-11-18"]})
    told = {"tried": [tried(one, 1, helped=True), tried(two, 1), tried("nonsense", 1)], "days": ["2026-11-17"]}
    combined = phone.ask("/api/me/puzzles", told)
    expected = sorted([tried(one, 3, solved=True, helped=True), tried(two, 1)], key=lambda entry: str(entry["puzzle"]))
    assert combined == {"tried": expected, "days": ["2026-11-17", "2026-11-18"], "rating": None}
    assert ann.ask("/api/me/puzzles") == phone.ask("/api/me/puzzles", {}) == combined
    assert Person(server, "Ben").ask("/api/me/puzzles") == {"tried": [], "days": [], "rating": None}
    with pytest.raises(HttpError) as error:
        ann.ask("/api/me/puzzles", {"days": ["today"]})
    assert error.value.code == "bad_request"


def test_an_export_has_everything_stored_but_no_secrets(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    phrase = phrase_of(ann)
    code = ann.ask("/api/me/code", {})["code"]
    done = ann.table({"kind": "open"}, target_vp=1)
    other = ben.join(done.table)
    done.send(type="chat", text="Well met")
    other.send(type="chat", text="A secret of Ben's")
    play_on([done, other], lambda state: state["over"])
    wait_for(lambda: ann.page["played"] == 1)
    running = ann.table({"kind": "open"})
    rival = ben.join(running.table)
    running.until(lambda state: state["started"])
    ann.ask("/api/me/puzzles", {"days": ["2026-11-18"]})
    ann.ask(f"/api/me/friends/{ben.page['id']}", None, "PUT")

    files = exported(ann)
    data = json.loads(files["data.json"])
    assert data["people"][0]["name"] == "Ann"
    assert len(data["devices"]) == 1
    assert {play["table_id"] for play in data["plays"]} == {done.table, running.table}
    assert data["follows"][0]["other_id"] == ben.page["id"]
    assert data["days"] == [{"person_id": ann.page["id"], "day": "2026-11-18"}]
    assert [line["text"] for line in json.loads(files["words.json"])] == ["Well met"]

    finished = Game.load(files[f"games/{done.table}.save.json"].decode())
    assert finished.is_over
    assert finished.answers_given == done.state["answers"]
    known = Game.load(files[f"games/{running.table}.save.json"].decode())  # her own hand, not the true cards of Ben's
    assert known.view(0).data["players"][0]["hand"] == running.state["view"]["players"][0]["hand"]
    stored = server.table(running.table).core.started_game()
    assert json.loads(known.save())["quiet"]["key"] != json.loads(stored.save())["quiet"]["key"]

    text = "\n".join(content.decode() for content in files.values())
    for secret in (phrase, code, ann.secret, done.token, running.token, "A secret of Ben's"):
        assert secret is None or secret not in text
    for player in (done, other, running, rival):
        player.close()


def test_an_export_of_a_game_that_was_resigned_reveals_nothing(server: Server) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    with ann.table({"kind": "open"}) as one, ben.join(one.table):
        one.until(lambda state: state["started"])
        one.send(type="resign")
        one.until(lambda state: state["over"] or state["seats"][0]["resigned"])
        if not one.state["over"]:
            assert f"games/{one.table}.save.json" not in exported(ann)


def test_every_table_that_refers_to_people_is_exported() -> None:
    """Rows are found by their foreign keys: a new table that names people otherwise would be missed."""
    refers = {
        table.name
        for table in metadata.sorted_tables
        if any(key.column is PEOPLE.c.id for column in table.c for key in column.foreign_keys)
    }
    named = {table.name for table in metadata.sorted_tables if "person_id" in table.c}
    assert named <= refers


def test_friends_see_where_the_other_one_is_and_strangers_do_not(server: Server) -> None:
    ann, ben, cleo = Person(server, "Ann"), Person(server, "Ben"), Person(server, "Cleo")
    ids = {person.page["name"]: person.page["id"] for person in (ann, ben, cleo)}
    assert refused(ann, f"/api/me/friends/{ids['Ben']}", "PUT") == "not_found"
    cleo.ask("/api/me", {"name": "Cleo", "public": True}, "PUT")
    ann.ask(f"/api/me/friends/{ids['Cleo']}", None, "PUT")
    met = ann.table({"kind": "open"}, target_vp=1)
    other = ben.join(met.table)
    assert [one["name"] for one in ann.ask("/api/me/friends")["met"]] == ["Ben"]
    ann.ask(f"/api/me/friends/{ids['Ben']}", None, "PUT")
    [of_ben, of_cleo] = ann.ask("/api/me/friends")["friends"]
    assert (of_ben["followed"], of_ben["follows"], of_ben["table"]) == (
        True,
        False,
        None,
    )
    assert of_cleo["public"]
    ben.ask(f"/api/me/friends/{ids['Ann']}", None, "PUT")
    [of_ben, _] = ann.ask("/api/me/friends")["friends"]
    assert of_ben["table"]["table"] == met.table
    other.close()
    wait_for(lambda: ann.ask("/api/me/friends")["friends"][0]["table"] is None)
    assert ben.ask("/api/me/friends")["friends"][0]["table"]["table"] == met.table  # Ann is still there
    ann.ask(f"/api/me/friends/{ids['Ben']}", None, "DELETE")
    assert ben.ask("/api/me/friends")["friends"][0]["table"] is None
    met.close()


def test_whoever_follows_me_can_be_invited_and_joins(server: Server) -> None:
    ann, ben, cleo = Person(server, "Ann"), Person(server, "Ben"), Person(server, "Cleo")
    ann.ask("/api/me", {"name": "Ann", "public": True}, "PUT")
    with ann.table({"kind": "open"}, {"kind": "open"}, name="Friday") as table:
        path = f"/api/tables/{table.table}/invite"
        with pytest.raises(HttpError) as error:
            ann.ask(path, {"person": ben.page["id"]})
        assert error.value.code == "not_allowed"
        for person in (ben, cleo):
            person.ask(f"/api/me/friends/{ann.page['id']}", None, "PUT")
            ann.ask(path, {"person": person.page["id"]})
            ann.ask(path, {"person": person.page["id"]})  # twice is once
        with pytest.raises(HttpError) as error:
            ben.ask(path, {"person": ann.page["id"]})
        assert error.value.code == "not_your_seat"
        [invitation] = ben.ask("/api/me/invitations")["invitations"]
        assert (invitation["by"], invitation["table"]["name"]) == ("Ann", "Friday")
        with ben.join(table.table):
            assert ben.ask("/api/me/invitations")["invitations"] == []
        cleo.ask(f"/api/me/invitations/{table.table}", None, "DELETE")
        assert cleo.ask("/api/me/invitations")["invitations"] == []
