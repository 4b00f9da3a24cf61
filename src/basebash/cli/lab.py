"""The commands of the arena and the lab. Their dependencies (the extra `lab`) are imported when a command runs."""

from __future__ import annotations

import json
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TaskID, TextColumn
from rich.table import Table
from rich.text import Text

from basebash import FACTIONS, BasebashError, Setup
from basebash.cli.catalogue import pick_factions
from basebash.engine import key

if TYPE_CHECKING:
    from basebash.lab.arena import ArenaResult, Score

console = Console(highlight=False, emoji=False)
lab = typer.Typer(help="Play any number of games and analyse them.", no_args_is_help=True)

STOPPED = 130  # the usual exit status after Ctrl-C

Bots = Annotated[
    str, typer.Option(help='Bots, for example "greedy,random", or `module:function` (see `basebash.bots`).')
]
Factions = Annotated[
    str, typer.Option(help='Only these factions or sets, for example "Ghosts,Pirates,Core Set"; all by default.')
]
Ban = Annotated[str, typer.Option(help="Exclude these factions, separated by commas.")]
Edition = Annotated[int, typer.Option(help="The rules: 2013, 2016 or 2019.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games, whatever the number of workers.")]
TurnLimit = Annotated[
    int, typer.Option(min=0, help="A game with more turns is recorded as unfinished; 0 for no limit.")
]
Workers = Annotated[int | None, typer.Option(min=1, help="Number of worker processes; one per core by default.")]
Ray = Annotated[
    str | None, typer.Option(help='Play on the Ray cluster at this address ("auto", "local", "ray://HOST:PORT").')
]


def register(app: typer.Typer) -> None:
    """Register the commands."""
    app.command()(arena)
    app.add_typer(lab, name="lab")


def arena(
    bots: Bots = "greedy,random",
    games: Annotated[int, typer.Option(min=1, help="Games per line-up.")] = 100,
    seed: Seed = 0,
    players: Annotated[int, typer.Option(min=2, max=4, help="Players per game.")] = 2,
    json_file: Annotated[Path | None, typer.Option("--json", help="Also write the result to this file.")] = None,
    factions: Factions = "",
    ban: Ban = "",
    edition: Edition = 2019,
    workers: Workers = None,
    ray: Ray = None,
) -> None:
    """Let bots play each other: a round robin with ratings, intervals and a cross table.

    Every line-up plays the same deals, and every bot sits in every seat of each. With fewer bots than seats they sit
    repeatedly; name a bot more than once to say how often: `--bots greedy,random,random,random --players 4`.
    """
    with reported(), gentle_stop() as stop, modules_of_this_folder():
        from basebash.lab.arena import ArenaResult, run_arena
        from basebash.lab.plan import arena_plan

        plan = arena_plan(
            games, bots=names(bots), seed=seed, players=players, factions=factions_of(factions, ban), edition=edition
        )
        if json_file is not None and not json_file.absolute().parent.is_dir():
            raise BasebashError(f"{json_file} cannot be written: there is no such folder.")
        result = ArenaResult(plan)
        try:
            with progress_bar(plan.size) as progress:
                run_arena(plan, workers=workers, ray=ray, stop=stop, progress=progress, result=result)
        finally:
            if result.games:
                _show_arena(result)
                if json_file is not None:
                    json_file.write_text(json.dumps(result.to_json(), indent=2) + "\n", encoding="utf-8")
        if result.games < plan.size:
            say(f"Stopped after {result.games:,} of {plan.size:,} games.")
            raise typer.Exit(STOPPED)


@lab.command()
def run(
    folder: Annotated[Path, typer.Argument(help="Folder for the tables.")] = Path("lab"),
    games: Annotated[int, typer.Option(min=1, help="Total number of games at the end.")] = 10_000,
    seed: Seed = 0,
    players: Annotated[str, typer.Option(help="Numbers of players, alternating.")] = "2,3,4",
    bots: Bots = "random",
    factions: Factions = "",
    ban: Ban = "",
    edition: Edition = 2019,
    events: Annotated[
        bool, typer.Option(help="Also record every event of every game; takes about ten times as much space.")
    ] = False,
    resume: Annotated[
        bool, typer.Option(help="Continue the lab in this folder; --games may be larger than before.")
    ] = False,
    workers: Workers = None,
    ray: Ray = None,
    turn_limit: TurnLimit = 500,
) -> None:
    """Play any number of games over all pairs of factions, into Parquet tables.

    **Ctrl-C** stops and keeps what was played; **--resume** goes on from there, to the same result.
    """
    with reported(), gentle_stop() as stop, modules_of_this_folder():
        from basebash.lab.plan import lab_plan
        from basebash.lab.run import run_lab

        plan = lab_plan(
            games,
            seed=seed,
            players=numbers(players),
            bots=names(bots),
            factions=factions_of(factions, ban),
            edition=edition,
            turn_limit=turn_limit,
        )
        extras = ["events"] if events else []
        with progress_bar(plan.size) as progress:
            done = run_lab(
                plan, folder, extras=extras, resume=resume, workers=workers, ray=ray, stop=stop, progress=progress
            )
        if done < plan.size:
            say(f"Stopped: {done:,} of {plan.size:,} games are in {folder}. To continue, add --resume.")
            raise typer.Exit(STOPPED)
        say(f"{done:,} games are in {folder}. Analyse them with: basebash lab report {folder}")


