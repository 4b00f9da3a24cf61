"""The commands `basebash pack ...`: writing your own factions."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import indent
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

from basebash import BasebashError
from basebash.authoring import Finding, Method, check_limited, hooks, matching, run_tests_limited, trials, words
from basebash.authoring.creating import create_pack
from basebash.authoring.watching import saves
from basebash.authoring.wheels import build_wheel
from basebash.cli.errors import fail
from basebash.packs import glyphs

pack = typer.Typer(
    name="pack",
    help="Write a faction of your own: create it, check it, test it, share it.\n\n"
    "One hour from idea to balanced: `new` → edit → `check` → `test` → play → `basebash lab pack`. "
    'See "Your own faction" in the documentation.',
    no_args_is_help=True,
    rich_markup_mode="markdown",
)
console = Console(highlight=False, emoji=False)

Folder = Annotated[Path, typer.Argument(help="The pack's folder: the one with pack.toml.")]
PROBLEMS = 1


def register(app: typer.Typer) -> None:
    """Adds the commands to an app."""
    app.add_typer(pack)


@pack.command()
def new(
    name: Annotated[str, typer.Argument(help="Lower-case letters, digits and underscores, as in wild_bees.")],
    into: Annotated[Path, typer.Option(help="The folder in which the pack's folder is created.")] = Path(),
    author: Annotated[str, typer.Option(help="Who wrote it.")] = "Your name",
) -> None:
    """Create a pack that plays at once: twenty cards, two bases, and a scenario for each ability.

    Example: `basebash pack new wild_bees`. Then open wild_bees/cards.py, which explains itself.
    """
    try:
        for file in create_pack(name, into, author):
            _say(str(file))
    except (BasebashError, OSError) as error:
        raise fail(error) from None
    folder = into / name
    title = name.replace("_", " ").title()
    _say(f'\nPlay it:   basebash --pack {folder} play --factions "{title},Pirates"')
    _say(f"Check it:  basebash pack check {folder}")
    _say(f"Change it: {folder / 'cards.py'}, with `basebash pack watch {folder}` in another terminal")


@pack.command()
def check(
    path: Folder,
    games: Annotated[int, typer.Option(min=0, help="Random games; three times as many random positions.")] = 12,
) -> None:
    """Check everything: manifest, files, cards, texts, colours, icons, scenarios, and random games with the pack.

    Each problem is a line with the file, the line and what to do. Problems that can be found without running the
    pack come first: nothing is run until they are solved. The exit code is 0 if no problem is found.

    Example: `basebash pack check wild_bees`.
    """
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("Random games and positions", total=trials(games))
        summary, findings = check_limited(path, games, lambda done: progress.update(task, completed=done))
    _report(findings)
    _say(f"{summary}. All is well.")


@pack.command("test")
def run_tests(
    path: Folder,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show the log of scenarios that fail.")] = False,
) -> None:
    """Run the pack's scenarios, and list the abilities that none of them tests.

    Example: `basebash pack test wild_bees`.
    """
    failed = count = 0
    findings: list[Finding] = []
    for outcome in run_tests_limited(path):
        if isinstance(outcome, list):
            findings = outcome
            continue
        count += 1
        failed += not outcome.passed
        _say(str(outcome))
        if verbose and not outcome.passed:
            _say("\n".join(f"         {line}" for line in outcome.log))
    if count:
        _say(f"{count - failed} passed, {failed} failed")
    _report(findings)
    raise typer.Exit(PROBLEMS if failed else 0)


@pack.command()
def watch(path: Folder) -> None:
    """Check the pack and run its scenarios whenever you save a file; Ctrl-C ends it.

    Random games are left to `basebash pack check`. Example: `basebash pack watch wild_bees`.
    """
    if not path.is_dir():
        raise fail(BasebashError(f"There is no folder {path}."))
    command = [sys.executable, "-m", "basebash", "pack", "check", "--games", "0", str(path)]
    try:
        for _ in saves(path.resolve()):
            console.rule(f"{path}")
            subprocess.run(command, check=False)  # noqa: S603  # a process of its own, so that everything is loaded again
            _say("Waiting for the next save (Ctrl-C ends this) ...")
    except KeyboardInterrupt:
        _say("")


@pack.command()
def build(
    path: Folder,
    into: Annotated[Path, typer.Option(help="The folder for the wheel.")] = Path("dist"),
) -> None:
    """Make a wheel of the pack, which others install with pip and need no --pack for.

    The pack is checked before, without random games. Example: `basebash pack build wild_bees`.
    """
    _, findings = check_limited(path, games=0)
    _report(findings)
    try:
        wheel = build_wheel(path.resolve(), into)
    except OSError as error:
        raise fail(BasebashError(f"{into} cannot be written: {error.strerror}.")) from None
    _say(f"{wheel}\nInstall it where basebash is installed: pip install {wheel}")


Word = Annotated[str, typer.Argument(help="Only those with this in name or description.")]


@pack.command("hooks")
def list_hooks(word: Word = "") -> None:
    """List the hooks: the methods of a card, which the game calls when something happens.

    Example: `basebash pack hooks scor`.
    """
    _list(hooks(), word, lambda method: method.heading)


@pack.command("words")
def list_words(word: Word = "") -> None:
    """List what `me` can see, ask and do.

    Example: `basebash pack words destroy`.
    """
    _list(words(), word, lambda method: method.word)


@pack.command("glyphs")
def list_glyphs(word: Word = "") -> None:
    """List the icons that a faction can name: glyphs of game-icons.net.

    Example: `basebash pack glyphs flower`.
    """
    found = sorted(name for name in glyphs() if word.lower() in name)
    _say("  ".join(found) or f"No glyph has {word} in its name.")


def _list(methods: dict[str, Method], word: str, written: Callable[[Method], str]) -> None:
    found = matching(methods, word)
    for method in map(methods.__getitem__, found):
        console.print(f"[bold]{escape(written(method))}[/bold]", soft_wrap=True)
        _say(indent(method.doc if method.name == word else method.summary, "    "))
    if not found:
        _say(f"Nothing has {word} in its name or description.")


def _report(findings: list[Finding]) -> None:
    for finding in findings:
        _say(str(finding))
    if findings:
        _say(f"{len(findings)} {'problem' if len(findings) == 1 else 'problems'}")
        raise typer.Exit(PROBLEMS)


def _say(text: str) -> None:
    console.print(text, markup=False, soft_wrap=True)
