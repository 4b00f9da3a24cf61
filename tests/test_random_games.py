"""Random games at scale: what must hold at every question of every game, whatever is played."""

from __future__ import annotations

import pytest

from basebash import FACTIONS, Game, NotNow, State
from basebash.engine.data.terms import EDITIONS
from basebash.engine.rules.ability_index import check_what_is_kept
from basebash.invariants import check_conservation, check_view, random_game
from checks.faction_pairs import PAIRS, SAMPLE, factions_for, play_pair


@pytest.mark.parametrize("number", SAMPLE, ids=[" + ".join(PAIRS[number]) for number in SAMPLE])
def test_a_sample_of_pairs_plays_to_the_end(number: int) -> None:
    assert play_pair(number) > 20


def test_every_faction_is_in_the_sample() -> None:
    assert {name for number in SAMPLE for pair in factions_for(number) for name in pair} == set(FACTIONS)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(3))
def test_copies_saves_and_undone_games_go_on_like_the_original(players: int, edition: int, seed: int) -> None:
    game = Game(players=players, edition=edition, seed=100 * players + seed)
    chance = State(2, seed)
    while not game.is_over and game.answers_given < 160:
        answer = game.question.random_answer(chance)
        twin = game.clone()
        loaded = Game.load(game.save())
        assert twin.digest() == loaded.digest() == game.digest()
        game.answer(answer)
        twin.answer(answer)
        loaded.answer(answer)
        assert twin.digest() == loaded.digest() == game.digest()
        if game.answers_given % 10 == 0:
            back = game.clone()
            back.undo()
            back.answer(answer)
            assert back.digest() == game.digest()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_views_name_no_hidden_card(players: int, seed: int) -> None:
    game = Game(players=players, seed=500 + seed, ask_everyone=bool(seed % 2))
    for at in random_game(game, seed):
        for viewer in (None, *range(players)):
            check_view(at, viewer)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_redealt_copy_agrees_with_all_that_its_observer_knows(players: int, seed: int) -> None:
    game = Game(players=players, seed=900 + seed)
    not_now = 0
    for number, at in enumerate(random_game(game, seed)):
        if number % 3:
            continue
        observer = number % players
        try:
            twin = at.determinised(observer, seed=number)
        except NotNow:
            not_now += 1
            continue
        check_conservation(twin)
        assert twin.view(observer).data == at.view(observer).data
        answer = twin.question.random_answer(State(2, number))
        again = twin.clone()
        twin.answer(answer)
        again.answer(answer)
        assert again.digest() == twin.digest()
    assert not_now <= 3


def test_a_redealt_copy_differs_in_what_is_hidden() -> None:
    game = Game(players=2, seed=3)
    twins = [game.determinised(0, seed=seed) for seed in range(20)]
    hands = {tuple(sorted(card.name for card in twin.rules.hand(1))) for twin in twins}
    assert len(hands) > 10
    assert game.state.key not in {twin.state.key for twin in twins}


def test_the_same_seed_gives_the_same_game() -> None:
    ends = []
    for _ in range(2):
        game = Game(players=3, seed=77)
        for _ in random_game(game, 5):
            pass
        ends.append(game.digest())
    assert ends[0] == ends[1]


@pytest.mark.parametrize("number", SAMPLE[::4])
def test_what_is_kept_between_questions_is_what_would_be_found(number: int) -> None:
    check_what_is_kept(on=True)
    try:
        play_pair(number)
    finally:
        check_what_is_kept(on=False)
