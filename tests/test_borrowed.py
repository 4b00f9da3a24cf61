"""Cards of other players, and the box: what single cards do is in scenarios/rules_borrowed.yaml.

The first words of a docstring name the rules that a test is about (see test_rules_are_tested.py).
"""

from __future__ import annotations

from basebash import Game
from basebash.engine import BOX, TITAN
from basebash.invariants import check_conservation, random_game
from tests.positions import game_at

FUNERAL = """
scenario: A funeral
players:
  A: {factions: [Vikings, Dinosaurs], deck: [Howl, Rampage, Upgrade]}
  B: {factions: [Aliens, Robots], deck: [Zapbot, Warbot]}
bases:
  - base: Jungle Oasis
    minions: [{King Rex: {owner: A, on: [{Viking Funeral: {owner: A}}]}}, {Nukebot: {owner: B}}]
base_deck: [Portal Room]
steps:
  - {player: A, end: play}
"""


def test_the_box_is_a_place_where_cards_are_counted() -> None:
    """O15; a card in the box is in no other place, and it is still its owner's."""
    game = game_at(FUNERAL)
    check_conservation(game)
    boxed = [i for i, zone in enumerate(game.state.zone) if zone == BOX]
    assert [game.rules.card(i).name for i in boxed] == ["King Rex"]
    assert [game.state.owner[i] for i in boxed] == [0]


def test_cards_are_counted_by_owner_wherever_they_lie() -> None:
    """O15; even with other players' cards in play, each player still owns forty."""
    factions = [["Vikings", "Knights of the Round Table"], ["Anansi Tales", "Geeks"]]
    for number, game in enumerate(random_game(Game(factions=factions, seed=8), 3)):
        if number % 20 == 0:
            check_conservation(game)
        if number == 600:
            break
    cards = zip(game.state.owner, game.state.printed, strict=True)
    owned = [owner for owner, printed in cards if printed.kind != TITAN]
    assert [owned.count(player) for player in range(2)] == [40, 40]
