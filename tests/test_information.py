"""Who knows what: hands, decks and discard piles, looking and revealing, views and the log.

The first words of a docstring name the rules that a test is about (see test_rules_are_tested.py).
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from basebash import Game
from basebash.invariants import check_view, random_game
from tests.positions import game_at, pick

THREE = """
scenario: Three at a table
seed: 5
players:
  A: {hand: [HAND], deck: [Zapbot, Howl, Gnome, Scry, Spirit, Walker, Warbot], discard: [Ghost, Upgrade]}
  B: {hand: [King Rex, Cannon, Laseratops], deck: [Invader, Scout, Probe]}
  C: {hand: [Dinghy], deck: [Ninja Master, Shinobi]}
bases: [Ninja Dojo, Tar Pits]
base_deck: [Tortuga, Monkey Lab]
steps:
  - {player: A, play: HAND}
"""


def three(card: str, *, more: str = "", start: bool = False) -> Game:
    """Three players; A plays a card."""
    text = THREE.replace("play: HAND}", f"play: {card}{more}}}").replace("hand: [HAND]", f"hand: [{card}]")
    return game_at(text.partition("steps:")[0] if start else text)


def seen_in_deck(game: Game, viewer: int | None, owner: int) -> list[str]:
    return [card["name"] for card in game.view(viewer).data["players"][owner]["known_deck"]]


def seen_in_hand(game: Game, viewer: int | None, owner: int) -> list[str]:
    return [card["name"] for card in game.view(viewer).data["players"][owner]["known_hand"]]


def log_text(game: Game, viewer: int | None) -> str:
    return "\n".join(line.text for line in game.log_for(viewer))


# ----------------------------------------------------------------------------------------------- what is public
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_discard_piles_are_open_to_all(viewer: int | None) -> None:
    """I1."""
    players = three("Howl", start=True).view(viewer).data["players"]
    assert [[card["name"] for card in player["discard"]] for player in players] == [["Ghost", "Upgrade"], [], []]


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_the_base_discard_pile_is_open_to_all_and_the_base_deck_is_not(viewer: int | None) -> None:
    """I1; I2."""
    game = game_at("""
