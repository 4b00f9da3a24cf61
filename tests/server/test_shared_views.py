"""What all viewers see of the bases is computed once for all of them."""

from __future__ import annotations

from basebash import Game, State
from basebash.server.games import visibility


def test_views_that_share_their_bases_are_the_same_as_those_that_do_not() -> None:
    chance = State(2, "shared views")
    face_down = 0
    for seed in range(40):
        game = Game(players=2 + seed % 3, seed=seed)
        for step in range(300):
            if game.is_over:
                break
            game.answer(game.question.random_answer(chance))
            if step % 15:
                continue
            first = visibility.view(game, None)
            rare = game.state.rare_zones
            face_down += rare is not None and any(rare.under.values())
            for viewer in range(game.players):
                assert visibility.view(game, viewer, first["bases"]) == visibility.view(game, viewer)
    assert face_down > 10
