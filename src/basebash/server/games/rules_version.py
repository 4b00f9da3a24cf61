"""Which version of the rules this is, and whether an answer still means the same."""

from __future__ import annotations

import hashlib
import zlib
from functools import cache
from pathlib import Path

import basebash
from basebash import Answer, Game, Setup
from basebash.packs import LOADED


def digest(setup: Setup | None = None) -> str:
    """Return a digest of the engine and the cards, which changes with every version of them.

    With a set-up, its packs count too: an updated pack is other rules for the games that use it, and only for them.
    """
    built_in = _digest_of_built_in()
    if setup is None or not setup.packs:
        return built_in
    versions = [_version_of(label) for label in sorted(set(setup.packs.values()))]
    return hashlib.sha256(" ".join([built_in, *versions]).encode()).hexdigest()[:32]


@cache
def _version_of(label: str) -> str:
    """Return a digest of the loaded pack with this name and version."""
    digests = [pack.digest() for pack in LOADED.values() if pack.manifest.label == label]
    return " ".join([label, *digests])


@cache
def _digest_of_built_in() -> str:
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
