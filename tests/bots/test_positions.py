"""Positions in which the right play is obvious to a player; the bots must find it too."""

from __future__ import annotations

import pytest

from basebash import Game
from basebash.bots import Bot, GreedyBot, SearchBot, ask
from tests.positions import game_at, pick

STRONG = "[King Rex, Laseratops, King Rex, Laseratops, King Rex]"
DECKS = {
    "A": "[Spirit, Spirit, Haunting, Ghost, Howl, Zapbot]",
    "B": "[Neophyte, Neophyte, Scout, Scout, Summon, Portal]",
}

pytestmark = pytest.mark.parametrize("kind", ["normal", "hard"])


def bot_of(kind: str) -> Bot:
    """A bot of this level that always answers the same."""
    return GreedyBot(1) if kind == "normal" else SearchBot(1, iterations=40)


def table(
    bases: str, *, hand: str = "", theirs: str = "", vp: tuple[int, int] = (0, 0), deck: str = "", rest: str = ""
) -> Game:
    """A and B at some bases; it is A's turn unless the rest says otherwise."""
    decks = {**DECKS, "A": deck or DECKS["A"]}
    players = "".join(
        f"  {name}: {{hand: [{cards}], deck: {decks[name]}, vp: {points}}}\n"
        for name, cards, points in (("A", hand, vp[0]), ("B", theirs, vp[1]))
    )
    later = "base_deck: [Monkey Lab, Primate Park]"
    return game_at(f"scenario: A position\nplayers:\n{players}bases:\n{bases}{later}\n{rest}")


def base(name: str, a: str = "", b: str = "") -> str:
    """A base with minions of A and B."""
    cards = [(card, "A") for card in a.split(", ") if card] + [(card, "B") for card in b.split(", ") if card]
    minions = ", ".join(f"{card}: {{owner: {owner}}}" for card, owner in cards)
    return f"  - {{base: {name}, minions: [{minions}]}}\n"


def play_turn(game: Game, kind: str) -> Game:
    """The bot plays for A to the end of the turn; B answers as little as possible."""
    bot = bot_of(kind)
    turn = game.state.turn
    while not game.is_over and game.state.turn == turn:
        game.answer(ask(bot, game) if game.question.player == 0 else next(game.legal_answers()))
    return game


def in_play(game: Game, player: int) -> list[str]:
    """The minions of a player in play."""
    return sorted(minion.name for place in game.rules.bases for minion in place.minions if minion.controller == player)


def test_it_wins_when_it_can(kind: str) -> None:
    bases = base("Jungle Oasis", "Archmage, Laseratops", "Scout") + base("Evans City Cemetery", "", "Invader")
    game = play_turn(table(bases, hand="Scout, King Rex, Mystic Studies", vp=(13, 13)), kind)
    assert game.winner == 0


def test_it_takes_the_first_place_by_one(kind: str) -> None:
    bases = base("Tortuga", "Nukebot, Archmage", "Supreme Overlord, Ninja Master") + base("Tar Pits")
    game = play_turn(table(bases, hand="First Mate, Gremlin"), kind)
    assert game.state.vp == [4, 3]


def test_it_does_not_let_another_win(kind: str) -> None:
    bases = base("The Homeworld", "", "King Rex, King Rex, Nukebot") + base("The Grey Opal")
    game = play_turn(table(bases, hand="Archmage", vp=(9, 12)), kind)
    assert game.state.vp == [9, 12]
    assert in_play(game, 0) == ["Archmage"]


def test_it_keeps_an_action_that_would_score_for_another(kind: str) -> None:
    bases = base("The Mothership", "Brownie, Scout", "King Rex, Nukebot") + base("The Great Library")
    game = play_turn(table(bases, hand="Howl", vp=(8, 11), rest="plays: {minion: 0, action: 1}\n"), kind)
    assert game.state.vp == [8, 11]


def test_it_stops_a_player_who_is_about_to_win(kind: str) -> None:
    bases = base("Tar Pits", "", "King Rex, Brownie, Archmage") + base("The Great Library", "Scout", "")
    game = play_turn(table(bases, hand="Beam Up, Mystic Studies", theirs="Scout, Scout", vp=(9, 13)), kind)
    assert len(in_play(game, 1)) == 2


def test_it_does_not_destroy_its_own_minion(kind: str) -> None:
    bases = base("Tortuga", "First Mate", "") + base("Tar Pits", "", "King Rex")
    game = play_turn(table(bases, hand="Tiger Assassin, Powderkeg"), kind)
    assert in_play(game, 0) == ["First Mate", "Tiger Assassin"]


def test_it_destroys_the_strongest_minion_of_the_other(kind: str) -> None:
    bases = base("Tortuga", "Scout", "King Rex, Scout") + base("Tar Pits")
    game = play_turn(table(bases, hand="Ninja Master"), kind)
    assert in_play(game, 1) == ["Scout"]


