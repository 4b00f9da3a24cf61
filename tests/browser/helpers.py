"""A server in its own process, and people at browsers."""

from __future__ import annotations

import contextlib
import copy
import json
import shutil
import signal
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    ElementHandle,
    Error,
    Locator,
    Playwright,
    ViewportSize,
    WebSocket,
    WebSocketRoute,
    expect,
)

from basebash import State
from tests.server.helpers import Player, catch_up
from tools.browsers import CHROMIUM, FIREFOX, FLAGS
from tools.servers import Running, free_port, wait_for

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "src" / "basebash" / "server" / "static" / "index.html"
Json = dict[str, Any]
# How many seconds anything may take: far more than needed, for busy machines.
PATIENCE = 40

# No animations, and nothing is answered automatically.
QUICK = {"motion": "off", "auto": "off", "autoPass": False, "batch": False, "recap": False, "explain": False}

# The next thing to click for somebody who plays the first thing offered: the end of the game, or anything highlighted.
NEXT = """() => {
  const over = document.querySelector('.win, .end-bar')
  if (over) return over
  const question = document.querySelector('section[aria-label="Question"]')
  if (!question?.classList.contains('mine')) return null
  const group = question.querySelector('[aria-label="Choices"]')
  const choices = [...group.querySelectorAll('.choice:not(.no-room)')]
  const last = group.querySelector('.last')
  const more = group.querySelector('.p-more')
  if (question.querySelector('.arrange')) return last
  if (last?.textContent.startsWith('Play it anyway')) return last
  if (choices.some((choice) => choice.ariaPressed === 'true') && !last.disabled) return last
  const open = choices.find((choice) => choice.ariaPressed === 'false')
  if (open) return open
  if (group.querySelector('.choice.no-room[aria-pressed="false"]')) return more
  const isHeld = last?.textContent.startsWith('Put back')
  const isCovered = isHeld || question.querySelector('.p-sheet')
  const lit = isCovered ? null : document.querySelector('section[aria-label="Your hand"] button:has(kbd)')
  const hidden = group.querySelector('.choice.no-room') ? more : null
  return lit ?? choices[0] ?? hidden ?? document.querySelector('.end:enabled') ?? last
}"""

MINE_OR_OTHER = f"() => ({NEXT})() && (document.querySelector('.end:enabled') ? 'mine' : 'other')"


# The fonts have loaded, and the page has been laid out with them.
SETTLED = """() => document.fonts.ready.then(() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))"""

# The texts of the bases have loaded.
TOLD = """() => [...document.querySelectorAll('.b-rule, .rule-here')].some((rule) => rule.textContent.trim())"""

# What Firefox logs about a font that was still loading when the page was left.
LEFT_EARLY = "status=2152398850"

# Firefox does not report WebSocket messages, so the page does.
TELL_FRAMES = """
const Plain = WebSocket
globalThis.WebSocket = class extends Plain {
  constructor(...about) {
    super(...about)
    this.addEventListener('message', (event) => globalThis.__received(event.data))
  }
  send(data) {
    globalThis.__sent(data)
    super.send(data)
  }
}
"""


# A tap as the page sees it: Firefox cannot be driven by touch. An element on top would receive it.
TAP = """(element) => {
  const rect = element.getBoundingClientRect()
  const top = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2)
  if (!element.contains(top)) throw new Error(`${top?.outerHTML.slice(0, 80)} lies over it`)
  const finger = { bubbles: true, cancelable: true, pointerType: 'touch', isPrimary: true }
  for (const kind of ['pointerdown', 'pointerup']) element.dispatchEvent(new PointerEvent(kind, finger))
  element.click()
}"""


