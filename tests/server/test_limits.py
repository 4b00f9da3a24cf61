"""Hostile and clumsy clients, limits, headers, files and the catalogue."""

from __future__ import annotations

import gzip
import json
import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from basebash import CARDS, FACTIONS
from basebash.server.http.handlers.pages import STATIC
from basebash.server.settings import Settings
from tests.server.helpers import (
    FAST,
    ONE_BOT,
    PATIENCE,
    TWO_PEOPLE,
    HttpError,
    Person,
    Player,
    Server,
    http,
    sqlite_url,
)
from tools.servers import wait_for

HOSTILE: list[Any] = [
    "",
    "nonsense",
    "{",
    "[]",
    "null",
    "0",
    '"hello"',
    "{}",
    '{"type":"nothing"}',
    '{"type":7}',
    '{"type":"answer"}',
    '{"type":"answer","number":"0","picks":[]}',
    '{"type":"answer","number":-1,"picks":[]}',
    '{"type":"answer","number":0,"picks":[-1]}',
    '{"type":"answer","number":0,"picks":[0.5]}',
    '{"type":"answer","number":0,"picks":[null]}',
    '{"type":"answer","number":0,"picks":"0"}',
    '{"type":"answer","number":1e300,"picks":[]}',
    '{"type":"answer","number":0,"picks":[0],"seat":1}',
    '{"type":"explain","what":"hand","card":1}',
    '{"type":"explain","what":"total","card":1,"player":9}',
    '{"type":"chat","text":""}',
    json.dumps({"type": "chat", "text": "x" * 301}),
    json.dumps({"type": "answer", "number": 0, "picks": [0] * 300}),
    '{"type":"consent","yes":1}',
    "[" * 5000,
    '{"type":"chat","text":"\\ud800"}',
    b"\xff\xfe",
]


def send_and_read_on(player: Player, raw: str, times: int) -> None:
    for _ in range(times):
        player.socket.send(raw)
    while True:
        player.read("error")


@pytest.mark.parametrize("raw", HOSTILE, ids=lambda raw: str(raw)[:40])
def test_bad_messages_are_refused_and_do_no_harm(server: Server, raw: str | bytes) -> None:
    with server.solo() as ann:
        ann.until(lambda state: state["view"]["question"])
        ann.socket.send(raw)
        assert ann.read("error")["code"] == "bad_message"
        ann.answer()


def test_hello_must_come_first_and_only_once(server: Server) -> None:
    with connect(server.url.replace("http", "ws", 1) + "/ws") as socket:
        for raw in ('{"type":"ping"}', "x", '{"type":"hello"}', '{"type":"hello","table":"","token":null}'):
            socket.send(raw)
            assert json.loads(socket.recv(timeout=PATIENCE))["type"] == "error"
    with server.solo() as ann:
        assert ann.refused(type="hello", table=ann.table, token=ann.token) == "bad_message"


def test_huge_messages_close_the_connection(server: Server) -> None:
    with server.solo() as ann:
        with pytest.raises(ConnectionClosed) as closed:
            send_and_read_on(ann, "x" * 100_000, 1)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    with pytest.raises(HttpError) as refused:
        server.post("/api/tables", b"x" * 100_000)
    assert refused.value.code == "too_big"


def test_other_sites_may_not_connect(server: Server) -> None:
    address = server.url.replace("http", "ws", 1) + "/ws"
    with pytest.raises(InvalidStatus), connect(address, origin=Origin("https://elsewhere.example")):
        pass
    with connect(address, origin=Origin(server.url)):
        pass
    with pytest.raises(HttpError) as refused:
        http(f"{server.url}/api/tables", ONE_BOT, {"Origin": "https://elsewhere.example"})
    assert refused.value.status == 403
    http(f"{server.url}/api/tables", ONE_BOT, {"Origin": server.url})


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Any:
    settings = replace(
        FAST,
        messages_per_second=50,
        messages_burst=5,
        tables_per_client_per_hour=6,
        connections_per_client=3,
        spectators_per_table=1,
        hello_seconds=2,
    )
    running = Server(sqlite_url(tmp_path_factory.mktemp("strict")), settings)
    yield running
    running.stop()


def test_rates_are_limited(strict: Server) -> None:
    with strict.solo() as ann:
        for _ in range(30):
            ann.send(type="ping")
        assert ann.read("error")["code"] == "too_fast"
        with pytest.raises(ConnectionClosed):
            send_and_read_on(ann, "nonsense", 400)


def test_connections_and_watchers_are_limited(strict: Server) -> None:
    with strict.solo() as ann:
        with (
            Player(strict.url, ann.table) as watcher,
            pytest.raises(AssertionError, match="too_many"),
        ):
            Player(strict.url, ann.table)
        with Player(strict.url, ann.table, ann.token), Player(strict.url, ann.table) as watcher:
            with pytest.raises(InvalidStatus):
                Player(strict.url, ann.table)
            watcher.close()


