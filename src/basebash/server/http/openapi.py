"""The OpenAPI document, made from the route table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from basebash import __version__
from basebash.server.http.endpoint import Endpoint, Query
from basebash.server.messages import Refusal


def describe(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """Return the OpenAPI document of these endpoints."""
    documented = [endpoint for endpoint in endpoints if endpoint.is_documented]
    used = {kind.__name__: kind for one in documented for kind in (one.body, one.response) if kind is not None}
    types = [*used.values(), Refusal]
    refs, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    schemas = dict(zip(types, refs, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in documented:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
    bearer = {"type": "http", "scheme": "bearer"}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Basebash", "version": __version__, "description": "The WebSocket: docs/protocol.md."},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"seat": bearer, "device": bearer}},
    }


def _operation(endpoint: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    success: dict[str, Any] = {"description": endpoint.summary}
    if endpoint.response is not None:
        success["content"] = _content(schemas[endpoint.response])
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "responses": {
            str(endpoint.status): success,
            "default": {"description": "Refused", "content": _content(schemas[Refusal])},
        },
    }
    in_path = [_path_parameter(name) for name in re.findall(r"{(\w+)}", endpoint.path)]
    parameters = [*in_path, *(_query_parameter(query) for query in endpoint.query)]
    if parameters:
        operation["parameters"] = parameters
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(schemas[endpoint.body])}
    if endpoint.auth != "none":
        token: dict[str, list[str]] = {"device" if endpoint.auth == "owner" else endpoint.auth: []}
        operation["security"] = [token] if endpoint.auth == "owner" else [{}, token]
    return operation


def _content(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _path_parameter(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _query_parameter(query: Query) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": query.type}
    if query.type == "integer":
        schema["minimum"] = 0
    parameter: dict[str, Any] = {"name": query.name, "in": "query", "schema": schema}
    if query.description:
        parameter["description"] = query.description
    return parameter
