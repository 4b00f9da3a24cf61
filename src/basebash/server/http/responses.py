"""Reading requests and writing JSON responses."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.http.exchange import Request, Response
from basebash.server.limits import client_of
from basebash.server.messages import ErrorCode, Refusal

T = TypeVar("T")
CACHE_SECONDS = 1.0
_STATUS: dict[ErrorCode, int] = {
    "no_table": 404,
    "damaged": 410,
    "halted": 409,
    "not_found": 404,
    "bad_token": 401,
    "not_allowed": 403,
    "too_many": 429,
    "too_fast": 429,
    "too_big": 413,
    "busy": 503,
    "full": 409,
    "not_over": 409,
    "not_started": 409,
}


def json_response(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return data as JSON; bytes are JSON already."""
    body = data if isinstance(data, bytes) else messages.encode(data)
    return Response(body, status, headers or {"Cache-Control": "no-store"}, "application/json")


def text_response(
    text: str | bytes, status: int = 200, headers: dict[str, str] | None = None, kind: str = "plain"
) -> Response:
    """Return a text, or a page if `kind` is "html"."""
    body = text if isinstance(text, bytes) else text.encode()
    return Response(body, status, headers or {}, f"text/{kind}; charset=utf-8")


def refusal_response(refused: Refused) -> Response:
    """Return a refusal with its HTTP status."""
    return json_response(Refusal(refused.code, refused.message), _STATUS.get(refused.code, 400))


def decode_body(raw: bytes, body_type: type[T]) -> T:
    """Return a request's body; `Refused` if it is invalid."""
    try:
        return msgspec.json.decode(raw, type=body_type)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("bad_request", f"Invalid request: {error}.") from None


def client_address(request: Request) -> str:
    """Return the client that a request is counted for."""
    return client_of(request.host)


def bearer_token(request: Request) -> str | None:
    """Return the token of a seat or device that the request carries."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def table_id(request: Request) -> str:
    """Return the table in a request's path."""
    return str(request.path_params["table"])[:40]


def number_in_query(request: Request, name: str, default: int | None = None) -> int | None:
    """Return a number from the query; `Refused` if it is not a number."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isdecimal() and len(text) < 7):
        raise Refused("bad_request", f"{name} must be a number, 0 or more.")
    return int(text)


def accepts(request: Request, coding: str) -> bool:
    """Whether the client understands a content coding such as gzip."""
    for item in request.headers.get("accept-encoding", "").split(","):
        name, _, weight = item.partition(";")
        if name.strip() == coding:
            return not re.fullmatch(r"\s*q=0(\.0*)?\s*", weight)
    return False


class BrieflyCached:
    """A response that is computed at most once in `CACHE_SECONDS`, however often it is asked for."""

    def __init__(self, compute: Callable[[], Awaitable[Response]]) -> None:
        self._compute = compute
        self._response: Response | None = None
        self._expires = 0.0
        self._lock = asyncio.Lock()

    async def __call__(self, _: Request) -> Response:
        async with self._lock:
            if self._response is None or time.monotonic() >= self._expires:
                self._response = await self._compute()
                self._expires = time.monotonic() + CACHE_SECONDS
            return self._response
