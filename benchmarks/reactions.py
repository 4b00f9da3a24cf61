"""Measures how long the table takes to react to clicks: `python -m benchmarks.reactions`.

A reaction is the next frame after what a click has changed. A four-player table in a crowded position is used, with
cards, minions, bases, tabs and numbers clicked in turn. Each line has the time to the next frame and, as a measure that
other work on the machine does not change, the time that the page's own scripts took.
"""

from __future__ import annotations

import contextlib
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import crowds
from tests.browser.helpers import Browsers, Person, Server
from tests.browser.positions import show

ROUNDS = 10
TARGETS = ("#hand .slot", "#board .minion > button", "#board .b-name", "#board .l-total", ".tabs button", ".p-vp")
LIMIT = 100  # milliseconds

# The time from the event to the frame after it, and the time that the handlers and what follows at once took.
MEASURE = """async ([selector, n]) => {
  const found = [...document.querySelectorAll(selector)].filter((target) => target.checkVisibility())
  if (found.length === 0) return null
  const target = found[n % found.length]
  const start = performance.now()
  for (const kind of ['pointerdown', 'pointerup'])
    target.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: 'mouse', isPrimary: true }))
  target.click()
  await Promise.resolve()
  document.body.offsetHeight
  const worked = performance.now() - start
  const frame = await new Promise((done) =>
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start))))
  document.querySelector('dialog[open]')?.close()
  return [worked, frame]
}"""


def measure(ann: Person) -> list[tuple[float, float]]:
    """Click everything in turn."""
    found = []
    for n in range(ROUNDS):
        for selector in TARGETS:
            took = ann.page.evaluate(MEASURE, [selector, n])
            if took is not None:
                found.append((took[0], took[1]))
            ann.page.keyboard.press("Escape")
    return found


def main() -> int:
    """Start a server and a browser, click, and print the percentiles."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        server = Server(Path(folder))
        stack.callback(server.stop)
        browsers = Browsers(stack.enter_context(sync_playwright()))
        stack.callback(browsers.close)
        for size, is_phone in (((1440, 900), False), ((390, 844), True)):
            ann = Person(browsers, server, size=size, is_phone=is_phone)
            show(ann, "minions", crowds.crowd("minions"))
            took = measure(ann)
            for what, times in (
                ("scripts and layout", [one for one, _ in took]),
                ("next frame", [two for _, two in took]),
            ):
                cuts = statistics.quantiles(times, n=20)
                share = sum(time <= LIMIT for time in times) / len(times)
                print(
                    f"{size[0]}x{size[1]}, {what}: median {statistics.median(times):.0f} ms, "
                    f"95 % within {cuts[18]:.0f} ms, {share:.0%} of {len(times)} within {LIMIT} ms"
                )
            ann.leave()
    return 0


if __name__ == "__main__":
    sys.exit(main())
