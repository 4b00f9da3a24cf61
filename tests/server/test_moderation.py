"""Moderation: orders of operators work on running servers, on one process and on several, and can be withdrawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result
from websockets.exceptions import ConnectionClosed, InvalidStatus

from basebash.cli import app
from basebash.server.storage.key_file import read_key
from tests.server.helpers import FAST, ONE_BOT, TWO_PEOPLE, HttpError, Person, Player, Server, play_on, sqlite_url
from tests.server.postgres import Postgres
from tools.servers import wait_for


class Place:
    """A database with servers, and `basebash admin` for it."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database = database
        self.key = folder / "key"
        self.servers: list[Server] = []

    def start(self) -> Server:
        self.servers.append(Server(self.database, FAST, seeds=read_key(self.database, self.key)))
        return self.servers[-1]

    def run(self, *arguments: str) -> Result:
        more = ("--database", self.database, "--key", str(self.key))
        return CliRunner(env={"COLUMNS": "200"}).invoke(app, ["admin", *arguments, *more])

    def order(self, *arguments: str) -> None:
        """Give an order and wait until all servers follow it."""
        before = [server.moderation._newest for server in self.servers]
        result = self.run(*arguments)
        assert result.exit_code == 0, result.output
        for server, newest in zip(self.servers, before, strict=True):
            wait_for(partial(has_followed, server, newest))


def has_followed(server: Server, newest: int | None) -> bool:
    return server.moderation._newest != newest


@pytest.fixture
def place(database: str, tmp_path: Path) -> Iterator[Place]:
    place = Place(database, tmp_path)
    yield place
    for server in place.servers:
        server.stop()


def test_players_report_lines_of_others_to_the_audit_log(place: Place) -> None:
    ann, ben = place.start().pair()
    with ann, ben:
        ben.send(type="chat", text="You play like a Zombie")
        line = ann.read("chat")["number"]
        assert ben.refused(type="report", number=line) == "not_allowed"  # one's own
        assert ann.refused(type="report", number=line + 1) == "not_allowed"  # there is none
        with Player(ann.url, ann.table) as spectator:
            assert spectator.refused(type="report", number=line) == "not_your_seat"
        assert "report" not in place.run("audit").output
        ann.send(type="report", number=line)
        wait_for(lambda: "report" in place.run("audit").output)
        audit = place.run("audit").output
        assert f"seat:{ann.table}/1" in audit
        assert f"line {line} of the chat" in audit
        assert "Zombie" not in audit


def refusal(request: Callable[..., Any], *arguments: Any) -> tuple[int, str]:
    with pytest.raises(HttpError) as error:
        request(*arguments)
    return error.value.status, error.value.message


def test_a_muted_seat_cannot_talk(place: Place) -> None:
    server = place.start()
    ann, ben = server.pair()
    place.order("mute", f"seat:{ann.table}/0", "--reason", "insults")
    assert ann.refused(type="chat", text="Hello") == "not_allowed"
    assert ann.refused(type="phrase", phrase="oops") == "not_allowed"
    ben.send(type="chat", text="Hello")
    assert ann.read("chat")["text"] == "Hello"
    place.order("unmute", f"seat:{ann.table}/0")
    ann.send(type="chat", text="Sorry")
    assert ben.read("chat", lambda line: line["seat"] == 0)["text"] == "Sorry"


def test_a_muted_person_cannot_talk_at_any_table(place: Place) -> None:
    server = place.start()
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    place.order("mute", f"person:{ann.page['id']}")
    with ann.table({"kind": "open"}) as player, ben.join(player.table) as other:
        assert player.refused(type="chat", text="Hello") == "not_allowed"
        other.send(type="chat", text="Hello")
        assert player.read("chat")["text"] == "Hello"


def test_a_blocked_person_cannot_create_or_join_but_finish(place: Place) -> None:
    server = place.start()
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    with ann.table({"kind": "open"}) as host, ben.join(host.table) as guest:
        waiting = ann.ask("/api/tables", {"seats": [{"kind": "me", "name": "A"}, {"kind": "open"}]})["table"]
        place.order("block", f"person:{ben.page['id']}")
        refused = (403, "You are blocked. Ask whoever runs the server.")
        assert refusal(ben.ask, "/api/tables", TWO_PEOPLE) == refused
        assert refusal(ben.ask, f"/api/tables/{waiting}/join", {"name": "B"}) == refused
        assert guest.refused(type="chat", text="Hello") == "not_allowed"
        play_on([host, guest], lambda state: state["answers"] >= 6)
        place.order("unblock", f"person:{ben.page['id']}")
        assert ben.ask(f"/api/tables/{waiting}/join", {"name": "B"})["seat"] == 1


