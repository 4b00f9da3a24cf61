"""Set-up: who may play what, what is dealt, and how the editions differ before the first turn.

The first words of a docstring name the rules that a test is about (see test_rules_are_tested.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from basebash import CARDS, FACTIONS, BadSetup, Game, UnknownName
from basebash.engine import Base, Setup
from basebash.engine.data.terms import EDITIONS, TITAN
from basebash.engine.rules import turn
from tests.positions import finish, game_at

OFFICIAL = Setup(2).pool
PAIRS = [("Ghosts", "Pirates"), ("Robots", "Aliens"), ("Wizards", "Ninjas"), ("Zombies", "Dinosaurs")]


@pytest.mark.parametrize("players", [0, 1, 5])
def test_a_game_is_for_two_to_four(players: int) -> None:
    """S1."""
    with pytest.raises(BadSetup, match="2 to 4 players"):
        Game(players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_two_factions_five_cards_and_there_is_one_base_more(players: int) -> None:
    """S1; S2; S5; S6."""
    game = Game(factions=PAIRS[:players], seed=players)
    state = game.state
    assert game.players == players
    assert len(game.rules.bases) == players + 1
    for player, pair in enumerate(PAIRS[:players]):
        own = [
            card
            for card, owner in zip(state.printed, state.owner, strict=True)
            if owner == player and card.kind != TITAN
        ]
        assert Counter(card.faction.name for card in own) == dict.fromkeys(pair, 20)
        assert len(state.hands[player]) == 5
        assert len(state.decks[player]) == 35
        assert not state.discards[player]
    assert state.vp == [0] * players


@pytest.mark.parametrize("faction", FACTIONS.values(), ids=lambda faction: faction.name)
def test_a_faction_has_twenty_cards(faction: object) -> None:
    """S2."""
    assert len(FACTIONS[faction.name].deck) == 20  # type: ignore[attr-defined]


def test_decks_are_shuffled_and_the_two_factions_mixed() -> None:
    """S2."""
    orders = {
        tuple(game.rules.card(i).faction.name for i in game.state.decks[0])
        for game in (Game(factions=PAIRS[:2], seed=seed) for seed in range(5))
    }
    assert len(orders) == 5
    for order in orders:
        assert set(order[:15]) == set(PAIRS[0])


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([("Ghosts", "Ghosts"), ("Robots", "Aliens")], "two different factions"),
        ([("Ghosts",), ("Robots", "Aliens")], "two different factions"),
        ([("Ghosts", "Pirates", "Ninjas"), ("Robots", "Aliens")], "two different factions"),
        ([("Ghosts", "Pirates"), ("Ghosts", "Aliens")], "Two players have Ghosts"),
        ([("Ghosts", "Pirates"), ()], "two different factions, not none"),
    ],
)
def test_nobody_has_a_faction_twice(pairs: list[tuple[str, ...]], message: str) -> None:
    """S3."""
    with pytest.raises(BadSetup, match=message):
        Game(factions=pairs)


def test_two_players_may_share_a_faction_if_allowed() -> None:
    """S3."""
    game = Game(factions=[("Ghosts", "Pirates"), ("Ghosts", "Aliens")], duplicates=True)
    assert game.state.factions == [["Ghosts", "Pirates"], ["Ghosts", "Aliens"]]
    with pytest.raises(BadSetup, match="two different"):
        Game(factions=[("Ghosts", "Ghosts"), ("Ghosts", "Aliens")], duplicates=True)


@pytest.mark.parametrize("duplicates", [False, True])
def test_random_factions_obey_the_same_rules(duplicates: bool) -> None:
    """S2; S3."""
    shared = False
    for seed in range(40):
        chosen = Game(4, seed=seed, duplicates=duplicates).state.factions
        assert all(len(set(pair)) == 2 for pair in chosen)
        shared = shared or any(set(a) & set(b) for a, b in combinations(chosen, 2))
    assert shared is duplicates


# ----------------------------------------------------------------------------------------------- the draft
def test_the_draft_goes_clockwise_and_back() -> None:
    """S4; E10."""
    game = Game(3, factions="draft", first_player=1, seed=4)
    asked = []
    taken: list[list[str]] = [[], [], []]
    while game.question.kind == "faction":
        question = game.question
        asked.append(question.player)
        names = [option.name for option in question.options]
        assert not {name for pair in taken for name in pair} & set(names)
        taken[question.player].append(names[-1])
        game.answer(len(names) - 1)
    assert asked == [1, 2, 0, 0, 2, 1]
    assert game.state.factions == taken
    assert all(len(hand) == 5 for hand in game.state.hands)


def test_the_first_to_pick_is_random() -> None:
    """S4; S7."""
    assert {Game(3, factions="draft", seed=seed).question.player for seed in range(30)} == {0, 1, 2}


def test_with_duplicates_a_faction_stays_on_the_table_for_the_others() -> None:
    """S3; S4."""
    game = Game(2, factions="draft", first_player=0, duplicates=True)
    game.answer(0)
    taken = game.state.factions[0][0]
    assert taken in [option.name for option in game.question.options]
    game.answer(1)
    game.answer(0)  # player 1 again: not what they have
    assert game.question.player == 0
    assert taken not in [option.name for option in game.question.options]


@pytest.mark.parametrize(("edition", "size"), [(2013, 8), (2016, len(OFFICIAL)), (2019, len(OFFICIAL))])
def test_how_many_factions_are_on_the_table(edition: int, size: int) -> None:
    """E10."""
    assert len(Game(2, factions="draft", edition=edition).question.options) == size
    assert len(Game(4, factions="draft", edition=edition, draft_pool=9).question.options) == 9


@pytest.mark.parametrize("pool", [7, len(OFFICIAL) + 1])
def test_a_draft_needs_two_factions_a_player(pool: int) -> None:
    """E10."""
    with pytest.raises(BadSetup, match="A draft needs 8 to"):
        Game(4, factions="draft", draft_pool=pool)


# ----------------------------------------------------------------------------------------------- bases
def bases_of(game: Game) -> list[str]:
    return sorted(card.name for card in game.state.printed if isinstance(card, Base))


@pytest.mark.parametrize("edition", [2016, 2019])
def test_the_base_deck_holds_the_bases_of_the_chosen_sets(edition: int) -> None:
    """E2."""
    factions = [("Ghosts", "Pirates"), ("Robots", "Steampunks")]
    game = Game(factions=factions, edition=edition)
    sets = {"Awesome Level 9000", "Core Set"}
    expected = sorted(b.name for f in FACTIONS.values() if f.set_name in sets for b in f.bases)
    assert bases_of(game) == expected
    assert len(game.state.base_deck) == len(expected) - 3


def test_in_2013_the_base_deck_holds_all_bases() -> None:
    """E2."""
    game = Game(factions=PAIRS[:2], edition=2013)
    assert bases_of(game) == sorted(
        card.name for card in CARDS if isinstance(card, Base) and card.faction.set_name in game.setup.sets
    )


def test_one_faction_brings_three_bases_and_the_others_two() -> None:
    """S8."""
    assert {name: len(FACTIONS[name].bases) for name in OFFICIAL if len(FACTIONS[name].bases) != 2} == {
        "Polynesian Voyagers": 3
    }
    game = Game(factions=[("Polynesian Voyagers", "Anansi Tales"), ("Ancient Incas", "Ghosts")])
    assert {base.name for base in FACTIONS["Polynesian Voyagers"].bases} <= set(bases_of(game))


# ----------------------------------------------------------------------------------------------- first player
def test_the_first_player_is_random_by_default() -> None:
    """S7."""
    firsts = [Game(4, seed=seed).state.first_player for seed in range(40)]
    assert set(firsts) == {0, 1, 2, 3}


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_first_player_can_be_set(first: int) -> None:
    """S7; T11."""
    game = Game(3, first_player=first, seed=8)
    while game.question.kind != "main":
        game.answer(())
    assert game.question.player == game.state.turn_player == game.view().data["first_player"] == first
    assert game.state.turn == 1
    game.answer(len(game.question.items) - 1)
    while game.question.kind != "main":
        game.answer(game.question.legal_answers().__next__())
    assert game.state.turn_player == (first + 1) % 3


@pytest.mark.parametrize("first", [-1, 3])
def test_the_first_player_must_be_there(first: int) -> None:
    """S7."""
    with pytest.raises(BadSetup, match="no player"):
        Game(3, first_player=first)


# ----------------------------------------------------------------------------------------------- the opening hand
def opened_without_minions(edition: int) -> Iterator[Game]:
    """Games in which the first player's opening hand has no minion: asked about it, or (2013) having shown it."""
    for seed in range(600):
        game = Game(factions=PAIRS[:2], edition=edition, seed=seed, first_player=0)
        if edition == 2013:
            if any(entry.kind == "mulligan" and entry.player == 0 for entry in game.entries):
                yield game
        elif game.question.kind == "yes" and game.question.player == 0:
            yield game


