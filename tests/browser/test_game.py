"""From the landing page into a game, and through it to its end."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import open_options


def test_into_a_game_in_two_clicks(person: MakePerson) -> None:
    ann = person(settings={})
    ann.go("/")
    ann.link("Play bots").click()
    ann.page.get_by_role("button", name="Start", exact=True).click()
    expect(ann.board.get_by_role("heading", level=2)).to_have_count(3)
    expect(ann.hand.get_by_role("button")).to_have_count(5)
    expect(ann.question).to_be_visible()
    for name in ("Game log", "What you can still do", "Race to 15 victory points"):
        expect(ann.page.get_by_role("region", name=name)).to_be_visible()
    ann.wait_until_asked()
    expect(ann.question).to_contain_text(re.compile("Your turn|Mulligan|hand", re.IGNORECASE))


def test_a_whole_game_against_a_bot(person: MakePerson) -> None:
    ann = person()
    ann.go("/")
    ann.link("Play bots").click()
    ann.page.get_by_role("group", name="Strength of the bot on seat 2").get_by_role("button", name="Easy").click()
    open_options(ann)
    ann.page.get_by_label("Goal").select_option("5")
    ann.page.get_by_role("button", name="Start", exact=True).click()
    ann.play_until(lambda: False)
    over = ann.state["over"]
    story = ann.page.get_by_role("main", name="The story of the game")
    winner = ann.state["seats"][over["winner"]]["name"]
    expect(story.get_by_role("heading", level=1)).to_have_text(f"{winner} wins", timeout=40_000)
    assert max(vp for _, vp in over["standings"]) >= 5
    rematch = story.get_by_role("button", name="Rematch")
    expect(rematch).to_be_focused()
    before = ann.page.url
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url(lambda url: "/t/" in url and url != before)  # bots agree at once
    expect(story).to_have_count(0)
    ann.wait_until_asked()
