"""Break the cards, one small thing at a time, and report what no scenario notices: `make mutants`.

A mutant is one method of a card with one change: it does nothing, a number is one more, `may=True` is gone, `here=True`
is gone, `<=` is `<`, a `not` is left out. The scenarios that mention the card must fail on it. What survives is either
a case that no scenario shows or a change that makes no difference: somebody has to read it.

    make mutants ARGS="ghosts pirates"
"""

from __future__ import annotations

import argparse
import ast
import copy
import inspect
import signal
import sys
import textwrap
import types
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from basebash.engine.vocabulary.ability import Ability
from basebash.engine.vocabulary.printed import CARDS, Printed, key
from basebash.scenario import Scenario, read_scenarios, run_scenario

TESTS = Path(__file__).parents[1] / "tests"
FOLDER = TESTS / "scenarios"
LIMITS = TESTS / "limits.yaml"  # the error for doing more than a card allows
PATIENCE = 10  # seconds for a scenario: a mutant may loop for ever
SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.LtE: ast.Lt,
    ast.GtE: ast.Gt,
    ast.Lt: ast.LtE,
    ast.Gt: ast.GtE,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


class TooLong(Exception):
    """A scenario did not end."""


@cache
def scenarios() -> list[tuple[str, Scenario]]:
    """Return all scenarios, each with its text as `key` normalises it."""
    files = [*sorted(FOLDER.glob("*.yaml")), LIMITS]
    found = [one for file in files for one in read_scenarios(file) if isinstance(one, Scenario)]
    return [(key(str(one.data)), one) for one in found]


def changes(function: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield every mutant of a function: a description, and the function."""
    places = list(ast.walk(function))
    for number, node in enumerate(places):
        for what, change in _changes_of(node):
            mutant = copy.deepcopy(function)
            change(list(ast.walk(mutant))[number])
            yield f"line {getattr(node, 'lineno', 0)}: {what}", mutant


Change = Callable[[Any], None]


def _changes_of(node: ast.AST) -> Iterator[tuple[str, Change]]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield f"{node.name} does nothing", _empty
    elif isinstance(node, ast.Call):
        for at, keyword in enumerate(node.keywords):
            if keyword.arg is not None and keyword.arg not in ("prompt", "kind", "player"):
                yield f"without {ast.unparse(keyword)}", _drop(at)
    elif isinstance(node, ast.Constant) and type(node.value) is int and 0 < node.value < 10:
        yield f"{node.value} is {node.value + 1}", lambda number: setattr(number, "value", number.value + 1)
    elif isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
        to = SWAPPED[type(node.ops[0])]
        yield f"{ast.unparse(node)}: {to.__name__}", lambda compare: compare.ops.__setitem__(0, to())
    elif isinstance(node, ast.BoolOp):
        for at, value in enumerate(node.values):
            yield f"without {ast.unparse(value)}", _say_nothing(at)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield f"{ast.unparse(node)}: no longer not", _turn


def _drop(at: int) -> Change:
    return lambda call: call.keywords.pop(at)


def _say_nothing(at: int) -> Change:
    return lambda both: both.values.__setitem__(at, ast.Constant(isinstance(both.op, ast.And)))


def _empty(function: Any) -> None:
    function.body = [ast.Pass()]


def _turn(negation: Any) -> None:
    negation.operand = ast.UnaryOp(ast.Not(), negation.operand)


def methods_of(ability: type[Ability]) -> Iterator[tuple[str, types.FunctionType, ast.AST]]:
    """Yield the methods that a class itself defines."""
    for name, method in list(vars(ability).items()):
        if isinstance(method, types.FunctionType) and "__class__" not in method.__code__.co_freevars:
            tree = ast.parse(textwrap.dedent(inspect.getsource(method))).body[0]
            ast.increment_lineno(tree, method.__code__.co_firstlineno - 1)
            yield name, method, tree


def abilities_of(card: Printed) -> list[type[Ability]]:
    """Return the class of a card and the abilities of the same module that its source mentions."""
    module = sys.modules[type(card).__module__]
    text = inspect.getsource(type(card))
    beside = [
        one
        for name, one in vars(module).items()
        if isinstance(one, type) and issubclass(one, Ability) and not issubclass(one, Printed)
        if one.__module__ == module.__name__ and name in text
    ]
    return [type(card), *beside]


def survivors(card: Printed) -> Iterator[tuple[str, bool]]:
    """Yield each mutant of a card, and whether no scenario noticed it."""
    about = [scenario for words, scenario in scenarios() if key(card.name) in words]
    about.sort(key=lambda scenario: card.name not in " ".join(scenario.source))
    for ability in abilities_of(card):
        for name, method, tree in methods_of(ability):
            for what, mutant in changes(tree):
                code = ast.Module([ast.fix_missing_locations(mutant)], [])  # type: ignore[list-item]
                space: dict[str, Any] = {}
                exec(compile(code, "<mutant>", "exec"), method.__globals__, space)  # noqa: S102  # our own card, changed
                setattr(ability, name, space[name])
                try:
                    yield f"{ability.__name__}.{name} {what}", all(_passes(scenario) for scenario in about)
                finally:
                    setattr(ability, name, method)


def _passes(scenario: Scenario) -> bool:
    signal.alarm(PATIENCE)
    try:
        return run_scenario(scenario).passed is (scenario.path != LIMITS)
    except TooLong:
        return False
    finally:
        signal.alarm(0)


def _give_up(*_: object) -> None:
    raise TooLong


def main() -> None:
    """Break the cards of the named factions (or all) and list what no scenario notices."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("factions", nargs="*")
    wanted = {key(name) for name in parser.parse_args().factions}
    signal.signal(signal.SIGALRM, _give_up)
    tried = missed = 0
    for card in CARDS:
        if wanted and key(card.faction.name) not in wanted:
            continue
        for what, unnoticed in survivors(card):
            tried += 1
            missed += unnoticed
            if unnoticed:
                print(f"{card.faction.name}: {card.name}: {what}", flush=True)
    print(f"{tried} mutants, {missed} unnoticed")


if __name__ == "__main__":
    main()