def has_minion(game: Game, player: int) -> bool:
    return any(card.is_minion for card in game.rules.hand(player))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_hand_with_a_minion_is_kept(edition: int) -> None:
    """E1."""
    for seed in range(30):
        game = Game(factions=PAIRS[:2], edition=edition, seed=seed, first_player=0)
        shown = [entry.player for entry in game.entries if entry.kind == "mulligan"]
        asked = [game.question.player] if game.question.kind == "yes" else []
        for player in (0, 1):
            assert player in shown + asked or has_minion(game, player) or asked


def test_in_2013_a_hand_without_minions_is_discarded() -> None:
    """E1."""
    game = next(opened_without_minions(2013))
    state = game.state
    assert game.question.kind == "main"
    assert len(state.hands[0]) == 5
    assert len(state.discards[0]) == 5
    assert len(state.decks[0]) == 30
    assert not any(card.is_minion for card in game.rules.discard_pile(0))
    shown = next(entry for entry in game.entries if entry.kind == "reveal")
    assert sorted(shown.cards) == sorted(state.discards[0])
    assert shown.seen == game.rules.everyone


def test_in_2016_a_hand_without_minions_may_be_discarded() -> None:
    """E1."""
    game = next(opened_without_minions(2016))
    old = list(game.state.hands[0])
    kept = game.clone()
    kept.answer(())
    assert kept.state.hands[0] == old
    assert not kept.state.discards[0]
    game.answer(0)
    assert sorted(game.state.discards[0]) == sorted(old)
    assert len(game.state.hands[0]) == 5
    assert len(game.state.decks[0]) == 30