@lab.command()
def dataset(
    folder: Annotated[Path, typer.Argument(help="Folder for the tables and the data card.")] = Path("dataset"),
    games: Annotated[int, typer.Option(min=1, help="Total number of games at the end.")] = 1_000,
    seed: Seed = 0,
    players: Annotated[str, typer.Option(help="Numbers of players, alternating.")] = "2",
    bots: Bots = "greedy",
    factions: Factions = "",
    ban: Ban = "",
    edition: Edition = 2019,
    resume: Annotated[
        bool, typer.Option(help="Continue the dataset in this folder; --games may be larger than before.")
    ] = False,
    workers: Workers = None,
    ray: Ray = None,
    turn_limit: TurnLimit = 500,
) -> None:
    """Write games of named bots as a dataset: tables with every event, a replay of each game, and a data card."""
    with reported(), gentle_stop() as stop, modules_of_this_folder():
        from basebash.lab.dataset import CARD, make_dataset
        from basebash.lab.plan import lab_plan

        plan = lab_plan(
            games,
            seed=seed,
            players=numbers(players),
            bots=names(bots),
            factions=factions_of(factions, ban),
            edition=edition,
            turn_limit=turn_limit,
        )
        options = {
            "games": str(games), "seed": str(seed), "players": players, "bots": bots, "factions": factions, "ban": ban,
            "edition": str(edition), "turn-limit": str(turn_limit),
        }  # fmt: skip
        command = "basebash lab dataset" + "".join(
            f" --{name} {shlex.quote(value)}" for name, value in options.items() if value
        )
        with progress_bar(plan.size) as progress:
            done = make_dataset(
                plan, folder, command=command, resume=resume, workers=workers, ray=ray, stop=stop, progress=progress
            )
        if done < plan.size:
            say(f"Stopped: {done:,} of {plan.size:,} games are in {folder}. To continue, add --resume.")
            raise typer.Exit(STOPPED)
        say(f"{done:,} games are in {folder}. {folder / CARD} says what is in them.")


@lab.command()
def report(
    folder: Annotated[Path, typer.Argument(help="A lab's folder.")] = Path("lab"),
    html: Annotated[Path | None, typer.Option(help="File to write; report.html in the folder by default.")] = None,
) -> None:
    """Write what a lab found as one HTML page: charts, tables and intervals, without a need for the network."""
    with reported():
        from basebash.lab.report import write_report

        file = folder / "report.html" if html is None else html
        found = write_report(folder, file)
        say(f"The report of {found.games:,} games is {file}.")


# ----------------------------------------------------------------------------------------------- around a command
@contextmanager
def reported() -> Iterator[None]:
    """Report an error in one line."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "basebash":
            raise
        _fail(f'{error.name} is not installed. The arena and the lab need: pip install "basebash[lab]"')
    except OSError as error:
        _fail(f"{error.filename} cannot be read or written: {error.strerror}." if error.filename else str(error))
    except BasebashError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        say("Stopped immediately. Games finished before are kept.")
        raise typer.Exit(STOPPED) from None


def say(message: str, style: str = "") -> None:
    """Print a message in one line, whatever the width, so that paths in it can be copied."""
    console.print(message, style=style, markup=False, soft_wrap=True)


def _fail(message: str) -> None:
    say(message, style="red")
    raise typer.Exit(2)


@contextmanager
def modules_of_this_folder() -> Iterator[None]:
    """Let a bot named `module:function` be in the current folder."""
    here = str(Path.cwd())
    sys.path.append(here)
    try:
        yield
    finally:
        sys.path.remove(here)


@contextmanager
def gentle_stop() -> Iterator[Callable[[], bool]]:
    """The first Ctrl-C ends the run after the games in progress; the second one immediately."""
    pressed: list[int] = []

    def on_interrupt(number: int, _: Any) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(number)
        say("Finishing the games in progress. Press Ctrl-C again to stop immediately.")

    before = signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


class _Pace(ProgressColumn):
    """Games per second (seconds per game if they are slow) since the start, and the estimated time left."""

    def __init__(self, of: str) -> None:
        super().__init__()
        self._of = of

    def render(self, task: Task) -> Text:
        """Return the column's text."""
        played, seconds = task.completed - task.fields["before"], task.elapsed
        if not played or not seconds:
            return Text("")
        rate = played / seconds
        left = timedelta(seconds=round(((task.total or 0) - task.completed) / rate))
        return Text(f"{rate:,.1f} {self._of}/s, {left} left" if rate >= 1 else f"{1 / rate:,.1f} s each, {left} left")


