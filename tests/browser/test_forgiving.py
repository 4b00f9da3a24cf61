"""Forgiving play: plays without effect, orders, long presses, whose line it is, the way out."""

from __future__ import annotations

import json
import re
import urllib.error
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import SETTLED, Json, Person, Server, Stage, open_options
from tests.browser.positions import SIZES, position, show, show_scene

GAIN: Json = {"kind": "vp", "player": 1, "cards": [], "base": None, "number": 1, "zone": None}


def main_question(state: Json) -> Json:
    question: Json = state["view"]["question"]
    return question


def tell_previews(server: Stage, previews: Json) -> None:
    """What the server has worked out about the options of the open question."""
    asked = server.wait_for("preview")
    server._line.send(json.dumps({"type": "preview", "number": asked["number"], "options": previews}))


# ----------------------------------------------------------------------------------------------- plays without effect
def test_a_play_without_effect_is_marked_and_confirmed(person: MakePerson) -> None:
    ann = person()
    server = show(ann, "busy")
    option = next(o for o in main_question(server.state)["options"] if o["name"] == "Cannon")
    tell_previews(server, {str(option["index"]): {"text": "nothing to affect now", "idle": True}})
    ann.page.wait_for_timeout(100)
    card = ann.hand.locator(f"[data-card='{option['card']}']")
    card.click()
    expect(ann.question).to_contain_text("nothing to affect now")
    expect(ann.question).to_contain_text("Destroy up to 2 minions")  # what it says
    assert server.hears_nothing("answer", 300)
    ann.page.keyboard.press("Escape")
    expect(ann.question).to_contain_text("Your turn")
    card.click()
    expect(ann.button("Play it anyway")).to_be_visible()
    ann.page.evaluate("document.activeElement.blur()")
    ann.page.keyboard.press("Enter")
    assert server.wait_for("answer")["picks"] == [option["index"]]


def test_where_a_card_goes_is_asked_with_what_it_says(person: MakePerson) -> None:
    ann = person(size=(1280, 720))
    server = show(ann, "busy")
    option = next(o for o in main_question(server.state)["options"] if o["name"] == "Shinobi")
    ann.hand.locator(f"[data-card='{option['card']}']").click()
    expect(ann.question).to_contain_text("Where does Shinobi go?")
    expect(ann.question).to_contain_text("You may play this minion on a base before it scores")


# ----------------------------------------------------------------------------------------------- names and order
def test_everything_lit_is_called_by_its_name(person: MakePerson) -> None:
    for name in ("busy", "choose", "special"):
        ann = person()
        show(ann, name)
        for slot in ann.hand.locator(".slot.can").all():
            label = slot.get_attribute("aria-label") or ""
            assert label.startswith(slot.locator(".c-name").inner_text())
            expect(ann.hand.get_by_role("button", name=label, exact=True).first).to_be_visible()
        for lit in ann.board.locator(".target > button").all():
            tree = lit.aria_snapshot()
            card = lit.locator(".m-name, span:not(.crest)").first.inner_text().split("\n")[0]
            assert card in tree, (card, tree)
            assert "power" in tree


def test_the_log_is_in_the_order_that_it_says(person: MakePerson) -> None:
    ann = person()
    show(ann, "busy")
    log = ann.page.get_by_role("list", name="What happened, latest last")
    turns = [int(text.split()[-1]) for text in log.locator("h3 > span").all_inner_texts()]
    assert turns == sorted(turns)
    assert len(turns) > 2
    # The latest is in sight.
    last = log.locator(".entry").last.bounding_box()
    room = ann.page.locator("#log").bounding_box()
    assert last
    assert room
    assert last["y"] + last["height"] <= room["y"] + room["height"] + 1


