"""What a view says of a base: who would take which place, and what each player would gain, if it scored now."""

from __future__ import annotations

from tests.positions import game_at

MALL = """
scenario: bases that pay otherwise
players: {A: {}, B: {}}
bases:
  - base: Rhodes Plaza Mall
    minions: [{Ghost: {owner: A}}, {Ghost: {owner: A}}, {King Rex: {owner: B}}]
  - base: Factory 436-1337
    minions: [{King Rex: {owner: B}}, {Invader: {owner: B}}, {Ghost: {owner: A}}]
  - base: Tortuga
    minions: [{King Rex: {owner: B}}]
"""


def test_a_view_tells_what_each_player_would_gain() -> None:
    game = game_at(MALL)
    before = game.digest()
    mall, factory, tortuga = game.view(0).data["bases"]
    assert mall["gains"] == [2, 1]  # 1 VP for each minion there
    assert factory["gains"] == [2, 4]  # 2 VP for first place, and 1 for each full 5 of 10 power
    assert tortuga["gains"] == [0, 4]
    assert game.digest() == before
