"""The command line. Every command is a few lines over a library call; `app` is the entry point."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from basebash import ENGINE, FACTIONS, BasebashError, Game, MissingSet, State, __version__, find_faction
from basebash.cli.admin_moderation import register as register_admin
from basebash.cli.benchmark import register as register_benchmark
from basebash.cli.catalogue import pick_factions, show_cards, show_factions, show_untested
from basebash.cli.errors import fail
from basebash.cli.lab import register as register_lab
from basebash.cli.lab_pack import register as register_lab_pack
from basebash.cli.mcp import register as register_mcp
from basebash.cli.pack import register as register_pack
from basebash.cli.puzzles import register as register_puzzles
from basebash.cli.serve import register as register_serve
from basebash.cli.terminal import make_bots, play_here, show_record, step_through, watch_game
from basebash.engine.vocabulary.printed import PACKS
from basebash.packs import FAILED, add_folder
from basebash.scenario import run_path, write_junit

app = typer.Typer(
    name="basebash",
    help="Play, study and extend a card game compatible with **Smash Up**. An unofficial fan project, not "
    "affiliated with AEG.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
console = Console(highlight=False, emoji=False)
register_lab(app)
register_lab_pack()
register_benchmark(app)
register_pack(app)
register_serve(app)
register_puzzles(app)
register_mcp(app)
register_admin(app)

Edition = Annotated[int, typer.Option(help="The rules: 2013, 2016 or 2019.")]
Players = Annotated[int, typer.Option(min=2, max=4, help="Number of players, including you.")]
Seed = Annotated[int | None, typer.Option(help="The same seed gives the same game. Random by default.")]
Sets = Annotated[str, typer.Option(help='Deal random factions only from these sets, for example "Core Set,Munchkin".')]
Bots = Annotated[
    str,
    typer.Option(
        help='Who plays: random, easy, normal, hard or another bot; one for all, or one a seat, as "hard,easy".'
    ),
]


def _complete_faction(incomplete: str) -> list[str]:
    return [name for name in FACTIONS if name.lower().startswith(incomplete.lower())]


def _seed(seed: int | None) -> int:
    return secrets.randbelow(1_000_000) if seed is None else seed


def _version(value: bool) -> None:
    if value:
        console.print(f"basebash {__version__} ({ENGINE})")
        raise typer.Exit


def _load_packs(folders: list[Path]) -> list[Path]:
    try:
        for error in FAILED:
            raise error
        for folder in folders:
            add_folder(folder)
    except BasebashError as error:
        raise fail(error) from None
    return folders


@app.callback()
def main(
    packs: Annotated[
        list[Path] | None,
        typer.Option(
            "--pack",
            callback=lambda folders: _load_packs(folders or []),
            is_eager=True,
            help="Also load the pack in this folder. Repeatable; the variable BASEBASH_PACKS has more.",
        ),
    ] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Play, study and extend a card game compatible with Smash Up."""


@app.command()
def play(
    players: Players = 2,
    factions: Annotated[
        str,
        typer.Option(
            help='Your two factions, as "Ghosts,Pirates"; the others\' are random.', autocompletion=_complete_faction
        ),
    ] = "",
    sets: Sets = "",
    ban: Annotated[str, typer.Option(help="Never deal these factions, separated by commas.")] = "",
    draft: Annotated[bool, typer.Option(help="Choose factions in turns before the game.")] = False,
    edition: Edition = 2019,
    seed: Seed = None,
    bots: Bots = "normal",
    resume: Annotated[Path | None, typer.Option(help="Continue a game saved to this file.")] = None,
) -> None:
    """Play in the terminal against bots.

    You see the board, the question and its options with numbers. Type a number (or several, with spaces) to answer,
    just Enter to pass, **h** for what a bot would do, **u** to take back, **s FILE** to save, **c NAME** to read a
    card, **?** for help, **q** to quit.
    """
    seed = _seed(seed)
    try:
        if resume is not None:
            game = Game.load(resume.read_text(encoding="utf-8"))
        else:
            names = ["You", "Ada", "Bo", "Cleo"][:players]
            pool = [name for name in pick_factions(sets, ban) if sets or _is_official(name)]
            pairs = "draft" if draft else _pairs(factions, players, seed, pool)
            among = {FACTIONS[name].set_name for name in pool} if draft and sets else None
            game = Game(players, factions=pairs, edition=edition, seed=seed, names=names, sets=among)
        others = make_bots(bots, game.players - 1, seed + 1)
        play_here(game, console, [make_bots("hard", 1, seed)[0], *others])
    except OSError as error:
        raise fail(BasebashError(f"{resume} cannot be read: {error.strerror}.")) from None
    except MissingSet as error:
        show_record(error.record, console)
        raise fail(error) from None
    except BasebashError as error:
        raise fail(error) from None


def _is_official(faction: str) -> bool:
    """Whether a faction is of a built-in set. Those of packs are dealt only if their set is named."""
    return FACTIONS[faction].set_name not in PACKS


