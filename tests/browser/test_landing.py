"""The first page: there before any code, calm while it loads, and a board that plays itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import QUICK, Browsers, Server

SHIFTS = """
globalThis.shift = 0
new PerformanceObserver((list) => list.getEntries().forEach((entry) => { shift += entry.value }))
  .observe({ type: 'layout-shift', buffered: true })
"""
MOST_SHIFT = 0.05


class Code:
    """Holds a page's code back until it is let through."""

    def __init__(self, page: Page) -> None:
        self._held: list[Route] = []
        self._is_held = True
        page.route("**/assets/*.js", self._arrive)

    def _arrive(self, route: Route) -> None:
        if self._is_held:
            self._held.append(route)
        else:
            route.continue_()

    def let_through(self) -> None:
        self._is_held = False
        for route in self._held:
            route.continue_()


def test_the_page_has_content_before_any_code(browsers: Browsers, server: Server) -> None:
    context = browsers.context(server.url, (390, 844), theme="dark", is_phone=True, moves=False)
    page = context.new_page()
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Two factions, one deck")
    expect(page.get_by_role("link", name="Play bots")).to_have_attribute("href", "/new/bots")
    expect(page.get_by_text("Puzzle of the day")).to_be_visible()
    # Only the landing page is written ahead: a table would show it for a moment.
    page.goto("/t/nothing")
    expect(page.get_by_role("heading", level=1)).to_have_count(0)
    context.close()


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_nothing_moves_while_the_page_comes_alive(
    browsers: Browsers, server: Server, browser_name: str, size: tuple[int, int]
) -> None:
    if browser_name == "firefox":
        pytest.skip("Firefox does not report how far the layout shifts")
    context = browsers.context(server.url, size, theme="light", is_phone=size[0] < 500, moves=False)
    context.add_init_script(SHIFTS)
    page = context.new_page()
    code = Code(page)
    page.goto("/", wait_until="commit")
    expect(page.get_by_role("link", name="Play bots")).to_be_visible()
    page.evaluate("() => document.fonts.ready.then(() => true)")
    code.let_through()
    expect(page.get_by_role("link", name="Solve")).to_have_attribute("href", re.compile("/puzzles/."))  # it is live
    page.locator(".showcase").scroll_into_view_if_needed()
    expect(page.locator(".stage .base.focus")).to_be_attached()
    assert page.evaluate("shift") < MOST_SHIFT
    context.close()


def test_the_board_plays_itself_and_stops_on_request(person: MakePerson) -> None:
    ann = person(settings={**QUICK, "motion": "on"}, moves=True)
    ann.go("/")
    said = ann.page.locator(".showcase .said")
    expect(said).not_to_be_empty()
    first = said.inner_text()
    expect(said).not_to_have_text(first)
    ann.button("Pause").click()
    expect(ann.page.get_by_text("Paused")).to_be_visible()
    ann.page.reload()
    expect(ann.page.locator(".stage .base.focus")).to_be_attached()
    expect(ann.page.get_by_text("Paused")).to_be_visible()
    calm = person(moves=False)
    calm.go("/")
    expect(calm.page.locator(".stage .base.focus")).to_be_attached()
    expect(calm.page.get_by_text("Paused")).to_be_visible()
    expect(calm.button("Pause")).to_have_count(0)
