"""docs/server.md: backups can be restored, and the configuration files work."""

from __future__ import annotations

import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import time
from pathlib import Path

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.server.helpers import PATIENCE, TWO_PEOPLE, Player, Process, Server, http, play_on, sqlite_url
from tests.server.postgres import Postgres
from tools.servers import free_port, wait_for

DOCS = Path(__file__).parents[2] / "docs" / "server.md"


def snippet(language: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


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


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd-analyze is not installed")
    file = tmp_path / "basebash.service"
    file.write_text(snippet("ini").replace("/opt/basebash/bin/basebash", str(shutil.which("true"))))
    done = subprocess.run([program, "verify", "--man=no", file], capture_output=True, text=True, check=False)
    assert (done.returncode, str(file) in done.stderr) == (0, False), done.stderr


def test_the_proxy_forwards_everything(tmp_path: Path) -> None:
    program = shutil.which("nginx")
    if program is None:
        pytest.skip("nginx is not installed (Debian: apt-get install nginx-light)")
    server = Server(sqlite_url(tmp_path))
    pem, key, port = tmp_path / "play.pem", tmp_path / "play.key", free_port()
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2"]
    subprocess.run([*make, "-keyout", key, "-out", pem], check=True, capture_output=True)
    config = snippet("nginx")
    for old, new in (
        ("/etc/ssl/play.example.pem", str(pem)),
        ("/etc/ssl/play.example.key", str(key)),
        ("443", str(port)),
        ("http://127.0.0.1:8000", server.url),
    ):
        assert old in config
        config = config.replace(old, new)
    places = "".join(
        f"{what}_temp_path {tmp_path}/{what};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = tmp_path / "nginx.conf"
    file.write_text(
        f"pid {tmp_path}/pid; error_log {tmp_path}/errors; events {{}} http {{ access_log off; {places}\n{config} }}"
    )
    asked = [program, "-c", str(file), "-p", str(tmp_path), "-e", str(tmp_path / "errors")]
    subprocess.run([*asked, "-t"], check=True, capture_output=True)
    proxy = subprocess.Popen([*asked, "-g", "daemon off;"])
    try:
        trust = ssl.create_default_context(cafile=pem)
        trust.check_hostname = False

        def is_up() -> bool:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=1):
                    return True
            except OSError:
                return False

        wait_for(is_up)
        made = server.post("/api/tables", TWO_PEOPLE)
        page = Origin(f"https://127.0.0.1:{port}")  # as a browser sends it
        with connect(f"wss://127.0.0.1:{port}/ws", ssl=trust, origin=page) as line:
            line.send('{"type":"hello","table":"' + made["table"] + '"}')
            assert '"type":"state"' in str(line.recv(timeout=PATIENCE))
        for path, status in (("/healthz", 200), ("/metrics", 403)):
            done = subprocess.run(
                ["curl", "-sk", "-o", "/dev/null", "-w", "%{http_code}", f"https://127.0.0.1:{port}{path}"],
                capture_output=True,
                text=True,
                check=True,
            )
            assert int(done.stdout) == status
    finally:
        proxy.terminate()
        proxy.wait(10)
        time.sleep(0.1)
        server.stop()
