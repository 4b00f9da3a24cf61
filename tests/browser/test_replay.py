"""A finished game as a timeline: turns, scorings, speed, links to a moment."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import QUICK, Browsers, Json, Person, Server

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
    label = star.get_attribute("aria-label") or ""
    gain = re.search(r"(Mira|Otto) (\d+) VP", label)
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
        replay.get_by_role("button", name="Share this moment").click()
        sharing = ann.page.get_by_role("dialog", name="Share this link")
        sharing.get_by_role("button", name="Copy").click()
        expect(ann.page.get_by_text("The link is copied.")).to_be_visible()
        sharing.get_by_role("button", name="Close").click()
        link = ann.page.evaluate("navigator.clipboard.readText()")
        assert link.endswith(f"/replay/{table}/3?as=1")
    ben = person(settings=QUICK)
    ben.go(f"/replay/{table}/3?as=1")
    expect(ben.page.get_by_text("step 3 of ")).to_be_visible()
    expect(ben.page.get_by_label("Seen by")).to_have_value("1")


def test_it_plays_faster_and_slower(person: MakePerson) -> None:
    ann, replay, moment = look_back(person)
    expect(moment).to_have_value("0")

    def three_steps() -> float:
        before, begun = int(moment.input_value()), time.monotonic()
        ann.page.keyboard.press("p")
        ann.page.wait_for_function(
            "([slider, step]) => Number(slider.value) >= step", arg=[moment.element_handle(), before + 3]
        )
        took = time.monotonic() - begun
        ann.page.keyboard.press("p")
        return took

    ann.page.keyboard.press("1")
    expect(replay.get_by_role("button", name="Half speed")).to_have_attribute("aria-pressed", "true")
    assert three_steps() > 2.5
    ann.page.keyboard.press("4")
    expect(replay.get_by_role("button", name="Speed 4")).to_have_attribute("aria-pressed", "true")
    assert any(three_steps() < 2.5 for _ in range(5))  # a busy machine may take longer, but not always


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


def decision(server: Server, table: str, first: int = 8) -> tuple[int, Json]:
    """A step of a finished game at which a card can be played at a base, and the view there."""
    for step in range(first, 80):
        view: Json = server.get(f"/api/tables/{table}/replay?step={step}")["state"]["view"]
        bases = [base["id"] for base in view["bases"]]
        if view["question"]["kind"] == "main" and any(o.get("target") in bases for o in view["question"]["options"]):
            return step, view
    raise AssertionError("nobody could play anything")


def judge(person: Person, table: str, step: int, view: Json) -> Json:
    """Answer in place of the bots, which are slow and not deterministic; return the best move."""
    bases = [base["id"] for base in view["bases"]]
    best: Json = next(option for option in view["question"]["options"] if option.get("target") in bases)
    move = {"picks": [best["index"]], "text": best["text"], "line": [best["text"], "End Play Cards"], "why": ""}
    end = {"picks": [view["question"]["options"][-1]["index"]], "text": "End Play Cards", "line": [], "why": ""}
    first = {"step": 0, "turn": 1, "player": 0, "chances": [0.6, 0.4], "moves": []}
    there = {
        "step": step,
        "turn": view["turn"],
        "player": view["question"]["player"],
        "chances": [0.6, 0.4],
        "moves": [
            {**move, "chance": 0.61, "tries": 100, "played": False},
            {**end, "chance": 0.4, "tries": 50, "played": True},
        ],
    }
    after = {**there, "step": step + 1, "chances": [0.2, 0.8], "moves": []}
    found = {"state": "done", "done": 3, "of": 3, "moments": [first, there, after], "seat": None}

    def answer(route: Route) -> None:
        route.fulfill(body=json.dumps(found), content_type="application/json")

    person.page.route(f"**/api/tables/{table}/analysis", answer)
    return best


def test_what_a_bot_would_do_is_a_ghost_on_the_board(person: MakePerson, server: Server) -> None:
    ann = person(settings=QUICK)
    table = server.finished_game()
    step, view = decision(server, table)
    best = judge(ann, table, step, view)
    ann.go(f"/replay/{table}/{step}")
    base = ann.board.locator(f".base[data-card='{best['target']}']")
    ghost = base.locator(".ghost.bot")
    expect(ghost).to_contain_text("a hard bot", timeout=40_000)
    expect(ghost).to_contain_text(best["name"])
    # Nobody can play it: it is not a button, and nothing on the board is highlighted.
    expect(base.locator("button.ghost")).to_have_count(0)
    expect(ann.board.locator(".legal")).to_have_count(0)
    about = ann.page.get_by_role("region", name="About this moment")
    expect(about).to_contain_text("A bot judged this by 150 play-outs")
    about.get_by_label("Shown on the board").uncheck()
    expect(ghost).to_have_count(0)
    about.get_by_label("Shown on the board").check()
    ann.page.keyboard.press("ArrowRight")
    expect(ghost).to_have_count(0)
    # The key for the next turning point leads back to it.
    ann.page.keyboard.press("n")
    expect(ghost).to_be_visible()
    expect(ann.page.get_by_text(f"step {step} of ")).to_be_visible()


def test_on_a_phone_the_bot_has_one_line(person: MakePerson, server: Server) -> None:
    ann = person(settings=QUICK, size=(390, 844), is_phone=True, theme="light")
    table = server.finished_game()
    step, view = decision(server, table)
    best = judge(ann, table, step, view)
    ann.go(f"/replay/{table}/{step}")
    line = ann.page.get_by_role("button", name=f"A hard bot: {best['text']}")
    expect(line).to_contain_text("ahead", timeout=40_000)
    # The base where it would play is in front.
    expect(ann.board.locator(f".base.focus[data-card='{best['target']}'] .ghost.bot")).to_be_visible()
    line.click()
    sheet = ann.page.get_by_role("dialog", name="About this moment")
    expect(sheet.locator(".moves li.best h4")).to_have_text(best["text"])
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_one_plays_on_from_a_moment(person: MakePerson, server: Server) -> None:
    ann = person(settings=QUICK)
    table = server.finished_game()
    step, view = decision(server, table)
    asked = view["question"]["player"]
    ann.go(f"/replay/{table}/{step}")
    about = ann.page.get_by_role("region", name="About this moment")
    about.get_by_role("button", name="Play on from here").click(timeout=40_000)
    dialog = ann.page.get_by_role("dialog", name="Play on from here")
    name = ("Mira", "Otto")[asked]
    expect(dialog.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    dialog.get_by_role("button", name="Easy").click()
    dialog.get_by_role("button", name="Play on", exact=True).click()
    ann.page.wait_for_url("**/t/*")
    ann.wait_for_state(lambda state: state["view"] and state["view"]["question"])
    state = ann.state
    assert state["table"] != table
    assert state["you"] == asked
    assert [seat["kind"] for seat in state["seats"]] == [("person" if i == asked else "bot") for i in range(2)]
    assert {seat["level"] for seat in state["seats"]} == {None, "easy"}
    for now, then in zip(state["view"]["bases"], view["bases"], strict=True):
        assert (now["name"], now["totals"]) == (then["name"], then["totals"])
    hand = [card["name"] for card in view["players"][asked]["hand"]]
    assert sorted(card["name"] for card in state["view"]["players"][asked]["hand"]) == sorted(hand)
    # It is a game: what is asked can be answered.
    ann.button("End turn").click()
    ann.wait_for_state(lambda now: now["answers"] > state["answers"])


def test_nobody_plays_on_after_the_end(person: MakePerson, server: Server) -> None:
    ann = person(settings=QUICK)
    ann.go(f"/replay/{server.finished_game()}/99999")
    expect(ann.page.get_by_text("The game is over here.")).to_be_visible(timeout=40_000)
    expect(ann.page.get_by_role("button", name="Play on from here")).to_have_count(0)
