"""The set-up of a table's game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from basebash import Setup, find_faction
from basebash.server.games.factions import allowed_sets, deal, may_repeat, pool_of
from basebash.server.messages import TableRequest


def make_setup(
    request: TableRequest,
    names: list[str],
    seed: Any,
    *,
    picks: Sequence[Sequence[str]] = (),
    collections: Sequence[Sequence[str]] = (),
    drawn: bool = False,
) -> Setup:
    """Return the set-up of a table; `BasebashError` says what is wrong with it. Seats without factions get random ones.

    `picks`: what each seat has picked in the room, where players choose. `collections`: the sets that each person has.
    `drawn`: random factions are drawn now instead of from the game's seed, so that a new faction in a later version
    does not change stored games.
    """
    wanted: Sequence[Sequence[str] | None] | None = None
    if request.factions == "choose":
        wanted = picks or [[] for _ in names]
    elif drawn and request.factions == "random":
        wanted = [None] * len(names)
    elif not isinstance(request.factions, str):
        wanted = [None if pair is None else [find_faction(name).name for name in pair] for pair in request.factions]
    repeat = may_repeat(request)
    factions: Any = request.factions
    if wanted is not None:
        factions = deal(wanted, pool_of(request, collections), repeat=repeat)
    return Setup(
        len(names),
        factions=factions,
        edition=request.edition,
        seed=seed,
        names=distinct(names),
        duplicates=repeat,
        target_vp=request.target_vp,
        titans=request.titans,
        first_player=request.first if request.first is None or request.first < len(names) else None,
        banned=request.banned,
        bans=request.bans,
        ask_everyone=True,
        sets=allowed_sets(request, collections) if isinstance(factions, str) else None,
    )


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