def test_a_blocked_address_gets_only_pages(place: Place) -> None:
    server = place.start()
    made = server.post("/api/tables", TWO_PEOPLE)
    place.order("block", "address:127.0.0.1")
    assert refusal(server.get, "/api/tables") == (403, "Your address is blocked. Ask whoever runs the server.")
    assert server.get("/healthz")["status"] == "ok"
    with pytest.raises(InvalidStatus):
        Player(server.url, made["table"], made["token"])
    blocked = place.run("orders").output.split()[-1]
    assert blocked.startswith("client:")
    assert "127.0.0.1" not in blocked
    place.order("unblock", blocked)
    assert server.get("/api/tables") == {"tables": []}


def test_a_client_can_be_blocked_by_a_table_it_created(place: Place) -> None:
    server = place.start()
    server.post("/api/tables", TWO_PEOPLE)
    line = next(line for line in place.run("tables").output.splitlines() if "Ann" in line)
    place.order("block", f"client:{line.split()[-1]}")
    assert refusal(server.post, "/api/tables", TWO_PEOPLE)[0] == 403


def test_a_hidden_table_shows_neither_name_nor_chat(place: Place) -> None:
    server = place.start()
    made = server.post("/api/tables", {**TWO_PEOPLE, "name": "Rude words", "listed": True})
    ann = Player(server.url, made["table"], made["token"])
    ann.send(type="chat", text="Ruder words")
    ann.read("chat")
    place.order("hide", ann.table)
    frames = []
    with Player(server.url, ann.table, made["token"]) as again:
        assert again.state["name"] == again.state["settings"]["name"] == ""
        assert again.state["chat"] == []
        assert again.refused(type="chat", text="More") == "not_allowed"
        settings = {**again.state["settings"], "name": "Rude again", "listed": True, "target_vp": 10}
        again.send(type="change", settings=settings)
        again.until(lambda state: state["settings"]["target_vp"] == 10)
        frames = again.frames
    assert not any("Rude" in frame for frame in frames)
    assert "Rude" not in str([server.get("/api/tables"), server.get(f"/api/tables/{ann.table}")])
    server.registry.unload(server.table(ann.table))
    assert "Rude" not in str(server.get(f"/api/tables/{ann.table}"))  # loaded again
    place.order("show", ann.table)
    with Player(server.url, ann.table) as again:
        assert again.state["name"] == "Rude again"
        assert [line["text"] for line in again.state["chat"]] == ["Ruder words"]
        wait_for(lambda: ann.table in str(server.get("/api/tables")))  # which is cached for a second


def test_a_closed_table_sends_everybody_away_until_it_is_open_again(place: Place) -> None:
    server = place.start()
    ann, ben = server.pair(listed=True)
    play_on([ann, ben], lambda state: state["answers"] >= 6)
    before = ann.state
    place.order("close", ann.table)
    with pytest.raises(ConnectionClosed):
        ann.read("nothing")
    assert refusal(server.get, f"/api/tables/{ann.table}") == (
        403,
        "This table was closed by whoever runs the server.",
    )
    assert refusal(server.get, f"/api/tables/{ann.table}/replay")[0] == 403
    with pytest.raises(AssertionError, match="This table was closed"):
        Player(server.url, ann.table, ann.token)
    assert ann.table not in str(server.get("/api/tables"))
    place.order("reopen", ann.table)
    again = [Player(server.url, player.table, player.token) for player in (ann, ben)]
    assert again[0].state["view"] == before["view"]
    play_on(again, lambda state: state["answers"] >= 12)


def test_bots_rest_at_a_closed_table_and_continue_when_it_is_open(place: Place) -> None:
    server = place.start()
    made = server.post("/api/tables", {"seats": [{"kind": "bot", "level": "easy"}] * 2, "target_vp": 30})
    table = made["table"]
    wait_for(lambda: server.table(table).core.move_count > 3)
    place.order("close", table)
    assert table not in server.registry.tables
    place.order("reopen", table)
    wait_for(lambda: table in server.registry.tables or server.get(f"/api/tables/{table}")["over"])


