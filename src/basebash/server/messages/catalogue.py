"""Bodies of the HTTP API: factions and cards."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from basebash.server.messages.fields import CardKind, Level


class CardEntry(Struct):
    """A printed card. The kind `card` is both a minion and an action, as its player likes.

    `power`, `plays_on`, `breakpoint` and `vp` mean something only for kinds that have them. `key` is its name, with the
    faction if another faction's card has the same name.
    """

    key: str
    name: str
    kind: CardKind
    power: int
    copies: int
    text: str
    rulings: list[str]
    faction: str
    set: str
    plays_on: Literal["", "base", "minion", "your minion"]
    breakpoint: int
    vp: list[int]
    talent: bool
    special: bool
    ongoing: bool


class Partner(Struct):
    """A faction to try another one with, and what the two do together."""

    faction: str
    together: str


class FactionEntry(Struct):
    """A faction with the names of its cards, bases and titans.

    `summary` says what it does in a few words, `difficulty` counts from 1 in the catalogue's `difficulties`. `ink` and
    `pop` are its colours, readable on each other. `icon` is the name of a glyph of game-icons.net, the path of a
    picture that a pack brings (which begins with /), or empty. `hyphenated` is the name with a | where a long word
    may be divided. `pack` is the name and version of the pack that it comes from, empty if it is built in.
    """

    name: str
    set: str
    intro: str
    summary: str
    difficulty: int
    tags: list[str]
    icon: str
    ink: str
    pop: str
    hyphenated: str
    partner: Partner | None
    pack: str
    cards: list[str]
    bases: list[str]
    titans: list[str]


class Catalogue(Struct):
    """All factions and cards. `supplies` are the decks that belong to nobody, `tags` what factions may do."""

    version: str
    factions: list[FactionEntry]
    supplies: list[FactionEntry]
    difficulties: list[str]
    tags: list[str]
    cards: dict[str, CardEntry]
    sets: list[str]
    editions: list[int]
    levels: list[Level]
