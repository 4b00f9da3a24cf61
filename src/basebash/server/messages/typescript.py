"""Write the browser client's types: `python -m basebash.server.messages.typescript FILE`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, get_args

import msgspec

from basebash.server import messages

HEAD = "// Written by `make protocol` from src/basebash/server/messages. Do not edit.\n"
ROOTS: tuple[Any, ...] = (
    messages.ClientMessage, messages.ServerMessage, messages.TableRequest, messages.Created, messages.TableList,
    messages.JoinRequest, messages.Joined, messages.Catalogue, messages.Replay, messages.Story, messages.Analysis,
    messages.PlayOn, messages.PlayedOn, messages.PuzzleList, messages.PuzzleRequest, messages.PuzzleTry,
    messages.PuzzleHelp, messages.PersonRequest, messages.Device, messages.DeviceRequest, messages.DeviceCode,
    messages.Goodbye, messages.MySeats, messages.Person, messages.Me, messages.Games,
    messages.OwnDevices, messages.OwnKeys, messages.RecoveryPhrase, messages.RecoveryRequest, messages.PasskeyOptions,
    messages.PasskeyRequest, messages.FriendList, messages.InvitationRequest, messages.Invitations,
    messages.PuzzleProgress, messages.LeagueRequest, messages.LeagueCreated, messages.LeagueList, messages.League,
    messages.LeagueJoin, messages.LeagueSettle, messages.PushKey, messages.PushSubscription, messages.VacationRequest,
    messages.QueueRequest, messages.QueueView, messages.OwnAddress, messages.AddressRequest,
)  # fmt: skip
"""The types that are sent; all others are parts of them."""
_KINDS = (
    "Against", "CardKind", "ErrorCode", "Level", "LogKind", "OptionKind", "Phase", "PhraseName", "QuestionKind",
    "SeatKind", "Unrated", "Zone",
)  # fmt: skip
_NAMED = {frozenset(get_args(getattr(messages, name))): name for name in _KINDS}
"""The kinds that have a name in TypeScript too, by their values."""
_SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def render() -> str:
    """Return the TypeScript types of all messages."""
    _, components = msgspec.json.schema_components(ROOTS, ref_template="{name}")
    parts = [HEAD]
    for values, name in sorted(_NAMED.items(), key=lambda item: item[1]):
        parts.append(f"export type {name} = {_union(values)};\n")
    for name in sorted(components):
        parts.append(_interface(name, components[name]))
    for union in ("ClientMessage", "ServerMessage"):
        members = " | ".join(member.__name__ for member in get_args(getattr(messages, union)))
        parts.append(f"export type {union} = {members};\n")
    return "\n".join(parts)


def _interface(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", [])
    # The server always writes fields that have a default; only those that may be absent are optional.
    lines = [f"/** {' '.join(schema.get('description', '').split())} */", f"export interface {name} {{"]
    for field, about in schema["properties"].items():
        mark = "" if field in required else "?"
        lines.append(f"  {field}{mark}: {_type(about)};")
    return "\n".join([*lines, "}", ""])


def _union(values: Iterable[Any]) -> str:
    return " | ".join(json.dumps(value) for value in sorted(values))


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        parts = sorted(
            schema["anyOf"], key=lambda part: part.get("type") == "null"
        )  # msgspec's order differs by version
        return " | ".join(dict.fromkeys(_type(part) for part in parts))
    if "enum" in schema:
        return _NAMED.get(frozenset(schema["enum"])) or _union(schema["enum"])
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
