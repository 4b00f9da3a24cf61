"""What players read about a faction is complete, consistent and readable."""

from __future__ import annotations

import itertools
import math
import re
from pathlib import Path

import pytest

from basebash import FACTIONS
from basebash.engine.vocabulary.colours import colour_problems, contrast, derive_colours
from basebash.engine.vocabulary.printed import DIFFICULTIES, SUPPLIES, TAGS, Faction

ALL: tuple[Faction, ...] = (*FACTIONS.values(), *SUPPLIES.values())
CLIENT = Path(__file__).parents[1] / "web" / "src"
TOKENS = (CLIENT / "styles" / "tokens.css").read_text(encoding="utf-8")
THEMES = ("light", "dark")


def token(name: str, theme: str) -> str:
    """A colour of the style sheet in one of its two themes."""
    match = re.search(rf"--{name}: light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)", TOKENS)
    assert match is not None, name
    return match[1 + THEMES.index(theme)]


def oklab(colour: str) -> tuple[float, float, float]:
    """A colour where distances are those that people see."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    l_ = math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    m = math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    s = math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    return (
        0.2104542553 * l_ + 0.793617785 * m - 0.0040720468 * s,
        1.9779984951 * l_ - 2.428592205 * m + 0.4505937099 * s,
        0.0259040371 * l_ + 0.7827717662 * m - 0.808675766 * s,
    )


@pytest.mark.parametrize("faction", FACTIONS.values(), ids=FACTIONS)
def test_a_faction_says_what_it_does(faction: Faction) -> None:
    assert 3 <= len(faction.summary.split()) <= 7
    assert 1 <= faction.difficulty <= len(DIFFICULTIES)
    assert faction.tags
    assert set(faction.tags) <= set(TAGS)
    assert len(set(faction.tags)) == len(faction.tags)


def test_names_are_divided_without_changing_them() -> None:
    assert [faction.name for faction in ALL if faction.hyphenated.replace("|", "") != faction.name] == []


def test_partners_exist_and_some_suit_beginners() -> None:
    pairs = [(faction, FACTIONS[faction.partner[0]]) for faction in ALL if faction.partner]
    assert sum(one.difficulty + other.difficulty <= 3 for one, other in pairs) >= 2  # the guided game needs two


def test_the_client_names_no_faction() -> None:
    """What it shows comes from the catalogue, so a faction of a pack is shown like any other."""
    names = "|".join(re.escape(name) for name in FACTIONS)
    named = re.compile(rf"['\"`>]({names})['\"`<]")
    files = [path for path in CLIENT.rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    assert len(files) > 100
    assert [(path.name, found) for path in files for found in named.findall(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("faction", ALL, ids=lambda faction: faction.name)
def test_the_colours_of_a_faction_can_be_read(faction: Faction) -> None:
    assert colour_problems(faction.ink, faction.pop) == []


@pytest.mark.parametrize("theme", THEMES)
def test_a_faction_stands_out_in_both_themes(theme: str) -> None:
    """Of the ink and the pop, at least one has the contrast of a graphic against every surface of the theme."""
    for surface in (token(name, theme) for name in ("table", "surface", "raised")):
        faint = [f.name for f in ALL if max(contrast(f.ink, surface), contrast(f.pop, surface)) < 3]
        assert faint == []


def test_no_two_factions_look_alike() -> None:
    close = [
        (one.name, other.name)
        for one, other in itertools.combinations(FACTIONS.values(), 2)
        if math.hypot(1.6 * math.dist(oklab(one.ink), oklab(other.ink)), math.dist(oklab(one.pop), oklab(other.pop)))
        < 0.06
    ]
    assert close == []


@pytest.mark.parametrize("theme", THEMES)
def test_derived_colours_can_be_read(theme: str) -> None:
    """A faction without colours gets a pair with more contrast than is asked of others."""
    for number in range(500):
        ink, pop = derive_colours(f"Faction {number}")
        assert colour_problems(ink, pop) == []
        assert contrast("#ffffff", ink) >= 7
        assert contrast(pop, ink) >= 4.9
        surface = token("surface", theme)
        assert max(contrast(ink, surface), contrast(pop, surface)) >= 3


@pytest.mark.parametrize(
    ("ink", "pop", "problem"),
    [
        ("#fffdd0", "#000000", "white text on the ink #fffdd0"),
        ("#333333", "#444444", "the pop #444444 on the ink #333333"),
        ("red", "#ffffff", "'red' is not a colour"),
        ("#112233", "#fff;}", "'#fff;}' is not a colour"),
    ],
)
def test_unreadable_colours_are_named(ink: str, pop: str, problem: str) -> None:
    assert [problem in text for text in colour_problems(ink, pop)] == [True]
