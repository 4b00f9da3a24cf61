"""Random games at scale: what must hold at every question of every game, whatever is played."""

from __future__ import annotations

from itertools import combinations

import pytest

from basebash import FACTIONS, Game, NotNow, State
from basebash.engine import sum_up
from basebash.engine.terms import EDITIONS, MADNESS
from tests.helpers import check_conservation, check_view, random_game

NAMES = sorted(FACTIONS)
PAIRS = list(combinations(NAMES, 2))


def partner_of(number: int) -> tuple[str, str]:
    """Another pair, without a faction in common, for the pair of this number."""
    step = 1
    while set(PAIRS[(number + step * 37) % len(PAIRS)]) & set(PAIRS[number]):
        step += 1
    return PAIRS[(number + step * 37) % len(PAIRS)]


@pytest.mark.parametrize("number", range(len(PAIRS)), ids=[f"{a} + {b}" for a, b in PAIRS])
def test_every_pair_plays_to_the_end(number: int) -> None:
    edition = EDITIONS[number % 3]
    game = Game(factions=[PAIRS[number], partner_of(number)], edition=edition, seed=number)
    cards = len(game.state.printed)
    for at in random_game(game, number):
        check_conservation(at)
        for base in at.bases:
            for minion in base.minions:
                assert minion.power >= 0
                assert minion.power == sum_up(at.explain_power(minion.id))
                assert minion.is_monster or minion.controller >= 0
                assert minion.controller < at.players
    assert game.winner is not None
    assert game.state.vp[game.winner] >= 15 or game.supply(MADNESS)  # which may cost the winner VP in the end
    assert len(game.state.printed) == cards


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
def test_a_dealt_anew_copy_agrees_with_all_that_its_observer_knows(players: int, seed: int) -> None:
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


def test_a_dealt_anew_copy_differs_in_what_is_hidden() -> None:
    game = Game(players=2, seed=3)
    twins = [game.determinised(0, seed=seed) for seed in range(20)]
    hands = {tuple(sorted(card.name for card in twin.hand(1))) for twin in twins}
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
