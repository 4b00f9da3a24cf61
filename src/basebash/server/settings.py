"""What an operator may want to change."""

from __future__ import annotations

from msgspec import Struct


class Settings(Struct, frozen=True):
    """Limits and paces. A client, where clients are counted, is an address."""

    message_bytes: int = 16_384
    messages_per_second: float = 20
    messages_at_once: int = 60
    requests_per_second: float = 20  # over HTTP, of one client
    requests_at_once: int = 200
    replay_cost: int = 3  # requests that looking at a moment of a game counts for
    save_cost: int = 8  # likewise a save file
    connections_per_client: int = 100
    connections: int = 20_000  # in all; never more than the system lets a process have
    request_seconds: float = 10  # a request must have come whole by then
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")  # they pass on for many, and are not counted as one client
    tables_per_client_an_hour: int = 60
    people_per_client_an_hour: int = 60  # who begin, or type codes of other devices
    watchers_per_table: int = 100
    tables_in_memory: int = 20_000
    hello_seconds: float = 10
    idle_seconds: float = 600  # a table without anybody leaves the memory; it comes back when somebody does
    open_seconds: float = 2 * 24 * 3600  # a table at which no game started is removed
    listed_seconds: float = 24 * 3600  # a table that nobody touches leaves the lobby
    away_seconds: float = 60  # a player who has been away so long may be nudged, and stood in for
    origins: tuple[str, ...] = ()  # pages of other addresses that may connect
    open_looks: float = 3600  # ... if it looks old twice, so many seconds apart: a clock may be wrong for a while
    bot_workers: int = 0  # cores that searching bots may use; 0: all but one
    bot_late: float = 5  # a bot that waits so long for a free core says so
    bot_pause: float = 0.6  # a bot takes at least so long, so that people can follow
    hard_pause: float = 1.2  # so does one that searches: as long as it thinks, so that a quick answer tells nothing
    window_pause: float = 0.6  # once to twice so long takes every answer where hidden cards decide what can be picked
