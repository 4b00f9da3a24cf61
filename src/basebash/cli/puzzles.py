"""The commands around puzzles: finding them in games of bots, and checking a file of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from basebash import BasebashError
from basebash.cli.lab import STOPPED, gentle_stop, progress_bar, reported, say

puzzles = typer.Typer(help="Find puzzles in games of bots.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(puzzles, name="puzzles")


@puzzles.command()
def mine(
    folder: Annotated[Path, typer.Argument(help="Folder for what is found.")] = Path("puzzles"),
    count: Annotated[int, typer.Option(min=1, help="How many puzzles there are at the end.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed finds the same puzzles.")] = 0,
    cap: Annotated[
        int | None, typer.Option(min=1, help="How many puzzles a faction may have; by default 3 / 2 of an equal share.")
    ] = None,
) -> None:
    """Find puzzles: positions in which exactly one turn is best by a margin, whatever the player cannot see.

    Bots play games, and the turns of promising positions are searched exhaustively. **Ctrl-C** stops after the game
    in progress; the same command goes on from there, to the same result.
    """
    with reported(), gentle_stop() as stop:
        from basebash.puzzles.mining import mine as run  # noqa: PLC0415  # slow to import

        with progress_bar(count, of="puzzles") as progress:
            found = run(folder, count=count, seed=seed, cap=cap, stop=stop, progress=progress)
        say(
            f"{len(found.puzzles):,} puzzles are in {folder}. Write them to a file with: basebash puzzles pack {folder}"
        )
        if len(found.puzzles) < count:
            raise typer.Exit(STOPPED)


@puzzles.command()
def pack(
    folders: Annotated[list[Path], typer.Argument(help="Folders of `basebash puzzles mine`.")],
    to: Annotated[Path, typer.Option(help="The file to write.")] = Path("mined.json.gz"),
    cap: Annotated[int, typer.Option(min=1, help="How many puzzles a faction may have.")] = 40,
    check: Annotated[bool, typer.Option(help="Search every puzzle once more, exactly, and drop what fails.")] = True,
) -> None:
    """Write the puzzles of some folders to one compressed file, without near-duplicates."""
    with reported():
        from basebash.puzzles.checking import is_sound  # noqa: PLC0415
        from basebash.puzzles.mining import FILE, Collection, read_games  # noqa: PLC0415
        from basebash.puzzles.store import write_puzzles  # noqa: PLC0415

        found = Collection(cap)
        games = [played for folder in folders for played in read_games(folder / FILE)]
        left_out = 0
        with progress_bar(len(games)) as progress:
            for number, played in enumerate(games):
                for puzzle in played.puzzles:
                    if check and not is_sound(puzzle):
                        left_out += 1
                    else:
                        found.add(puzzle)
                progress(number + 1)
        if not found.puzzles:
            raise BasebashError("There are no puzzles in these folders.")
        write_puzzles(to, found.puzzles)
        say(f"{len(found.puzzles):,} puzzles, {to.stat().st_size:,} bytes: {to}. {left_out} did not pass the check.")


@puzzles.command()
def show(file: Annotated[Path, typer.Argument(help="A file of puzzles.")]) -> None:
    """Count the puzzles in a file by theme, by the weakest bot that solves them, and by faction."""
    with reported():
        from basebash.puzzles.store import read_puzzles  # noqa: PLC0415

        known = read_puzzles(file)
        counts: dict[str, Counter[str]] = {
            "themes": Counter(theme for puzzle in known for theme in puzzle.themes),
            "goals": Counter(puzzle.goal.kind for puzzle in known),
            "solved by": Counter(puzzle.found for puzzle in known),
            "factions": Counter(name for puzzle in known for name in puzzle.factions),
        }
        say(f"{len(known):,} puzzles")
        for title, counted in counts.items():
            say(f"{title} ({len(counted)}): " + ", ".join(f"{name} {times}" for name, times in counted.most_common()))


@puzzles.command(name="check")
def check_file(file: Annotated[Path, typer.Argument(help="A file of puzzles.")]) -> None:
    """Search every puzzle of a file once more, exactly: its solution must work, and be the only one."""
    with reported(), gentle_stop() as stop:
        from basebash.puzzles.checking import is_sound  # noqa: PLC0415
        from basebash.puzzles.store import read_puzzles  # noqa: PLC0415

        known = read_puzzles(file)
        failed = []
        with progress_bar(len(known), of="puzzles") as progress:
            for number, puzzle in enumerate(known):
                if stop():
                    raise typer.Exit(STOPPED)
                if not is_sound(puzzle):
                    failed.append(puzzle.id)
                progress(number + 1)
        say(
            f"{len(known) - len(failed):,} of {len(known):,} puzzles are sound." + "".join(f"\n{one}" for one in failed)
        )
        raise typer.Exit(1 if failed else 0)
