"""The charts of a report, as Vega-Lite specifications. Colours come from the page, which knows light and dark."""

from __future__ import annotations

from typing import Any

import altair as alt
import polars as pl

Spec = dict[str, Any]

PERCENT = ".0%"
ONE_DECIMAL = ".1%"
SIGNED = "+.1%"
ROW = 19  # height of a row in a list, in pixels
_LABELS = alt.Axis(title=None, labelLimit=170, ticks=False, domain=False, labelPadding=6)
# Marks take their colours from these styles of the page.
GOOD, BAD, PLAIN, GUIDE = "good", "bad", "plain", "guide"
VERDICTS = alt.Scale(domain=["above", "average", "below"], range="ordinal")
SOURCE_NAMES = {
    "first": "First place",
    "second": "Second place",
    "third": "Third place",
    "base": "Abilities of bases",
    "minion": "Minions",
    "action": "Actions",
    "lost": "Lost",
}


def _data(frame: pl.DataFrame) -> alt.InlineData:
    return alt.InlineData(values=frame.to_dicts())


def _spec(chart: alt.Chart | alt.LayerChart | alt.FacetChart, height: int) -> Spec:
    sized = chart.properties(width="container", height=height, autosize=alt.AutoSizeParams(type="fit-x"))
    spec: Spec = sized.to_dict()
    spec.pop("config", None)
    return spec


def _tip(field: str, title: str, form: str = ONE_DECIMAL) -> alt.Tooltip:
    return alt.Tooltip(f"{field}:Q", title=title, format=form)


def _interval_tips(low: str, high: str, form: str = ONE_DECIMAL) -> list[alt.Tooltip]:
    return [_tip(low, "95 % from", form), _tip(high, "to", form)]


def intervals(
    frame: pl.DataFrame,
    *,
    value: str,
    low: str,
    high: str,
    title: str,
    middle: float,
    tips: list[alt.Tooltip],
    form: str = PERCENT,
    verdict: str = "verdict",
) -> Spec:
    """A list of names, each with a dot and the interval around it; a line marks the middle."""
    order = frame["name"].to_list()
    y = alt.Y("name:N", sort=order, axis=_LABELS)
    base = alt.Chart(_data(frame)).encode(y=y)
    axis = alt.Axis(format=form, orient="top", tickCount=8)
    x = alt.X(f"{value}:Q", title=title, axis=axis, scale=alt.Scale(zero=False, nice=False, padding=8))
    colour = alt.Color(f"{verdict}:N", scale=VERDICTS, legend=None)
    rule = alt.Chart(alt.InlineData(values=[{"at": middle}])).mark_rule(style=GUIDE).encode(x=alt.X("at:Q"))
    bars = base.mark_rule(strokeWidth=6, opacity=0.35, strokeCap="round").encode(
        x=alt.X(f"{low}:Q"), x2=alt.X2(f"{high}:Q"), color=colour
    )
    dots = base.mark_circle(size=60, opacity=1).encode(x=x, color=colour)
    touch = base.mark_bar(opacity=0, height=ROW).encode(
        x=alt.X(f"{low}:Q"), x2=alt.X2(f"{high}:Q"), tooltip=[alt.Tooltip("name:N", title=" "), *tips]
    )
    return _spec(alt.layer(rule, bars, dots, touch), ROW * len(order) + 10)


def heat_map(
    frame: pl.DataFrame,
    *,
    order: list[str],
    value: str,
    title: str,
    middle: float,
    form: str,
    tips: list[alt.Tooltip],
    titles: tuple[str | None, str | None] = (None, None),
) -> Spec:
    """A square of all factions by all factions, `one` down and `other` across."""
    values = frame[value].drop_nulls()
    spread = max(
        0.02,
        *(abs(float(bound) - middle) for bound in (values.quantile(0.01), values.quantile(0.99)) if bound is not None),
    )
    chart = (
        alt.Chart(_data(frame))
        .mark_rect(style="cell")
        .encode(
            x=alt.X(
                "other:N",
                sort=order,
                title=titles[1],
                axis=alt.Axis(orient="top", labelAngle=-55, labelLimit=150, ticks=False, domain=False),
            ),
            y=alt.Y("one:N", sort=order, title=titles[0], axis=alt.Axis(labelLimit=130, ticks=False, domain=False)),
            color=alt.Color(
                f"{value}:Q",
                title=title,
                scale=alt.Scale(
                    domain=[middle - spread, middle, middle + spread], range="diverging", clamp=True, interpolate="lab"
                ),
                legend=alt.Legend(orient="bottom", format=form, gradientLength=220, titleLimit=400),
            ),
            tooltip=tips,
        )
    )
    return _spec(chart, 20 * len(order))


