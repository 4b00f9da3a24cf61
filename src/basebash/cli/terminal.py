"""Plays, watches and replays games in the terminal."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group
from rich.panel import Panel
from rich.text import Text

from basebash import BasebashError, Game, GameRecord, IllegalAnswer, LogLine, Question, find_card
from basebash.bots import Bot, make_bot
from basebash.bots import ask as ask_bot
from basebash.cli.catalogue import show_card

COLOURS = ("bright_blue", "orange3", "magenta", "cyan")
HELP = (
    "Type the number of an option, or several with spaces between; Enter alone passes where that is allowed. "
    "h shows what a bot would do, u takes your last answer back, s FILE saves, c NAME shows a card, l shows the log, "
    "t shows the table as plain text, q quits."
)


_IRREGULAR = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}


def addressed_to_player(line: LogLine) -> str:
    """Rephrase a log line for the person at seat 0 as "You": "You play", "Your deck is shuffled"."""
    said = ""
    is_you = False
    for part in line.parts:
        if isinstance(part, str):
            said += _after_you(part) if is_you else part
            is_you = False
        else:
            is_you = part.get("player") == 0 and part["name"] == "You"
            said += "you" if is_you and said else part["name"]
    return said


def _after_you(text: str) -> str:
    if text[:2] in ("'s", "’s"):  # noqa: RUF001  # as the log writes it
        return "r" + text[2:]
    return re.sub("^ ([a-z]+)", lambda found: " " + _second_person(found[1]), text)


def _second_person(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("sses", "shes", "ches", "xes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def draw(game: Game, viewer: int | None) -> Group:
    """Return the table as a player sees it."""
    data = game.view(viewer).data
    players = Text()
    for number, player in enumerate(data["players"]):
        mark = "▶ " if number == data["turn_player"] else "  "
        players.append(f"{mark}{player['name']}", style=COLOURS[number])
        players.append(
            f"  {player['vp']} VP   hand {player['hand_size']}   deck {player['deck_size']}   "
            f"discard {len(player['discard'])}   {' + '.join(player['factions'])}\n"
        )
        if player["titans"]:
            players.append(f"    titans: {', '.join(titan['name'] for titan in player['titans'])}\n", style="dim")
    title = f"Turn {data['turn']} · {data['phase']}"
    bases = Columns([_base(base, data) for base in data["bases"]], equal=True)
    packs = sorted(set(game.setup.packs.values()))
    parts: list[Any] = [Panel(players, title=title, subtitle=f"packs: {', '.join(packs)}" if packs else None), bases]
    if viewer is not None:
        parts.append(_hand(data["players"][viewer]["hand"]))
    return Group(*parts)


def _base(base: dict[str, Any], data: dict[str, Any]) -> Panel:
    text = Text()
    text.append(f"{sum(base['totals'])} of {base['breakpoint']}   VP {' '.join(map(str, base['vp']))}\n", style="bold")
    text.append(f"{find_card(base['name']).text}\n", style="dim")
    for player, total in enumerate(base["totals"]):
        mine = [card for card in base["cards"] if card["controller"] == player]
        if mine or total:
            text.append(f"{data['players'][player]['name']} {total}\n", style=COLOURS[player])
        for card in mine:
            _card(text, card, "  ")
    style = "yellow" if base["id"] == data["scoring"] else "white"
    return Panel(text, title=base["name"], width=34, border_style=style)


def _card(text: Text, card: dict[str, Any], indent: str) -> None:
    if card["kind"] == "minion":
        change = card["power"] - card["printed_power"]
        text.append(f"{indent}{card['power']} {card['name']}")
        if change:
            text.append(f" ({change:+d})", style="green" if change > 0 else "red")
    else:
        text.append(f"{indent}· {card['name']}", style="italic")
    text.append("\n")
    for attached in card["cards"]:
        _card(text, attached, indent + "  ")


def _hand(hand: list[dict[str, Any]]) -> Panel:
    text = Text()
    for card in hand:
        printed = find_card(card["name"])
        strength = f"{card['power']} " if card["kind"] == "minion" else "· "
        text.append(f"{strength}{card['name']}", style="dim" if card["why_not"] else "bold")
        text.append(f"  {printed.text}\n", style="dim")
    return Panel(text, title="Your hand")


def ask(question: Question, console: Console) -> None:
    """Print a question with its numbered options."""
    source = f" [{question.game.card(question.source).name}]" if question.source >= 0 else ""
    console.print(f"\n{question.prompt}{source}", style="bold yellow", markup=False)
    for option in question.options:
        console.print(f"  {option.index + 1:>2}  {option.text}", markup=False)
    if question.can_decline:
        console.print("   ⏎  pass")
    if question.high > 1:
        console.print(f"      (pick {question.low} to {question.high})")


def make_bots(names: str, count: int, seed: int) -> list[Bot]:
    """Make bots by their names: one for all seats, or one per seat."""
    chosen = [name.strip() for name in names.split(",")]
    if len(chosen) == 1:
        chosen *= count
    if len(chosen) != count:
        raise BasebashError(f"{names} names {len(chosen)} bots; name one for all seats, or {count}.")
    return [make_bot(name, seed + number) for number, name in enumerate(chosen)]


def show_thoughts(bot: Bot, console: Console) -> None:
    """Print the bot's last considerations: value, number of tries, and the line in words."""
    for number, thought in enumerate(bot.thoughts[:5]):
        mark = "→" if number == 0 else " "
        console.print(f"    {mark} {thought.value:.3f} {thought.tries:>4}x  {thought.text}", style="dim", markup=False)


