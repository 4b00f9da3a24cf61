"""The sections of a report about the games: length, sources of VP, cards and bases."""

from __future__ import annotations

from html import escape

import polars as pl

from basebash.lab import charts
from basebash.lab.analysis import Findings
from basebash.lab.charts import SOURCE_NAMES
from basebash.lab.log_statistics import EARLY
from basebash.lab.page import (
    Figure,
    Section,
    Table,
    count,
    decimal,
    estimate,
    points,
    rows_of,
    text,
)
from basebash.lab.report_text import (
    MANY_COLOURS,
    about,
    games,
    joined,
    median,
    strong,
    verdict_of_many,
)

SHOWN_CARDS = 15  # at each end


HARDLY_EVER = 0.05  # of the times that a base is in play


FEWEST_SCORES = 5  # of bases that are shown in a chart


FEWEST_CHANCES = 10  # to play a card, for the list of those that are hardly played
SHOWN_RARELY = 40


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


def length_section(found: Findings) -> Section:
    parts = [
        f"{row['rounds']:.1f} rounds with {row['players']} players "
        f"({row['rounds_low']:.1f} to {row['rounds_high']:.1f})"
        for row in found.lengths.iter_rows(named=True)
    ]
    return Section(
        "length",
        "How long games last",
        f"On average a game takes {joined(parts)}.",
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


def source_section(found: Findings) -> Section:
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
        f"In games of {best[0]['players']} players a winner's VP come mostly from {joined(parts)}.",
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


def card_section(found: Findings) -> Section:
    frame = found.cards.filter(pl.col("early").is_not_nan())
    frame = frame.with_columns(verdict_of_many(frame, "early", "early_low", "early_high"))
    shown = frame if frame.height <= 2 * SHOWN_CARDS else pl.concat([frame.head(SHOWN_CARDS), frame.tail(SHOWN_CARDS)])
    best, worst = frame.row(0, named=True), frame.row(-1, named=True)
    clear = frame.filter(pl.col("verdict") != "average").height
    finding = (
        f"Drawing {strong(best['name'])} ({escape(best['faction'])}) early is worth the most: "
        f"{points(best['early'])} points of winning ({points(best['early_low'])} to {points(best['early_high'])}). The "
        f"least is {strong(worst['name'])} ({escape(worst['faction'])}) with {points(worst['early'])} "
        f"({points(worst['early_low'])} to {points(worst['early_high'])}). {clear} of "
        f"{frame.height} cards are clearly off zero, allowing for how many there are."
    )
    if not clear:
        finding = (
            f"No card stands out from luck yet, among {frame.height}. The largest difference is that of "
            f"{strong(best['name'])} ({escape(best['faction'])}): {points(best['early'])} points of winning "
            f"({points(best['early_low'])} to {points(best['early_high'])})."
        )
    rare = found.cards.filter(pl.col("chances") >= FEWEST_CHANCES).sort("play_rate", "name").head(SHOWN_RARELY)
    return Section(
        "cards",
        "Cards",
        finding,
        [
            Figure(
                charts.cards(shown),
                f"{games(found)}; {about(median(frame['games']))} for each card. The {SHOWN_CARDS} most "
                f"and least influential cards; all are in the table. Early is among an owner's first {EARLY} cards. "
                "That is luck, so what follows it is the card's doing; “drawn at all” is in the table too, but whoever "
                f"is winning draws more. Copies of a card are counted one by one. {MANY_COLOURS}",
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
                        estimate("Played, of the times drawn", "play_rate", "play_low", "play_high"),
                        count("Copies", "copies"),
                        count("Games", "games"),
                    ],
                ),
            )
        ],
        [
            Table(
                "hardly-played",
                rows_of(rare),
                [
                    text("Card", "name"),
                    text("Faction", "faction"),
                    text("Kind", "kind"),
                    estimate("Played, of its chances", "play_rate", "play_low", "play_high"),
                    count("Chances", "chances"),
                    count("Games", "games"),
                ],
                "Cards that the bots hardly play: of the times drawn, or for a titan of its owner's games",
            )
        ]
        if rare.height
        else [],
    )


def base_section(found: Findings) -> Section:
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
    logs = {name: (pl.col(name) / middle).log() for name in ("rounds", "rounds_low", "rounds_high")}
    speeds = verdict_of_many(shown.with_columns(**logs), "rounds", "rounds_low", "rounds_high")
    listed = shown.with_columns(speeds.replace({"above": "below", "below": "above"}))
    faster = listed.filter(pl.col("verdict") == "above").height
    slower = listed.filter(pl.col("verdict") == "below").height
    behind = f"{found.games:,} games; {about(median(frame['stays']))} appearances for each base."
    left_out = ""
    if hardly:
        who = joined(hardly) if len(hardly) <= 3 else f"{len(hardly)} bases"
        left_out = f" {escape(who)} hardly ever scored: see the table."
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
        f"{strong(fast['name'])} scores fastest, once in {fast['rounds']:.1f} rounds in play "
        f"({fast['rounds_low']:.1f} to {fast['rounds_high']:.1f}); {strong(slow['name'])} slowest, once in "
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
                f"together. Green is clearly faster, orange clearly slower, allowing for how many there are.{left_out}",
                title="How fast each base scores",
                says=f"All together score once in {middle:.1f} rounds in play; {faster} bases are clearly faster, "
                f"{slower} clearly slower.",
                table=Table("base-list", rows_of(frame), [table[0], table[2], table[5]]),
            ),
        ],
    )
