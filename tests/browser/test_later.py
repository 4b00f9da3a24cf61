"""What the later sets bring to the table, in positions of real games: seen, read out, and nothing cut off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import QUICK, SETTLED, Json, expect_nothing
from tests.browser.positions import SIZES, show_scene
from tests.browser.scenes import SCENES, scene
from tests.browser.test_access import check_both_themes
from tests.browser.test_screens import CLIPPED, box, overlap, sits


@pytest.mark.parametrize("name", [name for name in SCENES if name != "end"])
def test_nothing_is_clipped_where_a_later_set_is_played(person: MakePerson, name: str) -> None:
    ann = sits(person, SIZES[0])
    show_scene(ann, name)
    ann.page.wait_for_timeout(300)
    for width, height in SIZES:
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.page.wait_for_timeout(350)
        ann.page.evaluate(SETTLED)
        expect_nothing(ann.page.evaluate, CLIPPED, f"{width}x{height}")
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{width}x{height}"


@pytest.mark.parametrize("name", SCENES)
def test_axe_finds_nothing_serious_where_a_later_set_is_played(
    person: MakePerson, browser_name: str, name: str
) -> None:
    ann = sits(person, (1366, 768))
    show_scene(ann, name)
    ann.page.wait_for_timeout(300)
    check_both_themes(ann, browser_name)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)], ids=str)
def test_a_duel_explains_itself_once(person: MakePerson, size: tuple[int, int]) -> None:
    ann = person(settings={**QUICK, "explain": True}, size=size, is_phone=size != (1440, 900))
    show_scene(ann, "duel")
    note = ann.page.get_by_role("region", name=re.compile("^New to you: "))
    seen = []
    while True:  # one at a time, for everything that is new in this position
        expect(note.or_(ann.page.locator(".page-table:not(:has(.first-time))"))).to_be_visible()
        if note.count() == 0:
            break
        seen.append(note.get_by_role("heading").inner_text().removeprefix("New to you: "))
        assert overlap(box(note), box(ann.board)) == 0
        note.get_by_role("button", name="Got it").click()
    assert seen[0] == "Duel"
    assert len(seen) == len(set(seen))
    ann.page.reload()
    expect(ann.page.locator(".base").first).to_be_attached()
    ann.page.evaluate(SETTLED)
    expect(note).to_have_count(0)


# ----------------------------------------------------------------------------------------------- scenes
def test_a_duel_names_both_sides_and_hides_what_the_other_has_laid(person: MakePerson) -> None:
    ann = sits(person, (1440, 900))
    show_scene(ann, "duel")
    duel = scene("duel")["view"]["duel"]
    shown = ann.page.get_by_role("complementary", name=re.compile("^Duel: "))
    for minion in duel["minions"]:
        expect(shown.get_by_role("region", name=minion["name"]).first).to_be_visible()
    expect(shown.locator("[aria-current=step]")).to_have_text("Cards laid")
    expect(shown.get_by_role("region", name=duel["minions"][1]["name"]).first).to_contain_text("You")
    expect(shown.locator(".scene-card.back")).to_contain_text("A card, face down")
    # It stands beside its base and covers neither heads nor bars.
    for bar in ann.board.locator(".b-meter").all():
        assert overlap(box(bar), box(shown)) == 0
    assert overlap(box(ann.board.locator(f"[data-card='{duel['base']}']").first), box(shown)) == 0


def test_a_finished_duel_lists_its_sums_line_by_line(person: MakePerson) -> None:
    ann = sits(person, (1440, 900))
    show_scene(ann, "duel-result")
    shown = ann.page.get_by_role("complementary", name=re.compile("^Duel: "))
    powers = [line for line in scene("duel-result")["log"] if line["kind"] == "duel power"][-2:]
    for side, line in zip(shown.locator(".scene-side").all(), powers, strict=True):
        total = re.search(r"has (\d+) power", line["text"])
        assert total
        expect(side.locator(".total dd")).to_have_text(total[1])
        expect(side.locator(".scene-sum div")).to_have_count(line["text"].count(";") + 2)
    expect(shown.locator(".scene-side.wins")).to_have_count(1)
    expect(shown).to_contain_text("The duel is won by")
    ann.button("Close: Duel").click()
    expect(shown).to_have_count(0)


def test_a_clash_compares_the_power_of_both_players_there(person: MakePerson) -> None:
    ann = sits(person, (1366, 768))
    show_scene(ann, "clash")
    shown = ann.page.get_by_role("complementary", name=re.compile("^Clash at "))
    expect(shown.locator(".scene-side")).to_have_count(2)
    expect(shown.locator(".scene-side.wins")).to_contain_text("stays")
    expect(shown).to_contain_text("A tie keeps the titan that was there first.")


def test_treasures_are_a_draft_in_which_takers_are_seen(person: MakePerson) -> None:
    ann = sits(person, (1440, 900))
    server = show_scene(ann, "draft")
    shown = ann.page.get_by_role("complementary", name="Treasures")
    line = [line for line in scene("draft")["log"] if line["kind"] == "treasures"][-1]
    expect(shown.get_by_role("listitem")).to_have_count(sum(isinstance(p, dict) and "card" in p for p in line["parts"]))
    expect(shown.locator(".taken")).to_contain_text("taken by")
    expect(shown).to_contain_text("You pick now")
    # All of it is in sight, each card that can be had is lit, and a click on it takes it.
    assert shown.locator(".scene-in").evaluate("e => e.scrollHeight - e.clientHeight") <= 1
    offered = scene("draft")["view"]["question"]["options"]
    expect(shown.locator(".target")).to_have_count(len(offered))
    shown.get_by_role("button", name=offered[1]["name"]).click()
    assert server.wait_for("answer")["picks"] == [offered[1]["index"]]


def test_a_coin_is_seen_as_a_word_and_is_gone_with_the_next_thing(person: MakePerson) -> None:
    ann = sits(person, (1440, 900))
    server = show_scene(ann, "coin")
    shown = ann.page.get_by_role("complementary", name=re.compile("coin"))
    expect(shown.locator(".coin").first).to_have_text(re.compile("heads|tails"))
    happened = {"kind": "draw", "player": 1, "cards": [], "base": None, "number": 1, "from": None}
    lines = len(scene("coin")["log"])
    server.show(server.state["view"]["question"], events=[happened], log=[], log_from=lines)
    expect(shown).to_have_count(0)


def test_an_old_coin_is_no_scene_when_the_page_is_opened(person: MakePerson) -> None:
    ann = sits(person, (1440, 900))
    server = show_scene(ann, "coin")
    server.state.update(log=scene("coin")["log"], log_from=0, events=[])
    ann.page.reload()
    expect(ann.board).to_be_visible()
    expect(ann.page.locator(".scene")).to_have_count(0)


# ----------------------------------------------------------------------------------------------- cards
def test_a_fusion_shows_both_halves_and_asks_how_it_is_played(person: MakePerson) -> None:
    ann = sits(person, (1440, 900))
    show_scene(ann, "fusion")
    card = ann.hand.locator(".slot.can:has(.c-half)").first
    expect(card.locator(".c-half")).to_have_count(2)
    # The mark of a talent that can be used lies in the middle of its box.
    mark = ann.board.locator(".mk.talent.ready").first
    inner, outer = box(mark.locator("svg")), box(mark)
    assert abs(inner["left"] + inner["right"] - outer["left"] - outer["right"]) <= 2
    card.click()
    expect(ann.question).to_contain_text(re.compile("How do you play|Where does"))
    expect(ann.question).to_contain_text("As an action")


def short_story(state: Json) -> Json:
    """The story of a recorded game that has ended, with nothing but its result."""
    players, result = state["view"]["players"], state["over"]
    return {
        "names": [player["name"] for player in players],
        "factions": [player["factions"] for player in players],
        "winners": result["winners"],
        "standings": result["standings"],
        "target_vp": 15,
        **dict.fromkeys(("turns", "steps", "scored", "played", "destroyed"), 1),
        **dict.fromkeys(("seconds", "card", "closest", "biggest", "quickest")),
        "gains": [],
        "sources": [[0, 0, 0, 0] for _ in players],
    }


def test_madness_says_what_it_costs_and_how_it_was_counted(person: MakePerson) -> None:
    ann = sits(person, (1440, 900))
    show_scene(ann, "madness")
    expect(ann.page.get_by_role("region", name="What you can still do")).to_contain_text("VP at the end")
    ben = sits(person, (1440, 900))
    state = scene("end")
    ben.allowed = "404"  # there is no such table on the server
    ben.page.route("**/api/tables/*/story", lambda route: route.fulfill(json=short_story(state)))
    show_scene(ben, "end")
    reckoning = ben.page.locator(".reckoning")
    rows = reckoning.locator("tbody tr")
    expect(rows).to_have_count(2)
    line = next(line for line in state["log"] if line["kind"] == "reckon")
    places = line["text"].split(": ")[1]
    expect(reckoning).to_contain_text(places)
    for row, (_, final) in zip(rows.all(), state["over"]["standings"], strict=True):
        expect(row.locator("td").last).to_have_text(str(final))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_of_somebody_else_says_whose_it_is(person: MakePerson, size: tuple[int, int]) -> None:
    ann = sits(person, size)
    show_scene(ann, "buried")
    card = ann.hand.get_by_role("button", name=re.compile("goes back to Ben")).first
    expect(card).to_be_visible()
    # Whose it is, why it can't be played and its name lie side by side.
    name, whose, why = (box(card.locator(part)) for part in (".c-name", ".whose", ".why"))
    assert overlap(whose, why) == 0
    padding = card.locator(".c-name").evaluate("e => parseFloat(getComputedStyle(e).paddingRight)")
    written = {**name, "right": name["right"] - padding}
    assert overlap(written, whose) <= written["width"] * 3
    assert overlap(written, why) <= written["width"] * 3


def test_a_reprint_has_its_own_text(person: MakePerson) -> None:
    ann = sits(person, (1440, 900))
    ann.go("/cards/smash-up-all-stars?card=Prepare+for+Battle+%28Smash+Up+All+Stars%29")
    dialog = ann.page.get_by_role("dialog", name="Prepare for Battle")
    expect(dialog).to_contain_text("Action of the Smash Up All Stars")
    expect(dialog).to_contain_text("Reveal two cards")
    ann.go("/cards/astroknights?card=Prepare+for+Battle")
    expect(ann.page.get_by_role("dialog")).to_contain_text("Reveal three cards")
