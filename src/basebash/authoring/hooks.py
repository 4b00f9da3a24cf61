"""What a card can be written with, read from the engine's own source: the hooks of an ability, the words of `me`."""

from __future__ import annotations

import ast
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
    options: tuple[str, ...]  # those that can only be given by name
    is_async: bool
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


def _methods(modules: tuple[str, ...], classes: frozenset[str]) -> Iterator[Method]:
    for module in modules:
        text = files("basebash.engine.vocabulary").joinpath(module).read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef) and node.name in classes:
                for part in node.body:
                    if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and not part.name.startswith("_"):
                        yield _method(part)


def _method(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Method:
    return Method(
        name=node.name,
        parameters=tuple([parameter.arg for parameter in (*node.args.posonlyargs, *node.args.args)[1:]]),
        options=tuple([parameter.arg for parameter in node.args.kwonlyargs]),
        is_async=isinstance(node, ast.AsyncFunctionDef),
        is_called=not node.decorator_list,
        doc=ast.get_docstring(node) or "",
    )
