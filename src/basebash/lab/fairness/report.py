"""The answer to "is it fair?", as one line and as one page."""

from __future__ import annotations

import math
from html import escape
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl

from basebash import __version__
from basebash.engine import key
from basebash.lab import charts
from basebash.lab.charts import Spec
from basebash.lab.fairness.details import SELDOM
from basebash.lab.fairness.measure import Measured
from basebash.lab.fairness.run import FactionFindings, PackFindings
from basebash.lab.page import (
    Column,
    Figure,
    Section,
    Table,
    count,
    decimal,
    estimate,
    page_html,
    percent,
    plain,
    points,
    rows_of,
    text,
)

SHOWN = 12  # partners, opponents and bases at each end
MOST_GAMES = 20_000  # beyond these, more games are no advice
OUTER = 0.05  # official factions at each end; a faction beyond these is unusually strong or weak
_COLOURS = "Green: the whole interval is above the middle; orange: below."


def answer(found: Measured) -> str:
    """Return the answer in one line."""
    row = found.standings.row(by_predicate=pl.col("is_new"), named=True)
    official = found.standings.filter(~pl.col("is_new"))["chance"].sort()
    weak, strong = (float(official.quantile(share) or 0.5) for share in (OUTER, 1 - OUTER))
    says = verdict(row["chance"], row["low"], row["high"], (weak, strong), found.games)
    return (
        f"{found.name} beats an average opponent in {100 * row['chance']:.1f} % of games "
        f"({100 * row['low']:.1f} to {100 * row['high']:.1f}), place {found.rank} of {len(official) + 1}: "
        f"{says}."
    )


def change_line(row: dict[str, Any]) -> str:
    """Return the effect of a change in one line."""
    change, low, high = (f"{100 * row[name]:+.1f}" for name in ("change", "low", "high"))
    return f"{row['name']} changes its wins by {change} points ({low} to {high}, {row['games']:,} paired games)."


def verdict(middle: float, low: float, high: float, official: tuple[float, float], games: int) -> str:
    """Compare an interval, found in so many games, with the range of official factions."""
    weak, strong = official
    if low > strong:
        return "stronger than nearly all official factions"
    if high < weak:
        return "weaker than nearly all official factions"
    if low >= weak and high <= strong:
        return "within the range of the official factions"
    gap = min(abs(middle - weak), abs(middle - strong))
    needed = games * ((high - low) / 2 / max(gap, 1e-6)) ** 2  # an interval shrinks with the root of the games
    if needed > MOST_GAMES:
        return "at the edge of the range of the official factions, as far as can be said"
    needed = math.ceil(max(needed, games + 1) / 100) * 100
    return f"about {needed:,} games are needed to say whether it is within the range of the official factions"


def write_pack_report(found: PackFindings, file: Path) -> None:
    """Write the page to a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(pack_report_html(found), encoding="utf-8")


def pack_report_html(found: PackFindings) -> str:
    """Return the page as HTML."""
    sections = [section for faction in found.factions for section in _sections(faction, found)]
    names = " and ".join(found.plan.subjects)
    plan = found.plan
    facts = [
        ("Games", f"{found.games:,}"),
        ("Players", ", ".join(map(str, plan.players))),
        ("Bots", ", ".join(dict.fromkeys(plan.bots))),
        ("Edition", str(plan.edition)),
        ("Seed", str(plan.seed)),
    ]
    unfinished = sum(faction.unfinished for faction in found.factions)
    if unfinished:
        facts.append(("Unfinished", f"{unfinished:,}"))
    lead = " ".join(escape(answer(faction.measured)) for faction in found.factions)
    return page_html(f"Is it fair? {names}", lead, facts, sections, _footer(found))


def _footer(found: PackFindings) -> str:
    baseline = found.baseline
    prior = (
        f"Official strengths start from {baseline.games:,} games of official factions among themselves"
        f"{f' ({escape(baseline.date)})' if baseline.date else ''}."
        if baseline is not None
        else "There was no baseline for these bots, so official strengths come from these games alone."
    )
    return (
        f"<p>{prior} All intervals are 95 % intervals. Where many things are compared, some stand out by luck alone. "
        "The findings hold for these bots; people may find other things strong.</p>"
        f"<p>Made by Basebash {escape(__version__)}. An unofficial fan project, compatible with Smash Up and not "
        "affiliated with AEG.</p>"
    )


def _dots(frame: pl.DataFrame, value: str, low: str, high: str, title: str, *, middle: float, labels: str) -> Spec:
    tips = [
        alt.Tooltip(f"{column}:Q", title=name, format=".1%")
        for column, name in ((value, title), (low, "from"), (high, "to"))
    ]
    if "games" in frame.columns:
        tips.append(alt.Tooltip("games:Q", title="Games", format=",d"))
    return charts.intervals(
        frame, value=value, low=low, high=high, title=title, middle=middle, labels=labels, tips=tips
    )


def _ends(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the first and the last rows."""
    return frame if frame.height <= 2 * SHOWN else pl.concat([frame.head(SHOWN), frame.tail(SHOWN)])


