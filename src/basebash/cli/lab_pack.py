"""The command `basebash lab pack`: is a pack fair?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from basebash import BasebashError
from basebash.cli import lab as common


def register() -> None:
    """Register the command."""
    common.lab.command()(pack)


def pack(
    path: Annotated[Path, typer.Argument(help="The pack's folder.")],
    into: Annotated[
        Path | None, typer.Option(help="Folder for the games and the page; `fairness-NAME` here by default.")
    ] = None,
    games: Annotated[int, typer.Option(min=30, help="Total number of games at the end, per variant.")] = 3_000,
    seed: common.Seed = 0,
    players: Annotated[str, typer.Option(help="Numbers of players, alternating.")] = "2,3,4",
    bots: common.Bots = "easy-1",
    factions: common.Factions = "",
    edition: common.Edition = 2019,
    turn_limit: common.TurnLimit = 500,
    vary: Annotated[
        list[str] | None,
        typer.Option(help='Also try other numbers on a card, for example "Beekeeper.power=3,4". Repeatable.'),
    ] = None,
    baseline: Annotated[
        Path | None,
        typer.Option(help="Lab of official factions to compare with; Basebash ships one for `easy`."),
    ] = None,
    workers: common.Workers = None,
    ray: common.Ray = None,
) -> None:
    """Find out whether a pack is fair: play its factions with and against every official one.

    The answer is one line, and a page with everything behind it. The same command continues where it was stopped.
    """
    with common.reported(), common.gentle_stop() as stop, common.modules_of_this_folder():
        from basebash.lab.fairness.baseline import baseline_of_lab, shipped_baseline
        from basebash.lab.fairness.changes import parse_changes
        from basebash.lab.fairness.plan import pack_plan
        from basebash.lab.fairness.report import answer, change_line, write_pack_report
        from basebash.lab.fairness.run import analyse_pack, run_pack, total_games
        from basebash.packs import add_folder

        loaded = add_folder(path)
        plan = pack_plan(
            loaded,
            games,
            seed=seed,
            players=common.numbers(players),
            bots=common.names(bots),
            factions=common.factions_of(factions, ""),
            edition=edition,
            turn_limit=turn_limit,
        )
        changes = [change for written in vary or [] for change in parse_changes(written, loaded.factions)]
        folder = Path(f"fairness-{loaded.folder.name}") if into is None else into
        known = shipped_baseline(list(plan.bots), edition) if baseline is None else baseline_of_lab(baseline)
        if known is not None and (set(known.bots), known.edition) != (set(plan.bots), edition):
            raise BasebashError(f"{baseline} was played by other bots or with another edition.")
        total = total_games(plan, changes)
        with common.progress_bar(total) as progress:
            done = run_pack(
                plan,
                folder,
                baseline=known,
                changes=changes,
                workers=workers,
                ray=ray,
                stop=stop,
                progress=progress,
            )
        if done < total:
            common.say(f"Stopped: {done:,} of {total:,} games are in {folder}. The same command continues.")
            raise typer.Exit(common.STOPPED)
        found = analyse_pack(plan, folder, known, changes)
        page = folder / "fairness.html"
        write_pack_report(found, page)
        for faction in found.factions:
            common.say(answer(faction.measured))
            for row in faction.variants.iter_rows(named=True):
                common.say(change_line(row))
        common.say(f"The details: {page}")