def test_banned_names_are_refused_everywhere(place: Place) -> None:
    server = place.start()
    ann, person = server.solo(waits=True), Person(server, "Ann")
    made = server.post("/api/tables", TWO_PEOPLE)
    owner = Player(server.url, made["table"], made["token"])
    place.order("ban-name", "rude")
    place.order("ban-name", "*nasty*")
    bad = (400, "This name is not allowed here. Choose another one.")
    for name in ("Rude", "the rüde one", "R.U.D.E", "r\u200bude", "VeryNastyOne"):
        assert refusal(server.post, "/api/tables", {**ONE_BOT, "name": name}) == bad
        seats = [{"kind": "me", "name": name}, {"kind": "bot"}]
        assert refusal(server.post, "/api/tables", {"seats": seats}) == bad
        assert refusal(server.post, f"/api/tables/{made['table']}/join", {"name": name}) == bad
        assert refusal(server.post, "/api/me", {"name": name}) == bad
        assert refusal(person.ask, "/api/me", {"name": name, "public": False}, "PUT") == bad
        settings = {**owner.state["settings"], "name": name}
        assert owner.refused(type="change", settings=settings) == "bad_request"
    assert server.post("/api/me", {"name": "Prudence"})["name"] == "Prudence"
    place.order("allow-name", "rude")
    assert server.post("/api/me", {"name": "Rude"})["name"] == "Rude"
    ann.close()


def test_orders_are_in_the_audit_log_and_nonsense_is_refused(place: Place) -> None:
    server = place.start()
    table = server.post("/api/tables", TWO_PEOPLE)["table"]
    place.order("hide", table, "--reason", "its name")
    for said, *arguments in (
        ("has this order already", "hide", table),
        ("has no such order", "reopen", table),
        ("There is no table abc.", "close", "abc"),
        ("There is no person abc.", "mute", "person:abc"),
        ("Name a seat as seat:TABLE/NUMBER", "mute", f"seat:{table}/9"),
        ("Name whom to block as person:ID, address:ADDRESS or client:NAME", "block", "Ann"),
        ("Name whom to mute as person:ID or seat:TABLE/NUMBER", "mute", "client:abc"),
        ("abc is not an IP address", "block", "address:abc"),
        ("would ban every name", "ban-name", "*"),
    ):
        result = place.run(*arguments)
        assert (result.exit_code, said in result.output) == (2, True), result.output
    place.order("show", table)
    lines = place.run("audit").output.splitlines()
    assert len(lines) == 3
    assert lines[1].split()[3:] == ["show", table]
    assert lines[2].split()[3:] == ["hide", table, "its", "name"]
    assert place.run("orders").output.strip() == "None."


def test_a_table_whose_id_starts_with_a_dash_can_be_named(place: Place) -> None:
    place.start()
    assert "There is no table -7ab." in place.run("close", "-7ab").output
    assert "There is no table --7a." in place.run("close", "--7a").output


def test_orders_hold_from_the_start_of_a_server(place: Place) -> None:
    first = place.start()
    table = first.post("/api/tables", {**TWO_PEOPLE, "listed": True})["table"]
    place.order("close", table)
    place.order("ban-name", "rude")
    first.stop()
    place.servers.clear()
    again = place.start()
    assert refusal(again.get, f"/api/tables/{table}")[0] == 403
    assert refusal(again.post, "/api/me", {"name": "Rude"})[0] == 400


def test_every_process_follows(postgres: Postgres, tmp_path: Path) -> None:
    place = Place(postgres.url, tmp_path)
    try:
        servers = [place.start(), place.start()]
        ann, ben = servers[0].pair()
        watcher = Player(servers[1].url, ann.table)
        place.order("close", ann.table)
        for player in (ann, ben, watcher):
            with pytest.raises(ConnectionClosed):
                player.read("nothing")
        for server in servers:
            assert refusal(server.get, f"/api/tables/{ann.table}")[0] == 403
    finally:
        for server in place.servers:
            server.stop()


def test_deleting_a_person_removes_what_was_ordered_about_them(tmp_path: Path) -> None:
    place = Place(sqlite_url(tmp_path), tmp_path)
    server = place.start()
    try:
        ann = Person(server, "Ann")
        with ann.table({"kind": "open"}) as player:
            table = player.table
        place.order("mute", f"person:{ann.page['id']}", "--reason", "Ann insults others")
        place.order("mute", f"seat:{table}/0", "--reason", "Ann again")
        place.order("hide", table, "--reason", "a rude name")
        ann.ask("/api/me", {"name": "Ann"}, "DELETE")
        shown = place.run("audit").output
        assert "Ann" not in shown
        assert "a rude name" in shown
        assert "mute" not in place.run("orders").output
    finally:
        server.stop()