def _pairs(mine: str, players: int, seed: int, pool: list[str]) -> str | list[tuple[str, ...]]:
    """Return the factions of all players, given the first player's two and those that may be dealt at random."""
    if not mine and pool == [name for name in FACTIONS if _is_official(name)]:
        return "random"
    chosen = [find_faction(name.strip()).name for name in mine.split(",")] if mine else []
    rest = [name for name in pool if name not in chosen]
    missing = 2 * players - len(chosen)
    if len(rest) < missing:
        raise BasebashError(f"{players} players need {missing} more factions; {len(rest)} are left to choose from.")
    chance = State(players, seed)
    dealt = [rest.pop(chance.random(len(rest))) for _ in range(missing)]
    pairs = [tuple(chosen)] if chosen else []
    return [*pairs, *zip(dealt[::2], dealt[1::2], strict=False)]


@app.command()
def watch(
    players: Players = 2,
    speed: Annotated[float, typer.Option(min=0, help="Answers a second; 0 waits for Enter after each one.")] = 2.0,
    edition: Edition = 2019,
    seed: Seed = None,
    bots: Bots = "random",
    thoughts: Annotated[
        bool, typer.Option("--thoughts", help="Show what each bot considers, with its values.")
    ] = False,
) -> None:
    """Watch bots play, move by move.

    Example: `basebash watch --bots hard,normal --thoughts`.
    """
    seed = _seed(seed)
    try:
        game = Game(players, edition=edition, seed=seed, names=["Ada", "Bo", "Cleo", "Dan"][:players])
        watch_game(game, console, make_bots(bots, players, seed + 1), speed, thoughts=thoughts)
    except BasebashError as error:
        raise fail(error) from None


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game saved by `basebash play`, or a ruling report.")],
    everything: Annotated[bool, typer.Option("--all", help="Print the whole game at once.")] = False,
) -> None:
    """Step through a saved game: Enter goes on, **b** goes back, a number jumps to that answer, **q** quits."""
    try:
        step_through(file.read_text(encoding="utf-8"), console, everything=everything)
    except OSError as error:
        raise fail(BasebashError(f"{file} cannot be read: {error.strerror}.")) from None
    except UnicodeDecodeError:
        raise fail(BasebashError(f"{file} is not a saved game.")) from None
    except MissingSet as error:
        show_record(error.record, console)
        raise fail(error) from None
    except BasebashError as error:
        raise fail(error) from None


@app.command()
def cards(
    name: Annotated[str, typer.Argument(help="A card, base or faction to show in full, or part of a name.")] = "",
    set_name: Annotated[str, typer.Option("--set", help="Only cards of this set.")] = "",
    faction: Annotated[str, typer.Option(help="Only cards of this faction.", autocompletion=_complete_faction)] = "",
    kind: Annotated[
        str, typer.Option(help="Only this kind: minion, action, fusion, base, titan, monster, treasure or madness.")
    ] = "",
    power: Annotated[int | None, typer.Option(help="Only minions with this power.")] = None,
    text: Annotated[str, typer.Option(help="Only cards with these words in their text.")] = "",
    code: Annotated[
        bool, typer.Option("--code", help="Also show how the card is written, if there is only one.")
    ] = False,
    untested: Annotated[
        bool, typer.Option("--untested", help="List cards and rulings that no scenario tests.")
    ] = False,
    tests: Annotated[Path, typer.Option(help="Where the scenarios are, for --untested.")] = Path("tests/scenarios"),
) -> None:
    """Search the cards; one card is shown with its rulings.

    Examples: `basebash cards ghost`, `basebash cards --faction Pirates --kind minion`,
    `basebash cards --text "extra action"`, `basebash cards "Cut Lass" --code`.
    """
    try:
        if untested:
            raise typer.Exit(1 if show_untested(console, tests) else 0)
        show_cards(console, name, set_name=set_name, faction=faction, kind=kind, power=power, text=text, has_code=code)
    except BasebashError as error:
        raise fail(error) from None


@app.command()
def factions(
    sets: Annotated[str, typer.Option("--set", help="Only factions of these sets, separated by commas.")] = "",
    search: Annotated[str, typer.Option(help="Only factions with these words in their name or introduction.")] = "",
    difficulty: Annotated[str, typer.Option(help="Only this difficulty: easy, light, medium, tricky or expert.")] = "",
) -> None:
    """List the factions: set, difficulty, what they do in a few words, titans.

    Examples: `basebash factions --set munchkin`, `basebash factions --search treasure --difficulty medium`.
    """
    try:
        show_factions(console, sets=sets, search=search, difficulty=difficulty)
    except BasebashError as error:
        raise fail(error) from None


@app.command()
def scenario(
    paths: Annotated[list[Path], typer.Argument(help="Scenario files, or folders of them.")],
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show the log of scenarios that fail.")] = False,
    junit: Annotated[Path | None, typer.Option(help="Also write the results to this file as JUnit XML.")] = None,
) -> None:
    """Run scenario files: positions, what the players do, and what must then be true."""
    outcomes = []
    for path in paths:
        for outcome in run_path(path):
            outcomes.append(outcome)
            console.print(str(outcome), markup=False, soft_wrap=True)
            if verbose and not outcome.passed:
                console.print("\n".join(f"         {line}" for line in outcome.log), markup=False, soft_wrap=True)
    if junit is not None:
        try:
            write_junit(outcomes, junit)
        except OSError as error:
            raise fail(BasebashError(f"{junit} cannot be written: {error.strerror}.")) from None
    failed = sum(not outcome.passed for outcome in outcomes)
    console.print(f"{len(outcomes) - failed} passed, {failed} failed")
    raise typer.Exit(1 if failed else 0)
