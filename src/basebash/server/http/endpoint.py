"""A row of the route table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from msgspec import Struct


class Query(Struct, frozen=True):
    """A parameter in the query of a request."""

    name: str
    type: Literal["integer", "string"] = "integer"
    description: str = ""


class Endpoint(Struct, frozen=True):
    """A path with a method: what it takes and returns, what it costs, and who handles it.

    The handler gets the request and, if there is one, the decoded body. It returns a value of type `response`, or a
    `Response`. `cost` counts against `limit` (see `rate_limits`). `auth`: which bearer token is used: that of a
    `seat` or a `device`, if the client has one, or of the `owner` of a device, which is required. `is_documented`: it
    is part of the OpenAPI document.
    """

    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    handler: Callable[..., Awaitable[Any]]
    summary: str
    body: Any = None
    response: Any = None
    status: int = 200
    cost: int = 1
    limit: Literal["requests", "light"] = "requests"
    query: tuple[Query, ...] = ()
    auth: Literal["none", "seat", "device", "owner"] = "none"
    is_documented: bool = True
