"""Writes the card gallery, docs/cards/: a page for each faction, made from the code."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from basebash import FACTIONS, Faction, Printed
from basebash.engine import ACTION, MINION, ON_BASE, ON_MINION, ON_YOUR_MINION, Base

FOLDER = Path(__file__).parent.parent / "docs" / "cards"
PLAYED = {ON_BASE: "action on a base", ON_MINION: "action on a minion", ON_YOUR_MINION: "action on your minion"}


def slug(name: str) -> str:
    """The file name of a faction's page."""
    return re.sub(r"[^a-z]+", "-", name.lower().replace("'", "")).strip("-") + ".md"


def describe(card: Printed) -> str:
    """A card as Markdown: what is printed, its text, its rulings."""
    if isinstance(card, Base):
        head = f"base · breakpoint {card.breakpoint} · VP {', '.join(map(str, card.vp))}"
    elif card.kind == MINION:
        head = f"minion · power {card.power}"
    else:
        head = PLAYED.get(card.plays_on, "action")
    copies = f" · {card.copies} copies" if card.copies > 1 else ""
    lines = [f"### {card.name}", "", f"*{head}{copies}*", "", card.text]
    if card.rulings:
        lines += ["", *(f"- {ruling}" for ruling in card.rulings)]
    return "\n".join(lines)


def page(faction: Faction) -> str:
    """A faction's page."""
    groups = (
        ("Minions", [card for card in faction.cards if card.kind == MINION]),
        ("Actions", [card for card in faction.cards if card.kind == ACTION]),
        ("Bases", list[Printed](faction.bases)),
    )
    parts = [f"# {faction.name}", f"*{faction.set_name}* · [all factions](README.md)", faction.intro]
    for title, cards in groups:
        parts += [f"## {title}", *(describe(card) for card in cards)]
    return "\n\n".join(parts) + "\n"


def index() -> str:
    """The page of all factions, set by set."""
    parts = [
        "# The cards",
        (
            "Every card and base that Basebash plays, with its text and rulings in our own words. "
            "Made from the code by `make gallery`."
        ),
    ]
    sets: dict[str, list[Faction]] = {}
    for faction in FACTIONS.values():
        sets.setdefault(faction.set_name, []).append(faction)
    for name in sorted(sets):
        factions = sorted(sets[name], key=lambda faction: faction.name)
        parts.append(f"## {name}")
        parts.append(
            "\n".join(f"- [{f.name}]({slug(f.name)}): {f.intro.split('. ')[0].rstrip('.')}." for f in factions)
        )
    return "\n\n".join(parts) + "\n"


def pages() -> dict[str, str]:
    """All pages by file name."""
    return {"README.md": index()} | {slug(faction.name): page(faction) for faction in FACTIONS.values()}


def main() -> None:
    """Writes the pages and removes those that no longer belong."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for old in FOLDER.glob("*.md"):
        if old.name not in wanted:
            old.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(wanted)} pages in {FOLDER}\n")


if __name__ == "__main__":
    main()
