from collections.abc import Iterator

import pytest

from tests.table.helpers import Server, sqlite_url


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(sqlite_url(tmp_path_factory.mktemp("server")))
    yield running
    running.stop()
