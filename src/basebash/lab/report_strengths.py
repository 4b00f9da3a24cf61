"""The sections of a report about who wins: factions, pairs, matchups, turn order and bots."""

from __future__ import annotations

import polars as pl

from basebash.lab import charts
from basebash.lab.analysis import Findings
from basebash.lab.page import (
    Figure,
    Section,
    Table,
    count,
    decimal,
    estimate,
    percent,
    plain,
    points,
    rows_of,
    text,
)
from basebash.lab.report_text import (
    COLOURS,
    MANY_COLOURS,
    about,
    count_clear,
    games,
    joined,
    median,
    span,
    strong,
    verdict,
)

ORDINALS = ("First", "Second", "Third", "Fourth")


def faction_section(found: Findings) -> Section:
    frame = found.factions
    best, worst = frame.row(0, named=True), frame.row(-1, named=True)
    clear = frame.filter(pl.col("verdict") != "average").height
    return Section(
        "factions",
        "Factions",
        f"A deck with {strong(best['name'])} and an average partner beats an average opponent in "
        f"{percent(best['chance'])} of games ({span(best['low'], best['high'])}); one with "
        f"{strong(worst['name'])} in {percent(worst['chance'])} ({span(worst['low'], worst['high'])}). "
        f"{clear} of {frame.height} factions are clearly off the middle, allowing for how many there are.",
        [
            Figure(
                charts.factions(frame),
                f"{games(found)}. A dot is the estimate, the bar around it its 95 % interval. {MANY_COLOURS} A "
                "player's strength is taken as the sum of their two factions', with the order of turns "
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


def pair_section(found: Findings) -> Section:
    frame = found.pairs
    order = found.factions["name"].to_list()
    best = frame.row(0, named=True)
    clear = count_clear(frame, "synergy_low", "synergy_high")
    top = frame.sort("synergy", descending=True).row(0, named=True)
    low = frame.sort("synergy").row(0, named=True)
    typical = median(frame["games"])
    if clear:
        says = (
            f"{clear} of {frame.height} pairs {'is' if clear == 1 else 'are'} clearly more or less than the sum of "
            "the halves. The best fit is "
            f"{strong(top['name'])} ({points(top['synergy'])} points, {points(top['synergy_low'])} to "
            f"{points(top['synergy_high'])}), the worst {strong(low['name'])} ({points(low['synergy'])}, "
            f"{points(low['synergy_low'])} to {points(low['synergy_high'])})."
        )
    else:
        says = (
            f"No pair is clearly more or less than the sum of its halves yet: with {about(typical)} games a pair, "
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
    behind = f"{games(found)}; {about(typical)} for each of {frame.height} pairs."
    return Section(
        "pairs",
        "Pairs and synergy",
        f"The strongest deck is {strong(best['name'])}: it beats an average opponent in {percent(best['chance'])} of "
        f"games ({span(best['low'], best['high'])}).",
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


def matchup_section(found: Findings) -> Section:
    frame = found.matchups
    order = found.factions["name"].to_list()
    most = frame.sort("chance", descending=True).row(0, named=True)
    typical = median(frame["games"])
    return Section(
        "matchups",
        "Matchups",
        f"The most lopsided meeting: {strong(most['one'])} ends ahead of {strong(most['other'])} "
        f"{percent(most['chance'])} of the time ({span(most['low'], most['high'])}).",
        [
            Figure(
                charts.matchups(frame, order),
                f"{games(found)}; {about(typical)} meetings for each cell. A player whose deck has the row's faction "
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


def turn_order_section(found: Findings) -> Section:
    name = pl.struct("players", "order").map_elements(
        lambda row: f"{ORDINALS[row['order'] - 1]} of {row['players']}", return_dtype=pl.String
    )
    frame = found.order.with_columns(name.alias("name"), verdict("low", "high", pl.col("fair")))
    parts = []
    for row in frame.filter(pl.col("order") == 1).iter_rows(named=True):
        parts.append(
            f"{percent(row['win_rate'])} of games with {row['players']} players ({span(row['low'], row['high'])}; a "
            f"fair share is {100 * row['fair']:.0f} %)"
        )
    return Section(
        "first",
        "Who goes first",
        f"Whoever takes the first turn wins {joined(parts)}.",
        [
            Figure(
                charts.order_of_turns(frame),
                f"{games(found)}. How often a player wins, by the order of turns; a tick is a fair share. {COLOURS}",
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


def bot_section(found: Findings) -> Section:
    frame = found.bots.with_columns(verdict("win_low", "win_high", pl.col("fair")), pl.lit("").alias("set"))
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
        f"{strong(best['name'])} won {percent(best['win_rate'])} ({span(best['win_low'], best['win_high'])}); "
        f"a fair share would be {percent(best['fair'])}.",
        [
            Figure(
                charts.bots(frame),
                f"{games(found)}; a game counts for each seat. <code>basebash arena</code> compares bots more fairly: "
                "it swaps seats.",
                table=Table("bots", rows_of(frame), table),
            )
        ],
    )
