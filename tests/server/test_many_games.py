"""Ten thousand games in the database: neither the start nor a player waits for them."""

from __future__ import annotations

import time
from pathlib import Path

import sqlalchemy as sa

from basebash.server.storage.database import make_engine
from basebash.server.storage.schema import MOVES, TABLES
from tests.server.helpers import Player, Server, play_on, sqlite_url

GAMES = 10_000


def test_starting_with_ten_thousand_games_is_fast(tmp_path: Path) -> None:
    first = Server(sqlite_url(tmp_path))
    ann = first.solo()
    play_on([ann], lambda state: state["answers"] >= 30 and state["view"]["question"])
    ann.close()
    first.stop()
    engine = make_engine(sqlite_url(tmp_path))
    with engine.begin() as connection:
        row = dict(connection.execute(sa.select(TABLES)).mappings().one())
        moves = [dict(move) for move in connection.execute(sa.select(MOVES)).mappings()]
        copies = [{**row, "id": f"copy{number}"} for number in range(GAMES)]
        connection.execute(sa.insert(TABLES), copies)
        for copy in copies[:200]:  # as many as may be resumed meanwhile; copies have no valid checksums
            connection.execute(sa.insert(MOVES), [{**move, "table_id": copy["id"], "checksum": None} for move in moves])
    engine.dispose()
    started = time.process_time()  # of server and player together, so that other work on the machine does not matter
    second = Server(sqlite_url(tmp_path))
    try:
        with Player(second.url, ann.table, ann.token) as again:
            again.until(lambda state: state["view"]["question"])
            again.answer()
        assert time.process_time() - started < 3
        assert len(second.registry.tables) < 100  # resumed one after the other
    finally:
        second.stop()
