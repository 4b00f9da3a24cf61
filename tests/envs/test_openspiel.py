"""OpenSpiel's own test, and its bots at the table."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

from basebash import LogLine
from basebash.engine.log import line_for
from basebash.envs.openspiel import BasebashState, parse_factions

from .helpers import MECHANICS

SHORT = "python_basebash(players={},target_vp=2)"


def deal(game: Any, seed: int) -> Any:
    chance = np.random.RandomState(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(chance.choice([outcome for outcome, _ in state.chance_outcomes()])))
    return state


@pytest.mark.parametrize("name", ["python_basebash(target_vp=6)", SHORT.format(3), SHORT.format(4)])
def test_random_sim_with_serialisation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("mechanic", MECHANICS)
def test_random_sim_with_each_mechanic(mechanic: str) -> None:
    factions = "/".join("+".join(pair) for pair in MECHANICS[mechanic])
    game = pyspiel.load_game("python_basebash", {"factions": factions, "target_vp": 3})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def play(game: Any, bots: list[Any], seed: int) -> Any:
    state = deal(game, seed)
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    return state


def test_random_bots() -> None:
    game = pyspiel.load_game(SHORT.format(4))
    chance = np.random.RandomState(1)
    state = play(game, [uniform_random.UniformRandomBot(seat, chance) for seat in range(4)], 1)
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) == 1.0


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
def test_search_bots(kind: str) -> None:
    """They play whole games: MCTS on the true state, IS-MCTS on redealt states."""
    game = pyspiel.load_game(SHORT.format(2).replace("2)", "1)"))
    chance = np.random.RandomState(2)
    evaluator = mcts.RandomRolloutEvaluator(1, chance)
    if kind == "mcts":
        bot = mcts.MCTSBot(game, 1.4, 2, evaluator, random_state=chance)
    else:
        bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 2, random_state=chance)
    state = play(game, [bot, uniform_random.UniformRandomBot(1, chance)], 3)
    assert state.is_terminal()


def test_the_history_determines_the_game() -> None:
    game = pyspiel.load_game(SHORT.format(3))
    chance = np.random.RandomState(5)
    state = play(game, [uniform_random.UniformRandomBot(seat, chance) for seat in range(3)], 5)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.returns() == state.returns()
    assert again.table.game.digest() == state.table.game.digest()


def test_a_redealt_state_is_the_same_to_the_player() -> None:
    game = pyspiel.load_game("python_basebash(players=2)")
    state = deal(game, 7)
    chance = np.random.RandomState(7)
    differ = False
    for number in range(120):
        if number % 15 == 0:
            player = state.current_player()
            twin = state.resample_from_infostate(player, chance.uniform)
            assert isinstance(twin, BasebashState)
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.observation_string(player) == state.observation_string(player)
            assert twin.observation_tensor(player) == state.observation_tensor(player)
            assert twin.legal_actions() == state.legal_actions()
            assert not twin.history()
            assert twin.table is not None
            differ = differ or twin.table.game.state.hands != state.table.game.state.hands
        state.apply_action(int(chance.choice(state.legal_actions())))
    assert differ


def test_information_state_recalls_what_the_observation_forgets() -> None:
    state = deal(pyspiel.load_game("python_basebash(players=2)"), 8)
    chance = np.random.RandomState(8)
    for _ in range(40):
        state.apply_action(int(chance.choice(state.legal_actions())))
    player = state.current_player()
    assert "turn 1 starts" in state.information_state_string(player)
    assert "turn 1 starts" not in state.observation_string(player)


def test_information_states_read_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """At each step the text is that of a copy, which reads everything, but each entry is put into words once."""
    state = deal(pyspiel.load_game("python_basebash(players=2)"), 12)
    chance = np.random.RandomState(12)
    read = 0

    def counted(*given: Any) -> LogLine:
        nonlocal read
        read += 1
        return line_for(*given)

    monkeypatch.setattr("basebash.envs.openspiel.line_for", counted)
    for number in range(150):
        text = state.information_state_string(0)
        if number % 30 == 0:
            before = read
            assert state.clone().information_state_string(0) == text
            read = before
        state.apply_action(int(chance.choice(state.legal_actions())))
    assert 100 < read <= len(state.table.game.entries)


def test_a_long_game_is_broken_off() -> None:
    game = pyspiel.load_game("python_basebash(max_turns=2)")
    chance = np.random.RandomState(1)
    state = play(game, [uniform_random.UniformRandomBot(seat, chance) for seat in range(2)], 1)
    assert state.returns() == [0.0, 0.0]


def test_factions_are_a_parameter() -> None:
    game = pyspiel.load_game("python_basebash(factions=Ghosts+Pirates/Robots+Zombies)")
    assert deal(game, 1).table.game.state.factions == [["Ghosts", "Pirates"], ["Robots", "Zombies"]]
    assert parse_factions("draft") == "draft"
    assert "play" in " ".join(map(deal(game, 1).action_to_string, deal(game, 1).legal_actions()))
