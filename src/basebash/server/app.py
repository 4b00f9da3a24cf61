"""The application: everything put together."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
from collections.abc import AsyncIterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.types import Receive, Scope, Send
from uvicorn.supervisors import Multiprocess

from basebash.server.http.api import STATIC, Api
from basebash.server.http.middleware.connections import Gate, PatientHttp, PatientSocket
from basebash.server.http.middleware.security import Doors, SafeHeaders
from basebash.server.http.websocket import Wire
from basebash.server.logs import log, log_as_json
from basebash.server.metrics import SHARED, Metrics
from basebash.server.processes.garbage_collection import keep_collections_short
from basebash.server.processes.workers import Players, cores
from basebash.server.settings import Settings
from basebash.server.storage.seed_secrets import BadKey, Vault, open_vault
from basebash.server.storage.store import BadDatabase, Store, check_database
from basebash.server.tables.registry import Hall

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

DATABASE = "sqlite:///basebash.db"
_FILES = 200  # files that are open beside connections
_PATIENCE = 60  # seconds after which a process that says nothing is ended; on a busy machine one starts slowly
_TOLD = "BASEBASH_WORKER"  # how the processes of one server are told what to serve


def create_app(
    database_url: str = DATABASE,
    settings: Settings | None = None,
    *,
    bots: Executor | None = None,
    static: Path = STATIC,
    owns_process: bool = False,
    vault: Vault | None = None,
) -> Starlette:
    """The server as an ASGI application.

    `bots` is where bots think, by default processes of their own; `static` is the folder of the browser client;
    `owns_process` lets it tune the garbage collector; `vault` has the key that seeds are made from, by default that of
    a file beside the database.
    """
    settings = settings or Settings()
    vault = vault or open_vault(database_url)
    store = Store(database_url)
    metrics = Metrics()
    hall = Hall(store, Players(settings.bot_workers, bots, settings.bot_late), settings, metrics, vault)
    doors = Doors(settings.connections_per_client)
    api = Api(hall, doors, static)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Any]]:
        await asyncio.to_thread(store.open)
        on_the_side = []
        if hall.bus is not None:
            on_the_side.append(hall.spawn(hall.bus.run()))
            await hall.bus.listens.wait()  # or what other processes tell might be missed, and that one of them goes
        works = [hall.wake_up(), hall.keep_house(), api.keep_looking()]
        if owns_process:
            works.append(keep_collections_short())
        on_the_side += [hall.spawn(work) for work in works]
        try:
            yield {"gate": Gate(settings, doors, metrics, most_connections())}
        finally:
            for task in on_the_side:
                task.cancel()
            await hall.close()
            await asyncio.to_thread(store.close)
            metrics.close()

    app = _App(routes=api.routes(), middleware=[Middleware(SafeHeaders)], lifespan=lifespan)
    app.wire = Wire(hall, doors)
    app.state.hall = hall
    return app


class _App(Starlette):
    """WebSockets do not go through the layers that are for requests: each layer would be kept for each of them."""

    wire: Wire

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """As the server calls it."""
        if scope["type"] == "websocket" and scope["path"] == "/ws":
            await self.wire(scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def allow_many_connections() -> None:
    """A connection is an open file, of which a process may have more than it does at first."""
    if resource is not None:
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def most_connections() -> int:
    """How many connections the system lets this process have."""
    files = 700
    if resource is not None:
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if files == -1:  # without end
        return 1_000_000
    return max(50, files - _FILES)


def server_config(app: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    """How uvicorn is to serve the application."""
    return uvicorn.Config(
        app,
        http=PatientHttp,
        ws=PatientSocket,
        # Requests are not logged: the path of a private table is a secret of those who got the link.
        access_log=False,
        log_config=None,
        server_header=False,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        **more,
    )


class Worker(msgspec.Struct):
    """What one of several processes is told."""

    database: str
    key: str | None
    settings: Settings


def make_worker() -> Starlette:
    """The application in one of several processes."""
    told = msgspec.json.decode(os.environ[_TOLD], type=Worker)
    log_as_json()
    allow_many_connections()
    vault = open_vault(told.database, None if told.key is None else Path(told.key))
    return create_app(told.database, told.settings, owns_process=True, vault=vault)


def serve(
    host: str,
    port: int,
    database_url: str,
    settings: Settings | None = None,
    *,
    workers: int = 1,
    key: Path | None = None,
) -> None:
    """Runs the server until it is stopped. A database that cannot be used ends it with a message."""
    try:
        vault = open_vault(database_url, key)
        check_database(database_url, vault)
    except (BadDatabase, BadKey, sa.exc.ArgumentError) as error:
        raise SystemExit(str(error)) from None
    if workers > 1 and sa.make_url(database_url).get_backend_name() == "sqlite":
        raise SystemExit("Several workers need PostgreSQL: with SQLite one process keeps the games.")
    log_as_json()
    allow_many_connections()
    settings = settings or Settings()
    log.info("serving", host=host, port=port, workers=workers)
    if workers == 1:
        app = create_app(database_url, settings, owns_process=True, vault=vault)
        uvicorn.Server(server_config(app, settings, host=host, port=port, timeout_graceful_shutdown=3)).run()
        return
    searchers = settings.bot_workers or max(1, (cores() - 1) // workers)
    told = Worker(
        database_url, None if key is None else str(key), msgspec.structs.replace(settings, bot_workers=searchers)
    )
    with tempfile.TemporaryDirectory() as shared:
        os.environ.update({_TOLD: msgspec.json.encode(told).decode(), SHARED: shared})
        config = server_config(
            "basebash.server.app:make_worker",
            settings,
            host=host,
            port=port,
            factory=True,
            workers=workers,
            timeout_graceful_shutdown=3,
            timeout_worker_healthcheck=_PATIENCE,
        )
        Multiprocess(config, sockets=[config.bind_socket()]).run()
