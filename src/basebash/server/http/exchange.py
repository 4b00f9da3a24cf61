"""Requests and responses as handlers see them, whatever brings and takes them: a connection, or a page's worker."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Request(Struct, frozen=True):
    """A request without its body. The names of `headers` are in lower case; `host` is the address it comes from,
    `origin` the start of our own addresses, as the client writes them.
    """

    method: str
    path: str
    path_params: Mapping[str, str] = {}
    query_params: Mapping[str, str] = {}
    headers: Mapping[str, str] = {}
    host: str = ""
    origin: str = ""


class Response(Struct, frozen=True):
    """A response with its whole body."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = {}
    media_type: str | None = None
