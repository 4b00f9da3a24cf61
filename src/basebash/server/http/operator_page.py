"""The page for operators at `/operator`: plain HTML, without scripts, that reloads itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from msgspec import Struct
from prometheus_client.parser import text_string_to_metric_families

RELOAD_SECONDS = 10
_QUANTILES = (0.5, 0.95, 0.99)
_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 1.5rem auto; padding: 0 1rem; max-width: 75rem; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 1.75rem 0 .5rem; }
p { color: GrayText; margin: .25rem 0; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .3rem .75rem .3rem 0; }
th { text-align: left; font-weight: 600; }
td { overflow-wrap: anywhere; }
td.number, th.number { font-variant-numeric: tabular-nums; text-align: right; }
.columns { display: grid; gap: 0 2.5rem; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); }
@media (max-width: 45rem) {  /* a table in memory is a block, each value beside its name */
  .tables thead { display: none; }
  .tables tr { display: block; padding: .5rem 0; }
  .tables tr + tr { border-top: 2px solid color-mix(in srgb, currentColor 20%, transparent); }
  .tables td { display: grid; gap: 1rem; grid-template-columns: 8rem 1fr; border: 0; padding: .1rem 0; }
  .tables td::before { content: attr(data-name); color: GrayText; }
  .tables td.number { text-align: left; }
}
.bad { color: light-dark(#b00020, #ff8a80); font-weight: 600; }
"""


class TableRow(Struct):
    """A table in memory."""

    id: str
    name: str
    players: Sequence[str]
    state: str
    answers: int
    people: int
    spectators: int


class Totals(Struct):
    """What the metrics of all processes on a machine add up to. `refused`: refusals by reason."""

    values: dict[str, float]
    refused: dict[str, float]
    latencies: list[str]


def read_totals(metrics: bytes) -> Totals:
    """Return what the page shows of metrics in the format of Prometheus."""
    totals = Totals({}, {}, [])
    buckets: list[tuple[float, float]] = []
    for family in text_string_to_metric_families(metrics.decode()):
        for sample in family.samples:
            if sample.name == "basebash_refused_total":
                totals.refused[sample.labels["code"]] = sample.value
            elif sample.name == "basebash_answer_seconds_bucket":
                buckets.append((float(sample.labels["le"]), sample.value))
            elif not sample.labels:
                totals.values[sample.name.removeprefix("basebash_").removesuffix("_total")] = sample.value
    totals.latencies = [_quantile(sorted(buckets), part) for part in _QUANTILES]
    return totals


def _quantile(buckets: list[tuple[float, float]], part: float) -> str:
    """Return the bound below which this part of all answers took."""
    if not buckets or not buckets[-1][1]:
        return "none yet"
    bound = next(bound for bound, count in buckets if count >= part * buckets[-1][1])
    return f"up to {bound * 1000:,.0f} ms" if bound < float("inf") else f"over {buckets[-2][0] * 1000:,.0f} ms"


def write_page(versions: dict[str, str], health: str, totals: Totals, tables: Sequence[TableRow], more: int) -> str:
    """Return the page. `health`: what is wrong with the database, if anything; `more`: tables that are left out."""
    value = totals.values
    now = {
        "tables in memory": _number(value.get("tables_in_memory", 0)),
        "connections": _number(value.get("connections", 0)),
        "bots waiting": _number(value.get("bots_waiting", 0)),
        "memory": f"{value.get('memory_bytes', 0) / 2**20:,.0f} MiB",
        "processor time": f"{value.get('cpu_seconds', 0):,.0f} s",
    }
    counts = {
        name.replace("_", " "): _number(value.get(name, 0))
        for name in ("tables_created", "games_started", "games_over", "answers", "undos", "bots_late")
    }
    faults = {
        name.replace("_", " "): _number(value.get(name, 0))
        for name in ("engine_faults", "tables_damaged", "games_halted")
    }
    latencies = {f"{part:.0%}": text for part, text in zip(_QUANTILES, totals.latencies, strict=True)}
    refused = {code.replace("_", " "): _number(count) for code, count in sorted(totals.refused.items()) if count}
    database = f'<span class="bad">{escape(health)}</span>' if health else "The database works."
    sections = [
        _pairs("Versions", versions),
        _pairs("Now", now),
        _pairs("Answers took", latencies),
        _pairs("Since the start", counts),
        _pairs("Faults since the start", faults),
        _pairs("Refused since the start", refused),
    ]
    left_out = f"<p>{more:,} more are not shown.</p>" if more else ""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Basebash: operator</title>'
        f'<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="{RELOAD_SECONDS}">'
        f"<style>{_STYLE}</style><h1>Basebash</h1><p>{database} Numbers are of all processes on this machine; the "
        f"tables are those in the memory of the process that answered. The page reloads every {RELOAD_SECONDS} s.</p>"
        f'<div class="columns">{"".join(sections)}</div><h2>Tables</h2>{_tables(tables)}{left_out}</html>'
    )


def _number(value: float) -> str:
    return f"{value:,.0f}"


def _pairs(title: str, pairs: dict[str, str]) -> str:
    rows = "".join(
        f'<tr><th>{escape(name)}</th><td class="number">{escape(text)}</td></tr>' for name, text in pairs.items()
    )
    return f"<section><h2>{escape(title)}</h2>{f'<table>{rows}</table>' if rows else '<p>None.</p>'}</section>"


def _tables(tables: Iterable[TableRow]) -> str:
    rows = "".join(
        _row(
            text={"table": table.id, "name": table.name, "players": ", ".join(table.players), "state": table.state},
            numbers={"answers": table.answers, "people here": table.people, "spectators": table.spectators},
        )
        for table in tables
    )
    if not rows:
        return "<p>None.</p>"
    head = "".join(f"<th>{name}</th>" for name in ("table", "name", "players", "state"))
    head += "".join(f'<th class="number">{name}</th>' for name in ("answers", "people here", "spectators"))
    return f'<table class="tables"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>'


def _row(text: dict[str, str], numbers: dict[str, int]) -> str:
    cells = "".join(f'<td data-name="{name}">{escape(value)}</td>' for name, value in text.items())
    cells += "".join(f'<td class="number" data-name="{name}">{value:,}</td>' for name, value in numbers.items())
    return f"<tr>{cells}</tr>"
