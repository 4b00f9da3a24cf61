"""Mining: plays games of bots and keeps the positions that are puzzles, evenly over all factions.

Game number `i` follows from the seed, `i` and what was found before, so mining can be stopped and resumed at any point
and finds the same. A folder holds one file: a line of JSON for each game played, with its puzzles.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from basebash import FACTIONS, BadSetup, BasebashError, Game, State
from basebash.bots import ask, make_bot
from basebash.engine.vocabulary.printed import PACKS
from basebash.puzzles.judging import is_promising, puzzle_at
from basebash.puzzles.store import MinedPuzzle
from basebash.puzzles.turns import ME

FILE: Final = "mined.jsonl"
MOST_PER_GAME: Final = 4
FEWEST_OPTIONS: Final = 3
LONGEST_GAME: Final = 2000
PLAYERS: Final = ("random", "random")
"""Who plays the games. Random bots reach the most varied positions, and take a twentieth of the time of easy ones."""
_SEEDS: Final = 1 << 40


@dataclass
class MinedGame:
    """A game that was played: its number, how many positions were searched, and the puzzles found."""

    game: int
    seen: int = 0
    searched: int = 0
    puzzles: list[MinedPuzzle] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Return the game as JSON data."""
        return {
            "game": self.game,
            "seen": self.seen,
            "searched": self.searched,
            "puzzles": [puzzle.to_json() for puzzle in self.puzzles],
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> MinedGame:
        """Read what `to_json` wrote."""
        return MinedGame(**{**data, "puzzles": [MinedPuzzle.from_json(puzzle) for puzzle in data["puzzles"]]})


class Collection:
    """The puzzles found so far: at most `cap` for each faction of the player, and no near-duplicates.

    Two puzzles of the same factions are near-duplicates if more than half of what is done in them is the same.
    """

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self.puzzles: list[MinedPuzzle] = []
        self.per_faction: Counter[str] = Counter()
        self._known: dict[tuple[str, ...], list[frozenset[str]]] = {}

    def add(self, puzzle: MinedPuzzle) -> bool:
        """Add a puzzle; return whether it is new and still wanted."""
        if any(self.per_faction[name] >= self.cap for name in puzzle.factions):
            return False
        others = self._known.setdefault(tuple(sorted(puzzle.factions)), [])
        cards = frozenset(text.partition(" on ")[0].partition(" at ")[0] for text in puzzle.done)
        if any(2 * len(cards & other) > len(cards | other) for other in others):
            return False
        others.append(cards)
        self.puzzles.append(puzzle)
        self.per_faction.update(puzzle.factions)
        return True


def mine(
    folder: Path,
    *,
    count: int,
    seed: int = 0,
    cap: int | None = None,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int], None] = lambda _: None,
) -> Collection:
    """Play games until there are `count` puzzles, or `stop` returns True; goes on with what is in the folder."""
    names = [name for name in FACTIONS if FACTIONS[name].set_name not in PACKS]
    limit = cap if cap is not None else -(-3 * count // len(names))
    if limit * len(names) < 2 * count:
        raise BadSetup(f"{count} puzzles need a cap of at least {-(-2 * count // len(names))} for each faction.")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FILE
    found = Collection(limit)
    number = 0
    _drop_broken_line(file)
    for played in read_games(file):
        number = played.game + 1
        for puzzle in played.puzzles:
            found.add(puzzle)
    progress(len(found.puzzles))
    with file.open("a", encoding="utf-8") as lines:
        while len(found.puzzles) < count and not stop():
            played = mine_game(number, seed, found)
            lines.write(json.dumps(played.to_json(), separators=(",", ":")) + "\n")
            lines.flush()
            progress(len(found.puzzles))
            number += 1
    return found


def read_games(file: Path) -> Iterable[MinedGame]:
    """Read the games in a file that were completely written."""
    if not file.exists():
        return
    for line in file.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            yield MinedGame.from_json(json.loads(line))


def _drop_broken_line(file: Path) -> None:
    """Cut off a last line that was not completely written."""
    if file.exists():
        written = file.read_bytes()
        if not written.endswith(b"\n"):
            file.write_bytes(written[: written.rfind(b"\n") + 1])


def mine_game(number: int, seed: int, found: Collection) -> MinedGame:
    """Play a game, and add the puzzles in it to those found."""
    chance = State(2, f"puzzles {seed} {number}")
    played = MinedGame(number)
    game = Game(factions=_factions(chance, found), seed=chance.random(_SEEDS), names=("You", "Rival"))
    bots = [make_bot(name, chance.random(_SEEDS)) for name in PLAYERS]
    for _ in range(LONGEST_GAME):
        if game.is_over or len(played.puzzles) >= MOST_PER_GAME:
            break
        question = game.question
        if question.kind == "main" and question.player == ME and len(question.items) > FEWEST_OPTIONS:
            played.seen += 1
            if is_promising(game):
                played.searched += 1
                puzzle = puzzle_at(game, chance)
                if puzzle is not None and found.add(puzzle):
                    played.puzzles.append(puzzle)
        game.answer(ask(bots[question.player], game))
    game.release()
    return played


def _factions(chance: State, found: Collection) -> list[list[str]]:
    """Draw four factions: the player's are two of those with the fewest puzzles so far."""
    names = _shuffled([name for name in sorted(FACTIONS) if FACTIONS[name].set_name not in PACKS], chance)
    names.sort(key=lambda name: found.per_faction[name])
    wanted = _shuffled(names[: len(names) // 3], chance)
    if any(found.per_faction[name] >= found.cap for name in wanted[:2]):
        raise BasebashError("Every faction has as many puzzles as its cap allows.")
    others = _shuffled([name for name in names if name not in wanted[:2]], chance)
    return [wanted[:2], others[:2]]


def _shuffled(names: list[str], chance: State) -> list[str]:
    order = list(range(len(names)))
    chance.shuffle_plain(order)
    return [names[i] for i in order]
