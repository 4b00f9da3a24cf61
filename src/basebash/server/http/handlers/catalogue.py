"""All factions and cards. The response is computed once."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from typing import Any

from basebash import CARDS, FACTIONS, Printed, __version__
from basebash.engine import Base, Faction
from basebash.engine.data.terms import (
    EDITIONS,
    HAND,
    KIND_NAMES,
    MINION,
    NO_WINDOW,
    ON_BASE,
    ON_MINION,
    ON_YOUR_MINION,
)
from basebash.engine.vocabulary.colours import colour_problems, derive_colours
from basebash.engine.vocabulary.printed import DIFFICULTIES, PACKS, SUPPLIES, TAGS
from basebash.server import messages
from basebash.server.http.exchange import Request, Response
from basebash.server.http.handlers.pack_icons import address_of_icon
from basebash.server.http.responses import accepts, json_response

_PLAYED_ON = {ON_BASE: "base", ON_MINION: "minion", ON_YOUR_MINION: "your minion"}


async def get_catalogue(request: Request) -> Response:
    """Return all factions and cards; 304 if the client has them already."""
    headers = {"ETag": _tag(), "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == _tag():
        return Response(status=304)
    if accepts(request, "gzip"):
        return json_response(_compressed(), headers={**headers, "Content-Encoding": "gzip"})
    return json_response(catalogue_json(), headers=headers)


@cache
def _tag() -> str:
    return f'W/"{hashlib.sha256(catalogue_json()).hexdigest()[:16]}"'


@cache
def _compressed() -> bytes:
    return gzip.compress(catalogue_json(), 6, mtime=0)


@cache
def catalogue_json() -> bytes:
    """Return all factions and cards as JSON."""
    keys = _catalogue_keys()
    return messages.encode(
        messages.Catalogue(
            version=__version__,
            factions=[_faction(faction, keys) for faction in FACTIONS.values()],
            supplies=[_faction(supply, keys) for supply in SUPPLIES.values()],
            difficulties=list(DIFFICULTIES),
            tags=list(TAGS),
            cards={keys[card.key]: _card(card, keys[card.key]) for card in CARDS},
            sets=list(dict.fromkeys(faction.set_name for faction in FACTIONS.values())),
            editions=list(EDITIONS),
            levels=list(messages.LEVELS),
        )
    )


def _catalogue_keys() -> dict[str, str]:
    """Return the name by which each printed card is looked up; reprints and some bases share a name."""
    found: dict[str, str] = {}
    for card in sorted(CARDS, key=lambda card: isinstance(card, Base)):
        key = card.name
        if key in found.values():
            key = f"{card.name} ({'base' if isinstance(card, Base) else card.faction.name})"
        found[card.key] = key
    return found


def _icon(faction: Faction) -> str:
    """Return the name of a glyph, or the address of an icon that the pack brings; empty if it cannot be shown."""
    if not faction.icon.endswith(".svg"):
        return faction.icon
    return address_of_icon(PACKS.get(faction.set_name, "").partition(" ")[0], faction)


def _faction(faction: Faction, keys: dict[str, str]) -> messages.FactionEntry:
    ink, pop = faction.ink, faction.pop
    if colour_problems(ink, pop):  # a pack may bring colours that nobody can read
        ink, pop = derive_colours(faction.name)
    return messages.FactionEntry(
        name=faction.name,
        set=faction.set_name,
        intro=faction.intro,
        summary=faction.summary,
        difficulty=faction.difficulty,
        tags=list(faction.tags),
        icon=_icon(faction),
        ink=ink,
        pop=pop,
        hyphenated=faction.hyphenated,
        partner=messages.Partner(*faction.partner) if faction.partner and faction.partner[0] in FACTIONS else None,
        pack=PACKS.get(faction.set_name, ""),
        cards=[keys[card.key] for card in faction.cards],
        bases=[keys[base.key] for base in faction.bases],
        titans=[keys[titan.key] for titan in faction.titans],
    )


def _card(card: Printed, key: str) -> messages.CardEntry:
    base = card if isinstance(card, Base) else None
    kind: Any = KIND_NAMES[card.kind]
    played_on: Any = _PLAYED_ON.get(card.plays_on, "") if card.kind != MINION and base is None else ""
    return messages.CardEntry(
        key=key,
        name=card.name,
        kind=kind,
        power=card.power,
        copies=card.copies,
        text=card.text,
        rulings=list(card.rulings),
        faction=card.faction.name,
        set=card.faction.set_name,
        plays_on=played_on,
        breakpoint=0 if base is None else base.breakpoint,
        vp=[] if base is None else list(base.vp),
        talent="talent" in card.hooks,
        special=card.window != NO_WINDOW or HAND in sum(card.listens_from.values(), ()) or "Special:" in card.text,
        ongoing=bool(played_on) or "Ongoing:" in card.text,
    )
