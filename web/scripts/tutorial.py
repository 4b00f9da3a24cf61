"""Plays the lessons of the guided first game with the engine, and writes what each one shows to src/data/tutorial.json.

Run it with the project's Python after a change to the engine: .venv/bin/python web/scripts/tutorial.py
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from basebash import Game
from basebash.scenario.files import read_scenarios
from basebash.scenario.position import Position
from basebash.table import sight

OUT = Path(__file__).parent.parent / "src/data/tutorial.json"

POSITION = """
scenario: The guided first game
source: ours
players:
  You:
    factions: [Dinosaurs, Pirates]
    hand: [King Rex, Upgrade, War Raptor, Cut Lass, Cannon]
    deck: [Laseratops, Howl, Dinghy, Augmentation, First Mate, Buccaneer, Rampage, Swashbuckling]
    vp: 10
  Mira:
    factions: [Robots, Ninjas]
    hand: [Tiger Assassin, Shinobi, Zapbot, Poison, Smoke Bomb]
    deck: [Zapbot, Tech Center, Hoverbot, Seeing Stars, Zapbot, Disguise, Nukebot, Ninja Acolyte]
    vp: 9
bases:
  - base: Tsar's Palace
    minions:
      - Warbot: {owner: Mira}
      - Hoverbot: {owner: Mira}
      - Microbot Guard: {owner: Mira}
  - base: Tortuga
    minions:
      - Pirate King: {owner: You}
      - Ninja Acolyte: {owner: Mira}
  - base: Jungle Oasis
    minions:
      - Armor Stego: {owner: You}
