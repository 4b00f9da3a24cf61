import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from basebash.server.games import rated_games
from tests.server.helpers import Server, sqlite_url
from tests.server.postgres import Postgres
from tools.servers import programs


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(sqlite_url(tmp_path_factory.mktemp("server")))
    yield server
    server.stop()


@pytest.fixture
def server(running: Server) -> Server:
    """A server whose games are the same in every run, whichever tests it has served before."""
    running.registry.fixed_seeds = itertools.count(1).__next__
    return running


@pytest.fixture(scope="session")
def one_postgres() -> Iterator[Postgres]:
    if programs() is None:
        pytest.skip("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    running = Postgres()
    yield running
    running.remove()


@pytest.fixture
def postgres(one_postgres: Postgres) -> Postgres:
    one_postgres.new_database()
    return one_postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    postgres = request.getfixturevalue("postgres")
    assert isinstance(postgres, Postgres)
    return postgres.url


@pytest.fixture
def short_games_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have games to 3 points rated, as tests play them."""
    monkeypatch.setattr(rated_games, "USUAL_TARGET_VP", 3)
