"""Servers for a limited time: ours, and a PostgreSQL. `make play`, the tests and the benchmarks use them."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

PATIENCE = 180.0  # a busy machine takes its time to start Python
COMMAND = (sys.executable, "-c", "from basebash.cli import app; app()")
"""`basebash`, as it is in this very environment."""


def free_port(host: str = "127.0.0.1") -> int:
    """Return a free port, which nobody else gets while this process runs."""
    kept = socket.socket()
    kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    kept.bind((host, 0))
    port = int(kept.getsockname()[1])
    kept.detach()  # it stays bound but does not listen: a server that asks for this port gets it
    return port


def is_basebash(address: str) -> bool:
    """Whether our server answers there."""
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=5) as response:  # noqa: S310  # an address of our own
            return b'"ok"' in response.read()
    except (OSError, ValueError):
        return False


def wait_for(condition: Callable[[], object], seconds: float = 60) -> None:
    """Return as soon as a condition is true."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "the condition did not become true in time"
        time.sleep(0.01)


class Running:
    """A server process at an address, with its output in a log file. It is ready when the constructor returns."""

    def __init__(self, command: Sequence[str], url: str, log: Path, **more: Any) -> None:
        self.url = url
        self._log = log
        self._from = log.stat().st_size if log.exists() else 0
        with log.open("a") as said:
            self.process = subprocess.Popen([*command], stderr=said, **more)  # noqa: S603  # a command of our own
        try:
            wait_for(self._answers, PATIENCE)
        except BaseException:
            self.process.kill()
            self.process.wait()
            raise

    def _answers(self) -> bool:
        assert self.process.poll() is None, f"The server stopped: {self.said}"
        return is_basebash(self.url)

    @property
    def said(self) -> str:
        """Return its output so far."""
        return self._log.read_bytes()[self._from :].decode()

    def end(self, with_signal: int = signal.SIGTERM) -> str:
        """Stop it and return its output."""
        self.process.send_signal(with_signal)
        self.process.wait(PATIENCE)
        return self.said


def programs() -> Path | None:
    """Return where PostgreSQL is, if it is installed (Debian: `apt-get install postgresql`)."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    on_path = shutil.which("initdb")
    return folders[-1] if folders else Path(on_path).parent if on_path else None


class Postgres:
    """A PostgreSQL that can be killed and restarted.

    With `is_hasty` it does not sync to disk. Its data is in a new folder in `parent`. `options` are lines of its
    configuration.
    """

    def __init__(self, *, is_hasty: bool = False, parent: Path | None = None, options: Sequence[str] = ()) -> None:
        found = programs()
        assert found is not None, "PostgreSQL is not installed."
        self.programs = found
        self.port = free_port()
        self.url = self.address("postgres")
        self._options = [word for option in (*options, *(["fsync=off"] if is_hasty else [])) for word in ("-c", option)]
        # A folder of its own, because others may close the folders above it while it runs.
        self._folder = Path(tempfile.mkdtemp(prefix="basebash-postgres-", dir=parent))
        self._user: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self._folder, "nobody")
            self._user = ["setpriv", "--reuid=nobody", "--clear-groups"]
        hurry = ["--no-sync"] if is_hasty else []
        self._run("initdb", "-D", self._data, "-U", "basebash", "-A", "trust", "-E", "UTF8", *hurry).wait()
        self.start()

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [*self._user, str(self.programs / program), *arguments]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, stdout=quiet, stderr=quiet, cwd="/")  # noqa: S603  # a command of our own

    def address(self, database: str) -> str:
        """Return the URL of one of its databases."""
        return f"postgresql://basebash@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Wait until it accepts connections."""
        where = ["-D", self._data, "-p", str(self.port), "-k", str(self._folder)]
        self.process = self._run("postgres", *where, *self._options)
        wait_for(self._is_up, PATIENCE)

    def _is_up(self) -> bool:
        assert self.process.poll() is None, "PostgreSQL did not start."
        time.sleep(0.1)
        return not self._run("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)).wait()

    @property
    def is_running(self) -> bool:
        """Whether it has not given up, as it does if it cannot write."""
        return self.process.poll() is None

    def stop(self) -> None:
        """Kill it: connections are cut."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE)

    def remove(self) -> None:
        """Stop it and delete its data."""
        self.stop()
        shutil.rmtree(self._folder)
