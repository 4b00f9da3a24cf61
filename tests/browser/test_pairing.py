"""Play someone now, and live games: in two browsers and on a phone."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Route, expect

from tests.browser.conftest import MakePerson
from tests.browser.test_access import check_with_axe


def test_two_people_are_paired_and_a_third_watches(person: MakePerson) -> None:
    ann, ben = person("Ann"), person("Ben")
    cleo = person("Cleo", size=(390, 844), is_phone=True, theme="light")
    ann.go("/")
    ann.page.get_by_role("link", name="Play someone now").click()
    waiting = re.compile("Looking for an opponent … [1-9]")
    expect(ann.page.get_by_role("status").get_by_text(waiting)).to_be_visible()
    check_with_axe(ann)
    ann.page.reload()  # and still waits
    expect(ann.page.get_by_role("status").get_by_text(waiting)).to_be_visible()
    ben.go("/play")
    for somebody in (ann, ben):
        somebody.page.wait_for_url("**/t/*")
        expect(somebody.board).to_be_visible()
    table = ann.page.url.rpartition("/")[2]
    assert ben.page.url.endswith(table)
    ben.page.reload()
    expect(ben.board).to_be_visible()
    assert {ann.state["you"], ben.state["you"]} == {0, 1}

    cleo.go("/play")
    expect(cleo.page.get_by_role("status").get_by_text(waiting)).to_be_visible()
    cleo.page.get_by_role("link", name="Watch a game instead").click()
    game = cleo.page.locator(f"a[href='/t/{table}']")  # other tests may have left games of theirs
    expect(game).to_have_accessible_name(re.compile("^Watch (Ann, Ben|Ben, Ann)$"))
    check_with_axe(cleo)
    assert cleo.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    game.click()
    expect(cleo.board).to_be_visible()
    assert cleo.page.url.endswith(table)

    def offer(route: Route) -> None:
        """What the server says once nobody has come for long."""
        view = {"waited": 30, "waiting": 0, "table": None, "bot": True}
        route.fulfill(body=json.dumps(view), content_type="application/json")

    cleo.page.route("**/api/queue", offer)
    cleo.go("/play")
    cleo.button("Play a bot").click()
    cleo.page.wait_for_url("**/t/*")
    expect(cleo.board).to_be_visible()
