"""Running the server, in one process or several."""

from __future__ import annotations

import errno
import os
import socket
import tempfile
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
import uvicorn
from starlette.applications import Starlette
from uvicorn.supervisors import Multiprocess

from basebash.server.app import create_app
from basebash.server.http.middleware.connections import HttpProtocol, WebSocketProtocol
from basebash.server.json_logs import log_as_json
from basebash.server.logs import log
from basebash.server.metrics import SHARED, drop_gauges_of
from basebash.server.processes.open_files import allow_many_connections
from basebash.server.processes.pool import cores
from basebash.server.settings import Settings
from basebash.server.storage.database import check_database
from basebash.server.storage.errors import BadDatabase
from basebash.server.storage.key_file import read_key
from basebash.server.storage.seed_secrets import BadKey

_HEALTHCHECK_SECONDS = 60  # after which a silent process is replaced; on a busy machine one starts slowly
_SHUTDOWN_SECONDS = 3
_CONFIGURATION = "BASEBASH_WORKER"  # the environment variable with the configuration of a process


class ProcessConfiguration(msgspec.Struct):
    """What one of several processes serves."""

    database: str
    key: str | None
    settings: Settings


class Serving(msgspec.Struct):
    """Where the server answers."""

    host: str
    port: int
    workers: int

    def log(self) -> None:
        """Log that the server answers."""
        log.info("serving", host=self.host, port=self.port, workers=self.workers)


def server_config(app: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    """Return how uvicorn serves the application."""
    return uvicorn.Config(
        app,
        http=HttpProtocol,
        ws=WebSocketProtocol,
        # Requests are not logged: the path of a private table is a secret of those who got the link.
        access_log=False,
        log_config=None,
        server_header=False,
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,
        **more,
    )


def make_process_app() -> Starlette:
    """Return the application of one of several processes."""
    configuration = msgspec.json.decode(os.environ[_CONFIGURATION], type=ProcessConfiguration)
    log_as_json()
    allow_many_connections()
    seeds = read_key(configuration.database, None if configuration.key is None else Path(configuration.key))
    return create_app(configuration.database, configuration.settings, owns_process=True, seeds=seeds)


def serve(
    host: str,
    port: int,
    database_url: str,
    settings: Settings | None = None,
    *,
    workers: int = 1,
    key: Path | None = None,
) -> None:
    """Run the server until it is stopped; exit with a message if the database or the port cannot be used."""
    try:
        seeds = read_key(database_url, key)
        check_database(database_url, seeds)
    except (BadDatabase, BadKey, sa.exc.ArgumentError) as error:
        raise SystemExit(str(error)) from None
    if workers > 1 and sa.make_url(database_url).get_backend_name() == "sqlite":
        raise SystemExit("Several workers need PostgreSQL: an SQLite database can be served by one process only.")
    log_as_json()
    allow_many_connections()
    settings = settings or Settings()
    listener = _listen(host, port)
    serving = Serving(host=host, port=listener.getsockname()[1], workers=workers)
    if workers == 1:
        app = create_app(database_url, settings, owns_process=True, seeds=seeds)
        _Server(server_config(app, settings, timeout_graceful_shutdown=_SHUTDOWN_SECONDS), serving).run([listener])
        return
    searchers = settings.bot_workers or max(1, (cores() - 1) // workers)
    configuration = ProcessConfiguration(
        database_url, None if key is None else str(key), msgspec.structs.replace(settings, bot_workers=searchers)
    )
    with tempfile.TemporaryDirectory() as shared:
        os.environ.update({_CONFIGURATION: msgspec.json.encode(configuration).decode(), SHARED: shared})
        config = server_config(
            "basebash.server.serving:make_process_app",
            settings,
            factory=True,
            workers=workers,
            timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
            timeout_worker_healthcheck=_HEALTHCHECK_SECONDS,
        )
        _Supervisor(config, listener, serving).run()


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to an address; exit with a message if that is impossible."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()  # so that a second server notices even if this one is still starting
    except OSError as error:
        listener.close()
        reason = "another program uses this port" if error.errno == errno.EADDRINUSE else error.strerror
        raise SystemExit(
            f"The server cannot listen at {host}, port {port}: {reason}. Stop that program, or choose another address "
            "with --host and --port."
        ) from None
    listener.set_inheritable(True)
    return listener


class _Server(uvicorn.Server):
    """One process; it logs when it answers."""

    def __init__(self, config: uvicorn.Config, serving: Serving) -> None:
        super().__init__(config)
        self._serving = serving

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to answer."""
        await super().startup(sockets)
        self._serving.log()


class _Supervisor(Multiprocess):
    """Several processes; it logs when all of them answer for the first time."""

    def __init__(self, config: uvicorn.Config, listener: socket.socket, serving: Serving) -> None:
        super().__init__(config, [listener])
        self._serving: Serving | None = serving

    def keep_subprocess_alive(self) -> None:
        """Replace processes that have died."""
        before = {process.pid for process in self.processes}
        super().keep_subprocess_alive()
        for ended in before - {process.pid for process in self.processes}:
            if ended is not None:
                drop_gauges_of(ended)
        if self._serving is not None and all(process.is_ready(_HEALTHCHECK_SECONDS) for process in self.processes):
            self._serving.log()
            self._serving = None
