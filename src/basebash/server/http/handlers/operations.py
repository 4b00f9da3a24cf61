"""What operators need: health, metrics and a page."""

from __future__ import annotations

import asyncio
import base64
import hmac
import ipaddress
from platform import python_version

from basebash import ENGINE, __version__
from basebash.server.errors import Refused
from basebash.server.games import rules_version
from basebash.server.host.workers import Workers
from basebash.server.http.exchange import Request, Response
from basebash.server.http.operator_page import TableRow, read_totals, write_page
from basebash.server.http.responses import BrieflyCached, bearer_token, json_response, text_response
from basebash.server.limits import ConnectionCounts
from basebash.server.metrics import Metrics
from basebash.server.storage.store import Store
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.table import Table

_MEASURE_SECONDS = 2.0
_SHOWN_TABLES = 200
_PROBLEMS = {
    "away": "The database does not answer.",
    "full": "The database's disk is full: games can be watched, but not played.",
}


class OperationsHandlers:
    """The handlers for health, metrics and the operators' page."""

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
        is_operator = self._is_token(bearer_token(request))
        if not (is_operator or is_local(request.host)):
            raise Refused("not_allowed", "Metrics need the token in the setting operator_token.")
        return await self._rendered_metrics(request)

    async def operator_page(self, request: Request) -> Response:
        """Return the operators' page to whoever has their token: a browser asks for it as a password."""
        if not self._operator_token:
            raise Refused("not_allowed", "This page needs the setting operator_token.")
        if not self._is_token(bearer_token(request) or _password(request)):
            return text_response(
                "The operator's token is needed, as the password.\n",
                401,
                {"WWW-Authenticate": 'Basic realm="operator", charset="UTF-8"', "Cache-Control": "no-store"},
            )
        self._measure()
        totals = read_totals(await asyncio.to_thread(self._metrics.render))
        tables = sorted(self._registry.tables.values(), key=lambda table: -table.core.created)
        problem = await self._store.check()
        page = write_page(
            {"basebash": __version__, "engine": ENGINE, "rules": rules_version.digest(), "Python": python_version()},
            _PROBLEMS.get(problem, ""),
            totals,
            [_table_row(table) for table in tables[:_SHOWN_TABLES]],
            max(0, len(tables) - _SHOWN_TABLES),
        )
        return text_response(page, headers={"Cache-Control": "no-store"}, kind="html")

    def _is_token(self, token: str | None) -> bool:
        """Whether a token is the operator's."""
        return bool(self._operator_token) and hmac.compare_digest((token or "").encode(), self._operator_token.encode())

    async def _render_metrics(self) -> Response:
        self._measure()
        return text_response(await asyncio.to_thread(self._metrics.render))

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


def _password(request: Request) -> str | None:
    """Return the password that a browser sends with a request."""
    scheme, _, credentials = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        return base64.b64decode(credentials, validate=True).decode().partition(":")[2]
    except ValueError:
        return None


def _table_row(table: Table) -> TableRow:
    core = table.core
    asked = core.asked_seat
    state = core.status if asked is None else f"{core.seats[asked].name or 'seat'} to answer"
    return TableRow(
        core.id,
        core.name,
        [seat.name or "(open)" for seat in core.seats],
        "halted" if core.halted is not None else state,
        core.move_count,
        sum(client.seat is not None for client in table.audience.clients),
        table.audience.spectators,
    )


def is_local(host: str) -> bool:
    """Whether an address is this machine's own.

    >>> is_local("127.0.0.1"), is_local("::1"), is_local("203.0.113.7"), is_local("")
    (True, True, False, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