def test_a_harmful_action_goes_on_the_others_minion(kind: str) -> None:
    bases = base("Tortuga", "Warbot", "King Rex") + base("Tar Pits")
    game = play_turn(table(bases, hand="Assassination"), kind)
    assert in_play(game, 0) == ["Warbot"]
    assert in_play(game, 1) == []


def test_a_helpful_action_goes_on_its_own_minion(kind: str) -> None:
    bases = base("Evans City Cemetery", "Warbot, Nukebot", "King Rex, Scout") + base("Tar Pits")
    game = play_turn(table(bases, hand="Upgrade"), kind)
    assert game.state.vp == [5, 3]


def test_it_takes_what_is_free(kind: str) -> None:
    bases = base("Tortuga", "Warbot", "King Rex") + base("Tar Pits")
    game = play_turn(table(bases, hand="Zapbot, Gremlin, Enchantress"), kind)
    assert len(in_play(game, 0)) == 3


def test_it_uses_a_talent_that_costs_nothing(kind: str) -> None:
    bases = base("Tortuga", "Archmage", "King Rex") + base("Tar Pits")
    game = play_turn(table(bases, hand="Upgrade, Mystic Studies"), kind)
    assert not game.rules.hand(0) or {card.name for card in game.rules.hand(0)}.isdisjoint(
        {"Upgrade", "Mystic Studies"}
    )


def test_it_plays_no_card_for_nothing(kind: str) -> None:
    bases = base("Tortuga", "Warbot", "King Rex") + base("Tar Pits")
    hand = "Lend a Hand, Cannon, Scout, Gremlin, Gremlin, Zapbot, Zapbot"
    game = play_turn(table(bases, hand=hand), kind)
    assert {"Lend a Hand", "Cannon"} <= {card.name for card in game.rules.hand(0)}


def test_it_sees_what_a_base_pays_by_its_own_rule(kind: str) -> None:
    crowd = "Gremlin, Gremlin, Zapbot, Zapbot, First Mate, First Mate"
    bases = base("Rhodes Plaza Mall", crowd, "Nukebot, Supreme Overlord") + base("The Great Library")
    game = play_turn(table(bases, hand="Enchantress"), kind)
    assert game.state.vp == [7, 2]


def test_it_saves_its_minion(kind: str) -> None:
    bases = base("Tortuga", "Buccaneer", "Scout") + base("Tar Pits")
    game = table(bases, theirs="Ninja Master", rest="turn: B\n")
    pick(game, "Ninja Master on Tortuga")
    pick(game, "Buccaneer")
    assert game.question.player == 0
    play_turn(game, kind)
    assert in_play(game, 0) == ["Buccaneer"]


def test_it_plays_the_special_that_wins_the_base(kind: str) -> None:
    bases = base("Tortuga", "Nukebot, Nukebot", "Supreme Overlord, Brownie") + base("Tar Pits")
    steps = "turn: B\nsteps:\n  - {player: B, play: Collector, on: Tortuga, choose: none}\n"
    game = play_turn(table(bases, hand="Shinobi", theirs="Collector", rest=steps), kind)
    assert game.state.vp == [4, 3]


def test_it_keeps_a_special_that_changes_nothing(kind: str) -> None:
    bases = base("Tortuga", "Nukebot, King Rex, King Rex", "Scout") + base("Tar Pits")
    game = play_turn(table(bases, hand="Shinobi, Neophyte", rest="plays: {minion: 0, action: 0}\n"), kind)
    assert game.state.vp == [4, 3]
    assert "Shinobi" in {card.name for card in game.rules.hand(0)}


@pytest.mark.parametrize(
    ("invader", "hand"),
    [
        ("Scout", "The Hatching, Upgrade, Scout"),
        ("Scout", "IT'S ALIVE!, Upgrade, King Rex, Laseratops"),
        ("Invader", "Do Over!, Upgrade, Scout, War Raptor"),
    ],
    ids=["The Hatching", "IT'S ALIVE!", "Do Over!"],
)
def test_it_plays_a_card_that_brings_something_only_with_the_next_answer(kind: str, invader: str, hand: str) -> None:
    """Many minions that Upgrade could go on, all of which look better in the middle of the other action's effect."""
    bases = (
        base("Jungle Oasis", f"{invader}, Collector, War Raptor", "King Rex")
        + base("Evans City Cemetery", "Scout, Collector", "Laseratops, War Raptor")
        + base("The Homeworld", "Spirit", "Ghost")
    )
    game = play_turn(table(bases, hand=hand, deck=STRONG), kind)
    assert f"A plays {hand.partition(',')[0]}" in [line.text for line in game.log_for(None)]
