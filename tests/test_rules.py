"""Rules that a scenario cannot tell: what holds inside the engine, and at every moment of every game.

The first words of a docstring name the rules that a test is about (see test_rules_are_tested.py).
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import basebash
from basebash import CARDS, FACTIONS, Game
from basebash.engine import MINION, Base, Printed
from basebash.engine.data.terms import EDITIONS, PHASE_NAMES, PLAYED
from basebash.engine.rules import decks, departures, triggers, verbs, zones
from basebash.invariants import LONGEST, check_conservation, random_game
from tests.positions import finish, game_at, pick

PACKAGE = Path(basebash.__file__).parent
CLOCKS = {"time", "datetime", "calendar", "random", "secrets", "os", "uuid", "threading", "asyncio"}


# ----------------------------------------------------------------------------------------------- the turn
def test_phases_follow_one_another() -> None:
    """T1."""
    order = {"start": 1, "play": 2, "score": 3, "draw": 4, "end": 5}
    factions = [("Killer Plants", "Steampunks"), ("Russian Fairy Tales", "Ghosts"), ("Zombies", "Robots")]
    game = Game(3, factions=factions, seed=6)
    before = (0, 0)
    asked = set()
    for at in random_game(game, 2):
        phase = PHASE_NAMES[at.state.phase]
        if phase not in order:
            continue
        now = (at.state.turn, order[phase])
        assert now >= before
        before = now
        asked.add(phase)
    assert {"start", "play", "score"} <= asked


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_hand_is_larger_than_ten_when_a_turn_has_been_drawn_for(edition: int) -> None:
    """T8."""
    game = Game(2, seed=13, edition=edition)
    for at in random_game(game, 8):
        if at.question.prompt.startswith("Discard down to"):
            assert PHASE_NAMES[at.state.phase] == "draw"
            question = at.question
            assert question.low == question.high == len(at.state.hands[question.player]) - 10
    assert game.winner is not None


def test_the_hand_limit_is_asked_for_by_number() -> None:
    """T8."""
    game = game_at("""
scenario: Thirteen cards
players:
  A: {hand: [Ghost, Ghost, Ghost, Ghost, Ghost, Ghost, Ghost, Ghost, Ghost, Ghost, Ghost], deck: [Howl, Scry]}
  B: {deck: [Howl, Scry]}
