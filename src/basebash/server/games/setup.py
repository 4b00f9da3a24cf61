"""The set-up of a table's game."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

from basebash import FACTIONS, BadSetup, Setup, UnknownName, find_faction
from basebash.engine.vocabulary.printed import BASES, PACKS
from basebash.server.messages import TableRequest


def make_setup(request: TableRequest, names: list[str], seed: Any, *, drawn: bool = False) -> Setup:
    """Return the set-up of a table; `BasebashError` says what is wrong with it. Seats without factions get random ones.

    `drawn`: random factions are drawn now instead of from the game's seed, so that a new faction in a later version
    does not change stored games.
    """
    factions: Any = request.factions
    if drawn and factions == "random":
        factions = [None] * len(names)
    if not isinstance(factions, str):
        wanted = [None if pair is None else [find_faction(name).name for name in pair] for pair in factions]
        taken = {name for pair in wanted for name in pair or ()}
        banned = {find_faction(name).name for name in request.banned}
        sets = _sets(request)
        known = [name for name, faction in FACTIONS.items() if faction.set_name in sets]
        left = [name for name in known if name not in banned and (request.duplicates or name not in taken)]
        filled = []
        for pair in wanted:
            if pair is None and len(left) < 2:
                raise BadSetup("There are not enough factions left for all seats: allow duplicates.")
            filled.append(pair or secrets.SystemRandom().sample(left, 2))
            left = [name for name in left if request.duplicates or name not in filled[-1]]
        factions_now: str | list[list[str]] = filled
    else:
        factions_now = factions
    return Setup(
        len(names),
        factions=factions_now,
        edition=request.edition,
        seed=seed,
        names=distinct(names),
        duplicates=request.duplicates,
        target_vp=request.target_vp,
        titans=request.titans,
        first_player=request.first if request.first is None or request.first < len(names) else None,
        banned=request.banned,
        bans=request.bans,
        ask_everyone=True,
        sets=_sets(request) if isinstance(factions_now, str) else None,
    )


def packs_of(request: TableRequest) -> list[str]:
    """Return the name and version of each pack that a table uses or may use."""
    chosen = request.factions if not isinstance(request.factions, str) else []
    named = [FACTIONS[name].set_name for pair in chosen for name in pair or () if name in FACTIONS]
    labels = {PACKS[name] for name in named if name in PACKS}
    return sorted(labels | {label for label in PACKS.values() if _name_of(label) in request.packs})


def _sets(request: TableRequest) -> list[str]:
    """Return the sets that factions are drawn and drafted from: the built-in ones and those of the wanted packs."""
    known = {_name_of(label) for label in PACKS.values()}
    for name in request.packs:
        if name not in known:
            raise UnknownName("pack", name, sorted(known))
    return [name for name in BASES if name not in PACKS or _name_of(PACKS[name]) in request.packs]


def _name_of(label: str) -> str:
    return label.partition(" ")[0]


def distinct(names: Iterable[str]) -> list[str]:
    """Return the names, with a number after one that is taken.

    >>> distinct(["Ada", "Bo", "Ada"])
    ['Ada', 'Bo', 'Ada 2']
    """
    found: list[str] = []
    for name in names:
        new, number = name, 1
        while new in found:
            number += 1
            new = f"{name} {number}"
        found.append(new)
    return found
