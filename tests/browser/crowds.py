"""Four players in crowded positions of each mechanic, as the server would send them to Ann: crowds/*.json.

`python -m tests.browser.crowds` plays many games at random and records the busiest position of each mechanic.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

from basebash import Game, State
from tests.browser.scenes import Factions, Json, cards, state_message

FOLDER = Path(__file__).parent / "crowds"
NAMES = ["Ann", "Ben", "Cleo", "Dan"]
_GAMES = 12
_LINES = 60  # of the log: as many as a long turn of four players has


def _count_titans(state: Json) -> int:
    return sum(card["kind"] == "titan" for card in cards(state))


def _count_madness(state: Json) -> int:
    return sum(card["name"] == "Madness" for card in state["view"]["players"][0]["hand"])


def _count_monsters(state: Json) -> int:
    return sum(card["controller"] < 0 for card in cards(state))


def _count_buried(state: Json) -> int:
    return sum(len(base["buried"]) for base in state["view"]["bases"])


def _count_stasis(state: Json) -> int:
    return sum(len(player["stasis"]) for player in state["view"]["players"])


def _is_treasure_draft(state: Json) -> int:
    question = state["view"]["question"]
    return int("reasure" in question["prompt"] and len(question["options"]) > 2)


def _is_duel(state: Json) -> int:
    return int(state["view"]["duel"] is not None)


def _is_special(state: Json) -> int:
    question = state["view"]["question"]
    return int(question["kind"] == "special" and len(question["options"]) > 1)


def _is_choice(state: Json) -> int:
    question = state["view"]["question"]
    return int(question["kind"] != "main" and len(question["options"]) > 5)


CROWDS: dict[str, tuple[Factions, Callable[[Json], int]]] = {
    "minions": (
        [["Zombies", "Killer Plants"], ["Pirates", "Ninjas"], ["Robots", "Aliens"], ["Dinosaurs", "Wizards"]],
        lambda state: int(state["view"]["question"]["kind"] == "main"),
    ),
    "choice": (
        [["Pirates", "Ninjas"], ["Robots", "Aliens"], ["Zombies", "Killer Plants"], ["Ghosts", "Wizards"]],
        _is_choice,
    ),
    "special": (
        [["Pirates", "Ninjas"], ["Robots", "Aliens"], ["Zombies", "Killer Plants"], ["Ghosts", "Wizards"]],
        _is_special,
    ),
    "titans": (
        [["Kaiju", "Dinosaurs"], ["Pirates", "Mega Troopers"], ["Robots", "Ninjas"], ["Zombies", "Aliens"]],
        _count_titans,
    ),
    "madness": (
        [
            ["Minions of Cthulhu", "Elder Things"],
            ["Miskatonic University", "Innsmouth"],
            ["Pirates", "Robots"],
            ["Zombies", "Aliens"],
        ],
        _count_madness,
    ),
    "monsters": (
        [["Warriors", "Dwarves"], ["Thieves", "Orcs"], ["Mages", "Elves"], ["Halflings", "Clerics"]],
        _count_monsters,
    ),
    "treasures": (
        [["Warriors", "Dwarves"], ["Thieves", "Orcs"], ["Mages", "Elves"], ["Halflings", "Clerics"]],
        _is_treasure_draft,
    ),
    "duel": (
        [["Cowboys", "Samurai"], ["Vikings", "Pirates"], ["Robots", "Zombies"], ["Dinosaurs", "Ninjas"]],
        _is_duel,
    ),
    "buried": (
        [
            ["Ancient Egyptians", "Skeletons"],
            ["Cowboys", "Ancient Incas"],
            ["Pirates", "Robots"],
            ["Zombies", "Aliens"],
        ],
        _count_buried,
    ),
    "stasis": (
        [["Backtimers", "Action Heroes"], ["Extramorphs", "Pirates"], ["Robots", "Zombies"], ["Dinosaurs", "Ninjas"]],
        _count_stasis,
    ),
}
"""By mechanic: who plays what, and how much of the mechanic is on the table (0: none)."""


def crowd(name: str) -> Json:
    """A recorded position."""
    state: Json = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return state


def _measure(state: Json, count: Callable[[Json], int]) -> int:
    """How crowded a position is: 0 if the mechanic is missing."""
    if state["view"]["question"] is None:
        return 0
    found = count(state)
    return 3 * found + len(cards(state)) + len(state["view"]["players"][0]["hand"]) if found else 0


def _busiest(factions: Factions, count: Callable[[Json], int], seed: int) -> tuple[int, Json | None]:
    """The most crowded position of one game."""
    game = Game(factions=factions, names=NAMES, seed=seed, log=True, duplicates=True)
    chance = State(2, seed)
    most, found = 0, None
    while not game.is_over:
        if game.question.player == 0:
            state = state_message(game, names=NAMES)
            if (crowded := _measure(state, count)) > most:
                most, found = crowded, state
        question = game.question
        plays = len(question.items) - (question.kind == "main")
        few = min(max(question.low, 1), plays, question.high) if plays else question.low
        left = list(range(max(plays, few)))
        game.answer(sorted(left.pop(chance.random(len(left))) for _ in range(few)))
    return most, found


def record(name: str) -> None:
    """Play and keep the busiest position."""
    factions, count = CROWDS[name]
    _, state = max((_busiest(factions, count, seed) for seed in range(1, _GAMES + 1)), key=lambda found: found[0])
    assert state is not None, f"no game has come to {name}"
    state["log"] = state["log"][-_LINES:]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.json").write_text(json.dumps(state, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for mechanic in sys.argv[1:] or CROWDS:
        record(mechanic)
