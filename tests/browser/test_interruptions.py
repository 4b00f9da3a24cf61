"""No failure of the page, the connection or the server loses a game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import Person, Server
from tests.browser.proxy import SilentProxy

ONE_BOT = {
    "seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy", "name": "Mira"}],
    "factions": [["Dinosaurs", "Pirates"], ["Robots", "Zombies"]],
}


@pytest.fixture
def unanswered(browser_name: str) -> str:
    """What the browser's console says of requests that nobody answers."""
    return "127.0.0.1" if browser_name == "firefox" else "net::ERR"


def hold_a_card(ann: Person) -> None:
    """Takes a minion off the hand, which could go to any base: the question is then half answered."""
    ann.until_my_turn()
    hand = ann.state["view"]["players"][0]["hand"]
    minion = next(card["id"] for card in hand if card["kind"] == "minion" and not card["why_not"])
    ann.hand.locator(f"[data-card='{minion}']").click()
    expect(ann.button("Put back")).to_be_visible()


def test_reload_in_the_middle_of_a_question(person: MakePerson) -> None:
    ann = person()
    ann.open_table(ONE_BOT)
    hold_a_card(ann)
    before = ann.state
    hand = ann.hand.get_by_role("button").count()
    ann.page.reload()
    ann.wait_until_asked()
    after = ann.state
    assert (after["answers"], after["view"]) == (before["answers"], before["view"])
    expect(ann.hand.get_by_role("button")).to_have_count(hand)
    # The whole log is there again.
    assert after["log_from"] == 0
    hold_a_card(ann)
    ann.step()
    ann.wait_until_asked()
    assert ann.state["answers"] > before["answers"]


class Line:
    """The connection between a browser and the server; it can be cut, so that the page finds no server."""

    def __init__(self, ann: Person) -> None:
        self._page = ann.page
        self._open: list[WebSocketRoute] = []
        ann.allowed = "net::ERR"
        ann.page.route_web_socket("**/ws", self._connect)

    def _connect(self, channel: WebSocketRoute) -> None:
        channel.connect_to_server()
        self._open.append(channel)

    def cut(self) -> None:
        self._page.route("**/healthz", lambda route: route.abort())
        for channel in self._open:
            channel.close()
        self._open.clear()

    def restore(self) -> None:
        self._page.unroute("**/healthz")


def test_lost_connection_in_the_middle_of_a_question(person: MakePerson) -> None:
    ann = person()
    line = Line(ann)
    ann.open_table(ONE_BOT)
    hold_a_card(ann)
    answers = ann.state["answers"]
    line.cut()
    away = ann.page.get_by_text("The server is away just now.")
    expect(away).to_be_visible()
    # An answer given while offline is sent after reconnecting, and counts once.
    ann.question.locator(".choice").first.click()
    expect(ann.button("Put back")).to_be_hidden()
    line.restore()
    expect(ann.page.locator(".link-bar")).to_be_hidden()
    expect(ann.board.locator(".minion")).to_have_count(1)
    ann.wait_until_asked()
    assert ann.state["answers"] == answers + 1
    numbers = [json.loads(raw)["number"] for raw in ann.sent if json.loads(raw)["type"] == "answer"]
    assert numbers.count(answers) == 1


@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
def test_a_connection_that_is_swallowed_is_replaced(
    person: MakePerson, server: Server, unanswered: str, *, is_phone: bool
) -> None:
    proxy = SilentProxy(server)
    try:
        ann = person(server=proxy, is_phone=is_phone, size=(390, 844) if is_phone else (1440, 900))
        ann.allowed = unanswered
        ann.open_table(ONE_BOT)
        ann.until_my_turn()
        answers, first = ann.state["answers"], proxy.upgrades
        proxy.swallow()
        end = ann.button("End turn").filter(visible=True).first
        end.click()
        if (anyway := ann.button("End turn anyway")).count():
            anyway.first.click()
        bar = ann.page.locator(".link-bar")
        expect(bar).to_be_visible(timeout=60_000)
        assert "You are offline" not in bar.inner_text()
        # Neither the bar nor what it says covers anything: the table begins below it and ends with the window.
        box, table = bar.bounding_box(), ann.page.locator(".page-table").bounding_box()
        assert box is not None
        assert table is not None
        assert table["y"] >= box["y"] + box["height"] - 1
        assert table["y"] + table["height"] <= ann.page.evaluate("innerHeight") + 1
        proxy.heal()
        expect(bar).to_be_hidden(timeout=90_000)
        assert proxy.upgrades > first
        ann.wait_for_state(lambda state: state["answers"] > answers)
        ann.wait_until_asked()
    finally:
        proxy.close()


def test_a_page_that_opens_on_a_swallowed_line_opens_once_the_line_works(
    person: MakePerson, server: Server, unanswered: str
) -> None:
    proxy = SilentProxy(server)
    try:
        ann = person(server=proxy)
        ann.allowed = unanswered
        ann.open_table(ONE_BOT)
        ann.until_my_turn()
        ann.go("/about")
        proxy.swallow()
        ann.page.evaluate("history.back()")
        expect(ann.page.locator(".link-bar")).to_be_visible(timeout=60_000)
        proxy.heal()
        ann.until_my_turn()
    finally:
        proxy.close()


def test_a_browser_that_is_offline_says_so_and_covers_nothing(person: MakePerson) -> None:
    ann = person()
    ann.open_table(ONE_BOT)
    ann.until_my_turn()
    ann.allowed = "net::ERR"
    before = ann.page.locator(".page-table").bounding_box()
    ann.page.context.set_offline(True)
    bar = ann.page.get_by_text("You are offline.")
    expect(bar).to_be_visible()
    table, box = ann.page.locator(".page-table").bounding_box(), bar.bounding_box()
    assert before is not None
    assert table is not None
    assert box is not None
    assert table["y"] >= box["y"] + box["height"]
    assert abs(table["y"] + table["height"] - before["y"] - before["height"]) < 1
    ann.page.context.set_offline(False)
    expect(bar).to_be_hidden()


def test_an_answer_that_is_lost_with_the_connection_is_sent_again(person: MakePerson) -> None:
    ann = person()
    lost: list[str] = []

    def connect(channel: WebSocketRoute) -> None:
        server = channel.connect_to_server()

        def forward(message: str | bytes) -> None:
            if lost or json.loads(message)["type"] != "answer":
                server.send(message)
                return
            lost.append(str(message))
            channel.close()
            server.close()

        channel.on_message(forward)

    ann.page.route_web_socket("**/ws", connect)
    ann.open_table(ONE_BOT)
    hold_a_card(ann)
    ann.question.locator(".choice").first.click()
    expect(ann.board.locator(".minion")).to_have_count(1)
    assert len(lost) == 1
    ann.wait_until_asked()


def test_the_server_is_killed_and_started_again(person: MakePerson, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        ann = person(server=server)
        ann.open_table(ONE_BOT)
        hold_a_card(ann)
        before = ann.state
        server.kill()
        bar = ann.page.locator(".link-bar")
        expect(bar).to_contain_text("The server is away just now.")
        server.start()
        expect(bar).to_be_hidden()
        ann.wait_until_asked()
        after = ann.state
        assert (after["answers"], after["view"]) == (before["answers"], before["view"])
        turn = before["view"]["turn"]
        ann.play_until(lambda: ann.state["view"]["turn"] > turn + 1)  # the bot goes on too
        ann.allowed = "net::ERR"  # as a browser's console says when nobody answers
    finally:
        server.stop()
