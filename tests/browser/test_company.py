"""Playing together: on one device, with people who watch, talk, leave, return or resign; and learning alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import Game, Person, Server, open_options
from tests.server.helpers import Player

FACTIONS = [["Dinosaurs", "Pirates"], ["Robots", "Zombies"]]


def test_hands_are_covered_between_the_people_on_one_device(person: MakePerson) -> None:
    ann = person(size=(390, 844), is_phone=True)
    ann.go("/")
    ann.link("One device").click()
    ann.page.get_by_role("button", name="Start", exact=True).click()
    seen = []
    for _ in range(2):
        cover = ann.page.get_by_role("button", name=re.compile("^I am "))
        while not cover.is_visible():
            ann.page.wait_for_function("() => document.querySelector('.cover button, .prompt.mine')")
            if not cover.is_visible():
                ann.step()
        # Nothing of a hand is in the page while it is passed on.
        expect(ann.hand).to_have_count(0)
        expect(ann.page.locator("[data-card]")).to_have_count(0)
        name = cover.inner_text().removeprefix("I am ")
        seen.append(name)
        cover.click()
        expect(ann.hand.get_by_role("button").first).to_be_visible()
        expect(ann.page.locator(".turn-who")).to_contain_text("Your turn")
        ann.until_my_turn()
        ann.button("End turn").click()
    assert sorted(seen) == ["Ann", "Ben"]


def test_the_first_game_is_taught_to_its_end(person: MakePerson) -> None:
    ann = person()
    ann.go("/learn")
    lesson = ann.page.get_by_role("region", name="Lesson")
    titles = []
    for _ in range(60):
        title = lesson.get_by_role("heading").inner_text()
        if title not in titles:
            titles.append(title)
        if title == "You won!":
            break
        if lesson.get_by_role("button", name="Next").is_visible():
            lesson.get_by_role("button", name="Next").click()
        elif ann.button("End turn").is_enabled():
            ann.button("End turn").click()
        else:
            ann.wait_until_asked()
            follow_the_lesson(ann, lesson.inner_text())
    assert titles[-1] == "You won!"
    assert {"Play a minion", "Play an action", "Use a talent", "A question", "Specials"} <= set(titles)
    lesson.get_by_role("button", name="Play a real game").click()
    ann.page.wait_for_url("**/t/*")
    ann.wait_until_asked()
    assert all(not player["titans"] for player in ann.state["view"]["players"])


def follow_the_lesson(ann: Person, lesson: str) -> None:
    """Pick the card or base that the lesson names."""
    choices = ann.page.locator("#question .choice:not(.no-room), #hand .slot.can:not(.sel)").all()
    for choice in choices:
        lines = [line.removeprefix("Talent: ") for line in choice.inner_text().split("\n")]
        if len(choices) == 1 or any(len(line) > 3 and line in lesson for line in lines):
            choice.click()
            return
    raise AssertionError(f"nothing that the lesson names can be picked: {lesson}")


def test_watching_talking_leaving_and_giving_up(person: MakePerson) -> None:
    ann, ben, cleo = person("Ann"), person("Ben"), person("Cleo")
    ann.go("/")
    ann.link("New table").click()
    open_options(ann)
    ann.page.get_by_role("combobox", name="Factions", exact=True).select_option("random")
    ann.page.get_by_label("In the list of open tables").check()
    ann.page.get_by_label("Name", exact=True).fill("Friday")
    ann.page.get_by_role("button", name="Open the table").click()
    expect(ann.page.get_by_label("Link to this table")).to_be_visible()
    ann.page.wait_for_timeout(1100)  # the list of tables is updated once a second
    ben.go("/")
    ben.page.get_by_role("link", name="Join Friday").click()
    ben.button("Sit down").click()
    expect(ben.board).to_be_visible()
    expect(ann.board).to_be_visible()

    cleo.go(ann.page.url)
    expect(cleo.board).to_be_visible()
    expect(cleo.page.get_by_text("You are watching: hands stay hidden.")).to_be_visible()
    expect(cleo.hand.get_by_role("button")).to_have_count(0)
    expect(ann.page.get_by_text("1 watching")).to_be_visible()

    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_role("textbox", name="Message").fill("Hello Ben")
    ann.page.keyboard.press("Enter")
    for somebody in (ben, cleo):
        chat = somebody.page.get_by_role("tab", name="Chat")
        expect(chat).to_contain_text("1")
        chat.click()
        expect(somebody.page.get_by_role("list", name="Messages")).to_contain_text("Hello Ben")
    expect(cleo.page.get_by_role("textbox", name="Message")).to_have_count(0)

    ann.button("This table").click()
    ann.page.get_by_role("link", name="Leave; the seat stays yours").click()
    expect(ben.page.get_by_role("region", name="Race to 15 victory points")).to_contain_text("away")
    ann.page.get_by_role("link", name=re.compile("^(Open|Your turn|Answer) Friday$")).click()
    expect(ann.hand.get_by_role("button")).to_have_count(5)
    expect(ben.page.get_by_role("region", name="Race to 15 victory points")).not_to_contain_text("away")

    ben.button("This table").click()
    ben.button("Resign …").click()
    ben.button("Really resign").click()
    expect(ann.page.get_by_text("Ben has resigned. A bot plays on.")).to_be_visible()
    expect(ben.hand.get_by_role("button")).to_have_count(0)


def test_a_reported_ruling_is_a_file_that_replay_opens(person: MakePerson, server: Server, tmp_path: Path) -> None:
    game = Game(server, {"seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}], "factions": FACTIONS})

    def is_later(player: Player) -> bool:
        return bool(player.state["view"]["turn"] > 2 and player.question)

    game.play_until(is_later)
    ann = person()
    ann.sit(game.table, 0, game.token)
    ann.wait_until_asked()
    ann.button("This table").click()
    file = ann.save(ann.button("Report a ruling"), tmp_path)
    command = [str(Path(sys.executable).parent / "basebash"), "replay", "--all", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    for base in ann.state["view"]["bases"]:
        assert base["name"].split()[0] in done.stdout
    game.close()
