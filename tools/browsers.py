"""Where the browsers of the tests and the screenshots are."""

from __future__ import annotations

import os
import shutil


def _find(variable: str, *names: str) -> str | None:
    """Return the browser that a variable of the environment names, or the first of these commands that exists."""
    return os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)


# The headless shell is Chromium without what only a window needs: pages open and paint in about three quarters of
# the time.
CHROMIUM = _find("CHROMIUM", "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FIREFOX = _find("FIREFOX", "firefox-esr", "firefox")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
"""How Chromium is started."""
