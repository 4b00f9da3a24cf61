"""`basebash bench-agent`: the score of a bot in Basebash-Bench."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from basebash import BasebashError
from basebash.cli.lab import STOPPED, Workers, gentle_stop, modules_of_this_folder, names, progress_bar, reported, say

if TYPE_CHECKING:
    from basebash.lab.benchmark import BenchmarkResult


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("bench-agent")(bench_agent)


def bench_agent(
    agent: Annotated[str, typer.Argument(help="The bot: `module:bot`, or the name of one.")],
    track: Annotated[
        str, typer.Option(help="core (two players, Core Set), all (two players) or four (four players), or several.")
    ] = "core,all,four",
    split: Annotated[
        str, typer.Option(help="The factions of the tracks all and four: all, train or held-out.")
    ] = "all",
    deals: Annotated[
        int | None, typer.Option(min=1, help="Play fewer or more deals. A score to compare has the default number.")
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Also write the result to this file.")] = None,
    workers: Workers = None,
) -> None:
    """Score a bot in Basebash-Bench: the same deals, opponents and seats for everybody.

    The score of a track is the share of games won, with its 95 % interval.
    """
    with reported(), gentle_stop() as stop, modules_of_this_folder():
        from basebash.lab.benchmark import TRACKS, benchmark_plan, run_benchmark  # noqa: PLC0415

        def split_of(name: str) -> str:
            return "all" if name in TRACKS and TRACKS[name].core_only else split

        plans = [benchmark_plan(name, agent, split=split_of(name), deals=deals) for name in names(track)]
        if json_file is not None and not json_file.absolute().parent.is_dir():
            raise BasebashError(f"{json_file} cannot be written: there is no such folder.")
        results: list[BenchmarkResult] = []
        for plan in plans:
            with progress_bar(plan.size) as progress:
                results.append(run_benchmark(plan, workers=workers, stop=stop, progress=progress))
            _show(results[-1])
            if stop():
                break
        if json_file is not None:
            written = [result.to_json() for result in results]
            json_file.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")
        if stop():
            raise typer.Exit(STOPPED)


def _show(result: BenchmarkResult) -> None:
    found = result.to_json()
    low, high = found["interval"]
    say(
        f"{found['benchmark']}, {result.plan.track.title}, factions: {found['split']}: "
        f"{found['win_rate']:.1%} of {found['games']:,} games won ({low:.1%} to {high:.1%}; "
        f"an equal share is {found['share']:.0%}), VP margin {found['vp_margin']:+.1f}"
    )
    for name, score in found["versus"].items():
        low, high = score["interval"]
        say(f"  against {name}: {score['win_rate']:.1%} of {score['games']} ({low:.1%} to {high:.1%})")
    if not found["complete"]:
        say("  Not the whole track: compare only scores with the default number of deals.")