def _bold(name: str) -> str:
    return f"<strong>{escape(name)}</strong>"


def _sections(found: FactionFindings, pack: PackFindings) -> list[Section]:
    sections = [_strength(found.measured), *_company(found.measured), _tables(found.measured), _cards(found)]
    sections += [_bases(found), _lengths(found, pack)]
    if found.variants.height:
        sections.insert(1, _variants(found))
    return sections


def _section(found: Measured, name: str, title: str, says: str, figures: list[Figure]) -> Section:
    return Section(f"{key(found.name)}-{name}", f"{found.name}: {title}", says, figures)


def _chance_table(name: str, frame: pl.DataFrame, title: str, extra: list[Column]) -> Table:
    columns = [text(title, "name"), estimate("Beats an average opponent", "chance", "low", "high")]
    return Table(name, rows_of(frame), [*columns, *extra])


def _strength(found: Measured) -> Section:
    frame = found.standings.with_columns(
        pl.when("is_new")
        .then(pl.format("\N{BLACK RIGHT-POINTING TRIANGLE} {}", "name"))
        .otherwise("name")
        .alias("name")
    )
    chart = _dots(frame, "chance", "low", "high", "Beats an average opponent", middle=0.5, labels=charts.IN_PERCENT)
    name = f"{key(found.name)}-standings"
    caption = (
        f"{found.games:,} games of {escape(found.name)}, which is marked. Each faction with an average partner against "
        f"an average opponent; the bar is the 95 % interval. {_COLOURS}"
    )
    table = _chance_table(name, found.standings, "Faction", [plain("Strength", "strength", decimal)])
    return _section(found, "strength", "strength", escape(answer(found)), [Figure(chart, caption, table=table)])


def _company(found: Measured) -> list[Section]:
    """The section about partners and opponents."""
    best, worst = found.partners.row(0, named=True), found.partners.row(-1, named=True)
    easy, hard = found.opponents.row(0, named=True), found.opponents.row(-1, named=True)
    texts = [
        (
            "partners",
            "by partner",
            (
                f"Strongest with {_bold(best['name'])} ({percent(best['chance'])} against an average opponent), "
                f"weakest with {_bold(worst['name'])} ({percent(worst['chance'])})."
            ),
            found.partners,
            "Partner",
            "Synergy, points",
        ),
        (
            "opponents",
            "by opponent",
            (
                f"With an average partner it wins most against decks with {_bold(easy['name'])} "
                f"({percent(easy['chance'])}), least against {_bold(hard['name'])} ({percent(hard['chance'])})."
            ),
            found.opponents,
            "Opponent",
            "Beyond strength, points",
        ),
    ]
    sections = []
    for name, title, says, frame, head, beyond in texts:
        chart = _dots(_ends(frame), "chance", "low", "high", "Wins", middle=0.5, labels=charts.IN_PERCENT)
        extra = [estimate(beyond, "effect", "effect_low", "effect_high", points), count("Games", "games")]
        table = _chance_table(f"{key(found.name)}-{name}", frame, head, extra)
        caption = f"{found.games:,} games. The {SHOWN} at each end; the table has all. {_COLOURS}"
        sections.append(_section(found, name, title, says, [Figure(chart, caption, table=table)]))
    return sections


def _tables(found: Measured) -> Section:
    frame = pl.concat([found.by_players, found.by_seat])
    parts = [
        f"{percent(row['win_rate'])} with {row['name']} (a fair share is {100 * row['fair']:.0f} %)"
        for row in found.by_players.iter_rows(named=True)
    ]
    chart = _dots(frame, "chance", "low", "high", "Beats an average opponent", middle=0.5, labels=charts.IN_PERCENT)
    extra = [plain("Won", "win_rate", percent), plain("Fair share", "fair", percent), count("Games", "games")]
    table = _chance_table(f"{key(found.name)}-seats", frame, "Games with", extra)
    says = f"It won {', '.join(parts)}, against opponents of its own strength where possible."
    caption = (
        f"{found.games:,} games. &ldquo;1 of 3&rdquo; took the first turn of three players; the advantage that the "
        f"order of turns gives everybody is taken into account. {_COLOURS}"
    )
    return _section(found, "players", "players and seats", says, [Figure(chart, caption, table=table)])


