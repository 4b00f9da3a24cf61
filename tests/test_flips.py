"""Coin flips: chance, the log, copies and saves; what single flips do is in scenarios/rules_flips.yaml.

The first words of a docstring name the rules that a test is about (see test_rules_are_tested.py).
"""

from __future__ import annotations

from basebash import Game, State
from basebash.invariants import random_game
from tests.positions import game_at

GOBBOS = """
scenario: Four coins for Gobbo
seed: {seed}
players:
  A: {{factions: [Goblins, Dinosaurs], hand: [Gobbo{luck}], deck: [Howl, Rampage]}}
  B: {{factions: [Aliens, Robots]}}
bases:
  - base: Tortuga
    minions: [{{Gobbo: {{owner: A}}}}, {{Gobbo: {{owner: A}}}}, {{Gobbo: {{owner: B}}}}]
base_deck: [Portal Room]
steps:
  - {{player: A, play: Gobbo, on: Tortuga, choose: [{choose}]}}
"""


def heads(seed: int) -> int:
    """How many of four coins show heads."""
    return max(game_at(GOBBOS.format(seed=seed, luck="", choose="")).state.counters)


def test_flips_are_fair_and_independent() -> None:
    """FL1; four coins show every number of heads, about half of all, and the seed decides."""
    counts = [heads(seed) for seed in range(120)]
    assert set(counts) == {0, 1, 2, 3, 4}
    assert 190 < sum(counts) < 290
    assert counts[:20] == [heads(seed) for seed in range(20)]


def test_flips_and_changes_are_in_the_log() -> None:
    """FL29; everybody reads what each coin showed and which was changed."""
    luck = "Make Your Own Luck"
    game = game_at(GOBBOS.format(seed=3, luck=f", {luck}", choose=luck))
    for viewer in (0, 1, None):
        lines = [line.text for line in game.log_for(viewer)]
        assert sum("flips a coin" in line for line in lines) == 4
        assert sum("turns the coin over" in line for line in lines) == 1


def test_a_copy_and_a_save_repeat_the_same_flips() -> None:
    """FL30; the same choices from the same point give the same flips."""
    factions = [["Goblins", "Dinosaurs"], ["Penguins", "Clowns"]]
    for number, game in enumerate(random_game(Game(factions=factions, seed=5), 9)):
        if number % 25 == 0:
            copies = [game.clone(), Game.load(game.save())]
            for copy in copies:
                chance = State(2, number)
                for _ in range(30):
                    if not copy.is_over:
                        copy.answer(copy.question.random_answer(chance))
            assert copies[0].state.to_json() == copies[1].state.to_json()
        if number == 500:
            break
