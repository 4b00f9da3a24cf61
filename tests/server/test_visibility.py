"""What a preview says of plays that would change nothing."""

from __future__ import annotations

from basebash import Game
from basebash.server.games import visibility

FACTIONS = [("Ninjas", "Pirates"), ("Robots", "Zombies")]


def test_a_preview_knows_plays_without_effect() -> None:
    """In the first turn nobody is anywhere: to destroy a minion changes nothing, to play one does."""
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
