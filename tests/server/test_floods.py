"""Abusive clients: they do not read, send many requests at once, create tables, have many addresses."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from basebash.server.http.middleware.connections import WebSocketProtocol
from basebash.server.http.rate_limits import RateLimits
from basebash.server.limits import ConnectionCounts, client_of
from basebash.server.settings import Settings
from tests.server.helpers import FAST, PATIENCE, TWO_PEOPLE, HttpError, Player, Server, sqlite_url
from tools.servers import wait_for

CATALOGUE = b"GET /api/catalogue HTTP/1.1\r\nHost: x\r\n\r\n"  # the longest response
UPGRADE = (
    b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
BODY = json.dumps(TWO_PEOPLE).encode()
NEW_TABLE = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%b" % (len(BODY), BODY)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[Settings], Server]]:
    running: list[Server] = []

    def begin(settings: Settings) -> Server:
        running.append(Server(sqlite_url(tmp_path), settings))
        return running[-1]

    yield begin
    for server in running:
        server.stop()


def connect(server: Server) -> socket.socket:
    """Connect with little room for what arrives."""
    unread = socket.socket()
    unread.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    unread.settimeout(PATIENCE)
    unread.connect(("127.0.0.1", int(server.url.rsplit(":", 1)[1])))
    return unread


def read_all(client: socket.socket) -> None:
    while client.recv(1 << 20):
        continue


def frame(text: bytes) -> bytes:
    """Return a text as a WebSocket frame of a client."""
    return b"\x81" + bytes([0x80 | len(text)]) + b"\0" * 4 + text


def test_responses_that_are_not_read_are_aborted(start: Callable[[Settings], Server]) -> None:
    server = start(replace(FAST, unread_seconds=0.5))
    clients = [connect(server) for _ in range(5)]
    for client in clients:
        client.sendall(CATALOGUE)
    connections = server.protocols
    wait_for(lambda: server.counted_requests >= 5)
    wait_for(lambda: not connections)
    for client in clients:
        with client, pytest.raises(ConnectionResetError):  # what was not sent is dropped, by the kernel too
            read_all(client)


def test_a_websocket_that_is_not_read_is_aborted(start: Callable[[Settings], Server]) -> None:
    server = start(replace(FAST, unread_seconds=0.5, hello_seconds=PATIENCE))
    ann, ben = server.pair()
    with connect(server) as watcher, ann, ben:
        watcher.sendall(UPGRADE)
        assert b"101 Switching Protocols" in watcher.recv(1000)
        watcher.sendall(frame(b'{"type":"hello","table":"%b","token":null}' % ann.table.encode()))
        ann.until(lambda state: state["spectators"] == 1)
        table = server.table(ann.table)

        def send_much() -> None:
            for client in table.audience.clients:
                client.send(b" " * 100_000)

        def is_gone() -> bool:
            server.loop.call_soon_threadsafe(send_much)
            return not table.audience.spectators

        wait_for(is_gone)


def test_a_websocket_is_not_read_while_its_messages_wait(start: Callable[[Settings], Server]) -> None:
    server = start(FAST)
    with server.solo() as ann:
        [protocol] = [found for found in server.protocols if isinstance(found, WebSocketProtocol)]
        lock = server.table(ann.table).core.answer_lock
        asyncio.run_coroutine_threadsafe(lock.acquire(), server.loop).result(PATIENCE)
        for _ in range(10):
            ann.send(type="answer", number=999, picks=[])
        wait_for(lambda: not protocol.transport.is_reading())
        server.loop.call_soon_threadsafe(lock.release)
        assert [ann.read("error")["code"] for _ in range(10)] == ["stale"] * 10
        assert ann.refused(type="answer", number=999, picks=[]) == "stale"


def test_a_connection_does_not_keep_the_headers_of_its_handshake(start: Callable[[Settings], Server]) -> None:
    server = start(FAST)
    with server.solo():
        [protocol] = [found for found in server.protocols if isinstance(found, WebSocketProtocol)]
        parser: Any = protocol.conn.parser
        assert not list(parser.gi_frame.f_locals["request"].headers)


def test_the_next_request_waits_until_the_response_is_read(start: Callable[[Settings], Server]) -> None:
    server = start(replace(FAST, unread_seconds=PATIENCE))
    with connect(server) as client:
        client.sendall(CATALOGUE + NEW_TABLE)
        wait_for(lambda: server.counted_requests == 1)
        server.get("/healthz")  # the loop has had time to handle the second request
        server.get("/healthz")
        assert not server.registry.tables
        found = b""
        while b"201 Created" not in found:
            found = found[-100:] + client.recv(1 << 20)
        assert len(server.registry.tables) == 1


def test_a_client_that_reads_is_not_disturbed(start: Callable[[Settings], Server]) -> None:
    server = start(replace(FAST, unread_seconds=5))
    with connect(server) as client:
        for _ in range(3):
            client.sendall(CATALOGUE)
            head, _, body = client.recv(1000).partition(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            while len(body) < length:
                body += client.recv(1 << 20)
            assert json.loads(body)["cards"]


def test_a_whole_ipv6_network_is_limited_too() -> None:
    async def take(*addresses: str) -> list[bool]:
        rates = RateLimits()
        rates.add("tables", 0.001, 10)
        return [await rates.take("tables", client_of(address)) for address in addresses]

    taken = asyncio.run(take(*(f"2001:db8:1:{n % 13:x}::1" for n in range(13 * 10)), "2001:db8:2::1", "192.0.2.1"))
    assert sum(taken[:-2]) == 40
    assert taken[-2:] == [True, True]
    counts = ConnectionCounts(3)
    opened = [counts.add(client_of(f"2001:db8:1:{n:x}::1")) for n in range(20)]
    assert (sum(opened), counts.total) == (12, 12)
    assert counts.add(client_of("2001:db8:2::1"))
    counts.remove(client_of("2001:db8:1:0::1"))
    assert counts.add(client_of("2001:db8:1:20::1"))


def test_idle_tables_make_room_for_new_ones(start: Callable[[Settings], Server]) -> None:
    server = start(replace(FAST, tables_in_memory=4))
    idle = [server.post("/api/tables", TWO_PEOPLE) for _ in range(2)]
    ann, ben = server.pair()
    for _ in range(3):  # unused tables leave the memory, and stay in the database
        server.post("/api/tables", TWO_PEOPLE)
        assert len(server.registry.tables) <= 4
    assert ann.table in server.registry.tables
    with ann, ben, Player(server.url, idle[0]["table"], idle[0]["token"]) as back:
        assert not back.state["started"]
        others = [server.post("/api/tables", TWO_PEOPLE) for _ in range(2)]
        with Player(server.url, others[0]["table"]), Player(server.url, others[1]["table"]):
            with pytest.raises(HttpError) as refused:  # everybody is at their table
                server.post("/api/tables", TWO_PEOPLE)
            assert (refused.value.status, refused.value.code) == (503, "busy")
            with Player(server.url, idle[1]["table"], idle[1]["token"]) as late:  # but nobody is locked out of theirs
                assert not late.state["started"]
