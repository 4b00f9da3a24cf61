"""A real PostgreSQL of the tests' own."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
import sqlalchemy as sa

from basebash.table.store import make_engine
from tests.table.helpers import free_port, wait_for


def programs() -> Path | None:
    """Where PostgreSQL is, if it is installed."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    on_path = shutil.which("initdb")
    return folders[-1] if folders else Path(on_path).parent if on_path else None


class Postgres:
    """A server that can be killed and started again; each test gets a database of its own."""

    def __init__(self, folder: Path) -> None:
        found = programs()
        if found is None:
            pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
        self._programs = found
        self._folder = folder
        self._port = free_port()
        self._databases = 0
        self._as_user: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            for parent in [folder, *folder.parents]:
                if parent.owner() == "root" and parent != Path("/"):
                    parent.chmod(parent.stat().st_mode | 0o055 if parent != folder else 0o755)
            shutil.chown(folder, "nobody")
            self._as_user = ["setpriv", "--reuid=nobody", "--clear-groups"]
        data = folder / "data"
        make: list[str | Path] = [
            found / "initdb",
            "-D",
            data,
            "-U",
            "basebash",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        subprocess.run([*self._as_user, *make], check=True, capture_output=True, cwd="/")
        self.start()
        self.url = self._address("postgres")

    def _address(self, database: str) -> str:
        return f"postgresql://basebash@127.0.0.1:{self._port}/{database}"

    def start(self) -> None:
        options: list[str | Path] = ["-p", str(self._port), "-k", self._folder, "-c", "fsync=off"]
        self._running = subprocess.Popen(
            [*self._as_user, self._programs / "postgres", "-D", self._folder / "data", *options],
            stderr=subprocess.DEVNULL,
            cwd="/",
        )
        wait_for(self._is_up, 20)

    def _is_up(self) -> bool:
        assert self._running.poll() is None
        engine = make_engine(self._address("postgres"))
        try:
            with engine.connect():
                return True
        except sa.exc.OperationalError:
            return False
        finally:
            engine.dispose()

    def stop(self) -> None:
        """At once: connections are cut."""
        self._running.send_signal(signal.SIGINT)
        self._running.communicate(timeout=20)

    def new_database(self) -> None:
        self._databases += 1
        engine = make_engine(self._address("postgres")).execution_options(isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(sa.text(f"CREATE DATABASE test{self._databases}"))
        engine.dispose()
        self.url = self._address(f"test{self._databases}")

    def backed_up_to(self, file: Path) -> None:
        """Writes the database to a file, as docs/server.md says."""
        subprocess.run([self._programs / "pg_dump", "-Fc", "-f", file, self.url], check=True, cwd="/")

    def restored_from(self, file: Path) -> None:
        """A new database with what the file has."""
        self.new_database()
        subprocess.run([self._programs / "pg_restore", "-d", self.url, file], check=True, cwd="/")