def play_here(game: Game, console: Console, bots: list[Bot]) -> None:
    """Play a game: a person at seat 0 against bots, to the end or until they leave; the bot of seat 0 gives hints."""
    seen = len(game.entries)
    console.print(HELP)
    shown = -1  # the number of answers when the table was last drawn: messages about it must stay on screen
    while not game.is_over:
        question = game.question
        if question.player != 0:
            game.answer(ask_bot(bots[question.player], game))
            continue
        if shown != game.answers_given:
            for line in game.log_for(0, since=seen):
                if line.text:
                    console.print(f"  {addressed_to_player(line)}", style="dim", markup=False)
            seen = len(game.entries)
            console.print(draw(game, 0))
            ask(question, console)
            shown = game.answers_given
        try:
            typed = console.input("> ").strip()
        except (EOFError, KeyboardInterrupt):
            console.print("\nBye.")
            return
        if typed == "q":
            return
        if typed == "h":
            ask_bot(bots[0], game)
            show_thoughts(bots[0], console)
            continue
        seen = min(_command(game, console, typed), seen)
    for line in game.log_for(0, since=seen):
        if line.text:
            console.print(f"  {addressed_to_player(line)}", style="dim", markup=False)
    console.print(draw(game, None))
    assert game.winner is not None
    console.print(f"{game.setup.names[game.winner]} won.", style="bold")


def _command(game: Game, console: Console, typed: str) -> int:
    """Execute what was typed; return the first log entry not shown yet."""
    known = len(game.entries)
    word, _, rest = typed.partition(" ")
    try:
        if word == "u":
            _take_back(game)
            return 0
        if word == "s":
            Path(rest or "game.json").write_text(game.save(), encoding="utf-8")
            console.print(f"Saved to {rest or 'game.json'}.")
        elif word == "c":
            show_card(console, find_card(rest))
        elif word == "l":
            for line in game.log_for(0):
                console.print(addressed_to_player(line), markup=False)
        elif word == "t":
            console.print(game.describe(0), markup=False, highlight=False)
        elif word == "?":
            console.print(HELP)
        else:
            game.answer([int(number) - 1 for number in typed.split()])
    except ValueError:
        console.print(f"{typed!r} is not an answer. {HELP}", style="red", markup=False)
    except IllegalAnswer:
        console.print("That is not one of the options.", style="red")
    except (BasebashError, OSError) as error:
        console.print(str(error), style="red", markup=False)
    return known


def _take_back(game: Game) -> None:
    """Go back to the person's last decision."""
    answers = game.answers_given
    while answers:
        answers -= 1
        game.undo(answers)
        if not game.is_over and game.question.player == 0:
            return


def watch_game(game: Game, console: Console, bots: list[Bot], speed: float, *, thoughts: bool) -> None:
    """Let bots play, move by move; with their considerations, if requested."""
    seen = 0
    turn = -1
    while not game.is_over:
        if game.state.turn != turn:
            turn = game.state.turn
            console.print(draw(game, None))
        for line in game.log_for(None, since=seen):
            if line.text:
                console.print(f"  {line.text}", markup=False)
        seen = len(game.entries)
        question = game.question
        bot = bots[question.player]
        answer = ask_bot(bot, game)
        if thoughts and len(bot.thoughts) > 1:
            console.print(f"  {game.setup.names[question.player]}: {question.prompt}", style="yellow", markup=False)
            show_thoughts(bot, console)
        game.answer(answer)
        if speed:
            time.sleep(1 / speed)
        else:
            try:
                console.input("")
            except (EOFError, KeyboardInterrupt):
                return
    for line in game.log_for(None, since=seen):
        if line.text:
            console.print(f"  {line.text}", markup=False)
    console.print(draw(game, None))
    assert game.winner is not None
    console.print(f"{game.setup.names[game.winner]} won.", style="bold")


def step_through(text: str, console: Console, *, everything: bool) -> None:
    """Step through a saved game, forwards and backwards."""
    game = Game.load(text)
    answers = game.history
    if everything:
        _print_log(game, console)
        console.print(draw(game, None))
        return
    game.undo(0)
    while True:
        here = game.answers_given
        console.print(draw(game, None))
        _print_log(game, console, after=here)
        if not game.is_over:
            name = game.setup.names[game.question.player]
            console.print(f"[{here}/{len(answers)}] {name}: {game.question.prompt}", markup=False)
        try:
            typed = console.input("Enter, b, a number or q > ").strip()
        except (EOFError, KeyboardInterrupt):
            return
        target = here - 1 if typed == "b" else int(typed) if typed.isdigit() else here + 1
        if typed == "q" or (not typed and here == len(answers)):
            return
        target = max(0, min(target, len(answers)))
        if target < here:
            game.undo(target)
        for answer in answers[game.answers_given : target]:
            game.answer(answer)


def show_record(record: GameRecord | None, console: Console) -> None:
    """Print what can be read of a saved game whose pack is missing."""
    if record is None:
        return
    for line in record.log:
        console.print(f"  {line}", markup=False, soft_wrap=True)
    if record.winners:
        console.print(f"{' and '.join(record.winners)} won.", style="bold", markup=False, soft_wrap=True)
        standings = ", ".join(f"{name} {points} VP" for name, points in record.standings)
        console.print(standings, markup=False, soft_wrap=True)
    else:
        console.print("The game is not over.")


def _print_log(game: Game, console: Console, *, after: int | None = None) -> None:
    for line in game.log_for(None):
        if line.text and after in (None, line.after):
            console.print(f"  {line.text}", markup=False)
