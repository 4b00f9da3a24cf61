"""Checking the abilities and cards that a pack has made: their hooks, their numbers, their texts."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from inspect import isfunction
from types import ModuleType
from typing import Any, Final

from basebash.authoring.findings import Finding
from basebash.authoring.hooks import Method, hooks
from basebash.authoring.sources import Source
from basebash.engine import Ability, Action, Base, Minion, Printed, Titan, nearest
from basebash.engine.vocabulary.ability import HOOKS
from basebash.packs import Pack

LONGEST_TEXT: Final = 600  # characters that fit on a card
_FREE: Final = frozenset({"name", "text", "hooks"})
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


class PackClass:
    """An ability of a pack, as a class and as it is written."""

    def __init__(self, cls: type[Ability], node: ast.ClassDef, source: Source) -> None:
        self.cls = cls
        self.node = node
        self.source = source

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.cls.__name__

    @property
    def methods(self) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
        """The methods that are written in it."""
        return [part for part in self.node.body if isinstance(part, _FUNCTIONS)]

    def at(self, name: str, message: str) -> Finding:
        """A finding about an attribute or method; about the class if it is not written there."""
        return self.source.at(self._part(name), message)

    def _part(self, name: str) -> ast.stmt:
        for part in self.node.body:
            targets = part.targets if isinstance(part, ast.Assign) else [getattr(part, "target", None)]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return part
            if isinstance(part, _FUNCTIONS) and part.name == name:
                return part
        return self.node


def classes_of(sources: list[Source]) -> list[PackClass]:
    """The abilities that a pack's modules have at their top level."""
    found = []
    for source in sources:
        module = _module(source)
        for node in source.tree.body:
            cls = getattr(module, node.name, None) if isinstance(node, ast.ClassDef) else None
            if isinstance(node, ast.ClassDef) and isinstance(cls, type) and issubclass(cls, Ability):
                found.append(PackClass(cls, node, source))
    return found


def _module(source: Source) -> ModuleType | None:
    name = str(source.file)
    return next((module for module in list(sys.modules.values()) if getattr(module, "__file__", None) == name), None)


def check_classes(classes: list[PackClass], pack: Pack) -> Iterator[Finding]:
    """Yield what is wrong with the abilities and cards of a pack."""
    cards = [card for faction in pack.factions for card in (*faction.cards, *faction.titans, *faction.bases)]
    by_class: dict[type, Printed] = {type(card): card for card in cards}
    for one in classes:
        for method in one.methods:
            yield from _check_method(one, method)
        yield from _check_attributes(one)
        card = by_class.get(one.cls)
        if card is not None:
            yield from _check_card(one, card)
        elif issubclass(one.cls, Printed) and not any(
            other.cls is not one.cls and issubclass(other.cls, one.cls) for other in classes
        ):
            yield one.at(
                "", f"{one.name} belongs to no faction: write class {one.name}({_bases(one)}, of=YOUR_FACTION)."
            )


def _bases(one: PackClass) -> str:
    return ", ".join(ast.unparse(base) for base in one.node.bases)


def _check_method(one: PackClass, method: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Finding]:
    name = method.name
    if name.startswith("_"):
        return
    hook = hooks().get(name)
    if hook is None:
        close = nearest(name, list(hooks()))
        hint = f"Did you mean {' or '.join(close)}? " if close else ""
        yield one.source.at(
            method,
            f"{name} is not a hook, so the game never calls it. {hint}"
            f"`basebash pack hooks` lists them; a method of your own begins with an underscore: _{name}.",
        )
        return
    given = [parameter.arg for parameter in (*method.args.posonlyargs, *method.args.args)[1:]]
    required = len(given) - len(method.args.defaults)
    if not required <= len(hook.parameters) <= len(given) or method.args.kwonlyargs:
        yield one.source.at(method, f"The hook is written {hook.heading}.")
    elif isinstance(method, ast.AsyncFunctionDef) != hook.is_async:
        yield one.source.at(method, _wrong_kind(hook))


