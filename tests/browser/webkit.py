"""WebKit, Safari's engine, as Debian has it: driven over its own WebDriver, without a library."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import struct
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from PIL import Image

from tests.browser.helpers import PATIENCE
from tools.servers import free_port, wait_for

DRIVER = shutil.which("WebKitWebDriver")
XVFB = shutil.which("Xvfb")
MINI = sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))


class WebKit:
    """A window of WebKit on a virtual screen."""

    def __init__(self, size: tuple[int, int]) -> None:
        assert DRIVER, "These tests need WebKit (make browsers): webkit2gtk-driver on Debian."
        assert XVFB, "These tests need a screen that nobody sees (make browsers): xvfb on Debian."
        assert MINI, "WebKit has no MiniBrowser here."
        self._stack = contextlib.ExitStack()
        read, write = os.pipe()
        self._screen = Path(self._stack.enter_context(tempfile.TemporaryDirectory())) / "Xvfb_screen0"
        screen = ["-screen", "0", "1920x1200x24", "-fbdir", str(self._screen.parent)]
        self._run([XVFB, "-displayfd", str(write), *screen, "-nolisten", "tcp"], fds=(write,))
        os.close(write)
        with os.fdopen(read) as output:
            display = f":{output.readline().strip()}"
        port = free_port()
        here = {**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "WEBKIT_FORCE_SANDBOX": "0"}
        here["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"  # a test has no user to protect, and may be root
        self._run([DRIVER, f"--port={port}", "--host=127.0.0.1"], environment=here)
        self._url = f"http://127.0.0.1:{port}"
        wait_for(self._is_ready, PATIENCE)
        options = {"binary": str(MINI[-1]), "args": ["--automation"]}
        wish = {"alwaysMatch": {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}}
        session = self._send("POST", "/session", {"capabilities": wish})["sessionId"]
        self._url += f"/session/{session}"
        self.resize(size)

    def _run(self, command: list[str], environment: dict[str, str] | None = None, fds: tuple[int, ...] = ()) -> None:
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(command, env=environment, pass_fds=fds, stdout=quiet, stderr=quiet)
        self._stack.callback(process.wait, PATIENCE)
        self._stack.callback(process.terminate)

    def _is_ready(self) -> bool:
        try:
            return bool(self._send("GET", "/status")["ready"])
        except OSError:
            return False

    def _send(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()[:500]) from None

    def go(self, url: str) -> None:
        self._send("POST", "/url", {"url": url})

    def see(self, script: str) -> Any:
        """Evaluate a JavaScript expression in the page."""
        return self._send("POST", "/execute/sync", {"script": f"return ({script})", "args": []})

    def wait(self, script: str, seconds: float = PATIENCE) -> Any:
        """Wait until an expression is true in the page; return its value."""
        end = time.monotonic() + seconds
        while not (found := self.see(script)):
            assert time.monotonic() < end, f"not in time: {script}"
            time.sleep(0.05)
        return found

    def resize(self, size: tuple[int, int]) -> None:
        """Give the page this many pixels; the window is slightly larger."""
        rect = {"x": 0, "y": 0, "width": size[0], "height": size[1]}
        end = time.monotonic() + PATIENCE
        while True:
            self._send("POST", "/window/rect", rect)
            time.sleep(0.5)  # the page hears of it later than the window
            width, height = self.see("[innerWidth, innerHeight]")
            if (width, height) == size:
                return
            assert time.monotonic() < end, f"the page has {width}x{height}"
            rect["width"] += size[0] - width
            rect["height"] += size[1] - height

    def picture(self, file: Path) -> None:
        """What the window shows. Its own command for that hangs where much is drawn, so it is read off the screen."""
        raw = self._screen.read_bytes()
        head = struct.unpack(">25I", raw[:100])  # the header of an XWD file: its length, then among others these
        length, width, height, line, colours = head[0], head[4], head[5], head[12], head[19]
        screen = Image.frombuffer("RGB", (width, height), raw[length + 12 * colours :], "raw", "BGRX", line, 1)
        file.parent.mkdir(parents=True, exist_ok=True)
        screen.crop((0, 0, *self.see("[outerWidth, outerHeight]"))).save(file)

    def close(self) -> None:
        with contextlib.suppress(OSError, AssertionError):
            self._send("DELETE", "")
        self._stack.close()