def test_a_line_says_whose_it_is_after_somebody_elses(person: MakePerson) -> None:
    ann = person()
    state = position("busy")
    turn = state["view"]["turn"]
    line = {"turn": turn, "after": 0, "kind": "play"}
    ann_part, ben_part = {"player": 0, "name": "Ann"}, {"player": 1, "name": "Ben"}
    state["log"] = [
        {**line, "kind": "turn", "player": 1, "text": "Ben's turn", "parts": [ben_part, "'s turn"]},
        {**line, "player": 1, "text": "Ben plays", "parts": [ben_part, " plays something"]},
        {**line, "player": 0, "text": "Ann discards", "parts": [ann_part, " discards two cards"]},
        {**line, "player": 1, "text": "Ben plays", "parts": [ben_part, " plays more"]},
    ]
    show(ann, "", state)
    log = ann.page.locator("#log .entry")
    assert [text.strip().split("\n")[-1] for text in log.all_inner_texts()[:3]] == [
        "plays something",
        "You discard two cards",
        "Ben plays more",
    ]


def test_an_order_is_made_by_picking_too(person: MakePerson) -> None:
    ann = person()
    state = position("busy")
    hand = state["view"]["players"][0]["hand"][:3]
    options = [
        {"index": i, "kind": "card", "text": c["name"], "name": c["name"], "card": c["id"]} for i, c in enumerate(hand)
    ]
    server = show(ann, "", state)
    prompt = "In which order on the bottom of your deck?"
    question = {"player": 0, "kind": "arrange", "prompt": prompt, "source": -1, "low": 3, "high": 3, "options": options}
    server.show(question)
    names = ann.question.locator(".arr-name")
    expect(names).to_have_count(3)
    ann.page.keyboard.press("3")
    expect(names).to_have_count(3)
    expect(names.first).to_have_text(options[2]["text"])
    ann.page.keyboard.press("2")
    ann.button("Keep this order").click()
    assert server.wait_for("answer")["picks"] == [2, 1, 0]


def test_enter_is_done_where_the_button_says_so(person: MakePerson) -> None:
    ann = person()
    server = show(ann, "several")
    first = ann.board.locator(".target > button").first
    first.focus()
    ann.page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    ann.page.keyboard.press("Enter")
    assert len(server.wait_for("answer")["picks"]) == 1


