"""Measures how the landing page arrives on a slow phone: Chromium with slow 4G and a processor four times slower.

    python -m tools.first_paint [--runs 5] [--size 390x844]

For each run it prints when the first and the largest content were painted, when the page became live, how far the
layout shifted, and how much was loaded until then. The browser throttles; on a busy machine the times say little.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.helpers import Server
from tools.browsers import CHROMIUM, FLAGS

SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""As Lighthouse throttles: 1.6 Mbit/s down, 750 kbit/s up, 150 ms."""
SLOWER = 4
SETTLED_MS = 6000
"""How long the page is watched after it has been loaded."""
WATCH = """
globalThis.seen = { shift: 0, first: 0, largest: 0 }
const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
  .observe({ type, buffered: true })
watch('layout-shift', (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value })
watch('paint', (entry) => { if (entry.name === 'first-contentful-paint') seen.first = entry.startTime })
watch('largest-contentful-paint', (entry) => { seen.largest = entry.startTime })
"""
READ = """() => ({ ...seen, live: performance.getEntriesByName('live')[0]?.startTime ?? null,
  kilobytes: performance.getEntriesByType('resource').reduce((sum, one) => sum + one.transferSize, 0) / 1000 })"""


def measure(page: Any, url: str) -> dict[str, float]:
    """Load the landing page for the first time and return what was seen."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW_4G)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(WATCH)
    page.goto(url, wait_until="load")
    page.wait_for_timeout(SETTLED_MS)
    found: dict[str, float] = page.evaluate(READ)
    return found


def main() -> None:
    """Measure some runs, each in a browser that has nothing stored."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--size", default="390x844", help="the window, as WIDTHxHEIGHT")
    wish = parser.parse_args()
    width, height = map(int, wish.size.split("x"))
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        runs = []
        for _ in range(wish.runs):
            context = browser.new_context(viewport={"width": width, "height": height}, is_mobile=width < 700)
            runs.append(measure(context.new_page(), server.url))
            context.close()
            print({name: round(value or 0, 3) for name, value in runs[-1].items()}, flush=True)
        middle = {name: round(statistics.median(run[name] or 0 for run in runs), 3) for name in runs[0]}
        print(f"median: {middle}")
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
