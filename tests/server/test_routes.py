"""The route table: paths are served, limited and documented as it says."""

import json
import re
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace
from starlette.routing import Route

from basebash.server.http import openapi, responses
from basebash.server.http.endpoint import Endpoint
from tests.server.helpers import FAST, HttpError, Server, sqlite_url


def endpoints(server: Server) -> list[Endpoint]:
    found = server.app.state.endpoints
    assert isinstance(found, list)
    return found


def ask(server: Server, path: str, method: str = "GET") -> tuple[int, str, str]:
    """The status, the body and the content type of a response, whatever it is."""
    body = b"{}" if method in ("POST", "PUT") else None
    try:
        response = urllib.request.urlopen(urllib.request.Request(server.url + path, body, method=method), timeout=10)
    except urllib.error.HTTPError as error:
        response = error
    with response:
        return response.status or 0, response.read().decode(), response.headers["Content-Type"]


def test_the_document_describes_exactly_what_is_served(server: Server) -> None:
    described = {
        (method.upper(), path) for path, methods in server.get("/openapi.json")["paths"].items() for method in methods
    }
    routes = [route for route in server.app.routes if isinstance(route, Route)]
    served = {(method, route.path) for route in routes for method in (route.methods or set()) - {"HEAD"}}
    assert served - described == {("GET", "/openapi.json"), ("GET", "/operator"), ("GET", "/{path:path}")}
    assert described <= served
    assert ("POST", "/api/tables/{table}/play-on") in described


def test_every_described_path_has_a_handler(server: Server) -> None:
    """Each path is requested with names that do not exist: nothing says that the path or the method is unknown."""
    for endpoint in endpoints(server):
        if endpoint.is_documented:
            status, body, _ = ask(server, re.sub(r"{[^}]*}", "unknown", endpoint.path), endpoint.method)
            assert status in (200, 201, 400, 401, 404), endpoint
            assert "openapi.json" not in body, endpoint


def test_the_document_is_computed_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[object] = []
    monkeypatch.setattr(openapi, "describe", computed.append)
    assert server.get("/openapi.json") == server.get("/openapi.json")
    assert not computed


def test_a_wrong_method_is_refused_in_json(server: Server) -> None:
    for method, path in (("DELETE", "/api/tables"), ("POST", "/api/catalogue"), ("PUT", "/healthz"), ("POST", "/")):
        status, body, kind = ask(server, path, method)
        assert (status, kind) == (405, "application/json")
        refusal = json.loads(body)
        assert (refusal["type"], refusal["code"]) == ("error", "bad_request")
        assert method in refusal["message"]


@pytest.mark.parametrize("path", ["/openapi.json", "/healthz", "/metrics", "/api/catalogue", "/", "/nowhere.js"])
def test_every_path_counts_against_a_limit(path: str, tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path), replace(FAST, requests_per_second=0.1, requests_burst=4))
    try:
        statuses = Counter(ask(server, path)[0] for _ in range(60))
        assert statuses[429] >= 60 - 5 * 4
    finally:
        server.stop()


def test_wrong_methods_count_against_the_limit(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path), replace(FAST, requests_per_second=0.1, requests_burst=4))
    try:
        statuses = [ask(server, "/api/tables", "DELETE")[0] for _ in range(8)]
        assert statuses == [405] * 4 + [429] * 4
    finally:
        server.stop()


def test_metrics_of_another_machine_need_the_token(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path), replace(FAST, operator_token="operator"))
    elsewhere = {"X-Forwarded-For": "203.0.113.7"}
    try:
        assert "basebash_answers" in server.get("/metrics")["text"]
        for headers in (elsewhere, {**elsewhere, "Authorization": "Bearer wrong"}):
            with pytest.raises(HttpError) as refused:
                server.get("/metrics", **headers)
            assert refused.value.status == 403
        assert "basebash_answers" in server.get("/metrics", **elsewhere, Authorization="Bearer operator")["text"]
    finally:
        server.stop()


def test_without_a_token_no_other_machine_gets_metrics(server: Server) -> None:
    for token in ("", "x"):
        with pytest.raises(HttpError) as refused:
            server.get("/metrics", **{"X-Forwarded-For": "203.0.113.7", "Authorization": f"Bearer {token}"})
        assert refused.value.status == 403


@pytest.mark.parametrize("path", ["/healthz", "/metrics"])
def test_health_and_metrics_are_computed_once_a_second(
    server: Server, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    computed = Counter[str]()
    check, render = server.store.check, server.metrics.render

    async def count_check() -> str:
        computed["/healthz"] += 1
        return await check()

    def count_render() -> bytes:
        computed["/metrics"] += 1
        return render()

    monkeypatch.setattr(responses, "CACHE_SECONDS", 600.0)
    monkeypatch.setattr(server.store, "check", count_check)
    monkeypatch.setattr(server.metrics, "render", count_render)
    for _ in range(20):
        server.get(path)
    assert computed[path] <= 1