def expect_nothing(look: Callable[[str], list[Any]], script: str, about: object = "") -> None:
    """Wait until a script finds nothing wrong in the page, as `expect` waits: a layout takes a moment to settle."""
    deadline = time.monotonic() + PATIENCE
    while (found := look(script)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert found == [], f"{about}: {found}"


class Browsers:
    """One of the browsers of the tests, with any number of screen types."""

    def __init__(self, playwright: Playwright, name: str = "chromium") -> None:
        self.name = name
        self._playwright = playwright
        self._running: dict[tuple[Any, ...], Browser] = {}
        self._folder = tempfile.TemporaryDirectory()
        self.saved = Path(self._folder.name)
        """Where Firefox puts files that it saves."""

    def context(
        self,
        url: str,
        size: tuple[int, int],
        *,
        theme: Literal["dark", "light"],
        is_phone: bool,
        moves: bool,
        is_kept: bool = False,
    ) -> BrowserContext:
        """A browser context for one person. `is_kept`: its service worker caches the page."""
        viewport: ViewportSize = {"width": size[0], "height": size[1]}
        if self.name == "firefox":
            # The type of screen can only be set when Firefox starts.
            browser = self._firefox(theme=theme, is_phone=is_phone, moves=moves)
            return browser.new_context(base_url=url, viewport=viewport, has_touch=is_phone)
        return self._chromium().new_context(
            base_url=url,
            viewport=viewport,
            color_scheme=theme,
            reduced_motion="no-preference" if moves else "reduce",
            has_touch=is_phone,
            is_mobile=is_phone,
            device_scale_factor=1,
            service_workers="allow" if is_kept else "block",
        )

    def _chromium(self) -> Browser:
        if () not in self._running:
            assert CHROMIUM is not None, "The browser tests need chromium (make browsers), or CHROMIUM to name another."
            self._running[()] = self._playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        return self._running[()]

    def _firefox(self, *, theme: str, is_phone: bool, moves: bool) -> Browser:
        key = (theme, is_phone, moves)
        if key not in self._running:
            assert FIREFOX is not None, "These tests need Firefox (make browsers), or FIREFOX to name another."
            preferences: dict[str, str | float | bool] = {
                "ui.systemUsesDarkTheme": int(theme == "dark"),
                "layout.css.prefers-color-scheme.content-override": int(theme == "light"),
                "ui.prefersReducedMotion": int(not moves),
                "ui.useOverlayScrollbars": 1,
                "browser.download.folderList": 2,
                "browser.download.dir": str(self.saved),
            }
            if is_phone:
                preferences |= {"ui.primaryPointerCapabilities": 1, "ui.allPointerCapabilities": 1}
            self._running[key] = self._playwright.firefox.launch(
                channel="moz-firefox", executable_path=FIREFOX, firefox_user_prefs=preferences
            )
        return self._running[key]

    def close(self) -> None:
        for browser in self._running.values():
            browser.close()
        self._folder.cleanup()


class Server:
    """`tests.browser.server` as a process: it can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._database = f"sqlite:///{folder / 'games.db'}"
        self._log = folder / "server.log"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.browser.server", str(self.port), self._database]
        self._running = Running(command, self.url, self._log, cwd=ROOT)

    def kill(self) -> None:
        """Kill it without warning."""
        self._running.end(signal.SIGKILL)

    def stop(self) -> None:
        self._running.end()
        lines = self._log.read_text().splitlines()
        faults = [line for line in lines if '"exception"' in line and "CancelledError" not in line]  # at the end it may
        assert not faults, faults

    def get(self, path: str) -> Json:
        with urllib.request.urlopen(self.url + path, timeout=PATIENCE) as response:
            result = json.load(response)
        assert isinstance(result, dict)
        return result

    def post(self, path: str, body: Json, token: str | None = None) -> Json:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        request = urllib.request.Request(self.url + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            result = json.load(response)
        assert isinstance(result, dict)
        return result

    def finished_game(self) -> str:
        """Return a table at which two bots have finished a game."""
        bots = [{"kind": "bot", "level": "easy", "name": name} for name in ("Mira", "Otto")]
        made = self.post("/api/tables", {"seats": bots, "target_vp": 4, "name": "Bots"})
        table = made["table"]
        assert isinstance(table, str)
        wait_for(lambda: self.get(f"/api/tables/{table}")["over"], 2 * PATIENCE)
        return table


class Stage:
    """Stands in for the server towards one browser: sends it the states of a game, or variants that a test makes."""

    def __init__(self, ann: Person, game: Game | None, state: Json | None = None) -> None:
        self.heard: list[Json] = []
        self._ann = ann
        ann.page.route_web_socket("**/ws", self._connect)
        assert game or state, "there is nothing to show"
        self.state: Json = copy.deepcopy(state or (game.ann.state if game else {}))
        log = copy.deepcopy(game.ann.log) if game and not state else [] if game else self.state["log"]
        self.state.update(log=log, log_from=0, events=[])
        ann.sit(game.table if game else self.state["table"], 0, game.token if game else "nobody")
        expect(ann.board).to_be_visible()
        ann.page.wait_for_function(TOLD)
        ann.page.evaluate(SETTLED)

    def _connect(self, line: WebSocketRoute) -> None:
        self._line = line
        line.on_message(self._hear)

    def _hear(self, raw: str | bytes) -> None:
        message: Json = json.loads(raw)
        self.heard.append(message)
        if message["type"] == "hello":
            self._line.send(json.dumps(self.state))

    def go_on(self, state: Json) -> None:
        """A state as it came in a game."""
        self.state = copy.deepcopy(state)
        self.state.update(log=[], log_from=0)
        self._line.send(json.dumps(self.state))

    def show(self, question: Json | None = None, events: list[Json] | None = None, **changes: Any) -> None:
        """Send the next state; fields that are not given stay as they were."""
        number = self.state["answers"] + 1
        self.state.update(answers=number, question_id=str(number), events=events or [], **changes)
        self.state["view"]["question"] = question
        self.state["view"]["asked"] = None if question is None else question["player"]
        self._line.send(json.dumps(self.state))

    def ask(self, kind: str, texts: list[str], **changes: Any) -> None:
        """Ask a question with these options."""
        options = [{"index": i, "kind": "card", "text": text, "name": text} for i, text in enumerate(texts)]
        question = {"player": 0, "kind": kind, "prompt": "Which?", "source": -1, "low": 1, "high": 1}
        state = changes.pop("state", {})
        self.show({**question, "options": options, **changes}, **state)

    def wait_for(self, kind: str) -> Json:
        """Return the next message of a kind that the browser sends, and forget it."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = next((message for message in self.heard if message["type"] == kind), None)
            if found is not None:
                self.heard.remove(found)
                return found
            self._ann.page.wait_for_timeout(20)
        raise AssertionError(f"the browser sent no {kind}")

    def hears_nothing(self, kind: str, milliseconds: int = 700) -> bool:
        """Whether the browser sends no such message on its own."""
        self._ann.page.wait_for_timeout(milliseconds)
        return all(message["type"] != kind for message in self.heard)


def open_options(ann: Person) -> None:
    """Open the rules of a table that is being set up, which are collapsed at first."""
    ann.page.locator(".options > summary").click()


class Game:
    """A table of people, played by programs that play whatever they can, the same in every run. Ann is the first."""

    def __init__(self, server: Server, options: Json, chance: int = 5) -> None:
        made = server.post("/api/tables", options)
        self.table: str = made["table"]
        self.token: str = made["token"]
        free = sum(seat["kind"] == "open" for seat in options["seats"])
        joined = [
            server.post(f"/api/tables/{self.table}/join", {"name": name}) for name in ("Ben", "Cleo", "Dan")[:free]
        ]
        self.tokens = [self.token, *(seat["token"] for seat in joined)]
        self.players = [Player(server.url, self.table, token) for token in self.tokens]
        self._chance = State(2, chance)

    @property
    def ann(self) -> Player:
        return self.players[0]

    def reaches(self, is_there: Callable[[Player], object]) -> bool:
        """Play until something is true of Ann's state; return False if it never is."""
        while True:
            catch_up(*self.players)
            if is_there(self.ann):
                return True
            if self.ann.state["over"]:
                return False
            asked = next((player for player in self.players if player.question is not None), None)
            if asked is None:  # a bot is
                self.ann.read("state")
            else:
                asked.answer(self._pick(asked))

    def play_until(self, is_there: Callable[[Player], object]) -> None:
        """Play until something is true of Ann's state."""
        assert self.reaches(is_there), "it did not come to that"

    def _pick(self, asked: Player) -> list[int]:
        question = asked.question
        assert question is not None
        plays = [option["index"] for option in question["options"] if option["kind"] != "end"]
        return [plays[self._chance.random(len(plays))]] if question["kind"] == "main" and plays else asked.pick()

    @classmethod
    @contextlib.contextmanager
    def at(cls, server: Server, options: Json, is_there: Callable[[Player], object]) -> Iterator[Game]:
        """A game that has been played to a certain point, for the length of the block."""
        made = cls(server, options)
        made.play_until(is_there)
        yield made
        made.close()

    def close(self) -> None:
        for player in self.players:
            player.close()


class Person:
    """Somebody at their own browser, with every frame that it receives and every error of the page."""

    def __init__(
        self,
        browsers: Browsers,
        server: Server,
        name: str = "Ann",
        *,
        settings: Json | None = None,
        theme: Literal["dark", "light"] = "dark",
        size: tuple[int, int] = (1440, 900),
        is_phone: bool = False,
        moves: bool = False,
        is_kept: bool = False,
    ) -> None:
        self._browsers = browsers
        self.server = server
        self.name = name
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.faults: list[str] = []
        self.allowed = ""  # faults with this in them are part of the test
        self.context = browsers.context(server.url, size, theme=theme, is_phone=is_phone, moves=moves, is_kept=is_kept)
        self.context.set_default_timeout(PATIENCE * 1000)
        stored = {"basebash.settings": QUICK if settings is None else settings, "basebash.name": name}
        lines = [
            f"localStorage[{json.dumps(key)}] ??= {json.dumps(json.dumps(value))}" for key, value in stored.items()
        ]
        self._store(*lines)
        self.page = self.context.new_page()
        if browsers.name == "firefox":
            self.context.expose_binding("__received", lambda _, data: self.frames.append(data))
            self.context.expose_binding("__sent", lambda _, data: self.sent.append(data))
            self.context.add_init_script(TELL_FRAMES)
        else:
            self.page.on("websocket", self._listen)
        self.page.on("pageerror", lambda error: self._fault(str(error)))
        self.page.on("console", self._hear)

    def _listen(self, channel: WebSocket) -> None:
        channel.on("framereceived", lambda payload: self.frames.append(str(payload)))
        channel.on("framesent", lambda payload: self.sent.append(str(payload)))

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._fault(message.text)

    def _fault(self, text: str) -> None:
        if LEFT_EARLY not in text:
            self.faults.append(text)

    # ------------------------------------------------------------------------------------------- what is on the screen
    @property
    def question(self) -> Locator:
        return self.page.get_by_role("region", name="Question")

    @property
    def hand(self) -> Locator:
        return self.page.get_by_role("region", name="Your hand")

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("main", name="Bases in play")

    @property
    def state(self) -> Json:
        """The newest state that was received."""
        for raw in reversed(self.frames):
            message: Json = json.loads(raw)
            if message["type"] == "state":
                return message
        raise AssertionError("no state has come yet")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name)

    def wait_for_state(self, condition: Callable[[Json], object]) -> None:
        """Wait until a state has been received for which something is true."""
        deadline = time.monotonic() + PATIENCE
        while not (any('"state"' in frame for frame in self.frames) and condition(self.state)):
            assert time.monotonic() < deadline, "it did not come over the wire"
            self.page.wait_for_timeout(20)

    # ------------------------------------------------------------------------------------------- what they do
    def go(self, path: str) -> None:
        self.page.goto(path)

    def open_table(self, options: Json) -> str:
        """Create a table over HTTP and sit down at it as if it had been created in this browser."""
        made = self.server.post("/api/tables", options)
        self.sit(made["table"], made["seat"], made["token"])
        table = made["table"]
        assert isinstance(table, str)
        return table

    def tap(self, thing: Locator) -> None:
        """Tap on an element with a finger."""
        if self._browsers.name == "firefox":
            thing.scroll_into_view_if_needed()
            thing.evaluate(TAP)
        else:
            thing.tap()

    def save(self, button: Locator, folder: Path) -> Path:
        """Return the file that a button saves into a folder."""
        if self._browsers.name == "firefox":  # it does not report a file that a page has made itself
            button.click()
            saved = self._browsers.saved
            wait_for(lambda: [file.stat().st_size > 0 for file in saved.iterdir()] == [True], PATIENCE)
            (made,) = saved.iterdir()
            return Path(shutil.move(made, folder))
        with self.page.expect_download() as download:
            button.click()
        file = folder / download.value.suggested_filename
        download.value.save_as(file)
        return file

    def sit(self, table: str, seat: int, token: str) -> None:
        kept = [{"table": table, "name": "", "seats": [{"seat": seat, "token": token}], "at": 1, "over": False}]
        self._store(f"localStorage['basebash.tables'] ??= {json.dumps(json.dumps(kept))}")
        self.go(f"/t/{table}")

    def _store(self, *lines: str) -> None:
        """Before every page; one that is still empty has no storage."""
        self.context.add_init_script("\n".join(["try {", *lines, "} catch {}"]))

    def next(self) -> ElementHandle:
        """Wait until there is something to click."""
        found = self.page.wait_for_function(NEXT).as_element()
        assert found is not None
        return found

    def step(self) -> bool:
        """Click one highlighted thing; return False if the game is over."""
        found = self.next()
        if found.evaluate("element => element.matches('.win, .end-bar')"):
            return False
        try:
            found.click()
        except Error:  # if the page changed meanwhile, there is something else to click
            if self.page.evaluate(f"(before) => ({NEXT})() === before", found):
                raise
        return True

    def play_until(self, condition: Callable[[], object], most: int = 1500) -> None:
        for _ in range(most):
            if condition() or not self.step():
                return
        raise AssertionError("it took too many clicks")

    def is_asked(self) -> bool:
        return bool(self.page.evaluate(f"({NEXT})() !== null"))

    def wait_until_asked(self) -> None:
        self.page.wait_for_function(NEXT)

    def until_my_turn(self, other: Person | None = None) -> None:
        """Answer all questions, the other person's too, until it is this person's turn and nothing else is asked."""
        deadline = time.monotonic() + PATIENCE
        while (asked := self.page.evaluate(MINE_OR_OTHER)) != "mine":
            assert time.monotonic() < deadline, "the own turn does not come"
            if asked:
                assert self.step(), "the game is over"
            elif other is not None and other.is_asked():
                assert other.step(), "the game is over"
            else:
                self.page.wait_for_timeout(50)

    def leave(self) -> None:
        self.context.close()
        faults = [fault for fault in self.faults if not self.allowed or self.allowed not in fault]
        assert not faults, faults