bases: [Ninja Dojo]
base_deck: [Tortuga]
""")
    pick(game, "End Play Cards")
    assert (game.question.low, game.question.high) == (3, 3)
    game.answer([0, 1, 2])
    assert len(game.state.hands[0]) == 10
    assert game.state.turn_player == 1


def test_a_turn_leaves_nothing_of_itself_behind() -> None:
    """T10; pitfall 18."""
    game = Game(2, seed=3)
    turn = 0
    for at in random_game(game, 3):
        state = at.state
        if state.turn != turn and PHASE_NAMES[state.phase] == "play" and at.question.kind == "main":
            turn = state.turn
            assert [right.free for right in state.plays if right.is_unrestricted] == [True, True]
            assert not any(effect.until == 0 and effect.turn < state.turn for effect in state.effects)
            assert all(deed.player == state.turn_player or deed.base >= 0 for deed in state.deeds)


# ----------------------------------------------------------------------------------------------- cards in play
def test_counters_are_for_minions_only() -> None:
    """C9."""
    game = game_at()
    base = game.rules.bases[1]
    action = base.actions[0]
    minion = game.rules.bases[0].minions[1]
    assert finish(verbs.add_counters(action, [base, action, minion], 2, action.controller)) == [minion]
    assert (base.counters, action.counters, minion.counters) == (0, 0, 2)


def test_counters_on_anything_else_give_no_power() -> None:
    """C9."""
    game = game_at()
    base = game.rules.bases[1]
    game.state.counters[base.id] = 3
    game.state.counters[base.actions[0].id] = 3
    assert (base.total(0), base.total(1), base.breakpoint) == (0, 0, 16)


def test_out_of_play_power_is_the_printed_number() -> None:
    """C8."""
    game = game_at()
    rex = game.rules.bases[0].minions[0]
    assert rex.power == 11
    triggers.open_frame(game.rules)
    finish(departures.leave(game.rules, [rex], zones.TO_HAND, by=0, source=None))
    finish(triggers.close_frame(game.rules))
    assert not rex.in_play
    assert rex.power == 7
    assert rex.counters == 0


def test_numbers_never_fall_below_zero() -> None:
    """C7; W3."""
    game = game_at()
    rex = game.rules.bases[0].minions[0]
    finish(rex.add_power(rex, -50))
    assert rex.power == 0
    finish(rex.add_power(rex, 30))
    assert rex.power == 0
    base = game.rules.bases[1]
    rex.change_breakpoint(base, -40)
    assert base.breakpoint == 0
    rex.change_breakpoint(base, 30)
    assert base.breakpoint == 6
    log = game.entries
    for _ in range(2):
        decks.gain_vp(game.rules, 1, -5, None)
    assert game.state.vp == [3, 0]
    assert [entry.number for entry in log if entry.kind == "vp"] == [-1]  # what was lost, and no more


def test_vp_that_are_not_there_cannot_be_lost() -> None:
    """W3; P4."""
    game = game_at()
    haunting = game.rules.bases[0].minions[1]
    assert finish(haunting.lose_vp(4)) is False
    assert game.state.vp == [3, 1]
    assert finish(haunting.lose_vp(3)) is True
    assert game.state.vp == [0, 1]


# ----------------------------------------------------------------------------------------------- pitfalls
@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_are_conserved(edition: int) -> None:
    """Pitfall 10."""
    game = Game(4, seed=edition, edition=edition)
    check_conservation(game)
    for at in random_game(game, 1):
        check_conservation(at)
    for player, names in enumerate(game.state.factions):
        titans = sum(len(FACTIONS[name].titans) for name in names) if game.setup.titans else 0
        assert game.state.owner.count(player) == 40 + titans


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_play_ends(edition: int) -> None:
    """Pitfall 29; pitfall 2; pitfall 3; W1."""
    for seed in range(4):
        game = Game(2 + seed % 3, seed=seed, edition=edition)
        for _ in random_game(game, seed):
            pass
        assert game.answers_given < LONGEST
        assert game.winner is not None


def test_options_of_a_question_are_where_the_question_says() -> None:
    """Pitfall 7; pitfall 8."""
    game = Game(3, seed=17)
    for at in random_game(game, 9):
        hand = set(at.state.hands[at.question.player])
        for option in at.question.options:
            if at.question.kind == "main" and option.kind == "play":
                assert option.card in hand or option.card in at.state.discards[at.question.player]
                assert option.target < 0 or at.rules.card(option.target).in_play
            elif option.kind == "talent":
                assert at.rules.card(option.card).in_play
                assert at.rules.card(option.card).controller == at.question.player


@pytest.mark.parametrize(
    "path",
    sorted([*(PACKAGE / "engine").rglob("*.py"), *(PACKAGE / "cards").rglob("*.py")]),
    ids=lambda path: path.relative_to(PACKAGE).as_posix(),
)
def test_no_rule_reads_a_clock_or_outside_chance(path: Path) -> None:
    """Pitfall 30."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not CLOCKS & {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert (node.module or "").partition(".")[0] not in CLOCKS
        elif isinstance(node, ast.Name):
            assert node.id not in ("hash", "id", "input", "open")


def test_the_same_answers_lead_to_the_same_place() -> None:
    """Pitfall 30."""
    ends = []
    for _ in range(2):
        game = Game(3, seed=41)
        for _ in random_game(game, 6):
            pass
        ends.append(game.digest())
    assert ends[0] == ends[1]


# ----------------------------------------------------------------------------------------------- what is printed
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.key)
def test_every_card_is_printed_in_full(card: Printed) -> None:
    assert card.text
    assert card.faction.name in basebash.FACTIONS or card.seat < 0  # of a supply
    if isinstance(card, Base):
        assert card.breakpoint > 0
        assert len(card.vp) == 3
    elif card.kind == MINION:
        assert card.power >= 0


