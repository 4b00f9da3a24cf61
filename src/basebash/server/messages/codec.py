"""Encoding and decoding messages."""

from __future__ import annotations

from typing import Any

import msgspec

from basebash.server.messages.client import ClientMessage
from basebash.server.messages.server import ServerMessage

_client_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_server_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
encode = msgspec.json.Encoder().encode


def decode_client(raw: str | bytes) -> ClientMessage:
    """Return a message from a client; `msgspec.MsgspecError` says what is wrong with it."""
    return _client_decoder.decode(raw)


def decode_server(raw: str | bytes) -> ServerMessage:
    """Return a message from the server."""
    return _server_decoder.decode(raw)


def as_encoded(data: Any) -> Any:
    """Mark data that fits a field although its Python type does not: JSON data of the engine, or `msgspec.Raw`."""
    return data
