"""Games over days: the offer to be told, the notice, deadlines and vacations."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import Person, Server
from tests.browser.test_access import check_with_axe
from tests.browser.test_people import FACTIONS, begin
from tests.server.helpers import Player, play_on
from tests.server.mail_server import MailServer
from tests.server.push_service import PushService

DAY = 24 * 3600
PHONE = (390, 844)


@pytest.fixture
def service() -> Iterator[PushService]:
    running = PushService()
    yield running
    running.close()


def with_push(person: Person, service: PushService) -> Person:
    """Give a browser a push service that the test can read, and the permission to show notices.

    Not every browser without a window lets a test grant it, so the page is told that it has been.
    """
    keys = service.subscription
    endpoint = keys.pop("endpoint")
    made = json.dumps({"endpoint": endpoint, "keys": keys})
    person.context.add_init_script("Object.defineProperty(Notification, 'permission', { get: () => 'granted' })")
    person.context.add_init_script("Notification.requestPermission = async () => 'granted'")
    person.context.add_init_script(f"PushManager.prototype.subscribe = async () => ({{ toJSON: () => ({made}) }})")
    return person


def play_until_asked(seat: int, players: list[Player]) -> None:
    play_on(players, lambda state: state["view"]["phase"] != "setup" and state["view"]["asked"] == seat)


def takes_a_vacation(ann: Person) -> None:
    """Ann's clock stands still for a week, of which she takes one day, and she no longer wants to be told."""
    ann.go("/me")
    table = ann.page.get_by_role("region", name="Your tables").get_by_role("listitem").filter(has_text="Slow")
    three = re.compile("[23] days left")  # to the second, or a moment less
    expect(table).to_contain_text(three)
    days = ann.page.get_by_role("region", name="Games over days")
    expect(days.get_by_label("Tell this device")).to_be_checked()
    days.get_by_label("For how long").select_option("7 days")
    days.get_by_role("button", name="Begin").click()
    expect(days).to_contain_text("You are on vacation until")
    ann.page.reload()
    expect(table).to_contain_text(re.compile("(9|10) days left"))
    check_with_axe(ann)
    days.get_by_role("button", name="I am back").click()
    expect(days).to_contain_text("29 days left this year")
    expect(table).to_contain_text(three)
    with ann.page.expect_response("**/api/me/push"):
        days.get_by_label("Tell this device").uncheck()


def test_a_game_over_days(person: MakePerson, server: Server, service: PushService, browser_name: str) -> None:
    if browser_name != "chromium":
        pytest.skip("only Chromium grants notices to a test")
    ann = with_push(person("Ann", is_kept=True), service)
    ben = with_push(person("Ben", size=PHONE, is_phone=True, is_kept=True, theme="light"), service)
    secrets = [begin(ann), begin(ben)]
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "open"}]
    about = {"seats": seats, "name": "Slow", "factions": FACTIONS, "clock": 3 * DAY, "target_vp": 15}
    made = server.post("/api/tables", about, secrets[0])
    joined = server.post(f"/api/tables/{made['table']}/join", {"name": "Ben"}, secrets[1])
    players = [Player(server.url, made["table"], token) for token in (made["token"], joined["token"])]
    play_until_asked(0, players)
    ann.sit(made["table"], 0, made["token"])
    ben.sit(made["table"], 1, joined["token"])
    expect(ann.page.locator(".clock")).to_contain_text("2 days")
    offers = [somebody.page.get_by_role("region", name="Be told when it is your turn") for somebody in (ann, ben)]
    expect(ann.board).to_be_visible()
    play_until_asked(1, players)
    expect(offers[0]).to_be_visible()
    check_with_axe(ann)
    with ann.page.expect_response("**/api/me/push"):
        offers[0].get_by_role("button", name="Yes, tell me").click()
    expect(offers[0]).to_be_hidden()
    play_until_asked(0, players)
    expect(offers[1]).to_be_visible()
    check_with_axe(ben)
    offers[1].get_by_role("button", name="No").click()
    expect(offers[1]).to_be_hidden()

    # Ann closes the page during Ben's turn, and the server dies.
    play_until_asked(1, players)
    for player in players:
        player.close()
    ann.allowed = ben.allowed = "ERR_"
    ann.go("/about")
    server.kill()
    server.start()
    assert service.is_quiet
    again = Player(server.url, made["table"], joined["token"])
    while again.state["view"]["asked"] == 1:
        again.answer()
    assert service.next() == {"title": "Slow: your turn", "path": f"/t/{made['table']}", "tag": made["table"]}
    again.close()

    takes_a_vacation(ann)
    ben.go("/me")
    assert ben.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    expect(ben.page.get_by_role("region", name="Games over days").get_by_label("Tell this device")).not_to_be_checked()


def test_an_address_is_confirmed_and_turned_off_by_links(
    person: MakePerson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = MailServer()
    monkeypatch.setenv("MAIL_PORT", str(mail.port))
    server = Server(tmp_path)
    try:
        ann = person(server=server)
        begin(ann)
        days = ann.page.get_by_role("region", name="Games over days")
        days.get_by_label("E-mail address").fill("ann@mail.example")
        days.get_by_role("button", name="Confirm it").click()
        expect(days).to_contain_text("A link was sent to ann@mail.example")
        links = re.findall(r"http\S+", mail.next().get_content())
        phone = person("", server=server, size=PHONE, is_phone=True, theme="light")
        phone.go(links[0])
        phone.button("Confirm my address").click()
        expect(phone.page.get_by_role("heading", name="Your address is confirmed.")).to_be_visible()
        check_with_axe(phone)
        ann.page.reload()
        expect(days).to_contain_text("You are told at ann@mail.example.")
        check_with_axe(ann)
        phone.go(links[1])
        phone.button("No more e-mail").click()
        expect(phone.page.get_by_role("heading", name="Your address is forgotten.")).to_be_visible()
        ann.page.reload()
        expect(days.get_by_label("E-mail address")).to_be_visible()
    finally:
        server.stop()
        mail.close()
