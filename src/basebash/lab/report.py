"""A lab's report: its findings in words, charts and tables, as one page."""

from __future__ import annotations

from html import escape
from pathlib import Path

from basebash import __version__
from basebash.lab.analysis import Findings, analyse
from basebash.lab.page import (
    page_html,
)
from basebash.lab.report_games import base_section, card_section, length_section, source_section
from basebash.lab.report_strengths import (
    bot_section,
    faction_section,
    matchup_section,
    pair_section,
    turn_order_section,
)
from basebash.lab.report_text import (
    games,
    joined,
    player_counts,
    strong,
)


def write_report(folder: Path, file: Path) -> Findings:
    """Write the report of a lab to a file."""
    found = analyse(folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(report_html(found), encoding="utf-8")
    return found


def report_html(found: Findings) -> str:
    """Return the report as HTML."""
    sections = [
        faction_section(found),
        pair_section(found),
        matchup_section(found),
        turn_order_section(found),
        length_section(found),
        source_section(found),
        card_section(found),
        base_section(found),
    ]
    if found.bots.height > 1:
        sections.append(bot_section(found))
    return page_html(f"What {games(found)} tell", _lead(found), _facts(found), sections, _footer(found))


def _lead(found: Findings) -> str:
    best, worst = found.factions.row(0, named=True), found.factions.row(-1, named=True)
    bots = joined([escape(name) for name in found.bots["name"].sort()])
    return (
        f"Games of {player_counts(found)} players by {bots} bots, with decks out of {found.factions.height} factions. "
        f"{strong(best['name'])} came out strongest, {strong(worst['name'])} weakest. The findings "
        "hold for these players; others, who think differently, may find other things strong."
    )


def _facts(found: Findings) -> list[tuple[str, str]]:
    plan = found.settings["plan"]
    facts = [("Games", f"{found.games:,}")]
    facts += [(f"With {row['players']} players", f"{row['games']:,}") for row in found.by_players.iter_rows(named=True)]
    facts += [
        ("Bots", ", ".join(dict.fromkeys(plan["bots"]))),
        ("Factions", str(found.factions.height)),
        ("Edition", str(plan["edition"])),
        ("Seed", str(plan["seed"])),
    ]
    if found.given_up:
        facts.append(("Given up", f"{found.given_up:,}"))
    return facts


def _footer(found: Findings) -> str:
    return (
        "<p>All intervals are 95 % intervals: about one in twenty misses the true value by chance. Where many things "
        "are compared at once, some will stand out by luck alone. The same seed and settings give the same games.</p>"
        f"<p>Made by Basebash {escape(__version__)} from a lab of Basebash {escape(found.settings['basebash'])}. An "
        "unofficial fan project, compatible with Smash Up and not affiliated with AEG.</p>"
    )