# ----------------------------------------------------------------------------------------------- later sets
def test_both_parts_of_an_or_are_open_once_a_turn() -> None:
    """M25; Spirit of the Forest."""
    game = game_at("""
scenario: Two ORs in a turn
players:
  A: {factions: [Fairies, Dinosaurs], hand: [Puck, Puck], deck: [Howl, Howl, Howl]}
  B: {factions: [Robots, Ninjas]}
plays: {minion: 2, action: 1}
bases:
  - base: Ninja Dojo
    titans: [{Spirit of the Forest: {owner: A}}]
""")
    pick(game, "Puck on Ninja Dojo")
    pick(game, "Draw a card")
    assert [card.name for card in game.rules.hand(0)] == ["Puck", "Howl"]
    assert (game.question.kind, game.question.low, game.question.high) == ("mode", 0, 1)
    pick(game, "Play an extra action")
    while game.question.kind != "main":
        game.answer(())
    pick(game, "Puck on Ninja Dojo")
    pick(game, "Draw a card")
    assert game.question.kind == "main"


def test_what_was_chosen_for_an_action_is_seen_by_all() -> None:
    """I1; Enchantment."""
    game = game_at("""
scenario: An enchanted base
players:
  A: {factions: [Fairies, Dinosaurs], hand: [Enchantment]}
  B: {factions: [Robots, Ninjas]}
bases: [Ninja Dojo]
steps:
  - {player: A, play: Enchantment, on: Ninja Dojo, choose: [2]}
""")
    enchantment = game.rules.bases[0].actions[0]
    assert enchantment.printed.named(enchantment) == "-1 power"


UP_TO = {
    "Gimme the Prize": 3,
    "Playful Tricks": 2,
    "Fortune and Glory": 2,
    "Chicken Soup": 2,
    "Knitting Circle": 3,
    "Tour Bus": 3,
    "Rick Roll on Ninja Dojo": 3,
}


@pytest.mark.parametrize("play", UP_TO)
def test_choose_some_allows_no_more_than_high(play: str) -> None:
    """P3."""
    card = play.partition(" on ")[0]
    game = game_at(f"""
scenario: More than enough of everything
players:
  A: {{hand: [{card}], discard: [Howl, Scry, Igor, Spirit]}}
  B: {{factions: [Robots, Ninjas]}}
bases:
  - base: Ninja Dojo
    actions: [{{Stomp: {{owner: B}}}}, {{Stomp: {{owner: B}}}}, {{Armory: {{owner: B}}}}, {{Zeppelin: {{owner: B}}}}]
  - base: Jungle Oasis
    minions: [{{Igor: {{owner: A}}}}, {{Igor: {{owner: A}}}}, {{Igor: {{owner: A}}}}, {{Igor: {{owner: A}}}}]
""")
    pick(game, play)
    if game.question.high == 1:
        pick(game, "Jungle Oasis" if card == "Fortune and Glory" else "Ninja Dojo")
    assert (game.question.low, game.question.high) == (0, UP_TO[play])
    assert len(game.question.options) == 4


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_chain_of_extra_cards_may_be_as_long_as_its_player_likes(edition: int) -> None:
    game = game_at(f"""
        scenario: Two Collectors that return each other at The Homeworld
        edition: {edition}
        players:
          A: {{hand: [Collector, Collector]}}
          B: {{}}
        bases: [{{base: The Homeworld}}]
        base_deck: [Tortuga]
        """)
    for _ in range(800):
        options = [option for option in game.question.options if "Collector" in option.text]
        game.answer(options[0])
    check_conservation(game)
    on_table = [card for card in game.rules.card(game.state.bases[0]).minions if card.name == "Collector"]
    assert len(on_table) + len(game.state.hands[0]) == 2
    assert sum(deed.what == PLAYED for deed in game.state.deeds) >= 300
