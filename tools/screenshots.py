"""Takes the pictures of the README, docs/images/*.png: the main states of the browser table, in games with a seed.

With --all it also takes every picture to review before a change of the client is done, at all sizes and in both themes:
build/screenshots/*.png. Names of pages around a game (`story`, `recap` …) take only those: there, and for the README
where it shows them.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import re
import sys
import tempfile
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from PIL import Image
from playwright.sync_api import sync_playwright

from basebash.server.puzzles.puzzles import puzzles
from tests.browser.helpers import CLIENT, QUICK, Browsers, Game, Person, Server
from tests.browser.positions import NAMES, PHONES, SIZES, show, show_scene
from tests.browser.scenes import SCENES
from tests.server.helpers import Player, play_on
from tools.browsers import CHROMIUM
from tools.servers import wait_for

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "images"
ALL = ROOT / "build" / "screenshots"
LARGEST = 300_000  # bytes
DESKTOP = (1440, 900)
PHONE = (390, 844)
THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
COUNTED_KINDS = {**QUICK, "recap": True}
TABLE: dict[str, Any] = {
    "name": "Friday night",
    "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}],
    "factions": [["Pirates", "Ninjas"], ["Dinosaurs", "Super Spies"], ["Wizards", "Astroknights"]],
}

# Every turn of the replayed game is analysed, so it is a short one.
SHORT = {**TABLE, "target_vp": 10}


def is_mid_game(ann: Player) -> bool:
    """Return the player's own turn, with much in play and cards to play."""
    view, question = ann.state["view"], ann.question
    if question is None or question["kind"] != "main" or sum(player["vp"] for player in view["players"]) < 8:
        return False
    is_full = sum(len(base["cards"]) for base in view["bases"]) > 12
    hand = view["players"][0]["hand"]
    return is_full and len(hand) > 4 and any(card["kind"] == "minion" and not card["why_not"] for card in hand)


def is_window(player: Player) -> bool:
    """Return a base that scores, where somebody has passed and the player has Specials to respond with."""
    question = player.question
    has_passed = bool(player.log) and player.log[-1]["kind"] == "pass"
    return bool(question and question["kind"] == "special" and len(question["options"]) > 1 and has_passed)


def is_over(player: Player) -> bool:
    """The end."""
    return bool(player.state["over"])


def game_with(server: Server, is_there: Callable[[Player], object], table: dict[str, Any] = TABLE) -> Game:
    """Return the first of many games in which something happens, at that moment."""
    for chance in itertools.count(1):
        game = Game(server, table, chance)
        if game.reaches(is_there):
            return game
        game.close()
    raise AssertionError  # an animated counter never stops


README: tuple[tuple[str, dict[str, Any]], ...] = (
    ("analysis", {"size": DESKTOP}),
    ("analysis-phone", {"size": PHONE, "is_phone": True}),
    ("story", {"size": DESKTOP}),
    ("recap", {"size": DESKTOP}),
    ("puzzle", {"size": DESKTOP, "theme": "light"}),
)
"""Whether the README shows this page around a game."""


class Camera:
    """Takes pictures of pages."""

    def __init__(self, browsers: Browsers, server: Server) -> None:
        self._browsers = browsers
        self._server = server

    def person(self, game: Game | None = None, **options: Any) -> Person:
        """Open a person's browser, in the game's table if there is one."""
        ann = Person(self._browsers, self._server, **options)
        if game is not None:
            ann.sit(game.table, 0, game.token)
            ann.page.locator(".prompt.mine").wait_for()
        return ann

    def take(self, ann: Person, name: str) -> None:
        """Take one picture, once everything has loaded."""
        ann.page.mouse.move(1, 1)
        ann.page.evaluate("document.fonts.ready")
        ann.page.wait_for_load_state("networkidle")
        file = FOLDER / f"{name}.png"
        picture = Image.open(io.BytesIO(ann.page.screenshot(animations="disabled", caret="hide")))
        # 256 colours are enough for a page, at a third of the size.
        picture.convert("RGB").quantize(256, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE).save(
            file, optimize=True
        )
        ann.leave()
        size = file.stat().st_size
        assert size < LARGEST, f"{file} has {size} bytes"
        print(f"{file.relative_to(FOLDER.parents[1])}, {size // 1000} kB")


