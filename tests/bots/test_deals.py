"""Redealt copies are uniform over what is possible: what is known stays, everything else is equally likely."""

from __future__ import annotations

from collections import Counter
from math import factorial, sqrt

import pytest

from basebash import Game
from basebash.bots import Copies
from tests.positions import game_at, pick

Place = tuple[str, int, int]  # a hand or a deck, whose, and which place in it

SMALL = """
scenario: A few hidden cards
players:
  A: {factions: [Aliens, Wizards], hand: [Neophyte], deck: [Chronomage, Scry, Summon, Enchantress]}
  B: {factions: [Pirates, Ninjas], hand: [Shinobi, Swashbuckling, Cannon], deck: [First Mate, Hidden Ninja, Dinghy]}
bases: [Ninja Dojo, Tortuga]
base_deck: [The Homeworld, The Mothership, Jungle Oasis, Tar Pits]
"""

# A has seen the whole hand of B (of which one card was then discarded), the top card of B's deck, and the three on
# top of A's own deck, two of which are at the bottom now.
KNOWN = """
scenario: Cards known in hands and decks
players:
  A:
    factions: [Aliens, Wizards]
    hand: [Spy, Probe, Mass Enchantment]
    deck: [Chronomage, Scry, Summon, Enchantress, Invader, Scout, Abduction]
  B:
    factions: [Pirates, Ninjas]
    hand: [Shinobi, Cannon]
    deck: [Pirate King, Buccaneer, Hidden Ninja, Dinghy, Powderkeg, First Mate]
plays: {minion: 1, action: 2}
bases: [Ninja Dojo, Tortuga]
base_deck: [The Homeworld, The Mothership, Jungle Oasis, Tar Pits]
steps:
  - {player: A, play: Mass Enchantment}
  - {player: A, play: Probe}
"""


def places(game: Game) -> dict[Place, int]:
    """Return which card is where, in hands and decks."""
    state = game.state
    piles = {("hand", player): pile for player, pile in enumerate(state.hands)}
    piles |= {("deck", player): pile for player, pile in enumerate(state.decks)} | {("bases", 0): state.base_deck}
    return {(zone, player, place): card for (zone, player), pile in piles.items() for place, card in enumerate(pile)}


def deals(game: Game, observer: int, count: int) -> list[dict[Place, int]]:
    """Return where the cards are in this many copies, as a bot gets them."""
    copies = Copies.of(game, observer)
    return [places(copies.deal(seed)) for seed in range(count)]


def is_usual(squares: float, freedom: int) -> bool:
    """Whether a chi-square value is within four standard deviations of its expectation."""
    return abs(squares - freedom) < 4 * sqrt(2 * freedom)


def check_uniform(dealt: list[dict[Place, int]], hidden: list[Place]) -> None:
    """Each card of these places is in each of them equally often."""
    cards = sorted(dealt[0][place] for place in hidden)
    size = len(cards)
    assert size > 1
    counts = Counter((place, copy[place]) for copy in dealt for place in hidden)
    assert set(counts) <= {(place, card) for place in hidden for card in cards}
    expected = len(dealt) / size
    squares = sum((counts[place, card] - expected) ** 2 / expected for place in hidden for card in cards)
    assert is_usual(squares * (size - 1) / size, (size - 1) ** 2), (squares, (size - 1) ** 2)


def check_known(game: Game, dealt: list[dict[Place, int]], hidden: list[list[Place]]) -> None:
    """Everything outside these groups of places is as in the true game."""
    truth = places(game)
    for place, card in truth.items():
        if not any(place in group for group in hidden):
            assert {copy[place] for copy in dealt} == {card}, place


def pile(game: Game, zone: str, player: int) -> list[Place]:
    """The places of a hand or a deck."""
    return [place for place in places(game) if place[:2] == (zone, player)]


# ----------------------------------------------------------------------------------------------- fresh
@pytest.mark.parametrize("players", [2, 3])
def test_a_fresh_game_is_dealt_evenly(players: int) -> None:
    game = Game(players, seed=17)
    observer = game.question.player
    dealt = deals(game, observer, 1500)
    hidden = [pile(game, "deck", observer), pile(game, "bases", 0)]
    hidden += [pile(game, "deck", p) + pile(game, "hand", p) for p in range(players) if p != observer]
    for group in hidden:
        check_uniform(dealt, group)
    check_known(game, dealt, hidden)


def test_every_order_of_a_few_cards_is_equally_likely() -> None:
    game = game_at(SMALL)
    dealt = deals(game, 0, 7200)
    hidden = pile(game, "hand", 1) + pile(game, "deck", 1)
    orders = Counter(tuple(copy[place] for place in hidden) for copy in dealt)
    possible = factorial(len(hidden))
    expected = len(dealt) / possible
    squares = sum((orders[order] - expected) ** 2 / expected for order in orders)
    squares += (possible - len(orders)) * expected
    assert is_usual(squares, possible - 1), squares


def test_what_one_pile_gets_says_nothing_about_another() -> None:
    game = game_at(SMALL)
    dealt = deals(game, 0, 3000)
    pairs = Counter((copy["deck", 0, 0], copy["deck", 1, 0], copy["bases", 0, 0]) for copy in dealt)
    possible = 4 * 6 * 4
    expected = len(dealt) / possible
    assert len(pairs) == possible
    assert is_usual(sum((count - expected) ** 2 / expected for count in pairs.values()), possible - 1)


# ----------------------------------------------------------------------------------------------- with cards known
def known_cards() -> Game:
    """A knows part of B's hand and the bottom of their own deck; it is A's turn again."""
    game = game_at(KNOWN)
    pick(game, "Spy on Tortuga")
    game.answer((1, 2))  # to the bottom
    game.answer((0, 1))  # in this order
    pick(game, "End Play Cards")
    pick(game, "End Play Cards")  # B draws the card that was revealed, and one that was not
    assert game.question.player == 0
    return game


def test_known_cards_stay_and_the_others_are_dealt_evenly() -> None:
    game = known_cards()
    dealt = deals(game, 0, 2000)
    assert len(pile(game, "hand", 1)) == 3
    assert [card.name for card in game.rules.hand(1)][:2] == ["Cannon", "Pirate King"]
    hidden = [
        pile(game, "deck", 0)[:-2],
        [("hand", 1, 2), *pile(game, "deck", 1)],
        pile(game, "bases", 0),
    ]
    assert [len(group) for group in hidden] == [3, 5, 4]
    for group in hidden:
        check_uniform(dealt, group)
    check_known(game, dealt, hidden)


def test_in_the_middle_of_an_effect_what_is_seen_stays() -> None:
    game = game_at(KNOWN)
    pick(game, "Spy on Tortuga")
    dealt = deals(game, 0, 1200)
    hidden = [pile(game, "deck", 0)[3:], pile(game, "deck", 1)[1:]]
    for group in hidden:
        check_uniform(dealt, group)
    check_known(game, dealt, [*hidden, pile(game, "bases", 0)])


def test_another_observer_knows_less() -> None:
    game = known_cards()
    dealt = deals(game, 1, 2000)
    check_uniform(dealt, pile(game, "deck", 0) + pile(game, "hand", 0))
    check_uniform(dealt, pile(game, "deck", 1))
    check_known(game, dealt, [[place for place in places(game) if place[:2] != ("hand", 1)]])
