"""Packs where several processes serve: all of them know the packs, and all show how a fault ended a game."""

from __future__ import annotations

import contextlib
from pathlib import Path

from websockets.exceptions import ConnectionClosedError

from basebash.packs import add_folder
from basebash.server.storage.seed_secrets import SeedSecrets
from tests.packs import without_new_packs
from tests.server.helpers import FAST, TWO_PEOPLE, Player, Server, catch_up, http
from tests.server.postgres import Postgres
from tests.server.test_packs import against, faction, pack, play_worker
from tools.servers import COMMAND, Running, free_port


def reason_elsewhere(server: Server, table: str, token: str) -> str:
    """Why a game was halted, as another process says, which closes connections to load the table again."""
    while True:
        with Player(server.url, table, token) as player, contextlib.suppress(ConnectionClosedError):
            reason: str = player.until(lambda state: state["halted"])["halted"]["reason"]
            return reason


def test_a_fault_at_one_process_ends_the_game_at_all(postgres: Postgres, tmp_path: Path) -> None:
    with without_new_packs():
        add_folder(pack(tmp_path, faction("Raises", "1 / 0")))
        one, two = (Server(postgres.url, FAST, seeds=SeedSecrets(bytes(32)), is_steady=False) for _ in range(2))
        try:
            made = one.post("/api/tables", {**TWO_PEOPLE, "factions": against("Raises"), "first": 0})
            joined = two.post(f"/api/tables/{made['table']}/join", {"name": "Ben"})
            with (
                Player(one.url, made["table"], made["token"]) as ann,
                Player(two.url, made["table"], joined["token"]) as ben,
            ):
                while not (ann.question and ann.question["kind"] == "main"):
                    asked = ann if ann.question else ben
                    if asked.question:
                        asked.answer([] if asked.question["low"] == 0 else [0])
                    catch_up(ann, ben)
                assert play_worker(ann)["code"] == "halted"
                reason = ann.until(lambda state: state["halted"])["halted"]["reason"]
            assert reason_elsewhere(two, made["table"], joined["token"]) == reason
        finally:
            one.stop()
            two.stop()


def test_all_workers_know_the_pack_that_is_served(postgres: Postgres, tmp_path: Path) -> None:
    folder, port = pack(tmp_path, faction("Gives", "await me.draw(1)")), free_port()
    options = ["--port", str(port), "--database", postgres.url, "--key", str(tmp_path / "key"), "--workers", "2"]
    command = [*COMMAND, "--pack", str(folder), "serve", *options]
    server = Running(command, f"http://127.0.0.1:{port}", tmp_path / "server.log")
    try:
        for _ in range(6):  # connections are shared out between the workers
            made = http(f"{server.url}/api/tables", {**TWO_PEOPLE, "factions": against("Gives"), "first": 0})
            joined = http(f"{server.url}/api/tables/{made['table']}/join", {"name": "Ben"})
            with Player(server.url, made["table"], joined["token"]) as ben:
                assert ben.until(lambda state: state["view"])["packs"] == ["faults 1.2"]
    finally:
        server.end()
