"""The charts of a report, as Vega-Lite specifications. The page defines the colours of both themes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import altair as alt
import polars as pl

Spec = dict[str, Any]

PERCENT = ".0%"
ONE_DECIMAL = ".1%"
IN_POINTS = "datum.value === 0 ? '0' : format(100 * datum.value, '+.0f')"  # of a difference of shares
IN_PERCENT = "format(datum.value, '.0%')"
IN_NUMBERS = "format(datum.value, 'd')"
ROW = 19  # height of a row in a list, in pixels
_LABELS = alt.Axis(title=None, labelLimit=220, ticks=False, domain=False, labelPadding=6)
GUIDE = "guide"  # a style of the page
VERDICTS = alt.Scale(domain=["above", "average", "below"], range="ordinal")
SOURCE_NAMES = {
    "first": "First place",
    "second": "Second place",
    "third": "Third place",
    "base": "Abilities of bases",
    "minion": "Minions",
    "action": "Actions",
    "titan": "Titans",
    "lost": "Lost",
}


def _data(frame: pl.DataFrame) -> alt.InlineData:
    return alt.InlineData(values=frame.to_dicts())


def _spec(chart: alt.Chart | alt.LayerChart | alt.FacetChart, height: int) -> Spec:
    sized = chart.properties(
        width="container",
        height=height,
        autosize=alt.AutoSizeParams(type="fit-x", contains="padding"),
        padding={"left": 2, "top": 5, "right": 18, "bottom": 5},  # room for half of the last label of an axis
    )
    spec: Spec = sized.to_dict()
    spec.pop("config", None)
    return spec


Shown = Callable[[float], str]


def share(number: float) -> str:
    """In percent."""
    return f"{100 * number:.1f}"


def points(number: float) -> str:
    """In percentage points."""
    return f"{100 * number:+.1f}"


def one_digit(number: float) -> str:
    """With one decimal place."""
    return f"{number:.1f}"


def two_digits(number: float) -> str:
    """With two decimal places."""
    return f"{number:.2f}"


_UNITS: dict[Shown, str] = {share: " %", points: " points"}


def _with_text(frame: pl.DataFrame, value: str, show: Shown, low: str = "low", high: str = "high") -> pl.DataFrame:
    """Add a column with the estimate and its interval as text, for tooltips."""
    says = [
        f"{show(row[value])}{_UNITS.get(show, '')} ({show(row[low])} to {show(row[high])})"
        for row in frame.iter_rows(named=True)
    ]
    return frame.with_columns(pl.Series(f"{value}_text", says, dtype=pl.String))


def _tip(field: str, title: str, form: str = ONE_DECIMAL) -> alt.Tooltip:
    return alt.Tooltip(f"{field}:Q", title=title, format=form)


def _says(field: str, title: str) -> alt.Tooltip:
    return alt.Tooltip(f"{field}_text:N", title=title)


def intervals(
    frame: pl.DataFrame,
    *,
    value: str,
    low: str,
    high: str,
    title: str,
    middle: float,
    tips: list[alt.Tooltip],
    labels: str = IN_PERCENT,
) -> Spec:
    """A list of names, each with a dot and the interval around it; a line marks the middle."""
    order = frame["name"].to_list()
    y = alt.Y("name:N", sort=order, axis=_LABELS)
    base = alt.Chart(_data(frame)).encode(y=y)
    axis = alt.Axis(labelExpr=labels, orient="top", tickCount=8)
    x = alt.X(f"{value}:Q", title=title, axis=axis, scale=alt.Scale(zero=False, nice=False, padding=8))
    colour = alt.Color("verdict:N", scale=VERDICTS, legend=None)
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
    labels: str,
    tips: list[alt.Tooltip],
    titles: tuple[str | None, str | None] = (None, None),
) -> Spec:
    """A matrix of all factions, with `one` as rows and `other` as columns."""
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
                axis=alt.Axis(orient="top", labelAngle=-55, labelLimit=180, ticks=False, domain=False),
            ),
            y=alt.Y("one:N", sort=order, title=titles[0], axis=alt.Axis(labelLimit=180, ticks=False, domain=False)),
            color=alt.Color(
                f"{value}:Q",
                title=title,
                scale=alt.Scale(
                    domain=[middle - spread, middle, middle + spread], range="diverging", clamp=True, interpolate="lab"
                ),
                legend=alt.Legend(orient="bottom", labelExpr=labels, gradientLength=220, titleLimit=400),
            ),
            tooltip=tips,
        )
    )
    return _spec(chart, 20 * len(order))


def factions(frame: pl.DataFrame) -> Spec:
    """Strengths of factions."""
    return intervals(
        _with_text(_with_text(frame, "chance", share), "win_rate", share, "win_low", "win_high"),
        value="chance",
        low="low",
        high="high",
        title="Beats an average opponent",
        middle=0.5,
        tips=[
            _says("chance", "Beats an average opponent"),
            _says("win_rate", "Won, of all its games"),
            _tip("games", "Games", ",d"),
        ],
    )


def _square(pairs: pl.DataFrame) -> pl.DataFrame:
    """Each pair in both orders."""
    rows = _with_text(_with_text(pairs, "chance", share), "synergy", points, "synergy_low", "synergy_high")
    return pl.concat([rows, rows.rename({"one": "other", "other": "one"}).select(rows.columns)])


_PAIR_TIPS = [
    alt.Tooltip("name:N", title=" "),
    _says("chance", "Beats an average opponent"),
    _says("synergy", "Synergy"),
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
        labels=IN_PERCENT,
        tips=_PAIR_TIPS,
    )


def synergy(frame: pl.DataFrame, order: list[str]) -> Spec:
    """The synergy of each deck: how much stronger it is than the sum of its halves."""
    return heat_map(
        _square(frame),
        order=order,
        value="synergy",
        title="Synergy, in points against an average opponent",
        middle=0.0,
        labels=IN_POINTS,
        tips=_PAIR_TIPS,
    )


def matchups(frame: pl.DataFrame, order: list[str]) -> Spec:
    """How often one faction ends ahead of another."""
    return heat_map(
        _with_text(_with_text(frame, "chance", share), "ahead", share, "ahead_low", "ahead_high"),
        order=order,
        value="chance",
        title="The row ends ahead of the column",
        middle=0.5,
        labels=IN_PERCENT,
        tips=[
            alt.Tooltip("one:N", title="A deck with"),
            alt.Tooltip("other:N", title="meets one with"),
            _says("chance", "Ends ahead (estimate)"),
            _says("ahead", "Ended ahead"),
            _tip("games", "Meetings", ",d"),
        ],
    )


def order_of_turns(frame: pl.DataFrame) -> Spec:
    """How often the first, second, third and fourth player wins."""
    rows = _with_text(frame, "win_rate", share)
    base = alt.Chart(_data(rows)).encode(y=alt.Y("name:N", sort=frame["name"].to_list(), axis=_LABELS))
    axis = alt.Axis(format=PERCENT, orient="top", tickCount=8)
    colour = alt.Color("verdict:N", scale=VERDICTS, legend=None)
    tips = [
        alt.Tooltip("name:N", title=" "),
        _says("win_rate", "Won"),
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
    """The lengths of games."""
    base = alt.Chart(_data(_with_text(frame, "share", share))).encode(
        x=alt.X("rounds:Q", title="Rounds", axis=alt.Axis(grid=False, format="d", tickMinStep=1)),
        color=alt.Color(
            "players:N", title="Players", legend=alt.Legend(orient="top-right", symbolOpacity=1, symbolType="circle")
        ),
    )
    y = alt.Y("share:Q", title="Share of games", axis=alt.Axis(format=PERCENT, tickCount=6))
    band = base.mark_area(opacity=0.18, interpolate="monotone").encode(y=alt.Y("low:Q"), y2=alt.Y2("high:Q"))
    line = base.mark_line(interpolate="monotone", strokeWidth=2.5).encode(y=y)
    touch = base.mark_circle(size=300, opacity=0).encode(
        y=y,
        tooltip=[
            alt.Tooltip("players:N", title="Players"),
            _tip("rounds", "Rounds", "d"),
            _says("share", "Of the games"),
            _tip("games", "Games", ",d"),
        ],
    )
    return _spec(alt.layer(band, line, touch), 260)


def sources(frame: pl.DataFrame) -> Spec:
    """The sources of VP, for winners and others."""
    bars = (
        alt.Chart(_data(_with_text(frame, "vp", two_digits)))
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
                _says("vp", "VP a player"),
                _tip("seats", "Players", ",d"),
            ],
        )
    )
    return _spec(bars, 30 * frame["name"].n_unique() + 10)


def bots(frame: pl.DataFrame) -> Spec:
    """How often each bot won."""
    return intervals(
        _with_text(frame, "win_rate", share, "win_low", "win_high"),
        value="win_rate",
        low="win_low",
        high="win_high",
        title="Games won",
        middle=float(frame["fair"].mean() or 0.0),  # type: ignore[arg-type]  # of a column of numbers
        tips=[_says("win_rate", "Won"), _tip("games", "Games", ",d")],
    )


def cards(frame: pl.DataFrame) -> Spec:
    """Cards, by how much more often their owner wins after drawing them early."""
    rows = frame
    for value, show in (("early", points), ("early_with", share), ("early_without", share)):
        rows = _with_text(rows, value, show, f"{value}_low", f"{value}_high")
    return intervals(
        rows,
        value="early",
        low="early_low",
        high="early_high",
        title="Points gained when drawn early",
        middle=0.0,
        labels=IN_POINTS,
        tips=[
            alt.Tooltip("faction:N", title="Faction"),
            _says("early_with", "Won, if drawn early"),
            _says("early_without", "Won, if not"),
            _says("early", "Difference"),
            _tip("games", "Games", ",d"),
        ],
    )


def _with_base_texts(frame: pl.DataFrame) -> pl.DataFrame:
    for value, show in (("rounds", one_digit), ("scores", share), ("vp", one_digit)):
        frame = _with_text(frame, value, show, f"{value}_low", f"{value}_high")
    return frame


_BASE_TIPS = [
    alt.Tooltip("set:N", title="Set"),
    _tip("breakpoint", "Breakpoint", "d"),
    _says("rounds", "Rounds for a score"),
    _says("scores", "Scores once in play"),
    _says("vp", "VP it pays"),
    _tip("stays", "Times in play", ",d"),
]


def base_list(frame: pl.DataFrame, middle: float) -> Spec:
    """Bases, by how quickly they score."""
    return intervals(
        _with_base_texts(frame),
        value="rounds",
        low="rounds_low",
        high="rounds_high",
        title="Rounds in play for a score",
        middle=middle,
        labels=IN_NUMBERS,
        tips=_BASE_TIPS,
    )


def bases(frame: pl.DataFrame) -> Spec:
    """Bases, by how quickly they score and what they pay; a stronger colour means more likely to score."""
    base = alt.Chart(_data(_with_base_texts(frame)))
    x = alt.X(
        "rounds:Q",
        title="Rounds in play for a score",
        scale=alt.Scale(zero=True),
        axis=alt.Axis(tickCount=8),
    )
    y = alt.Y("vp:Q", title="VP it pays", axis=alt.Axis(tickCount=6), scale=alt.Scale(zero=True))
    across = base.mark_rule(opacity=0.45).encode(x=alt.X("rounds_low:Q"), x2=alt.X2("rounds_high:Q"), y=y)
    up = base.mark_rule(opacity=0.45).encode(x=x, y=alt.Y("vp_low:Q"), y2=alt.Y2("vp_high:Q"))
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
        tooltip=[alt.Tooltip("name:N", title=" "), *_BASE_TIPS],
    )
    text = base.transform_filter("datum.label != ''").encode(x=x, y=y, text="label:N")
    names = text.transform_filter("!datum.turned").mark_text(align="left", dx=-4, dy=-12, fontSize=11)
    turned = text.transform_filter("datum.turned").mark_text(align="right", dx=4, dy=13, fontSize=11)
    return _spec(alt.layer(across, up, dots, names, turned), 400)
