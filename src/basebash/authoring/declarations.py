"""How a pack declares its cards and factions: `class KeenScout(Minion, of=BEES, copies=4)` and `Faction(...)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

import basebash.engine
from basebash.authoring.findings import Finding
from basebash.authoring.hooks import faction_fields
from basebash.authoring.sources import Source
from basebash.engine import Printed, nearest

_OF_A_CARD: Final = ("of", "copies")


def check_declarations(source: Source) -> Iterator[Finding]:
    """Yield what is wrong with how a file declares its cards and factions."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef) and node.keywords:
            yield from _check_card(source, node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Faction":
            yield from _check_faction(source, node)


def _check_card(source: Source, node: ast.ClassDef) -> Iterator[Finding]:
    for base in node.bases:
        known = getattr(basebash.engine, base.id, None) if isinstance(base, ast.Name) else None
        if known is not None and not (isinstance(known, type) and issubclass(known, Printed)):
            yield source.at(node, f"A card is a Minion, Action, Boost, Titan or Base, not {ast.unparse(base)}.")
    for keyword in node.keywords:
        if keyword.arg not in _OF_A_CARD:
            message = f"A card has no {keyword.arg} here: write class {node.name}(..., of=YOUR_FACTION, copies=2)."
            yield source.at(node, message)
        elif keyword.arg == "of" and isinstance(keyword.value, ast.Constant):
            message = f"of={keyword.value.value!r} is not a faction: write the variable, as in of=WILD_BEES."
            yield source.at(node, message)


def _check_faction(source: Source, node: ast.Call) -> Iterator[Finding]:
    fields = faction_fields()
    given = [keyword.arg for keyword in node.keywords]
    for name in given:
        if name is not None and name not in fields:
            close = nearest(name, list(fields))
            hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(fields)}."
            yield source.at(node, f"A faction has no {name}: {hint}")
    if len(node.args) > 1:
        yield source.at(node, 'Give everything but the name of the faction by its name, as in summary="...".')
    elif None not in given:
        missing = [name for name, is_needed in fields.items() if is_needed and name not in given]
        if not node.args and "name" not in given:
            missing.insert(0, "name")
        for name in missing:
            yield source.at(node, f'The faction needs {name}: add {name}="...".')
    for keyword in node.keywords:
        pair = keyword.value
        if keyword.arg == "colours" and not isinstance(pair, ast.Name) and len(getattr(pair, "elts", ())) != 2:
            yield source.at(node, 'colours must be two colours, dark and bright: colours=("#3b4a6b", "#ffd166").')
