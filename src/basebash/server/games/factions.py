"""Which factions a table plays with: what may be dealt, and what its players pick."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from basebash import FACTIONS, BadSetup, UnknownName, find_faction
from basebash.engine.vocabulary.printed import BASES, PACKS
from basebash.server.messages import TableSettings


def packs_of(request: TableSettings) -> list[str]:
    """Return the name and version of each pack that a table uses or may use."""
    chosen = request.factions if not isinstance(request.factions, str) else []
    named = [FACTIONS[name].set_name for pair in chosen for name in pair or () if name in FACTIONS]
    labels = {PACKS[name] for name in named if name in PACKS}
    return sorted(labels | {label for label in PACKS.values() if _name_of(label) in request.packs})


def allowed_sets(request: TableSettings, collections: Sequence[Sequence[str]] = ()) -> list[str]:
    """Return the sets that factions come from: the built-in ones and those of the wanted packs.

    `collections`: the sets that each person has; an empty one stands for all. With `union` or `intersection` only
    sets count that somebody, or everybody, has.
    """
    known = {_name_of(label) for label in PACKS.values()}
    for name in request.packs:
        if name not in known:
            raise UnknownName("pack", name, sorted(known))
    sets = [name for name in BASES if name not in PACKS or _name_of(PACKS[name]) in request.packs]
    limited = [set(sets) & set(collection) if collection else set(sets) for collection in collections]
    if request.collections == "all" or not limited:
        return sets
    combine = set.union if request.collections == "union" else set.intersection
    owned = combine(*limited)
    return [name for name in sets if name in owned]


def pool_of(request: TableSettings, collections: Sequence[Sequence[str]] = ()) -> list[str]:
    """Return the factions that may be dealt, drafted and picked in the room."""
    sets = set(allowed_sets(request, collections))
    banned = {find_faction(name).name for name in request.banned}
    return [name for name, faction in FACTIONS.items() if faction.set_name in sets and name not in banned]


def may_repeat(request: TableSettings) -> bool:
    """Whether two players may have the same faction: also where nobody sees what the others pick."""
    return request.duplicates or (request.factions == "choose" and request.hidden_picks)


def check_pick(
    request: TableSettings, pick: Sequence[str], others: Sequence[Sequence[str]], pool: Sequence[str]
) -> list[str]:
    """Return the names of what a player picks in the room; `BasebashError` says why it cannot be picked."""
    names = [find_faction(name).name for name in pick]
    if len(names) > 2 or len(set(names)) != len(names):
        raise BadSetup("Pick two different factions.")
    for name in names:
        if name not in pool:
            raise BadSetup(f"{name} is not among the factions of this table.")
        if not may_repeat(request) and any(name in other for other in others):
            raise BadSetup(f"Another player has {name}.")
    return names


def deal(wanted: Sequence[Sequence[str] | None], pool: Sequence[str], *, repeat: bool) -> list[list[str]]:
    """Return a pair for each seat: the wanted factions, and random ones from the pool for those that are missing.

    `repeat`: two seats may have the same faction.
    """
    taken = {name for pair in wanted for name in pair or ()}
    left = [name for name in pool if repeat or name not in taken]
    dealt = []
    for pair in wanted:
        own = list(pair or ())
        free = [name for name in left if name not in own]
        if len(free) < 2 - len(own):
            raise BadSetup("There are not enough factions for all seats: allow duplicates, or more sets.")
        dealt.append(own + secrets.SystemRandom().sample(free, 2 - len(own)))
        left = [name for name in left if repeat or name not in dealt[-1]]
    return dealt


def _name_of(label: str) -> str:
    return label.partition(" ")[0]
