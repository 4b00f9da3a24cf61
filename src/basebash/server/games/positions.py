"""Positions in which games start that continue another one, as they are stored."""

from __future__ import annotations

import zlib

import msgspec

from basebash import State
from basebash.engine.vocabulary.printed import BY_KEY
from basebash.server import messages


def write_position(state: State) -> bytes:
    """Return a position as it is stored: without its random state, which the new table's seed replaces."""
    copy = state.copy()
    copy.reseed(0)
    return zlib.compress(messages.encode(copy.to_json()))


def read_position(data: bytes) -> State:
    """Return the position that `write_position` wrote; `BasebashError` or `msgspec.MsgspecError` if it is damaged."""
    try:
        return State.from_json(msgspec.json.decode(zlib.decompress(data)), BY_KEY)
    except zlib.error as error:
        raise msgspec.DecodeError(str(error)) from None
