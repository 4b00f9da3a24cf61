"""A look at the client in WebKit: it is drawn whole, and a game can be played."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.helpers import NEXT, Server
from tests.browser.webkit import WebKit


@pytest.fixture
def webkit() -> Iterator[WebKit]:
    browser = WebKit((1280, 860))
    yield browser
    browser.close()


def test_a_game_in_webkit(webkit: WebKit, server: Server) -> None:
    webkit.go(server.url)
    webkit.wait("document.querySelectorAll('.tile').length > 20")
    settings = '{"motion":"off","auto":"off","autoPass":false,"batch":false}'
    webkit.see(f"localStorage.setItem('basebash.settings', '{settings}')")
    made = server.post(
        "/api/tables",
        {
            "seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy"}],
            "factions": [["Dinosaurs", "Pirates"], ["Robots", "Zombies"]],
        },
    )
    kept = [{"table": made["table"], "name": "", "seats": [made["seats"][0]], "at": 1, "over": False}]
    webkit.see(f"localStorage.setItem('basebash.tables', JSON.stringify({kept!r}))".replace("False", "false"))
    webkit.go(f"{server.url}/t/{made['table']}")
    webkit.wait("document.querySelectorAll('#hand .slot').length === 5")
    webkit.wait(f"({NEXT})()")
    # Rules are whole or end in an ellipsis on purpose, and every text of an open card is there.
    cut = webkit.see(
        "[...document.querySelectorAll('.b-rule > span')].filter((e) => e.scrollHeight > e.clientHeight + 2"
        " && getComputedStyle(e).webkitLineClamp === 'none').length"
    )
    assert cut == 0
    before = webkit.see("document.querySelectorAll('.minion').length")
    for _ in range(12):
        webkit.see(f"(() => {{ const next = ({NEXT})(); next?.click(); return true }})()")
        webkit.wait(f"({NEXT})()")
    assert webkit.see("document.querySelectorAll('.minion').length") != before
    webkit.wait("document.querySelectorAll('#log .entry').length > 5")
    assert not webkit.see("document.documentElement.classList.contains('too-old')")
    assert webkit.see("document.documentElement.scrollWidth <= innerWidth")
