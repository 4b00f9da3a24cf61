"""What the log says besides events: what had no effect, sums line by line, bans of a draft."""

from __future__ import annotations

from pathlib import Path

import pytest

from basebash import BadSetup, Game
from basebash.scenario import run_path
from tests.positions import game_at


def log_of(folder: Path, scenario: str) -> list[str]:
    """The log of a position and its steps: an expectation that fails shows it."""
    file = folder / "log.yaml"
    file.write_text(f"scenario: x\n{scenario}\nexpect: {{vp: {{A: 40}}}}\n")
    [outcome] = run_path(file)
    assert outcome.kind == "fail", outcome.message
    assert "40" in outcome.message, outcome.message
    return outcome.log


NOBODY = """
players: {A: {hand: [Cannon, Upgrade]}, B: {}}
plays: {action: 2}
bases: [{base: Tortuga, minions: [WHO]}, {base: Ninja Dojo}]
steps: [{player: A, play: Cannon, choose: [CHOICE]}]
"""


def test_a_play_without_effect_says_so(tmp_path: Path) -> None:
    alone = log_of(tmp_path, NOBODY.replace("WHO", "").replace(", choose: [CHOICE]", ""))
    assert alone[-1] == "Cannon has no effect"


def test_a_card_returned_instead_of_destroyed_is_not_logged_as_destroyed(tmp_path: Path) -> None:
    """MT46, MT47: a treasure goes to its discard pile all the same."""
    saved = """
players: {A: {hand: [Seeing Stars]}, B: {}}
bases:
  - base: Tortuga
    minions: [{Tiger Steed: {owner: none, controller: A, id: steed}}]
    actions: [{Escape Hatch: {owner: A}}]
  - base: Ninja Dojo
steps: [{player: A, play: Seeing Stars, choose: [steed]}]
"""
    log = log_of(tmp_path, saved)
    assert "Escape Hatch returns Tiger Steed to hand" in log
    assert "Seeing Stars destroys Tiger Steed" not in log


def test_a_play_with_an_effect_does_not(tmp_path: Path) -> None:
    hit = NOBODY.replace("WHO", "{Zapbot: {owner: B, id: z}}").replace("CHOICE", "z")
    log = log_of(tmp_path, hit)
    assert "Cannon destroys Zapbot" in log
    assert not any("no effect" in line for line in log)


def test_a_card_that_does_something_to_itself_is_named_once(tmp_path: Path) -> None:
    log = log_of(
        tmp_path,
        """
players: {A: {}, B: {}}
bases:
  - {base: Tortuga, minions: [{Weed Eater: {owner: B}}], actions: [{Entangled: {owner: B}}]}
  - base: Ninja Dojo
steps: [{until: {turn: B, phase: play}}]
""",
    )
    assert "Entangled destroys itself" in log
    assert "Weed Eater gets +2 power" in log


def test_what_is_only_seen_later_is_an_effect(tmp_path: Path) -> None:
    """A card that was stopped before it did anything."""
    stopped = """
players: {A: {hand: [Cannon]}, B: {hand: [Force of Wil]}}
bases: [{base: Tortuga, minions: [{Zapbot: {owner: B, id: z}}]}, {base: Ninja Dojo}]
steps: [{player: A, play: Cannon, choose: [Force of Wil]}]
"""
    log = log_of(tmp_path, stopped)
    assert "B plays Force of Wil" in log
    assert not any("no effect" in line for line in log)


def test_the_sums_of_a_duel_are_reported(tmp_path: Path) -> None:
    duel = """
players: {A: {hand: [High Noon]}, B: {}}
bases:
  - {base: Tortuga, minions: [{Warbot: {owner: A, id: w, counters: 2}}, {Invader: {owner: B, id: i}}]}
steps: [{player: A, play: High Noon, choose: [w, i]}]
"""
    log = log_of(tmp_path, duel)
    at = log.index("Warbot has 6 power: printed 4; +1 power counters +2")
    assert log[at + 1] == "Invader has 3 power: printed 3"
    assert log[at + 2] == "The duel is won by Warbot"


def test_a_line_has_its_facts_as_data() -> None:
    duel = """
scenario: x
players: {A: {hand: [High Noon]}, B: {}}
bases:
  - {base: Tortuga, minions: [{Warbot: {owner: A, counters: 2}}, {Invader: {owner: B}}]}
"""
    game = game_at(duel)
    while not game.is_over and not any(line.kind == "vp" for line in game.log_for()):
        options = [option.text for option in game.question.options]
        game.answer([next((i for i, text in enumerate(options) if text.startswith("High Noon")), 0)])
    lines = {line.kind: line for line in reversed(game.log_for())}
    power = lines["duel power"].to_json()
    assert power["number"] == 6
    assert power["contributions"] == [
        {"text": "printed", "amount": 4, "sets": False},
        {"text": "+1 power counters", "amount": 2, "sets": False},
    ]
    assert "detail" not in power
    assert lines["vp"].number is not None
    assert lines["vp"].number > 0
    assert "number" not in lines["play"].to_json()


def test_bans_before_a_draft() -> None:
    game = Game(2, factions="draft", seed=3, first_player=1, banned=["Pirates"], bans=1)
    offered = [option.text for option in game.question.options]
    assert game.question.player == 1
    assert game.question.low == 0
    assert "Pirates" not in offered
    assert "Ninjas" in offered
    game.answer([offered.index("Ninjas")])
    game.answer([])  # nobody has to
    assert "Ninjas" not in [option.text for option in game.question.options]
    assert game.question.low == 1
    assert [(line.text, line.detail) for line in game.log_for()] == [("Player 2 bans the Ninjas", "Ninjas")]
    again = Game.load(game.save())
    assert [option.text for option in again.question.options] == [option.text for option in game.question.options]


def test_banned_factions_are_never_dealt() -> None:
    kept = ["Aliens", "Ghosts", "Ninjas", "Robots"]
    names = Game(2).setup.pool
    game = Game(2, seed=7, banned=[name for name in names if name not in kept])
    assert sorted(game.state.factions[0] + game.state.factions[1]) == kept
    with pytest.raises(BadSetup, match="leave too few"):
        Game(2, banned=[name for name in names if name not in kept[1:]])