def factions(frame: pl.DataFrame) -> Spec:
    """Strengths of factions."""
    return intervals(
        frame,
        value="chance",
        low="low",
        high="high",
        title="Beats an average opponent",
        middle=0.5,
        tips=[
            _tip("chance", "Beats an average opponent"),
            *_interval_tips("low", "high"),
            _tip("win_rate", "Won, of all its games"),
            _tip("games", "Games", ",d"),
        ],
    )


def _square(pairs: pl.DataFrame) -> pl.DataFrame:
    """Pairs both ways round."""
    turned = pairs.rename({"one": "other", "other": "one"}).select(pairs.columns)
    return pl.concat([pairs, turned])


_PAIR_TIPS = [
    alt.Tooltip("name:N", title=" "),
    _tip("chance", "Beats an average opponent"),
    *_interval_tips("low", "high"),
    _tip("synergy", "Synergy", SIGNED),
    *_interval_tips("synergy_low", "synergy_high", SIGNED),
    _tip("games", "Games", ",d"),
]


def pairs(frame: pl.DataFrame, order: list[str]) -> Spec:
    """Strengths of decks."""
    return heat_map(
        _square(frame),
        order=order,
        value="chance",
        title="Chance to beat an average opponent",
        middle=0.5,
        form=PERCENT,
        tips=_PAIR_TIPS,
    )


def synergy(frame: pl.DataFrame, order: list[str]) -> Spec:
    """What decks are more than the sum of their halves."""
    return heat_map(
        _square(frame), order=order, value="synergy", title="Synergy", middle=0.0, form="+.0%", tips=_PAIR_TIPS
    )


def matchups(frame: pl.DataFrame, order: list[str]) -> Spec:
    """Who ends ahead of whom."""
    return heat_map(
        frame,
        order=order,
        value="chance",
        title="The row ends ahead of the column",
        middle=0.5,
        form=PERCENT,
        tips=[
            alt.Tooltip("one:N", title="A deck with"),
            alt.Tooltip("other:N", title="meets one with"),
            _tip("chance", "Ends ahead (estimate)"),
            *_interval_tips("low", "high"),
            _tip("ahead", "Ended ahead"),
            *_interval_tips("ahead_low", "ahead_high"),
            _tip("games", "Meetings", ",d"),
        ],
    )


def order_of_turns(frame: pl.DataFrame) -> Spec:
    """How often the first, second, third and fourth player wins."""
    base = alt.Chart(_data(frame)).encode(y=alt.Y("name:N", sort=frame["name"].to_list(), axis=_LABELS))
    axis = alt.Axis(format=PERCENT, orient="top", tickCount=8)
    colour = alt.Color("verdict:N", scale=VERDICTS, legend=None)
    tips = [
        alt.Tooltip("name:N", title=" "),
        _tip("win_rate", "Won"),
        *_interval_tips("low", "high"),
        _tip("fair", "Fair share"),
        _tip("games", "Games", ",d"),
    ]
    bars = base.mark_rule(strokeWidth=6, opacity=0.35, strokeCap="round").encode(
        x=alt.X("low:Q"), x2=alt.X2("high:Q"), color=colour
    )
    dots = base.mark_circle(size=60, opacity=1).encode(
        x=alt.X("win_rate:Q", title="Games won", axis=axis, scale=alt.Scale(zero=False)),
        color=colour,
        tooltip=tips,
    )
    fair = base.mark_tick(thickness=2, size=18).encode(x=alt.X("fair:Q"))
    return _spec(alt.layer(bars, fair, dots), 24 * frame.height + 10)


def lengths(frame: pl.DataFrame) -> Spec:
    """How long games last."""
    base = alt.Chart(_data(frame)).encode(
        x=alt.X("rounds:Q", title="Rounds", axis=alt.Axis(grid=False)),
        color=alt.Color("players:N", title="Players", legend=alt.Legend(orient="top-right")),
    )
    share = alt.Y("share:Q", title="Share of games", axis=alt.Axis(format=PERCENT, tickCount=6))
    band = base.mark_area(opacity=0.18, interpolate="monotone").encode(y=alt.Y("low:Q"), y2=alt.Y2("high:Q"))
    line = base.mark_line(interpolate="monotone", strokeWidth=2.5).encode(y=share)
    touch = base.mark_circle(size=300, opacity=0).encode(
        y=share,
        tooltip=[
            alt.Tooltip("players:N", title="Players"),
            _tip("rounds", "Rounds", "d"),
            _tip("share", "Of the games"),
            *_interval_tips("low", "high"),
            _tip("games", "Games", ",d"),
        ],
    )
    return _spec(alt.layer(band, line, touch), 260)


