"""How endpoints are served: origin check, rate limit, body, handler, errors."""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.requests import Request as HttpRequest
from starlette.responses import Response as HttpResponse
from starlette.routing import Route

from basebash.server.errors import PackFault, Refused, as_refusal
from basebash.server.http.endpoint import Endpoint
from basebash.server.http.exchange import Request, Response
from basebash.server.http.middleware.origins import is_allowed_origin
from basebash.server.http.rate_limits import RateLimits
from basebash.server.http.responses import client_address, decode_body, json_response, refusal_response
from basebash.server.metrics import Metrics
from basebash.server.moderation import Moderation
from basebash.server.settings import Settings
from basebash.server.storage.errors import DatabaseUnavailable


class EndpointServer:
    """Serves endpoints: checks the origin, counts the request, reads the body and reports errors."""

    def __init__(self, settings: Settings, limits: RateLimits, metrics: Metrics, moderation: Moderation) -> None:
        self._settings = settings
        self._limits = limits
        self._metrics = metrics
        self._moderation = moderation

    def route(self, endpoint: Endpoint) -> Route:
        """Return the Starlette route of an endpoint."""

        async def serve(received: HttpRequest) -> HttpResponse:
            try:
                return _sent(await self._serve(endpoint, received))
            except (Refused, PackFault, DatabaseUnavailable) as error:
                return _sent(self._refuse(as_refusal(error)))
            except ClientDisconnect:
                return HttpResponse(status_code=400)

        return Route(endpoint.path, serve, methods=[endpoint.method])

    async def _serve(self, endpoint: Endpoint, received: HttpRequest) -> Response | HttpResponse:
        request = _request(received)
        if endpoint.method != "GET" and not is_allowed_origin(request.headers, self._settings):
            raise Refused("not_allowed", "Pages of other sites may not do this.")
        await self._count(request, endpoint.limit, endpoint.cost)
        if endpoint.limit != "light":
            self._moderation.check_client(client_address(request))
        if endpoint.body is None:
            result = await endpoint.handler(request)
        else:
            result = await endpoint.handler(request, decode_body(await self._read(received), endpoint.body))
        return result if isinstance(result, Response | HttpResponse) else json_response(result, endpoint.status)

    async def wrong_method(self, received: HttpRequest, error: Exception) -> HttpResponse:
        """Refuse a method that no endpoint of the path has."""
        assert isinstance(error, HTTPException)
        try:
            await self._count(_request(received), "requests", 1)
        except Refused as refused:
            return _sent(self._refuse(refused))
        allowed = (error.headers or {}).get("Allow", "")
        self._metrics.refuse("bad_request")
        refusal = refusal_response(Refused("bad_request", f"This path does not support {received.method}."))
        return HttpResponse(refusal.body, error.status_code, {"Allow": allowed}, "application/json")

    async def _read(self, received: HttpRequest) -> bytes:
        """Return a request's body; `Refused` if it is too big or too slow."""
        try:
            return await asyncio.wait_for(self._read_all(received), self._settings.hello_seconds)
        except TimeoutError:
            raise Refused("bad_request", "The request arrived too slowly.") from None

    async def _read_all(self, received: HttpRequest) -> bytes:
        raw = b""
        async for chunk in received.stream():
            raw += chunk
            if len(raw) > self._settings.message_bytes:
                raise Refused("too_big", "The request is too big.")
        return raw

    async def _count(self, request: Request, limit: str, cost: int) -> None:
        if not await self._limits.take(limit, client_address(request), cost):
            raise Refused("too_fast", "Too many requests; wait a moment.")

    def _refuse(self, refused: Refused) -> Response:
        self._metrics.refuse(refused.code)
        return refusal_response(refused)


def _request(received: HttpRequest) -> Request:
    """Return a request as handlers see it."""
    return Request(
        received.method,
        received.url.path,
        received.path_params,
        received.query_params,
        received.headers,
        received.client.host if received.client else "",
        str(received.base_url).rstrip("/"),
    )


def _sent(response: Response | HttpResponse) -> HttpResponse:
    """Return a response as Starlette sends it."""
    if isinstance(response, HttpResponse):
        return response
    return HttpResponse(response.body, response.status, response.headers, response.media_type)
