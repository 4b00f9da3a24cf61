"""Where in a pack's files something is."""

from __future__ import annotations

import ast
from pathlib import Path
from traceback import extract_tb


def python_files(folder: Path) -> list[Path]:
    """The Python files of a pack, those directly in its folder first."""
    found = [
        file for file in folder.rglob("*.py") if not any(p.startswith(".") for p in file.parts[len(folder.parts) :])
    ]
    return sorted(found, key=lambda file: (len(file.parts), file))


def place_of_error(folder: Path, error: BaseException) -> str:
    """File and line of the pack's code that raised an error, with a colon after them; empty if it was not there."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno or 1}: "
    for frame in reversed(extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(folder):
            return f"{frame.filename}:{frame.lineno}: "
    return ""


def describe_error(error: BaseException) -> str:
    """An error in words: its kind and what it says."""
    if isinstance(error, MemoryError):
        return "MemoryError: this needs too much memory"
    return f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"


def place_of_name(folder: Path, name: str) -> str:
    """File and line, with a colon after them, where a class or a faction with this name is written."""
    for file in python_files(folder):
        try:
            tree = ast.parse(file.read_bytes())
        except (SyntaxError, ValueError, OSError):
            continue
        for node in ast.walk(tree):
            if (isinstance(node, ast.ClassDef) and node.name == name) or (
                isinstance(node, ast.Call) and name in _first_texts(node)
            ):
                return f"{file}:{node.lineno}: "
    return f"{folder}: "


def _first_texts(call: ast.Call) -> list[str]:
    named = [keyword.value for keyword in call.keywords if keyword.arg in ("name", "set_name")]
    texts = [node.value for node in (*call.args[:1], *named) if isinstance(node, ast.Constant)]
    is_faction = isinstance(call.func, ast.Name | ast.Attribute) and ast.unparse(call.func).endswith("Faction")
    return [text for text in texts if isinstance(text, str)] if is_faction else []
