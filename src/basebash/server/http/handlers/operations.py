"""What operators need: health and metrics."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from basebash import __version__
from basebash.server.errors import Refused
from basebash.server.http.responses import BrieflyCached, bearer_token, json_response
from basebash.server.limits import ConnectionCounts
from basebash.server.metrics import Metrics
from basebash.server.processes.workers import Workers
from basebash.server.storage.store import Store
from basebash.server.tables.registry import TableRegistry

_MEASURE_SECONDS = 2.0
_PROBLEMS = {
    "away": "The database does not answer.",
    "full": "The database's disk is full: games can be watched, but not played.",
}


class OperationsHandlers:
    """The handlers for health and metrics."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        registry: TableRegistry,
        websockets: ConnectionCounts,
        workers: Workers,
        operator_token: str,
    ) -> None:
        self._store = store
        self._metrics = metrics
        self._registry = registry
        self._websockets = websockets
        self._workers = workers
        self._operator_token = operator_token
        self._rendered_metrics = BrieflyCached(self._render_metrics)

    async def health(self) -> Response:
        """Return whether the server can do its work."""
        problem = await self._store.check()
        if problem:
            return json_response({"status": problem, "code": "busy", "message": _PROBLEMS[problem]}, 503)
        return json_response({"status": "ok", "version": __version__})

    async def metrics(self, request: Request) -> Response:
        """Return the metrics in the format of Prometheus, to this machine or to whoever has the operator's token."""
        token = bearer_token(request)
        is_operator = bool(self._operator_token) and hmac.compare_digest(
            (token or "").encode(), self._operator_token.encode()
        )
        if not (is_operator or is_local(request.client.host if request.client else "")):
            raise Refused("not_allowed", "Metrics need the token in the setting operator_token.")
        return await self._rendered_metrics(request)

    async def _render_metrics(self) -> Response:
        self._measure()
        return PlainTextResponse(await asyncio.to_thread(self._metrics.render))

    def _measure(self) -> None:
        self._metrics.measure(
            tables=len(self._registry.tables),
            connections=self._websockets.total,
            bots_waiting=self._workers.waiting,
        )

    async def measure_regularly(self) -> None:
        """Update the gauges every few seconds, because any process of this server may be asked for them."""
        while True:
            self._measure()
            await asyncio.sleep(_MEASURE_SECONDS)


def is_local(host: str) -> bool:
    """Whether an address is this machine's own.

    >>> is_local("127.0.0.1"), is_local("::1"), is_local("203.0.113.7"), is_local("")
    (True, True, False, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
