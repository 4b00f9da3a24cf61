"""Takes pictures of recorded positions to look at: `python -m tools.look titans duel --sizes 360x640,1440x900`.

The positions are those of tests/browser/crowds, positions and scenes; without a name, all crowded ones. The pictures
are in build/screenshots, or in the folder that --to names.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import sync_playwright

from tests.browser import crowds
from tests.browser.helpers import SETTLED, Browsers, Person, Server
from tests.browser.positions import NAMES, show, show_scene
from tests.browser.scenes import SCENES

ROOT = Path(__file__).parent.parent
SIZES = "360x640,390x844,768x1024,820x1180,1024x768,1280x720,1440x900,1920x1080,2560x1440"
LARGEST_PHONE = 480  # pixels across


def open_position(ann: Person, name: str) -> None:
    """Seat somebody at a position, whatever kind of recording it is."""
    if name in crowds.CROWDS:
        show(ann, name, crowds.crowd(name))
    elif name in SCENES:
        show_scene(ann, name)
    else:
        assert name in NAMES, f"There is no position named {name}: {[*crowds.CROWDS, *NAMES, *SCENES]}"
        show(ann, name)


def parse_arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(crowds.CROWDS))
    parser.add_argument("--sizes", default=SIZES)
    parser.add_argument("--themes", default="dark,light")
    parser.add_argument("--browser", default="chromium", choices=("chromium", "firefox"))
    parser.add_argument("--to", type=Path, default=ROOT / "build" / "screenshots")
    return parser.parse_args()


def take(browsers: Browsers, server: Server, chosen: argparse.Namespace) -> None:
    """Open each position once a theme and kind of screen, and resize the window."""
    sizes = [tuple(int(side) for side in size.split("x")) for size in chosen.sizes.split(",")]
    themes: list[Literal["dark", "light"]] = chosen.themes.split(",")
    for is_phone in (False, True):
        fitting = [(width, height) for width, height in sizes if (min(width, height) < LARGEST_PHONE) == is_phone]
        for name in chosen.names if fitting else ():
            for theme in themes:
                ann = Person(browsers, server, size=fitting[0], is_phone=is_phone, theme=theme)
                open_position(ann, name)
                for width, height in fitting:
                    ann.page.set_viewport_size({"width": width, "height": height})
                    ann.page.wait_for_timeout(350)  # what has no room folds
                    ann.page.evaluate(SETTLED)
                    file = chosen.to / f"{name}-{width}x{height}-{theme}.png"
                    ann.page.screenshot(path=file, animations="disabled")
                    print(file)
                ann.leave()


def main() -> int:
    """Start a server and a browser, and take the pictures."""
    chosen = parse_arguments()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        server = Server(Path(folder))
        stack.callback(server.stop)
        browsers = Browsers(stack.enter_context(sync_playwright()), chosen.browser)
        stack.callback(browsers.close)
        take(browsers, server, chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
