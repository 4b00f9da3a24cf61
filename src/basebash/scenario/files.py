"""Reads scenario files, keeping the line of everything in them, so that an error can name its place."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING or yaml.__with_libyaml__:
    from yaml import CSafeLoader as SafeLoader
else:  # in a web page, where libyaml is not available: slower
    from yaml import SafeLoader

_KEYS = frozenset(
    "scenario source puzzle edition seed players turn plays phase bases base_deck base_discard steps expect "
    "madness_deck monster_deck monster_discard treasure_deck treasure_discard coins in_box".split()
)


class ScenarioError(Exception):
    """A scenario itself is wrong: an unknown name, an unknown key, an answer to a question nobody asked."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class Map(dict[str, Any]):
    """A YAML mapping that remembers its first line and, in a pool, the cards that it described at the start."""

    line: int = 0
    cards: frozenset[int] = frozenset()


class _Loader(SafeLoader):
    """YAML in which words stay strings: a bare on, yes or no is not a boolean."""

    def construct_map(self, node: yaml.MappingNode) -> Map:
        result = Map()
        result.line = node.start_mark.line + 1
        written = sum(key_node.tag != "tag:yaml.org,2002:merge" for key_node, _ in node.value)
        self.flatten_mapping(node)  # what `<<: *anchor` brings comes first and may be overridden
        merged = len(node.value) - written
        own: set[str] = set()
        for number, (key_node, value_node) in enumerate(node.value):
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, Hashable):
                raise ScenarioError("A key cannot be a list or a mapping.", key_node.start_mark.line + 1)
            if str(key) in own:
                raise ScenarioError(f"{key!r} appears twice.", key_node.start_mark.line + 1)
            if number >= merged:
                own.add(str(key))
            result[str(key)] = self.construct_object(value_node, deep=True)
        return result


_Loader.yaml_implicit_resolvers = {
    first: [
        (tag, regexp) for tag, regexp in resolvers if tag not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:float")
    ]
    for first, resolvers in SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_constructor("tag:yaml.org,2002:map", _Loader.construct_map)


class Scenario:
    """One document of a scenario file."""

    def __init__(self, path: Path, data: Any, line: int) -> None:
        if not isinstance(data, Map):
            raise ScenarioError("A scenario is a mapping with `scenario:`, `players:`, ...", line)
        self.path = path
        self.data = data
        self.line = data.line
        title = data.get("scenario")
        if not isinstance(title, str | int):
            raise ScenarioError("A scenario needs a title: `scenario: ...`.", data.line)
        self.title = str(title)
        for key in data:
            if key not in _KEYS:
                raise ScenarioError(f"Unknown key {key!r}; a scenario has {', '.join(sorted(_KEYS))}.", data.line)

    @property
    def source(self) -> list[str]:
        """The parts of `source`, which are separated by `;`: what the scenario tests."""
        return [part.strip() for part in str(self.data.get("source", "")).split(";") if part.strip()]


def scenario_files(path: Path) -> list[Path]:
    """Return the scenario files of a path: itself, or all in a folder."""
    if path.is_dir():
        return sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml"))
    return [path]


def read_scenarios(path: Path) -> Iterator[Scenario | tuple[str, ScenarioError]]:
    """Return the scenarios of a file; for an unreadable document, its title and the error."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        yield path.name, ScenarioError(f"The file cannot be read: {error.strerror}.")
        return
    except UnicodeDecodeError:
        yield path.name, ScenarioError("The file is not UTF-8 text.")
        return
    for node in _documents(text):
        if isinstance(node, tuple):
            yield node[0] or path.name, node[1]
            continue
        title = _title_of(node) or path.name
        try:
            data = _Loader("").construct_object(node, deep=True)
            if data is not None:
                yield Scenario(path, data, node.start_mark.line + 1)
        except ScenarioError as error:
            yield title, error
        except yaml.YAMLError as error:
            yield title, ScenarioError(f"This is not YAML: {error}.", node.start_mark.line + 1)


def _documents(text: str) -> Iterator[yaml.Node | tuple[str, ScenarioError]]:
    """Return the documents of a file; if it is not valid YAML, only the bad ones are lost."""
    try:
        yield from _parse(text)
    except yaml.YAMLError:
        yield from _one_by_one(text)
    except RecursionError:
        yield "", ScenarioError("This is nested too deeply.", 1)


def _one_by_one(text: str) -> Iterator[yaml.Node | tuple[str, ScenarioError]]:
    lines = text.splitlines(keepends=True)
    starts = [0, *(n for n, line in enumerate(lines) if n and line.split(maxsplit=1)[:1] == ["---"]), len(lines)]
    for start, end in pairwise(starts):
        piece = "".join(lines[start:end])
        try:
            yield from _parse("\n" * start + piece)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            problem = getattr(error, "problem", None) or str(error)
            title = re.search(r"^scenario:[ \t]*(.+)$", piece, re.MULTILINE)
            line = start + 1 if mark is None else mark.line + 1
            yield title[1] if title else "", ScenarioError(f"This is not YAML: {problem}.", line)


def _parse(text: str) -> list[yaml.Node]:
    return [node for node in yaml.compose_all(text, Loader=_Loader) if node is not None]


def _title_of(node: yaml.Node) -> str:
    for word, value in node.value if isinstance(node, yaml.MappingNode) else ():
        if word.value == "scenario" and isinstance(value, yaml.ScalarNode):
            return str(value.value)
    return ""
