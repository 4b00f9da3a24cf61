"""Previews of plays that change nothing."""

from __future__ import annotations

from basebash import Game
from basebash.server.games import visibility

FACTIONS = [("Ninjas", "Pirates"), ("Robots", "Zombies")]


def test_previews_recognise_plays_without_effect() -> None:
    """In the first turn no minion is in play: destroying one changes nothing, playing one does."""
    idle = []
    for seed in range(30):
        game = Game(2, factions=FACTIONS, seed=seed)
        seat = game.question.player
        if game.question.kind != "main":
            continue
        options = game.question.to_json()["options"]
        previews = visibility.preview(game.clone(), seat)
        for option in options:
            preview = previews.get(str(option["index"]))
            if preview is None or not preview.idle:
                continue
            assert preview.text == "nothing to affect now"
            assert option["kind"] == "play"
            assert "target" not in option
            idle.append(option["name"])
            after = game.clone()
            after.answer(option["index"])
            assert after.question.kind == "main"
            assert after.state.on == game.state.on
            assert after.state.hands[1 - seat] == game.state.hands[1 - seat]
            assert after.state.decks == game.state.decks
    assert {"Cannon", "Seeing Stars", "Poison"} & set(idle)