# ----------------------------------------------------------------------------------------------- fingers
def press_long(ann: Person, at: tuple[float, float], slip: float) -> None:
    """A finger that rests on the screen and slips a little."""
    touch = ann.context.new_cdp_session(ann.page)
    points: list[dict[str, Any]] = [{"x": at[0], "y": at[1]}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": points})
    ann.page.wait_for_timeout(120)
    moved = [{"x": at[0] + slip, "y": at[1]}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": moved})
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_long_press_opens_a_card_and_leaves_it_open(person: MakePerson, browser_name: str) -> None:
    if browser_name != "chromium":
        pytest.skip("only chromium lets a finger rest")
    ann = person(size=(390, 844), is_phone=True)
    show(ann, "busy")
    rect = ann.board.locator(".base.focus .minion > button").last.bounding_box()
    assert rect
    press_long(ann, (rect["x"] + min(60, rect["width"] / 2), rect["y"] + rect["height"] / 2), 4)
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    ann.page.wait_for_timeout(400)
    expect(dialog).to_be_visible()


# ----------------------------------------------------------------------------------------------- before the game
def test_a_faction_that_is_clicked_is_chosen(person: MakePerson) -> None:
    ann = person()
    ann.go("/")
    ann.link("New table").click()
    open_options(ann)
    ann.page.get_by_role("combobox", name="Factions", exact=True).select_option("random")
    tile = ann.page.get_by_role("region", name="Factions").get_by_role("button", name=re.compile("^Pirates"))
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "true")
    expect(ann.page.get_by_role("region", name="Your deck")).to_contain_text("Pirates")
    expect(ann.page.get_by_role("combobox", name="Factions", exact=True)).to_have_value("choose")
    ann.page.get_by_role("region", name="Factions").get_by_role("button", name=re.compile("^Robots")).click()
    ann.page.get_by_label("Who sits on seat 2").select_option("bot")
    ann.button("Open the table").click()
    ann.wait_for_state(lambda state: state["view"] is not None)
    assert ann.state["view"]["players"][0]["factions"] == ["Pirates", "Robots"]


def test_a_table_for_friends_shows_that_it_waits_and_what_is_played(person: MakePerson) -> None:
    ann, ben = person("Ann"), person("Ben")
    ann.go("/")
    ann.link("New table").click()
    open_options(ann)
    ann.page.get_by_role("combobox", name="Factions", exact=True).select_option("draft")
    ann.page.get_by_role("combobox", name="Goal").select_option("20")
    ann.button("Open the table").click()
    expect(ann.page.locator(".btn.primary")).to_have_text("Copy link")
    room = ann.page.get_by_role("main", name="Your table")
    for setting in ("20 VP to win", "2019 rules", "Factions by draft"):
        expect(room).to_contain_text(setting)
    ben.go(ann.page.url)
    for setting in ("20 VP to win", "2019 rules", "Factions by draft"):
        expect(ben.page.get_by_role("main")).to_contain_text(setting)


def test_unknown_addresses_say_so_and_what_is_looked_for_has_one(person: MakePerson, server: Server) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        server.get("/nonsense")
    with refused.value:  # an error is a response too, with a socket to close
        assert refused.value.code == 404
    ann = person()
    ann.allowed = "404"
    ann.go("/nonsense")
    expect(ann.page.get_by_role("heading", name="Nothing is here")).to_be_visible()
    ann.go("/cards?q=shark&kind=minion")
    expect(ann.page.get_by_label("Search")).to_have_value("shark")
    ann.page.get_by_label("Search").fill("king rex")
    expect(ann.page).to_have_url(re.compile(r"q=king\+rex"))
    ann.page.get_by_role("button", name=re.compile("King Rex")).first.click()  # it was printed again
    expect(ann.page).to_have_url(re.compile(r"card=King\+Rex"))
    ann.page.reload()
    expect(ann.page.get_by_role("dialog", name="King Rex")).to_be_visible()


# ----------------------------------------------------------------------------------------------- after the game
def test_the_end_can_be_looked_at_on_the_table(person: MakePerson) -> None:
    ann = person()
    ann.allowed = "404"  # the server knows nothing of this table
    state = position("busy")
    standings = [[1, 15], [0, 12], [2, 9], [3, 9]]
    state["over"] = {"winner": 1, "winners": [1], "standings": standings, "replay": "/replay", "rematch": None}
    state["view"]["question"] = None
    show(ann, "", state)
    names = [seat["name"] for seat in state["seats"]]
    expect(ann.question).to_contain_text(f"{names[1]} won.")
    expect(ann.question).to_contain_text(f"{names[1]} 15, {names[0]} 12, {names[2]} 9 and {names[3]} 9")
    expect(ann.question.get_by_role("button", name="Rematch")).to_be_focused()
    for name in ("Replay", "Share", "Story"):
        expect(ann.question.get_by_role("link", name=name)).to_be_visible()


def test_a_takeback_request_says_what_it_takes_back(person: MakePerson) -> None:
    ann = person()
    server = show(ann, "busy")
    turn = {"turn": server.state["view"]["turn"], "player": 3}
    dan = {"player": 3, "name": "Dan"}
    old = {**turn, "kind": "play", "after": 900, "text": "Dan plays Tiki", "parts": [dan, " plays Tiki"]}
    deed = {**turn, "kind": "talent", "after": 901, "text": "Dan uses the talent of Tiki", "parts": [dan, " uses Tiki"]}
    then = {**turn, "kind": "discard", "after": 902, "text": "Dan discards Howl", "parts": [dan, " discards Howl"]}
    lines = len(server.state["log"])
    wish = {"free": False, "asked_by": 3, "waiting_for": [0], "way": "undo", "keep": 900}
    server.show(None, undo=wish, log=[old, deed, then], log_from=lines)
    dialog = ann.page.get_by_role("dialog", name="Take back?")
    expect(dialog).to_contain_text("Dan would like to take back")
    expect(dialog.locator(".deed")).to_have_text("Dan uses Tiki.")  # what is taken back, and not what came before
    expect(dialog.get_by_role("listitem")).to_have_text(["Dan discards Howl"])
    expect(dialog).not_to_contain_text("plays Tiki")


def test_what_had_no_effect_says_so_whoever_played_it(person: MakePerson) -> None:
    ann = person()
    server = show(ann, "busy")
    about = {"turn": server.state["view"]["turn"], "player": 2, "after": 0}
    card = {"card": 1, "name": "Cannon"}
    played = {
        **about,
        "kind": "play",
        "text": "Cleo plays Cannon",
        "parts": [{"player": 2, "name": "Cleo"}, " plays ", card],
    }
    idle = {**about, "kind": "no effect", "text": "Cannon has no effect", "parts": [card, " has no effect"]}
    lines = len(server.state["log"])
    server.show(None, log=[played, idle], log_from=lines)
    line = ann.page.locator("#log .entry.sub").last
    expect(line).to_have_text("Cannon has no effect")


# ----------------------------------------------------------------------------------------------- nothing in the way
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_remark_covers_no_breakpoint(person: MakePerson, size: tuple[int, int]) -> None:
    ann = person(size=size)
    server = show(ann, "busy")
    words = "Something did not work out as it should have: " * 2
    for text in (words + "once.", words + "twice."):
        server._line.send(json.dumps({"type": "error", "code": "illegal", "message": text}))
    toast = ann.page.locator(".toast:visible")
    expect(toast).to_have_count(1)
    expect(toast).to_contain_text("twice")
    rect = toast.bounding_box()
    assert rect is not None
    for burst in ann.page.locator(".base:visible .burst:visible, .btab:visible").all():
        other = burst.bounding_box()
        assert other is None or other["y"] >= rect["y"] + rect["height"] - 1, size


LINES = """(element) => {
  const range = document.createRange()
  range.selectNodeContents(element)
  return new Set([...range.getClientRects()].map((rect) => Math.round(rect.top))).size
}"""
BROKEN = """() => [...document.querySelectorAll('#log .entry > span')].flatMap((line) => {
  const found = []
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  let before = null
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.replace(/\u2060/g, ' ').search(/\\S/)
    if (before && at >= 0 && /^[,.;:)]/.test(node.data.slice(at))) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const mark = range.getBoundingClientRect()
      const last = [...before.getClientRects()].at(-1)
      if (mark.top > last.bottom - 2) found.push(line.textContent)
    }
    before = node.parentElement
  }
  return found
})"""


@pytest.mark.parametrize("name", ["draft", "busy", "crowd", "later", "special"])
def test_no_line_of_the_log_begins_with_a_comma(person: MakePerson, name: str) -> None:
    ann = person(size=(1280, 720))
    (show_scene if name == "draft" else show)(ann, name)
    expect(ann.page.locator("#log .entry").first).to_be_visible()
    assert ann.page.evaluate(BROKEN) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_you_are_watching_is_said_in_one_line(person: MakePerson, size: tuple[int, int]) -> None:
    ann = person(size=size)
    state = position("busy")
    state["you"] = None
    state["view"]["question"] = None
    for player in state["view"]["players"]:
        player["hand"] = None
    show(ann, "", state)
    said = ann.page.get_by_text("You are watching")
    expect(said).to_be_visible()
    assert said.evaluate(LINES) == 1


def test_where_to_move_is_asked_with_names_not_paragraphs(person: MakePerson) -> None:
    ann = person(size=(1366, 768))
    server = show(ann, "busy")
    server.wait_for("preview")
    bases = server.state["view"]["bases"]
    options = [
        {"index": i, "kind": "card", "text": b["name"], "name": b["name"], "card": b["id"]} for i, b in enumerate(bases)
    ]
    ask = {"player": 0, "kind": "card", "prompt": "Move where?", "source": -1, "low": 1, "high": 1, "options": options}
    server.show(ask)
    long = "; ".join(f"{base['name']}: you 12: 1st, 4 VP, ready to score" for base in bases)
    tell_previews(server, {str(o["index"]): {"text": f"{o['name']}, {long}"} for o in options})
    choices = ann.question.locator(".choice:visible")
    expect(choices.first).to_contain_text(bases[0]["name"])
    for choice in choices.all():
        rect = choice.bounding_box()
        assert rect is not None
        assert rect["height"] <= 48
        assert rect["width"] <= 260


# ----------------------------------------------------------------------------------------------- other rules
def test_a_game_of_other_rules_says_so_and_asks_what_becomes_of_it(person: MakePerson) -> None:
    ann = person()
    server = show(ann, "busy")
    server.show(None, halted={"fits": 41, "of": 57, "rules": "abc", "settled": None})
    banner = ann.page.locator(".banner")
    expect(banner).to_contain_text("41 of its 57 answers fit")
    banner.get_by_role("button", name="Go on from here").click()
    assert server.wait_for("settle")["way"] == "go_on"
    banner.get_by_role("button", name="Keep as a replay").click()
    assert server.wait_for("settle")["way"] == "keep"
    server.show(None, halted={"fits": 41, "of": 57, "rules": "abc", "settled": "keep"})
    expect(banner).to_have_text("This game is kept as a replay.")
    wish = {"free": False, "asked_by": 3, "waiting_for": [0], "way": "go_on", "keep": 41}
    server.show(None, halted={"fits": 41, "of": 57, "rules": "abc", "settled": None}, undo=wish)
    dialog = ann.page.get_by_role("dialog", name="Settle?")
    expect(dialog).to_contain_text("Dan would like to go on from here")
    dialog.get_by_role("button", name="Yes").click()
    assert server.wait_for("consent")["yes"] is True


# ----------------------------------------------------------------------------------------------- the pace of others
def test_the_pace_of_others_can_be_set_and_stopped(person: MakePerson) -> None:
    ann = person(settings={"motion": "on", "auto": "off", "recap": False, "pace": "step"}, moves=True)
    server = show(ann, "busy")
    for _ in range(8):
        server.show(None, [{**GAIN, "number": 1}])
    expect(ann.button("Next")).to_be_enabled()
    ann.page.wait_for_timeout(800)
    expect(ann.button("Next")).to_be_enabled()  # it waits
    ann.page.keyboard.press("ArrowRight")
    ann.page.wait_for_timeout(300)
    expect(ann.button("Next")).to_be_enabled()
    ann.page.get_by_role("radio", name="Slow").check(force=True)
    expect(ann.button("Pause")).to_be_visible()
    ann.page.keyboard.press("p")
    expect(ann.button("Go on")).to_be_visible()
    ann.page.wait_for_timeout(2500)
    expect(ann.button("Go on")).to_be_visible()
    ann.button("Skip").click()
    expect(ann.button("Skip")).to_have_count(0)


def test_on_a_phone_the_view_follows_the_move(person: MakePerson) -> None:
    ann = person(
        size=(390, 844),
        is_phone=True,
        settings={"motion": "on", "auto": "off", "recap": False, "pace": "fast"},
        moves=True,
    )
    server = show(ann, "busy")
    base = server.state["view"]["bases"][3]
    card = base["cards"][-1]["id"]
    server.show(None, [{**GAIN, "kind": "play", "cards": [card], "base": base["id"]}])
    expect(ann.page.get_by_role("tab", selected=True)).to_contain_text(base["name"])


# ----------------------------------------------------------------------------------------------- one device
def test_no_hand_is_shown_before_somebody_says_who_they_are(person: MakePerson) -> None:
    ann = person()
    ann.go("/")
    ann.link("One device").click()
    ann.page.get_by_role("button", name="Start", exact=True).click()
    cover = ann.page.get_by_role("button", name=re.compile("^I am ")).first
    cover.click()
    expect(ann.hand.locator(".slot").first).to_be_visible()
    ann.context.add_init_script(
        "globalThis.bared = 0; new MutationObserver(() => { bared += document.querySelectorAll('.slot').length })"
        ".observe(document, { childList: true, subtree: true })"
    )
    ann.page.reload()
    expect(cover).to_be_visible()
    ann.page.wait_for_timeout(600)
    assert ann.page.evaluate("bared") == 0


# ----------------------------------------------------------------------------------------------- lessons
@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (1280, 720), (844, 390)], ids=str)
def test_a_lesson_covers_no_card_and_offers_only_what_it_accepts(person: MakePerson, size: tuple[int, int]) -> None:
    ann = person(size=size, is_phone=size[0] in (390, 844))
    ann.go("/learn")
    lesson = ann.page.get_by_role("region", name="Lesson")
    covered = """() => {
      const coach = document.querySelector('.coach').getBoundingClientRect()
      const isOver = (element) => {
        const card = element.getBoundingClientRect()
        const width = Math.min(card.right, coach.right) - Math.max(card.left, coach.left)
        return width > 1 && Math.min(card.bottom, coach.bottom) - Math.max(card.top, coach.top) > 1
      }
      const shown = ['.board', '.hand', '.race', '.budget', '.finish', '.prompt']
      return shown.filter((part) => [...document.querySelectorAll(part)].some(isOver))
    }"""
    for _ in range(4):
        expect(lesson.get_by_role("heading")).to_be_visible()
        ann.page.evaluate(SETTLED)
        assert ann.page.evaluate(covered) == []
        assert lesson.evaluate("e => e.lastElementChild.getBoundingClientRect().bottom") <= lesson.evaluate(
            "e => e.getBoundingClientRect().bottom"
        )
        if not lesson.get_by_role("button", name="Next").is_visible():
            break
        lesson.get_by_role("button", name="Next").click()
    expect(ann.page.locator("#hand .slot.can")).to_have_count(1)
    ann.hand.get_by_role("button", name=re.compile("^King Rex")).click()
    went_on = lesson.get_by_role("heading", name="Power counts")
    expect(went_on.or_(ann.page.locator(".base.legal"))).to_have_count(1)
    assert not re.search("You (plays|draws|gains)|You.s ", ann.page.locator("body").inner_text())


