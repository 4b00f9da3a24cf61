"""Some cards can be played in circles for ever, such as a titan that loses every clash: turns end all the same."""

from __future__ import annotations

import pickle
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest

import basebash.envs.gymnasium
import basebash.envs.openspiel
from basebash import Answer, Game, Question
from basebash.bots import FunctionBot, end_of_circle
from basebash.envs import episode, pettingzoo
from basebash.envs.actions import DONE, END
from basebash.envs.episode import LONGEST_TURN, Episode

CIRCLES = [["Ignobles", "Extramorphs"], ["Princesses", "Sharks"]]
LONGEST_GAME = 40


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """The questions that tables answered themselves."""

    def answer(question: Question) -> Answer:
        questions.append(question)
        return end_of_circle(question)

    questions: list[Question] = []
    monkeypatch.setattr(episode, "end_of_circle", answer)
    return questions


class Thoughtless:
    """Takes the first option, and declines only if there is none."""

    def __init__(self) -> None:
        self.times = 0

    def pick(self, legal: list[int]) -> int:
        self.times += 1
        assert self.times < LONGEST_GAME * LONGEST_TURN, "a turn does not end"
        return next((action for action in legal if action not in (DONE, END)), legal[0])

    def answer(self, _: object, question: Any, __: object) -> Answer:
        self.times += 1
        assert self.times < LONGEST_GAME * LONGEST_TURN, "a turn does not end"
        return tuple(range(max(question.low, min(1, len(question.options)))))


def make_table() -> Episode:
    """The Hill that Strolls soon goes in circles."""
    return Episode(Game(2, factions=CIRCLES, seed=6, target_vp=6), max_turns=LONGEST_GAME)


def test_a_turn_in_circles_ends_and_the_game_goes_on(ended: list[Question]) -> None:
    here, agent = make_table(), Thoughtless()
    game = here.game
    began = [game.answers_given]  # each turn
    while here.seat >= 0:
        here.apply(agent.pick(here.legal()))
        if game.state.turn > len(began):
            began.append(game.answers_given)
    assert game.is_over
    assert ended
    answers = [after - before for before, after in pairwise(began)]
    assert LONGEST_TURN <= max(answers) < LONGEST_TURN + 10


def test_other_turns_are_left_alone(ended: list[Question]) -> None:
    for seed in range(6):
        here = Episode(Game(4, seed=seed))
        chance = np.random.default_rng(seed)
        while here.seat >= 0:
            here.apply(int(chance.choice(here.legal())))
    assert not ended


def test_copies_have_counted_as_far() -> None:
    def picks_to_the_end_of_the_turn(here: Episode) -> int:
        turn, picks = here.game.state.turn, here.picks
        while here.game.state.turn == turn:
            here.apply(agent.pick(here.legal()))
        return here.picks - picks

    here, agent = make_table(), Thoughtless()
    turn, answers = 0, 0
    while here.game.answers_given < answers + LONGEST_TURN // 2:
        here.apply(agent.pick(here.legal()))
        if here.game.state.turn != turn:
            turn, answers = here.game.state.turn, here.game.answers_given
    copies = [here.clone(), pickle.loads(pickle.dumps(here)), here.determinised(here.seat, 1)]
    left = picks_to_the_end_of_the_turn(here)
    assert [picks_to_the_end_of_the_turn(copy) for copy in copies] == [left] * 3


@pytest.mark.parametrize("max_cycles", [None, 10**9])
def test_pettingzoo(ended: list[Question], max_cycles: int | None) -> None:
    agent = Thoughtless()
    env = pettingzoo.env(2, factions=CIRCLES, target_vp=6, max_turns=LONGEST_GAME, max_cycles=max_cycles)
    seed = 0
    while not ended and seed < 20:
        env.reset(seed=seed)
        seed += 1
        while env.agents:
            observation, _, termination, truncation, _ = env.last()
            over = termination or truncation
            env.step(None if over else agent.pick(np.flatnonzero(observation["action_mask"]).tolist()))
    assert ended


def test_opponents_in_gymnasium(ended: list[Question], monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Thoughtless()
    monkeypatch.setattr(basebash.envs.gymnasium, "make_bot", lambda *_: FunctionBot(agent.answer))
    env = gymnasium.make("basebash/Seat-v0", factions=CIRCLES[::-1], target_vp=6, max_turns=LONGEST_GAME)
    seed = 0
    while not ended and seed < 20:
        observation, _ = env.reset(seed=seed)
        seed += 1
        over = False
        while not over:
            action = agent.pick(np.flatnonzero(observation["action_mask"]).tolist())
            observation, _, terminated, truncated, _ = env.step(action)
            over = terminated or truncated
    assert ended


def test_openspiel(ended: list[Question]) -> None:
    factions = "/".join("+".join(pair) for pair in CIRCLES)
    game = pyspiel.load_game(f"python_basebash(factions={factions},target_vp=6,max_turns={LONGEST_GAME})")
    state, agent = game.new_initial_state(), Thoughtless()
    for part in (0, 0, 6):
        state.apply_action(part)
    while not state.is_terminal():
        state.apply_action(agent.pick(state.legal_actions()))
    assert ended
