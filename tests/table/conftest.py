from collections.abc import Iterator

import pytest

from tests.table.helpers import Server, sqlite_url
from tests.table.postgres import Postgres


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(sqlite_url(tmp_path_factory.mktemp("server")))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def one_postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    running = Postgres(tmp_path_factory.mktemp("postgres"))
    yield running
    running.stop()


@pytest.fixture
def postgres(one_postgres: Postgres) -> Postgres:
    one_postgres.new_database()
    return one_postgres
