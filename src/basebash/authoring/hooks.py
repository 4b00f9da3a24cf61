"""What a card can be written with, read from the engine's own source: the hooks of an ability, the words of `me`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_ABILITY = ("ability.py", "printed.py")
_CARD = ("handle.py", "surroundings.py", "card.py")
_HANDLES = frozenset({"Handle", "Surroundings", "Card", "Trace"})
_KINDS = frozenset(
    {"Speaker", "Ability", "Printed", "Minion", "Action", "Boost", "Penalty", "BaseBoost", "Fusion", "Titan", "Base"}
)


@dataclass(frozen=True)
class Method:
    """A method or property as it is written: a hook of an ability, or a word of `me`."""

    name: str
    parameters: tuple[str, ...]  # without `self`
    required: int  # how many of them have no default
    options: tuple[str, ...]  # those that can only be given by name
    is_async: bool
    returns_int: bool
    is_called: bool  # and not read, like a property
    doc: str

    @property
    def heading(self) -> str:
        """The first line of the method, as a card writes it."""
        return f"{'async ' if self.is_async else ''}def {self.name}({', '.join(('self', *self.parameters))})"

    @property
    def word(self) -> str:
        """How a card uses it."""
        arguments = ", ".join([*self.parameters, *[f"{name}=..." for name in self.options]])
        return f"{'await ' if self.is_async else ''}me.{self.name}{f'({arguments})' if self.is_called else ''}"

    @property
    def summary(self) -> str:
        """What it is, in one line."""
        return " ".join(self.doc.partition("\n\n")[0].split())


@cache
def hooks() -> dict[str, Method]:
    """The methods of abilities and printed cards that a card may have, by name."""
    return {method.name: method for method in _methods(_ABILITY, _KINDS) if method.is_called}


@cache
def words() -> dict[str, Method]:
    """What `me` offers, by name."""
    return {method.name: method for method in _methods(_CARD, _HANDLES)}


@cache
def faction_fields() -> dict[str, bool]:
    """The fields of `Faction` that are given by name, and whether they are needed."""
    tree = ast.parse(_source("printed.py"))
    (faction,) = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Faction"]
    (init,) = [part for part in faction.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"]
    fields = zip(init.args.kwonlyargs, init.args.kw_defaults, strict=True)
    return {field.arg: default is None for field, default in fields}


def matching(methods: dict[str, Method], word: str) -> list[str]:
    """The names that have the word in them, then those whose description has a word that starts like it."""
    word = word.lower()
    named = sorted(name for name in methods if word in name.lower())
    whole = [name for name in named if word in name.split("_")]
    start = re.compile(rf"(?<![a-z]){re.escape(word)}", re.IGNORECASE)
    others = [method for name, method in methods.items() if name not in named]
    described = sorted(method.name for method in others if start.search(" ".join(method.doc.split())))
    return [*whole, *(name for name in named if name not in whole), *described]


def _source(module: str) -> str:
    return files("basebash.engine.vocabulary").joinpath(module).read_text(encoding="utf-8")


def _methods(modules: tuple[str, ...], classes: frozenset[str]) -> Iterator[Method]:
    for module in modules:
        for node in ast.parse(_source(module)).body:
            if isinstance(node, ast.ClassDef) and node.name in classes:
                for part in node.body:
                    if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and not part.name.startswith("_"):
                        yield _method(part)


def _method(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Method:
    return Method(
        name=node.name,
        parameters=tuple([parameter.arg for parameter in (*node.args.posonlyargs, *node.args.args)[1:]]),
        required=len(node.args.posonlyargs) + len(node.args.args) - 1 - len(node.args.defaults),
        options=tuple([parameter.arg for parameter in node.args.kwonlyargs]),
        is_async=isinstance(node, ast.AsyncFunctionDef),
        returns_int=isinstance(node.returns, ast.Name) and node.returns.id == "int",
        is_called=not node.decorator_list,
        doc=ast.get_docstring(node) or "",
    )
