"""docs/server.md: backups can be restored."""

from __future__ import annotations

import shutil
import signal
import sqlite3
from pathlib import Path

from tests.server.helpers import TWO_PEOPLE, Player, Process, http, play_on, sqlite_url
from tests.server.postgres import Postgres
from tools.servers import free_port


def goes_on(database: str, key: Path, tokens: list[str], table: str, before: Player) -> None:
    """Check that two players can play on at a new server with the restored database."""
    again = Process(database, free_port(), key.parent, "--key", str(key))
    try:
        players = [Player(again.url, table, token) for token in tokens]
        assert players[0].state["answers"] == before.state["answers"]
        assert players[0].state["view"] == before.state["view"]
        assert players[0].log == before.log
        play_on(players, lambda state: state["answers"] >= before.state["answers"] + 6)
        for player in players:
            player.close()
    finally:
        again.end(signal.SIGTERM)


def two_at(server: Process) -> tuple[str, list[str], list[Player]]:
    made = http(f"{server.url}/api/tables", TWO_PEOPLE)
    joined = http(f"{server.url}/api/tables/{made['table']}/join", {"name": "Ben"})
    tokens = [made["token"], joined["token"]]
    players = [Player(server.url, made["table"], token) for token in tokens]
    play_on(players, lambda state: state["answers"] >= 12)
    return made["table"], tokens, players


def test_an_sqlite_backup_can_be_restored(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    server = Process(sqlite_url(tmp_path), free_port(), tmp_path)
    table, tokens, players = two_at(server)
    file = Path(sqlite_url(tmp_path).removeprefix("sqlite:///"))
    with sqlite3.connect(file) as source, sqlite3.connect(tmp_path / "new" / "games.bak") as backup:
        source.backup(backup)  # what the `.backup` command does, while the server is running
    source.close()
    backup.close()
    shutil.copy(f"{file}.key", tmp_path / "new" / "key")
    play_on(players, lambda state: state["answers"] >= 12)
    server.end(signal.SIGKILL)
    goes_on(f"sqlite:///{tmp_path / 'new' / 'games.bak'}", tmp_path / "new" / "key", tokens, table, players[0])
    for player in players:
        player.close()


def test_a_postgresql_backup_can_be_restored(postgres: Postgres, tmp_path: Path) -> None:
    key = tmp_path / "key"
    server = Process(postgres.url, free_port(), tmp_path, "--key", str(key))
    table, tokens, players = two_at(server)
    postgres.backed_up_to(tmp_path / "games.dump")
    server.end(signal.SIGKILL)
    postgres.restored_from(tmp_path / "games.dump")
    goes_on(postgres.url, key, tokens, table, players[0])
    for player in players:
        player.close()
