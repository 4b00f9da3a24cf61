"""Searches the cards and factions on the command line."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from basebash import CARDS, FACTIONS, BasebashError, Printed, UnknownName, find_faction
from basebash.engine import Base, Faction, Monster, key
from basebash.engine.data.terms import (
    ACTION,
    FUSION,
    KIND_NAMES,
    MADNESS,
    MINION,
    MONSTERS,
    ON_BASE,
    ON_MINION,
    ON_YOUR_MINION,
    TREASURES,
)
from basebash.engine.vocabulary.printed import DIFFICULTIES, PACKS
from basebash.scenario import Scenario, read_scenarios
from basebash.scenario.files import scenario_files

KINDS = ("minion", "action", "fusion", "base", "titan", "monster", "treasure", "madness")
_SUPPLY = {MADNESS: "madness", MONSTERS: "monster", TREASURES: "treasure"}
_PLAYED = {ON_BASE: "on a base", ON_MINION: "on a minion", ON_YOUR_MINION: "on your minion"}


def show_cards(
    console: Console,
    name: str,
    *,
    set_name: str,
    faction: str,
    kind: str,
    power: int | None,
    text: str,
    has_code: bool = False,
) -> None:
    """Print the matching cards; a single one in full, with its rulings and, if `has_code`, as it is written."""
    if kind and kind not in KINDS:
        raise UnknownName("kind", kind, list(KINDS))
    if faction:
        faction = find_faction(faction).name
    if set_name:
        set_name = find_set(set_name)
    if name and not (faction or set_name or kind or text) and key(name) in {key(f) for f in FACTIONS}:
        faction, name = find_faction(name).name, ""
        chosen = FACTIONS[faction]
        summary = f"{chosen.summary} · {chosen.difficulty_name}\n\n" if chosen.summary else ""
        console.print(Panel(f"{summary}{chosen.intro}", title=f"{faction} — {set_title(chosen)}"))
    found = [
        card
        for card in CARDS
        if key(name) in key(card.name)
        and (not faction or card.faction.name == faction)
        and (not set_name or card.faction.set_name == set_name)
        and (not kind or kind in kinds_of(card))
        and (power is None or (card.kind & MINION and card.power == power))
        and text.lower() in card.text.lower()
    ]
    exact = [card for card in found if name and key(card.name) == key(name)]
    if exact:
        show_card(console, exact[0], has_code=has_code)
    elif not found:
        raise (UnknownName("card", name, [card.name for card in CARDS]) if name else BasebashError("No card matches."))
    elif len(found) == 1:
        show_card(console, found[0], has_code=has_code)
    else:
        _show_list(console, found)


def find_set(name: str) -> str:
    """Return the set with this in its name; raise `UnknownName` with the nearest ones."""
    sets = sorted({faction.set_name for faction in FACTIONS.values()})
    for known in sets:
        if key(name) in key(known):
            return known
    raise UnknownName("set", name, sets)


def pick_factions(sets: str = "", bans: str = "", search: str = "") -> list[str]:
    """Return the factions of some sets (names or parts of them, separated by commas), except the banned ones."""
    wanted = [find_set(name) for name in sets.split(",") if name.strip()]
    banned = [find_faction(name).name for name in bans.split(",") if name.strip()]
    return [
        faction.name
        for faction in FACTIONS.values()
        if (not wanted or faction.set_name in wanted)
        and faction.name not in banned
        and search.lower() in f"{faction.name} {faction.summary} {faction.intro}".lower()
    ]


def show_factions(console: Console, *, sets: str, search: str, difficulty: str) -> None:
    """Print the matching factions, set by set."""
    if difficulty and difficulty not in DIFFICULTIES:
        raise UnknownName("difficulty", difficulty, list(DIFFICULTIES))
    names = pick_factions(sets, search=search)
    found = [FACTIONS[name] for name in names if difficulty in ("", FACTIONS[name].difficulty_name)]
    if not found:
        raise BasebashError("No faction matches.")
    table = Table("Faction", "Set", "", "What it does", "Titans", header_style="bold")
    for faction in sorted(found, key=_by_set):
        titans = ", ".join(titan.name for titan in faction.titans)
        table.add_row(faction.name, set_title(faction), faction.difficulty_name, faction.summary, titans)
    console.print(table)
    console.print(f"{len(found)} factions")


def set_title(faction: Faction) -> str:
    """Return the name of a faction's set, marked if it comes from a pack."""
    pack = PACKS.get(faction.set_name)
    return faction.set_name if pack is None else f"{faction.set_name} (pack {pack})"


