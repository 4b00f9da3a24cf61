"""A PostgreSQL server for the tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

import sqlalchemy as sa

from basebash.server.storage.database import make_engine
from tools import servers


class Postgres(servers.Postgres):
    """Gives each test a database of its own."""

    def __init__(self) -> None:
        super().__init__(is_hasty=True)
        self._databases = 0

    def new_database(self) -> None:
        self._databases += 1
        engine = make_engine(self.address("postgres")).execution_options(isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(sa.text(f"CREATE DATABASE test{self._databases}"))
        engine.dispose()
        self.url = self.address(f"test{self._databases}")

    def backed_up_to(self, file: Path) -> None:
        """Back up the database to a file, as docs/server.md says."""
        subprocess.run([self.programs / "pg_dump", "-Fc", "-f", file, self.url], check=True, cwd="/")

    def restored_from(self, file: Path) -> None:
        """Restore the file into a new database."""
        self.new_database()
        subprocess.run([self.programs / "pg_restore", "-d", self.url, file], check=True, cwd="/")