def test_a_connection_without_hello_is_closed(strict: Server) -> None:
    with connect(strict.url.replace("http", "ws", 1) + "/ws") as socket, pytest.raises(ConnectionClosed):
        socket.recv(timeout=PATIENCE)


def test_tables_are_limited_per_client(strict: Server) -> None:
    refused = []
    for _ in range(10):
        try:
            strict.post("/api/tables", TWO_PEOPLE)
        except HttpError as error:
            refused.append((error.status, error.code))
    assert set(refused) == {(429, "too_many")}
    assert len(refused) >= 4


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "Invalid request"),
        ({}, "seats"),
        ({"seats": [{"kind": "me"}]}, "length >= 2"),
        ({"seats": [{"kind": "me"}] * 5}, "length <= 4"),
        ({"seats": [{"kind": "king"}, {"kind": "me"}]}, "king"),
        ({**ONE_BOT, "edition": 1999}, "edition"),
        ({**ONE_BOT, "factions": [["Aliens", "Nobody"], None]}, "Nobody"),
        ({**ONE_BOT, "factions": [["Aliens", "Aliens"], None]}, "two different factions"),
        ({**ONE_BOT, "factions": [["Aliens", "Ghosts"], ["Aliens", "Pirates"]]}, "Two players have Aliens"),
        ({**ONE_BOT, "factions": [["Aliens", "Ghosts"]]}, "factions for 1"),
        ({**ONE_BOT, "clock": 1}, "clock"),
        ({**ONE_BOT, "secret": 1}, "secret"),
    ],
)
def test_impossible_tables_are_refused(server: Server, body: Any, says: str) -> None:
    with pytest.raises(HttpError) as refused:
        server.post("/api/tables", body)
    assert (refused.value.status, refused.value.code) == (400, "bad_request")
    assert says in refused.value.message


def test_factions_can_be_chosen_for_some_seats(server: Server) -> None:
    with server.solo(factions=[["Pirates", "Aliens"], None], edition=2016) as ann:
        mine, theirs = (set(seat["factions"]) for seat in ann.state["seats"])
        assert mine == {"Pirates", "Aliens"}
        assert len(theirs - mine) == 2


@pytest.mark.parametrize("name", sorted(FACTIONS, key=len)[-3:])
def test_the_longest_names_of_factions_fit(server: Server, name: str) -> None:
    with server.solo(factions=[["Aliens", name], None]) as ann:
        assert ann.state["seats"][0]["factions"] == ["Aliens", name]
    with server.solo(factions=[["Aliens", "Ghosts"], None], banned=[name]) as ann:
        assert name not in ann.state["seats"][1]["factions"]


def test_the_lobby_shows_listed_tables_only(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path))
    try:
        private = server.post("/api/tables", TWO_PEOPLE)["table"]
        public = server.post("/api/tables", {**TWO_PEOPLE, "listed": True, "name": "Come in"})["table"]
        assert [entry["table"] for entry in server.get("/api/tables")["tables"]] == [public]
        seat = server.get(f"/api/tables/{private}")["seats"][1]
        assert seat == {"name": "", "kind": "open", "taken": False, "factions": []}
        server.registry.unload(server.table(public))
        entry = server.get(f"/api/tables/{public}")
        assert (entry["name"], entry["started"]) == ("Come in", False)
    finally:
        server.stop()


def test_unused_open_tables_are_removed(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path), replace(FAST, idle_seconds=0.05, open_seconds=-1, open_recheck_seconds=0.5))
    try:
        table = server.post("/api/tables", TWO_PEOPLE)["table"]
        wait_for(lambda: not server.registry.tables)

        def is_gone() -> bool:
            try:
                server.get(f"/api/tables/{table}")
            except HttpError as error:
                return error.code == "no_table"
            return False

        wait_for(is_gone)
    finally:
        server.stop()


def test_headers_health_metrics_and_description(server: Server) -> None:
    page = server.get("/rules")
    for header in ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "X-Frame-Options"):
        assert page["headers"][header]
    assert server.get("/healthz")["status"] == "ok"
    metrics = server.get("/metrics")["text"]
    assert "basebash_connections" in metrics
    assert "basebash_answer_seconds_bucket" in metrics
    with pytest.raises(HttpError) as missing:
        server.get("/api/nothing")
    assert missing.value.status == 404


