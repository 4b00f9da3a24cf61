"""What a view says of a base: who would take which place, and what each player would gain, if it scored now."""

from __future__ import annotations

from basebash import Game
from basebash.engine import HAND, MADNESS
from basebash.engine.rules.zones import put, take
from basebash.invariants import random_game
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


def test_a_view_shows_what_each_player_would_gain() -> None:
    game = game_at(MALL)
    before = game.digest()
    mall, factory, tortuga = game.view(0).data["bases"]
    assert mall["gains"] == [2, 1]  # 1 VP for each minion there
    assert factory["gains"] == [2, 4]  # 2 VP for first place, and 1 for each full 5 of 10 power
    assert tortuga["gains"] == [0, 4]
    assert game.digest() == before


def test_gains_can_be_left_out() -> None:
    game = game_at(MALL)
    whole, without = game.view(0).data, game.view(0, gains=False).data
    for base in whole["bases"]:
        del base["gains"]
    assert without == whole


PALACE = """
scenario: a card that can be played at some bases
players: {A: {hand: [Ghost, Aggromotive, Howl]}, B: {}}
bases:
  - base: Tsar's Palace
  - base: Tortuga
  - base: The Dread Gazebo
"""


def test_a_view_shows_why_a_card_cannot_be_played_at_a_base() -> None:
    game = game_at(PALACE)
    palace, _, gazebo = (str(base.id) for base in game.rules.bases)
    ghost, engine, howl = (card["where_not"] for card in game.view(0).data["players"][0]["hand"])
    assert ghost == {palace: "Tsar's Palace forbids it"}
    assert engine == {gazebo: "The Dread Gazebo forbids it"}
    assert howl == {}


def test_a_card_laid_in_a_duel_is_shown_to_who_laid_it_alone() -> None:
    """D4; D6."""
    game = game_at(
        "scenario: X\nplayers: {A: {hand: [Gunfighter, Howl]}, B: {hand: [Scry]}}\n"
        "bases: [{base: Tortuga, minions: [{Zapbot: {owner: B}}]}]\n"
    )
    assert game.view(0).data["duel"] is None
    for _ in range(3):  # plays Gunfighter, names the Zapbot, lays Howl
        game.answer(0)
    seen, unseen, outside = (game.view(viewer).data["duel"]["cards"] for viewer in (0, 1, None))
    assert seen[0]["name"] == "Howl"
    assert unseen == outside == [{"controller": 0, "place": 0}]
    assert game.view(1).data["players"][0]["hand_size"] == 0


def test_what_everybody_saw_keeps_its_name_but_not_its_id_where_it_is_hidden() -> None:
    game = game_at(
        "scenario: X\nplayers: {A: {hand: [Zapbot, Scout, Terraforming]}, B: {}}\n"
        "bases: [{base: The Homeworld}, {base: Tortuga}]\nbase_deck: [Tar Pits]\n"
    )
    home = game.rules.bases[0]
    for wanted in ("Zapbot on The Homeworld", "Terraforming", "The Homeworld"):
        game.answer([option.text for option in game.question.options].index(wanted))
    assert not home.in_play  # the base that gave an extra minion is somewhere in the base deck now
    sources = [right["source"] for right in game.view(None).data["plays"] if "source" in right]
    assert {"id": -1, "name": "The Homeworld"} in sources


def test_a_minion_that_left_its_duel_is_reported_by_name_alone_where_it_is_hidden() -> None:
    game = game_at(
        "scenario: X\nplayers: {A: {hand: [Gunfighter, Principal's Office, Jock]}, B: {}}\n"
        "bases: [{base: Tortuga, minions: [{Zapbot: {owner: B}}]}]\n"
    )
    for wanted in ("Gunfighter on Tortuga", "Zapbot", "Principal's Office"):
        game.answer([option.text for option in game.question.options].index(wanted))
    fighter = game.view(None).data["duel"]["minions"][0]
    assert fighter["name"] == "Gunfighter"
    assert game.state.zone[fighter["id"]] == HAND
    game.state.known[fighter["id"]] = 1  # as after it was mixed with others of its name
    assert game.view(None).data["duel"]["minions"][0] == {"id": -1, "name": "Gunfighter"}


CURSED = """
scenario: a monster whose power does not count
players: {A: {factions: [Clerics, Robots]}, B: {factions: [Warriors, Ninjas]}}
bases:
  - base: Tortuga
    minions: [Web Troll: {owner: none, on: [Curse of Uselessness: {owner: A}]}, Zapbot: {owner: A}]
  - base: Ninja Dojo
"""


def test_a_view_says_whose_power_does_not_count() -> None:
    """The curse leaves the monster its power, but the breakpoint stays as printed."""
    game = game_at(CURSED)
    tortuga = game.view(0).data["bases"][0]
    cards = {card["name"]: card for card in tortuga["cards"]}
    assert cards["Web Troll"]["power"] > 0
    assert cards["Web Troll"]["counts"] is False
    assert "counts" not in cards["Zapbot"]
    assert tortuga["breakpoint"] == tortuga["printed_breakpoint"]


def test_a_view_says_who_has_passed_in_the_open_window() -> None:
    game = Game(2, seed=11, ask_everyone=True)
    window, asked, seen = (-1, 0), -1, 0
    expected: list[int] = []
    for at in random_game(game, 3):
        if asked >= 0:
            expected = [] if at.history[-1] else [*expected, asked]
        if window != (at.state.scoring, at.rules.window):
            window, expected = (at.state.scoring, at.rules.window), []
        assert at.view(0).data["passed"] == at.view(None).data["passed"] == expected
        asked = at.question.player if at.question.kind == "special" else -1
        seen += bool(expected)
    assert seen


def test_madness_comes_with_what_it_costs() -> None:
    game = Game(factions=[["Elder Things", "Robots"], ["Ninjas", "Pirates"]])
    for i in [i for i, owner in enumerate(game.state.owner) if owner == MADNESS][:5]:
        take(game.rules, game.rules.card(i))
        put(game.rules, game.rules.card(i), HAND, 1)
    told = [(player["madness"], player["madness_cost"]) for player in game.view(0).data["players"]]
    assert told == [(0, 0), (5, 2)]
    without = Game(2, factions=[["Ninjas", "Pirates"], ["Robots", "Zombies"]]).view(0).data
    assert [player["madness_cost"] for player in without["players"]] == [None, None]
