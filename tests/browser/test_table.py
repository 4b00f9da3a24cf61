"""What can be done at a table: the draft, taking back, looking at a finished game."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import Person, open_options

TWO_PEOPLE = {
    "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}],
    "factions": [["Dinosaurs", "Pirates"], ["Robots", "Zombies"]],
}
# Minions that show a card of the deck when they are played: others are asked before that is taken back.
LOOKERS = ("Hoverbot", "Walker")


def sit_together(person: MakePerson) -> tuple[Person, Person]:
    """Two people at a table; first the one whose turn it is."""
    ann, ben = person("Ann"), person("Ben")
    table = ann.open_table(TWO_PEOPLE)
    joined = ann.server.post(f"/api/tables/{table}/join", {"name": "Ben"})
    ben.sit(table, joined["seat"], joined["token"])
    expect(ann.board).to_be_visible()
    expect(ben.board).to_be_visible()
    ann.wait_for_state(
        lambda state: all(seat["connected"] for seat in state["seats"]) and state["view"]["asked"] is not None
    )
    return (ann, ben) if ann.state["view"]["asked"] == ann.state["you"] else (ben, ann)


def test_the_draft(person: MakePerson) -> None:
    ann = person()
    ann.go("/")
    ann.link("Play bots").click()
    open_options(ann)
    ann.page.get_by_role("combobox", name="Factions", exact=True).select_option("draft")
    ann.page.get_by_role("button", name="Start", exact=True).click()
    seats = ann.page.get_by_role("list", name="Seats")
    mine = seats.get_by_role("listitem").filter(has_text="Ann")
    wanted = []
    for rank in ("first", "second"):
        expect(ann.page.get_by_text(f"Pick your {rank} faction")).to_be_visible()
        tile = ann.page.get_by_role("region", name="Factions").locator("button:not(:has(.badge))").nth(3)
        tile.click()
        pick = ann.page.get_by_role("button", name=re.compile("^Pick "))
        wanted.append(pick.inner_text().removeprefix("Pick "))
        expect(mine).to_contain_text(wanted[-1])
        pick.click()
    expect(ann.board).to_be_visible()
    assert ann.state["view"]["players"][0]["factions"] == wanted
    ann.wait_until_asked()


def test_taking_back_freely(person: MakePerson) -> None:
    ann, ben = sit_together(person)
    ann.until_my_turn(ben)
    before = ann.state["view"]
    hand = before["players"][ann.state["you"]]["hand"]
    minion = next(card for card in hand if card["kind"] == "minion" and card["name"] not in LOOKERS)
    ann.hand.locator(f"[data-card='{minion['id']}']").click()
    ann.question.locator(".choice").first.click()
    expect(ann.board.locator(f"[data-card='{minion['id']}']")).to_be_visible()
    ann.wait_until_asked()
    ann.button("Undo").click()
    expect(ann.board.locator(f"[data-card='{minion['id']}']")).to_have_count(0)
    expect(ann.hand.locator(f"[data-card='{minion['id']}']")).to_be_visible()
    assert ann.state["view"] == before


def test_taking_back_needs_consent_once_somebody_else_has_answered(person: MakePerson) -> None:
    ann, ben = sit_together(person)
    ann.until_my_turn(ben)
    turn = ann.state["view"]["turn"]
    ann.button("End turn").click()
    ben.until_my_turn(ann)
    assert ben.state["view"]["turn"] == turn + 1
    ben.step()
    asked = ben.page.get_by_role("dialog", name="Take back?")

    ann.button("Undo").click()
    expect(ann.page.get_by_text(re.compile("Asked to take back. Waiting for"))).to_be_visible()
    expect(asked).to_contain_text("would like to take back")
    asked.get_by_role("button", name="No").click()
    expect(asked).to_be_hidden()
    expect(ann.page.get_by_text("Asked to take back")).to_be_hidden()
    assert ann.state["view"]["turn"] == turn + 1

    ann.button("Undo").click()
    asked.get_by_role("button", name="Yes, take it back").click()
    expect(asked).to_be_hidden()
    expect(ann.button("End turn")).to_be_enabled()
    assert ann.state["view"]["turn"] == turn


def test_the_replay_of_a_finished_game(person: MakePerson) -> None:
    ann = person()
    table = ann.server.finished_game()
    ann.go(f"/replay/{table}")
    replay = ann.page.get_by_role("region", name="Replay", exact=True)
    moment = replay.get_by_role("slider", name="Moment")
    expect(moment).to_have_value("0")
    last = moment.get_attribute("max")
    assert last is not None
    assert int(last) > 10
    replay.get_by_role("button", name="Step").click()
    expect(moment).to_have_value("1")
    ann.page.keyboard.press("End")
    expect(moment).to_have_value(last)
    expect(ann.question).to_contain_text(re.compile("(Mira|Otto) won"))
    ann.page.keyboard.press("ArrowLeft")
    expect(moment).to_have_value(str(int(last) - 1))
    moment.fill("8")
    expect(replay).to_contain_text(f"8 of {last}")
    # All hands are open, or those of one seat.
    about = ann.page.get_by_role("region", name="About this moment")
    about.get_by_role("tab", name="Hands").click()
    hands = about.get_by_role("region", name="Hand of")
    expect(hands).to_have_count(2)
    replay.get_by_label("Seen by").select_option("Mira")
    expect(hands).to_have_count(1)
    expect(hands.get_by_role("button").first).to_be_visible()
    about.get_by_role("tab", name="Log").click()
    # It plays by itself.
    replay.get_by_role("button", name="Play").click()
    expect(replay).not_to_contain_text("8 of ")
    replay.get_by_role("button", name="Pause").click()
    # The log lists the whole game, what is still to come paler, and a line of it leads there or back.
    lines = ann.page.get_by_role("button", name=re.compile("^Go to: "))
    expect(ann.page.locator(".entry.later")).not_to_have_count(0)
    expect(ann.page.locator(".entry[aria-current]")).to_have_count(1)
    here = moment.input_value()
    lines.last.click()
    expect(moment).not_to_have_value(here)
    assert int(moment.input_value()) > int(here)
    lines.first.click()
    expect(moment).to_have_value("0")


def test_a_spectator_sees_no_hand_in_the_replay_of_a_game_under_way(person: MakePerson) -> None:
    ann = person()
    table = ann.open_table({"seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy"}]})
    ben = person("Ben")
    ben.go(f"/replay/{table}?as=0")
    expect(ben.board).to_be_visible(timeout=40_000)
    about = ben.page.get_by_role("region", name="About this moment")
    expect(about).to_contain_text("a bot says nothing about it until it is over")
    about.get_by_role("tab", name="Hands").click()
    expect(about.get_by_role("region", name="Hand of Ann")).to_have_count(0)
