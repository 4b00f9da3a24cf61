"""Writes the pages made from code: docs/cards, a page for each faction and supply, and the tests of each rule."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from basebash import FACTIONS, Faction, Printed
from basebash.engine import ACTION, MINION, ON_BASE, ON_MINION, ON_YOUR_MINION, TITAN, Base, Monster
from basebash.engine.data.terms import FUSION
from basebash.engine.vocabulary.printed import PACKS, SUPPLIES
from tools import rule_index

OFFICIAL = [faction for faction in FACTIONS.values() if faction.set_name not in PACKS]
FOLDER = Path(__file__).parent.parent / "docs" / "cards"
PLAYED = {ON_BASE: "action on a base", ON_MINION: "action on a minion", ON_YOUR_MINION: "action on your minion"}


def slug(name: str) -> str:
    """Return the file name of a faction's page."""
    return re.sub(r"[^a-z]+", "-", name.lower().replace("'", "")).strip("-") + ".md"


def describe(card: Printed) -> str:
    """Return a card as Markdown: what is printed, its text, its rulings."""
    if isinstance(card, Base):
        head = f"base · breakpoint {card.breakpoint} · VP {', '.join(map(str, card.vp))}"
        head += f" · {card.monsters} monster{'s' if card.monsters > 1 else ''}" if card.monsters else ""
    elif isinstance(card, Monster):
        label = "undead monster" if "Undead" in card.traits else "monster"
        head = f"{label} · power {card.power} · {card.treasures} treasure{'' if card.treasures == 1 else 's'}"
    elif card.kind == MINION:
        head = f"minion · power {card.power}"
    elif card.kind == FUSION:
        head = f"fusion · power {card.power}"
    elif card.kind == TITAN:
        head = "titan"
    else:
        head = PLAYED.get(card.plays_on, "action")
    copies = f" · {card.copies} copies" if card.copies > 1 else ""
    lines = [f"### {card.name}", "", f"*{head}{copies}*", "", card.text]
    if card.rulings:
        lines += ["", *(f"- {ruling}" for ruling in card.rulings)]
    return "\n".join(lines)


def page(faction: Faction) -> str:
    """Return a faction's page."""
    groups = (
        ("Minions", [card for card in faction.cards if card.kind == MINION]),
        ("Actions", [card for card in faction.cards if card.kind == ACTION]),
        ("Fusions", [card for card in faction.cards if card.kind == FUSION]),
        ("Titans", list[Printed](faction.titans)),
        ("Bases", list[Printed](faction.bases)),
    )
    head = f"*{faction.set_name}* · [all factions](README.md)"
    if faction.summary:
        head += f" · {faction.difficulty_name} · {faction.summary}"
    parts = [f"# {faction.name}", head, *([faction.intro] if faction.intro else [])]
    for title, cards in groups:
        if cards:
            parts += [f"## {title}", *(describe(card) for card in cards)]
    return "\n\n".join(parts) + "\n"


def index() -> str:
    """Return the page of all factions, set by set."""
    parts = [
        "# The cards",
        (
            f"Every card and base that Basebash plays ({len(OFFICIAL)} factions), with its text and rulings in our own "
            "words. Made from the code by `make gallery`."
        ),
    ]
    sets: dict[str, list[Faction]] = {}
    for faction in OFFICIAL:
        sets.setdefault(faction.set_name, []).append(faction)
    for name in sorted(sets):
        factions = sorted(sets[name], key=lambda faction: faction.name)
        parts.append(f"## {name}")
        lines = [f"- [{f.name}]({slug(f.name)}): {f.intro.split('. ')[0].rstrip('.')}." for f in factions]
        supplies = [supply for supply in SUPPLIES.values() if supply.set_name == name]
        lines += [f"- [{supply.name}]({slug(supply.name)}): cards of no faction." for supply in supplies]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def pages() -> dict[str, str]:
    """Return all pages by file name."""
    every = (*OFFICIAL, *SUPPLIES.values())
    return {"README.md": index()} | {slug(faction.name): page(faction) for faction in every}


def main() -> None:
    """Write the pages and remove outdated ones."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for old in FOLDER.glob("*.md"):
        if old.name not in wanted:
            old.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    rule_index.INDEX.write_text(rule_index.index(), encoding="utf-8")
    sys.stdout.write(f"{len(wanted)} pages in {FOLDER}, and {rule_index.INDEX}\n")


if __name__ == "__main__":
    main()
