"""Titans and fusions before the first turn, and what others see of them.

The first words of a docstring name the rules that a test is about (see test_rules_are_tested.py).
"""

from __future__ import annotations

import json

import pytest

from basebash import Game
from basebash.engine.data.terms import BESIDE, EDITIONS
from basebash.invariants import check_conservation, random_game
from tests.positions import game_at, pick

TITANS = [("Kaiju", "Mega Troopers"), ("Magical Girls", "Robots")]


def beside(game: Game, player: int) -> list[str]:
    """The names of the titans beside a player's deck."""
    rare = game.state.rare_zones
    return [] if rare is None else [game.rules.card(i).name for i in rare.beside[player]]


def test_titans_lie_beside_their_decks_for_all_to_see() -> None:
    """H3; H4; H6."""
    game = Game(factions=TITANS, seed=1)
    assert beside(game, 0) == ["Gorgodzolla", "Megabot"]
    assert beside(game, 1) == ["Walking Castle"]
    state = game.state
    for i in state.rare_zones.beside[0]:  # type: ignore[union-attr]
        assert (state.zone[i], state.owner[i], state.known[i]) == (BESIDE, 0, game.rules.everyone)
    assert [len(hand) + len(deck) for hand, deck in zip(state.hands, state.decks, strict=True)] == [40, 40]
    assert "Walking Castle" in json.dumps(game.view(0).data)


def test_titans_are_an_option() -> None:
    """H2."""
    assert beside(Game(factions=TITANS, seed=1, titans=False), 0) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_titans_are_there_from_2019_on_unless_it_is_said(edition: int) -> None:
    """H2."""
    assert bool(beside(Game(factions=TITANS, seed=1, edition=edition), 0)) == (edition == 2019)
    assert beside(Game(factions=TITANS, seed=1, edition=edition, titans=True), 1) == ["Walking Castle"]


def test_an_opening_hand_with_a_fusion_has_a_minion() -> None:
    """F4."""
    for seed in range(60):
        game = Game(factions=[("G.I. Gerald", "Kaiju"), ("Robots", "Aliens")], seed=seed, first_player=0)
        hand = game.rules.hand(0)
        if any(card.is_fusion for card in hand) and not any(card.printed.kind == 1 for card in hand):
            assert game.question.kind == "main" or game.question.player != 0
            return
    pytest.fail("no hand with a fusion as its only minion")


def test_a_fusion_in_hand_is_hidden_like_any_card() -> None:
    """F18."""
    game = Game(factions=[("G.I. Gerald", "Adolescent Epic Geckos"), ("Robots", "Aliens")], seed=3)
    hidden = {card.name for card in game.rules.hand(0) if card.is_fusion}
    assert hidden
    seen = game.view(1).data["players"][0]
    assert not any(name in json.dumps(seen) for name in hidden)


@pytest.mark.parametrize("seed", range(4))
def test_games_with_titans_fusions_and_swaps_end(seed: int) -> None:
    """Random answers; every card stays in one place."""
    pairs = [
        [("Kaiju", "G.I. Gerald"), ("Mega Troopers", "Pearl and the Images")],
        [("Magical Girls", "Rulers of the Cosmos"), ("Itty Critters", "Adolescent Epic Geckos")],
        [("Changerbots", "Wizards"), ("Ignobles", "Dinosaurs"), ("Time Travelers", "Ghosts")],
        [("Tricksters", "Super Spies"), ("Killer Plants", "Ninjas"), ("Pirates", "Bear Cavalry")],
    ]
    game = Game(factions=pairs[seed], seed=seed)
    for _ in random_game(game, seed):
        check_conservation(game)
    assert game.is_over


PRICE = """
scenario: The Bride's price
players: {A: {titans: [The Bride], hand: [Igor]}, B: {}}
phase: start
bases:
  - {base: The Nexus, minions: [{Lab Assistant: {owner: A, counters: 1}}, {King Rex: {owner: A}}]}
  - {base: Primate Park}
steps: []
"""


def test_a_price_is_paid_in_full_once_a_part_is_paid() -> None:
    game = game_at(PRICE)
    assert (game.question.prompt, game.question.can_decline) == ("Pay for The Bride?", True)
    pick(game, "Remove a +1 power counter")
    assert (game.question.prompt, game.question.can_decline) == ("Pay for The Bride?", False)
    assert [option.text for option in game.question.options] == ["Place a minion into the box", "Destroy a minion"]
