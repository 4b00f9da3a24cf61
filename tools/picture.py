"""Draws the terminal picture of the README, docs/images/terminal.svg."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from basebash import Game, State
from basebash.cli.terminal import ask, draw

FILE = Path(__file__).parent.parent / "docs" / "images" / "terminal.svg"


def main() -> None:
    """Play for a while and draw what a player then sees."""
    game = Game(
        factions=[("Ghosts", "Pirates"), ("Killer Plants", "Steampunks")], seed=12, names=("You", "Ada"), first_player=0
    )
    chance = State(2, 7)
    while game.state.turn < 11 or game.question.player != 0 or game.question.kind != "main":
        game.answer(game.question.random_answer(chance))
    console = Console(record=True, width=112, file=io.StringIO())
    console.print(draw(game, 0))
    ask(game.question, console)
    FILE.parent.mkdir(parents=True, exist_ok=True)
    svg = console.export_svg(title="basebash play")
    # Without the fonts that rich would fetch: the reader's own monospace font is enough.
    FILE.write_text(re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
