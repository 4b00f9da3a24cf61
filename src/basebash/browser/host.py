"""The host of tables in a web page: answers the requests and messages that a server would."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

from basebash import __version__
from basebash.browser.alone import NoLimits, NoMetrics, NoNotices, NoOperators, NoPeople
from basebash.browser.analyses import PageAnalyses
from basebash.browser.connection import PageConnection
from basebash.browser.packs import PagePacks
from basebash.browser.pool import GUARDED_SECONDS, TRIAL_SECONDS, PagePool, RunJob
from basebash.browser.qr import draw_qr
from basebash.browser.records import Change, Records
from basebash.browser.store import PageStore
from basebash.browser.transfer import Transfers
from basebash.server.errors import PackFault, Refused, as_refusal
from basebash.server.host.background import BackgroundTasks
from basebash.server.host.pool import FairQueue
from basebash.server.host.workers import Workers
from basebash.server.http.endpoint import Endpoint
from basebash.server.http.exchange import Request, Response
from basebash.server.http.game_routes import game_endpoints
from basebash.server.http.handlers.puzzles import PuzzleHandlers
from basebash.server.http.handlers.review import ReviewHandlers
from basebash.server.http.handlers.tables import TableHandlers
from basebash.server.http.responses import decode_body, json_response, refusal_response
from basebash.server.review.analysis import Analyses
from basebash.server.review.replays import Replays
from basebash.server.settings import Settings
from basebash.server.storage.errors import DatabaseUnavailable, WriteConflict
from basebash.server.storage.seed_secrets import KEY_BYTES, SeedSecrets
from basebash.server.tables.registry import TableRegistry

_KEY = ("key", "", 0)
_FOR_FRIENDS = re.compile(r"/healthz|/api/tables/[^/]+(/(join|replay|save|story|analysis|advice))?")


class _Route(NamedTuple):
    endpoint: Endpoint
    path: re.Pattern[str]


class PageHost:
    """All tables of a page. Make it with `open_host`."""

    def __init__(
        self, store: PageStore, seeds: SeedSecrets, run_job: RunJob, settings: Settings, packs: PagePacks
    ) -> None:
        self.store = store
        self.tasks = BackgroundTasks()
        self.metrics = NoMetrics()
        nobody = NoPeople()
        queue = FairQueue(1)
        usual = PagePool(run_job, queue)
        guarded = PagePool(run_job, queue, GUARDED_SECONDS, lambda: packs.loaded)
        workers = Workers(
            quick=usual,
            searching=usual,
            replays=usual,
            guarded=guarded,
            trials=PagePool(run_job, queue, TRIAL_SECONDS, lambda: packs.loaded),
        )
        self.registry = TableRegistry(
            store, nobody, NoNotices(), workers, settings, self.metrics, seeds, NoOperators(), self.tasks, NoLimits()
        )
        analyses = Analyses(self.registry, PageAnalyses(store), workers, seeds, self.tasks)
        self.resume_analyses = analyses.resume
        transfers = Transfers(self.registry, store, seeds)
        self._routes = [
            _Route(endpoint, _pattern(endpoint.path))
            for endpoint in [
                *packs.endpoints(guarded),
                *game_endpoints(
                    settings,
                    TableHandlers(self.registry, nobody, nobody),
                    ReviewHandlers(self.registry, Replays(workers, store), analyses, workers, nobody),
                    PuzzleHandlers(workers, nobody, nobody),
                ),
                *transfers.endpoints(),
                Endpoint("GET", "/api/qr", draw_qr, "A link as a QR code"),
                Endpoint("GET", "/healthz", _health, "Whether the host is there"),
            ]
        ]

    async def request(
        self, method: str, address: str, headers: Mapping[str, str], body: bytes, host: str = ""
    ) -> Response:
        """Answer a request as the server would. `host` names a friend's page; "" is this one.

        A friend's page reaches tables, whose ids nobody can guess, and nothing else: no lists, puzzles or files.
        """
        path = urlsplit(address).path
        try:
            if host and not _FOR_FRIENDS.fullmatch(path):
                raise Refused("not_allowed", "Only whoever hosts the game can do that.")  # noqa: TRY301
            endpoint, parameters = self._find(method, path)
            request = Request(
                method,
                path,
                parameters,
                dict(parse_qsl(urlsplit(address).query, keep_blank_values=True)),
                headers,
                host,
            )
            if endpoint.body is None:
                result = await endpoint.handler(request)
            else:
                result = await endpoint.handler(request, decode_body(body, endpoint.body))
        except (Refused, PackFault, DatabaseUnavailable) as error:
            return refusal_response(as_refusal(error))
        return result if isinstance(result, Response) else json_response(result, endpoint.status)

    def connect(self, send: Callable[[str], object], hang_up: Callable[[], object]) -> PageConnection:
        """Return a new connection, as a WebSocket would be one."""
        return PageConnection(self.registry, self.metrics, send, hang_up)

    def _find(self, method: str, path: str) -> tuple[Endpoint, dict[str, str]]:
        for route in self._routes:
            found = route.path.fullmatch(path)
            if found is not None and route.endpoint.method == method:
                return route.endpoint, {name: unquote(text) for name, text in found.groupdict().items()}
        raise Refused("not_found", "This is not available without a server.")


async def open_host(records: Records, run_job: RunJob, settings: Settings | None = None) -> PageHost:
    """Return the host of the tables that are stored in these records."""
    store = PageStore(records)
    key = await _read_key(store)
    packs = PagePacks(store)
    await packs.load()
    return PageHost(store, SeedSecrets(key), run_job, settings or Settings(), packs)


async def _read_key(store: PageStore) -> bytes:
    """Return the key from which seeds are derived; it is made the first time."""
    with contextlib.suppress(WriteConflict):  # another page was first
        if not (found := await store.read("key")):
            await store.write([Change("add", _KEY, secrets.token_hex(KEY_BYTES))])
            found = await store.read("key")
        return bytes.fromhex(found[0][1])
    return bytes.fromhex((await store.read("key"))[0][1])


def _pattern(path: str) -> re.Pattern[str]:
    """Return the pattern of a path with names in braces."""
    return re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path))


async def _health(_: Request) -> Response:
    return json_response({"status": "ok", "version": __version__})
