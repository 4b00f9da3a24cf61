"""Searching the cards on the command line."""

from __future__ import annotations

import re
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from basebash import CARDS, FACTIONS, BasebashError, Printed, UnknownName, find_faction
from basebash.engine import Base, key
from basebash.engine.terms import ACTION, BASE, KIND_NAMES, MINION, ON_BASE, ON_MINION, ON_YOUR_MINION, TITAN
from basebash.scenario import Scenario, read_scenarios
from basebash.scenario.files import scenario_files

_PLAYED = {ON_BASE: "on a base", ON_MINION: "on a minion", ON_YOUR_MINION: "on your minion"}


def show_cards(
    console: Console, name: str, *, set_name: str, faction: str, kind: str, power: int | None, text: str
) -> None:
    """Prints the cards that fit; a single one whole, with its rulings."""
    kinds = [KIND_NAMES[known] for known in (MINION, ACTION, BASE, TITAN)]
    if kind and kind not in kinds:
        raise UnknownName("kind", kind, kinds)
    if faction:
        faction = find_faction(faction).name
    if set_name:
        sets = sorted({f.set_name for f in FACTIONS.values()})
        fitting = [known for known in sets if key(set_name) in key(known)]
        if not fitting:
            raise UnknownName("set", set_name, sets)
        set_name = fitting[0]
    if name and not (faction or set_name or kind or text) and key(name) in {key(f) for f in FACTIONS}:
        faction, name = find_faction(name).name, ""
        console.print(Panel(FACTIONS[faction].intro, title=f"{faction} — {FACTIONS[faction].set_name}"))
    found = [
        card
        for card in CARDS
        if key(name) in key(card.name)
        and (not faction or card.faction.name == faction)
        and (not set_name or card.faction.set_name == set_name)
        and (not kind or KIND_NAMES[card.kind] == kind)
        and (power is None or (card.kind == MINION and card.power == power))
        and text.lower() in card.text.lower()
    ]
    exact = [card for card in found if name and key(card.name) == key(name)]
    if exact:
        _show_card(console, exact[0])
    elif not found:
        raise (
            UnknownName("card", name, [card.name for card in CARDS]) if name else BasebashError("No card is like that.")
        )
    elif len(found) == 1:
        _show_card(console, found[0])
    else:
        _show_list(console, found)


def strength(card: Printed) -> str:
    """The number of a card: power, or breakpoint and VP."""
    if isinstance(card, Base):
        return f"{card.breakpoint} ({'/'.join(map(str, card.vp))})"
    return str(card.power) if card.kind == MINION else ""


def _show_list(console: Console, found: list[Printed]) -> None:
    table = Table("Card", "", "", "Faction", "Text", header_style="bold")
    for card in found:
        copies = f"x{card.copies}" if card.copies > 1 else ""
        kind = KIND_NAMES[card.kind]
        table.add_row(f"{card.name} {copies}", kind, strength(card), card.faction.name, card.text)
    console.print(table)
    console.print(f"{len(found)} cards")


def _show_card(console: Console, card: Printed) -> None:
    kind = KIND_NAMES[card.kind]
    played = _PLAYED.get(card.plays_on, "") if card.kind == ACTION else ""
    head = " ".join(part for part in (strength(card), kind, played) if part)
    body = Text(f"{head} · {card.faction.name} · {card.faction.set_name}")
    if card.copies > 1:
        body.append(f" · {card.copies} copies")
    body.append(f"\n\n{card.text}")
    for ruling in card.rulings:
        body.append(f"\n\n• {ruling}", style="dim")
    console.print(Panel(body, title=card.name, width=min(console.width, 84)))


def untested(folder: Path) -> list[str]:
    """The cards and rulings that no scenario names in its `source`."""
    named: set[str] = set()
    for file in scenario_files(folder):
        for scenario in read_scenarios(file):
            if isinstance(scenario, Scenario):
                named |= {_part(part) for part in scenario.source}
    missing = []
    for card in CARDS:
        wanted = [card.name, *(f"{card.name} ruling {n + 1}" for n in range(len(card.rulings)))]
        tested = [name for name in wanted if _part(name) in named]
        if not tested:
            missing.append(card.name)
        missing += [name for name in wanted[1:] if name not in tested]
    return missing


def _part(part: str) -> str:
    """A part of a source, comparable: a card's name and perhaps the number of a ruling."""
    match = re.fullmatch(r"(.*?)(?: (?:ruling|rulings) (\d+))?", part.strip())
    assert match is not None
    return f"{key(match[1])} {match[2] or ''}".strip()


def show_untested(console: Console, folder: Path) -> int:
    """Prints what no scenario tests, and gives back how much that is."""
    if not folder.is_dir():
        raise BasebashError(f"There is no folder {folder}; say where the scenarios are with --tests.")
    missing = untested(folder)
    for name in missing:
        console.print(name, markup=False)
    console.print(f"{len(missing)} untested")
    return len(missing)
