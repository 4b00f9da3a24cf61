"""The room before a game: addresses of the set-up, picking factions, and visitors who come late."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import Person, open_options


def tile(person: Person, faction: str) -> Locator:
    return person.page.locator(f".tile[data-name='{faction}']")


def seat_of(person: Person, number: int) -> Locator:
    return person.page.get_by_role("list", name="Seats").get_by_role("listitem").nth(number)


def pick(person: Person, *factions: str) -> None:
    for faction in factions:
        tile(person, faction).click()
    person.button(f"Play {' and '.join(factions)}").click()


def test_back_returns_from_the_set_up_to_the_tables(person: MakePerson) -> None:
    ann = person()
    ann.go("/")
    for link, address in (("Play bots", "bots"), ("New table", "table"), ("One device", "device")):
        ann.link(link).click()
        expect(ann.page).to_have_url(re.compile(f"/new/{address}$"))
        ann.page.go_back()
        expect(ann.link("Play bots")).to_be_visible()
    ann.go("/new/table")  # the address alone opens the set-up
    expect(ann.page.get_by_role("heading", name="New table")).to_be_visible()


def test_back_closes_the_sheet_of_factions_on_a_phone(person: MakePerson) -> None:
    ann = person(size=(390, 844), is_phone=True)
    ann.go("/new/bots")
    ann.page.get_by_role("button", name=re.compile("^First faction")).click()
    sheet = ann.page.get_by_role("dialog", name="First faction")
    expect(sheet).to_be_visible()
    ann.page.go_back()
    expect(sheet).to_have_count(0)
    expect(ann.page).to_have_url(re.compile("/new/bots$"))
    ann.page.get_by_role("button", name=re.compile("^First faction")).click()
    sheet.get_by_role("button", name="← Back").click()
    expect(sheet).to_have_count(0)
    ann.page.go_back()  # the closed sheet is no step any more
    expect(ann.page).not_to_have_url(re.compile("/new/bots$"))


def test_friends_pick_their_factions_in_the_room(person: MakePerson) -> None:
    ann, ben, cleo = person("Ann"), person("Ben"), person("Cleo", size=(390, 844), is_phone=True)
    ann.go("/new/table")
    ann.button("Add a seat").click()
    ann.button("Open the table").click()
    expect(ann.page.get_by_label("Link to this table")).to_be_visible()
    pick(ann, "Pirates", "Robots")
    expect(seat_of(ann, 0)).to_contain_text("Robots")

    ben.go(ann.page.url)
    expect(ben.page.get_by_role("main")).to_contain_text("Everyone picks")
    ben.button("Sit down").click()
    expect(seat_of(ben, 0)).to_contain_text("Pirates")
    tile(ben, "Pirates").click()  # Ann has them
    expect(tile(ben, "Pirates")).to_have_attribute("aria-pressed", "false")
    tile(ben, "Ghosts").click()
    expect(ben.page.get_by_role("region", name="Pick your two factions")).to_contain_text("Pick one more")
    ben.page.reload()
    expect(seat_of(ben, 1)).to_contain_text("is picking")
    pick(ben, "Ghosts", "Zombies")
    expect(seat_of(ann, 1)).to_contain_text("Zombies")

    cleo.go(ann.page.url)
    cleo.button("Sit down").click()
    pick(cleo, "Aliens", "Ninjas")
    for somebody in (ann, ben, cleo):
        somebody.wait_for_state(lambda state: state["started"])
    assert [seat["factions"] for seat in ben.state["seats"]] == [
        ["Pirates", "Robots"], ["Ghosts", "Zombies"], ["Aliens", "Ninjas"]
    ]  # fmt: skip


def test_picks_stay_hidden_and_come_from_the_collection(person: MakePerson) -> None:
    ann, ben = person("Ann"), person("Ben")
    ann.go("/new/table")
    ann.page.get_by_role("button", name="Core Set", exact=True).click()  # all that Ann has
    open_options(ann)
    ann.page.get_by_label("Picks stay hidden until the start").check()
    ann.page.get_by_label("Factions from").select_option("Sets all of us have")
    expect(ann.page.locator(".options > summary")).to_contain_text("dealt from 8 factions")
    ann.button("Open the table").click()
    expect(ann.page.get_by_role("main", name="Your table")).to_contain_text("from 8 factions")
    ben.go(ann.page.url)
    ben.button("Sit down").click()
    expect(ben.page.locator(".tile")).to_have_count(8)
    tile(ben, "Zombies").click()
    pick(ann, "Pirates", "Robots")
    expect(seat_of(ben, 0)).to_contain_text("has picked")
    expect(tile(ben, "Zombies")).to_have_attribute("aria-pressed", "true")  # what Ben has begun stays
    tile(ben, "Zombies").click()
    expect(seat_of(ben, 0)).not_to_contain_text("Pirates")
    pick(ben, "Pirates", "Zombies")
    ben.wait_for_state(lambda state: state["started"])
    assert [seat["factions"] for seat in ben.state["seats"]] == [["Pirates", "Robots"], ["Pirates", "Zombies"]]


def test_a_late_visitor_learns_that_the_table_is_full(person: MakePerson) -> None:
    ann, ben = person("Ann"), person("Ben")
    ann.go("/new/table")
    ann.page.get_by_label("Who sits on seat 2").select_option("bot")
    ann.button("Open the table").click()
    expect(ann.page.get_by_label("Link to this table")).to_be_visible()
    ben.go(ann.page.url)
    expect(ben.page.get_by_text("The table is full: you are watching.")).to_be_visible()
