"""The client in WebKit: it is drawn completely, and a game can be played. Pictures: build/webkit/*.png."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.helpers import NEXT, QUICK, ROOT, Json, Server, expect_nothing
from tests.browser.positions import NAMES, position
from tests.browser.test_screens import CLIPPED
from tests.browser.webkit import WebKit

PICTURES = ROOT / "build" / "webkit"
# Nothing can stand between this browser and the server, so the page gets a socket that shows it what a test tells.
STAGE = """(() => {
  globalThis.WebSocket = class {
    static OPEN = 1
    readyState = 1
    constructor() {
      globalThis.__tell = (state) => this.onmessage({ data: JSON.stringify(state) })
      setTimeout(() => this.onopen())
    }
    send() {}
    close() {}
  }
  return true
})()"""


@pytest.fixture
def webkit() -> Iterator[WebKit]:
    browser = WebKit((1280, 720))
    yield browser
    browser.close()


def come_in(webkit: WebKit, server: Server, table: str, seat: Json) -> None:
    """A person who has a seat at a table and is in the lobby."""
    kept = [{"table": table, "name": "", "seats": [seat], "at": 1, "over": False}]
    webkit.go(server.url)
    for key, value in (("settings", QUICK), ("tables", kept)):
        webkit.see(f"localStorage.setItem('basebash.{key}', {json.dumps(json.dumps(value))})")
    webkit.go(server.url)
    webkit.wait("!!document.querySelector('.page-landing .play')")


def test_a_game_in_webkit(webkit: WebKit, server: Server) -> None:
    made = server.post(
        "/api/tables",
        {
            "seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy"}],
            "factions": [["Dinosaurs", "Pirates"], ["Robots", "Zombies"]],
        },
    )
    come_in(webkit, server, made["table"], made["seats"][0])
    webkit.picture(PICTURES / "lobby.png")
    webkit.go(f"{server.url}/t/{made['table']}")
    webkit.wait("document.querySelectorAll('#hand .slot').length === 5")
    webkit.wait(f"({NEXT})()")
    before = webkit.see("document.querySelectorAll('.minion').length")
    for _ in range(12):
        webkit.see(f"(() => {{ const next = ({NEXT})(); next?.click(); return true }})()")
        webkit.wait(f"({NEXT})()")
    assert webkit.see("document.querySelectorAll('.minion').length") != before
    webkit.wait("document.querySelectorAll('#log .entry').length > 5")
    assert not webkit.see("document.documentElement.classList.contains('too-old')")
    assert webkit.see("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.skipif("WHOLE" not in os.environ, reason="a busy machine can fold a lane too early: make webkit")
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)], ids=str)
def test_no_text_is_clipped_in_webkit(webkit: WebKit, server: Server, size: tuple[int, int]) -> None:
    table = position(NAMES[0])["table"]
    come_in(webkit, server, table, {"seat": 0, "token": "nobody"})
    webkit.resize(size)
    webkit.see(STAGE)
    webkit.see(f"(history.pushState(null, '', '/t/{table}'), dispatchEvent(new PopStateEvent('popstate')), true)")
    webkit.wait("!!globalThis.__tell")

    def look(script: str) -> Any:
        return webkit.see(f"({script})()")

    for name in NAMES:
        state = {**position(name), "log_from": 0, "events": []}
        webkit.see(f"(globalThis.__tell({json.dumps(state)}), true)")
        webkit.wait("document.querySelectorAll('.minion').length > 5")
        time.sleep(0.5)  # what has no room folds
        webkit.picture(PICTURES / f"{name}-{size[0]}x{size[1]}.png")
        expect_nothing(look, CLIPPED, name)
        # Rules are whole, or end in an ellipsis: never cut by the row that they stand in.
        cut = """() => [...document.querySelectorAll('.b-rule > span')].filter((e) =>
          e.scrollHeight > e.clientHeight + 2 && getComputedStyle(e).webkitLineClamp === 'none')
          .map((e) => e.innerText)"""
        expect_nothing(look, cut, name)