def _cards(found: FactionFindings) -> Section:
    frame = found.cards
    top = frame.drop_nulls("carries").filter(pl.col("carries").is_not_nan())
    never = frame.filter(pl.col("plays") == 0)["name"].to_list()
    seldom = frame.filter((pl.col("plays") > 0) & (pl.col("played") < SELDOM))["name"].to_list()
    says = ""
    if top.height:
        best = top.row(0, named=True)
        says = f"{_bold(best['name'])} carries it: drawn early, it wins {points(best['carries'])} points more. "
    says += f"Never played: {escape(', '.join(never))}. " if never else "Every card is played. "
    says += f"Hardly ever played once drawn: {escape(', '.join(seldom))}." if seldom else ""
    chart = _dots(
        top,
        "carries",
        "carries_low",
        "carries_high",
        "Won more when drawn early, points",
        middle=0.0,
        labels=charts.IN_POINTS,
    )
    table = Table(
        f"{key(found.measured.name)}-cards",
        rows_of(frame),
        [
            text("Card", "name"),
            text("Kind", "kind"),
            count("Copies", "copies"),
            estimate("Drawn early, points", "carries", "carries_low", "carries_high", points),
            plain("Played, of the times drawn", "played", percent),
            plain("Plays a game", "plays", decimal),
            plain("VP a game", "vp", decimal),
        ],
    )
    caption = (
        f"{found.measured.games:,} games. A copy among the first 15 draws compared with one that is not, which is luck "
        f"alone. {_COLOURS}"
    )
    return _section(found.measured, "cards", "cards", says, [Figure(chart, caption, table=table)])


def _bases(found: FactionFindings) -> Section:
    frame = found.bases
    clear = frame.filter(pl.col("verdict") != "average")
    best, worst = frame.row(0, named=True), frame.row(-1, named=True)
    says = (
        f"It does best when {_bold(best['name'])} comes into play ({points(best['effect'])} points), worst with "
        f"{_bold(worst['name'])} ({points(worst['effect'])}). {clear.height} of {frame.height} bases differ clearly."
    )
    chart = _dots(_ends(frame), "effect", "low", "high", "Wins more, points", middle=0.0, labels=charts.IN_POINTS)
    table = Table(
        f"{key(found.measured.name)}-bases",
        rows_of(frame),
        [
            text("Base", "name"),
            text("Set", "set"),
            estimate("Points", "effect", "low", "high", points),
            count("Games", "games"),
        ],
    )
    caption = (
        "What it wins beyond its strength in games in which the base came into play; each is drawn towards zero by as "
        f"much as all together look like chance. The {SHOWN} at each end; the table has all. {_COLOURS}"
    )
    return _section(found.measured, "bases", "bases", says, [Figure(chart, caption, table=table)])


def _lengths(found: FactionFindings, pack: PackFindings) -> Section:
    parts = []
    for row in found.lengths.iter_rows(named=True):
        part = f"{row['rounds']:.1f} rounds with {row['players']} players"
        if row["official"] is not None:
            change = f"{row['change']:+.1f} ({row['change_low']:+.1f} to {row['change_high']:+.1f})"
            part += f", {change} compared with games of official factions alone"
        parts.append(part.replace("-", "&minus;"))
    table = Table(
        f"{key(found.measured.name)}-length",
        rows_of(found.lengths),
        [
            count("Players", "players"),
            estimate("Rounds", "rounds", "rounds_low", "rounds_high", decimal),
            estimate("Compared with official factions", "change", "change_low", "change_high", decimal),
            count("Games", "games"),
        ],
    )
    says = f"A game takes {'; '.join(parts)}." if parts else "No game was finished."
    if found.unfinished:
        says += f" {found.unfinished:,} games were unfinished after {pack.plan.turn_limit} turns."
    name = f"{key(found.measured.name)}-length"
    return Section(name, f"{found.measured.name}: length of games", says, [], [table])


def _variants(found: FactionFindings) -> Section:
    frame = found.variants
    parts = [
        f"{_bold(row['name'])} changes what it wins by {points(row['change'])} points ({points(row['low'])} to "
        f"{points(row['high'])})"
        for row in frame.iter_rows(named=True)
    ]
    chart = _dots(frame, "change", "low", "high", "Wins more, points", middle=0.0, labels=charts.IN_POINTS)
    table = Table(
        f"{key(found.measured.name)}-variants",
        rows_of(frame),
        [
            text("Change", "name"),
            estimate("Points", "change", "low", "high", points),
            plain("Won as it is", "before", percent),
            plain("Won with the change", "after", percent),
            count("Games that end differently", "differ"),
            count("Games", "games"),
        ],
    )
    caption = f"Each variant plays the same deals, seats and bots; the interval is that of paired results. {_COLOURS}"
    says = "; ".join(parts) + "."
    return _section(found.measured, "variants", "what a change would do", says, [Figure(chart, caption, table=table)])
