"""Four players in crowded positions of each mechanic: nothing is hidden, cut or covered, whatever the size."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser import crowds
from tests.browser.conftest import MakePerson
from tests.browser.helpers import SETTLED, Person, expect_nothing
from tests.browser.positions import show
from tests.browser.test_access import check_both_themes
from tests.browser.test_screens import CLIPPED

DESKTOPS = [(1440, 900), (1280, 720), (768, 1024), (820, 1180), (1920, 1080), (2560, 1440)]
PHONES = [(360, 640), (390, 844)]

# By base in sight: the players with power there who have neither a minion nor a count of hidden ones in sight.
UNSEEN = """() => [...document.querySelectorAll('.base')].filter((base) => base.checkVisibility()).flatMap((base) => {
  const lanes = base.querySelector('.lanes')
  const room = lanes.getBoundingClientRect()
  const inSight = (rect) => rect.height > 0 && rect.top < room.bottom - 10 && rect.bottom > room.top
  if (lanes.dataset.below) return []
  return [...lanes.querySelectorAll('.lane:has(.minion)')]
    .filter((lane) => ![...lane.querySelectorAll('.minion')].some((row) => inSight(row.getBoundingClientRect())))
    .map((lane) => `${base.querySelector('h2').innerText}: ${lane.getAttribute('aria-label')}`)
})"""

# Numbers with a part outside a box that hides what overflows.
CUT_NUMBERS = """() => [...document.querySelectorAll(
  '.btab .h b, .btab .h small, .podium .vp b, .p-vp, .l-total, .m-pow, .b-count')]
  .filter((number) => number.checkVisibility({ visibilityProperty: true })).flatMap((number) => {
    const range = document.createRange()
    const text = [...number.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
    if (!text) return []
    range.selectNodeContents(text)
    const rect = range.getBoundingClientRect()
    for (let box = number.parentElement; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) return []
      if (!/hidden|clip/.test(style.overflowX)) continue
      const room = box.getBoundingClientRect()
      if (rect.right > room.right + 1 || rect.left < room.left - 1) return [`${box.className}: ${number.innerText}`]
    }
    return []
  })"""

# Keys that lie over a number.
COVERED = """() => {
  const found = []
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
  for (const key of boxes('#board kbd, .budget kbd, .race kbd, #board .badge')) {
    const one = key.getBoundingClientRect()
    for (const number of boxes('.m-pow, .b-count, .l-total, .mk.counter')) {
      const other = number.getBoundingClientRect()
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (across > 2 && down > 2) found.push(`${key.textContent} over ${number.textContent}`)
    }
  }
  return found
}"""

KEYS = """() => [...document.querySelectorAll('#hand kbd, #board kbd')]
  .filter((key) => key.checkVisibility()).map((key) => Number(key.textContent))"""


def settle(ann: Person, size: tuple[int, int]) -> None:
    ann.page.set_viewport_size({"width": size[0], "height": size[1]})
    ann.page.evaluate(SETTLED)
    ann.page.wait_for_function("() => !document.querySelector('.slot') || document.fonts.status === 'loaded'")
    ann.page.evaluate(SETTLED)


def check(ann: Person, at: str) -> None:
    expect_nothing(ann.page.evaluate, UNSEEN, at)
    expect_nothing(ann.page.evaluate, CUT_NUMBERS, at)
    expect_nothing(ann.page.evaluate, COVERED, at)
    expect_nothing(ann.page.evaluate, CLIPPED, at)
    assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), at
    keys = ann.page.evaluate(KEYS)
    assert keys == sorted(keys), at


@pytest.mark.parametrize("name", crowds.CROWDS)
def test_nothing_is_hidden_cut_or_covered(person: MakePerson, name: str) -> None:
    ann = person(size=DESKTOPS[0])
    show(ann, name, crowds.crowd(name))
    for size in DESKTOPS:
        settle(ann, size)
        check(ann, f"{name} {size}")
    # One place says who everybody waits for.
    expect(ann.page.get_by_text("to decide")).to_have_count(0)
    expect(ann.page.get_by_text("answer first")).to_have_count(0)


@pytest.mark.parametrize("name", crowds.CROWDS)
def test_a_phone_shows_the_minions_of_the_base_in_front(person: MakePerson, name: str) -> None:
    ann = person(size=PHONES[0], is_phone=True)
    show(ann, name, crowds.crowd(name))
    for size in PHONES:
        settle(ann, size)
        lanes = ann.board.locator(".base.focus .lanes")
        assert (lanes.bounding_box() or {"height": 0})["height"] > 130, size
        check(ann, f"{name} {size}")


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)], ids=str)
def test_the_log_of_four_players_can_be_read(person: MakePerson, size: tuple[int, int]) -> None:
    ann = person(size=size)
    for name in ("titans", "madness"):
        show(ann, name, crowds.crowd(name))
        log = ann.page.get_by_role("region", name="What happened")
        assert (log.bounding_box() or {"height": 0})["height"] >= 150, name


def test_equal_cards_of_a_crowded_hand_are_a_pile(person: MakePerson) -> None:
    ann = person(size=(1440, 900))
    state = crowds.crowd("madness")
    server = show(ann, "madness", state)
    hand = state["view"]["players"][0]["hand"]
    madness = [card["id"] for card in hand if card["name"] == "Madness"]
    assert len(madness) > 6
    slots = ann.hand.locator(".slot")
    expect(slots).to_have_count(len({card["name"] for card in hand}))
    pile = ann.hand.get_by_role("button", name=f"Madness, {len(madness)} of them")
    key = pile.locator("kbd").text_content() or ""
    for n in (1, 2, 3):
        ann.page.keyboard.press(key)
        expect(pile).to_contain_text(f"{n} of {len(madness)}")
    ann.page.keyboard.press("Enter")
    picked = server.wait_for("answer")["picks"]
    options = state["view"]["question"]["options"]
    assert [option["card"] for option in options if option["index"] in picked] == madness[:3]


# Targets less than 24 pixels high or wide, but words in a line of the log.
SMALL = """() => [...document.querySelectorAll('.page-table :is(a[href], button, input, select, summary)')]
  .filter((target) => target.checkVisibility({ visibilityProperty: true }) && !target.matches('.link, .skip'))
  .filter((target) => { const { width, height } = target.getBoundingClientRect()
    return width > 1 && Math.min(width, height) < 23.5 })
  .map((target) => target.outerHTML.slice(0, 90))"""

# Accessible names that do not begin with what can be read.
RENAMED = """() => [...document.querySelectorAll('.page-table :is(a, button)[aria-label]')].flatMap((target) => {
  if (!target.checkVisibility()) return []
  const walker = document.createTreeWalker(target, NodeFilter.SHOW_TEXT)
  const shown = []
  while (walker.nextNode()) {
    const { parentElement: holder, data } = walker.currentNode
    if (data.trim() && holder.checkVisibility() && !holder.closest('[aria-hidden=true]')) shown.push(data.trim())
  }
  const label = target.ariaLabel.toLowerCase()
  return shown.length === 0 || shown.some((line) => label.startsWith(line.toLowerCase())) ? [] : [target.ariaLabel]
})"""


def test_everything_can_be_hit_read_out_and_reached_by_tab(person: MakePerson, browser_name: str) -> None:
    ann = person(size=(1280, 720))
    for name in ("minions", "choice"):
        show(ann, name, crowds.crowd(name))
        settle(ann, (1280, 720))
        assert ann.page.evaluate(SMALL) == [], name
        assert ann.page.evaluate(RENAMED) == [], name
        check_both_themes(ann, browser_name)
    # Tab reaches the hand before the log.
    order = (
        "() => [...document.querySelectorAll('#hand .slot, #log button')].map((thing) => thing.className.slice(0, 4))"
    )
    kinds = ann.page.evaluate(order)
    assert kinds[0] == "slot"
    assert kinds == sorted(kinds, key=lambda kind: kind != "slot")
