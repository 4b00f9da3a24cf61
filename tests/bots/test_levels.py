"""Bots for people: their mistakes are plausible, the adaptive one plays to its lead, and styles have a taste."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from basebash import Game, State
from basebash.bots import EasyBot, GreedyBot, ask, levels, make_bot
from basebash.bots.levels import (
    ADAPTS,
    AIM,
    EASY,
    MOST_LOST,
    STYLES,
    AdaptiveBot,
    HumanBot,
    likes_cards,
    likes_company,
    likes_trouble,
    pick,
)


def decisions(seed: int, step: int) -> Iterator[Game]:
    """Some decisions of Play Cards in a random game."""
    game = Game(2, seed=seed)
    chance = State(2, seed)
    number = 0
    while not game.is_over:
        if game.question.kind == "main":
            if number % step == step - 1 and len(game.question.options) > 3:
                yield game
            number += 1
        game.answer(game.question.random_answer(chance))


def test_the_better_an_option_looks_the_more_often_it_is_picked() -> None:
    values = [0.50, 0.50 - EASY, 0.48, 0.50 - MOST_LOST - 0.01]
    chance = Random(1)
    picked = Counter(pick(values, EASY, chance) for _ in range(4000))
    assert picked[0] > picked[2] > picked[1] > 0
    assert picked[1] / picked[0] == pytest.approx(0.37, abs=0.06)
    assert not picked[3]  # that would be a gift


def test_without_temperature_the_best_is_picked() -> None:
    assert {pick([0.2, 0.7, 0.69], 0.0, Random(seed)) for seed in range(20)} == {1}


def test_a_human_makes_other_mistakes_each_time_but_none_without_temperature() -> None:
    game = next(decisions(seed=4, step=6))
    strict = {ask(HumanBot(seed, temperature=0.0), game) for seed in range(10)}
    loose = {ask(HumanBot(seed, temperature=1.0), game) for seed in range(10)}
    assert len(strict) < len(loose)


@pytest.mark.parametrize(("chance", "is_ahead"), [(0.3, False), (0.45, False), (0.9, True)])
def test_an_adaptive_bot_does_its_best_only_while_it_is_behind(
    monkeypatch: pytest.MonkeyPatch, chance: float, is_ahead: bool
) -> None:
    monkeypatch.setattr(levels, "chances", lambda game: [chance] * game.players)
    for game in islice(decisions(seed=4, step=6), 2):
        bot = AdaptiveBot(3)
        answer = ask(bot, game)
        warm = EASY + ADAPTS * (0.9 - AIM / 2)
        assert answer == ask(EasyBot(3, temperature=warm) if is_ahead else GreedyBot(3), game)


def test_a_taste_decides_between_turns_that_are_worth_the_same() -> None:
    game = next(decisions(seed=4, step=6))
    me = game.question.player
    plain = HumanBot(3, temperature=0.0).plan(game.clone(), me)
    assert len(plain) > 1
    wanted = plain[-1].first

    def prefers(_before: State, after: Game, _player: int) -> float:
        answers = list(after.history)[game.answers_given :]
        return 1.0 if answers[:1] == [wanted] else 0.0

    assert HumanBot(3, temperature=0.0, taste=prefers).plan(game.clone(), me)[0].first == wanted


def in_play(game: Game, player: int) -> list[int]:
    """The cards in play that a player controls."""
    state = game.state
    return [i for cards in state.on.values() for i in cards if state.controller[i] == player]


def without(game: Game, gone: list[int]) -> Game:
    """A copy in which some cards are no longer in play."""
    copy = game.clone()
    for cards in copy.state.on.values():
        cards[:] = [i for i in cards if i not in gone]
    return copy


def test_styles_like_what_their_names_say() -> None:
    found = (game for game in decisions(seed=7, step=9) if in_play(game, 0) and in_play(game, 1))
    game = next(game for game in found if all(game.state.hands))
    before = game.state.copy()
    assert all(taste(before, game, 0) == 0.0 for taste in STYLES.values())
    assert likes_trouble(before, without(game, in_play(game, 1)), 0) > 0.0
    assert likes_company(before, without(game, in_play(game, 1)), 0) == 0.0
    assert likes_company(before, without(game, in_play(game, 0)), 0) < 0.0
    poorer = game.clone()
    poorer.state.hands[0].pop()
    assert likes_cards(before, poorer, 0) < 0.0


@pytest.mark.parametrize("name", ["easy", "normal", "adaptive", *STYLES])
def test_levels_answer_legally_and_the_same_for_a_seed(name: str) -> None:
    for game in islice(decisions(seed=5, step=12), 2):
        answers = {ask(make_bot(name, seed=2), game) for _ in range(2)}
        assert len(answers) == 1
