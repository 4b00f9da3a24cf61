"""What can be said about a pack's files without running them."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import basebash.engine
from basebash.authoring.findings import Finding
from basebash.authoring.hooks import Method, words
from basebash.engine import nearest
from basebash.packs.places import python_files

MOST_BYTES: Final = 256 * 1024
ALLOWED: Final = frozenset(
    "__future__ abc basebash.engine collections collections.abc dataclasses enum functools itertools math operator re "
    "string types typing".split()
)
_WHY: Final = {
    "random": "Chance must be the game's own, or replays differ: use me.flip() or me.random_cards(...).",
    "secrets": "Chance must be the game's own, or replays differ: use me.flip() or me.random_cards(...).",
    "time": "A card must not depend on the clock, or replays differ.",
    "datetime": "A card must not depend on the clock, or replays differ.",
    "basebash": "Packs import from basebash.engine only: everything else may change with the next version.",
}
_CALLS: Final = {
    "print": "Remove print(): use `basebash scenario --verbose` to see a game's log.",
    "input": "Use await me.choose(...) or await me.may(...) to ask a player.",
    "open": "A card must not read or write files.",
} | dict.fromkeys(
    ("eval", "exec", "compile", "__import__", "breakpoint", "exit", "quit", "globals", "setattr"),
    "It is not needed in a card: remove it.",
)
_FIELDS: Final = frozenset({"id", "kind", "printed", "is_trace"})  # of a card, beside its words
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Source:
    """A Python file of a pack."""

    file: Path
    tree: ast.Module

    def at(self, node: ast.AST, message: str) -> Finding:
        """A finding about a part of it."""
        return Finding(str(self.file), getattr(node, "lineno", 1), message)


def read_sources(folder: Path) -> tuple[list[Source], list[Finding]]:
    """The Python files of a pack, and what is wrong with those that cannot be read as Python."""
    sources, findings = [], []
    for file in python_files(folder):
        try:
            sources.append(Source(file, _parse(file)))
        except OSError as error:
            findings.append(Finding(str(file), 1, f"The file cannot be read: {error.strerror}."))
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            findings.append(Finding(str(file), line, "This is not UTF-8: save the file with the encoding UTF-8."))
        except SyntaxError as error:
            findings.append(Finding(str(file), error.lineno or 1, f"SyntaxError: {error.msg}."))
        except ValueError as error:
            findings.append(Finding(str(file), 1, f"This is not Python: {error}."))
    return sources, findings


def _parse(file: Path) -> ast.Module:
    data = file.read_bytes()
    if len(data) > MOST_BYTES:
        raise ValueError(f"the file is larger than {MOST_BYTES // 1024} KiB; divide it, or remove what is not code")
    text = data.decode("utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        return ast.parse(text, filename=str(file))


def check_source(source: Source) -> Iterator[Finding]:
    """Yield what is wrong with a file: its imports, what runs when it is loaded, and words that `me` does not have."""
    yield from _check_top_level(source)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _check_import(source, node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLS:
            yield source.at(node, f"{node.func.id}() cannot be used. {_CALLS[node.func.id]}")
        elif isinstance(node, ast.ExceptHandler) and (node.type is None or "Exception" in ast.unparse(node.type)):
            yield source.at(node, "This hides every error: name the exception that you expect.")
        elif isinstance(node, _FUNCTIONS):
            yield from _check_function(source, node)


def _check_top_level(source: Source) -> Iterator[Finding]:
    for node in source.tree.body:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        allowed = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef, ast.Assign)
        is_typing = isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        if not (is_text or is_typing or isinstance(node, (*allowed, ast.AnnAssign))):
            message = (
                f"`{_shortened(ast.unparse(node))}` runs when the pack is loaded: move it into a method, or remove it."
            )
            yield source.at(node, message)


def _check_import(source: Source, node: ast.Import | ast.ImportFrom) -> Iterator[Finding]:
    if isinstance(node, ast.ImportFrom) and node.level:
        if missing := _missing_module(source, node):
            yield source.at(node, f"There is no file {missing} in the pack.")
        return
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    for name in names:
        if name not in ALLOWED:
            first = name.partition(".")[0]
            is_own = (source.file.parent / f"{first}.py").is_file()
            own = f"For your own file {first}.py write: from .{first} import ..."
            why = own if is_own else _WHY.get(first, f"Packs may import only basebash.engine and {_allowed()}.")
            yield source.at(node, f"{name} cannot be imported. {why}")
        elif name == "basebash.engine" and isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name == "*":
                    yield source.at(node, "Name what you import: from basebash.engine import Card, Faction, Minion.")
                elif alias.name not in basebash.engine.__all__:
                    close = nearest(alias.name, basebash.engine.__all__)
                    hint = f": did you mean {' or '.join(close)}?" if close else "."
                    yield source.at(node, f"basebash.engine has no {alias.name}{hint}")


def _missing_module(source: Source, node: ast.ImportFrom) -> str:
    """The file that a relative import needs and that is not there; empty if it is."""
    if node.module is None:
        return ""
    path = Path(*node.module.split("."))
    folder = source.file.parents[node.level - 1]
    return "" if (folder / path).is_dir() or (folder / f"{path}.py").is_file() else f"{path.as_posix()}.py"


def _allowed() -> str:
    return ", ".join(sorted(ALLOWED - {"basebash.engine", "__future__"}))


def _check_function(source: Source, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Finding]:
    parameters = [parameter.arg for parameter in function.args.args]
    awaited = {id(node.value) for node in ast.walk(function) if isinstance(node, ast.Await)}
    if isinstance(function, ast.FunctionDef) and any(isinstance(node, ast.Await) for node in ast.walk(function)):
        yield source.at(function, f"{function.name} uses await, so it needs `async`: async def {function.name}(...).")
    elif isinstance(function, ast.AsyncFunctionDef) and any(
        isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function)
    ):
        yield source.at(function, f"{function.name} uses yield, so nothing in it would happen: remove `yield`.")
    called = {id(node.func): node for node in ast.walk(function) if isinstance(node, ast.Call)}
    for node in ast.walk(function):
        if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
            continue
        if node.value.id == "self" == next(iter(parameters), "") and isinstance(node.ctx, ast.Store):
            message = f"self.{node.attr} would be shared by all games: use me.memo or me.remark(...) instead."
            yield source.at(node, message)
        elif node.value.id == "me" and "me" in parameters:
            yield from _check_word(source, node, called.get(id(node)), awaited)


def _check_word(source: Source, node: ast.Attribute, call: ast.Call | None, awaited: set[int]) -> Iterator[Finding]:
    name = node.attr
    if name == "game" or name.startswith("_"):
        yield source.at(node, f"me.{name} is the engine's own: use the words of the card (`basebash pack words`).")
    elif name not in words() and name not in _FIELDS:
        close = nearest(name, list(words()))
        hint = f"did you mean me.{' or me.'.join(close)}?" if close else "`basebash pack words` lists what there is."
        yield source.at(node, f"me has no {name}: {hint}")
    elif call is not None and (word := words().get(name)) is not None:
        if word.is_async and id(call) not in awaited:
            yield source.at(node, f"`await` is missing: write await me.{name}(...), or nothing happens.")
        elif word.is_called and not word.is_async and id(call) in awaited:
            yield source.at(node, f"me.{name}(...) answers at once: remove `await`.")
        elif wrong := _wrong_arguments(call, word):
            yield source.at(node, f"{wrong} Write {word.word}.")


def _wrong_arguments(call: ast.Call, word: Method) -> str:
    """What is wrong with the arguments of a call, as far as that can be seen; empty if nothing is."""
    names = [keyword.arg for keyword in call.keywords]
    unknown = [name for name in names if name not in (None, *word.parameters, *word.options)]
    if unknown:
        return f"me.{word.name} has no {unknown[0]}."
    if not word.is_called or None in names or any(isinstance(argument, ast.Starred) for argument in call.args):
        return ""
    if len(call.args) > len(word.parameters):
        return f"me.{word.name} takes fewer arguments; those with =... are given by name."
    missing = [name for name in word.parameters[len(call.args) : word.required] if name not in names]
    return f"me.{word.name} also needs {' and '.join(missing)}." if missing else ""


def _shortened(code: str) -> str:
    line = code.splitlines()[0]
    return line if len(line) <= 60 else f"{line[:57]}..."
