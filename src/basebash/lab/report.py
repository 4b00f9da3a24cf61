"""A lab's report: what it found, in words, charts and tables, as one page."""

from __future__ import annotations

from html import escape
from pathlib import Path

import polars as pl

from basebash import __version__
from basebash.lab import charts
from basebash.lab.analysis import Findings, analyse
from basebash.lab.charts import SOURCE_NAMES
from basebash.lab.log_statistics import EARLY
from basebash.lab.page import (
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

SHOWN_CARDS = 15  # at each end
HARDLY_EVER = 0.05  # of the times that a base is in play
FEWEST_SCORES = 5  # of a base that is drawn in a chart
_COLOURS = "Green lies above the middle with its whole interval, orange below."
_IN_WORDS = {
    "first": "first places",
    "second": "second places",
    "third": "third places",
    "base": "abilities of bases",
    "minion": "minions",
    "action": "actions",
    "titan": "titans",
    "lost": "what was lost",
}
ORDINALS = ("First", "Second", "Third", "Fourth")


def write_report(folder: Path, file: Path) -> Findings:
    """Writes the report of a lab to a file."""
    found = analyse(folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(report_html(found), encoding="utf-8")
    return found


def report_html(found: Findings) -> str:
    """The report as HTML."""
    sections = [
        _factions(found),
        _pairs(found),
        _matchups(found),
        _order(found),
        _lengths(found),
        _sources(found),
        _cards(found),
        _bases(found),
    ]
    if found.bots.height > 1:
        sections.append(_bots(found))
    return page_html(f"What {_games(found)} tell", _lead(found), _facts(found), sections, _footer(found))


# ----------------------------------------------------------------------------------------------- words
def _games(found: Findings) -> str:
    return f"{found.games - found.given_up:,} games"


def _strong(name: str) -> str:
    return f"<strong>{escape(name)}</strong>"


def _range(low: float, high: float) -> str:
    return f"{100 * low:.1f} to {100 * high:.1f}&nbsp;%"


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _players(found: Findings) -> str:
    return _listed([str(players) for players in found.by_players["players"]])


def _verdict(low: str, high: str, middle: float | pl.Expr = 0.0) -> pl.Expr:
    """On which side of the middle the whole interval lies."""
    above = pl.when(pl.col(low) > middle).then(pl.lit("above"))
    return above.when(pl.col(high) < middle).then(pl.lit("below")).otherwise(pl.lit("average")).alias("verdict")


def _typical(numbers: pl.Series) -> int:
    """The median."""
    return int(numbers.sort()[len(numbers) // 2]) if len(numbers) else 0


def _about(number: int) -> str:
    return f"about {number:,}" if number else "not even one"


def _clear(frame: pl.DataFrame, low: str, high: str) -> int:
    """How many intervals leave out zero."""
    return frame.filter((pl.col(low) > 0) | (pl.col(high) < 0)).height


def _lead(found: Findings) -> str:
    best, worst = found.factions.row(0, named=True), found.factions.row(-1, named=True)
    bots = _listed([escape(name) for name in found.bots["name"].sort()])
    return (
        f"Games of {_players(found)} players by {bots} bots, with decks out of {found.factions.height} factions. "
        f"{_strong(best['name'])} came out strongest, {_strong(worst['name'])} weakest. Whatever is said "
        "here holds for these players: others, who think differently, may find other things strong."
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
        "<p>Intervals are of 95 %: of twenty of them, one will miss the truth by chance. Where many things are "
        "compared at once, some will stand out by luck alone. The same seed and settings give the same games again.</p>"
        f"<p>Made by Basebash {escape(__version__)} from a lab of Basebash {escape(found.settings['basebash'])}. An "
        "unofficial fan project, compatible with Smash Up and not affiliated with AEG.</p>"
    )


# ----------------------------------------------------------------------------------------------- sections
def _factions(found: Findings) -> Section:
    frame = found.factions
    best, worst = frame.row(0, named=True), frame.row(-1, named=True)
    clear = frame.filter(pl.col("verdict") != "average").height
    return Section(
        "factions",
        "Factions",
        f"A deck with {_strong(best['name'])} and an average partner beats an average opponent in "
        f"{percent(best['chance'])} of games ({_range(best['low'], best['high'])}); one with "
        f"{_strong(worst['name'])} in {percent(worst['chance'])} ({_range(worst['low'], worst['high'])}). "
        f"{clear} of {frame.height} factions are clearly off the middle.",
        [
            Figure(
                charts.factions(frame),
                f"{_games(found)}. A dot is the estimate, the bar around it its 95 % interval. {_COLOURS} A player's "
                "strength is taken as the sum of their two factions', with the order of turns "
                + ("and the bots " if found.bots.height > 1 else "")
                + "taken into account (Bradley&ndash;Terry for two players, Plackett&ndash;Luce for more).",
                table=Table(
                    "factions",
                    rows_of(frame),
                    [
                        text("Faction", "name"),
                        estimate("Beats an average opponent", "chance", "low", "high"),
                        plain("Strength", "strength", decimal),
                        plain("± (standard error)", "error", decimal),
                        estimate("Won, of all its games", "win_rate", "win_low", "win_high"),
                        plain("Fair share", "fair", percent),
                        count("Games", "games"),
                        text("Set", "set"),
                    ],
                ),
            )
        ],
        [
            Table(
                "factions-by-set",
                rows_of(frame.sort("set", "strength", descending=[False, True])),
                [
                    text("Set", "set"),
                    text("Faction", "name"),
                    estimate("Beats an average opponent", "chance", "low", "high"),
                    count("Games", "games"),
                ],
                "By set",
            )
        ],
    )


def _pairs(found: Findings) -> Section:
    frame = found.pairs
    order = found.factions["name"].to_list()
    best = frame.row(0, named=True)
    clear = _clear(frame, "synergy_low", "synergy_high")
    top = frame.sort("synergy", descending=True).row(0, named=True)
    low = frame.sort("synergy").row(0, named=True)
    typical = _typical(frame["games"])
    if clear:
        says = (
            f"{clear} of {frame.height} pairs {'is' if clear == 1 else 'are'} clearly more or less than the sum of "
            "the halves. The best fit is "
            f"{_strong(top['name'])} ({points(top['synergy'])} points, {points(top['synergy_low'])} to "
            f"{points(top['synergy_high'])}), the worst {_strong(low['name'])} ({points(low['synergy'])}, "
            f"{points(low['synergy_low'])} to {points(low['synergy_high'])})."
        )
    else:
        says = (
            f"No pair is clearly more or less than the sum of its halves yet: with {_about(typical)} games a pair, "
            "what there is of synergy cannot be told from chance."
        )
    table = Table(
        "pairs",
        rows_of(frame),
        [
            text("Pair", "name"),
            estimate("Beats an average opponent", "chance", "low", "high"),
            estimate("Won", "win_rate", "win_low", "win_high"),
            plain("Fair share", "fair", percent),
            count("Games", "games"),
        ],
    )
    behind = f"{_games(found)}; {_about(typical)} for each of {frame.height} pairs."
    return Section(
        "pairs",
        "Pairs and synergy",
        f"The strongest deck is {_strong(best['name'])}: it beats an average opponent in {percent(best['chance'])} of "
        f"games ({_range(best['low'], best['high'])}).",
        [
            Figure(
                charts.pairs(frame, order),
                f"{behind} Each cell is a deck of two factions; they are sorted by strength. Point at a cell for its "
                "interval and games.",
                wide=True,
                table=table,
            ),
            Figure(
                charts.synergy(frame, order),
                f"{behind} Synergy is what a pair wins beyond the strength of its halves, in points against an average "
                "opponent. Each is drawn towards zero by as much as all pairs together look like chance.",
                title="Synergy",
                says=says,
                wide=True,
                table=Table(
                    "synergy",
                    rows_of(frame.sort("synergy", descending=True)),
                    [
                        text("Pair", "name"),
                        estimate("Synergy, points", "synergy", "synergy_low", "synergy_high", points),
                        count("Games", "games"),
                    ],
                ),
            ),
        ],
    )


def _matchups(found: Findings) -> Section:
    frame = found.matchups
    order = found.factions["name"].to_list()
    most = frame.sort("chance", descending=True).row(0, named=True)
    typical = _typical(frame["games"])
    return Section(
        "matchups",
        "Matchups",
        f"The most lopsided meeting: {_strong(most['one'])} ends ahead of {_strong(most['other'])} "
        f"{percent(most['chance'])} of the time ({_range(most['low'], most['high'])}).",
        [
            Figure(
                charts.matchups(frame, order),
                f"{_games(found)}; {_about(typical)} meetings for each cell. A player whose deck has the row's faction "
                "meets one whose deck has the column's: how often the first ends with more VP. Drawn towards what the "
                "strengths of both alone would give, by as much as all cells together look like chance.",
                wide=True,
                table=Table(
                    "matchups",
                    rows_of(frame),
                    [
                        text("Faction", "one"),
                        text("against", "other"),
                        estimate("Ends ahead (estimate)", "chance", "low", "high"),
                        estimate("Ended ahead", "ahead", "ahead_low", "ahead_high"),
                        count("Meetings", "games"),
                    ],
                ),
            )
        ],
    )


def _order(found: Findings) -> Section:
    name = pl.struct("players", "order").map_elements(
        lambda row: f"{ORDINALS[row['order'] - 1]} of {row['players']}", return_dtype=pl.String
    )
    frame = found.order.with_columns(name.alias("name"), _verdict("low", "high", pl.col("fair")))
    parts = []
    for row in frame.filter(pl.col("order") == 1).iter_rows(named=True):
        parts.append(
            f"{percent(row['win_rate'])} of games with {row['players']} players ({_range(row['low'], row['high'])}; a "
            f"fair share is {100 * row['fair']:.0f} %)"
        )
    return Section(
        "first",
        "Who goes first",
        f"Whoever takes the first turn wins {_listed(parts)}.",
        [
            Figure(
                charts.order_of_turns(frame),
                f"{_games(found)}. How often a player wins, by the order of turns; a tick is a fair share. {_COLOURS}",
                table=Table(
                    "order",
                    rows_of(frame),
                    [
                        text("Turn", "name"),
                        estimate("Won", "win_rate", "low", "high"),
                        plain("Fair share", "fair", percent),
                        count("Games", "games"),
                    ],
                ),
            )
        ],
    )


def _lengths(found: Findings) -> Section:
    parts = [
        f"{row['rounds']:.1f} rounds with {row['players']} players "
        f"({row['rounds_low']:.1f} to {row['rounds_high']:.1f})"
        for row in found.lengths.iter_rows(named=True)
    ]
    return Section(
        "length",
        "How long games last",
        f"On average a game takes {_listed(parts)}.",
        [
            Figure(
                charts.lengths(found.length_counts),
                f"{found.games:,} games. A round is a turn of each player. Bands are 95 % intervals.",
                table=Table(
                    "length-counts",
                    rows_of(found.length_counts),
                    [
                        count("Players", "players"),
                        count("Rounds", "rounds"),
                        estimate("Of the games", "share", "low", "high"),
                        count("Games", "games"),
                    ],
                ),
            )
        ],
        [
            Table(
                "lengths",
                rows_of(found.lengths),
                [
                    count("Players", "players"),
                    estimate("Rounds", "rounds", "rounds_low", "rounds_high", decimal),
                    estimate("One in 20 is shorter than", "short", "short_low", "short_high", decimal),
                    estimate("Half are shorter than", "median", "median_low", "median_high", decimal),
                    estimate("One in 20 is longer than", "long", "long_low", "long_high", decimal),
                    estimate("Bases scored", "scores", "scores_low", "scores_high", decimal),
                    estimate("Questions answered", "answers", "answers_low", "answers_high", decimal),
                    count("Games", "games"),
                ],
                "Averages and extremes",
            ),
        ],
    )


def _sources(found: Findings) -> Section:
    places = {source: place for place, source in enumerate(SOURCE_NAMES)}
    frame = found.sources.with_columns(
        pl.col("source").replace_strict(SOURCE_NAMES).alias("from"),
        pl.col("source").replace_strict(places).alias("place"),
        pl.format(
            "{} of {}", pl.when("won").then(pl.lit("Winner")).otherwise(pl.lit("Others")), pl.col("players")
        ).alias("name"),
    )
    fewest = frame.filter((pl.col("players") == frame["players"].min()) & pl.col("won"))
    best = fewest.sort("vp", descending=True).head(3).to_dicts()
    parts = [f"{_IN_WORDS[row['source']]} ({row['vp']:.2f}; {row['low']:.2f} to {row['high']:.2f})" for row in best]
    givers = found.cards.filter(pl.col("vp") > 0).sort("vp", descending=True)
    return Section(
        "vp",
        "Where VP come from",
        f"In games of {best[0]['players']} players a winner's VP come mostly from {_listed(parts)}.",
        [
            Figure(
                charts.sources(frame),
                f"{found.games:,} games. VP a player, for winners and for all others. What was lost is left of zero. "
                "Intervals are in the table and, where you point, in the chart.",
                table=Table(
                    "sources",
                    rows_of(frame),
                    [
                        text("Player", "name"),
                        text("From", "from"),
                        estimate("VP", "vp", "low", "high", decimal),
                        count("Players", "seats"),
                    ],
                ),
            )
        ],
        [
            Table(
                "givers",
                rows_of(givers),
                [
                    text("Card", "name"),
                    text("Faction", "faction"),
                    estimate("VP a game, to its owner", "vp", "vp_low", "vp_high", decimal),
                    count("Games", "games"),
                ],
                "Cards that give VP",
            )
        ]
        if givers.height
        else [],
    )


def _cards(found: Findings) -> Section:
    frame = found.cards.filter(pl.col("early").is_not_nan()).with_columns(_verdict("early_low", "early_high"))
    shown = frame if frame.height <= 2 * SHOWN_CARDS else pl.concat([frame.head(SHOWN_CARDS), frame.tail(SHOWN_CARDS)])
    best, worst = frame.row(0, named=True), frame.row(-1, named=True)
    clear, by_chance = _clear(frame, "early_low", "early_high"), round(frame.height / 20)
    finding = (
        f"Drawing {_strong(best['name'])} ({escape(best['faction'])}) early is worth the most: "
        f"{points(best['early'])} points of winning ({points(best['early_low'])} to {points(best['early_high'])}). The "
        f"least is {_strong(worst['name'])} ({escape(worst['faction'])}) with {points(worst['early'])} "
        f"({points(worst['early_low'])} to {points(worst['early_high'])}). {clear} of "
        f"{frame.height} cards are clearly off zero; chance alone would give about {by_chance}."
    )
    if clear <= by_chance:
        finding = (
            f"No card stands out from luck yet: {clear} of {frame.height} are clearly off zero, and chance alone would "
            f"give about {by_chance}. The largest difference is that of {_strong(best['name'])} "
            f"({escape(best['faction'])}): {points(best['early'])} points of winning ({points(best['early_low'])} to "
            f"{points(best['early_high'])})."
        )
    return Section(
        "cards",
        "Cards",
        finding,
        [
            Figure(
                charts.cards(shown),
                f"{_games(found)}; {_about(_typical(frame['games']))} for each card. The {SHOWN_CARDS} most "
                f"and least influential cards; all are in the table. Early is among an owner's first {EARLY} cards. "
                "That is luck, so what follows it is the card's doing; “drawn at all” is in the table too, but whoever "
                f"is winning draws more. Copies of a card are counted one by one. {_COLOURS}",
                table=Table(
                    "cards",
                    rows_of(frame),
                    [
                        text("Card", "name"),
                        text("Faction", "faction"),
                        estimate("Drawn early, less not (points)", "early", "early_low", "early_high", points),
                        estimate("Won, if drawn early", "early_with", "early_with_low", "early_with_high"),
                        estimate("Won, if not", "early_without", "early_without_low", "early_without_high"),
                        estimate("Drawn at all, less not (points)", "ever", "ever_low", "ever_high", points),
                        estimate("Owner won", "win_rate", "win_low", "win_high"),
                        estimate("Copies drawn", "drawn", "drawn_low", "drawn_high"),
                        estimate("Drawn a game", "draws", "draws_low", "draws_high", decimal),
                        estimate("Played a game", "plays", "plays_low", "plays_high", decimal),
                        count("Copies", "copies"),
                        count("Games", "games"),
                    ],
                ),
            )
        ],
    )


def _bases(found: Findings) -> Section:
    frame = found.bases
    often = (pl.col("scores") >= HARDLY_EVER) & (pl.col("scored") >= FEWEST_SCORES)
    shown = frame.filter(often) if frame.filter(often).height > 1 else frame
    hardly = [name for name in frame["name"] if name not in set(shown["name"])]
    fast, slow = shown.row(0, named=True), shown.row(-1, named=True)
    edge = [*shown["name"].head(3), *shown["name"].tail(1), *shown.sort("vp")["name"].head(1)]
    scatter = shown.with_columns(
        pl.when(pl.col("name").is_in(edge)).then("name").otherwise(pl.lit("")).alias("label"),
        (pl.col("rounds") > 0.6 * pl.col("rounds").max()).alias("turned"),
    )
    middle = float(frame["rounds_played"].sum()) / int(frame["scored"].sum())
    listed = shown.with_columns(
        _verdict("rounds_low", "rounds_high", middle).replace({"above": "below", "below": "above"})
    )
    faster = listed.filter(pl.col("verdict") == "above").height
    slower = listed.filter(pl.col("verdict") == "below").height
    behind = f"{found.games:,} games; {_about(_typical(frame['stays']))} appearances for each base."
    left_out = ""
    if hardly:
        who = _listed(hardly) if len(hardly) <= 3 else f"{len(hardly)} bases"
        left_out = f" {escape(who)} scored hardly ever: only the table has that."
    table = [
        text("Base", "name"),
        count("Breakpoint", "breakpoint"),
        estimate("Rounds in play for a score", "rounds", "rounds_low", "rounds_high", decimal),
        estimate("Scores once in play", "scores", "scores_low", "scores_high"),
        estimate("VP it pays", "vp", "vp_low", "vp_high", decimal),
        count("Times in play", "stays"),
        text("Set", "set"),
    ]
    return Section(
        "bases",
        "Bases",
        f"{_strong(fast['name'])} scores fastest, once in {fast['rounds']:.1f} rounds in play "
        f"({fast['rounds_low']:.1f} to {fast['rounds_high']:.1f}); {_strong(slow['name'])} slowest, once in "
        f"{slow['rounds']:.1f} ({slow['rounds_low']:.1f} to {slow['rounds_high']:.1f}).",
        [
            Figure(
                charts.bases(scatter),
                f"{behind} Further left is faster, higher pays more; the stronger its colour, the surer it is to score "
                f"before it leaves or the game ends. Lines are 95 % intervals.{left_out}",
                table=Table("bases", rows_of(frame), table),
            ),
            Figure(
                charts.base_list(listed, middle),
                f"{behind} A dot is the estimate, the bar around it its 95 % interval; the dashed line is all bases "
                f"together. Green is faster with its whole interval, orange slower.{left_out}",
                title="How fast each base scores",
                says=f"All together score once in {middle:.1f} rounds in play; {faster} bases are clearly faster, "
                f"{slower} clearly slower.",
                table=Table("base-list", rows_of(frame), [table[0], table[2], table[5]]),
            ),
        ],
    )


def _bots(found: Findings) -> Section:
    frame = found.bots.with_columns(_verdict("win_low", "win_high", pl.col("fair")), pl.lit("").alias("set"))
    best = frame.row(0, named=True)
    table = [
        text("Bot", "name"),
        estimate("Won", "win_rate", "win_low", "win_high"),
        plain("Fair share", "fair", percent),
        count("Games", "games"),
    ]
    return Section(
        "bots",
        "Bots",
        f"{_strong(best['name'])} won {percent(best['win_rate'])} ({_range(best['win_low'], best['win_high'])}); "
        f"a fair share would be {percent(best['fair'])}.",
        [
            Figure(
                charts.bots(frame),
                f"{_games(found)}; a game counts for each seat. <code>basebash arena</code> compares bots more fairly: "
                "it swaps seats.",
                table=Table("bots", rows_of(frame), table),
            )
        ],
    )
