"""A league in three browsers: one on a phone, pages reloaded and the server killed in the middle."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import Person, Server
from tests.browser.test_access import check_with_axe
from tests.server.helpers import Player, play_on

READY = "Your game is ready"


def make_league(ann: Person, *others: Person) -> str:
    """Ann makes a league, in which all join; return its address."""
    ann.go("/leagues")
    ann.page.get_by_label("Name", exact=True).fill("Friday club")
    ann.page.get_by_label("Factions").select_option("random")
    ann.page.get_by_label("Goal").select_option("5")
    ann.button("Make the league").click()
    expect(ann.page.get_by_role("heading", name="Friday club")).to_be_visible()
    for somebody in (ann, *others):
        if somebody is not ann:
            somebody.go(share(ann))
        somebody.page.get_by_role("form", name="Join this league").get_by_role("button", name="Join").click()
        expect(somebody.page.get_by_role("button", name="Leave the league")).to_be_visible()
    expect(ann.page.get_by_role("table")).to_contain_text(others[-1].name)
    return ann.page.url


def share(ann: Person) -> str:
    """Open the dialog that shares the link, close it and return the link."""
    ann.button("Share").click()
    dialog = ann.page.get_by_role("dialog", name="Share this link")
    code = dialog.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    ann.page.wait_for_function("(code) => code.naturalWidth > 0", arg=code.element_handle())
    link = dialog.get_by_role("textbox", name="Link").input_value()
    # Where the system has a share sheet it is offered, and gets the same link.
    ann.page.evaluate("() => void (navigator.share = async (what) => void (globalThis.shared = what.url))")
    dialog.get_by_role("button", name="Close").click()
    ann.button("Share").click()
    dialog.get_by_role("button", name="Share …").click()
    assert ann.page.evaluate("globalThis.shared") == link
    dialog.get_by_role("button", name="Close").click()
    return link


def play_to_the_end(people: list[Person], server: Server, table: str) -> None:
    """Let programs play on in the seats that these people have taken in their browsers."""
    players = []
    for somebody in people:
        tables = somebody.page.evaluate("JSON.parse(localStorage['basebash.tables'])")
        (seat,) = next(mine["seats"] for mine in tables if mine["table"] == table)
        players.append(Player(server.url, table, seat["token"]))
    play_on(players, lambda state: state["over"])
    for player in players:
        player.close()


def test_a_league_from_the_form_to_the_standings(person: MakePerson, tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        ann, ben = person("Ann", server=server), person("Ben", server=server)
        cleo = person("Cleo", server=server, size=(390, 844), is_phone=True, theme="light")
        address = make_league(ann, ben, cleo)
        ann.button("Start with everybody here").click()

        # One of them has a bye, the other two play; their pages lead to the same table.
        for somebody in (ann, ben, cleo):
            expect(somebody.page.get_by_text(re.compile(f"{READY}|You have a bye"))).to_be_visible()
        first, second = (one for one in (ann, ben, cleo) if one.page.get_by_text(READY).is_visible())
        first.button("Play").first.click()
        expect(first.board).to_be_visible()
        table = first.page.url.rpartition("/")[2]
        for somebody in (first, second):  # at the game, and on the way to it
            somebody.page.reload()
        second.button("Play").first.click()
        for somebody in (first, second):
            expect(somebody.board).to_be_visible()
        assert second.page.url.endswith(table)
        for somebody in (ann, ben, cleo):
            somebody.allowed = "net::ERR"  # as a browser's console says when nobody answers
        server.kill()
        server.start()
        play_to_the_end([first, second], server, table)
        first.page.get_by_role("link", name="Back to the league").click()
        expect(first.page.get_by_role("region", name="Round 1")).to_contain_text(" : ")
        expect(first.page.get_by_role("region", name="Round 2")).to_be_visible()

        # Whoever made the league decides the game of the last round.
        ann.go(address)
        ann.page.get_by_role("button", name=re.compile("^Decide")).click()
        ann.page.get_by_role("dialog").get_by_role("button", name=re.compile(" wins$")).first.click()
        expect(ann.page.get_by_text("The league is over. First: ")).to_be_visible()
        ann.page.get_by_text("How ties are broken").click()
        expect(ann.page.get_by_text("Buchholz (BH)")).to_be_visible()
        cleo.go(address)
        expect(cleo.page.get_by_text("The league is over. First: ")).to_be_visible()
        for somebody in (ann, cleo):
            check_with_axe(somebody)
            assert somebody.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    finally:
        server.stop()
