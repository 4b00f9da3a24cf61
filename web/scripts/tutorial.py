# ruff: noqa: INP001
"""Plays the lessons of the guided first game with the engine, and writes what each one shows to src/data/tutorial.json.

Run it with the project's Python after a change to the engine or to lessons.yaml; with --check it only tells whether
the lessons are up to date.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import yaml

from basebash import Contribution, Game
from basebash.engine.rules import power
from basebash.scenario.files import Scenario, read_scenarios
from basebash.scenario.position import Position
from basebash.server import messages
from basebash.server.games import visibility

HERE = Path(__file__).parent
OUT = HERE.parent / "src/data/tutorial.json"
YOU = 0


def begin(position: str) -> Game:
    """The game at the first lesson."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lessons.yaml"
        path.write_text(position, encoding="utf-8")
        scenario = next(iter(read_scenarios(path)))
    if not isinstance(scenario, Scenario):
        raise SystemExit(f"The position can't be read: {scenario[1]}")
    return Position(scenario).game


class Recorder:
    """Plays on, and keeps every state as the server would send it."""

    def __init__(self, game: Game, mira: list[str]) -> None:
        self.game = game
        self.mira = mira
        self.told = 0
        self.frames: list[dict[str, Any]] = []

    def take(self) -> list[dict[str, Any]]:
        """The states since the last time; Mira answers until you are asked or the game is over."""
        game = self.game
        self.frames.append(self._frame())
        while not game.is_over and game.question.player != YOU:
            options = [option.text for option in game.question.options]
            wanted = self.mira.pop(0)
            game.answer([options.index(wanted)] if wanted in options else [])
            self.frames.append(self._frame())
        frames, self.frames = self.frames, []
        return frames

    def _frame(self) -> dict[str, Any]:
        game = self.game
        new = list(zip(game.log_for(YOU), game.entries, strict=True))[self.told :]
        start, self.told = self.told, len(game.entries)
        events = [visibility.event(line, entry) for line, entry in new]
        return {
            "type": "state",
            "table": "learn",
            "name": "First game",
            "you": YOU,
            "creator": False,
            "started": True,
            "answers": game.answers_given,
            "question_id": f"learn-{game.answers_given}",
            "view": game.view(YOU).data,
            "log": [line.to_json() for line, _ in new],
            "log_from": start,
            "events": [
                {
                    "kind": event.kind,
                    "player": event.player,
                    "cards": event.cards,
                    "base": event.base,
                    "number": event.number,
                    "from": event.from_zone,
                }
                for event in events
            ],
            "undo": {"free": False, "asked_by": None, "waiting_for": []},
            "seats": [
                {
                    "name": name,
                    "kind": "person" if seat == YOU else "bot",
                    "level": None,
                    "connected": True,
                    "resigned": False,
                    "factions": game.state.factions[seat],
                }
                for seat, name in enumerate(game.setup.names)
            ],
            "spectators": 0,
            "over": self._over() if game.is_over else None,
            "clock": None,
        }

    def _over(self) -> Any:
        winners = self.game.winners
        return msgspec.to_builtins(messages.OverView(winners[0], winners, self.game.standings, "", None))


def explain(game: Game) -> dict[str, Any]:
    """Why each number on the board is what it is, so that the lessons can be asked too."""
    found: dict[str, Any] = {}

    def note(what: str, card: int, player: int | None, parts: list[Contribution]) -> None:
        found[f"{what} {card} {'' if player is None else player}"] = {
            "type": "explanation",
            "what": what,
            "card": card,
            "player": player,
            "parts": [{"amount": p.amount, "sets": p.sets, "text": p.text, "source": p.source} for p in parts],
            "total": power.sum_up(parts),
        }

    for base in game.rules.bases:
        note("breakpoint", base.id, None, power.explain_breakpoint(game.rules, base))
        for player in range(game.players):
            note("total", base.id, player, power.explain_total(game.rules, base, player))
        for minion in base.minions:
            note("power", minion.id, None, power.explain_power(game.rules, minion))
    return found


def play(script: dict[str, Any]) -> list[dict[str, Any]]:
    """All lessons; stops where one no longer fits the game."""
    recorder = Recorder(begin(script["position"]), list(script["mira"]))
    game = recorder.game
    steps = []
    for lesson in script["lessons"]:
        frames = recorder.take()
        options = game.question.options
        wanted = next((option for option in options if option.text == lesson["pick"]), None)
        if wanted is None:
            raise SystemExit(f"No {lesson['pick']!r} among the options of {game.question.prompt!r}: {options}")
        alike = [o for o in options if o.kind == wanted.kind and (o.kind != "play" or o.card == wanted.card)]
        previews = visibility.preview(game.clone(), YOU)
        steps.append(
            {
                "frames": frames,
                "allowed": [wanted.index],
                "offered": [option.index for option in alike],
                "notes": lesson["notes"],
                "previews": {key: {"text": p.text, "totals": p.totals} for key, p in previews.items()},
                "why": explain(game),
            }
        )
        game.answer([wanted.index])
    frames = recorder.take()
    if not game.is_over:
        raise SystemExit(f"After the last lesson the game goes on: {game.question}")
    steps.append({"frames": frames, "allowed": [], "offered": [], "notes": script["ending"], "previews": {}, "why": {}})
    return steps


def main() -> None:
    """Writes the lessons, or checks them."""
    steps = play(yaml.safe_load((HERE / "lessons.yaml").read_text(encoding="utf-8")))
    if "--check" not in sys.argv[1:]:
        OUT.write_text(json.dumps(steps, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        return
    known = json.loads(OUT.read_text(encoding="utf-8"))
    for step in (*steps, *known):
        step["previews"] = {}  # chance deals the hidden cards for them
    if known != json.loads(json.dumps(steps)):
        raise SystemExit("The lessons are out of date: run web/scripts/tutorial.py.")


if __name__ == "__main__":
    main()
