"""A proxy in front of the server that can go silent: it takes what is sent, passes nothing on and closes nothing."""

from __future__ import annotations

import contextlib
import socket
import threading
from urllib.parse import urlsplit

from tests.browser.helpers import Json, Server


class SilentProxy:
    """Stands in for the server: `url` leads through the proxy."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._target = ("127.0.0.1", urlsplit(server.url).port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets: list[socket.socket] = []
        self._passes = threading.Event()  # replaced when the connections of now are to stay dead
        self._passes.set()
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.upgrades = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def post(self, path: str, body: Json, token: str | None = None) -> Json:
        """Ask the server itself."""
        return self._server.post(path, body, token)

    def swallow(self) -> None:
        """From now on pass nothing on, for the connections that are open and for new ones."""
        self._passes.clear()

    def heal(self) -> None:
        """Serve new connections; those that went silent stay so."""
        self._passes = threading.Event()
        self._passes.set()

    def close(self) -> None:
        for one in [self._listener, *self._sockets]:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(self._target)
                self._sockets += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._pump, args=(*ends, self._passes), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket, passes: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                self.upgrades += data.startswith(b"GET /ws ")
                if passes.is_set():
                    sink.sendall(data)
            if passes.is_set():
                sink.shutdown(socket.SHUT_WR)
