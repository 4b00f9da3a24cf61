"""A row of the route table, and how it is served: origin check, rate limit, body, handler, errors."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from basebash.server.errors import PackFault, Refused, as_refusal
from basebash.server.http.middleware.origins import is_allowed_origin
from basebash.server.http.rate_limits import RateLimits
from basebash.server.http.responses import client_address, json_response, read_body, refusal_response
from basebash.server.metrics import Metrics
from basebash.server.moderation import Moderation
from basebash.server.settings import Settings
from basebash.server.storage.errors import DatabaseUnavailable


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


class EndpointServer:
    """Serves endpoints: checks the origin, counts the request, reads the body and reports errors."""

    def __init__(self, settings: Settings, limits: RateLimits, metrics: Metrics, moderation: Moderation) -> None:
        self._settings = settings
        self._limits = limits
        self._metrics = metrics
        self._moderation = moderation

    def route(self, endpoint: Endpoint) -> Route:
        """Return the Starlette route of an endpoint."""

        async def serve(request: Request) -> Response:
            try:
                return await self._serve(endpoint, request)
            except (Refused, PackFault, DatabaseUnavailable) as error:
                return self._refuse(as_refusal(error))
            except ClientDisconnect:
                return Response(status_code=400)

        return Route(endpoint.path, serve, methods=[endpoint.method])

    async def _serve(self, endpoint: Endpoint, request: Request) -> Response:
        if endpoint.method != "GET" and not is_allowed_origin(request.headers, self._settings):
            raise Refused("not_allowed", "Pages of other sites may not do this.")
        await self._count(request, endpoint.limit, endpoint.cost)
        if endpoint.limit != "light":
            self._moderation.check_client(client_address(request))
        if endpoint.body is None:
            result = await endpoint.handler(request)
        else:
            result = await endpoint.handler(request, await read_body(request, endpoint.body, self._settings))
        return result if isinstance(result, Response) else json_response(result, endpoint.status)

    async def wrong_method(self, request: Request, error: Exception) -> Response:
        """Refuse a method that no endpoint of the path has."""
        assert isinstance(error, HTTPException)
        try:
            await self._count(request, "requests", 1)
        except Refused as refused:
            return self._refuse(refused)
        allowed = (error.headers or {}).get("Allow", "")
        self._metrics.refuse("bad_request")
        refusal = refusal_response(Refused("bad_request", f"This path does not support {request.method}."))
        return Response(refusal.body, error.status_code, {"Allow": allowed}, "application/json")

    async def _count(self, request: Request, limit: str, cost: int) -> None:
        if not await self._limits.take(limit, client_address(request), cost):
            raise Refused("too_fast", "Too many requests; wait a moment.")

    def _refuse(self, refused: Refused) -> Response:
        self._metrics.refuse(refused.code)
        return refusal_response(refused)
