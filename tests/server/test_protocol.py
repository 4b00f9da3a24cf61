"""The contract: types, documents and the example agree with the server."""

from __future__ import annotations

import json
import logging
import runpy
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import msgspec
import pytest

from basebash.server import messages
from basebash.server.json_logs import RateLimitFilter, make_formatter
from basebash.server.logs import log
from basebash.server.messages.typescript import render
from tests.server.helpers import TWO_PEOPLE, Player, Server, play_on

ROOT = Path(__file__).parents[2]


def test_the_browser_clients_types_are_up_to_date() -> None:
    written = (ROOT / "web/src/protocol/types.ts").read_text(encoding="utf-8")
    assert written == render(), "run `make protocol`"


def test_the_document_names_every_message() -> None:
    text = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    for kind in (*get_args(messages.ClientMessage), *get_args(messages.ServerMessage)):
        assert f'"type": "{kind.__struct_config__.tag}"' in text, kind
    for code in get_args(messages.ErrorCode):
        assert f"`{code}`" in text, code


def test_the_document_contains_the_example() -> None:
    text = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    assert (ROOT / "examples/client.py").read_text(encoding="utf-8") in text


def test_the_example_plays_a_whole_game(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(ROOT / "examples/client.py"))
    over = example["play"](server.url)
    assert over["winner"] in (0, 1)
    assert capsys.readouterr().out == ""


def test_the_example_takes_a_seat_at_a_table_with_people(server: Server) -> None:
    example = runpy.run_path(str(ROOT / "examples/client.py"))
    made = server.post("/api/tables", {**TWO_PEOPLE, "target_vp": 2})
    with Player(server.url, made["table"], made["token"]) as ann, ThreadPoolExecutor(1) as elsewhere:
        program = elsewhere.submit(example["play"], server.url, made["table"])
        ann.until(lambda state: state["started"])
        assert [seat["name"] for seat in ann.state["seats"]] == ["Ann", "Example"]
        play_on([ann], lambda state: state["over"])
        assert program.result(10)["winner"] == ann.state["over"]["winner"]


def test_every_message_fits_its_type_strictly(server: Server) -> None:
    """`Player.read` decodes every message strictly; here those of a few games, and the replay."""
    ann, ben = server.pair(target_vp=3, edition=2013)
    with ann, ben:
        play_on([ann, ben], lambda state: state["over"])
        replay = server.get(f"/api/tables/{ann.table}/replay?step=3&as=all")
        msgspec.convert(replay, messages.Replay)
        msgspec.convert(server.get("/api/catalogue"), messages.Catalogue)


def test_log_lines_are_json_and_limited(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    caplog.handler.setFormatter(make_formatter())
    few = RateLimitFilter()
    now = [100.0]
    monkeypatch.setattr("basebash.server.json_logs.time", SimpleNamespace(monotonic=lambda: now[0]))
    with caplog.at_level(logging.INFO), caplog.filtering(few):
        log.warning("half a request", table="abc")
        logging.getLogger("uvicorn.error").warning("Invalid HTTP %s", "request")
        for _ in range(10_000):
            log.warning("half a request", table="abc")
        now[0] += 60
        log.warning("half a request", table="abc")
    lines = [json.loads(line) for line in caplog.text.splitlines()]
    assert len(lines) == 22
    assert (lines[0]["message"], lines[0]["table"], lines[0]["level"]) == ("half a request", "abc", "warning")
    assert lines[1]["message"] == "Invalid HTTP request"
    assert lines[-1]["left_out"] == 10_001 - 20
