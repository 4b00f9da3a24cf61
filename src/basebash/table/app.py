"""The application: everything put together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from concurrent.futures import Executor
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute

from basebash.table.api import STATIC, Api
from basebash.table.guard import Doors, SafeHeaders
from basebash.table.hall import Hall
from basebash.table.memory import keep_collections_short
from basebash.table.metrics import Metrics, log, log_as_json
from basebash.table.players import Players
from basebash.table.settings import Settings
from basebash.table.store import BadDatabase, Store, check_database
from basebash.table.wire import Wire

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

DATABASE = "sqlite:///basebash.db"


def create_app(
    database_url: str = DATABASE,
    settings: Settings | None = None,
    *,
    bots: Executor | None = None,
    static: Path = STATIC,
    owns_process: bool = False,
) -> Starlette:
    """The server as an ASGI application.

    `bots` is where bots think, by default processes of their own; `static` is the folder of the browser client;
    `owns_process` lets it tune the garbage collector.
    """
    settings = settings or Settings()
    store = Store(database_url)
    hall = Hall(store, Players(settings.bot_workers, bots), settings, Metrics())
    doors = Doors(settings.connections_per_client)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(store.open)
        on_the_side = [hall.spawn(hall.wake_up()), hall.spawn(hall.keep_house())]
        if owns_process:
            on_the_side.append(hall.spawn(keep_collections_short()))
        try:
            yield
        finally:
            for task in on_the_side:
                task.cancel()
            await hall.close()
            await asyncio.to_thread(store.close)

    app = Starlette(
        routes=[WebSocketRoute("/ws", Wire(hall, doors).serve), *Api(hall, doors, static).routes()],
        middleware=[Middleware(SafeHeaders)],
        lifespan=lifespan,
    )
    app.state.hall = hall
    return app


def allow_many_connections() -> None:
    """A connection is an open file, of which a process may have more than it does at first."""
    if resource is not None:
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve(host: str, port: int, database_url: str, settings: Settings | None = None) -> None:
    """Runs the server until it is stopped. A database that cannot be used ends it with a message."""
    try:
        check_database(database_url)
    except BadDatabase as error:
        raise SystemExit(str(error)) from None
    log_as_json()
    allow_many_connections()
    settings = settings or Settings()
    config = uvicorn.Config(
        create_app(database_url, settings, owns_process=True),
        host=host,
        port=port,
        # Requests are not logged: the path of a private table is a secret of those who got the link.
        access_log=False,
        log_config=None,
        server_header=False,
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
    )
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    log.info("serving", extra={"data": {"host": host, "port": port}})
    uvicorn.Server(config).run()