scenario: Bases
players: {A: {}, B: {}, C: {}}
bases: [Ninja Dojo]
base_deck: [Tortuga, Monkey Lab]
base_discard: [Tar Pits]
""")
    data = game.view(viewer).data
    assert [base["name"] for base in data["base_discard"]] == ["Tar Pits"]
    assert data["base_deck_size"] == 2
    assert data["base_deck_top"] is None
    assert "Tortuga" not in json.dumps(data)


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_hands_and_decks_are_hidden_but_not_their_sizes(viewer: int | None) -> None:
    """I2; pitfall 28."""
    game = three("Howl", start=True)
    data = game.view(viewer).data
    assert [player["hand_size"] for player in data["players"]] == [1, 3, 1]
    assert [player["deck_size"] for player in data["players"]] == [7, 3, 2]
    for owner, player in enumerate(data["players"]):
        if owner == viewer:
            assert [card["name"] for card in player["hand"]] == [card.name for card in game.rules.hand(owner)]
        else:
            assert player["hand"] is None
        assert player["known_hand"] == []
        assert player["known_deck"] == [], "not even your own"
    text = json.dumps(data)
    for hidden in ("Zapbot", "Gnome", "Invader", "Shinobi"):
        assert hidden not in text


def test_a_view_is_plain_data_without_a_handle() -> None:
    """I2."""
    game = three("Howl", start=True)
    view = game.view(1)
    before = json.dumps(view.data)
    game.answer(0)
    assert json.dumps(view.data) == before
    assert [name for name in dir(view) if not name.startswith("_") and not callable(getattr(view, name))] == ["data"]


@pytest.mark.parametrize("viewer", [None, 1, 2])
def test_a_question_is_shown_to_the_one_who_is_asked(viewer: int | None) -> None:
    """I2; pitfall 28."""
    game = three("Howl", start=True)
    assert game.view(0).data["question"]["options"]
    assert game.view(viewer).data["question"] is None
    assert game.view(viewer).data["asked"] == 0


def test_the_log_shows_drawn_cards_only_to_the_player_who_drew() -> None:
    """I2; pitfall 28."""
    game = three("Mystic Studies")
    assert "A draws Zapbot and Howl" in log_text(game, 0)
    for viewer in (None, 1, 2):
        assert "A draws 2 cards" in log_text(game, viewer)
        assert "Zapbot" not in log_text(game, viewer)
        parts: list[Any] = [part for line in game.log_for(viewer) for part in line.parts]
        drawn = set(game.state.hands[0])
        assert not [part for part in parts if isinstance(part, dict) and part.get("card") in drawn]


# ----------------------------------------------------------------------------------------------- look and reveal
def test_what_is_looked_at_is_seen_by_one() -> None:
    """P10; pitfall 28."""
    game = three("For My Eyes Only", start=True)
    pick(game, "For My Eyes Only")
    assert game.question.player == 0
    assert seen_in_deck(game, 0, 0) == ["Zapbot", "Howl", "Gnome", "Scry", "Spirit"]
    for viewer in (None, 1, 2):
        assert seen_in_deck(game, viewer, 0) == []
        assert "looks at 5 cards" in log_text(game, viewer)
        assert "Zapbot" not in log_text(game, viewer)
    assert "Zapbot" in log_text(game, 0)


def test_a_hand_that_is_looked_at_is_seen_by_one() -> None:
    """P10; I3; pitfall 28."""
    game = three("Probe", more=", choose: [B, King Rex]")
    assert seen_in_hand(game, 0, 1) == ["Cannon", "Laseratops"]
    assert seen_in_hand(game, 2, 1) == []
    assert seen_in_hand(game, None, 1) == []
    assert "Cannon" in log_text(game, 0)
    assert "Cannon" in log_text(game, 1), "it is their hand"
    assert "Cannon" not in log_text(game, 2)
    assert "King Rex" in log_text(game, 2), "it was discarded before all eyes"


def test_revealed_cards_are_seen_by_all_and_known_in_their_place() -> None:
    """P10; I3."""
    game = three("Portal", more=", choose: [[Zapbot]]")
    for viewer in (None, 0, 1, 2):
        assert seen_in_hand(game, viewer, 0) == ([] if viewer == 0 else ["Zapbot"])
        assert "Zapbot, Howl, Gnome, Scry and Spirit" in log_text(game, viewer)


def test_cards_put_back_in_an_order_of_choice_are_known_to_the_one_who_chose() -> None:
    """I3; pitfall 28."""
    game = three("Portal", more=", choose: [[Zapbot]]")
    assert seen_in_deck(game, 0, 0) == ["Howl", "Gnome", "Scry", "Spirit"]
    assert seen_in_deck(game, 1, 0) == []


def test_a_known_card_stays_known_in_hand() -> None:
    """I3."""
    game = game_at("""
scenario: Mannersbot sees a minion, which is drawn later
players:
  A: {deck: [Zapbot, Howl, Gnome]}
  B: {deck: [Scry, Scry]}
bases:
  - base: Ninja Dojo
    minions: [{Mannersbot: {owner: A}}]
base_deck: [Tortuga]
steps:
  - {player: A, talent: Mannersbot}
""")
    assert seen_in_deck(game, 1, 0) == seen_in_deck(game, None, 0) == ["Zapbot"]
    pick(game, "End Play Cards")
    assert game.state.turn_player == 1
    assert seen_in_hand(game, 1, 0) == ["Zapbot"]
    assert seen_in_deck(game, 1, 0) == []


def test_a_card_given_unseen_hides_the_hand_it_came_from() -> None:
    """I3; pitfall 28."""
    game = game_at("""