def _by_set(faction: Faction) -> tuple[str, str]:
    return faction.set_name, faction.name


def kinds_of(card: Printed) -> list[str]:
    """Return a card's kind in words, with the supply it comes from."""
    kind = "fusion" if card.kind == FUSION else KIND_NAMES[card.kind]
    return [kind, *([_SUPPLY[card.seat]] if card.seat else [])]


def strength(card: Printed) -> str:
    """Return the number of a card: power, or breakpoint and VP."""
    if isinstance(card, Base):
        monsters = f" {card.monsters} monsters" if card.monsters else ""
        return f"{card.breakpoint} ({'/'.join(map(str, card.vp))}){monsters}"
    treasures = f" ({card.treasures} treasures)" if isinstance(card, Monster) else ""
    return f"{card.power}{treasures}" if card.kind & MINION else ""


def _show_list(console: Console, found: list[Printed]) -> None:
    table = Table("Card", "", "", "Faction", "Text", header_style="bold")
    for card in found:
        copies = f"x{card.copies}" if card.copies > 1 else ""
        kind = kinds_of(card)[-1]
        table.add_row(f"{card.name} {copies}", kind, strength(card), card.faction.name, card.text)
    console.print(table)
    console.print(f"{len(found)} cards")


def show_card(console: Console, card: Printed, *, has_code: bool = False) -> None:
    """Print a card in full, with its rulings and, if `has_code`, as it is written."""
    kind = " ".join(reversed(kinds_of(card)))
    played = _PLAYED.get(card.plays_on, "") if card.kind == ACTION else ""
    head = " ".join(part for part in (strength(card), kind, played) if part)
    body = Text(f"{head} · {card.faction.name} · {set_title(card.faction)}")
    if card.copies > 1:
        body.append(f" · {card.copies} copies")
    body.append(f"\n\n{card.text}")
    for ruling in card.rulings:
        body.append(f"\n\n• {ruling}", style="dim")
    console.print(Panel(body, title=card.name, width=min(console.width, 84)))
    if has_code:
        console.print(_code_of(card), markup=False, highlight=False, soft_wrap=True)


def _code_of(card: Printed) -> str:
    """The class of a card as it is written."""
    cls = type(card)
    module = sys.modules[cls.__module__]
    file = Path(module.__file__ or "").parent / f"{cls.__module__.rpartition('.')[2]}.py"  # beside a compiled module
    if not file.is_file():
        raise BasebashError(f"The code of {card.name} is not installed.")
    text = file.read_text(encoding="utf-8")
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef) and node.name == cls.__name__]
    return "\n\n".join(ast.get_source_segment(text, node) or "" for node in found)


def untested(folder: Path) -> list[str]:
    """Return the official cards and rulings that no scenario names in its `source`; packs have checks of their own."""
    named: set[str] = set()
    for file in scenario_files(folder):
        for scenario in read_scenarios(file):
            if isinstance(scenario, Scenario):
                named |= {_part(part) for part in scenario.source}
    missing = []
    for card in (card for card in CARDS if card.faction.set_name not in PACKS):
        wanted = [card.name, *(f"{card.name} ruling {n + 1}" for n in range(len(card.rulings)))]
        tested = [name for name in wanted if _part(name) in named]
        if not tested:
            missing.append(card.name)
        missing += [name for name in wanted[1:] if name not in tested]
    return missing


def _part(part: str) -> str:
    """Normalise a part of a source: a card's name and, if given, the number of a ruling."""
    match = re.fullmatch(r"(.*?)(?: (?:ruling|rulings) (\d+))?", part.strip())
    assert match is not None
    return f"{key(match[1])} {match[2] or ''}".strip()


def show_untested(console: Console, folder: Path) -> int:
    """Print what no scenario tests, and return how much that is."""
    if not folder.is_dir():
        raise BasebashError(f"There is no folder {folder}; say where the scenarios are with --tests.")
    missing = untested(folder)
    for name in missing:
        console.print(name, markup=False)
    console.print(f"{len(missing)} untested")
    return len(missing)
