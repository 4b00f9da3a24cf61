"""Starting the server: the port, and when it says that it serves."""

from __future__ import annotations

import asyncio
import socket
import subprocess
from pathlib import Path
from typing import Any

import uvicorn

from basebash.server.serving import Serving, _Server
from tests.server.helpers import Process, sqlite_url
from tools.servers import COMMAND, free_port, wait_for


def test_a_port_in_use_is_explained(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        for more in ([], ["--host", "203.0.113.1"]):  # an address of no network card
            command = [*COMMAND, "serve", "--port", str(port), "--database", sqlite_url(tmp_path), *more]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 1
            assert f"port {port}" in done.stderr
            assert "--port" in done.stderr
            assert ("another program uses this port" in done.stderr) == (not more)
            for noise in ("Traceback", "Errno", "serving"):
                assert noise not in done.stderr


def test_it_says_where_it_serves(tmp_path: Path) -> None:
    port = free_port()
    server = Process(sqlite_url(tmp_path), port, tmp_path)
    try:
        wait_for(lambda: '"serving"' in server.said)
        assert f'"port": {port}' in server.said
    finally:
        server.end()


def test_serving_is_logged_once_requests_are_answered() -> None:
    logged: list[bool] = []

    class Recording(Serving):
        def log(self) -> None:
            logged.append(bool(server.servers))

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "lifespan"
        await receive()
        assert not logged
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    async def run(listener: socket.socket) -> None:
        server.config.load()
        server.lifespan = server.config.lifespan_class(server.config)
        await server.startup([listener])
        await server.shutdown([listener])

    server = _Server(uvicorn.Config(app, lifespan="on", log_config=None), Recording("127.0.0.1", 0, 1))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        asyncio.run(run(listener))
    assert logged == [True]