base_deck: [The Great Library, The Central Brain, Ninja Dojo, The Grey Opal]
"""

# What is said before the pick, what lights up while it is said, and the words of the options that are offered.
Lesson = dict[str, Any]
LESSONS: list[Lesson] = [
    {
        "notes": [
            {"look": "board", "title": "Bases", "text": "Three bases lie between you and Mira. Each names the power it needs (its breakpoint, in the star), and three prizes: victory points for the strongest, the second and the third."},
            {"look": "race", "title": "The race", "text": "You have 10 points, Mira has 9. Whoever leads with 15 or more at the end of a turn wins. Five more and it is yours: that is just what Tsar's Palace pays its winner."},
            {"look": "budget", "title": "Your turn", "text": "On your turn you may play one minion and one action. What you have left is counted here."},
            {"look": "hand", "title": "Play a minion", "text": "The big one first: pick King Rex, then Tsar's Palace. The yellow frame always shows what you can pick. The numbers are keys."},
        ],
        "pick": "King Rex on Tsar's Palace",
    },
    {
        "notes": [
            {"look": "board", "title": "Power counts", "text": "King Rex brings power 7, Mira has 8. The bar shows everybody's share of the 22 that are needed, and the prizes below it who would take them if the base scored now."},
            {"look": "hand", "title": "Play an action", "text": "Actions have no power of their own. Upgrade stays on a minion and gives it +2. Put it on King Rex."},
        ],
        "pick": "Upgrade on King Rex",
    },
    {
        "notes": [
            {"look": "board", "title": "Why is it 9?", "text": "▲2 is the whole change against the printed power. Click King Rex now, or any number later, to read where it comes from. Close it with Esc."},
            {"look": "board", "title": "Use a talent", "text": "A bolt is a talent: usable once in each of your turns. Armor Stego's is ready, so it is yellow. Pick it: it will be harder to beat while Mira plays."},
        ],
        "pick": "Talent of Armor Stego",
    },
    {
        "notes": [
            {"look": "finish", "title": "End the turn", "text": "You have played a minion and an action, and used your talent. Now end your turn: bases with enough power score, you draw two cards, and Mira plays."},
        ],
        "pick": "End Play Cards",
    },
    {
        "notes": [
            {"look": "log", "title": "What Mira did", "text": "The log tells it: Mira played Tiger Assassin to Tsar's Palace. She leads there, 12 to 9, and 1 power is missing until it breaks. Every name in the log opens its card."},
            {"look": "hand", "title": "An ability", "text": "You drew Laseratops. When it comes into play it may destroy a small minion there. Play it at Tsar's Palace: that also breaks the base."},
        ],
        "pick": "Laseratops on Tsar's Palace",
    },
    {
        "notes": [
            {"look": "prompt", "title": "A question", "text": "Every question appears here, with its answers as buttons, and what can be picked lights up on the board. Destroy the Microbot Guard."},
        ],
        "pick": "Microbot Guard",
    },
    {
        "notes": [
            {"look": "board", "title": "It breaks", "text": "Tsar's Palace holds 24 power, more than the 22 it needs. It will score when you have finished playing cards, and you lead, 13 to 11."},
            {"look": "finish", "title": "Score it", "text": "But before a base scores, everyone may use Specials, and Mira has cards in hand. End your turn and see."},
        ],
        "pick": "End Play Cards",
    },
    {
        "notes": [
            {"look": "prompt", "title": "Specials", "text": "A Special is used at its own time. The Pirate King may sail to a base right before it scores. Let him come, to be on the safe side."},
        ],
        "pick": "Tsar's Palace",
    },
]  # fmt: skip


def frame(game: Game, known: int) -> dict[str, Any]:
    """A state as the server would send it."""
    lines = game.log_for(0)
    new = list(zip(lines, game.entries, strict=True))[known:]
    over = None
    if game.is_over:
        over = {"winner": game.winner, "standings": game.standings, "replay": "", "rematch": None}
    events = []
    for line, entry in new:
        event = sight.event(line, entry)
        events.append({"kind": event.kind, "player": event.player, "cards": event.cards, "base": event.base, "number": event.number, "from": event.from_zone})  # fmt: skip
    return {
        "type": "state",
        "table": "learn",
        "name": "First game",
        "you": 0,
        "creator": False,
        "started": True,
        "answers": game.answers_given,
        "question_id": f"learn-{game.answers_given}",
        "view": game.view(0).data,
        "log": [line.to_json() for line, _ in new],
        "log_from": known,
        "events": events,
        "undo": {"free": False, "asked_by": None, "waiting_for": []},
        "seats": [
            {"name": name, "kind": kind, "level": None, "connected": True, "resigned": False, "factions": game.state.factions[seat]}
            for seat, (name, kind) in enumerate((("You", "person"), ("Mira", "bot")))
        ],
        "spectators": 0,
        "over": over,
        "clock": None,
    }  # fmt: skip


def explain(game: Game) -> dict[str, Any]:
    """Why each number on the board is what it is, so that the lessons can be asked too."""
    found = {}

    def note(what: str, card: int, player: int | None, parts: list[Any]) -> None:
        data = [{"amount": p.amount, "sets": p.sets, "text": p.text, "source": p.source} for p in parts]
        total = 0
        for part in parts:
            total = part.amount if part.sets else total + part.amount
        found[f"{what} {card} {'' if player is None else player}"] = {
            "type": "explanation", "what": what, "card": card, "player": player, "parts": data, "total": max(0, total),
        }  # fmt: skip

    from basebash.engine import power

    for base in game.bases:
        note("breakpoint", base.id, None, power.explain_breakpoint(game, base))
        for player in range(game.players):
            note("total", base.id, player, power.explain_total(game, base, player))
        for minion in base.minions:
            note("power", minion.id, None, power.explain_power(game, minion))
    return found


# An answer that is none of the options declines.
MIRA = ["Tiger Assassin on Tsar's Palace", "", "End Play Cards", "Shinobi (Special) on Tsar's Palace", "", "", ""]


def main() -> None:
    """Plays it all, and fails where a lesson no longer fits the game."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tutorial.yaml"
        path.write_text(POSITION, encoding="utf-8")
        game = Position(next(iter(read_scenarios(path)))).game
    mira = list(MIRA)
    known = 0
    steps = []
    for lesson in LESSONS:
        frames = []
        while game.question.player != 0:
            frames.append(frame(game, known))
            known = len(game.entries)
            wanted = mira.pop(0)
            options = [o.text for o in game.question.options]
            game.answer([options.index(wanted)] if wanted in options else [])
        options = [o.text for o in game.question.options]
        matches = [i for i, text in enumerate(options) if text == lesson["pick"]]
        if not matches:
            raise SystemExit(f"No {lesson['pick']!r} in {game.question.prompt!r}: {options}")
        wanted_option = game.question.options[matches[0]]
        offered = [o.index for o in game.question.options if o.kind == wanted_option.kind and (o.kind != "play" or o.card == wanted_option.card)]  # fmt: skip
        previews = {key: {"text": p.text, "totals": p.totals} for key, p in sight.preview(game.clone(), 0).items()}
        frames.append(frame(game, known))
        known = len(game.entries)
        steps.append({"frames": frames, "allowed": matches, "offered": offered, "notes": lesson["notes"], "previews": previews, "why": explain(game)})
        game.answer([matches[0]])
    frames = []
    while not game.is_over:
        frames.append(frame(game, known))
        known = len(game.entries)
        options = [o.text for o in game.question.options]
        if game.question.player == 0:
            raise SystemExit(f"Asked once more: {game.question.prompt!r} {options}")
        wanted = mira.pop(0)
        game.answer([options.index(wanted)] if wanted in options else [])
    last = {"frames": [*frames, frame(game, known)], "allowed": [], "offered": [], "previews": {}, "why": {}, "notes": [{"look": "race", "title": "You won!", "text": "Mira's Shinobi dropped in at the last moment, a Special too: without the Pirate King you would have lost first place, 13 to 14. The base paid you 5 points, 15 in all. That is the whole game: minions, actions, talents, Specials, and the right base at the right time."}]}  # fmt: skip
    steps.append(last)
    text = json.dumps(steps, ensure_ascii=False, separators=(",", ":")) + "\n"
    if "--check" in sys.argv[1:]:
        raise SystemExit(OUT.read_text(encoding="utf-8") != text and "The lessons are out of date: run web/scripts/tutorial.py.")
    OUT.write_text(text, encoding="utf-8")
    print(f"{len(steps)} steps, {OUT.stat().st_size // 1024} KiB; VP {game.state.vp}")


if __name__ == "__main__":
    main()
