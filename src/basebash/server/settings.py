"""Every setting of the server, with its type, default, range and description.

The command line, the environment variables, the settings file, their validation and `docs/settings.md` follow from
these two classes (see `configuration`).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

SECRET = {"secret": True}
"""Marks a setting whose value is never shown."""
NETWORKS = {"networks": True}
"""Marks a list of addresses and networks."""
_DAY = 24 * 3600


class Launch(Struct, frozen=True):
    """What is served, and where."""

    host: Annotated[str, Meta(description="Address to listen at; `0.0.0.0` for the whole network.")] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535, description="Port to listen at; 0 for any that is free.")] = 8000
    database: Annotated[str, Meta(description="URL of the database: SQLite or PostgreSQL.", extra=SECRET)] = (
        "sqlite:///basebash.db"
    )
    workers: Annotated[int, Meta(ge=1, le=64, description="Server processes; several need PostgreSQL.")] = 1
    key: Annotated[
        str,
        Meta(
            description="File with the key for seeds, created if it is missing. Empty: next to an SQLite database, "
            "otherwise `basebash.key` in the working directory."
        ),
    ] = ""


class Settings(Struct, frozen=True):
    """Limits and delays. "Per client" means per IPv4 address or IPv6 /64 network; each process counts for itself."""

    message_bytes: Annotated[
        int,
        Meta(
            ge=1_024,
            le=1_048_576,
            description="Maximum size of a WebSocket message or the body of a request. "
            "No message needs a tenth of the default; a longer one closes the connection.",
        ),
    ] = 16_384
    messages_per_second: Annotated[
        float, Meta(ge=0.1, le=100_000, description="Messages per WebSocket. A person sends about one per second.")
    ] = 20
    messages_burst: Annotated[int, Meta(ge=1, le=1_000_000, description="Messages per WebSocket at once.")] = 60
    requests_per_second: Annotated[
        float,
        Meta(
            ge=0.1,
            le=100_000,
            description="Requests per client, by cost. Files, `/healthz`, `/metrics` and "
            "`/openapi.json` have a limit of their own, five times as high.",
        ),
    ] = 20
    requests_burst: Annotated[int, Meta(ge=1, le=1_000_000, description="Requests per client at once.")] = 200
    replay_cost: Annotated[int, Meta(ge=1, le=1_000, description="Requests that a moment of a replay counts as.")] = 3
    save_cost: Annotated[
        int, Meta(ge=1, le=1_000, description="Requests that a save file, a story or an analysis counts as.")
    ] = 8
    connections_per_client: Annotated[
        int, Meta(ge=1, le=1_000_000, description="Connections per client; unfinished requests count too.")
    ] = 100
    connections: Annotated[
        int,
        Meta(ge=1, le=1_000_000, description="Connections in all, never more than the system's limit on open files."),
    ] = 20_000
    request_seconds: Annotated[
        float, Meta(ge=0.1, le=3_600, description="By when a request must have arrived completely.")
    ] = 10
    unread_seconds: Annotated[
        float,
        Meta(
            ge=0.1,
            le=3_600,
            description="After which a client that does not read what it was sent is disconnected. Until it has read "
            "a response, its next request on that connection waits.",
        ),
    ] = 30
    proxies: Annotated[
        tuple[str, ...],
        Meta(
            description="Addresses or networks of proxies. Their `X-Forwarded-For` is trusted, and their "
            "connections do not count as those of one client.",
            extra=NETWORKS,
        ),
    ] = ("127.0.0.1", "::1")
    tables_per_client_per_hour: Annotated[
        int, Meta(ge=1, le=1_000_000, description="Tables that a client may create.")
    ] = 60
    people_per_client_per_hour: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            description="New people per client, and attempts to sign in with a code, phrase or passkey.",
        ),
    ] = 60
    wrong_codes_per_hour: Annotated[
        int,
        Meta(
            ge=1,
            le=1_000_000,
            description="Wrong device codes and recovery phrases from all clients together, after which none is "
            "accepted for a while.",
        ),
    ] = 600
    spectators_per_table: Annotated[
        int, Meta(ge=0, le=100_000, description="Spectators at a table; each of them gets every state.")
    ] = 100
    tables_in_memory: Annotated[
        int,
        Meta(
            ge=1,
            le=10_000_000,
            description="Tables in memory, at about 80 KiB each with two people. "
            "When it is reached, idle tables leave the memory.",
        ),
    ] = 20_000
    hello_seconds: Annotated[
        float, Meta(ge=0.1, le=3_600, description="By when a new WebSocket must have named its table.")
    ] = 10
    idle_seconds: Annotated[
        float, Meta(ge=1, le=_DAY, description="After which a table without people is unloaded from memory.")
    ] = 600
    open_seconds: Annotated[
        float, Meta(ge=60, le=365 * _DAY, description="After which a table at which no game started is removed.")
    ] = 2 * _DAY
    open_recheck_seconds: Annotated[
        float,
        Meta(ge=0, le=_DAY, description="Time between two checks that a table is that old: the clock may be wrong."),
    ] = 3_600
    lobby_seconds: Annotated[
        float, Meta(ge=60, le=365 * _DAY, description="After which an unused table leaves the lobby.")
    ] = _DAY
    away_seconds: Annotated[
        float,
        Meta(ge=0, le=_DAY, description="After which an absent player may be nudged, and a bot may stand in."),
    ] = 60
    push_services: Annotated[
        tuple[str, ...],
        Meta(
            description="Origins of the push services by which browsers may be told that it is their turn; `*` stands "
            "for anything. No other address is ever sent a message. Empty: there is no web push."
        ),
    ] = (
        "https://fcm.googleapis.com",
        "https://updates.push.services.mozilla.com",
        "https://*.push.apple.com",
        "https://*.notify.windows.com",
    )
    notice_delay_seconds: Annotated[
        float, Meta(ge=0, le=_DAY, description="After which an absent player is told that it is their turn.")
    ] = 15
    smtp_host: Annotated[
        str,
        Meta(
            description="Mail server by which players who confirm their address are told that it is their turn. "
            "Empty: there is no e-mail. It also needs `mail_from` and `public_url`."
        ),
    ] = ""
    smtp_port: Annotated[
        int, Meta(ge=1, le=65_535, description="Port of the mail server; with 465 the connection is encrypted at once.")
    ] = 587
    smtp_user: Annotated[
        str, Meta(description="Name at the mail server; with a name the connection is encrypted in any case.")
    ] = ""
    smtp_password: Annotated[str, Meta(description="Password at the mail server.", extra=SECRET)] = ""
    mail_from: Annotated[str, Meta(description="Address from which e-mail is sent.")] = ""
    public_url: Annotated[
        str, Meta(description="Address of the site for links in e-mail, such as `https://club.example`.")
    ] = ""
    vacation_days: Annotated[
        int, Meta(ge=0, le=366, description="Days a year for which a player may stop their clocks in games over days.")
    ] = 30
    origins: Annotated[
        tuple[str, ...],
        Meta(description="Origins of other web pages that may connect, such as `https://club.example`."),
    ] = ()
    passkey_domain: Annotated[
        str,
        Meta(
            description="Domain that passkeys belong to. Empty: the one in the address of the page. "
            "If it changes, passkeys made before no longer work."
        ),
    ] = ""
    operator_token: Annotated[
        str,
        Meta(
            description="Token for `/operator`, and for `/metrics` from other machines. Empty: `/operator` is off "
            "and only this machine may read `/metrics`.",
            extra=SECRET,
        ),
    ] = ""
    bot_workers: Annotated[
        int, Meta(ge=0, le=1_024, description="Worker processes for hard bots; 0 for one per core but one.")
    ] = 0
    bot_late_seconds: Annotated[
        float, Meta(ge=0, le=3_600, description="After which a bot that waits for a core says so.")
    ] = 5
    bot_delay_seconds: Annotated[
        float, Meta(ge=0, le=60, description="Minimum delay of bots, so that people can follow.")
    ] = 0.6
    hard_bot_delay_seconds: Annotated[
        float,
        Meta(ge=0, le=60, description="Minimum delay of hard bots, so that a fast answer reveals nothing."),
    ] = 1.2
    secret_answer_delay_seconds: Annotated[
        float,
        Meta(
            ge=0,
            le=60,
            description="Minimum delay, up to doubled, of answers whose options depend on hidden "
            "cards; see [the protocol](protocol.md).",
        ),
    ] = 0.6
