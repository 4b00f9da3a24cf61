"""A finished game as a line to walk along: turns, scorings, speed, links to a moment."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import QUICK, Browsers, Person

MOVING = {**QUICK, "motion": "on"}


def look_back(person: MakePerson) -> tuple[Person, Locator, Locator]:
    """Somebody who looks at the replay of a finished game; the replay; its slider."""
    ann = person(settings=QUICK)
    ann.go(f"/replay/{ann.server.finished_game()}")
    expect(ann.board).to_be_visible(timeout=40_000)  # the first look back starts a process
    replay = ann.page.get_by_role("region", name="Replay", exact=True)
    return ann, replay, replay.get_by_role("slider", name="Moment")


def test_the_line_leads_to_turns_and_scorings(person: MakePerson) -> None:
    ann, replay, moment = look_back(person)
    replay.get_by_role("button", name="Next turn").click()
    expect(replay).to_contain_text(re.compile(r"Turn \d"))
    ann.page.keyboard.press("Shift+ArrowRight")
    turn = replay.locator(".by-turn b").text_content()
    expect(moment).to_have_attribute("aria-valuetext", re.compile(rf"^{turn}, (Mira|Otto), step \d+ of \d+$"))
    ann.page.keyboard.press("Shift+ArrowLeft")
    expect(replay.locator(".by-turn b")).not_to_have_text(turn or "")
    # A scoring says what it brought, and leads there.
    star = replay.get_by_role("button", name=re.compile("scored: ")).first
    star.click()
    told = star.get_attribute("aria-label") or ""
    gain = re.search(r"(Mira|Otto) (\d+) VP", told)
    assert gain is not None
    seat = ("Mira", "Otto").index(gain[1])
    ann.page.get_by_role("tab", name="Race").click()
    points = ann.page.locator(f".race [data-player='{seat}'] .p-vp")
    expect(points).to_contain_text(re.compile(rf"^{gain[2]}"))


def test_numbers_do_not_count_while_scrubbing(person: MakePerson) -> None:
    ann = person(settings=MOVING, moves=True)
    table = ann.server.finished_game()
    ann.go(f"/replay/{table}")
    expect(ann.board).to_be_visible(timeout=40_000)  # the first look back starts a process
    ann.page.get_by_role("tab", name="Race").click()
    points = ann.page.locator(".race .p-vp")
    expect(points.first).to_contain_text("0")
    script = """() => {
      globalThis.__seen = []
      const look = () => [...document.querySelectorAll('.race .p-vp')].map((element) => parseInt(element.textContent))
      new MutationObserver(() => globalThis.__seen.push(look().join()))
        .observe(document.querySelector('.race'), { childList: true, subtree: true, characterData: true })
    }"""
    ann.page.evaluate(script)
    ann.page.keyboard.press("End")
    expect(ann.question).to_contain_text("won")
    ann.page.wait_for_timeout(600)
    last = ann.server.get(f"/api/tables/{table}/replay")["state"]["view"]["players"]
    end = ",".join(str(player["vp"]) for player in last)
    seen = ann.page.evaluate("globalThis.__seen")
    assert seen[-1] == end
    assert set(seen) <= {"0,0", end}, seen


def test_a_link_leads_to_this_very_moment(person: MakePerson, browsers: Browsers) -> None:
    ann = person(settings=QUICK)
    table = ann.server.finished_game()
    ann.go(f"/replay/{table}")
    expect(ann.board).to_be_visible(timeout=40_000)  # the first look back starts a process
    replay = ann.page.get_by_role("region", name="Replay", exact=True)
    for _ in range(3):
        replay.get_by_role("button", name="Step").click()
    replay.get_by_label("Seen by").select_option("Otto")
    expect(replay).to_contain_text("step 3 of ")
    ann.page.wait_for_url(f"**/replay/{table}/3?as=1")
    if browsers.name == "chromium":
        ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
        replay.get_by_role("button", name="Link to this moment").click()
        expect(ann.page.get_by_text("The link to this moment is copied.")).to_be_visible()
        link = ann.page.evaluate("navigator.clipboard.readText()")
        assert link.endswith(f"/replay/{table}/3?as=1")
    ben = person(settings=QUICK)
    ben.go(f"/replay/{table}/3?as=1")
    expect(ben.page.get_by_text("step 3 of ")).to_be_visible()
    expect(ben.page.get_by_label("Seen by")).to_have_value("1")


def test_it_plays_faster_and_slower(person: MakePerson) -> None:
    ann, replay, moment = look_back(person)
    expect(moment).to_have_value("0")

    def steps() -> int:
        before = int(moment.input_value())
        ann.page.keyboard.press("p")
        ann.page.wait_for_timeout(2500)
        ann.page.keyboard.press("p")
        return int(moment.input_value()) - before

    ann.page.keyboard.press("1")
    expect(replay.get_by_role("button", name="Half speed")).to_have_attribute("aria-pressed", "true")
    slow = steps()
    ann.page.keyboard.press("4")
    expect(replay.get_by_role("button", name="Speed 4")).to_have_attribute("aria-pressed", "true")
    assert steps() > slow + 1


def test_on_a_phone_the_rest_is_in_a_sheet(person: MakePerson) -> None:
    ann = person(settings=QUICK, size=(390, 844), is_phone=True)
    ann.go(f"/replay/{ann.server.finished_game()}/5")
    ann.button("More").click()
    sheet = ann.page.get_by_role("dialog", name="About this moment")
    sheet.get_by_role("tab", name="Hands").click()
    expect(sheet.get_by_role("region", name="Hand of Mira")).to_be_visible()
    sheet.get_by_label("Seen by").select_option("Otto")
    expect(sheet.get_by_role("region", name="Hand of Mira")).to_have_count(0)
    width = ann.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
