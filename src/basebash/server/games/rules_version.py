"""Which version of the rules this is, and whether an answer still means the same."""

from __future__ import annotations

import hashlib
import zlib
from functools import cache
from pathlib import Path

import basebash
from basebash import Answer, Game


@cache
def digest() -> str:
    """Return a digest of the engine and the cards, which changes with every version of them."""
    root = Path(basebash.__file__).parent
    found = hashlib.sha256()
    for file in sorted([*(root / "engine").rglob("*.py"), *(root / "cards").rglob("*.py")]):
        found.update(f"{file.relative_to(root)}\0".encode())
        found.update(file.read_bytes())
    return found.hexdigest()[:32]


def meaning(game: Game, picks: Answer) -> int:
    """Return a number for what an answer means: who is asked about what, what is picked, and where the game is.

    With other rules the same answer may be legal and mean something else; then the number differs.
    """
    question = game.question
    options = question.options
    state = game.state
    meaning_of = (
        question.player,
        question.kind,
        [(o.kind, o.card, o.target, o.player, o.value, o.name) for o in [options[i] for i in picks]],
        state.turn,
        state.vp,
        [len(hand) for hand in state.hands],
    )
    return zlib.crc32(repr(meaning_of).encode())
