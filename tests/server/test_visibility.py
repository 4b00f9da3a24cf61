"""Previews: plays that change nothing, bases that have paid, and for whom they are written."""

from __future__ import annotations

from msgspec import UNSET

from basebash import Game
from basebash.server.games import visibility
from tests.positions import game_at

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


SCORED = """
scenario: First Mate leaves a base that has scored
players: {A: {factions: [Pirates, Dinosaurs]}, B: {factions: [Robots, Aliens]}}
bases:
  - base: Jungle Oasis
    minions: [King Rex: {owner: A}, First Mate: {owner: A}, First Mate: {owner: A}, Nukebot: {owner: B}]
  - base: Primate Park
    minions: [Nukebot: {owner: A}]
base_deck: [Portal Room, Monkey Lab]
"""


def test_previews_leave_out_a_base_that_has_paid() -> None:
    game = game_at(SCORED)
    while game.rules.scoring is None:
        game.answer([option.index for option in game.question.options if option.kind == "end"])
    assert game.question.player == 0
    if "Primate Park" not in [option.text for option in game.question.options]:
        game.answer(0)  # one of the two First Mates first
    [move] = [option.index for option in game.question.options if option.text == "Primate Park"]
    paid = game.rules.scoring.base.id
    found = visibility.preview(game.clone(), 0)[str(move)]
    assert str(paid) not in found.totals
    assert "Jungle Oasis" not in found.text
    assert found.text.startswith("you ")
    assert visibility.preview(game.clone(), 0, for_others=True)[str(move)].text.startswith("A ")


def test_the_event_of_a_place_says_with_which_power_it_was_taken() -> None:
    """The minions have left the view by the time that the client hears of it."""
    game = game_at(SCORED)
    game.answer(next(option for option in game.question.options if option.kind == "end"))
    lines = game.log_for(0)
    events = [visibility.event(line, entry) for line, entry in zip(lines, game.entries, strict=True)]
    assert [(event.player, event.number, event.power) for event in events if event.kind == "award"] == [
        (0, 1, 11),
        (1, 2, 5),
    ]
    assert all(event.power is UNSET for event in events if event.kind != "award")


def test_a_preview_of_a_move_begins_with_where_it_goes() -> None:
    game = game_at(
        """
scenario: Shanghai moves another player's minion
players: {A: {hand: [Shanghai]}, B: {}}
bases: [{base: Tortuga, minions: [{King Rex: {owner: B}}]}, {base: Ninja Dojo}]
steps: []
"""
    )
    assert visibility.preview(game, 0)["0"].text == "Ninja Dojo: B 7: 1st, 2 VP; Tortuga: B 0: no place"