def test_the_browser_client_is_served_from_its_folder_only(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("the client")
    (static / "assets" / "app-1a2b.js").write_text("the code")
    (tmp_path / "secret.txt").write_text("the secret")
    server = Server(sqlite_url(tmp_path), static=static)
    try:
        assert server.get("/assets/app-1a2b.js")["text"] == "the code"
        assert "immutable" in server.get("/assets/app-1a2b.js")["headers"]["Cache-Control"]
        page = server.get("/")
        assert (page["text"], page["headers"]["Cache-Control"]) == ("the client", "no-cache")
        for path in ("/nowhere", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "/%00"):
            with pytest.raises(urllib.error.HTTPError) as missing, urllib.request.urlopen(server.url + path):
                pass
            with missing.value:
                assert (missing.value.status, missing.value.read()) == (404, b"the client")
    finally:
        server.stop()


def test_each_client_gets_the_best_compression_that_it_understands(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    for name in ("index.html", "assets/app-1a2b.js"):
        (static / name).write_text("plain")
        (static / f"{name}.br").write_bytes(b"brotli")
    (static / "assets" / "icons-3c4d.svg").write_text("plain")  # one that the build does not compress
    server = Server(sqlite_url(tmp_path), static=static)

    def fetch(path: str, accepted: str) -> tuple[str, bytes, str]:
        request = urllib.request.Request(server.url + path, headers={"Accept-Encoding": accepted})
        with urllib.request.urlopen(request) as got:
            body, coding = got.read(), got.headers.get("Content-Encoding", "")
            assert got.headers["Vary"] == "Accept-Encoding"
            return coding, gzip.decompress(body) if coding == "gzip" else body, got.headers["Content-Type"]

    try:
        for path, kind in (
            ("/t/1a2b", "text/html; charset=utf-8"),
            ("/assets/app-1a2b.js", "text/javascript; charset=utf-8"),
        ):
            assert fetch(path, "gzip, deflate, br, zstd") == ("br", b"brotli", kind)
            assert fetch(path, "gzip, br;q=0") == ("gzip", b"plain", kind)
            assert fetch(path, "identity") == ("", b"plain", kind)
        assert fetch("/assets/icons-3c4d.svg", "gzip, br") == ("gzip", b"plain", "image/svg+xml")
    finally:
        server.stop()


def test_fonts_are_served_with_their_licences() -> None:
    built = STATIC / "assets"
    fonts = {re.sub(r"-latin.*", "", file.name) for file in built.glob("*.woff2")}
    if not fonts:
        pytest.skip("the browser client has not been built (make web)")
    for font in fonts:
        assert "SIL OPEN FONT LICENSE" in (built / f"{font}-LICENSE.txt").read_text(encoding="utf-8")


def test_without_a_browser_client_the_page_says_how_to_build_it(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path), static=tmp_path / "nothing")
    try:
        assert "make web" in server.get("/")["text"]
    finally:
        server.stop()


def test_the_openapi_document_is_complete(server: Server) -> None:
    document = server.get("/openapi.json")
    refs = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert refs <= set(document["components"]["schemas"])
    assert {"TableRequest", "Created", "Replay", "GameView"} <= refs


def test_the_catalogue_has_every_card(server: Server) -> None:
    data = server.get("/api/catalogue")
    assert len(data["cards"]) == len(CARDS)
    for faction in data["factions"]:
        for key in faction["cards"] + faction["bases"] + faction["titans"]:
            assert data["cards"][key]["faction"] == faction["name"]
            assert data["cards"][key]["key"] == key
    # Some names are used twice, for a reprint or for a card and a base: each has its own text.
    texts = [data["cards"][key]["text"] for key in ("Prepare for Battle", "Prepare for Battle (Smash Up All Stars)")]
    assert texts[0] != texts[1]
    assert data["cards"]["Hideout (base)"]["kind"] == "base"
    assert data["levels"] == ["easy", "normal", "hard", "adaptive"]
    assert any(card["talent"] for card in data["cards"].values())
    assert any(card["special"] for card in data["cards"].values())


@pytest.mark.parametrize("name", ["\u200d", "\u200d \u200d", "\u2060", "\u3164", "\ufe0f\u0301", "\u00ad"], ids=ascii)
def test_names_and_words_can_be_seen(server: Server, name: str) -> None:
    person = Person(server, name)
    assert person.page["name"] == "Player"
    seats = [{"kind": "me", "name": name}, {"kind": "open"}]
    table = server.post("/api/tables", {"seats": seats, "name": name})
    joined = server.post(f"/api/tables/{table['table']}/join", {"name": name})
    with Player(server.url, table["table"], joined["token"]) as ben:
        assert [seat["name"] for seat in ben.state["seats"]] == ["Player 1", "Guest"]
        assert ben.state["name"] == ""
        assert ben.refused(type="chat", text=name) == "bad_message"
    family = "\U0001f469\u200d\U0001f467"
    person.ask("/api/me", {"name": f"{family} Zoë"}, "PUT")
    assert person.page["name"] == f"{family} Zoë"
    person.ask("/api/me", {"name": name}, "PUT")
    assert person.page["name"] == f"{family} Zoë"


def test_settings_have_sane_defaults() -> None:
    assert Settings().message_bytes < 100_000
    assert Settings().secret_answer_delay_seconds > 0
