"""Rows as the server handles them, and the checksums that protect the moves."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Literal

import msgspec

from basebash.server.messages import ChatLine
from basebash.server.storage.errors import Damaged

Status = Literal["open", "playing", "over", "kept", "waits"]
"""`kept` and `waits`: the game does not fit the current rules; it is kept as a replay, or until older rules return."""
CHANNEL = "basebash"
"""The PostgreSQL channel on which processes announce what they write."""


class Row(msgspec.Struct):
    """A row of `tables`; `options`, `seats` and `setup` are JSON."""

    id: str
    name: str
    status: Status
    listed: bool
    options: str
    seats: str
    setup: str | None
    rematch: str | None
    created: float
    touched: float
    rules: str | None = None
    maker: str | None = None
    version: int = 0
    wins: str | None = None
    due: float | None = None
    due_seat: int | None = None


class Move(msgspec.Struct, frozen=True):
    """An answer, or an undo, whose `picks` is the number of answers that remain.

    `meaning` and `checksum` are missing in games of older versions.
    """

    number: int
    kind: Literal["answer", "undo"]
    seat: int
    picks: tuple[int, ...]
    meaning: int | None = None
    checksum: str | None = None


class Stored(msgspec.Struct):
    """A table with its moves, its newest chat lines, its result, and its start if that was not the beginning."""

    row: Row
    moves: list[Move]
    said: list[ChatLine]
    result: bytes | None = None
    position: bytes | None = None


AnalysisState = Literal["running", "stopped", "done"]


class StoredAnalysis(msgspec.Struct, frozen=True):
    """An analysis as it is stored: its state, how many steps it has, and who asked for it."""

    state: AnalysisState
    steps: int
    owner: str


class StoredMoment(msgspec.Struct, frozen=True):
    """An analysed moment as it is stored; `given` is a digest of the answers that it is about."""

    step: int
    player: int
    given: str
    data: str


def chain(table: str, before: str | None, move: Move) -> Move:
    """Return the move with its checksum, which depends on that of the move before."""
    text = f"{before}|{table}|{move.number}|{move.kind}|{move.seat}|{move.picks}|{move.meaning}"
    return msgspec.structs.replace(move, checksum=hashlib.blake2b(text.encode(), digest_size=8).hexdigest())


def check_moves(table: str, moves: Iterable[Move], first: int = 0, before: str | None = None) -> None:
    """Raise `Damaged` if a move is missing or was altered."""
    for number, move in enumerate(moves, first):
        if move.number != number:
            raise Damaged(f"Move {number} is missing.")
        if (move.checksum is not None or before is not None) and chain(table, before, move).checksum != move.checksum:
            raise Damaged(f"Move {number} was altered.")
        before = move.checksum
