"""E-mail: nothing without confirmation, a way out of every message, and nothing left after deletion."""

from __future__ import annotations

import asyncio
import re
import urllib.request
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from msgspec.structs import replace

from basebash.server.settings import Settings
from tests.server.helpers import FAST, HttpError, Person, Player, Server, play_on, sqlite_url
from tests.server.mail_server import MailServer
from tests.server.test_accounts import everything_stored
from tools.servers import wait_for

DAY = 24 * 3600
ADDRESS = "ben@mail.example"


@pytest.fixture
def mail() -> Iterator[MailServer]:
    running = MailServer()
    yield running
    running.close()


def settings_for(mail: MailServer) -> Settings:
    return replace(
        FAST,
        notice_delay_seconds=0.05,
        smtp_host="127.0.0.1",
        smtp_port=mail.port,
        mail_from="table@club.example",
        public_url="https://club.example/",
    )


@pytest.fixture
def server(tmp_path: Path, mail: MailServer) -> Iterator[Server]:
    running = Server(sqlite_url(tmp_path), settings_for(mail))
    yield running
    running.stop()


def link_in(message: EmailMessage, purpose: str) -> str:
    """Return the path that the page of a link in a message asks for."""
    found = re.search(rf"https://club\.example/mail/({purpose}\?\S+)", message.get_content())
    assert found is not None
    return f"/api/mail/{found[1]}"


def slow_game(server: Server, ben: Person) -> Player:
    """Let Ben be asked at a table with days to answer, at which he is not; return Ann's connection."""
    ann = Person(server, "Ann")
    one = ann.table({"kind": "open"}, clock=DAY, name="Slow", target_vp=15)
    other = ben.join(one.table)
    one.until(lambda state: state["started"])
    play_on([one, other], lambda state: state["view"]["asked"] == 0 and state["answers"] > 0)
    other.close()
    wait_for(lambda: server.table(one.table).audience.present_seats() == {0})
    while one.state["view"]["asked"] == 0:
        one.answer()
    return one


def tell(server: Server, ben: Person) -> None:
    """Let Ben be told that it is his turn at a table, and wait until that is done."""
    ann = Person(server, "Ann")
    with ann.table({"kind": "open"}, name="Quick") as one, ben.join(one.table):
        work = server.registry._host.notices.your_turn(one.table, "Quick", 1)
        asyncio.run_coroutine_threadsafe(work, server.loop).result(60)


def test_only_a_confirmed_address_is_written_to_until_it_is_turned_off(server: Server, mail: MailServer) -> None:
    ben = Person(server, "Ben")
    assert ben.ask("/api/me/mail") == {"possible": True, "address": "", "confirmed": False}
    ben.ask("/api/me/mail", {"address": ADDRESS}, "PUT")
    first = mail.next()
    assert (first["To"], first["From"], first["Auto-Submitted"]) == (ADDRESS, "table@club.example", "auto-generated")
    tell(server, ben)
    with pytest.raises(HttpError) as error:
        server.post(link_in(first, "confirm")[:-1] + "x", {})
    assert error.value.code == "not_found"
    assert not ben.ask("/api/me/mail")["confirmed"]
    server.post(link_in(first, "confirm"), {})
    assert ben.ask("/api/me/mail") == {"possible": True, "address": ADDRESS, "confirmed": True}
    assert mail.is_quiet  # nothing was sent before
    one = slow_game(server, ben)
    told = mail.next()
    assert told["Subject"] == "Basebash: Slow: your turn"
    assert f"https://club.example/t/{one.table}" in told.get_content()
    one.close()
    # One click in the mail program, as RFC 8058 has it.
    path = told["List-Unsubscribe"].strip("<>").removeprefix("https://club.example")
    form = urllib.request.Request(f"{server.url}{path}", b"List-Unsubscribe=One-Click")
    with urllib.request.urlopen(form, timeout=60) as response:
        assert response.status == 200
    assert ben.ask("/api/me/mail")["address"] == ""
    tell(server, ben)
    with pytest.raises(HttpError):
        server.post(link_in(first, "confirm"), {})
    assert mail.is_quiet


def test_a_player_of_a_league_is_written_to_when_a_round_begins(server: Server, mail: MailServer) -> None:
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    ben.ask("/api/me/mail", {"address": ADDRESS}, "PUT")
    server.post(link_in(mail.next(), "confirm"), {})
    league = ann.ask("/api/leagues", {"name": "Club", "factions": "random", "target_vp": 3})["league"]
    for person, name in ((ann, "Ann"), (ben, "Ben")):
        person.ask(f"/api/leagues/{league}/join", {"name": name})
    table = ann.ask(f"/api/leagues/{league}/start", {})["games"][0]["games"][0]["table"]
    told = mail.next()
    assert told["Subject"] == "Basebash: Club, round 1: you play Ann"
    assert f"https://club.example/t/{table}" in told.get_content()


def test_no_password_is_sent_to_a_server_that_does_not_encrypt(tmp_path: Path, mail: MailServer) -> None:
    server = Server(sqlite_url(tmp_path), replace(settings_for(mail), smtp_user="table", smtp_password="hidden"))
    try:
        Person(server, "Ben").ask("/api/me/mail", {"address": ADDRESS}, "PUT")  # returns once that has been tried
        assert mail.is_quiet
        assert not any(b"AUTH" in line or b"hidden" in line for line in mail.heard)
    finally:
        server.stop()


def test_an_address_goes_with_the_account_or_if_nobody_confirms_it(server: Server, mail: MailServer) -> None:
    ben, cleo = Person(server, "Ben"), Person(server, "Cleo")
    ben.ask("/api/me/mail", {"address": ADDRESS}, "PUT")
    server.post(link_in(mail.next(), "confirm"), {})
    cleo.ask("/api/me/mail", {"address": "cleo@mail.example"}, "PUT")
    assert ADDRESS in everything_stored(server)
    ben.ask("/api/me", {"name": "Ben"}, "DELETE")
    assert ADDRESS not in everything_stored(server)
    late = mail.next()
    server.store.clock._offset += 4 * DAY
    with pytest.raises(HttpError) as error:
        server.post(link_in(late, "confirm"), {})
    assert error.value.code == "not_found"


@pytest.mark.parametrize("address", ["", "nobody", "a@b", "a b@c.example", "a@c.example,d@c.example", "<a@c.example>"])
def test_what_is_no_address_is_refused(server: Server, address: str) -> None:
    with pytest.raises(HttpError) as error:
        Person(server, "Ann").ask("/api/me/mail", {"address": address}, "PUT")
    assert error.value.code == "bad_request"


def test_without_a_mail_server_there_is_no_mail(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path))
    try:
        ann = Person(server, "Ann")
        assert not ann.ask("/api/me/mail")["possible"]
        with pytest.raises(HttpError) as error:
            ann.ask("/api/me/mail", {"address": ADDRESS}, "PUT")
        assert error.value.code == "not_allowed"
    finally:
        server.stop()
