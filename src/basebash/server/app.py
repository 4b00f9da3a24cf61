"""The application: everything put together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.types import Receive, Scope, Send

from basebash.server.host.background import BackgroundTasks
from basebash.server.http.endpoint_server import EndpointServer
from basebash.server.http.handlers.account import AccountHandlers
from basebash.server.http.handlers.days import DaysHandlers
from basebash.server.http.handlers.devices import DeviceHandlers
from basebash.server.http.handlers.friends import FriendHandlers
from basebash.server.http.handlers.leagues import LeagueHandlers
from basebash.server.http.handlers.mail import MailHandlers
from basebash.server.http.handlers.operations import OperationsHandlers
from basebash.server.http.handlers.pages import STATIC, PageHandlers
from basebash.server.http.handlers.people import PeopleHandlers
from basebash.server.http.handlers.puzzles import PuzzleHandlers
from basebash.server.http.handlers.queue import QueueHandlers
from basebash.server.http.handlers.review import ReviewHandlers
from basebash.server.http.handlers.sharing import SharingHandlers
from basebash.server.http.handlers.tables import TableHandlers
from basebash.server.http.middleware.connections import ConnectionLimits
from basebash.server.http.middleware.security_headers import SecurityHeaders
from basebash.server.http.rate_limits import http_limits
from basebash.server.http.routes import route_table
from basebash.server.http.websocket import WebSocketEndpoint
from basebash.server.leagues.keeper import LeagueKeeper
from basebash.server.leagues.leagues import Leagues
from basebash.server.limits import ConnectionCounts
from basebash.server.matches.queue import Queue
from basebash.server.metrics import Metrics
from basebash.server.moderation import Moderation
from basebash.server.people.accounts import Accounts
from basebash.server.people.devices import Devices
from basebash.server.people.friends import Friends
from basebash.server.people.history import History
from basebash.server.people.mail import Mail
from basebash.server.people.notices import PersonalNotices
from basebash.server.people.passkeys import Passkeys
from basebash.server.people.progress import Progress
from basebash.server.people.recovery import Recovery
from basebash.server.people.subscriptions import Subscriptions
from basebash.server.people.vacations import Vacations
from basebash.server.processes.bus import Bus
from basebash.server.processes.garbage_collection import keep_collections_short
from basebash.server.processes.open_files import max_connections
from basebash.server.processes.workers import worker_processes
from basebash.server.puzzles.attempts import Attempts
from basebash.server.review.analysis import Analyses
from basebash.server.review.export import Exports
from basebash.server.review.link_previews import LinkPreviews
from basebash.server.review.replays import Replays
from basebash.server.settings import Settings
from basebash.server.storage.analyses import AnalysisRows
from basebash.server.storage.key_file import read_key
from basebash.server.storage.seed_secrets import SeedSecrets
from basebash.server.storage.store import Store
from basebash.server.tables.registry import TableRegistry

DATABASE = "sqlite:///basebash.db"


def create_app(
    database_url: str = DATABASE,
    settings: Settings | None = None,
    *,
    bots: Executor | None = None,
    static: Path = STATIC,
    owns_process: bool = False,
    seeds: SeedSecrets | None = None,
) -> Starlette:
    """Return the server as an ASGI application.

    `bots` is where bots think, by default processes of their own. `static` is the folder of the browser client.
    `owns_process` allows it to tune the garbage collector. `seeds` has the key from which seeds are derived, by default
    that of a file next to the database.
    """
    settings = settings or Settings()
    seeds = seeds or read_key(database_url)
    store = Store(database_url)
    metrics, tasks, vacations = Metrics(), BackgroundTasks(), Vacations(store, settings.vacation_days)
    workers = worker_processes(settings.bot_workers, bots, settings.bot_late_seconds)
    accounts, history, attempts = Accounts(store), History(store), Attempts(store)
    moderation, limits = Moderation(store, seeds), http_limits(settings)
    subscriptions, mail = Subscriptions(store, seeds, settings.push_services), Mail(store, seeds, settings)
    notices = PersonalNotices(subscriptions, mail)
    registry = TableRegistry(
        store,
        history,
        notices,
        workers,
        settings,
        metrics,
        seeds,
        moderation,
        tasks,
        limits,
    )
    bus = _bus(registry, store)
    analyses = Analyses(registry, AnalysisRows(store), workers, seeds, tasks)
    registry.cleanups.append(accounts.remove_expired_codes)
    registry.resumers.append(analyses.resume)
    recovery, passkeys, friends = Recovery(store), Passkeys(store), Friends(store)
    leagues, queue = LeagueKeeper(store, registry, notices), Queue(store, registry)
    registry.cleanups += [
        passkeys.remove_expired_challenges, friends.remove_old_invitations, queue.remove_gone, mail.remove_unconfirmed,
    ]  # fmt: skip
    replays, previews = Replays(workers, store), LinkPreviews(store, moderation)
    exports = Exports(registry, replays, workers, store)
    websockets = ConnectionCounts(settings.connections_per_client)
    operations = OperationsHandlers(store, metrics, registry, websockets, workers, settings.operator_token)
    endpoints = route_table(
        settings,
        TableHandlers(registry, accounts, history),
        ReviewHandlers(registry, replays, analyses, workers, accounts),
        PeopleHandlers(registry, store, accounts, history, vacations, limits),
        DeviceHandlers(registry, accounts, Devices(store), recovery, history, limits),
        AccountHandlers(accounts, recovery, passkeys, Progress(store), exports, limits, settings),
        FriendHandlers(registry, accounts, friends, history),
        DaysHandlers(registry, accounts, subscriptions, vacations),
        MailHandlers(accounts, mail, limits),
        LeagueHandlers(registry, accounts, Leagues(store), leagues, limits),
        QueueHandlers(registry, accounts, queue),
        SharingHandlers(previews, static),
        PuzzleHandlers(workers, attempts, accounts),
        operations,
        PageHandlers(static, previews),
    )
    server = EndpointServer(settings, limits, metrics, moderation)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        await asyncio.to_thread(store.open)
        await moderation.refresh()
        running = []
        if bus is not None:
            running.append(tasks.spawn(bus.run()))
            await bus.is_listening.wait()  # before looking for games that another process has left behind
        regular = [registry.resume_games(), registry.sweep_regularly(), operations.measure_regularly()]
        regular += [moderation.follow(registry.follow_orders), leagues.follow()]
        if owns_process:
            regular.append(keep_collections_short())
        running += [tasks.spawn(work) for work in regular]
        try:
            yield {"connection_limits": ConnectionLimits(settings, websockets, metrics, max_connections())}
        finally:
            for task in running:
                task.cancel()
            await registry.close()
            await asyncio.to_thread(store.close)
            metrics.close()

    app = _App(
        routes=[server.route(endpoint) for endpoint in endpoints],
        middleware=[Middleware(SecurityHeaders)],
        exception_handlers={HTTPException: server.wrong_method},
        lifespan=lifespan,
    )
    app.websocket = WebSocketEndpoint(registry, websockets, settings, metrics)
    app.state.registry, app.state.queue = registry, queue
    app.state.store, app.state.metrics, app.state.moderation = store, metrics, moderation
    app.state.endpoints = endpoints
    app.state.analyses, app.state.attempts = analyses, attempts
    return app


def _bus(registry: TableRegistry, store: Store) -> Bus | None:
    """Connect the registry to those of other processes, if the database is shared with any."""
    if not store.is_shared:
        return None
    bus = Bus(store.url, store.origin, registry.hear, registry.catch_up_all, registry.process_died)
    registry.bus = bus
    return bus


class _App(Starlette):
    """Starlette, except that WebSockets bypass the middleware, which would cost memory for each of them."""

    websocket: WebSocketEndpoint

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await self.websocket(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)