scenario: A hand that everybody has seen
players:
  A: {factions: [Anansi Tales, Robots], hand: [Akye the Turtle, Zapbot, Hoverbot], deck: [Zapbot, Zapbot]}
  B: {factions: [Dinosaurs, Aliens]}
  C: {factions: [Ghosts, Ninjas]}
bases: [Ninja Dojo, Tar Pits, Tortuga, Monkey Lab]
""")
    for card in game.rules.hand(0):
        game.state.known[card.id] = game.rules.everyone
    pick(game, "Akye the Turtle on Ninja Dojo")
    pick(game, "Hoverbot")
    assert seen_in_hand(game, 2, 0) == ["Zapbot", "Hoverbot"]
    game.answer(0)
    assert seen_in_hand(game, 0, 1) == ["Hoverbot"]
    assert seen_in_hand(game, 1, 0) == ["Zapbot"]
    assert seen_in_hand(game, 2, 1) == seen_in_hand(game, 2, 0) == []
    assert "Hoverbot" in log_text(game, 1)
    assert "Hoverbot" not in log_text(game, 2)


def test_cards_sorted_to_top_and_bottom_are_known_to_the_one_who_did() -> None:
    """I3; pitfall 28."""
    game = game_at("""
scenario: The next cards are known to all
players:
  A: {factions: [Super Spies, Robots], hand: [For My Eyes Only], deck: [Zapbot, Hoverbot, Warbot, Spy, Mole, Scry]}
  B: {factions: [Dinosaurs, Aliens]}
bases: [Ninja Dojo, Tar Pits, Tortuga]
""")
    for i in game.state.decks[0]:
        game.state.known[i] = game.rules.everyone
    pick(game, "For My Eyes Only")
    pick(game, "Warbot")
    assert seen_in_deck(game, 1, 0) == ["Scry"]
    assert seen_in_deck(game, 0, 0) == ["Zapbot", "Hoverbot", "Spy", "Mole", "Scry", "Warbot"]


def test_a_shuffle_erases_what_was_known() -> None:
    """I3."""
    game = three("Portal", more=", choose: [pass]")
    state = game.state
    assert seen_in_deck(game, 0, 0) == ["Zapbot", "Howl", "Gnome", "Scry", "Spirit"]
    state.shuffle(state.decks[0])
    assert seen_in_deck(game, 0, 0) == []


def test_a_returned_minion_is_known_to_all_in_its_owners_hand() -> None:
    """I3."""
    game = game_at("""
scenario: Beam Up
players: {A: {hand: [Beam Up]}, B: {hand: [Ghost]}}
bases:
  - base: Ninja Dojo
    minions: [{King Rex: {owner: B}}]
base_deck: [Tortuga]
steps:
  - {player: A, play: Beam Up}
""")
    assert seen_in_hand(game, 0, 1) == seen_in_hand(game, None, 1) == ["King Rex"]


# ----------------------------------------------------------------------------------------------- searching
def test_a_card_that_was_searched_for_is_revealed_and_the_deck_shuffled() -> None:
    """P9; I3."""
    game = three("Scry", more=", choose: [Howl]")
    kinds = [entry.kind for entry in game.entries]
    assert kinds.index("find") < kinds.index("shuffle")
    for viewer in (None, 1, 2):
        assert seen_in_hand(game, viewer, 0) == ["Howl"]
        assert "finds Howl" in log_text(game, viewer)
    assert sorted(game.rules.card(i).name for i in game.state.decks[0]) == sorted(
        ["Zapbot", "Gnome", "Scry", "Spirit", "Walker", "Warbot"]
    )
    assert len({tuple(searched_with(seed).state.decks[0]) for seed in range(6)}) > 1
    assert seen_in_deck(game, 0, 0) == []


def searched_with(seed: int) -> Game:
    game = three("Scry", start=True)
    game.reseed(seed)
    pick(game, "Scry")
    pick(game, "Howl")
    return game


def test_the_options_of_a_search_do_not_tell_the_order_of_the_deck() -> None:
    """P9; I2; pitfall 28."""
    offered = set()
    for seed in range(6):
        game = three("Scry", start=True)
        deck = game.state.decks[0]
        game.state.shuffle_plain(deck)
        deck[:] = deck[seed:] + deck[:seed]
        pick(game, "Scry")
        offered.add(tuple(option.card for option in game.question.options))
    assert len(offered) == 1


def test_a_fruitless_search_still_shuffles() -> None:
    """P9."""
    game = game_at("""
