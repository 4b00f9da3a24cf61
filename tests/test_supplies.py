"""Supplies, monsters and treasures: what no scenario can show, because it is set-up or hidden."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from basebash import Game
from basebash.engine import CARDS, DISCARD, HAND, MADNESS, MONSTERS, TREASURES, Base, Card, Monster, State
from basebash.engine.data.terms import BOX, DECK, PLAY, SUPPLY
from basebash.engine.mechanics.supplies import madness_of
from basebash.engine.rules import triggers
from basebash.invariants import check_conservation, random_game

CTHULHU = [["Elder Things", "Robots"], ["Minions of Cthulhu", "Pirates"]]
MUNCHKIN = [["Warriors", "Robots"], ["Thieves", "Pirates"]]
PLAIN = [["Aliens", "Robots"], ["Ninjas", "Pirates"]]


def cards_of(game: Game, seat: int) -> list[int]:
    """The ids of the cards of a supply, wherever they are."""
    return [i for i, owner in enumerate(game.state.owner) if owner == seat]


def test_supplies_come_with_their_sets() -> None:
    """M2; MT2; MT1"""
    assert [len(cards_of(Game(factions=CTHULHU), seat)) for seat in (MADNESS, MONSTERS, TREASURES)] == [30, 0, 0]
    assert [len(cards_of(Game(factions=MUNCHKIN), seat)) for seat in (MADNESS, MONSTERS, TREASURES)] == [0, 20, 22]
    assert Game(factions=PLAIN, titans=False).state.rare_zones is None
    everything = Game(factions=PLAIN, edition=2013)  # with all bases in the base deck
    assert [len(cards_of(everything, seat)) for seat in (MADNESS, MONSTERS, TREASURES)] == [30, 20, 22]


def test_the_decks_hold_what_is_in_the_box() -> None:
    """MT1; MT12"""
    game = Game(factions=MUNCHKIN)
    printed = [game.state.printed[i] for i in cards_of(game, MONSTERS)]
    assert sum("Undead" in card.traits for card in printed) == 10
    treasures = [game.rules.card(i) for i in cards_of(game, TREASURES)]
    assert sum(card.is_minion for card in treasures) == 3
    assert sum(card.is_minion_action for card in treasures) == 10
    assert sum(card.is_base_action for card in treasures) == 1
    assert sum(card.is_standard for card in treasures) == 8


def test_nobody_starts_with_madness() -> None:
    """M5; M3; M4"""
    game = Game(factions=CTHULHU)
    assert {game.state.zone[i] for i in cards_of(game, MADNESS)} == {SUPPLY}
    assert [len(deck) + len(hand) for deck, hand in zip(game.state.decks, game.state.hands, strict=True)] == [40, 40]
    for viewer in (0, 1, None):
        assert game.view(viewer).data["supplies"]["madness"] == {"deck_size": 30, "discard": []}


def test_madness_and_monsters_are_not_factions() -> None:
    """M17; MT8"""
    for factions in (CTHULHU, MUNCHKIN):
        game = Game(factions=factions)
        assert game.rules.faction_names == sorted(name for pair in factions for name in pair)


def test_the_first_bases_have_their_monsters() -> None:
    """MT15; MT16; MT17"""
    factions = [["Warriors", "Thieves"], ["Orcs", "Mages"]]
    for seed in range(8):
        game = Game(factions=factions, seed=seed)
        for base in game.rules.bases:
            trolls = sum(monster.name == "Web Troll" for monster in base.monsters)
            undead = base.name == "Whack-A-Ghoul"  # sends them away again
            assert undead or len(base.monsters) == base.printed.monsters + trolls  # type: ignore[attr-defined]
            assert all(not monster.is_controlled for monster in base.monsters)
        assert game.state.deeds == []


def test_monster_and_treasure_numbers() -> None:
    """MT15; MT52; MT61"""
    bases = {card.name: card.monsters for card in CARDS if isinstance(card, Base) and card.monsters}
    assert {n: sorted(name for name in bases if bases[name] == n) for n in (1, 2, 3)} == {
        1: [
            "Birthday Party",
            "Dimension Doors",
            "Mage's Tower",
            "Subterranean Lair",
            "Thieves' Guild",
            "Treasure Bath",
        ],
        2: ["Garrison", "Helper's Hollow", "Hotel of Holiness", "The Coffers", "The Mines", "The Pits", "Treehouse"],
        3: ["Bastion", "The Gauntlet", "Whack-A-Ghoul"],
    }
    treasures = {card.name: card.treasures for card in CARDS if isinstance(card, Monster)}
    assert {n: sorted(name for name in treasures if treasures[name] == n) for n in range(4)} == {
        0: ["Web Troll"],
        1: ["Ghoul", "Hippogriff", "Poultrygeist"],
        2: ["Bigfoot", "King Tut", "Knight of the Living Dead"],
        3: ["Plutonium Dragon"],
    }


def test_sizes_are_public_and_the_decks_hidden() -> None:
    """MT6; MT1"""
    game = Game(factions=MUNCHKIN)
    supplies = game.view(None).data["supplies"]
    assert supplies["treasures"] == {"deck_size": 22, "discard": []}
    in_play = sum(len(base.monsters) for base in game.rules.bases)
    assert supplies["monsters"]["deck_size"] == 20 - in_play
    assert not any(game.state.known[card.id] for card in game.rules.supply(TREASURES) + game.rules.supply(MONSTERS))


def test_drawn_madness_is_seen_and_drawn_treasures_are_not() -> None:
    """M36; M13; MT52"""
    game = Game(factions=[["Elder Things", "Warriors"], ["Minions of Cthulhu", "Pirates"]])
    source = game.rules.card(game.state.hands[0][0])
    triggers.open_frame(game.rules)
    drawn = [*_wait(source.draw(from_=MADNESS)), *_wait(source.draw(from_=TREASURES))]
    you, other = game.state.where[source.id], 1 - game.state.where[source.id]
    shown = [card["name"] for card in game.view(other).data["players"][you]["known_hand"]]
    assert [card.zone for card in drawn] == [HAND, HAND]
    assert shown == ["Madness"]
    assert game.state.deeds == []


def test_all_cards_of_the_supplies_stay_in_the_game() -> None:
    """M39; MT44; MT49"""
    factions = [["Elder Things", "Dwarves"], ["Miskatonic University", "Thieves"], ["Warriors", "Innsmouth"]]
    game = Game(factions=factions, seed=3)
    for at in random_game(game, 3):
        check_conservation(at)
        state = at.state
        assert [len(cards_of(at, seat)) for seat in (MADNESS, MONSTERS, TREASURES)] == [30, 20, 22]
        assert {state.zone[i] for i in cards_of(at, MONSTERS)} <= {SUPPLY, DISCARD, PLAY}
        lying = {state.zone[i] for i in cards_of(at, TREASURES)}
        assert not lying & {DECK, BOX}


def test_a_dealt_copy_leaves_every_player_their_madness() -> None:
    """M36; I2"""
    game = Game(factions=CTHULHU, seed=5)
    chance = State(2, 5)
    for _ in range(60):
        game.answer(game.question.random_answer(chance))
    twin = game.determinised(0, seed=1)
    check_conservation(twin)
    assert len(twin.rules.hand(1)) == len(game.rules.hand(1))
    assert [madness_of(game.rules, player) for player in (0, 1)] == [
        madness_of(twin.rules, player) for player in (0, 1)
    ]


def test_views_count_madness_wherever_it_is() -> None:
    """M30; M35: hand, deck and discard pile count, and everybody may count along"""
    game = Game(factions=CTHULHU, seed=5)
    chance = State(2, 5)
    for _ in range(150):
        game.answer(game.question.random_answer(chance))
    counts = [madness_of(game.rules, player) for player in (0, 1)]
    assert sum(counts) > 0
    for viewer in (0, 1, None):
        assert [player["madness"] for player in game.view(viewer).data["players"]] == counts
    assert [player["madness"] for player in Game(factions=PLAIN).view().data["players"]] == [None, None]


def _wait(verb: Coroutine[Any, Any, list[Card]]) -> list[Card]:
    """What a verb that asks nothing gives back."""
    try:
        verb.send(None)
    except StopIteration as done:
        return list(done.value)
    raise AssertionError("it asked")
