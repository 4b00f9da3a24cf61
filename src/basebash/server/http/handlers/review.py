"""Looking back at games: replays, save files, stories, analyses, and playing on."""

from __future__ import annotations

from basebash.server import messages
from basebash.server.errors import Refused
from basebash.server.host.people import Owners
from basebash.server.host.workers import Workers
from basebash.server.http.exchange import Request, Response
from basebash.server.http.responses import bearer_token, client_address, json_response, number_in_query, table_id
from basebash.server.review.analysis import Analyses
from basebash.server.review.play_on import play_on
from basebash.server.review.replays import Replays
from basebash.server.tables.registry import TableRegistry
from basebash.server.tables.table import Table


class ReviewHandlers:
    """The handlers for past moments of games."""

    def __init__(
        self, registry: TableRegistry, replays: Replays, analyses: Analyses, workers: Workers, accounts: Owners
    ) -> None:
        self._registry = registry
        self._replays = replays
        self._analyses = analyses
        self._workers = workers
        self._accounts = accounts

    async def _table(self, request: Request) -> Table:
        return await self._registry.get(table_id(request))

    async def replay(self, request: Request) -> Response:
        """Return a game after some answers."""
        table = await self._table(request)
        step = number_in_query(request, "step")
        seen_by = request.query_params.get("as")
        token, client = bearer_token(request), client_address(request)
        return json_response(await self._replays.at(table, step, seen_by, token, client))

    async def save(self, request: Request) -> Response:
        """Return a save file."""
        table = await self._table(request)
        text = await self._replays.save(table, bearer_token(request), client_address(request))
        name = f'attachment; filename="basebash-{table.id}.json"'
        headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
        return Response(text.encode(), media_type="application/json", headers=headers)

    async def story(self, request: Request) -> Response:
        """Return how a finished game came about."""
        table = await self._table(request)
        return json_response(await self._replays.story(table, client_address(request)))

    async def analysis(self, request: Request) -> messages.Analysis:
        """Return an analysis as far as it has come."""
        return await self._analyses.get(await self._table(request), bearer_token(request))

    async def start_analysis(self, request: Request) -> messages.Analysis:
        """Start or continue an analysis."""
        table = await self._table(request)
        return await self._analyses.start(table, bearer_token(request), client_address(request))

    async def stop_analysis(self, request: Request) -> messages.Analysis:
        """Stop an analysis."""
        table = await self._table(request)
        return await self._analyses.stop(table, bearer_token(request), client_address(request))

    async def advice(self, request: Request) -> Response:
        """Return what a bot would have done at a step."""
        table = await self._table(request)
        step = number_in_query(request, "step")
        if step is None:
            raise Refused("bad_request", "step must be a number, 0 or more.")
        return json_response(await self._analyses.moment(table, bearer_token(request), step, client_address(request)))

    async def play_on(self, request: Request, body: messages.PlayOn) -> messages.PlayedOn:
        """Create a table that continues a finished game."""
        owner = await self._accounts.owner(bearer_token(request))
        table = await self._table(request)
        return await play_on(self._registry, self._workers, table, body, client_address(request), owner)