def take_all(camera: Camera, server: Server) -> None:
    """All pictures."""
    ann = camera.person(size=DESKTOP)
    ann.go("/cards/ninjas")
    ann.page.get_by_role("heading", name="Rulings").wait_for()
    camera.take(ann, "gallery")

    ann = camera.person(size=DESKTOP, theme="light")
    ann.go("/learn")
    ann.page.get_by_role("button", name="Next").click()
    camera.take(ann, "lesson")

    game = game_with(server, is_mid_game)
    ann = camera.person(game, size=DESKTOP, theme="dark")
    ann.hand.locator(".slot.can:has(.c-pow)").first.click()
    ann.page.locator(".ghost b").first.wait_for()  # the previews have been computed
    camera.take(ann, "table-dark")
    camera.take(camera.person(game, size=DESKTOP, theme="light"), "table-light")
    ann = camera.person(game, size=PHONE, is_phone=True)
    ann.page.get_by_role("tab").last.click()
    camera.take(ann, "table-phone")

    ann = camera.person(game, size=DESKTOP)
    changed = ann.page.locator(".minion:has(.diff) > button")
    (changed if changed.count() else ann.page.locator(".minion > button")).first.click(button="right")
    ann.page.get_by_role("dialog").locator(".sum .total").first.wait_for()
    camera.take(ann, "card-zoom")

    game.close()

    game = game_with(server, is_window)
    camera.take(camera.person(game, size=DESKTOP), "scoring")
    camera.take(camera.person(game, size=PHONE, is_phone=True, theme="light"), "scoring-phone")

    for name in ("monsters", "duel-result"):
        ann = camera.person(size=DESKTOP, theme="light" if name == "duel-result" else "dark")
        show_scene(ann, name)
        ann.page.wait_for_timeout(500)
        camera.take(ann, name)

    ann = camera.person(size=DESKTOP)
    choose_factions(ann)
    camera.take(ann, "factions")
    ann = camera.person(size=PHONE, is_phone=True)
    choose_factions(ann)
    camera.take(ann, "factions-phone")

    game.close()
    stories = Stories(server)
    stories.take(camera)
    stories.close()


class Stories:
    """The pages around a game (recap, replay, people), by name."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._games: list[Game] = []
        self.scenes: dict[str, Callable[[Person], None]] = {
            "analysis": self._analysis,
            "play-on": self._play_on,
            "story": self._story,
            "share": self._share,
            "recap": self._recap,
            "look-back": self._look_back,
            "absent": self._absent,
            "profile": self._profile,
            "puzzles": self._puzzles,
            "puzzle": self._puzzle,
            "puzzle-failed": self._failed,
        }

    def close(self) -> None:
        """Leaves the tables."""
        for game in self._games:
            game.close()

    def take(self, camera: Camera, names: list[str] | None = None) -> None:
        """Take the pictures of the README, or those of some pages."""
        for name, options in README:
            page = name.removesuffix("-phone")
            if names is None or page in names:
                ann = camera.person(**options)
                self.scenes[page](ann)
                camera.take(ann, name)

    def _game(self, is_there: Callable[[Player], object], table: dict[str, Any] = TABLE) -> Game:
        self._games.append(game_with(self._server, is_there, table))
        return self._games[-1]

    @cached_property
    def _finished(self) -> str:
        """Return a finished game that has been analysed."""
        table = self._game(is_over, SHORT).table
        self._server.post(f"/api/tables/{table}/analysis", {})
        wait_for(lambda: self._server.get(f"/api/tables/{table}/analysis")["state"] == "done", 900)
        return table

    @cached_property
    def _turned(self) -> int:
        """Return the step at which a player's chances fell the most."""
        moments = self._server.get(f"/api/tables/{self._finished}/analysis")["moments"]
        falls = [
            (max(a - b for a, b in zip(now["chances"], then["chances"], strict=True)), now["step"])
            for now, then in itertools.pairwise(moments[:-1])
        ]
        _, step = max(falls)
        return int(step)

    def _analysis(self, ann: Person) -> None:
        ann.go(f"/replay/{self._finished}/{self._turned}")
        ann.page.get_by_text("Chance to win", exact=True).wait_for()
        ann.page.wait_for_timeout(500)

    def _play_on(self, ann: Person) -> None:
        self._analysis(ann)
        button = ann.button("Play on from here")
        if not button.count():
            ann.button("More").click()
        button.click()

    def _story(self, ann: Person) -> None:
        ann.go(f"/story/{self._finished}")
        ann.page.get_by_text("Turning point", exact=True).wait_for()

    def _share(self, ann: Person) -> None:
        self._story(ann)
        ann.button("Share picture").click()
        ann.page.wait_for_timeout(1000)

    @cached_property
    def _mid_game(self) -> Game:
        return self._game(is_mid_game)

    def _recap(self, ann: Person) -> None:
        ann.context.add_init_script(f"localStorage['basebash.settings'] = {json.dumps(json.dumps(COUNTED_KINDS))}")
        ann.sit(self._mid_game.table, 0, self._mid_game.token)
        ann.page.get_by_role("region", name="What happened since your turn").wait_for()
        for _ in range(4):
            ann.page.keyboard.press("ArrowRight")
            ann.page.wait_for_timeout(1000)

    def _look_back(self, ann: Person) -> None:
        ann.sit(self._mid_game.table, 0, self._mid_game.token)
        ann.board.wait_for()
        ann.go(f"/replay/{self._mid_game.table}/60?as=0")
        ann.page.get_by_text("step 60 of ").wait_for()

    def _absent(self, ann: Person) -> None:
        game = self._game(lambda player: player.state["view"]["asked"] == 1 and player.state["view"]["turn"] > 4)
        game.players[1].close()
        ann.sit(game.table, 0, game.token)
        ann.page.get_by_role("button", name=re.compile("Let a bot play")).wait_for()

    def _profile(self, ann: Person) -> None:
        ann.go("/me")
        ann.page.get_by_label("Name at the table").fill(ann.name)
        ann.button("Save").click()
        ann.page.get_by_role("heading", name="Your data").wait_for()
        secret = ann.page.evaluate("JSON.parse(localStorage['basebash.device'])")
        for level, pair in (("easy", 0), ("easy", 1), ("normal", 2), ("easy", 0)):
            seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": level}]
            factions = [TABLE["factions"][pair], ["Robots", "Zombies"]]
            body = {"seats": seats, "target_vp": 4, "name": "Lunch", "factions": factions}
            made = self._server.post("/api/tables", body, secret)
            with Player(self._server.url, made["table"], made["token"]) as player:
                play_on([player], lambda state: state["over"])
        ann.page.reload()
        ann.page.get_by_role("region", name="By faction").get_by_text("Pirates").wait_for()

    def _puzzles(self, ann: Person) -> None:
        known = {
            name: {"isSolved": i != 3, "tries": i % 2 + 1, "hasHelp": i == 2}
            for i, name in enumerate(puzzles())
            if i < 5
        }
        ann.context.add_init_script(f"localStorage['basebash.puzzles'] = {json.dumps(json.dumps(known))}")
        ann.go("/puzzles")
        ann.page.get_by_role("heading", name="Win this turn").wait_for()

    def _puzzle(self, ann: Person) -> None:
        ann.go(f"/puzzles/{list(puzzles())[3]}")
        ann.hand.get_by_role("button").first.wait_for()

    def _failed(self, ann: Person) -> None:
        self._puzzle(ann)
        ann.button("End turn").click()
        ann.page.get_by_text("Not yet").wait_for()


