"""Frozen versions of the bots answer as they did when they were frozen.

The positions are replayed from recorded games. If a change of rules or cards alters these games, record them again with
`python -m tests.bots.test_versions`; a change to a bot must never need that.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from basebash import Game
from basebash.bots import ask, make_bot, play

RECORDED = Path(__file__).parents[1] / "data" / "version-1.json"
GAMES: list[list[tuple[str, str]]] = [
    [("Ghosts", "Steampunks"), ("Killer Plants", "Bear Cavalry")],
    [("Ancient Egyptians", "Cowboys"), ("Minions of Cthulhu", "Pirates")],
    [("Aliens", "Robots"), ("Dinosaurs", "Wizards"), ("Zombies", "Tricksters")],
    [("Magical Girls", "Ninjas"), ("Goblins", "Warriors"), ("Thieves", "Innsmouth"), ("Fairies", "Elder Things")],
]
BOTS = {"greedy-1": 17, "search-1@6": 71}  # and at which distance they are asked


def start(number: int) -> Game:
    """The start of a recorded game."""
    return Game(factions=GAMES[number], seed=100 + number, target_vp=8)


def decisions(number: int, answers: list[list[int]]) -> list[list[Any]]:
    """What the frozen bots answer at some questions of a game: which question, the bot, its answer, its lines."""
    game = start(number)
    found: list[list[Any]] = []
    for at, answer in enumerate(answers):
        for name, distance in BOTS.items():
            if at % distance == distance - 1:
                bot = make_bot(name, seed=at)
                picked = list(ask(bot, game))
                lines = [f"{thought.value:.9f} {thought.text}" for thought in bot.thoughts[:3]]
                found.append([at, name, picked, lines])
        game.answer(answer)
    return found


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_frozen_bot_answers_as_it_did(number: int) -> None:
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))[number]
    assert len(recorded["decisions"]) > 4
    assert decisions(number, recorded["answers"]) == recorded["decisions"]


def main() -> None:
    """Record games and decisions again."""
    games = []
    for number in range(len(GAMES)):
        game = start(number)
        play(game, [make_bot("easy", seed=seat) for seat in range(game.players)])
        answers = [list(answer) for answer in game.history]
        games.append({"answers": answers, "decisions": decisions(number, answers)})
    RECORDED.write_text(json.dumps(games, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
