"""Two browsers at one table without a server: one page runs the game, and the other gets its seat's messages."""

from __future__ import annotations

import base64
import json
import os
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.helpers import PATIENCE, Browsers, Person
from tests.browser.test_site import Site, site, visit
from tools.browsers import CHROMIUM, FLAGS

__all__ = ["site"]

SLOW = 3 * PATIENCE * 1000  # milliseconds: two pages start Python

# Names that stand for addresses need a network in which browsers can ask for them; on one machine addresses do.
ADDRESSES = "--disable-features=WebRtcHideLocalIpsWithMdns"

# Everything that leaves a page over its channel.
TELL_CHANNEL = """
const send = RTCDataChannel.prototype.send
RTCDataChannel.prototype.send = function (message) {
  globalThis.__crossed(btoa(String.fromCharCode(...message)))
  return send.call(this, message)
}
"""


class Neighbours(Browsers):
    """Chromium whose pages know their addresses."""

    def __init__(self, others: Browsers) -> None:
        super().__init__(others._playwright)
        self._started = self._playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, ADDRESSES])

    def _chromium(self) -> Browser:
        return self._started

    def close(self) -> None:
        self._started.close()
        super().close()


@pytest.fixture(scope="module")
def neighbours(browsers: Browsers) -> Iterator[Neighbours]:
    running = Neighbours(browsers)
    yield running
    running.close()


class Channel:
    """What one page has sent over its channel, as texts."""

    def __init__(self, person: Person) -> None:
        self.texts: list[str] = []
        self._piece = b""
        person.context.expose_binding("__crossed", self._add)
        person.context.add_init_script(TELL_CHANNEL)

    def _add(self, _: Any, message: str) -> None:
        more, *piece = base64.b64decode(message)
        self._piece += bytes(piece)
        if not more:
            self.texts.append(self._piece.decode())
            self._piece = b""

    def states(self) -> list[dict[str, Any]]:
        said = [json.loads(text) for text in self.texts]
        inner = [json.loads(one["text"]) for one in said if one["kind"] == "said"]
        return [one for one in inner if one["type"] == "state"]


def connect(ann: Person, ben: Person) -> None:
    """Ann, at her table, invites Ben; they copy and paste."""
    ann.page.get_by_role("button", name="Invite a friend").click()
    dialog = ann.page.get_by_role("dialog", name="A friend at this table")
    expect(dialog.get_by_role("img", name="QR code of the invitation")).to_be_visible(timeout=SLOW)
    ben.page.get_by_label("Paste the invitation").fill(dialog.get_by_label("Invitation", exact=True).input_value())
    ben.button("Make the reply").click()
    dialog.get_by_label("Reply").fill(ben.page.get_by_label("Reply", exact=True).input_value())
    dialog.get_by_role("button", name="Connect").click()
    expect(dialog.get_by_role("status")).to_contain_text("Your friend is connected.", timeout=SLOW)
    dialog.get_by_role("button", name="Close").click()


def answer(*people: Person) -> None:
    """Whoever is asked clicks one thing."""
    deadline = time.monotonic() + SLOW / 1000
    while not (asked := next((one for one in people if one.is_asked()), None)):
        assert time.monotonic() < deadline, "nobody is asked"
        people[0].page.wait_for_timeout(50)
    assert asked.step()


def names_in_hand(state: dict[str, Any]) -> set[str]:
    return {card["name"] for card in state["view"]["players"][state["you"]]["hand"]}


class Pair:
    """Ann, whose page runs the game, and Ben, her guest, at a table whose game has begun."""

    def __init__(self, neighbours: Neighbours, site: Site) -> None:
        ann, ben = (visit(neighbours, site, name=name) for name in ("Ann", "Ben"))
        self.ann, self.ben = ann, ben
        for one in (ann, ben):
            one.context.set_default_timeout(SLOW)
        self.crossed, self.replies = Channel(ann), Channel(ben)
        ben.go("/#/join")
        ann.go("/")
        ann.link("New table").click()
        ann.button("Open the table").click()
        connect(ann, ben)
        ben.button("Sit down").click()
        ann.page.get_by_placeholder("Say something").fill("Hello Ben")
        ann.page.keyboard.press("Enter")
        # In the chat, and for a moment in a message that covers nothing.
        expect(ben.page.get_by_text("Hello Ben").first).to_be_visible(timeout=SLOW)
        ann.button("deal the missing factions").click()
        expect(ann.board).to_be_visible(timeout=SLOW)
        expect(ben.board).to_be_visible(timeout=SLOW)

    def leave(self) -> None:
        for one in (self.ben, self.ann):
            one.leave()


@pytest.fixture
def pair(neighbours: Neighbours, site: Site) -> Iterator[Pair]:
    sitting = Pair(neighbours, site)
    yield sitting
    sitting.leave()


def test_the_guest_of_a_page_never_gets_the_hosts_cards(pair: Pair) -> None:
    # The worker said this to the host's page, and the channel carried that.
    own = [json.loads(text) for text in pair.ann.frames if '"state"' in text]
    host = next(state for state in reversed(own) if state["you"] == 0 and state["view"])
    there = [state for state in pair.crossed.states() if state["view"]]
    assert there
    assert all(state["you"] == 1 and names_in_hand(state) for state in there)
    secret = names_in_hand(host) - names_in_hand(there[-1])
    assert secret
    for text in pair.crossed.texts:
        assert not any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) for name in secret), text


@pytest.mark.skipif("WHOLE" not in os.environ, reason="a busy machine can cut the connection: make screens")
def test_a_guest_who_reloads_connects_again_and_answers(pair: Pair) -> None:
    ann, ben, crossed, replies = pair.ann, pair.ben, pair.crossed, pair.replies
    ben.page.reload()
    ben.link("Connect again").click()
    ann.button("This table").click()
    connect(ann, ben)
    ann.page.keyboard.press("Escape")
    expect(ben.board).to_be_visible(timeout=SLOW)
    known = len(crossed.states())
    while not any(r"\"answer\"" in text for text in replies.texts):
        answer(ann, ben)
    deadline = time.monotonic() + SLOW / 1000
    while len(crossed.states()) == known:
        assert time.monotonic() < deadline, f"the guest hears nothing of the game: {crossed.texts[-5:]} {replies.texts}"
        ann.page.wait_for_timeout(50)
