"""Which rules these are, and whether an answer still means what it meant."""

from __future__ import annotations

import hashlib
import zlib
from functools import cache
from pathlib import Path

import basebash
from basebash import Answer, Game


@cache
def digest() -> str:
    """A text for the engine and the cards as they are: another version, another text."""
    root = Path(basebash.__file__).parent
    found = hashlib.sha256()
    for file in sorted([*(root / "engine").rglob("*.py"), *(root / "cards").rglob("*.py")]):
        found.update(f"{file.relative_to(root)}\0".encode())
        found.update(file.read_bytes())
    return found.hexdigest()[:32]


def meaning(game: Game, picks: Answer) -> int:
    """A number for what an answer means: who is asked about what, what is picked, and how the game stands.

    Under other rules the same answer may be legal and mean something else; then this number is another.
    """
    question = game.question
    options = question.options
    state = game.state
    told = (
        question.player,
        question.kind,
        [(o.kind, o.card, o.target, o.player, o.value, o.name) for o in [options[i] for i in picks]],
        state.turn,
        state.vp,
        [len(hand) for hand in state.hands],
    )
    return zlib.crc32(repr(told).encode())