def _wrong_kind(hook: Method) -> str:
    if hook.is_async:
        return f"{hook.name} needs `async`: async def {hook.name}(...)."
    return f"{hook.name} is called while the game computes something, so it has no `async`: def {hook.name}(...)."


def _check_attributes(one: PackClass) -> Iterator[Finding]:
    parents = [parent for parent in one.cls.__mro__ if parent.__module__.startswith("basebash.engine")]
    known = {name for parent in parents for name in dir(parent) if not name.startswith("_")}
    for name, value in vars(one.cls).items():
        if name.startswith("_") or name in _FREE or isfunction(value):
            continue
        if name not in known:
            close = nearest(name, sorted(known))
            hint = f"did you mean {' or '.join(close)}?" if close else "begin a name of your own with an underscore."
            yield one.at(name, f"A {parents[0].__name__.lower()} has no {name}: {hint}")
        elif name in hooks():
            yield one.at(name, f"{name} is a hook: write it as a plain method, {hooks()[name].heading}.")
        else:
            yield from _check_value(one, name, value, getattr(parents[0], name))


def _check_value(one: PackClass, name: str, value: Any, default: Any) -> Iterator[Finding]:
    if name in ("once", "mentions", "traits", "rulings"):
        if not isinstance(value, tuple) or not all(isinstance(part, str) for part in value):
            yield one.at(name, f'{name} needs a tuple of texts: {name} = ("...",).')
        elif name == "once" and (wrong := [part for part in value if part not in HOOKS]):
            yield one.at(name, f"once names hooks; {wrong[0]} is not one.")
    elif name == "vp":
        if not (isinstance(value, tuple) and len(value) == 3 and all(type(part) is int for part in value)):
            yield one.at(name, "vp needs three whole numbers, for the first, second and third place: vp = (4, 2, 1).")
    elif type(default) is bool and type(value) is not bool:
        yield one.at(name, f"{name} must be True or False, not {value!r}.")
    elif type(default) is int and type(value) is not int:
        yield one.at(name, f"{name} must be a whole number, not {value!r}.")
    elif not isinstance(default, bool | int) and default is not None and not isinstance(value, _type_of(default)):
        yield one.at(name, f"{name} must be {_type_of(default).__name__}, not {value!r}.")


def _type_of(default: Any) -> type:
    return dict if isinstance(default, dict) else type(default)


def _check_card(one: PackClass, card: Printed) -> Iterator[Finding]:
    if type(card.name) is not str or not card.name.strip():
        yield one.at("name", 'name must be a text: name = "Queen of Bees".')
    if type(card.copies) is not int or card.copies < 1:
        yield one.at("", f"copies must be a whole number, 1 or more, not {card.copies!r}.")
    says_something = has_ability(card) or isinstance(card, Action | Titan)
    if says_something and not card.text:
        yield one.at("", f"{card.name} has no text: write what it does as the docstring of the class.")
    if len(card.text) > LONGEST_TEXT:
        yield one.at("", f"The text of {card.name} has {len(card.text)} characters; {LONGEST_TEXT} fit on a card.")
    if isinstance(card, Minion) and type(card.power) is int and not 0 <= card.power <= 30:
        yield one.at("power", f"power must be from 0 to 30, not {card.power}.")
    if isinstance(card, Base):
        yield from _check_base(one, card)
    elif isinstance(card, Action) and not has_ability(card):
        yield one.at("", f"{card.name} does nothing: give it a hook, such as async def on_play(self, me).")


def has_ability(card: Printed) -> bool:
    """Whether the pack says of a card what it does, by a hook or by a bonus."""
    own = [cls for cls in type(card).__mro__ if not cls.__module__.startswith("basebash.engine")]
    return any(name in hooks() for cls in own for name in vars(cls)) or bool(getattr(card, "bonus", 0))


def _check_base(one: PackClass, base: Base) -> Iterator[Finding]:
    if type(base.breakpoint) is int and base.breakpoint < 1:
        yield one.at("breakpoint", f"{base.name} needs a breakpoint: breakpoint = 20.")
    if not any(base.vp):
        yield one.at("vp", f"{base.name} gives no VP: vp = (4, 2, 1).")
