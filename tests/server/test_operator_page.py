"""The operators' page: who gets it, and what it shows."""

from __future__ import annotations

import base64
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from basebash import __version__
from basebash.server.http.operator_page import read_totals
from tests.server.helpers import FAST, HttpError, Server, play_on, sqlite_url

TOKEN = "long and random: ü"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(sqlite_url(tmp_path), replace(FAST, operator_token=TOKEN))
    yield server
    server.stop()


def ask(server: Server, authorization: str = "") -> tuple[int, str, str]:
    """Return the status, the page, and how a browser is asked for a password."""
    headers = {"Authorization": authorization} if authorization else {}
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{server.url}/operator", headers=headers)) as response:
            return response.status, response.read().decode(), ""
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode(), error.headers.get("WWW-Authenticate", "")


def basic(password: str) -> str:
    return "Basic " + base64.b64encode(f"anyone:{password}".encode()).decode()


def test_only_the_token_opens_it_even_on_this_machine(server: Server) -> None:
    for wrong in ("", "Bearer wrong", basic("wrong"), basic(""), "Basic ???", "Basic /w==", "Bearer "):
        status, page, challenge = ask(server, wrong)
        assert (status, challenge.startswith("Basic realm=")) == (401, True)
        assert __version__ not in page
    assert ask(server, basic(TOKEN))[0] == 200


def test_without_a_token_there_is_no_page(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path))
    try:
        with pytest.raises(HttpError) as error:
            server.get("/operator")
        assert error.value.status == 403
        assert ask(server, basic(""))[0] == 403
    finally:
        server.stop()


def test_it_shows_tables_players_latency_refusals_and_versions(server: Server) -> None:
    ann, ben = server.pair(name="<b>bold</b>")
    play_on([ann, ben], lambda state: state["answers"] >= 6)
    assert ann.refused(type="hello", table="x") == "bad_message"
    page = ask(server, basic(TOKEN))[1]
    assert __version__ in page
    assert "&lt;b&gt;bold&lt;/b&gt;" in page
    assert "<b>" not in page
    assert "<script" not in page
    row = re.search(rf'<tr><td data-name="table">{re.escape(ann.table)}</td>.*?</tr>', page)
    assert row is not None
    cells = dict(re.findall(r'data-name="([^"]+)">([^<]*)<', row[0]))
    assert cells.pop("state").endswith("to answer")
    assert cells.pop("name") == "&lt;b&gt;bold&lt;/b&gt;"
    assert cells == {
        "table": ann.table, "players": "Ann, Ben", "answers": "6", "people here": "2", "spectators": "0",
    }  # fmt: skip
    assert re.search(r"<th>99%</th><td class=\"number\">up to [\d,]+ ms", page)
    assert re.search(r'<th>bad message</th><td class="number">1<', page)
    assert "The database works." in page


def test_totals_are_read_from_the_metrics(server: Server) -> None:
    metrics = server.metrics
    for seconds, count in ((0.004, 60), (0.2, 38), (9, 2)):
        for _ in range(count):
            metrics.seconds.observe(seconds)
    metrics.answers.inc(7)
    totals = read_totals(metrics.render())
    assert totals.latencies == ["up to 5 ms", "up to 250 ms", "over 2,500 ms"]
    assert totals.values["answers"] == 7
