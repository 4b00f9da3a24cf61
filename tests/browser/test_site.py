"""The game on a static site: without a server, and after the first visit without a network."""

from __future__ import annotations

import functools
import http.server
import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.helpers import ROOT, Browsers, Person, Server, open_options

# The same clicks lead to the same game: all chance in a worker comes from here.
SAME_CHANCE = """
let chance = 4
crypto.getRandomValues = (found) => {
  const bytes = new Uint8Array(found.buffer, found.byteOffset, found.byteLength)
  for (let i = 0; i < bytes.length; i++) {
    chance = (Math.imul(chance, 1664525) + 1013904223) >>> 0
    bytes[i] = chance >>> 24
  }
  return found
}
"""


QUICK_BOTS = {"bot_delay_seconds": 0, "hard_bot_delay_seconds": 0, "secret_answer_delay_seconds": 0}


class Site(Server):
    """A folder of files behind `http.server`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run(
            [sys.executable, "-m", "tools.site", str(folder)], cwd=ROOT, check=True, stdout=subprocess.DEVNULL
        )
        (worker,) = (folder / "assets").glob("worker-*.js")
        worker.write_text(SAME_CHANCE + worker.read_text())
        page = folder / "index.html"
        page.write_text(page.read_text().replace('"settings": {}', f'"settings": {json.dumps(QUICK_BOTS)}'))
        self.port = 0
        self.start()

    def start(self) -> None:
        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *args: Any) -> None:
                """Say nothing."""

        self._files = http.server.ThreadingHTTPServer(
            ("127.0.0.1", self.port), functools.partial(Quiet, directory=self.folder)
        )
        self.port = self._files.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self._files.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self._files.shutdown()
        self._files.server_close()


# What the worker and the page say to each other, as if the worker were a server.
TELL_MESSAGES = """
const Plain = Worker
globalThis.Worker = class extends Plain {
  constructor(...about) {
    super(...about)
    this.addEventListener('message', ({ data }) => data.kind === 'said' && globalThis.__received(data.text))
  }
  postMessage(message) {
    if (message.kind === 'say') globalThis.__sent(message.text)
    super.postMessage(message)
  }
}
"""


def visit(browsers: Browsers, site: Site, **options: Any) -> Person:
    somebody = Person(browsers, site, **options)
    somebody.context.expose_binding("__received", lambda _, data: somebody.frames.append(data))
    somebody.context.expose_binding("__sent", lambda _, data: somebody.sent.append(data))
    somebody.context.add_init_script(TELL_MESSAGES)
    somebody.allowed = "Service Worker registration blocked"
    return somebody


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site") / "site")
    yield running
    running.stop()


def start_game(ann: Person, goal: str = "5") -> None:
    ann.link("Play bots").click()
    ann.page.get_by_role("group", name="Strength of the bot on seat 2").get_by_role("button", name="Easy").click()
    open_options(ann)
    ann.page.get_by_label("Goal").select_option(goal)
    ann.page.get_by_role("button", name="Start", exact=True).click()
    ann.wait_until_asked()


def test_a_whole_game_with_a_reload_in_the_middle(browsers: Browsers, site: Site, tmp_path: Path) -> None:
    ann = visit(browsers, site, is_kept=True)
    ann.go("/")
    start_game(ann)
    ann.next()
    while (ann.state["view"]["question"] or {"kind": "main"})["kind"] in ("main", "mulligan"):
        assert ann.step(), "no effect has asked anything"
        ann.next()
    before = ann.state
    site.stop()  # from here on there is no network either
    ann.frames.clear()
    ann.page.reload()
    ann.wait_for_state(lambda state: state["view"]["question"] == before["view"]["question"])
    assert ann.state["answers"] == before["answers"]

    ann.until_my_turn()
    known, question = ann.state["answers"], ann.state["view"]["question"]
    ann.button("Hint").click()
    hint = ann.page.get_by_role("dialog", name="What would a bot do?")
    expect(hint.get_by_role("listitem").first).to_be_visible()
    ann.page.keyboard.press("Escape")
    ann.sent.clear()
    ann.play_until(lambda: any('"answer"' in message for message in ann.sent))
    ann.wait_for_state(lambda state: state["answers"] > known)
    ann.button("Undo").click()
    ann.wait_for_state(lambda state: state["view"]["question"] == question)
    known = ann.state["answers"]

    ann.button("This table").click()
    file = ann.save(ann.button("Save the game to a file"), tmp_path)
    ann.page.keyboard.press("Escape")
    ann.play_until(lambda: False)
    expect(ann.page.get_by_role("main", name="The story of the game")).to_be_visible()
    site.start()
    ann.leave()

    ben = visit(browsers, site)
    ben.go("/")
    with ben.page.expect_file_chooser() as chooser:
        ben.button("Open a file").click()
    chooser.value.set_files(file)
    ben.wait_for_state(lambda state: state["answers"] == known)
    ben.play_until(lambda: False)
    expect(ben.page.get_by_role("main", name="The story of the game")).to_be_visible()
    ben.leave()
