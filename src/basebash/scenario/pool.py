"""The pool of a step (`choose`): what is left of its entries, and what they say to one player."""

from __future__ import annotations

from typing import Any

from basebash.engine import Question
from basebash.scenario.files import Map
from basebash.scenario.names import Names

Pool = list[Any]
"""What is left of a pool: the entries not used yet. A list in it shrinks as its parts are used."""

_MOST = 99  # the largest count in `[card, times]`


class _Word(str):
    """A word that an entry `{player: P, pick: word}` says to P."""

    entry: Map


class _Number(int):
    """A number that an entry says to one player."""

    entry: Map


class _List(list[Any]):
    """A list that an entry says to one player."""

    entry: Map


class _Card(Map):
    """A card, or a play, that an entry says to one player."""

    entry: Map


_SAID = {str: _Word, int: _Number, list: _List, Map: _Card}


def spelled_out(entries: Any) -> Pool:
    """Return the entries of a `choose` as a pool; a card and how often, `[worker, 2]`, is that many times the card."""
    pool: Pool = []
    for entry in entries if isinstance(entries, list) else [entries]:
        if isinstance(entry, Map) and "pick" in entry:
            pool.append(_with_pick(entry, _times(entry["pick"])) if "player" in entry else _times(entry["pick"]))
        else:
            pool.append(_times(entry))
    return pool


def plain(entry: Any) -> Any:
    """Return what an entry says, to whomever."""
    return entry["pick"] if isinstance(entry, Map) and "pick" in entry else entry


def is_for_another(names: Names, question: Question, entry: Any) -> bool:
    """Whether an entry is meant for a decision of another player."""
    named = isinstance(entry, Map) and "player" in entry
    return named and names.position.player(entry["player"], entry.line) != question.player


def opened(names: Names, question: Question, pool: Pool) -> Pool:
    """Return a pool as the player who is asked reads it: `{player: P, pick: X}` is X to P."""
    return [
        _say(entry)
        if isinstance(entry, Map) and "pick" in entry and not is_for_another(names, question, entry)
        else entry
        for entry in pool
    ]


def closed(pool: Pool) -> Pool:
    """Return a pool as anybody reads it again."""
    return [getattr(entry, "entry", entry) for entry in pool]


def shrunk(whole: list[Any], left: list[Any]) -> Pool:
    """Return what is left of a list in a pool, for the same player; nothing if nothing is left."""
    if not left:
        return []
    return [_say(_with_pick(whole.entry, left))] if isinstance(whole, _List) else [left]


def _say(entry: Map) -> Any:
    pick = entry["pick"]
    said = _SAID[type(pick)](pick)
    said.entry = entry
    if isinstance(pick, Map):
        said.line, said.cards = pick.line, pick.cards
    return said


def _with_pick(entry: Map, pick: Any) -> Map:
    new = Map(entry)
    new["pick"] = pick
    new.line = entry.line
    return new


def _times(entry: Any) -> Any:
    if isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], int) and not isinstance(entry[0], int):
        return entry[:1] * entry[1] if 0 < entry[1] <= _MOST else entry
    return entry