@contextmanager
def progress_bar(games: int, *, of: str = "games") -> Iterator[Callable[[int], None]]:
    """A progress bar with the rate and the time left; it appears when it first gets a number of games.

    `of`: what is counted, if not games.
    """
    bar = Progress(BarColumn(bar_width=None), MofNCompleteColumn(), TextColumn(of), _Pace(of), console=console)
    tasks: list[TaskID] = []

    def tell(done: int) -> None:
        if not tasks:
            bar.start()
            tasks.append(bar.add_task("", total=max(games, done), completed=done, before=done))
        bar.update(tasks[0], completed=done)

    try:
        yield tell
    finally:
        bar.stop()


def numbers(listed: str) -> list[int]:
    """Parse a list of numbers of players."""
    try:
        return [int(number) for number in names(listed)]
    except ValueError:
        raise BasebashError(f'"{listed}" is not a list of numbers of players: write, for example, "2,3,4".') from None


def factions_of(listed: str, banned: str) -> list[str]:
    """Return the factions of a list of factions and sets, without the banned ones; empty for all."""
    if not (listed or banned):
        return []
    chosen: list[str] = [] if listed else [name for name in FACTIONS if name in Setup(2).pool]
    for name in names(listed):
        of_set = [f.name for f in FACTIONS.values() if key(name) in key(f.set_name)]
        chosen += of_set if of_set and key(name) not in {key(f) for f in FACTIONS} else [name]
    kept = {key(name) for name in pick_factions(bans=banned)}
    unknown = {key(name) for name in chosen} - {key(name) for name in FACTIONS}  # the plan reports them
    return [name for name in dict.fromkeys(chosen) if key(name) in kept | unknown]


def names(listed: str) -> list[str]:
    """Return the names in a list separated by commas."""
    return [name.strip() for name in listed.split(",") if name.strip()]


# ----------------------------------------------------------------------------------------------- the arena's tables
def _show_arena(result: ArenaResult) -> None:
    ranking = result.ranking
    say(f"\n{result.games:,} games of {result.plan.players} players; a fair share is {100 / result.plan.players:.0f} %")
    table = _table("Bot", "Games", "Won %", "(95 %)", "Rating", "VP")
    for name in ranking:
        bot, rating = result.bots[name], result.ratings[name]
        table.add_row(
            name,
            f"{bot.score.games:,}",
            _percent(bot.score),
            _interval(bot.score),
            f"{rating.mu:.1f} ± {1.96 * rating.sigma:.1f}",
            f"{bot.vp / max(1, bot.score.games):.1f}",
        )
    console.print(table)
    say("\nHow often the row ended ahead of the column, %")
    cross = _table("", *ranking)
    for name in ranking:
        versus = result.bots[name].versus
        cross.add_row(name, *(_with_interval(versus[other]) if other in versus else "" for other in ranking))
    console.print(cross)
    say("\nWon with each faction, % (of this many games)")
    factions = _table("", *ranking)
    for faction in sorted({faction for name in ranking for faction in result.bots[name].factions}):
        scores = [result.bots[name].factions.get(faction) for name in ranking]
        factions.add_row(
            faction, *("" if score is None else f"{_percent(score)} ({score.games:,})" for score in scores)
        )
    console.print(factions)


def _table(first: str, *others: str) -> Table:
    """A table that fits a narrow terminal: names are wrapped, never cut off."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column(first, overflow="fold")
    for title in others:
        table.add_column(title, justify="right", overflow="fold")
    return table


def _percent(score: Score) -> str:
    return f"{100 * score.rate:.1f}"


def _interval(score: Score) -> str:
    low, high = score.interval
    return f"({100 * low:.0f}\N{EN DASH}{100 * high:.0f})"


def _with_interval(score: Score) -> str:
    return f"{_percent(score)} {_interval(score)}"
