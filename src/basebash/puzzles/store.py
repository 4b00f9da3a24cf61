"""A set of mined puzzles in one compressed file: positions without anything that follows from something else.

A position is a setup and a state. What all positions of a file share is written once: the cards of a faction, the names
of fields. Columns are written as runs of equal values. The file is JSON, one puzzle a line, compressed with gzip.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Literal

from basebash import Answer, BasebashError, Game, Setup, State
from basebash.engine.rules import power
from basebash.engine.vocabulary.printed import BY_KEY
from basebash.puzzles.themes import Theme
from basebash.puzzles.turns import ME, Goal

FORMAT: Final = "basebash puzzles 1"
_COLUMNS: Final = ("controller", "counters", "entered", "known", "memo", "owner", "where", "zone")
Found = Literal["random", "easy", "normal", "hard", "nobody"]


@dataclass(frozen=True)
class MinedPuzzle:
    """A position with one best turn, and what was found out about it.

    `ends` is how many ends the turn has. `found` is the weakest bot that solves it. `summary` is what a list of puzzles
    shows of the position.
    """

    id: str
    setup: dict[str, Any]
    state: dict[str, Any]
    goal: Goal
    solution: list[Answer]
    done: list[str]
    themes: list[Theme]
    found: Found
    ends: int
    steps: int
    summary: dict[str, Any]

    def game(self) -> Game:
        """Return the position, at the player's first decision."""
        return Game.from_position(Setup.from_json(self.setup), State.from_json(self.state, BY_KEY))

    def to_json(self) -> dict[str, Any]:
        """Return the puzzle as JSON data."""
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> MinedPuzzle:
        """Read what `to_json` wrote."""
        solution = [tuple(answer) for answer in data["solution"]]
        return MinedPuzzle(**{**data, "goal": Goal(**data["goal"]), "solution": solution})

    @property
    def factions(self) -> list[str]:
        """Return the player's factions."""
        names: list[str] = self.state["factions"][0]
        return names


def summary_of(game: Game) -> dict[str, Any]:
    """Return what a list of puzzles shows of a position: the hand, VP, and the base with most power."""
    base = max(game.rules.bases, key=lambda one: power.pressure(game.rules, one))
    return {
        "hand": [card.name for card in map(game.rules.card, game.state.hands[ME])],
        "vp": game.state.vp[ME],
        "target_vp": game.setup.target_vp,
        "base": base.name,
        "breakpoint": base.breakpoint,
        "totals": power.all_totals(game.rules, base),
    }


def write_puzzles(file: Path, puzzles: Iterable[MinedPuzzle]) -> None:
    """Write a file of puzzles; the same puzzles give the same bytes."""
    packer = _Packer()
    lines = [json.dumps(packer.pack(puzzle), separators=(",", ":"), ensure_ascii=False) for puzzle in puzzles]
    head = json.dumps({"format": FORMAT, **packer.shared()}, separators=(",", ":"), ensure_ascii=False)
    file.write_bytes(gzip.compress("\n".join([head, *lines, ""]).encode(), 9, mtime=0))


def read_puzzles(file: Path) -> list[MinedPuzzle]:
    """Read a file of puzzles."""
    head, *lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    shared = json.loads(head)
    if shared["format"] != FORMAT:
        raise BasebashError(f"{file} is not a file of puzzles of this version.")
    return [_unpack(json.loads(line), shared) for line in lines]


class _Packer:
    """Packs puzzles, and remembers what they share."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, ...], int] = {}
        self._setups: dict[str, int] = {}
        self._fields: tuple[str, ...] = ()

    def shared(self) -> dict[str, Any]:
        """Return what the puzzles packed so far share."""
        return {
            "groups": list(self._groups),
            "setups": [json.loads(text) for text in self._setups],
            "fields": self._fields,
        }

    def pack(self, puzzle: MinedPuzzle) -> list[Any]:
        """Return a puzzle as a short list."""
        self._fields = self._fields or tuple(sorted(puzzle.state))
        state = [self._column(field, puzzle.state[field]) for field in self._fields]
        setup = {name: value for name, value in puzzle.setup.items() if name != "factions"}
        text = json.dumps(setup, sort_keys=True)
        rest = {name: value for name, value in puzzle.to_json().items() if name not in ("setup", "state")}
        return [rest, self._setups.setdefault(text, len(self._setups)), puzzle.setup["factions"], state]

    def _column(self, field: str, value: Any) -> Any:
        if field == "printed":
            parts = [tuple(keys) for _, keys in groupby(value, lambda key: str(key).partition("/")[0])]
            return [self._groups.setdefault(part, len(self._groups)) for part in parts]
        if field in _COLUMNS:
            return [number for one, many in groupby(value) for number in (one, len(list(many)))]
        return value


def _unpack(packed: list[Any], shared: dict[str, Any]) -> MinedPuzzle:
    rest, setup, factions, values = packed
    state = {}
    for field, value in zip(shared["fields"], values, strict=True):
        if field == "printed":
            state[field] = [key for group in value for key in shared["groups"][group]]
        elif field in _COLUMNS:
            state[field] = [one for one, many in zip(value[::2], value[1::2], strict=True) for _ in range(many)]
        else:
            state[field] = value
    data = {**rest, "setup": {**shared["setups"][setup], "factions": factions}, "state": state}
    return MinedPuzzle.from_json(data)
