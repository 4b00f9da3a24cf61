"""Every card of the browser table has a picture, and within a faction no two cards share one."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from basebash import FACTIONS, Setup
from basebash.engine import CARDS
from basebash.engine.vocabulary.printed import PACKS, SUPPLIES
from basebash.packs import glyphs

OFFICIAL = Setup().pool
ICONS = json.loads((Path(__file__).parents[1] / "web" / "src" / "data" / "icons.json").read_text(encoding="utf-8"))


def test_every_card_has_an_icon() -> None:
    assert {card.name for card in CARDS if card.faction.set_name not in PACKS} - set(ICONS["cards"]) == set()


def test_every_faction_has_an_icon_of_its_own() -> None:
    """The icons of factions are on every page, so they are in the small sprite."""
    icons = Counter(FACTIONS[name].icon for name in OFFICIAL)
    assert {*icons, *(supply.icon for supply in SUPPLIES.values())} <= set(ICONS["common"])
    assert {icon for icon, count in icons.items() if count > 1} == set()


@pytest.mark.parametrize("name", OFFICIAL)
def test_a_faction_does_not_repeat_itself(name: str) -> None:
    faction = FACTIONS[name]
    used = Counter(ICONS["cards"][card.name] for card in (*faction.cards, *faction.titans, *faction.bases))
    assert {icon: count for icon, count in used.items() if count > 1} == {}


def test_packs_can_use_every_glyph_that_is_drawn() -> None:
    """`npm run icons` writes the names, so that packs can be checked without the browser client."""
    assert glyphs() == {*ICONS["common"], *ICONS["cards"].values()}
