"""Writes the browser client's types: `python -m basebash.server.messages.typescript FILE`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from basebash.server import messages

HEAD = "// Written by `make protocol` from src/basebash/server/messages. Do not edit.\n"
_SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def render() -> str:
    """The TypeScript types of all messages."""
    _, components = msgspec.json.schema_components(messages.TYPES, ref_template="{name}")
    parts = [HEAD]
    for name in sorted(components):
        parts.append(_interface(name, components[name]))
    for union in ("ClientMessage", "ServerMessage"):
        members = " | ".join(member.__name__ for member in get_args(getattr(messages, union)))
        parts.append(f"export type {union} = {members};\n")
    return "\n".join(parts)


def _interface(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    # A default on a message that the server sends is always written; only what may be absent is optional.
    lines = [f"/** {' '.join(schema.get('description', '').split())} */", f"export interface {name} {{"]
    for field, about in schema["properties"].items():
        mark = "" if field in required else "?"
        lines.append(f"  {field}{mark}: {_type(about)};")
    return "\n".join([*lines, "}", ""])


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind = schema.get("type")
    if kind == "array" and "prefixItems" in schema:
        return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
    if kind == "array":
        inner = _type(schema["items"])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {_type(schema['additionalProperties'])}>"
    return _SIMPLE[str(kind)]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render(), encoding="utf-8")
