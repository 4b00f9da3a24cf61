"""Recorded positions, the busiest of many games, and the sizes at which everything is looked at."""

from __future__ import annotations

import json
from pathlib import Path

from tests.browser.helpers import Json, Person, Stage
from tests.browser.scenes import scene

FOLDER = Path(__file__).parent / "positions"
NAMES = sorted(file.stem for file in FOLDER.glob("*.json"))
# Desktops, laptops, a tablet and a phone in both orientations, and 1280x800 and 1920x1080 at 200 % zoom.
SIZES = [
    (1920, 1080),
    (1440, 900),
    (1366, 768),
    (1366, 625),
    (1280, 720),
    (1024, 768),
    (820, 1180),
    (390, 844),
    (844, 390),
    (640, 400),
    (960, 540),
]
PHONES = [(390, 844), (844, 390)]
LAPTOPS = [size for size in SIZES if size not in PHONES]


def position(name: str) -> Json:
    """A recorded state."""
    state: Json = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    state["table"] = "scene"  # one for all: the page asks the server about its other tables
    return state


def show(ann: Person, name: str, state: Json | None = None) -> Stage:
    """Seat somebody at a recorded position, or at a variant that a test has made."""
    return Stage(ann, None, state or position(name))


def show_scene(ann: Person, name: str) -> Stage:
    """Seat somebody where a mechanic of a later set is on the table; the last event arrives while they watch."""
    state = scene(name)
    since, lines = state["log_from"], state["log"]
    question, over = state["view"]["question"], state["over"]
    stage = Stage(ann, None, {**state, "log": lines[:since], "over": None})
    stage.state.update(log=lines[since:], log_from=since)
    happened = {"kind": "chose", "player": 0, "cards": [], "base": None, "number": 0, "from": None}
    stage.show(question, events=[happened], over=over)
    stage.state.update(log=lines, log_from=0)  # for a page that connects again
    return stage
