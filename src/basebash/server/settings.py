"""Settings that an operator may want to change."""

from __future__ import annotations

from msgspec import Struct


class Settings(Struct, frozen=True):
    """Limits and delays. "Per client" means per IPv4 address or IPv6 /64 network."""

    message_bytes: int = 16_384  # of a WebSocket message or the body of a request
    messages_per_second: float = 20  # per WebSocket
    messages_burst: int = 60
    requests_per_second: float = 20  # per client
    requests_burst: int = 200
    replay_cost: int = 3  # requests that a moment of a replay counts as
    save_cost: int = 8  # requests that a save file, a story or an analysis counts as
    connections_per_client: int = 100
    connections: int = 20_000  # in all, and never more than the system allows a process
    request_seconds: float = 10  # by when a request must have arrived
    proxies: tuple[str, ...] = ("127.0.0.1", "::1")  # they forward many clients, and are not counted as one
    tables_per_client_per_hour: int = 60
    people_per_client_per_hour: int = 60  # who sign up, or enter a code from another device
    spectators_per_table: int = 100
    tables_in_memory: int = 20_000
    hello_seconds: float = 10  # by when a WebSocket must have named its table
    idle_seconds: float = 600  # after which a table without people is unloaded until somebody comes
    open_seconds: float = 2 * 24 * 3600  # after which a table without a game is removed
    open_recheck_seconds: float = 3600  # between two checks that a table is that old: the clock may be wrong
    lobby_seconds: float = 24 * 3600  # after which an unused table leaves the lobby
    away_seconds: float = 60  # after which a player who is away may be nudged, and a bot may stand in
    origins: tuple[str, ...] = ()  # other web pages that may connect
    metrics_token: str = ""  # with which other machines may read /metrics; empty: only this machine may
    bot_workers: int = 0  # cores for searching bots; 0: all but one
    bot_late_seconds: float = 5  # after which a bot that waits for a core says so
    bot_delay_seconds: float = 0.6  # minimum, so that people can follow
    hard_bot_delay_seconds: float = 1.2  # minimum, so that a fast answer of a searching bot reveals nothing
    secret_answer_delay_seconds: float = 0.6  # minimum, up to doubled, of answers whose options depend on hidden cards