def choose_factions(ann: Person) -> None:
    """Return the choice among all factions, for a game against bots."""
    ann.go("/")
    ann.link("Play bots").click()
    ann.button("Choose two yourself").click()
    ann.page.get_by_role("region", name="Factions").get_by_role("button").nth(80).wait_for()


def look_at_everything(browsers: Browsers, server: Server) -> None:
    """Take every scene of the later sets, every recorded position and the set-up, at all sizes, light and dark."""
    ALL.mkdir(parents=True, exist_ok=True)
    for name, (width, height), theme in itertools.product([*SCENES, *NAMES, "first", "factions"], SIZES, THEMES):
        ann = Person(browsers, server, size=(width, height), is_phone=(width, height) in PHONES, theme=theme)
        if name in SCENES:
            show_scene(ann, name)
        elif name in NAMES:
            show(ann, name)
        elif name == "factions":
            choose_factions(ann)
        else:
            ann.go("/")
            ann.link("Play bots").click()
        ann.page.wait_for_timeout(500)
        ann.page.screenshot(path=ALL / f"{name}-{width}x{height}-{theme}.png", animations="disabled")
        ann.leave()


def look_at_stories(browsers: Browsers, server: Server, names: list[str]) -> None:
    """Take the pages around a game, on a desktop and a phone, light and dark."""
    ALL.mkdir(parents=True, exist_ok=True)
    stories = Stories(server)
    if names:
        stories.take(Camera(browsers, server), names)
    for name, (width, height), theme in itertools.product(names or stories.scenes, (DESKTOP, PHONE), THEMES):
        ann = Person(browsers, server, size=(width, height), is_phone=(width, height) == PHONE, theme=theme)
        stories.scenes[name](ann)
        ann.page.wait_for_timeout(300)
        ann.page.screenshot(path=ALL / f"{name}-{width}x{height}-{theme}.png", animations="disabled")
        ann.leave()
    stories.close()


def main() -> int:
    """Start a server and a browser, and take all pictures."""
    if CHROMIUM is None or not CLIENT.exists():
        print("It takes chromium and the built client: make browsers web", file=sys.stderr)
        return 1
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        server = Server(Path(folder))
        stack.callback(server.stop)
        playwright = stack.enter_context(sync_playwright())
        browsers = Browsers(playwright)
        stack.callback(browsers.close)
        names = [name for name in sys.argv[1:] if not name.startswith("-")]
        if not names:
            take_all(Camera(browsers, server), server)
        if "--all" in sys.argv:
            look_at_everything(browsers, server)
        if names or "--all" in sys.argv:
            look_at_stories(browsers, server, names)
    return 0


if __name__ == "__main__":
    sys.exit(main())
