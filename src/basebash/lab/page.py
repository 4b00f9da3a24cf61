"""A self-contained page of sections, charts and tables: it needs no network and no other file."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from importlib.resources import files
from math import isfinite, isnan
from typing import Any

import polars as pl
import vl_convert

from basebash.lab.charts import Spec

Row = dict[str, Any]

# Nothing is fetched. Vega compiles the expressions of a chart to functions, hence unsafe-eval.
ALLOWED = "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'; img-src data:"


@dataclass(frozen=True)
class Column:
    """A column of a table: its title, the text of each cell, and the number to sort by (None for text)."""

    title: str
    says: Callable[[Row], str]
    number: Callable[[Row], float | None] | None = None


@dataclass(frozen=True)
class Table:
    """A table behind a chart."""

    name: str
    rows: list[Row]
    columns: list[Column]
    title: str = "The chart as a table"


@dataclass(frozen=True)
class Figure:
    """A chart, with a caption that says how to read it and how many games it is based on."""

    spec: Spec
    caption: str
    title: str = ""
    says: str = ""
    wide: bool = False
    table: Table | None = None


@dataclass(frozen=True)
class Section:
    """A question and its answer. `finding` is HTML."""

    name: str
    title: str
    finding: str
    figures: list[Figure] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)


# ----------------------------------------------------------------------------------------------- cells
def percent(share: float) -> str:
    """Format a share in percent.

    >>> percent(0.6123)
    '61.2&nbsp;%'
    """
    return f"{100 * share:.1f}&nbsp;%"


def points(difference: float) -> str:
    """Format a difference of shares, in percentage points.

    >>> points(0.031), points(-0.2)
    ('+3.1', '&minus;20.0')
    """
    return f"{100 * difference:+.1f}".replace("-", "&minus;")


def decimal(number: float) -> str:
    """Format a number with two decimal places."""
    return f"{number:.2f}".replace("-", "&minus;")


def text(title: str, name: str) -> Column:
    """A column of text."""
    return Column(title, lambda row: escape(str(row[name])))


def count(title: str, name: str) -> Column:
    """A column of whole numbers."""
    return Column(title, lambda row: f"{row[name]:,}", lambda row: float(row[name]))


def plain(title: str, name: str, show: Callable[[float], str]) -> Column:
    """A column of numbers that are not estimates."""
    return Column(title, lambda row: show(row[name]), lambda row: float(row[name]))


def estimate(title: str, name: str, low: str, high: str, show: Callable[[float], str] = percent) -> Column:
    """A column of numbers with their intervals."""

    def says(row: Row) -> str:
        if row[name] is None or isnan(row[name]):
            return "&ndash;"
        bounds = f"{show(row[low])} … {show(row[high])}".replace("&nbsp;%", "")
        return f"{show(row[name])} <small>({bounds})</small>"

    return Column(title, says, lambda row: row[name])


# ----------------------------------------------------------------------------------------------- HTML
def table_html(table: Table) -> str:
    """Return a table that can be sorted and, if it is long, searched."""
    head = "".join(f'<th scope="col"{_kind(column)}>{escape(column.title)}</th>' for column in table.columns)
    body = "".join(f"<tr>{''.join(_cell(column, row) for column in table.columns)}</tr>" for row in table.rows)
    name = f"table-{table.name}"
    search = ""
    if len(table.rows) > 30:
        search = f'<input type="search" data-filter="{name}" placeholder="Search" aria-label="Search this table">'
    return (
        f"<details><summary>{escape(table.title)}, {len(table.rows):,} rows</summary>{search}"
        f'<div class="table"><table id="{name}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
        "</details>"
    )


def _kind(column: Column) -> str:
    return ' class="text"' if column.number is None else ""


def _cell(column: Column, row: Row) -> str:
    if column.number is None:
        return f'<td class="text">{column.says(row)}</td>'
    number = column.number(row)
    sort = "-1e9" if number is None or isnan(number) else f"{number:.6g}"
    return f'<td data-v="{sort}">{column.says(row)}</td>'


def _figure_html(name: str, figure: Figure) -> str:
    spec = json.dumps(_rounded(figure.spec), separators=(",", ":"), ensure_ascii=False).replace("<", r"\u003c")
    title = f"<h3>{escape(figure.title)}</h3>" if figure.title else ""
    says = f"<p>{figure.says}</p>" if figure.says else ""
    wide = " wide" if figure.wide else ""
    hint = '<p class="hint" aria-hidden="true">Scroll sideways to see all of it.</p>' if figure.wide else ""
    return (
        f'{title}{says}<figure>{hint}<div class="scroll"><div class="chart{wide}" id="{name}"></div></div>'
        f"<figcaption>{figure.caption}</figcaption></figure>"
        f'<script type="application/json" id="{name}-spec">{spec}</script>'
        f"{table_html(figure.table) if figure.table else ''}"
    )


def _rounded(value: Any) -> Any:
    """Round the numbers: five digits are plenty for a chart."""
    if isinstance(value, float):
        return float(f"{value:.5g}") if isfinite(value) else None
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_rounded(part) for part in value]
    return value


def _section_html(section: Section) -> str:
    figures = "".join(_figure_html(f"chart-{section.name}-{n}", figure) for n, figure in enumerate(section.figures))
    tables = "".join(table_html(table) for table in section.tables)
    return (
        f'<section id="{section.name}"><h2>{escape(section.title)}</h2><p class="finding">{section.finding}</p>'
        f"{figures}{tables}</section>"
    )


@lru_cache(maxsize=1)
def _script() -> str:
    """Return the scripts that draw the charts, Vega included."""
    mine = (files("basebash.lab") / "page.js").read_text(encoding="utf-8")
    return vl_convert.javascript_bundle(mine).replace("</script", "<\\/script")


def page_html(title: str, lead: str, facts: list[tuple[str, str]], sections: list[Section], footer: str) -> str:
    """Return the whole page. `lead` and `footer` are HTML."""
    style = (files("basebash.lab") / "page.css").read_text(encoding="utf-8")
    script = _script()
    boxes = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in facts)
    links = "".join(f'<li><a href="#{section.name}">{escape(section.title)}</a></li>' for section in sections)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{ALLOWED}">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<style>{style}</style>
</head>
<body>
<header><h1>{escape(title)}</h1><p class="lead">{lead}</p><dl class="facts">{boxes}</dl></header>
<nav aria-label="Sections"><ul>{links}</ul></nav>
<main>{"".join(_section_html(section) for section in sections)}</main>
<footer>{footer}</footer>
<script type="module">{script}</script>
</body>
</html>
"""


def rows_of(frame: pl.DataFrame) -> list[Row]:
    """Return a data frame's rows for a table."""
    return frame.to_dicts()
