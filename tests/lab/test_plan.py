from collections import Counter
from itertools import combinations

import pytest

from basebash import FACTIONS, BadSetup, UnknownName
from basebash.lab.plan import arena_plan, decks, lab_plan, round_of_pairs, rounds_of


@pytest.mark.parametrize("count", [4, 5, 8, 25])
def test_rounds_pair_everything_once(count: int) -> None:
    rounds = [round_of_pairs(count, which) for which in range(rounds_of(count))]
    assert all(len({i for pair in pairs for i in pair}) == 2 * len(pairs) for pairs in rounds)
    assert sorted(pair for pairs in rounds for pair in pairs) == list(combinations(range(count), 2))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_pair_of_factions_sits_down_equally_often(players: int) -> None:
    names = tuple(sorted(FACTIONS))[:25]
    a_cycle = rounds_of(len(names)) * (len(names) // 2 // players)
    seen = Counter(frozenset(pair) for number in range(a_cycle) for pair in decks(7, names, players, number))
    assert len(seen) == len(names) * (len(names) - 1) // 2
    assert set(seen.values()) == {1}


def test_no_faction_is_in_a_game_twice() -> None:
    plan = lab_plan(300, seed=3, players=[4, 2, 3])
    for game in range(plan.size):
        deal = plan.deal(game)
        assert len({name for pair in deal.factions for name in pair}) == 2 * len(deal.factions)
        assert len(deal.bots) == len(deal.factions) == (4, 2, 3)[game % 3]


def test_a_deal_follows_from_the_settings_alone() -> None:
    few, many = lab_plan(10, seed=5), lab_plan(1000, seed=5)
    assert [few.deal(game) for game in range(10)] == [many.deal(game) for game in range(10)]
    assert few.deal(3) != lab_plan(10, seed=6).deal(3)
    assert len({many.deal(game).seed for game in range(1000)}) == 1000


def test_an_arena_swaps_seats() -> None:
    plan = arena_plan(6, bots=["random", "easy"])
    first, second = plan.deal(0), plan.deal(1)
    assert (first.seed, first.factions) == (second.seed, second.factions)
    assert first.bots == second.bots[::-1]
    assert plan.deal(2).factions != first.factions


def test_line_ups_take_turns_and_play_the_same_deals() -> None:
    plan = arena_plan(4, bots=["random", "easy", "greedy"])
    deals = [plan.deal(game) for game in range(plan.size)]
    for turn in range(4):
        met = deals[3 * turn : 3 * turn + 3]
        assert {frozenset(deal.bots) for deal in met} == {frozenset(line_up) for line_up in plan.line_ups}
        assert len({(deal.seed, deal.factions) for deal in met}) == 1


def test_line_ups_are_all_choices_of_bots() -> None:
    assert arena_plan(1, bots=["random", "easy", "greedy"]).line_ups == [
        ("random", "easy"),
        ("random", "greedy"),
        ("easy", "greedy"),
    ]
    four = arena_plan(1, bots=["greedy", "random", "random", "random"], players=4).line_ups
    assert four == [("greedy", "random", "random", "random")]
    assert [sorted(chosen) for chosen in arena_plan(1, bots=["easy", "random"], players=4).line_ups] == [
        ["easy", "easy", "random", "random"]
    ]
    three = arena_plan(1, bots=["easy", "random"], players=3).line_ups
    assert sorted(sorted(chosen) for chosen in three) == [["easy", "easy", "random"], ["easy", "random", "random"]]


@pytest.mark.parametrize("wrong", [{"players": [5]}, {"players": []}, {"games": 0}, {"edition": 1999}, {"bots": []}])
def test_a_plan_that_cannot_be_is_refused(wrong: dict[str, list[str]]) -> None:
    with pytest.raises(BadSetup):
        lab_plan(**{"games": 1, **wrong})  # type: ignore[arg-type]  # on purpose


def test_names_are_checked_before_anything_is_played() -> None:
    with pytest.raises(UnknownName):
        lab_plan(1, bots=["nobody"])
    with pytest.raises(UnknownName):
        lab_plan(1, factions=["Gosts"])
    with pytest.raises(BadSetup, match="need 8 factions"):
        lab_plan(1, factions=["Ghosts", "Pirates", "Ninjas", "Aliens"])
    with pytest.raises(BadSetup, match="two bots"):
        arena_plan(1, bots=["random"])
