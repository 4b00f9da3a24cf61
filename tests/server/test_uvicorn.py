"""What the server relies on in uvicorn's private protocol classes, which are extended in `connections`."""

from __future__ import annotations

import inspect

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

HTTP = (
    "connection_lost",
    "connection_made",
    "data_received",
    "handle_events",
    "handle_websocket_upgrade",
    "on_response_complete",
    "pause_writing",
    "resume_writing",
    "timeout_keep_alive_handler",
)
WEBSOCKET = ("connection_lost", "data_received", "pause_writing", "receive", "resume_writing", "start_keepalive")


@pytest.mark.parametrize(
    ("protocol", "method"),
    [*((H11Protocol, name) for name in HTTP), *((WebSocketsSansIOProtocol, name) for name in WEBSOCKET)],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_uvicorn_has_the_methods_that_are_extended(protocol: type, method: str) -> None:
    assert inspect.isfunction(getattr(protocol, method, None))


@pytest.mark.parametrize(
    ("protocol", "attributes"),
    [
        (H11Protocol, ("app_state", "client", "conn", "cycle", "flow", "loop", "timeout_keep_alive", "transport")),
        (
            WebSocketsSansIOProtocol,
            (
                "app_state",
                "close_sent",
                "close_timeout",
                "loop",
                "queue",
                "read_paused",
                "request",
                "response",
                "scope",
                "transport",
                "writable",
            ),
        ),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_uvicorn_has_the_attributes_that_are_used(protocol: type, attributes: tuple[str, ...]) -> None:
    source = inspect.getsource(protocol)
    assert [name for name in attributes if f"self.{name}" not in source] == []