def test_in_2019_a_hand_without_minions_may_be_shuffled_in() -> None:
    """E1."""
    game = next(opened_without_minions(2019))
    old = list(game.state.hands[0])
    drawn = game.state.decks[0][:5]
    kept = game.clone()
    kept.answer(())
    assert kept.state.hands[0] == old
    game.answer(0)
    assert game.state.hands[0] == drawn, "the new hand is drawn before the old one goes back"
    assert not game.state.discards[0]
    assert len(game.state.decks[0]) == 35
    assert set(old) <= set(game.state.decks[0])
    assert game.state.decks[0][:5] != old
    assert not any(game.state.known[card] for card in game.state.decks[0])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_second_hand_is_kept_whatever_it_is(edition: int) -> None:
    """E1."""
    game = game_at(f"""
scenario: Nothing but actions
edition: {edition}
players:
  A: {{hand: [Howl, Howl, Howl, Howl, Howl], deck: [Scry, Scry, Scry, Scry, Scry, Cannon]}}
  B: {{}}
""")
    exchange = turn._mulligan(game.rules, 0)
    if edition == 2013:
        finish(exchange)
    else:
        question = exchange.send(None)
        assert (question.player, question.can_decline) == (0, True)
        with pytest.raises(StopIteration):
            exchange.send((0,))
    assert [card.name for card in game.rules.hand(0)] == ["Scry"] * 5


# ----------------------------------------------------------------------------------------------- what is refused
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"edition": 2012}, "no edition 2012; choose one of 2013, 2016, 2019"),
        ({"names": ["A", "B", "C"]}, "2 players but 3 names"),
        ({"target_vp": 0}, "at least 1 VP"),
        ({"factions": "best"}, "random"),
        ({"players": 3, "factions": PAIRS[:2]}, "3 players but factions for 2"),
    ],
)
def test_a_set_up_that_makes_no_sense_is_refused(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(BadSetup, match=message):
        Game(**{"players": 2, **wrong})  # type: ignore[arg-type]


def test_an_unknown_faction_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="Did you mean Ghosts") as error:
        Game(factions=[("Gosts", "Pirates"), ("Robots", "Aliens")])
    assert "Ghosts" in error.value.nearest


def test_names_of_factions_are_read_leniently() -> None:
    assert Game(factions=[("ghosts", "grimms fairy tales"), ("ROBOTS", "Aliens")]).state.factions[0] == [
        "Ghosts",
        "Grimms' Fairy Tales",
    ]


def test_a_set_up_survives_json() -> None:
    setup = Setup(factions=PAIRS[:3], edition=2016, seed=9, names="XYZ", target_vp=10, first_player=2)
    twin = Setup.from_json(setup.to_json())
    assert twin.to_json() == setup.to_json()
    assert twin.names == ("X", "Y", "Z")
    assert twin.factions == tuple(PAIRS[:3])


def test_the_target_is_what_wins() -> None:
    """W1."""
    game = Game(2, target_vp=1, seed=5)
    while not game.is_over:
        game.answer(next(game.legal_answers()))
    assert game.winner is not None
    assert game.state.vp[game.winner] >= 1
