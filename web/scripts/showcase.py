# ruff: noqa: INP001
"""Records the game of bots that the landing page shows, and the factions of its strip.

It writes src/data/showcase.json and src/data/strip.json. Run it with the project's Python after a change to the cards;
with --check it only reports whether both are up to date. The game may show how bots once played, but what it says about
the board must be what the server says now.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from basebash import FACTIONS, Game
from basebash.bots import ask, make_bot
from basebash.engine.vocabulary.printed import PACKS

DATA = Path(__file__).parent.parent / "src/data"
NAMES = ("Robin", "Mira", "Otto")
DECKS = (("Pirates", "Dinosaurs"), ("Robots", "Wizards"), ("Ninjas", "Aliens"))
SEED = 4
TOLD = {"play", "destroy", "move", "return", "score", "vp", "talent", "special"}
"""The kinds of log lines that the page tells."""
FIRST_TURN = 4
"""The recording begins when the board has filled up."""
FRAMES = 60


CHANGING = ("turn", "turn_player", "scoring", "has_paid", "bases")
"""The parts of a view that every step has of its own."""


def record() -> dict[str, Any]:
    """Return the constant parts of a game's view, and for each step what is on the board and what was done.

    `start` is the step with most cards, which is shown first.
    """
    game = Game(factions=DECKS, names=NAMES, seed=SEED, titans=False, log=True)
    bots = [make_bot("normal", seat) for seat in range(len(NAMES))]
    frames: list[dict[str, Any]] = []
    told = 0
    view: dict[str, Any] = {}
    while not game.is_over and len(frames) < FRAMES:
        game.answer(ask(bots[game.question.player], game))
        new, told = game.log_for(None)[told:], len(game.entries)
        said = [line.text for line in new if line.kind in TOLD]
        view = game.view(None).data
        if not said or view["turn"] < FIRST_TURN:
            continue
        points = [player["vp"] for player in view["players"]]
        frames.append({"said": said[0], "vp": points, **{key: view[key] for key in CHANGING}})
    for key in CHANGING:
        del view[key]
    start = max(range(len(frames)), key=lambda at: sum(len(base["cards"]) for base in frames[at]["bases"]))
    return {"view": {**view, "question": None, "asked": None}, "frames": frames, "start": start}


def strip() -> dict[str, Any]:
    """Return a pair for a first game, and what the tile of each built-in faction needs, the best known sets first."""
    built_in = [one for one in FACTIONS.values() if one.set_name not in PACKS]
    factions = sorted(built_in, key=lambda faction: faction.set_name != "Core Set")
    tiles = [{"name": one.name, "icon": one.icon, "ink": one.ink, "pop": one.pop} for one in factions]
    return {"first_pair": DECKS[0], "tiles": tiles}


def is_current(recording: dict[str, Any]) -> bool:
    """Whether the recording has the same fields as a view of today."""
    view = Game(factions=DECKS, names=NAMES, log=True).view(None).data
    frame = recording["frames"][0]
    recorded = recording["view"].keys() | {*CHANGING}
    return recorded >= view.keys() and frame["bases"][0].keys() == view["bases"][0].keys()


def text_of(value: object) -> str:
    """Return JSON without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def main() -> None:
    """Write both files, or check the strip."""
    tiles = text_of(strip())
    if "--check" not in sys.argv[1:]:
        (DATA / "strip.json").write_text(tiles, encoding="utf-8")
        (DATA / "showcase.json").write_text(text_of(record()), encoding="utf-8")
    elif (DATA / "strip.json").read_text(encoding="utf-8") != tiles:
        raise SystemExit("The factions of the landing page are out of date.")
    elif not is_current(json.loads((DATA / "showcase.json").read_text(encoding="utf-8"))):
        raise SystemExit("The game of the landing page is out of date.")


if __name__ == "__main__":
    main()