# ----------------------------------------------------------------------------------------------- other browsers
def test_a_browser_that_is_too_old_gets_a_message(person: MakePerson) -> None:
    ann = person()
    ann.context.add_init_script("CSS.supports = () => false")
    ann.go("/")
    expect(ann.page.get_by_text("needs a newer browser")).to_be_visible()
    expect(ann.page.get_by_role("link", name="Play bots")).to_have_count(0)


def test_the_page_asks_whether_the_server_is_there_before_it_opens_a_socket(person: MakePerson, tmp_path: Path) -> None:
    own = Server(tmp_path)
    ann = person(server=own)
    ann.context.add_init_script(
        "globalThis.opened = 0; const Bare = WebSocket; globalThis.WebSocket = class extends Bare {"
        " constructor(...about) { super(...about); opened++ } }"
    )
    ann.open_table({"seats": [{"kind": "me"}, {"kind": "bot", "level": "easy"}]})
    ann.wait_until_asked()
    ann.allowed = "net::ERR"
    own.kill()
    for _ in range(2):
        ann.page.wait_for_event("requestfailed", lambda request: request.url.endswith("/healthz"))
    assert ann.page.evaluate("opened") == 1
    with ann.page.expect_websocket():
        own.start()
    expect(ann.page.get_by_text(re.compile("The connection is lost|The server is away"))).to_have_count(0)
    assert ann.page.evaluate("opened") == 2
    own.stop()
