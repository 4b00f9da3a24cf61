"""The table on every screen: everything can be read, nothing overlaps, nothing jumps."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import SETTLED, Json, Person, expect_nothing
from tests.browser.positions import LAPTOPS, NAMES, PHONES, SIZES, position, show

Box = dict[str, float]
# Cards that say much, and what the phone's card view and the hand used to cut.
WORDY = ["Signs in the Stars", "Laser Sword", "Mannersbot", "Time Walk", "Ninja Acolyte", "Shinobi"]

# Texts that are cut: reaching out of a box that hides what overflows. An ellipsis is fine where the whole text is shown
# to whoever points there: cards, bases, the question (which opens), names with a title. What only listeners hear is
# left out, and so is what can be scrolled to.
CLIPPED = """() => {
  const WHOLE = '[data-peek], .slot, .prompt, .peek, [title], .base, .top, .player'
  const found = []
  const isHeard = (e) => e.closest('.sr, .no-room, svg, .btab .bar') || getComputedStyle(e).clipPath !== 'none'
  const walker = document.createTreeWalker(document.querySelector('.page-table'), NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const own = node.parentElement
    if (!node.data.trim() || !own.checkVisibility({ visibilityProperty: true }) || isHeard(own)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1)
    for (let box = own; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      const overflow = style.overflowX + style.overflowY
      if (style.clipPath !== 'none' || /auto|scroll/.test(overflow)) break
      if (!/hidden|clip/.test(overflow)) continue
      const isEllipsis = style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis'
      if (isEllipsis && own.closest(WHOLE)) break
      const room = box.getBoundingClientRect()
      for (const rect of rects) {
        const across = Math.max(rect.right - room.right, room.left - rect.left)
        const down = Math.max(rect.bottom - room.bottom, room.top - rect.top)
        if (across > 2 || down > 3) {
          found.push(`${box.className || box.tagName}: ${node.data.trim().slice(0, 40)} (${across | 0}, ${down | 0})`)
        }
      }
    }
  }
  return found
}"""
HIDDEN = """() => [...document.querySelectorAll('.lanes')].flatMap((lanes) => {
  const room = lanes.getBoundingClientRect()
  const isOut = (element) => {
    const rect = element.getBoundingClientRect()
    return rect.bottom > room.bottom + 6 || rect.top < room.top - 6
  }
  const lit = [...lanes.querySelectorAll('.target > button')]
  const own = [...lanes.querySelectorAll('.lane.own .minion > button')]
  return (lit.length ? lit.slice(0, 1) : own).filter(isOut).map((element) => element.innerText)
})"""


def box(found: Locator) -> Box:
    rect = found.bounding_box()
    assert rect is not None, f"{found} is not there"
    return {
        "left": rect["x"],
        "top": rect["y"],
        "right": rect["x"] + rect["width"],
        "bottom": rect["y"] + rect["height"],
        "width": rect["width"],
        "height": rect["height"],
    }


def overlap(one: Box, other: Box) -> float:
    """How much of the first lies under the second, in pixels of area."""
    width = min(one["right"], other["right"]) - max(one["left"], other["left"])
    height = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return max(0, width) * max(0, height)


def card_with_key(ann: Person, key: str) -> int:
    """The card on the board that a number picks."""
    found = ann.board.locator("[data-card]").filter(has=ann.page.locator(f":scope > button kbd:text-is('{key}')"))
    return int(found.last.get_attribute("data-card") or -1)


def sits(person: MakePerson, size: tuple[int, int], theme: str = "dark", **options: object) -> Person:
    return person(size=size, is_phone=size in PHONES, theme=theme, **options)


def with_hand(names: list[str]) -> Json:
    state = position("busy")
    hand = state["view"]["players"][0]["hand"]
    state["view"]["question"]["options"] = []
    for card, name in zip(hand, names, strict=False):
        card["name"] = name
    del hand[len(names) :]
    return state


def open_card(ann: Person, at: int) -> Locator:
    """Points at a card in hand, as one does on this screen, until it is open."""
    slot = ann.hand.locator(".slot").nth(at)
    if ann.page.evaluate("matchMedia('(pointer: coarse)').matches"):
        ann.tap(slot)
    else:
        slot.hover()
    expect(slot).to_have_class(re.compile(r"\bopen\b"))
    return slot


# ----------------------------------------------------------------------------------------------- reading one's cards
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_card_in_hand_shows_its_whole_text_when_pointed_at(person: MakePerson, size: tuple[int, int]) -> None:
    ann = sits(person, size)
    show(ann, "", with_hand(WORDY))
    for at, name in enumerate(WORDY):
        slot = open_card(ann, at)
        body = slot.locator(".c-body")
        expect(slot.locator(".c-name")).to_have_text(name)
        expect(body).to_be_visible()
        ann.page.wait_for_timeout(60)  # it is measured once it is drawn
        cut = body.evaluate("e => [e.scrollHeight - e.clientHeight, e.scrollWidth - e.clientWidth]")
        assert max(cut) <= 1, (name, cut)
        assert box(body)["bottom"] <= box(slot)["bottom"] + 1
        assert box(slot)["right"] <= size[0] + 1, name


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (1024, 768), (820, 1180)], ids=str)
def test_the_open_card_covers_neither_board_nor_question_and_stays_under_the_pointer(
    person: MakePerson, size: tuple[int, int]
) -> None:
    ann = sits(person, size)
    show(ann, "busy")
    for at in range(7):
        before = box(ann.hand.locator(".slot").nth(at))
        slot = open_card(ann, at)
        after = box(slot)
        assert overlap(after, box(ann.board)) == 0
        assert overlap(after, box(ann.question)) == 0
        assert after["left"] <= (before["left"] + before["right"]) / 2 <= after["right"]


def test_keys_open_cards_and_go_through_the_hand(person: MakePerson) -> None:
    ann = sits(person, (1366, 768))
    show(ann, "busy")
    ann.page.keyboard.press("h")
    slots = ann.hand.locator(".slot")
    expect(slots.nth(0)).to_have_class(re.compile(r"\bopen\b"))
    ann.page.keyboard.press("ArrowRight")
    expect(slots.nth(1)).to_be_focused()
    expect(slots.nth(1)).to_have_class(re.compile(r"\bopen\b"))
    expect(slots.nth(0)).not_to_have_class(re.compile(r"\bopen\b"))
    ann.page.keyboard.press("ArrowLeft")
    ann.page.keyboard.press("ArrowLeft")
    expect(slots.last).to_be_focused()


def test_the_first_tap_opens_a_card_and_the_second_plays_it(person: MakePerson) -> None:
    ann = sits(person, (390, 844))
    server = show(ann, "busy")
    slot = open_card(ann, 2)
    expect(slot.locator(".go")).to_have_text("Tap again: play")
    assert server.hears_nothing("answer", 300)
    ann.tap(slot)
    server.wait_for("answer")


def test_pointing_at_small_text_shows_it_in_full(person: MakePerson) -> None:
    ann = sits(person, (1280, 720))
    show(ann, "busy")
    tip = ann.page.get_by_role("tooltip")
    ann.board.locator(".minion:has-text('Tiger Assassin') > button").hover()
    expect(tip).to_contain_text("Tiger Assassin")
    ann.board.locator(".base:has-text('School of Wizardry') .b-rule").hover()
    expect(tip).to_contain_text("return the rest to the top in any order")
    ann.page.mouse.move(2, 2)
    expect(tip).to_have_count(0)
    ann.page.keyboard.press("b")
    expect(tip).to_contain_text("No-Moon")


@pytest.mark.parametrize("name", WORDY[:3])
def test_a_long_text_is_whole_in_the_card_view_of_a_phone(person: MakePerson, name: str) -> None:
    ann = sits(person, (390, 844))
    show(ann, "", with_hand([name]))
    ann.hand.locator(".slot").first.click(button="right")
    card = ann.page.get_by_role("dialog", name=name).locator(".card")
    expect(card).to_be_visible()
    cut = card.locator(".c-body").evaluate("e => e.scrollHeight - e.clientHeight")
    assert cut <= 1
    text, foot = box(card.locator(".c-body p").first), box(card.locator(".c-foot"))
    assert overlap(text, foot) == 0
    assert foot["right"] <= box(card)["right"]
    assert card.locator(".c-foot").evaluate("e => e.scrollWidth <= e.clientWidth + 1")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_text_is_clipped(person: MakePerson, size: tuple[int, int]) -> None:
    ann = sits(person, size, "light" if size[0] % 3 else "dark")
    server = show(ann, NAMES[0])
    for name in NAMES:
        server.go_on(position(name))
        ann.page.wait_for_timeout(250)
        expect_nothing(ann.page.evaluate, CLIPPED, name)
        across = ann.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert across <= 0, f"{name} scrolls the page sideways"


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1366, 768)], ids=str)
def test_a_minion_with_many_marks_keeps_its_name(person: MakePerson, size: tuple[int, int]) -> None:
    ann = sits(person, size)
    show(ann, "choose")
    marked = ann.board.locator(".lane:not(.folded) .minion:has(.m-marks > :nth-child(3)) .m-name")
    expect(marked.first).to_be_visible()
    cut = "es => es.filter((e) => e.scrollHeight > e.clientHeight + 2 || e.clientWidth < 40).map((e) => e.innerText)"
    assert marked.evaluate_all(cut) == []


@pytest.mark.parametrize("size", [(1366, 768), (1280, 720)], ids=str)
def test_what_is_in_focus_in_the_card_view_has_room_for_its_ring(person: MakePerson, size: tuple[int, int]) -> None:
    ann = sits(person, size)
    show(ann, "busy")
    ann.hand.locator(".slot").nth(5).click(button="right")
    info = ann.page.get_by_role("dialog").locator(".z-info")
    room = box(info)
    for thing in info.locator("summary, button").all():
        rect = box(thing)
        assert rect["left"] - room["left"] >= 5
        assert room["right"] - rect["right"] >= 5


# ----------------------------------------------------------------------------------------------- shapes
@pytest.mark.parametrize("size", [(844, 390), (640, 400), (960, 540)], ids=str)
@pytest.mark.parametrize("name", ["busy", "several", "special"])
def test_little_height_has_bases_left_and_question_and_hand_right(
    person: MakePerson, size: tuple[int, int], name: str
) -> None:
    ann = sits(person, size)
    show(ann, name)
    board, question, hand = box(ann.board), box(ann.question), box(ann.hand)
    assert overlap(board, question) == overlap(board, hand) == overlap(question, hand) == 0
    assert question["left"] >= board["right"]
    assert hand["left"] >= board["right"] - 4
    lanes = box(ann.board.locator(".base.focus .lanes"))
    assert lanes["height"] > 200
    assert ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    # Every card of the hand can be reached by scrolling.
    last = ann.hand.locator(".slot").last
    last.scroll_into_view_if_needed()
    assert box(last)["bottom"] <= size[1]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_question_keeps_its_place_whatever_is_asked(person: MakePerson, size: tuple[int, int]) -> None:
    ann = sits(person, size)
    server = show(ann, "busy")
    before = box(ann.board), box(ann.question)
    for name in ("several", "choose", "special"):
        server.show(position(name)["view"]["question"])
        expect(ann.question).to_have_class(re.compile("mine"))
        ann.page.wait_for_timeout(100)
        assert (box(ann.board), box(ann.question)) == before, name


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1024, 768), (1440, 900)], ids=str)
def test_all_choices_of_a_long_question_are_in_its_sheet(person: MakePerson, size: tuple[int, int]) -> None:
    ann = sits(person, size)
    server = show(ann, "choose")
    options = server.state["view"]["question"]["options"]
    choices = ann.question.locator(".p-sheet .choice")
    ann.button("The whole question and all choices").click()
    expect(choices).to_have_count(len(options))
    last = str(len(options))
    expect(choices.last.locator("kbd")).to_have_text(last)
    [picked] = [option["index"] for option in options if option["card"] == card_with_key(ann, last)]
    choices.last.click()
    assert server.wait_for("answer")["picks"] == [picked]


@pytest.mark.parametrize("size", LAPTOPS, ids=str)
def test_choices_stay_in_the_box_of_the_question(person: MakePerson, size: tuple[int, int]) -> None:
    ann = sits(person, size)
    show(ann, "choose")
    ann.page.wait_for_timeout(200)
    question = box(ann.question)
    for choice in ann.question.locator(".choice:not(.no-room)").all():
        rect = box(choice)
        assert question["top"] <= rect["top"]
        assert rect["bottom"] <= question["bottom"]


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=str)
def test_nothing_covers_a_choice(person: MakePerson, size: tuple[int, int]) -> None:
    ann = sits(person, size)
    show(ann, "several")
    ann.question.locator(".choice:not(.no-room)").first.click()
    expect(ann.question.locator(".last")).to_contain_text("Done: 1 card")
    done = box(ann.question.locator(".last"))
    for choice in ann.question.locator(".choice:not(.no-room)").all():
        assert overlap(box(choice), done) == 0


@pytest.mark.parametrize("size", [(1366, 768), (1280, 720), (1440, 900)], ids=str)
@pytest.mark.parametrize("name", ["several", "choose", "crowd", "busy"])
def test_own_minions_and_those_to_pick_are_in_sight(person: MakePerson, size: tuple[int, int], name: str) -> None:
    ann = sits(person, size)
    show(ann, name)
    ann.page.wait_for_timeout(200)
    expect_nothing(ann.page.evaluate, HIDDEN)


def test_a_rivals_lane_folds_before_the_own_one_and_opens_under_the_pointer(person: MakePerson) -> None:
    ann = sits(person, (1024, 768))
    show(ann, "busy")
    folded = ann.board.locator(".lane.folded")
    expect(folded.first).to_be_visible()
    expect(ann.board.locator(".lane.own.folded")).to_have_count(0)
    name = folded.first.locator(".m-name").first
    assert box(name)["width"] <= 2
    folded.first.locator(".l-total").hover()
    assert box(name)["width"] > 20


@pytest.mark.parametrize("size", [(820, 1180), (1024, 768)], ids=str)
def test_what_a_base_would_pay_stays_in_the_box_of_its_player(person: MakePerson, size: tuple[int, int]) -> None:
    ann = sits(person, size)
    show(ann, "special")
    gains = ann.page.locator(".player .gain")
    assert gains.count() > 1
    for gain in gains.all():
        player = box(gain.locator("xpath=ancestor::li"))
        assert box(gain)["right"] <= player["right"]
        assert box(gain)["left"] >= player["left"]


def test_a_low_laptop_shows_some_lines_of_the_log(person: MakePerson) -> None:
    ann = sits(person, (1366, 625))
    show(ann, "busy")
    log = box(ann.page.get_by_role("region", name="What happened"))
    lines = [line for line in ann.page.locator("#log .entry").all() if overlap(box(line), log) > 0]
    assert len(lines) >= 3


def test_space_goes_where_cards_are(person: MakePerson) -> None:
    ann = sits(person, (1366, 768))
    state = position("busy")
    state["view"]["bases"][0].update(cards=[], totals=[0, 0, 0, 0], places=[0, 0, 0, 0], gains=[0, 0, 0, 0])
    show(ann, "", state)
    widths = [box(base)["width"] for base in ann.board.locator(".base").all()]
    cards = [len(base["cards"]) for base in state["view"]["bases"]]
    assert widths[0] == min(widths)
    assert widths[cards.index(max(cards))] == max(widths)
    # Its rule stands where its minions would.
    expect(ann.board.locator(".base").first.locator(".rule-here")).to_be_visible()


# ----------------------------------------------------------------------------------------------- both themes, one look
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", LAPTOPS[1:3], ids=str)
def test_yellow_means_can_be_picked(person: MakePerson, theme: str, size: tuple[int, int]) -> None:
    ann = sits(person, size, theme)
    show(ann, "busy")
    signal = ann.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--signal')")
    assert signal
    lit = ann.hand.locator(".slot.can").count()
    assert lit == ann.hand.locator(".slot kbd").count() > 0


# ----------------------------------------------------------------------------------------------- the later sets
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=str)
def test_titans_monsters_and_what_is_buried(person: MakePerson, size: tuple[int, int]) -> None:
    ann = sits(person, size)
    server = show(ann, "later")
    first = ann.board.get_by_role("region", name="No-Moon")
    titan = first.locator(".titan")
    expect(titan).to_contain_text("Fort Titanosaurus")
    expect(titan).to_contain_text("+3")
    monsters = ann.board.locator(".lane.monsters")
    expect(monsters).to_have_count(1)
    expect(ann.board.locator(".base:has(.monsters) .m-raised")).to_have_text("16 printed, +7 with monsters")
    # Of what lies face down only the own cards have a name, in no markup the others'.
    held = ann.board.locator(".ground .held > li")
    expect(held).to_have_count(3)
    assert [card.get_attribute("data-peek") for card in held.all()] == ["Broadside", None, None]
    # The own titan may come in: it is lit, and so is its choice.
    expect(ann.question.get_by_role("button", name="Titan: Killer Kudzu")).to_be_visible()
    ann.page.locator(".budget .beside li.target button").click()
    assert server.wait_for("answer")["picks"] == [99]


def test_the_tables_own_decks_and_strangers_cards(person: MakePerson) -> None:
    ann = sits(person, (1440, 900))
    show(ann, "later")
    decks = ann.page.get_by_role("list", name="Decks of the table")
    for text in ("20Madness", "13Monsters", "17Treasures"):
        expect(decks).to_contain_text(text)
    expect(ann.hand.get_by_role("button", name=re.compile("^Space Knight, .*goes back to Cleo"))).to_be_visible()
    expect(ann.page.get_by_role("list", name="Beside the deck of Ben")).to_contain_text("Time Box")
    expect(ann.page.get_by_role("list", name="Beside the deck of Cleo")).to_contain_text("1")


def test_a_faction_is_found_among_ninety(person: MakePerson) -> None:
    ann = sits(person, (1440, 900))
    ann.go("/")
    ann.link("Play bots").click()
    ann.button("Choose two yourself").click()
    grid = ann.page.get_by_role("region", name="Factions")
    expect(grid.get_by_role("button")).to_have_count(90)
    lit = grid.locator(".tile:not(.pale)")
    ann.page.get_by_label("Faction or card").fill("Laseratops")
    expect(lit).to_have_text([re.compile("^Dinosaurs")])
    expect(grid.get_by_role("button")).to_have_count(90)  # everything keeps its place
    ann.page.get_by_label("Faction or card").fill("")
    ann.page.get_by_role("group", name="What it does").get_by_role("button", name="Grow").click()
    ann.page.get_by_role("group", name="Difficulty").get_by_role("button", name="Easy").click()
    count = lit.count()
    assert 0 < count < 30
    ann.button(f"Random of these {count}").click()
    deck = ann.page.get_by_role("region", name="Your deck")
    expect(deck.locator(".deck-slot:not(.none)")).to_have_count(2)
    # The collection is remembered.
    collection = ann.page.get_by_role("group", name="My collection")
    collection.get_by_role("button", name="Core Set").click()
    expect(collection.get_by_role("checkbox", checked=True)).to_have_count(1)
    ann.page.reload()
    ann.button("Choose two yourself").click()
    expect(ann.page.locator(".tile:not(.pale)")).to_have_count(8)
    ann.page.locator(".tile").first.focus()
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.locator(".tile").nth(1)).to_be_focused()


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768), (1280, 720)], ids=str)
def test_all_ninety_factions_are_in_sight_at_once(person: MakePerson, size: tuple[int, int]) -> None:
    ann = sits(person, size)
    ann.go("/")
    ann.link("Play bots").click()
    ann.button("Choose two yourself").click()
    grid = ann.page.locator(".room > .grid")
    expect(grid.get_by_role("button")).to_have_count(90)
    ann.page.evaluate(SETTLED)
    assert grid.evaluate("e => e.scrollHeight - e.clientHeight") <= 1
    cut = "es => es.filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1).length"
    assert grid.locator(".tile").evaluate_all(cut) == 0


def test_the_landing_page_cuts_no_name_and_a_faction_begins_a_game(person: MakePerson) -> None:
    ann = sits(person, (1280, 720))
    ann.go("/")
    tiles = ann.page.locator(".strip-tile b")
    expect(tiles).to_have_count(15)
    ann.page.evaluate(SETTLED)
    assert tiles.evaluate_all("es => es.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerText)") == []
    ann.page.get_by_role("navigation", name="Play a faction").get_by_role("link", name="Wizards").click()
    deck = ann.page.get_by_role("region", name="Your deck")
    expect(deck.get_by_role("button", name="First faction: Wizards")).to_be_visible()
    expect(deck.get_by_role("button", name="Second faction: random")).to_be_visible()


def test_a_first_game_has_ready_pairs(person: MakePerson) -> None:
    ann = sits(person, (1280, 720))
    ann.go("/")
    ann.link("Play bots").click()
    pairs = ann.page.get_by_role("list", name="Ready pairs").get_by_role("button")
    expect(pairs).to_have_count(6)
    expect(pairs.first).to_have_attribute("aria-pressed", "true")
    deck = ann.page.get_by_role("region", name="Your deck")
    expect(deck).to_contain_text("Move and Grow.")
    pairs.nth(1).click()
    expect(deck).to_contain_text("Robots")
    expect(deck).to_contain_text("Zombies")
    ann.page.get_by_role("button", name="Start", exact=True).click()
    ann.wait_for_state(lambda state: state["view"] is not None)
    assert ann.state["view"]["players"][0]["factions"] == ["Robots", "Zombies"]
    # Who has played three games chooses among all. The server does not know those of this test.
    ann.allowed = "404"
    over = [{"table": f"old{n}", "name": "", "seats": [], "at": n, "over": True} for n in range(3)]
    ann.page.evaluate("tables => localStorage.setItem('basebash.tables', JSON.stringify(tables))", over)
    ann.go("/")
    ann.link("Play bots").click()
    expect(ann.page.get_by_role("region", name="Factions").get_by_role("button")).to_have_count(90)


def test_a_banned_faction_is_for_nobody(person: MakePerson) -> None:
    ann = sits(person, (1280, 720))
    ann.go("/")
    ann.link("New table").click()
    grid = ann.page.get_by_role("region", name="Factions")
    tile = grid.locator("[data-name=Pirates]")
    tile.focus()
    ann.page.keyboard.press("b")
    expect(tile).to_have_class(re.compile(r"\bbanned\b"))
    tile.click()
    expect(tile).to_have_attribute("aria-pressed", "false")
    expect(ann.page.get_by_role("region", name="Nobody gets")).to_contain_text("Pirates")
    ann.page.evaluate(
        "() => { const plain = fetch; globalThis.sent = []; globalThis.fetch = (path, about) => {"
        " if (path === '/api/tables' && about?.method === 'POST') sent.push(JSON.parse(about.body).banned);"
        " return plain(path, about) } }"
    )
    ann.button("Open the table").click()
    ann.page.wait_for_function("() => sent.length > 0")
    assert ann.page.evaluate("sent") == [["Pirates"]]


def test_on_a_phone_the_factions_are_a_sheet(person: MakePerson) -> None:
    ann = sits(person, (390, 844))
    ann.go("/")
    ann.tap(ann.link("Play bots"))
    ann.tap(ann.page.get_by_role("button", name="Second faction: Dinosaurs"))
    sheet = ann.page.get_by_role("dialog", name="Second faction")
    assert box(sheet)["height"] >= 840
    ann.tap(sheet.get_by_role("button", name="Light"))
    ann.tap(sheet.locator("[data-name=Steampunks]"))
    expect(sheet.locator(".sheet-bar")).to_contain_text("Steampunks")
    assert sheet.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    assert min(box(tile)["height"] for tile in sheet.locator(".tile").all()) >= 44
    ann.tap(sheet.get_by_role("button", name="Take", exact=True))
    expect(sheet).to_have_count(0)
    expect(ann.page.get_by_role("region", name="Your deck")).to_contain_text("Steampunks")
    start = ann.page.get_by_role("button", name="Start", exact=True)
    assert box(start)["bottom"] <= 844
    ann.tap(start)
    ann.wait_for_state(lambda state: state["view"] is not None)
    assert ann.state["view"]["players"][0]["factions"] == ["Pirates", "Steampunks"]


def test_the_log_drawer_counts_new_lines_and_the_box_is_among_the_piles(person: MakePerson) -> None:
    ann = sits(person, (1024, 768))
    state = position("later")
    state["view"]["box"] = [{"id": 990, "name": "Cannon"}]
    server = show(ann, "", state)
    expect(ann.button("Game log")).to_have_accessible_name("Game log")
    turn = {"turn": state["view"]["turn"], "after": 0}
    parts = [{"player": 1, "name": "Ben"}, " draws a card"]
    lines = [{**turn, "kind": "draw", "player": 1, "text": "Ben draws a card", "parts": parts}] * 2
    server.show(server.state["view"]["question"], log=[*server.state["log"], *lines])
    ann.button("Game log, 2 new").click()
    drawer = ann.page.get_by_role("dialog", name="Log, chat and discards")
    drawer.get_by_role("tab", name="Discards").click()
    drawer.get_by_role("button", name="Box 1").click()
    expect(drawer).to_contain_text("Cannon")
    expect(drawer).to_contain_text("don’t come back")  # noqa: RUF001  # as it is set
    ann.page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(ann.button("Game log")).to_be_focused()
    expect(ann.button("Game log")).to_have_accessible_name("Game log")


def test_pages_of_a_phone_have_no_holes(person: MakePerson) -> None:
    ann = sits(person, (390, 844))
    ann.go("/me")
    expect(ann.page.get_by_role("heading", name="By faction")).to_be_visible()
    rects = [box(panel) for panel in ann.page.locator(".page-me .panel").all()]
    assert all(after["top"] - before["bottom"] < 24 for before, after in itertools.pairwise(rects))
    ann.go("/")
    ann.link("New table").click()
    head, seats = (
        ann.page.get_by_role("heading", name="New table"),
        ann.page.get_by_role("heading", name="At the table"),
    )
    assert box(seats)["top"] - box(head)["bottom"] < 60
    # The page that is open is in sight in the line of pages, which scrolls.
    ann.go("/about")
    pages = ann.page.get_by_role("navigation")
    assert box(pages.get_by_role("link", name="About"))["right"] <= box(pages)["right"] + 1