scenario: Nothing to find
players: {A: {hand: [Scry], deck: [Ghost, Gnome, Zapbot]}, B: {}}
bases: [Ninja Dojo]
base_deck: [Tortuga]
steps:
  - {player: A, play: Scry}
""")
    assert "shuffle" in [entry.kind for entry in game.entries]


# ----------------------------------------------------------------------------------------------- all of it at once
@pytest.mark.parametrize("players", [2, 4])
def test_no_view_of_a_random_game_names_a_hidden_card(players: int) -> None:
    """I2; I3; pitfall 28."""
    for number, at in enumerate(random_game(Game(players, seed=31), 7)):
        if number % 5 == 0:
            for viewer in (None, *range(players)):
                check_view(at, viewer)


def test_everyone_can_be_asked_in_windows_so_that_silence_reveals_nothing() -> None:
    """I2; B10."""
    game = Game(2, seed=11, ask_everyone=True)
    empty = 0
    for at in random_game(game, 3):
        if at.question.kind == "special" and not at.question.options:
            assert at.question.can_decline
            empty += 1
    assert empty


def test_what_allows_no_pick_is_not_asked_of_anyone() -> None:
    """I2; Spirit."""
    game = game_at("""
scenario: Spirit and a minion without power
players:
  A: {factions: [Ghosts, Ninjas], hand: [Spirit, Ghost, Haunting]}
  B: {factions: [Robots, Dinosaurs]}
bases:
  - base: Ninja Dojo
    minions: [{Laseratops: {owner: B, on: [{Poison: {owner: A}}]}}]
  - Tar Pits
""")
    game.setup.ask_everyone = True
    pick(game, "Spirit on Ninja Dojo")
    pick(game, "Laseratops")
    pick(game, "Yes")
    assert game.question.kind == "main"
    assert [card.name for card in game.rules.hand(0)] == ["Ghost", "Haunting"]


@pytest.mark.parametrize("hand", ["Force of Wil", "Zapbot"])
def test_a_right_to_react_is_offered_whether_or_not_the_card_is_held(hand: str) -> None:
    """L18; I2."""
    game = game_at(f"""
scenario: An action that could be countered
players:
  A: {{factions: [Dinosaurs, Ninjas], hand: [Howl]}}
  B: {{factions: [Geeks, Robots], hand: [{hand}], deck: [Force of Wil]}}
bases: [Ninja Dojo]
""")
    game.setup.ask_everyone = True
    pick(game, "Howl")
    assert (game.question.player, game.question.options) == (0, [])
    game.answer(())
    assert game.question.player == 1
    assert game.question.can_decline
    assert [option.name for option in game.question.options] == ([hand] if hand == "Force of Wil" else [])


def declined_talent(stored: str) -> list[str]:
    """Use Kickboxbro's talent, play nothing, and return the log as the other player sees it."""
    game = game_at(f"""
scenario: A talent that depends on a face-down card
players:
  A: {{}}
  B: {{}}
bases:
  - base: Tortuga
    minions:
      - Kickboxbro: {{owner: A, id: kick, stored: [{stored}]}}
  - base: Jungle Oasis
""")
    game.setup.ask_everyone = True
    pick(game, "Talent of Kickboxbro")
    assert (game.question.player, game.question.prompt, game.question.low) == (0, "Play which card?", 0)
    game.answer(None)
    assert game.question.kind == "main"
    return [line.text for line in game.log_for(1)]


def test_using_kickboxbros_talent_does_not_reveal_what_is_stored() -> None:
    """V3."""
    assert declined_talent("Gretel") == declined_talent("Augmentation")
