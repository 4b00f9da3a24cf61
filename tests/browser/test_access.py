"""For every size of screen, without a mouse, and with a screen reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from basebash.server.puzzles.puzzles import puzzles as puzzles_known
from tests.browser.conftest import MakePerson
from tests.browser.helpers import Game, Person, Server, open_options
from tests.browser.positions import NAMES, show
from tests.browser.test_replay import decision, judge

GAME: dict[str, Any] = {
    "seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy", "name": "Mira"}],
    "factions": [["Dinosaurs", "Pirates"], ["Robots", "Zombies"]],
    "name": "A game",
}


def play_a_while(ann: Person) -> None:
    """Play until both players have something in play."""
    ann.until_my_turn()
    turn = ann.state["view"]["turn"]
    ann.play_until(lambda: ann.state["view"]["turn"] > turn + 1)
    ann.until_my_turn()


# ----------------------------------------------------------------------------------------------- pages
def lobby(ann: Person, _: Server) -> None:
    ann.go("/")
    expect(ann.page.locator(".stage .base.focus")).to_be_attached()


def setup(ann: Person, server: Server) -> None:
    lobby(ann, server)
    ann.link("New table").click()
    open_options(ann)
    ann.page.get_by_role("region", name="Factions").get_by_role("button").first.click()
    expect(ann.page.get_by_role("region", name="Your deck")).to_be_visible()


def first_pairs(ann: Person, server: Server) -> None:
    lobby(ann, server)
    ann.link("Play bots").click()
    expect(ann.page.get_by_role("list", name="Ready pairs")).to_be_visible()


def factions(ann: Person, server: Server) -> None:
    """All of them: beside the deck, or on a phone in a sheet."""
    first_pairs(ann, server)
    ann.button("Choose two yourself").click()
    expect(ann.page.get_by_role("region", name="Factions").get_by_role("button").first).to_be_visible()


def bans(ann: Person, _: Server) -> None:
    ann.open_table({**GAME, "factions": "draft", "bans": 1})
    expect(ann.page.get_by_text("Ban a faction, or none")).to_be_visible()


def room(ann: Person, _: Server) -> None:
    ann.open_table({**GAME, "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}]})
    expect(ann.page.get_by_label("Link to this table")).to_be_visible()


def join(ann: Person, server: Server) -> None:
    made = server.post("/api/tables", {**GAME, "seats": [{"kind": "me", "name": "Ben"}, {"kind": "open"}]})
    ann.go(f"/t/{made['table']}")
    expect(ann.button("Sit down")).to_be_visible()


def draft(ann: Person, _: Server) -> None:
    ann.open_table({**GAME, "factions": "draft"})
    expect(ann.page.get_by_text("Pick your first faction")).to_be_visible()


def table(ann: Person, _: Server) -> None:
    ann.open_table(GAME)
    play_a_while(ann)


def held_card(ann: Person, server: Server) -> None:
    table(ann, server)
    ann.step()


def card(ann: Person, _: Server) -> None:
    ann.open_table(GAME)
    ann.until_my_turn()
    ann.hand.get_by_role("button").first.click(button="right")
    expect(ann.page.get_by_role("dialog")).to_be_visible()


def points(ann: Person, _: Server) -> None:
    ann.open_table(GAME)
    ann.until_my_turn()
    ann.button("victory points of Ann: why?").click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()


def settings(ann: Person, server: Server) -> None:
    lobby(ann, server)
    ann.button("Settings").click()
    expect(ann.page.get_by_role("dialog", name="Settings")).to_be_visible()


def table_help(ann: Person, _: Server) -> None:
    ann.open_table(GAME)
    ann.wait_until_asked()
    ann.page.keyboard.press("?")
    expect(ann.page.get_by_role("dialog", name="Help")).to_be_visible()


def over(ann: Person, server: Server) -> None:
    ann.go(f"/t/{server.finished_game()}")
    expect(ann.question.locator(".end-bar")).to_be_visible()


def replay(ann: Person, server: Server) -> None:
    ann.go(f"/replay/{server.finished_game()}/20")
    expect(ann.page.get_by_text(re.compile("^step 20 of "))).to_be_visible(timeout=40_000)


def analysis(ann: Person, server: Server) -> None:
    """With what a bot would do, in the panel and on the board."""
    table = server.finished_game()
    step, view = decision(server, table)
    judge(ann, table, step, view)
    ann.go(f"/replay/{table}/{step}")
    expect(ann.page.locator(".ghost.bot").first).to_be_visible(timeout=40_000)


def play_on(ann: Person, server: Server) -> None:
    analysis(ann, server)
    button = ann.button("Play on from here")
    if not button.count():
        ann.button("More").click()
    button.click()
    expect(ann.page.get_by_role("dialog", name="Play on from here")).to_be_visible()


def look_back(ann: Person, _: Server) -> None:
    """At a game under way."""
    made = ann.open_table(GAME)
    ann.until_my_turn()
    ann.go(f"/replay/{made}?as=0")
    expect(ann.page.get_by_text(re.compile("^step 0 of "))).to_be_visible(timeout=40_000)


def recap(ann: Person, server: Server) -> None:
    game = Game(server, {**GAME, "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}]})
    game.play_until(lambda player: player.state["view"]["turn"] > 3 and player.question)
    ann.sit(game.table, 0, game.token)
    ann.wait_until_asked()
    ann.page.keyboard.press("r")
    expect(ann.page.get_by_role("region", name="What happened since your turn")).to_be_visible()
    game.close()


def story(ann: Person, server: Server) -> None:
    ann.go(f"/story/{server.finished_game()}")
    expect(ann.page.get_by_role("heading", name="Victory points by turn")).to_be_visible(timeout=40_000)


def share(ann: Person, server: Server) -> None:
    story(ann, server)
    ann.button("Share").click()
    expect(ann.page.get_by_role("dialog", name="Share picture")).to_be_visible()


def puzzles(ann: Person, _: Server) -> None:
    ann.go("/puzzles")
    expect(ann.page.get_by_role("heading", name="Win this turn")).to_be_visible()


def puzzle(ann: Person, _: Server) -> None:
    ann.go(f"/puzzles/{next(iter(puzzles_known()))}")
    expect(ann.hand.get_by_role("button").first).to_be_visible(timeout=40_000)


def gallery(ann: Person, _: Server) -> None:
    ann.go("/cards")
    expect(ann.page.get_by_role("button", name=re.compile("Show more"))).to_be_visible()


def faction(ann: Person, _: Server) -> None:
    ann.go("/cards/pirates")
    expect(ann.page.get_by_role("heading", name="Rulings")).to_be_visible()


def rules(ann: Person, _: Server) -> None:
    ann.go("/rules")
    expect(ann.page.get_by_role("heading", name="The rules, in short")).to_be_visible()


def learn(ann: Person, _: Server) -> None:
    ann.go("/learn")
    expect(ann.page.get_by_role("region", name="Lesson")).to_be_visible()


def about(ann: Person, _: Server) -> None:
    ann.go("/about")
    expect(ann.page.get_by_role("heading", name="About Basebash")).to_be_visible()


PAGES: list[Callable[[Person, Server], None]] = [
    lobby, setup, first_pairs, factions, room, join, draft, bans, table, held_card, card, points, settings, table_help,
    over, replay, analysis, play_on, look_back, recap, story, share, puzzles, puzzle, gallery, faction, rules, learn,
    about,
]  # fmt: skip


def check_with_axe(ann: Person, **more: Any) -> None:
    found = Axe().run(ann.page, options={"resultTypes": ["violations"], **more}).response["violations"]
    failures = [
        f"{fault['impact']} {fault['id']}: {fault['help']}: {[node['html'][:200] for node in fault['nodes'][:3]]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]
    assert not failures, "\n".join(failures)


def check_both_themes(ann: Person, browser_name: str) -> None:
    """The themes differ in their colours only; Firefox keeps the one it started with."""
    check_with_axe(ann)
    if browser_name == "chromium":
        ann.page.emulate_media(color_scheme="light", reduced_motion="reduce")
        check_with_axe(ann, runOnly=["color-contrast"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.__name__)
def test_axe_finds_nothing_serious(
    person: MakePerson, server: Server, browser_name: str, page: Callable[[Person, Server], None]
) -> None:
    ann = person(theme="dark")
    page(ann, server)
    check_both_themes(ann, browser_name)


@pytest.mark.parametrize("size", [(1366, 768), (820, 1180), (844, 390)], ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_nothing_serious_at_a_busy_table(
    person: MakePerson, browser_name: str, size: tuple[int, int], name: str
) -> None:
    ann = person(theme="dark", size=size, is_phone=size == (844, 390))
    show(ann, name)
    check_both_themes(ann, browser_name)


# ----------------------------------------------------------------------------------------------- phones
# Everything that can be tapped and is less than 44 pixels high or wide, but words within a sentence, and what only
# comes into sight with the focus. What counts is where a tap lands, which may be beside what is drawn.
SMALL_TARGETS = """() => {
  const half = 21.5
  const open = document.querySelector('dialog[open]') ?? document
  const small = []
  for (const element of open.querySelectorAll('a[href], button, input, select, summary, [role=tab]')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (element.matches('.skip, p a, .link, .term, :disabled')) continue
    const shown = element.matches('[type=checkbox], [type=radio]') ? element.closest('label') ?? element : element
    let box = shown.getBoundingClientRect()
    if (box.width <= 1 || (box.width >= 2 * half && box.height >= 2 * half)) continue
    shown.scrollIntoView({ block: 'center', inline: 'center' })
    box = shown.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const isHit = ([dx, dy]) => shown.contains(document.elementFromPoint(x + dx, y + dy))
    if ([[-half, 0], [half, 0], [0, -half], [0, half]].every(isHit)) continue
    const name = element.ariaLabel || element.textContent.trim() || element.outerHTML
    const size = ` ${Math.round(box.width)}x${Math.round(box.height)}`
    small.push(`${element.tagName} .${element.className}: ${name}`.slice(0, 80) + size)
  }
  return [...new Set(small)].sort()
}"""


# A phone has no key for help.
@pytest.mark.parametrize("page", [page for page in PAGES if page is not table_help], ids=lambda page: page.__name__)
def test_phone(person: MakePerson, server: Server, browser_name: str, page: Callable[[Person, Server], None]) -> None:
    ann = person(size=(390, 844), is_phone=True)
    page(ann, server)
    width, window = ann.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert (width, window) == (390, 390), f"the page is {width} wide in a window of {window}"
    small = ann.page.evaluate(SMALL_TARGETS)
    assert not small, "\n".join(small)
    check_both_themes(ann, browser_name)


def test_a_turn_on_a_phone(person: MakePerson) -> None:
    ann = person(size=(390, 844), is_phone=True)
    ann.open_table(GAME)
    ann.until_my_turn()
    turn = ann.state["view"]["turn"]
    ann.play_until(lambda: ann.state["view"]["turn"] > turn + 1)
    expect(ann.page.get_by_role("tablist", name="Base in front").get_by_role("tab")).to_have_count(3)


# ----------------------------------------------------------------------------------------------- keys
def focused(ann: Person) -> str:
    name = ann.page.evaluate("document.activeElement.innerText || document.activeElement.ariaLabel || ''")
    assert isinstance(name, str)
    return name


def tab_to(ann: Person, name: str) -> None:
    """Press Tab until an element has the focus, which must be visible."""
    for _ in range(60):
        ann.page.keyboard.press("Tab")
        if focused(ann).startswith(name):
            style = ann.page.evaluate(
                "(({ outlineStyle, boxShadow }) => [outlineStyle, boxShadow])(getComputedStyle(document.activeElement))"
            )
            assert style[0] != "none" or style[1] != "none", f"the focus on {name} cannot be seen"
            return
    raise AssertionError(f"Tab does not lead to {name}")


def tab_to_card(ann: Person, card: str) -> None:
    for _ in range(20):
        if ann.page.evaluate("document.activeElement.dataset.card") == card:
            return
        ann.page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead to the card")


def press_last(ann: Person) -> None:
    """Move to the last button of the question: done, keep this order, pass."""
    ann.page.keyboard.press("q")
    for _ in range(40):
        if ann.page.evaluate("document.activeElement.matches('#question .last')"):
            ann.page.keyboard.press("Enter")
            return
        ann.page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead to the last button")


def answer_by_keyboard_until(ann: Person, condition: Callable[[], object]) -> None:
    """Press the number of the first choice, or the key that ends the question."""
    for _ in range(60):
        ann.wait_until_asked()
        if condition():
            return
        choices, picked = ann.question.locator(".choice"), ann.question.locator(".choice[aria-pressed=true]")
        if choices.count() and not picked.count():
            ann.page.keyboard.press("1")
        elif ann.button("End turn").is_enabled():
            ann.page.keyboard.press("e")
        else:
            press_last(ann)
    raise AssertionError("it took too many keys")


def test_a_whole_turn_by_keyboard(person: MakePerson) -> None:
    ann = person()
    keys = ann.page.keyboard
    ann.go("/")
    expect(ann.link("Play bots")).to_be_visible()
    tab_to(ann, "Play bots")
    keys.press("Enter")
    expect(ann.page.get_by_role("button", name="Start", exact=True)).to_be_focused()
    keys.press("Enter")
    ann.wait_until_asked()
    answer_by_keyboard_until(ann, lambda: ann.button("End turn").is_enabled())

    # Space opens the card in focus and Esc closes it; the focus is where it was.
    keys.press("h")
    turn, start = ann.state["view"]["turn"], ann.state["view"]
    minion = str(next(card["id"] for card in start["players"][0]["hand"] if card["kind"] == "minion"))
    tab_to_card(ann, minion)
    keys.press("Space")
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    keys.press("Escape")
    expect(ann.page.get_by_role("dialog")).to_be_hidden()
    assert ann.page.evaluate("document.activeElement.dataset.card") == minion

    # Enter picks it, Esc puts it back, B goes to the bases.
    keys.press("Enter")
    expect(ann.button("Put back")).to_be_visible()
    keys.press("Escape")
    expect(ann.button("Put back")).to_be_hidden()
    keys.press("Enter")
    expect(ann.button("Put back")).to_be_visible()
    keys.press("b")
    keys.press("Enter")
    expect(ann.board.locator(f"[data-card='{minion}']")).to_be_visible()
    answer_by_keyboard_until(ann, lambda: ann.button("End turn").is_enabled())
    keys.press("e")
    answer_by_keyboard_until(ann, lambda: ann.state["view"]["turn"] >= turn + 2)


# ----------------------------------------------------------------------------------------------- themes
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_themes(person: MakePerson, theme: Literal["dark", "light"]) -> None:
    ann = person(theme=theme)
    ann.go("/")

    def is_dark() -> bool:
        shade = ann.page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in re.findall(r"\d+", shade)[:3]) < 3 * 128

    assert is_dark() == (theme == "dark")
    ann.button("Settings").click()
    ann.page.get_by_label("Light" if theme == "dark" else "Dark", exact=True).check(force=True)
    ann.button("Close").click()
    assert is_dark() == (theme != "dark")
    ann.page.reload()
    assert is_dark() == (theme != "dark")  # it is remembered
