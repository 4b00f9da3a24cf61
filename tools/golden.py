"""Golden playthroughs: whole games written out, to be read when they change. `make golden` regenerates them."""

from __future__ import annotations

from pathlib import Path

from basebash import Game, State

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
GAMES = {
    "ghosts-and-plants": Game(
        factions=[("Ghosts", "Steampunks"), ("Killer Plants", "Bear Cavalry")], seed=9, names=("Ada", "Bo"), target_vp=8
    ),
    "three-of-the-core-set": Game(
        factions=[("Aliens", "Robots"), ("Pirates", "Wizards"), ("Zombies", "Ninjas")],
        seed=4,
        names=("Ada", "Bo", "Cleo"),
        target_vp=8,
        edition=2016,
    ),
    "fairy-tales-for-four": Game(
        factions=[
            ("Grimms' Fairy Tales", "Anansi Tales"),
            ("Russian Fairy Tales", "Ignobles"),
            ("Ancient Incas", "Star Roamers"),
            ("Polynesian Voyagers", "Shapeshifters"),
        ],
        seed=2,
        names=("Ada", "Bo", "Cleo", "Dan"),
        target_vp=6,
    ),
    "madness-and-monsters": Game(
        factions=[("Minions of Cthulhu", "Warriors"), ("Miskatonic University", "Thieves")],
        seed=3,
        names=("Ada", "Bo"),
        target_vp=6,
    ),
    "buried-and-out-of-time": Game(
        factions=[("Ancient Egyptians", "Backtimers"), ("Skeletons", "Cowboys")],
        seed=5,
        names=("Ada", "Bo"),
        target_vp=6,
    ),
    "titans-fusions-and-coins": Game(
        factions=[("Magical Girls", "G.I. Gerald"), ("Goblins", "Mega Troopers")],
        seed=7,
        names=("Ada", "Bo"),
        target_vp=6,
    ),
}


def playthrough(game: Game) -> str:
    """Play a game at random from a fixed seed and return every board, question, answer and event as text."""
    game = game.clone()
    chance = State(2, 1)
    lines: list[str] = []
    seen = 0
    turn = -1
    while not game.is_over:
        question = game.question
        for line in game.log_for(None, since=seen):
            if line.text:
                lines.append(f"  {line.text}")
        seen = len(game.entries)
        if game.state.turn != turn:
            turn = game.state.turn
            lines += ["", str(game), ""]
        answer = question.random_answer(chance)
        picked = ", ".join(question.options[i].text for i in answer) or "pass"
        lines.append(f"{game.setup.names[question.player]}: {question.prompt} -> {picked}")
        game.answer(answer)
    lines += [f"  {line.text}" for line in game.log_for(None, since=seen) if line.text]
    lines += ["", str(game)]
    return "\n".join(lines).strip() + "\n"


def main() -> None:
    """Write all playthroughs."""
    FOLDER.mkdir(exist_ok=True)
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(game), encoding="utf-8")
        print(f"{name}.txt")


if __name__ == "__main__":
    main()