def sources(frame: pl.DataFrame) -> Spec:
    """Where VP come from, for winners and others."""
    bars = (
        alt.Chart(_data(frame))
        .mark_bar(height=20)
        .encode(
            y=alt.Y("name:N", sort=frame["name"].unique(maintain_order=True).to_list(), axis=_LABELS),
            x=alt.X("vp:Q", title="VP a player", axis=alt.Axis(orient="top", tickCount=8), stack="zero"),
            color=alt.Color(
                "from:N",
                title=None,
                sort=list(SOURCE_NAMES.values()),
                legend=alt.Legend(orient="bottom", columns=2),
            ),
            order=alt.Order("place:Q"),
            tooltip=[
                alt.Tooltip("name:N", title=" "),
                alt.Tooltip("from:N", title="From"),
                _tip("vp", "VP a player", ".2f"),
                *_interval_tips("low", "high", ".2f"),
                _tip("seats", "Players", ",d"),
            ],
        )
    )
    return _spec(bars, 30 * frame["name"].n_unique() + 10)


def bots(frame: pl.DataFrame) -> Spec:
    """How often bots won."""
    return intervals(
        frame,
        value="win_rate",
        low="win_low",
        high="win_high",
        title="Games won",
        middle=float(frame["fair"].mean() or 0.0),  # type: ignore[arg-type]  # of a column of numbers
        tips=[_tip("win_rate", "Won"), *_interval_tips("win_low", "win_high"), _tip("games", "Games", ",d")],
    )


def cards(frame: pl.DataFrame) -> Spec:
    """Cards by how much their owner wins by drawing them early."""
    return intervals(
        frame,
        value="early",
        low="early_low",
        high="early_high",
        title="Gain when drawn early",
        middle=0.0,
        form="+.0%",
        tips=[
            alt.Tooltip("faction:N", title="Faction"),
            _tip("early_with", "Won, if drawn early"),
            _tip("early_without", "Won, if not"),
            _tip("early", "Difference", SIGNED),
            *_interval_tips("early_low", "early_high", SIGNED),
            _tip("games", "Games", ",d"),
        ],
    )


def bases(frame: pl.DataFrame) -> Spec:
    """Bases by how fast they score and what they pay; the darker, the surer they are to score."""
    base = alt.Chart(_data(frame))
    x = alt.X(
        "rounds:Q",
        title="Rounds in play for a score",
        scale=alt.Scale(zero=True),
        axis=alt.Axis(tickCount=8),
    )
    y = alt.Y("vp:Q", title="VP it pays", axis=alt.Axis(tickCount=6), scale=alt.Scale(zero=True))
    across = base.mark_rule(opacity=0.45, style=PLAIN).encode(x=alt.X("rounds_low:Q"), x2=alt.X2("rounds_high:Q"), y=y)
    up = base.mark_rule(opacity=0.45, style=PLAIN).encode(x=x, y=alt.Y("vp_low:Q"), y2=alt.Y2("vp_high:Q"))
    scores = alt.Color(
        "scores:Q",
        title="Scores once in play",
        scale=alt.Scale(range="ramp"),
        legend=alt.Legend(orient="bottom", format=PERCENT, gradientLength=180),
    )
    dots = base.mark_circle(size=100, opacity=1).encode(
        x=x,
        y=y,
        color=scores,
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("set:N", title="Set"),
            _tip("breakpoint", "Breakpoint", "d"),
            _tip("rounds", "Rounds for a score", ".1f"),
            *_interval_tips("rounds_low", "rounds_high", ".1f"),
            _tip("scores", "Scores once in play"),
            *_interval_tips("scores_low", "scores_high"),
            _tip("vp", "VP it pays", ".1f"),
            *_interval_tips("vp_low", "vp_high", ".1f"),
            _tip("stays", "Times in play", ",d"),
        ],
    )
    text = base.transform_filter("datum.label != ''").encode(x=x, y=y, text="label:N")
    names = text.transform_filter("!datum.turned").mark_text(align="left", dx=-4, dy=-12, fontSize=11)
    turned = text.transform_filter("datum.turned").mark_text(align="right", dx=4, dy=13, fontSize=11)
    return _spec(alt.layer(across, up, dots, names, turned), 400)
