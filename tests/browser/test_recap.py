"""What happened since your turn: it is shown to a player who was away, step by step, and leaves marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import QUICK, Game, Json, Person, Server
from tests.server.helpers import Player

TABLE: Json = {
    "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}],
    "factions": [["Dinosaurs", "Pirates"], ["Robots", "Zombies"], ["Ninjas", "Wizards"]],
}
TOLD = {**QUICK, "recap": True}


def is_mid_game(player: Player) -> bool:
    view, question = player.state["view"], player.question
    if question is None or question["kind"] != "main" or view["turn_player"] != 0:
        return False
    return view["turn"] > 4 and any(option["kind"] == "play" for option in question["options"])


@pytest.fixture(scope="module")
def game(server: Server) -> Iterator[Game]:
    with Game.at(server, TABLE, is_mid_game) as made:
        yield made


def sit(person: MakePerson, game: Game, **options: object) -> Person:
    ann = person(settings=TOLD, **options)
    ann.sit(game.table, 0, game.token)
    return ann


def test_the_recap_opens_for_a_player_who_was_away_and_can_be_stepped_through(person: MakePerson, game: Game) -> None:
    ann = sit(person, game)
    recap = ann.page.get_by_role("region", name="What happened since your turn")
    expect(recap).to_contain_text(re.compile(r"Step 1 of \d+"))
    count = int(re.findall(r"of (\d+)", recap.text_content() or "")[0])
    assert count > 1
    # The board is that of the step: later things have not happened yet, and nothing can be played.
    expect(ann.hand.locator(".can")).to_have_count(0, timeout=40_000)  # the first look back starts a process
    ann.page.keyboard.press("ArrowRight")
    expect(recap).to_contain_text(f"Step 2 of {count}")
    recap.get_by_role("button", name="Back").click()
    expect(recap).to_contain_text(f"Step 1 of {count}")
    for _ in range(count - 1):
        recap.get_by_role("button", name="Next").click()
    expect(recap).to_contain_text(f"Step {count} of {count}")
    expect(recap.get_by_role("button", name="Next")).to_be_disabled()
    ann.page.keyboard.press("Escape")
    expect(recap).to_have_count(0)
    expect(ann.question).to_be_visible()
    expect(ann.hand.locator(".can").first).to_be_visible()
    # What was seen is no news after a reload.
    ann.page.reload()
    expect(ann.hand.locator(".can").first).to_be_visible()
    expect(recap).to_have_count(0)


def test_marks_stay_until_one_has_acted(person: MakePerson, game: Game) -> None:
    ann = sit(person, game)
    recap = ann.page.get_by_role("region", name="What happened since your turn")
    recap.get_by_role("button", name="To my turn").click()
    marks = ann.board.locator(".mark-n")
    expect(marks.first).to_be_visible()
    # The same numbers are in the log.
    number = re.sub(r"\D", "", marks.first.text_content() or "")
    expect(ann.page.locator(".log .mark-n").filter(has_text=re.compile(rf"\b{number}$")).first).to_be_attached()
    ann.page.keyboard.press("r")
    expect(recap).to_be_visible()
    # A press on a card goes to one's turn and plays it.
    play = next(option for option in game.ann.state["view"]["question"]["options"] if option["kind"] == "play")
    ann.hand.locator(f"[data-card='{play['card']}']").click()
    expect(recap).to_have_count(0)
    if ann.board.locator(".base.legal").count():
        ann.board.locator(".base.legal .b-name").first.click()
    expect(marks).to_have_count(0)
    expect(ann.board).to_be_visible()


def test_the_recap_can_be_switched_off(person: MakePerson, server: Server) -> None:
    made = Game(server, TABLE)
    made.play_until(is_mid_game)
    ann = person(settings=QUICK)
    ann.sit(made.table, 0, made.token)
    expect(ann.question).to_be_visible()
    expect(ann.page.get_by_role("region", name="What happened since your turn")).to_have_count(0)
    ann.page.get_by_role("button", name=re.compile("^Since your turn: ")).click()
    expect(ann.page.get_by_role("region", name="What happened since your turn")).to_be_visible()
    made.close()


def test_on_a_phone(person: MakePerson, server: Server) -> None:
    made = Game(server, TABLE)
    made.play_until(is_mid_game)
    ann = person(settings=TOLD, size=(390, 844), is_phone=True)
    ann.sit(made.table, 0, made.token)
    recap = ann.page.get_by_role("region", name="What happened since your turn")
    expect(recap).to_contain_text("Step 1 of")
    recap.get_by_role("button", name="Next").click()
    expect(recap).to_contain_text("Step 2 of")
    for button in recap.get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 43
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    recap.get_by_role("button", name="To my turn").click()
    expect(ann.question).to_be_visible()
    # Back closes the log, and leads nowhere else.
    address = ann.page.url
    ann.page.get_by_role("button", name=re.compile("^Game log")).click()
    log = ann.page.get_by_role("dialog", name="Log, chat and discards")
    expect(log).to_be_visible()
    ann.page.go_back()
    expect(log).to_have_count(0)
    assert ann.page.url == address
    made.close()
