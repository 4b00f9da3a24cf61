"""The scenario runner itself: every kind of step, key and expectation, and what it says when something is wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from basebash.scenario import Outcome, Scenario, read_scenarios, run_path
from tests.positions import position, run

HEAD = """\
scenario: A test
players:
  A: {hand: [HAND], deck: [Zapbot, Spirit, Howl, Gnome], discard: [Scry, Warbot], vp: 3}
  B: {hand: [Howl], deck: [Invader, Scout]}
bases:
  - base: Ninja Dojo
    minions:
      - King Rex: {owner: B, id: rex, counters: 2, on: [{Upgrade: {owner: B, id: up}}]}
      - Foolish Magician: {owner: A, controller: B, id: haunt}
      - Gremlin: {owner: B}
  - base: Tar Pits
    minions: [{Leader Two: {owner: A}}]
    actions:
      - Zeppelin: {owner: A, id: zep}
base_deck: [Tortuga, Monkey Lab]
"""


def play(steps: str, *, hand: str = "Ghost, Cut Lass", head: str = HEAD) -> Outcome:
    """How a scenario with these last lines ends."""
    return run(head.replace("HAND", hand) + steps)


def passes(steps: str, *, hand: str = "Ghost, Cut Lass", head: str = HEAD) -> None:
    outcome = play(steps, hand=hand, head=head)
    assert outcome.passed, str(outcome)


def stops(kind: str, message: str, steps: str, *, hand: str = "Ghost, Cut Lass", head: str = HEAD) -> Outcome:
    """The scenario ends as a failure or an error that says so."""
    outcome = play(steps, hand=hand, head=head)
    assert outcome.kind == kind, str(outcome)
    assert re.search(message, outcome.message), outcome.message
    return outcome


LATER = """\
scenario: Beside the table
players:
  A: {hand: [Ghost, {Howl: {owner: B}}], stasis: [{King Rex: {counters: 2, id: k, stored: [{Scout: {id: s}}]}}]}
  B: {deck: [Zapbot]}
bases:
  - base: Ninja Dojo
    minions: [{Warbot: {owner: A, id: war, stored: [{Upgrade: {id: up, known: [B]}}]}}]
    buried:
      - Invader: {owner: A, id: inv, known: [B]}
      - Scry: {owner: B, controller: A, id: scry}
  - Tar Pits
in_box: [{Gnome: {owner: B, id: gnome}}]
coins: [heads, tails]
"""


# ----------------------------------------------------------------------------------------------- the position
def test_zones_beside_the_table() -> None:
    passes(
        """
expect:
  at: {inv: buried at Ninja Dojo, scry: buried at Ninja Dojo, up: stored on war, gnome: box,
    k: stasis of A, s: stored on k}
  buried: {Ninja Dojo: {A: 2, B: 0}, Tar Pits: {A: 0}}
  sees: {A: {inv: true, up: true, s: true}, B: {inv: true, scry: false, up: true, s: false, k: true, Ghost: false}}
  power: {Ninja Dojo: {A: 4}}
  score: {A: 0}
  illegal: [{play: King Rex, from: stasis, on: Tar Pits}, {uncover: inv}, {titan: war}]
""",
        head=LATER,
    )


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("at: {inv: Ninja Dojo}", "found at buried at Ninja Dojo"),
        ("at: {up: stored on inv}", "found at stored on Warbot"),
        ("at: {k: stasis of B}", "found at stasis of A"),
        ("at: {gnome: discard of B}", "found at box"),
        ("buried: {Ninja Dojo: {A: 1}}", "cards of A buried at Ninja Dojo: expected 1, found 2"),
        ("sees: {B: {scry: true}}", "whether B knows scry"),
        ("sees: {A: {inv: false}}", "whether A knows inv"),
        ("madness: {A: 1}", "Madness cards of A: expected 1, found 0"),
        ("madness_deck: 3", "Madness deck: expected 3, found 30"),
        ("winner: [A, B]", "winner: expected A and B, found none"),
        ("score: {A: 1}", "score of A: expected 1, found 0"),
    ],
)
def test_an_expectation_beside_the_table_that_does_not_hold_fails(wrong: str, message: str) -> None:
    stops("fail", re.escape(message), f"expect:\n  {wrong}\n", head=LATER)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("coins: [heads, tails]", "coins: [edge]", "A coin falls heads or tails, not 'edge'"),
        ("{Gnome: {owner: B, id: gnome}}", "Tortuga", "Tortuga is a base"),
        ("stasis: [{King Rex: {counters: 2,", "stasis: [{King Rex: {counters: -2,", "Counters are a number from 0 on"),
        ("stasis: [{King Rex: {counters: 2,", "stasis: [{King Rex: {power: 2,", "Unknown key 'power' for a card there"),
        ("known: [B]}}]}}]", "known: [C]}}]}}]", "There is no player 'C'"),
        ("- Scry: {owner: B, controller: A", "- Scry: {owner: none, controller: A", "Scry needs an owner"),
        ("{Warbot: {owner: A", "{Warbot: {owner: none", "Warbot needs an owner"),
        ("B: {deck: [Zapbot]}", "B: {titans: [Zapbot]}", "Zapbot is a minion: no player has it beside a deck"),
        ("coins: [heads, tails]", "monster_deck: [Zapbot]", "Zapbot is not a monster"),
        ("coins: [heads, tails]", "madness_deck: many", "The Madness deck is a number"),
    ],
)
def test_nonsense_beside_the_table_is_an_error(old: str, new: str, message: str) -> None:
    assert old in LATER
    stops("error", re.escape(message), "", head=LATER.replace(old, new))


def test_the_position_is_as_given() -> None:
    passes("""
expect:
  vp: {A: 3, B: 0}
  hand: {A: [Cut Lass, Ghost], B: [Howl]}
  discard: {A: [Scry, Warbot], B: []}
  hand_size: {A: 2}
  deck_size: {A: 4, B: 2}
  discard_size: {A: 2}
  deck_top: {A: [Zapbot, Spirit]}
  deck_bottom: {A: [Gnome, Howl]}
  power: {Ninja Dojo: {A: 0, B: 16}}
  power_total: {Ninja Dojo: 16, Tar Pits: 6}
  power_of: {rex: 11, Foolish Magician: 3}
  counters: {rex: 2, Gremlin: 0}
  breakpoint: {Tar Pits: 16}
  at: {rex: Ninja Dojo, up: on rex, zep: on Tar Pits, Scry: discard of A, Zapbot: deck of A, Cut Lass: hand of A}
  controller: {haunt: B, rex: B, zep: A}
  bases: [Tar Pits, Ninja Dojo]
  base_count: 2
  base_discard: []
  turn: A
  phase: play
  plays_left: {A: {minion: 1, action: 1}, B: {minion: 0, action: 0}}
  winner: none
  decision: none
  legal: [{play: Ghost, on: Tar Pits}, {talent: Leader Two}, {end: play}]
  illegal: [{play: Ghost, on: rex}, {player: B, play: Howl}]
""")


@pytest.mark.parametrize(
    "wrong",
    [
        "vp: {A: 4}",
        "hand: {A: [Ghost]}",
        "hand: {A: [Ghost, Ghost]}",
        "hand: {A: [Ghost, Cut Lass, Cut Lass]}",
        "discard: {A: []}",
        "hand_size: {A: 1}",
        "deck_size: {B: 3}",
        "discard_size: {A: 0}",
        "deck_top: {A: [Spirit]}",
        "deck_bottom: {A: [Howl]}",
        "power: {Ninja Dojo: {B: 15}}",
        "power_total: {Tar Pits: 7}",
        "power_of: {rex: 7}",
        "power_of: {Warbot: 4}",
        "counters: {rex: 1}",
        "breakpoint: {Tar Pits: 15}",
        "at: {rex: Tar Pits}",
        "at: {up: on haunt}",
        "at: {Scry: hand of A}",
        "controller: {haunt: A}",
        "bases: [Tar Pits]",
        "bases: [Tar Pits, Ninja Dojo, Tortuga]",
        "base_count: 3",
        "base_discard: [Tortuga]",
        "turn: B",
        "phase: draw",
        "plays_left: {A: {minion: 2}}",
        "winner: A",
        "decision: {player: B}",
        "legal: [{play: Cut Lass, on: rex}]",
        "illegal: [{end: play}]",
    ],
)
def test_an_expectation_that_does_not_hold_fails(wrong: str) -> None:
    outcome = stops("fail", "", f"expect:\n  {wrong}\n")
    assert outcome.line == 17
    assert outcome.message


def test_a_failure_says_what_was_expected_and_what_was_found() -> None:
    stops("fail", "VP of A: expected 4, found 3", "expect: {vp: {A: 4}}")
    stops("fail", r"hand of A: expected \['Ghost'\], found \['Cut Lass', 'Ghost'\]", "expect: {hand: {A: [Ghost]}}")


def test_other_phases_turns_plays_and_editions() -> None:
    passes("phase: draw\nturn: B\nexpect: {phase: play, turn: A, hand: {B: [Howl, Invader, Scout]}}")
    passes("phase: start\nexpect: {phase: play, turn: A}")
    passes("phase: end\nexpect: {phase: play, turn: B, hand_size: {A: 2}}")
    passes("phase: score\nexpect: {phase: play, turn: B, hand_size: {A: 4}}")
    passes("plays: {minion: 0, action: 3}\nexpect: {plays_left: {A: {minion: 0, action: 3}}}")
    passes("plays: {minion: 2}\nexpect: {plays_left: {A: {minion: 2, action: 1}}}")
    passes("edition: 2013\nseed: 4\nexpect: {vp: {A: 3}}")


def test_what_the_first_phase_asks_is_answered_or_declined() -> None:
    head = (
        "scenario: X\nphase: start\nplayers: {A: {hand: [King Rex], deck: [Howl]}, B: }\n"
        "bases: [{base: USS Undertaking, minions: [{Huffie: {owner: A, id: h}}]}, Tortuga]\n"
    )
    passes("steps:\n  - {play: King Rex, on: Tortuga}\nexpect: {at: {h: USS Undertaking}}", head=head)
    passes("steps:\n  - {fails: {play: Howl}}\n  - {answer: h}\nexpect: {at: {h: Tortuga}, phase: play}", head=head)
    passes("expect: {decision: {player: A, options: [h, pass]}, phase: start}", head=head)
    head = head.replace("id: h}}]}", "id: h}}], actions: [{Hidden Base: {owner: A}}]}")  # two things at once
    passes("steps:\n  - {answer: h}\nexpect: {at: {h: Tortuga}, phase: play, hand: {A: [King Rex]}}", head=head)
    passes("expect: {decision: {player: A, options: [h, pass]}}", head=head)
    passes("expect: {hand: {A: [King Rex, Howl]}, phase: play}", head=head)


def test_bases_by_name_alone_a_default_base_deck_and_an_empty_one() -> None:
    head = (
        "scenario: X\nplayers: {A: {factions: [Ghosts, Pirates]}, B: }\nbases: [Ninja Dojo, {base: Tortuga, id: t}]\n"
    )
    passes("expect: {bases: [Ninja Dojo, t]}", head=head)
    game = position(head).game
    assert {game.rules.card(i).faction.set_name for i in game.state.base_deck} == {"Core Set", "Awesome Level 9000"}
    assert "Tortuga" not in [game.rules.card(i).name for i in game.state.base_deck]
    assert position(head + "base_deck: []\n").game.state.base_deck == []
    assert len(position(head + "base_discard: [Tar Pits]\nbase_deck: [Cuzcu]").game.state.base_discard) == 1


def test_cards_of_others_in_hand_and_ids_out_of_play() -> None:
    passes(
        "steps:\n  - {player: A, play: spook, on: Tar Pits}\nexpect: {at: {spook: Tar Pits}, controller: {spook: A}}",
        hand="Ghost: {owner: B, id: spook}",
    )


# ----------------------------------------------------------------------------------------------- names
@pytest.mark.parametrize("name", ["tar pits", "Tar-Pits", '"The Tar Pits"', "TARPITS", "{card: Tar Pits}"])
def test_names_are_compared_leniently(name: str) -> None:
    passes(f"steps:\n  - {{player: A, play: ghost, on: {name}}}\nexpect: {{power: {{tar pits: {{A: 8}}}}}}")


def test_an_ambiguous_name_means_any_and_can_be_narrowed() -> None:
    head = HEAD.replace("- Gremlin: {owner: B}", "- Gremlin: {owner: A, id: one}\n      - Gremlin: {owner: B}")
    beam = "steps:\n  - {player: A, play: Beam Up, choose: [%s]}\nexpect: {at: {one: %s}}"
    passes(beam % ("{card: Gremlin, owner: B}", "Ninja Dojo"), hand="Beam Up", head=head)
    passes(beam % ("{card: Gremlin, controller: A}", "hand of A"), hand="Beam Up", head=head)
    passes(beam % ("{id: one}", "hand of A"), hand="Beam Up", head=head)
    passes(beam % ("{base: Tar Pits}", "Ninja Dojo"), hand="Beam Up", head=head)
    passes(beam % ("one", "hand of A"), hand="Beam Up", head=head)
    passes("expect: {power_of: {Gremlin: 2}}", head=head)


def test_an_id_still_names_its_card_after_it_left_play() -> None:
    passes(
        "steps:\n  - {player: A, play: Beam Up, choose: [rex]}\nexpect: {at: {rex: hand of B, up: discard of B}}",
        hand="Beam Up",
    )


# ----------------------------------------------------------------------------------------------- steps
def test_play() -> None:
    passes("steps:\n  - {player: A, play: Ghost, on: Tar Pits, choose: [pass]}\nexpect: {at: {Ghost: Tar Pits}}")
    passes(
        "steps:\n  - {play: Ghost, on: Tar Pits, choose: [Cut Lass]}\nexpect: {discard: {A: [Scry, Warbot, Cut Lass]}}"
    )
    passes("steps:\n  - {play: Upgrade, on: haunt}\nexpect: {at: {Upgrade: on haunt}}", hand="Upgrade")
    passes(
        "steps:\n  - {play: Upgrade, on: {card: Foolish Magician, controller: B}}\nexpect: {power_of: {haunt: 5}}",
        hand="Upgrade",
    )


def test_play_from_the_discard_pile() -> None:
    head = HEAD.replace("discard: [Scry, Warbot]", "discard: [Tenacious Z]")
    passes("steps:\n  - {play: Tenacious Z, from: discard, on: Tar Pits}\nexpect: {discard: {A: []}}", head=head)
    stops("fail", "refused", "steps:\n  - {play: Tenacious Z, on: Tar Pits}", head=head)


def test_play_where_it_matters_asks_where() -> None:
    stops("error", "Play Ghost on what", "steps:\n  - {play: Ghost}")


def test_talent_and_its_number() -> None:
    passes("steps:\n  - {talent: zep, choose: [Leader Two]}\nexpect: {at: {Leader Two: Ninja Dojo}}")
    head = HEAD.replace("{Leader Two: {owner: A}}", "{Huffie: {owner: A, on: [{Flighterizer: {owner: A}}]}}")
    passes("steps:\n  - {talent: Huffie, ability: 2}\nexpect: {legal: [{talent: Huffie, ability: 1}]}", head=head)
    stops("fail", "refused", "steps:\n  - {talent: Huffie, ability: 3}", head=head)
    stops("fail", "refused", "steps:\n  - {talent: rex}")
    tattoo = "{%s: {owner: A, id: it, on: [{Ocean Tattoo: {owner: A}}]}}"
    sail = "steps:\n  - {talent: it}\nexpect: {counters: {it: %d}}"
    passes(sail % 1, head=HEAD.replace("{Leader Two: {owner: A}}", tattoo % "Tiki"))
    head = HEAD.replace("{Leader Two: {owner: A}}", tattoo % "Huffie")
    passes(sail % 0 + "\n", head=head)
    passes("steps:\n  - {talent: it}\n  - {fails: {talent: it}}\n  - {talent: Ocean Tattoo}", head=head)


def test_end_and_until() -> None:
    passes("steps:\n  - {player: A, end: play}\nexpect: {turn: B, phase: play, hand_size: {A: 4}}")
    passes("steps:\n  - {until: {turn: B, phase: play}}\nexpect: {turn: B, hand_size: {A: 4}}")
    passes("steps:\n  - {until: {turn: A, phase: play}}\nexpect: {turn: A, hand_size: {A: 2}}")
    passes("steps:\n  - {until: {turn: B}}\n  - {until: {turn: A}}\nexpect: {turn: A, hand_size: {A: 4, B: 3}}")
    stops("error", "only phase that a step can end", "steps:\n  - {end: turn}")
    stops(
        "error",
        "The game ended before",
        "steps:\n  - {until: {turn: B, phase: play}}",
        head=HEAD.replace("vp: 3", "vp: 20"),
    )


def test_until_stops_at_the_start_of_a_phase_even_if_nobody_is_asked_there() -> None:
    passes("steps:\n  - {until: {phase: score}}\nexpect: {phase: score, turn: A, hand_size: {A: 2}}")
    passes("steps:\n  - {until: {turn: A, phase: draw}}\nexpect: {phase: draw, turn: A, hand_size: {A: 2}}")
    passes("steps:\n  - {until: {turn: A, phase: end}}\nexpect: {phase: end, turn: A, hand_size: {A: 4}}")
    passes("steps:\n  - {until: {turn: B, phase: start}}\nexpect: {phase: start, turn: B, hand_size: {A: 4}}")
    passes("steps:\n  - {until: {turn: B, phase: draw}}\nexpect: {turn: B, hand_size: {A: 4, B: 1}}")
    passes("phase: draw\nsteps:\n  - {until: {turn: A, phase: draw}}\nexpect: {hand_size: {A: 2}}")
    passes(
        "steps:\n  - {until: {phase: end}}\n  - expect: {decision: none, legal: [{player: B, end: play}]}\n"
        "  - {fails: {player: A, end: play}}\n  - expect: {phase: end, turn: A}\n"
        "  - {player: B, end: play}\nexpect: {phase: play, turn: A, hand_size: {B: 3}}"
    )
    stops(
        "error",
        "The game ended before",
        "steps:\n  - {until: {turn: B, phase: start}}",
        head=HEAD.replace("vp: 3", "vp: 20"),
    )
    passes(
        "steps:\n  - {until: {turn: A, phase: end}}\nexpect: {phase: end, winner: none}",
        head=HEAD.replace("vp: 3", "vp: 20"),
    )


def test_what_the_phase_asks_comes_after_an_until() -> None:
    until = (
        "steps:\n  - {until: {turn: A, phase: score}}\n  - expect: {phase: score, vp: {A: 0}, decision: {player: B}}\n"
    )
    passes(until + "expect: {phase: score, vp: {A: 0}}", head=SCORING)
    passes(until + "  - {player: B, special: king}\n  - expect: {at: {king: Jungle Oasis}}", head=SCORING)
    passes(until + "  - {player: B, end: play}\nexpect: {turn: A, vp: {A: 2}}", head=SCORING)


def test_until_uses_its_pool_and_takes_first_options_else() -> None:
    head = HEAD.replace("base: Tar Pits", "base: Mushroom Kingdom")
    passes(
        "turn: B\nsteps:\n  - {until: {turn: A, phase: play}, choose: [rex]}\nexpect: {at: {rex: Mushroom Kingdom}}",
        head=head,
    )
    passes("turn: B\nsteps:\n  - {until: {turn: A, phase: play}}\nexpect: {at: {rex: Ninja Dojo}}", head=head)
    many = HEAD.replace("[HAND]", "[Ghost, Ghost, Ghost, Ghost, Ghost, Ghost, Ghost, Ghost, Ghost, Ghost]")
    passes("steps:\n  - {until: {turn: B, phase: play}}\nexpect: {hand_size: {A: 10}}", head=many)


SCORING = """\
scenario: Windows
players:
  A: {hand: [Block the Probe], deck: [Howl, Scry]}
  B: {hand: [Block the Probe], deck: [Howl, Scry]}
bases:
  - base: Jungle Oasis
    minions: [{King Rex: {owner: A, id: rex}}, {Supreme Overlord: {owner: A}}, {Scout: {owner: B, id: scout}}]
  - base: Ninja Dojo
    minions: [{Pirate King: {owner: B, id: king}}]
base_deck: [Tortuga, Monkey Lab]
"""


def test_a_window_stays_open_and_the_next_step_goes_on_from_it() -> None:
    passes("steps:\n  - {player: A, end: play}\n  - expect: {decision: {player: B}, phase: score}", head=SCORING)
    passes(
        "steps:\n  - {player: A, end: play}\n  - {player: B, special: king}\n"
        "  - {player: A, special: Block the Probe, choose: [rex]}\n"
        "  - expect: {at: {king: Jungle Oasis}, power_of: {rex: 9}}",
        head=SCORING,
    )


def test_players_who_are_asked_before_pass() -> None:
    passes(
        "steps:\n  - {player: A, end: play}\n  - {player: B, special: Block the Probe, choose: [scout]}\n"
        "  - expect: {power_of: {scout: 5}, at: {king: Ninja Dojo}, hand: {A: [Block the Probe], B: []}}",
        head=SCORING,
    )


FALCONS = """\
scenario: Two falcons
players: {A: {deck: [Howl, Howl]}, B: {deck: [Howl]}, C: {deck: [Zapbot]}}
bases:
  - {base: Jungle Oasis, minions: [{King Rex: {owner: C, counters: 5}}]}
  - {base: Tortuga, minions: [{Finist the Falcon: {owner: B, id: b}}, {Pirate King: {owner: A, id: king}}]}
  - {base: The Mothership, minions: [{Finist the Falcon: {owner: A, id: a}}]}
base_deck: [Monkey Lab]
"""


def test_cards_in_play_respond_in_the_order_in_which_they_are_named() -> None:
    passes(
        "steps:\n  - {player: A, end: play}\n  - {fails: {player: A, special: b}}\n  - {player: A, special: a}\n"
        "  - expect: {at: {a: Jungle Oasis, b: Tortuga}}\n  - {player: B, special: b}\n"
        "  - expect: {at: {b: Jungle Oasis}}\nexpect: {at: {king: Tortuga}, vp: {C: 2}}",
        head=FALCONS,
    )


def test_naming_a_card_in_the_order_uses_its_ability() -> None:
    passes(
        "steps:\n  - {player: A, end: play, choose: [{player: B, pick: b}, {player: A, pick: a}]}\n"
        "expect: {at: {king: Tortuga, a: hand of A, b: discard of B}, vp: {C: 2}}",
        head=FALCONS.replace("deck: [Howl, Howl]", "deck: [Howl]"),
    )


def test_an_order_takes_an_entry_only_if_nothing_else_does() -> None:
    head = (
        "scenario: X\nplayers: {A: {deck: [Howl]}, B: {deck: [Howl]}}\nphase: start\nbases:\n  - base: Island Peak\n"
        "    minions: [{King Rex: {owner: A, id: rex}}, {Ghost: {owner: A, on: [{Choking Vines: {owner: A}}]}}]\n"
    )
    until = "steps:\n  - {until: {turn: A, phase: play}, choose: [%s]}\nexpect: {counters: {rex: %d}}"
    passes(until % ("Island Peak", 0), head=head)
    passes(until % ("Choking Vines", 1), head=head)


def test_a_number_is_never_a_yes() -> None:
    head = SCORING.replace("hand: [Block the Probe]", "hand: []")
    passes("steps:\n  - {end: play, choose: [yes]}\nexpect: {vp: {A: 2}}", head=head)
    stops("fail", "is not an answer to", "steps:\n  - {end: play}\n  - {answer: 1}\n", head=head)


def test_a_number_says_how_many_of_equal_cards() -> None:
    head = (
        "scenario: X\nplayers: {A: {hand: [Bulking Stew, Howl, Howl, Howl]}, B: {}}\n"
        "bases: [{base: Tortuga, minions: [{Scout: {owner: A, id: s}}]}]\n"
    )
    passes("steps:\n  - {play: Bulking Stew, choose: [2]}\nexpect: {counters: {s: 2}, hand_size: {A: 1}}", head=head)


def test_only_the_move_itself_is_refused() -> None:
    stops("error", "never an answer", "steps:\n  - {fails: {play: Howl, choose: [rex]}}", hand="Howl")
    stops("error", "never an answer", "expect: {illegal: [{end: play, choose: [rex]}]}")
    for times in (-2, 0, 10**12):
        stops("error", "never an answer", f"steps:\n  - {{play: Howl, choose: [[rex, {times}]]}}", hand="Howl")
    passes("steps:\n  - {fails: {play: Ghost, on: rex, choose: [rex]}}")


def test_a_choice_that_is_not_offered_is_refused() -> None:
    head = (
        "scenario: X\nplayers: {A: {hand: [Seeing Stars]}, B: {}}\nbases: [{base: Tortuga, minions: "
        "[{Scout: {owner: B, id: s}}, {Zapbot: {owner: B, id: z}}, {Warbot: {owner: B, id: w}}, "
        "{Hokusai: {owner: A, id: h}}]}]\n"
    )
    passes("steps:\n  - {fails: {play: Seeing Stars, choose: [w]}}\n  - {play: Seeing Stars, choose: [s]}", head=head)
    passes(
        "expect: {illegal: [{play: Seeing Stars, choose: [w]}], legal: [{play: Seeing Stars, choose: [z]}]}", head=head
    )
    stops("fail", "to be refused", "steps:\n  - {fails: {play: Seeing Stars, choose: [s]}}", head=head)
    passes("steps:\n  - {fails: {talent: h, choose: [h]}}", head=head)
    stops(
        "error",
        "never an answer",
        "steps:\n  - {play: Seeing Stars, choose: [w]}",
        head=head.replace("Zapbot", "King Rex"),
    )


def test_a_fusion_in_a_pool_is_an_action_unless_it_is_reported_where() -> None:
    head = (
        "scenario: X\nplayers: {A: {deck: [Howl, Howl, Howl], stasis: [{Letter From Another Time: {id: l, counters: 0, "
        "stored: [Dice Ninja]}}]}, B: {}}\nbases: [{base: Tortuga}, {base: Tar Pits}]\n"
    )
    for entry in ("Dice Ninja", "{play: Dice Ninja}", "{play: Dice Ninja, as: action}"):
        steps = f"steps:\n  - {{play: l, from: stasis, choose: [{entry}]}}\n"
        passes(steps + "expect: {at: {Dice Ninja: discard of A}, hand_size: {A: 2}}", head=head)
    for entry in (
        "Dice Ninja, Tar Pits",
        "{play: Dice Ninja, on: Tar Pits}",
        "{play: Dice Ninja, on: Tar Pits, as: minion}",
    ):
        steps = f"steps:\n  - {{play: l, from: stasis, choose: [{entry}]}}\n"
        passes(steps + "expect: {at: {Dice Ninja: Tar Pits}, hand_size: {A: 1}}", head=head)
    used = head.replace("stasis:", "hand: [Dice Ninja], stasis:") + "plays: {minion: 1, action: 0}\n"
    passes("steps:\n  - {fails: {play: Dice Ninja}}\nexpect: {legal: [{play: Dice Ninja, on: Tortuga}]}", head=used)
    wrong = "steps:\n  - {play: l, from: stasis, choose: [{play: Dice Ninja, on: Tar Pits, as: action}]}"
    stops("error", "never an answer", wrong, head=head)
    stops("error", "action or minion", wrong.replace("as: action", "as: base"), head=head)


def test_actions_lie_on_a_card_in_stasis() -> None:
    head = (
        "scenario: X\nplayers: {A: {stasis: [{Scout: {id: s, on: [{Upgrade: {owner: A, id: u}}]}}]}, B: {}}\n"
        "bases: [{base: Tortuga}]\n"
    )
    play_it = "steps:\n  - expect: {at: {u: on s}}\n  - {play: s, from: stasis, on: Tortuga}\n"
    passes(play_it + "expect: {at: {u: on s}, power: {Tortuga: {A: 5}}}", head=head)
    passes("steps:\n  - {end: play}\nexpect: {discard: {A: [Scout, Upgrade]}}", head=head)
    stops("error", "needs an owner", play_it, head=head.replace("owner: A, ", ""))


def test_a_used_card_may_be_given_its_place_and_be_called_a_special() -> None:
    head = (
        "scenario: X\nplayers: {A: {hand: [Fan], deck: [Howl], discard: [Revenant]}, B: {}}\n"
        "bases: [{base: Tortuga}, {base: Tar Pits}]\n"
    )
    for word in ("use", "special"):
        passes(f"steps:\n  - {{{word}: Fan}}\nexpect: {{hand: {{A: [Howl]}}}}", head=head)
        buried = f"steps:\n  - {{{word}: Revenant, on: Tar Pits}}\n"
        passes(buried + "expect: {at: {Revenant: buried at Tar Pits}}", head=head)
        passes(f"steps:\n  - {{fails: {{{word}: Revenant, on: Tsar's Palace}}}}", head=head)
        passes(f"steps:\n  - {{fails: {{player: B, {word}: Fan}}}}", head=head)


def test_a_card_in_answer_and_its_base_may_be_told_apart() -> None:
    head = (
        "scenario: X\nplayers: {A: {hand: [Howl]}, B: {hand: [Wil Wheaton]}}\n"
        "bases: [{base: Tortuga}, {base: Tar Pits}, {base: Tsar's Palace}]\n"
    )
    for there in ("{player: B, pick: Tar Pits}", "Tar Pits"):
        message = f"steps:\n  - {{play: Howl, choose: [{{player: B, pick: Wil Wheaton}}, {there}]}}\n"
        passes(message + "expect: {at: {Wil Wheaton: Tar Pits}}", head=head)


def test_the_only_target_may_be_named_as_often_as_it_is_meant() -> None:
    head = (
        "scenario: X\nplayers: {A: {hand: [Rosie]}, B: {}}\n"
        "bases: [{base: Tortuga, minions: [{Scout: {owner: A, id: s}}]}]\n"
    )
    for message in ("[s, s]", "s, s", "s, 2"):
        passes(f"steps:\n  - {{play: Rosie, choose: [{message}]}}\nexpect: {{counters: {{s: 2}}}}", head=head)
    stops("error", "never an answer", "steps:\n  - {play: Rosie, choose: [[s, s, s]]}", head=head)


def test_naming_the_only_target_does_not_accept_what_it_offers_later() -> None:
    head = (
        "scenario: X\nplayers: {A: {hand: ['Now You Know: Bike Safety'], deck: [Howl, Howl]}, B: {}}\nbases: "
        "[{base: Jungle Oasis, minions: [{King Rex: {owner: A, counters: 5}}]}, {base: Tortuga, minions: "
        "[{Warbot: {owner: A, id: w}}, {Scout: {owner: B, id: s}}]}]\nbase_deck: [Tar Pits]\n"
    )
    special = "  - {special: 'Now You Know: Bike Safety', choose: [w, s%s]}\n"
    passes("steps:\n  - {end: play}\n" + special % "" + "expect: {at: {s: discard of B}}", head=head)
    passes("steps:\n  - {end: play}\n" + special % ", yes" + "expect: {at: {s: hand of B}}", head=head)


def test_what_a_base_offers_while_it_scores_can_be_looked_at() -> None:
    head = (
        "scenario: X\nplayers: {A: {deck: [Howl, Howl]}, B: {}}\nbases:\n"
        "  - base: The Mothership\n    minions: [{King Rex: {owner: A, counters: 15}}, {Zapbot: {owner: A, id: zap}}]\n"
        "  - Tortuga\nbase_deck: [Monkey Lab]\n"
    )
    end = "steps:\n  - {end: play}\n"
    passes(
        end + "  - expect: {decision: {player: A, options: [zap, pass]}}\n  - {answer: zap}\n"
        "expect: {at: {zap: hand of A}}",
        head=head,
    )
    passes(end + "expect: {at: {zap: discard of A}}", head=head)
    passes(end + "expect: {decision: {offers: [zap]}}", head=head)


def test_in_2013_too_a_target_takes_up_what_a_card_in_play_offers() -> None:
    head = (
        "scenario: X\nedition: 2013\nplayers: {A: {deck: [Howl, Howl]}, B: {}}\nbases:\n"
        "  - base: Jungle Oasis\n"
        "    minions: [{Finist the Falcon: {owner: A, id: f}}, {King Rex: {owner: B, counters: 5}}]\n"
        "  - Tortuga\n  - The Mothership\nbase_deck: [Monkey Lab]\n"
    )
    for pool in ("[Tortuga]", "[f, Tortuga]", "[yes, Tortuga]"):
        passes(f"steps:\n  - {{end: play, choose: {pool}}}\nexpect: {{at: {{f: Tortuga}}}}", head=head)
    passes("steps:\n  - {end: play}\n  - {special: f, on: Tortuga}\nexpect: {at: {f: Tortuga}}", head=head)
    monkey = (
        "scenario: X\nedition: 2013\nplayers: {A: {}, B: {}}\nbases:\n  - base: Jungle Oasis\n"
        "    minions: [{King Rex: {owner: A, id: rex, counters: 5, on: [{Flying Monkey: {owner: A, id: fly}}]}}]\n"
        "  - Tortuga\nbase_deck: [Monkey Lab]\n"
    )
    passes("steps:\n  - {end: play}\n  - {special: fly, on: Tortuga}\nexpect: {at: {rex: Tortuga}}", head=monkey)


def test_a_later_window_can_be_reached_in_its_turn_only() -> None:
    steps = "steps:\n  - {player: A, end: play}\n  - {player: B, special: scout}"
    stops("fail", "refused", steps, head=SCORING)
    steps = "steps:\n  - {player: A, end: play, choose: [pass, pass, pass]}\n  - {player: B, special: scout}\n"
    passes(steps + "expect: {at: {scout: hand of B}, vp: {A: 2}}", head=SCORING)


def test_a_step_of_play_passes_for_everyone_first() -> None:
    passes(
        "steps:\n  - {player: A, end: play}\n  - {player: B, end: play}\nexpect: {turn: A, vp: {A: 2}}", head=SCORING
    )
    passes("steps:\n  - {player: A, end: play}\nexpect: {turn: B, vp: {A: 2}, at: {scout: discard of B}}", head=SCORING)


def test_answer() -> None:
    steps = "steps:\n  - {player: A, end: play}\n  - {player: B, answer: %s}\n  - expect: {at: {king: %s}}"
    passes(steps % ("yes", "Jungle Oasis"), head=SCORING)
    passes(steps % ("pass", "Ninja Dojo"), head=SCORING)
    stops("fail", "is not an answer to", steps % ("rex", "x"), head=SCORING)
    stops("fail", "is not A's", "steps:\n  - {player: A, end: play}\n  - {player: A, answer: pass}", head=SCORING)


def test_decision() -> None:
    after = "steps:\n  - {player: A, end: play, choose: [{player: B, pick: pass}]}\n  - expect: {decision: %s}"
    passes(after % "{player: A, options: [pass, Block the Probe]}", head=SCORING)
    passes(after % "{offers: [Block the Probe], not_offers: [scout]}", head=SCORING)
    passes(after % "{offers: Block the Probe, not_offers: scout}", head=SCORING)
    king = "steps:\n  - {end: play}\n  - expect: {decision: {player: B, options: [%s, pass]}}"
    passes(king % "king", head=SCORING)
    passes(king % "Jungle Oasis", head=SCORING)
    stops("fail", "options of", king % "scout", head=SCORING)
    stops("fail", "who decides", after % "{player: B}", head=SCORING)
    stops("fail", "options of", after % "{options: [Block the Probe]}", head=SCORING)
    stops("fail", "options of", after % "{options: [pass]}", head=SCORING)
    stops("fail", "options of", after % "{options: [pass, Block the Probe, scout]}", head=SCORING)
    stops("fail", "not offered", after % "{offers: [scout]}", head=SCORING)
    stops("fail", "is offered", after % "{not_offers: [Block the Probe]}", head=SCORING)
    stops("fail", "no open decision", after % "none", head=SCORING)
    stops("error", "Unknown key 'choices'", after % "{choices: [pass]}", head=SCORING)


def test_legal_and_refused_without_a_place_mean_any_place() -> None:
    passes("expect: {legal: [{play: Ghost}], illegal: [{play: Howl}]}")
    stops("fail", "expected to be refused", "expect: {illegal: [{play: Ghost}]}")
    stops("fail", "expected this to be refused", "steps:\n  - {fails: {play: Ghost}}")


def test_a_special_that_asks_later_for_its_target_takes_it_from_on() -> None:
    end = "steps:\n  - {player: A, end: play}\n  - expect: {decision: {player: B}}\n  - {player: B, answer: pass}\n"
    passes(
        end + "  - {player: A, special: Block the Probe, on: scout}\n  - expect: {power_of: {scout: 5}}", head=SCORING
    )
    passes(end + "  - {fails: {player: A, special: Block the Probe, on: Tortuga}}", head=SCORING)


def test_a_card_in_hand_that_answers_is_named_with_its_place_in_any_way() -> None:
    head = (
        "scenario: X\nplayers: {A: {hand: [Mboro Hornet]}, B: {hand: [{Howl: {owner: A}}]}}\nturn: B\n"
        "bases: [Tortuga, Tar Pits]\n"
    )
    there = "expect: {at: {Mboro Hornet: Tortuga}}"
    passes(
        "steps:\n  - {player: B, play: Howl}\n  - {player: A, special: Mboro Hornet, on: Tortuga}\n" + there, head=head
    )
    for pool in (
        "[{player: A, pick: Mboro Hornet}, Tortuga]",
        "[{play: Mboro Hornet, on: Tortuga}]",
        "[{player: A, play: Mboro Hornet, on: Tortuga}]",
        "[yes, Tortuga]",
        "[Tortuga]",
    ):
        passes(f"steps:\n  - {{player: B, play: Howl, choose: {pool}}}\n{there}", head=head)
    stops("error", "was never", "steps:\n  - {player: B, play: Howl, choose: [Ninja Dojo]}\n" + there, head=head)


def test_fails_changes_nothing() -> None:
    passes(
        "steps:\n  - {fails: {play: Ghost, on: rex}}\n  - {fails: {play: Warbot, on: Tar Pits}}\n"
        "  - {fails: {special: Ghost}}\n  - {fails: {play: Ghost, on: Tortuga}}\n  - {fails: {talent: rex}}\n"
        "  - {fails: {player: B, end: play}}\n  - {fails: {answer: yes}}\n"
        "expect: {hand: {A: [Ghost, Cut Lass]}, turn: A, plays_left: {A: {minion: 1, action: 1}}}"
    )
    stops("fail", "expected this to be refused", "steps:\n  - {fails: {play: Ghost, on: Tar Pits}}")
    stops("error", "holds a step", "steps:\n  - {fails: Ghost}")


COUNTERS = """\
scenario: Counters
players:
  A: {hand: [HAND], deck: [Howl, Howl, Howl, Howl]}
  B: {}
bases:
  - base: Tar Pits
    minions:
      - Worker: {owner: A, id: worker, counters: 3}
      - Soldier: {owner: A, id: soldier, counters: 3}
base_deck: [Tortuga]
"""


@pytest.mark.parametrize(
    "pool", ["worker, 2, soldier, 1", "[worker, worker, soldier]", "worker, worker, soldier", "soldier, worker, 2"]
)
def test_counters_are_reported_one_by_one_or_as_a_card_and_a_number(pool: str) -> None:
    steps = (
        f"steps: [{{player: A, play: 'Who Wants to Live Forever?', choose: [{pool}]}}]\n"
        "expect: {counters: {worker: 1, soldier: 2}, hand_size: {A: 3}}"
    )
    passes(steps, head=COUNTERS, hand="'Who Wants to Live Forever?'")


def test_a_pair_and_a_number_repeat_the_pair() -> None:
    steps = (
        "steps: [{player: A, play: A Kind of Magic, choose: [worker, soldier, 2]}]\n"
        "expect: {counters: {worker: 1, soldier: 5}}"
    )
    passes(steps, head=COUNTERS, hand="A Kind of Magic")


def test_a_number_is_not_dropped_where_something_can_be_done_with_it() -> None:
    head = COUNTERS.replace("      - Soldier: {owner: A, id: soldier, counters: 3}\n", "")
    steps = (
        "steps: [{player: A, play: 'Who Wants to Live Forever?', choose: [2]}]\n"
        "expect: {counters: {worker: 1}, hand_size: {A: 2}}"
    )
    passes(steps, head=head, hand="'Who Wants to Live Forever?'")


@pytest.mark.parametrize("word", ["yes", "Madness", "Researcher"])
def test_a_yes_is_also_said_by_the_name_of_who_asks_or_of_what_it_is_about(word: str) -> None:
    steps = f"steps: [{{player: A, play: Researcher, on: Tar Pits, choose: [{word}]}}]\nexpect: {{madness: {{A: 1}}}}"
    passes(steps, head=COUNTERS, hand="Researcher")


@pytest.mark.parametrize("pool", ["2", "yes, yes, no", "[Madness, Madness]", "Madness, Madness"])
def test_several_cards_of_one_name_are_reported_by_a_number_or_by_names(pool: str) -> None:
    steps = f"steps: [{{player: A, play: Recruitment, choose: [{pool}]}}]\nexpect: {{madness: {{A: 2}}}}"
    passes(steps, head=COUNTERS, hand="Recruitment")


def test_an_extra_play_to_which_something_is_added_is_left_for_any_card() -> None:
    steps = (
        'steps: [{player: A, play: "IT\'S ALIVE!"}, {expect: {plays_left: {A: {minion: 2, action: 0}}}},\n'
        "        {player: A, play: Howler, on: Tar Pits}]\n"
        "expect: {plays_left: {A: {minion: 1}}, counters: {Howler: 1}}"
    )
    passes(steps, head=COUNTERS, hand='"IT\'S ALIVE!", Howler')


def test_not_offered_does_not_mean_the_card_that_asks() -> None:
    head = """\
scenario: A friar
players:
  A: {deck: [Howl, Howl]}
  B: {}
bases:
  - base: Tar Pits
    minions:
      - Deep Friar: {owner: A, id: friar, counters: 20}
      - King Rex: {owner: A, id: rex}
  - base: The Nexus
base_deck: [Tortuga]
"""
    steps = (
        "steps: [{player: A, end: play, choose: [rex, The Nexus], not_offered: [friar]}]\n"
        "expect: {at: {rex: The Nexus, friar: discard of A}}"
    )
    passes(steps, head=head)
    stops("fail", "rex was offered", steps.replace("not_offered: [friar]", "not_offered: [rex]"), head=head)


def test_a_talent_that_does_nothing_may_be_refused_by_other_engines() -> None:
    head = COUNTERS.replace("Worker: {owner: A, id: worker, counters: 3}", "Librarian: {owner: A, id: lib}")
    passes(
        "steps: [{fails: {talent: lib}}]\nexpect: {illegal: [{talent: lib}], legal: [{talent: lib}]}",
        head=head,
        hand="",
    )
    passes("steps: [{talent: lib}]", head=head, hand="")
    stops("fail", "expected this to be refused", "steps: [{fails: {talent: lib}}]", head=head, hand="Madness")


@pytest.mark.parametrize(
    ("pool", "place"),
    [
        ("zap", "discard of B"),
        ("zap, {player: B, pick: zap}", "The House of Nine Lives"),
        ("zap, yes", "The House of Nine Lives"),
        ("{player: B, pick: zap}", "The House of Nine Lives"),
    ],
)
def test_naming_the_only_victim_does_not_save_it(pool: str, place: str) -> None:
    head = """\
scenario: A victim
players:
  A: {hand: [Big Gulp]}
  B: {}
bases:
  - base: Tortuga
    minions: [{Zapbot: {owner: B, id: zap}}]
  - base: The House of Nine Lives
"""
    passes(f"steps: [{{player: A, play: Big Gulp, choose: [{pool}]}}]\nexpect: {{at: {{zap: {place}}}}}", head=head)


def test_not_offered() -> None:
    passes("steps:\n  - {play: Cut Lass, on: Ninja Dojo, choose: [Gremlin], not_offered: [rex, haunt, Leader Two]}")
    outcome = stops(
        "fail", "Gremlin was offered", "steps:\n  - {play: Cut Lass, on: Ninja Dojo, not_offered: [Gremlin]}"
    )
    assert outcome.line == 17
    stops("fail", "king was offered", "steps:\n  - {end: play, not_offered: [king]}", head=SCORING)
    stops("fail", "yes was offered", "steps:\n  - {end: play, not_offered: [yes]}", head=SCORING)
    stops("fail", "pass was offered", "steps:\n  - {play: Cut Lass, on: Ninja Dojo, not_offered: [pass]}")
    passes("steps:\n  - {play: Beam Up, choose: [rex], not_offered: [pass]}", hand="Beam Up")


# ----------------------------------------------------------------------------------------------- the pool
def test_entries_are_left_for_what_they_are_meant_for() -> None:
    head = (
        "scenario: X\nplayers: {A: {hand: [HAND], deck: [Zapbot, Howl, Scry]}, B: }\n"
        "bases: [{base: Tortuga, minions: [{Ensign: {owner: A, id: e}}]}, Tar Pits]\n"
    )
    passes(
        "steps:\n  - {play: Teleport Overflow, choose: [e, Ensign, Tortuga, Ensign, Tar Pits]}\n"
        "expect: {power: {Tortuga: {A: 2}, Tar Pits: {A: 2}}, hand: {A: [Ensign, Huffie]}}",
        hand="Teleport Overflow, Ensign, Ensign, Huffie",
        head=head,
    )
    stops(
        "error",
        "was never",
        "steps:\n  - {play: Recycle the Trash, choose: [Howl, {player: B, pick: Scry}]}",
        hand="Recycle the Trash",
        head=head.replace("deck:", "discard:"),
    )


def test_how_many_may_be_said_in_several_ways() -> None:
    maui = "steps:\n  - {play: Maui, on: Tar Pits, choose: [%s]}\nexpect: {base_count: %d}"
    for pool, count in (("2", 4), ("yes, yes", 4), ("1", 3), ("yes", 3), ("yes, pass", 3), ("0", 2), ("pass", 2)):
        passes(maui % (pool, count), hand="Maui")
    stops("error", "was never", maui % ("yes, yes, yes, yes", 4), hand="Maui")
    fetch = "steps:\n  - {play: Fetch I Know Not What, choose: [%s]}\nexpect: {hand_size: {A: %d}}"
    head = HEAD.replace("deck: [Zapbot, Spirit, Howl, Gnome]", "deck: [Howl, Scry, Gnome]")
    for pool, count in (("2", 2), ("0", 0), ("Howl", 1), ("[Howl, Scry]", 2)):
        passes(fetch % (pool, count), hand="Fetch I Know Not What", head=head)


def test_top_or_bottom_as_alternatives() -> None:
    steps = "steps:\n  - {play: Prepare for Battle, choose: [[Zapbot, Spirit], %d]}\nexpect: {deck_top: {A: [%s]}}"
    passes(steps % (1, "Howl"), hand="Prepare for Battle")
    passes(steps % (2, "Gnome"), hand="Prepare for Battle")


def test_a_decision_without_an_entry_is_declined_or_an_error() -> None:
    passes("steps:\n  - {play: Cut Lass, on: Ninja Dojo}\nexpect: {at: {Gremlin: Ninja Dojo}}")
    outcome = stops(
        "error", r"Nothing in `choose` answers .*\[.*King Rex.*\] for A", "steps:\n  - {play: Beam Up}", hand="Beam Up"
    )
    assert outcome.line == 17


def test_an_entry_that_is_never_used_is_an_error() -> None:
    outcome = stops(
        "error", "rex in `choose` was never", "steps:\n  - {play: Cut Lass, on: Ninja Dojo, choose: [Gremlin, rex]}"
    )
    assert outcome.line == 17
    stops("error", "was never", "steps:\n  - {end: play, choose: [yes]}")
    stops("error", "was never", "steps:\n  - {play: Beam Up, choose: [rex, pass]}", hand="Beam Up")


def test_entries_are_used_in_whatever_order_they_are_asked_for() -> None:
    passes(
        "steps:\n  - {play: Shanghai, choose: [Tar Pits, rex]}\nexpect: {at: {rex: Tar Pits, haunt: Ninja Dojo}}",
        hand="Shanghai",
    )


def test_an_entry_of_one_player_is_not_used_by_another() -> None:
    steps = "steps:\n  - {play: Bear Hug, choose: [{player: %s, pick: two}]}\nexpect: {at: {two: discard of B}}"
    head = HEAD.replace("- Gremlin: {owner: B}", "- Gremlin: {owner: B, id: one}\n      - Ghost: {owner: B, id: two}")
    passes(steps % "B", hand="Bear Hug", head=head)
    stops("error", "", steps % "A", hand="Bear Hug", head=head)


def test_a_forced_decision_uses_up_an_entry_that_names_it() -> None:
    head = HEAD.replace("      - Foolish Magician: {owner: A, controller: B, id: haunt}\n", "").replace(
        "      - Gremlin: {owner: B}\n", ""
    )
    passes(
        "steps:\n  - {play: Seeing Stars, choose: [weak]}",
        hand="Seeing Stars",
        head=head.replace("{Leader Two: {owner: A}}", "{Ghost: {owner: B, id: weak}}"),
    )
    passes("steps:\n  - {play: Shanghai, choose: [rex]}\nexpect: {at: {rex: Tar Pits}}", hand="Shanghai", head=head)


def test_a_target_implies_the_yes_before_it() -> None:
    steps = "steps:\n  - {play: Sneaky Squire, on: Tar Pits, choose: [B]}\nexpect: {controller: {Sneaky Squire: B}}"
    passes(steps, hand="Sneaky Squire")
    passes(
        "steps:\n  - {play: Spirit, on: Tar Pits, choose: [Gremlin, [Ghost, Howl]]}\n"
        "expect: {at: {Gremlin: discard of B}}",
        hand="Spirit, Ghost, Howl, Scry",
    )


def test_yes_accepts_what_can_be_done_in_one_way_only() -> None:
    passes("steps:\n  - {play: Cut Lass, on: Ninja Dojo, choose: [yes]}\nexpect: {at: {Gremlin: discard of B}}")
    passes("steps:\n  - {play: Cut Lass, on: Ninja Dojo, choose: [no]}\nexpect: {at: {Gremlin: Ninja Dojo}}")
    passes("steps:\n  - {play: Cut Lass, on: Ninja Dojo, choose: [none]}\nexpect: {at: {Gremlin: Ninja Dojo}}")


def test_the_card_itself_accepts_its_own_question() -> None:
    passes(
        "steps:\n  - {player: A, end: play, choose: [pass, pass, pass, scout]}\nexpect: {at: {scout: hand of B}}",
        head=SCORING,
    )


def test_a_list_answers_at_once_or_one_by_one() -> None:
    passes(
        "steps:\n  - {play: Cannon, choose: [[one, Gremlin]]}\n"
        "expect: {at: {one: discard of B, Gremlin: discard of B}}",
        hand="Cannon",
        head=HEAD.replace("- Gremlin: {owner: B}", "- Gremlin: {owner: B}\n      - Ghost: {owner: B, id: one}"),
    )
    passes(
        "steps:\n  - {play: Cannon, choose: [one, Gremlin]}\nexpect: {at: {one: discard of B, Gremlin: discard of B}}",
        hand="Cannon",
        head=HEAD.replace("- Gremlin: {owner: B}", "- Gremlin: {owner: B}\n      - Ghost: {owner: B, id: one}"),
    )
    passes("steps:\n  - {play: Dinghy, choose: [[Leader Two]]}\nexpect: {at: {Leader Two: Ninja Dojo}}", hand="Dinghy")
    passes("steps:\n  - {play: Cannon, choose: [[]]}\nexpect: {at: {Gremlin: Ninja Dojo}}", hand="Cannon")


def test_an_extra_card_is_named_with_its_place_or_apart_from_it() -> None:
    for choose in ("{play: Gremlin, on: Tar Pits}", "Gremlin, Tar Pits", "Tar Pits, Gremlin"):
        passes(
            f"steps:\n  - {{play: Zapbot, on: Ninja Dojo, choose: [{choose}]}}\n"
            "expect: {power: {Tar Pits: {A: 8}}}",
            hand="Zapbot, Gremlin",
        )
    stops(
        "error",
        "was never",
        "steps:\n  - {play: Zapbot, on: Ninja Dojo, choose: [{play: King Rex, on: Tar Pits}]}",
        hand="Zapbot, King Rex",
    )


def test_numbers_mean_alternatives_and_amounts() -> None:
    steps = "steps:\n  - {play: Genetic Shift, choose: [%s]}\nexpect: {power_of: {Leader Two: %s}}"
    passes(steps % ("1", "7"), hand="Genetic Shift")
    passes(steps % ("2, Leader Two", "9"), hand="Genetic Shift")
    passes("steps:\n  - {play: Maui, on: Tar Pits, choose: [1]}\nexpect: {base_count: 3}", hand="Maui")
    passes("steps:\n  - {play: Maui, on: Tar Pits, choose: [0]}\nexpect: {base_count: 2}", hand="Maui")


def test_top_and_bottom() -> None:
    passes(
        "steps:\n  - {play: Spy, on: Tar Pits, choose: [bottom, top, bottom]}\n"
        "expect: {deck_top: {A: [Spirit, Gnome]}}",
        hand="Spy",
    )


def test_words_say_top_or_bottom_rather_than_a_list_for_a_forced_choice() -> None:
    head = HEAD.replace("deck: [Zapbot, Spirit, Howl, Gnome]", "deck: [Zapbot, Spirit, Howl, Gnome, Scry]")
    passes(
        "steps:\n  - {play: Foolish Magician, on: Tar Pits, choose: [[Zapbot, Spirit, Howl], top, bottom, bottom]}\n"
        "expect: {deck_top: {A: [Zapbot, Gnome]}, deck_size: {A: 5}}",
        hand="Foolish Magician",
        head=head,
    )


def test_a_player_may_have_cards_in_the_box() -> None:
    head = HEAD.replace("hand: [Howl]", "hand: [Howl], in_box: [{Warbot: {id: boxed}}]")
    passes("expect: {at: {boxed: box}}", head=head)


def test_factions_names_and_players_are_entries() -> None:
    passes(
        "steps:\n  - {play: Sea Dogs, choose: [dinosaurs, Ninja Dojo]}\nexpect: {at: {rex: Tar Pits}}", hand="Sea Dogs"
    )
    passes(
        "steps:\n  - {play: Mark of Sleep, choose: [B]}\n  - {end: play}\nexpect: {illegal: [{player: B, play: Howl}]}",
        hand="Mark of Sleep",
    )


def test_an_order_can_be_chosen_or_left_to_the_default() -> None:
    head = HEAD.replace("- {owner", "").replace(
        "      - Zeppelin: {owner: A, id: zep}", "      - Flame Trap: {owner: B}\n      - Pay the Piper: {owner: B}"
    )
    passes("steps:\n  - {play: Ghost, on: Tar Pits, choose: [pass]}\nexpect: {hand: {A: []}}", head=head)
    passes(
        "steps:\n  - {play: Gnome, on: Tar Pits, choose: [Pay the Piper]}\nexpect: {hand: {A: []}}",
        hand="Gnome, Scry",
        head=head,
    )


# ----------------------------------------------------------------------------------------------- YAML
@pytest.mark.parametrize("word", ["on", '"on"', "'on'"])
def test_on_is_a_word(word: str) -> None:
    passes(f"steps:\n  - play: Ghost\n    {word}: Tar Pits\nexpect: {{at: {{Ghost: Tar Pits}}}}")


@pytest.mark.parametrize(("word", "place"), [("yes", "discard of B"), ("no", "Ninja Dojo"), ('"yes"', "discard of B")])
def test_yes_and_no_are_words(word: str, place: str) -> None:
    passes(f"steps:\n  - {{play: Cut Lass, on: Ninja Dojo, choose: [{word}]}}\nexpect: {{at: {{Gremlin: {place}}}}}")


def test_numbers_are_names_where_names_are_meant() -> None:
    passes(
        "steps:\n  - {player: 1, play: 1.21 Gigawatts, choose: [2]}\nexpect: {deck_size: {1: 1}}",
        head="scenario: 7\nplayers: {1: {hand: [1.21 Gigawatts], discard: [Ghost]}, 2: }\nbases: [Ninja Dojo]\n",
    )


def read(tmp_path: Path, text: str | bytes) -> list[Outcome]:
    file = tmp_path / "some.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(run_path(file))


def test_a_file_holds_several_documents(tmp_path: Path) -> None:
    one = "scenario: One\nplayers: {A: {vp: 1}, B: }\nexpect: {vp: {A: 1}}\n"
    two = one.replace("One", "Two").replace("vp: {A: 1}", "vp: {A: 2}")
    outcomes = read(tmp_path, f"# a comment\n---\n{one}---\n{two}---\n")
    assert [(o.title, o.kind, o.line) for o in outcomes] == [("One", "pass", 3), ("Two", "fail", 9)]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("scenario: [\nplayers: {", 3, "not YAML"),
        ("scenario: x\n  players: y", 2, "not YAML"),
        ("\tscenario: x", 1, "not YAML"),
        ("- just\n- a list", 1, "A scenario is a mapping"),
        ("just words", 1, "A scenario is a mapping"),
        ("players: {A: , B: }", 1, "needs a title"),
        ("scenario: x\nvp: 3\nvp: 4", 3, "'vp' appears twice"),
        ("scenario: x\nplayer: {A: , B: }", 1, "Unknown key 'player'"),
        ("scenario: x\n? [a, b]\n: c", 2, "key"),
        (b"scenario: \xff\xfe", 0, "UTF-8"),
    ],
)
def test_a_document_that_cannot_be_read_is_an_error(tmp_path: Path, text: str | bytes, line: int, message: str) -> None:
    (outcome,) = read(tmp_path, text)
    assert outcome.kind == "error"
    assert message in outcome.message
    assert abs(outcome.line - line) <= 1, str(outcome)
    assert str(outcome).startswith(f"error  {tmp_path / 'some.yaml'}:")


@pytest.mark.parametrize(
    ("bad", "line"),
    [
        ("vpp: 3", 4),
        ("vp: 3\nvp: 4", 6),
        ("players: {", 6),
        ("players: [A, B", 6),
        ("steps: 'no end", 6),
        ("  a: : b", 5),
    ],
)
def test_one_bad_document_does_not_spoil_the_others(tmp_path: Path, bad: str, line: int) -> None:
    good = "scenario: Good\nplayers: {A: , B: }\n"
    outcomes = read(tmp_path, f"{good}---\nscenario: Bad\n{bad}\n--- # the last\n{good}")
    assert [(outcome.title, outcome.kind) for outcome in outcomes] == [
        ("Good", "pass"),
        ("Bad", "error"),
        ("Good", "pass"),
    ]
    assert abs(outcomes[1].line - line) <= 1, str(outcomes[1])


def test_anchors_and_merges_save_writing(tmp_path: Path) -> None:
    text = (
        "scenario: Merged\nplayers:\n  A: &both {deck: [Howl, Zapbot], vp: 2}\n  B: {<<: *both, vp: 3}\n"
        "bases: [{base: Tortuga, minions: [&one {Huffie: {owner: A}}, *one]}]\n"
        "expect: {vp: {A: 2, B: 3}, deck_size: {B: 2}, power: {Tortuga: {A: 6}}}\n"
    )
    assert [str(outcome) for outcome in read(tmp_path, text)] == ["pass   Merged"]
    (outcome,) = read(tmp_path, text.replace("vp: 3}\nbases", "vp: 3, vp: 4}\nbases"))
    assert (outcome.kind, outcome.message, outcome.line) == ("error", "'vp' appears twice.", 4)


def test_the_source_of_a_scenario_has_parts(tmp_path: Path) -> None:
    file = tmp_path / "some.yaml"
    file.write_text("scenario: x\nsource: B5;  Tied winners ;Ghost\n", encoding="utf-8")
    (found,) = read_scenarios(file)
    assert isinstance(found, Scenario)
    assert found.source == ["B5", "Tied winners", "Ghost"]


# ----------------------------------------------------------------------------------------------- errors with their line
@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("deck: [Zapbot,", "deck: [Zapbott,", 3, "no card or base named 'Zapbott'. Did you mean Zapbot"),
        ("vp: 3", "vpp: 3", 3, "Unknown key 'vpp' for a player"),
        ("vp: 3", "vp: -3", 3, "VP are a number"),
        ("vp: 3", "factions: [Gosts, Robots]", 3, "no faction named 'Gosts'"),
        ("base: Ninja Dojo", "base: Ninja Doyo", 6, "Did you mean Ninja Dojo"),
        ("base: Ninja Dojo", "base: Ghost", 6, "Ghost is not a base"),
        ("minions:\n      - King", "minion:\n      - King", 6, "Unknown key 'minion' for a base"),
        ("King Rex: {owner: B,", "King Rex: {owner: C,", 8, "no player 'C'; there are A, B"),
        ("King Rex: {owner: B,", "King Rex: {", 8, "King Rex needs an owner"),
        ("King Rex: {owner", "Howl: {owner", 8, "Howl is not a minion"),
        ("Zeppelin: {owner", "Ghost: {owner", 14, "Ghost is not an action"),
        ("id: rex, counters: 2", "id: rex, counter: 2", 8, "Unknown key 'counter' for a card in play"),
        ("id: rex, counters: 2", "id: rex, counters: many", 8, "Counters are a number"),
        ("id: haunt", "id: rex", 9, "The id 'rex' is used twice"),
        ("id: haunt", "id: A", 9, "The id 'A' is used twice"),
        ("base_deck: [Tortuga", "base_deck: [Turtuga", 1, "Did you mean Tortuga"),
        ("base_deck: [Tortuga, Monkey Lab]", "base_deck: Tortuga", 1, "should be a list"),
        ("base_deck: [", "turn: C\nbase_deck: [", 1, "no player 'C'"),
        ("base_deck: [", "phase: lunch\nbase_deck: [", 1, "no phase 'lunch'"),
        ("base_deck: [", "edition: 2014\nbase_deck: [", 1, "no edition 2014; there are 2013, 2016, 2019"),
        ("base_deck: [", 'edition: "2016"\nbase_deck: [', 1, "no edition '2016'"),
        ("deck: [Zapbot,", "deck: [Tortuga,", 3, "Tortuga is a base"),
        ("deck: [Zapbot,", "deck: [[Zapbot],", 3, "named by its name, not ['Zapbot']"),
        ("base_deck: [", "seed: lucky\nbase_deck: [", 1, "seed is a number"),
        ("base_deck: [", "plays: {minions: 2}\nbase_deck: [", 16, "Unknown key 'minions' for plays"),
        ("  B: {hand", "  B: \n  C: \n  D: \n  E: {hand", 3, "2 to 4 players, not 5"),
        ("base_deck: [", "plays: {minion: -1}\nbase_deck: [", 16, "Plays are numbers from 0 on"),
        ("- base: Tar Pits", "- base: Ninja Dojo", 11, "Ninja Dojo is in the game twice"),
        ("[Tortuga, Monkey Lab]", "[Tortuga, Tar Pits]", 1, "Tar Pits is in the game twice"),
        ("Zeppelin: {owner", "Upgrade: {owner", 14, "Upgrade cannot be on Tar Pits: it is played on minions"),
        ("Zeppelin: {owner", "Howl: {owner", 14, "Howl cannot be on Tar Pits: it is played on nothing"),
        ("[{Upgrade:", "[{Zeppelin:", 8, "Zeppelin cannot be on King Rex: it is played on bases"),
    ],
)
def test_a_wrong_position_is_an_error_with_its_line(old: str, new: str, line: int, message: str) -> None:
    assert old in HEAD
    outcome = stops("error", re.escape(message), "", head=HEAD.replace(old, new))
    assert abs(outcome.line - line) <= 1, str(outcome)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("{play: Gost, on: Tar Pits}", "no card or base named 'Gost'. Did you mean Ghost"),
        ("{play: Ghost, on: Tar Pitts}", "Did you mean Tar Pits"),
        ("{player: C, play: Ghost, on: Tar Pits}", "no player 'C'"),
        ("{plays: Ghost}", "Unknown key 'plays'"),
        ("{play: Ghost, talent: rex}", "A step does one of"),
        ("{player: A}", "A step does one of"),
        ("{until: {turn: C}}", "no player 'C'"),
        ("{until: {turn: B, phase: lunch}}", "no phase 'lunch'"),
        ("{until: {day: monday}}", "`until` is written"),
        ("{until: {}}", "`until` is written"),
        ("expect: {vpp: {A: 1}}", "Unknown expectation 'vpp'"),
        ("expect: {vp: {C: 1}}", "no player 'C'"),
        ("expect: {vp: 3}", "is written"),
        ("expect: {at: {Gost: Tar Pits}}", "Did you mean Ghost"),
        ("expect: {at: {Ghost: Tar Pitts}}", "Did you mean Tar Pits"),
        ("expect: {at: {Ghost: hand of C}}", "no player 'C'"),
        ("expect: {hand: {A: [Gost]}}", "Did you mean Ghost"),
        ("expect: {power: {Tar Pitts: {A: 1}}}", "Did you mean Tar Pits"),
        ("expect: {power: {rex: {A: 1}}}", "rex is not a base"),
        ("expect: {phase: lunch}", "no phase 'lunch'"),
        ("expect: {turn: C}", "no player 'C'"),
        ("expect: {winner: C}", "no player 'C'"),
        ("expect: {controller: {rex: C}}", "no player 'C'"),
        ("expect: {illegal: [{plaay: Ghost}]}", "Unknown key 'plaay'"),
        ("expect: [vp]", "should be a mapping"),
        ("expect: {illegal: [Ghost]}", "`illegal` holds steps"),
        ("expect: {legal: }", "`legal` holds steps"),
        ("expect: {options: [Ghost]}", "Unknown expectation 'options'"),
        ("expect: {plays_left: {B: {minions: 1}}}", "Unknown key 'minions' for plays left"),
        ('expect: {vp: {A: "3"}}', "VP of A is a number, not '3'"),
        ("expect: {power_of: {rex: seven}}", "power of rex is a number, not 'seven'"),
        ("expect: {controller: {Tar Pits: A}}", "Nobody controls the base Tar Pits"),
        ("expect: {decision: {not_offers: [Gost]}}", "Did you mean Ghost"),
        ("{play: Howl, choose: [Gost]}", "Did you mean Ghost"),
        ("{play: Howl, choose: [[rex, Gost]]}", "Did you mean Ghost"),
        ("{play: Howl, choose: [{player: C, pick: rex}]}", "no player 'C'"),
        ("{play: Howl, choose: [{player: A, pik: rex}]}", "Unknown key 'player'; a card is described by"),
        ("{play: Howl, choose: [{pick: rex, plays: rex}]}", "Unknown key 'plays'; an entry has pick, player"),
        ("{play: Howl, choose: [{card: Ghost, bse: Tar Pits}]}", "Unknown key 'bse'; a card is described by"),
        ("{play: Howl, choose: [{id: roy}]}", "no card with the id 'roy'"),
        ("{play: Howl, not_offered: [Gost]}", "Did you mean Ghost"),
        ("{talent: rex, ability: two}", "`ability` is a number"),
        ("{play: Ghost, as: base}", "`as` is action or minion"),
        ("expect: {sees: {A: {rex: maybe}}}", "`sees` is written"),
        ("expect: {at: {rex: stored on Gost}}", "Did you mean Ghost"),
        ("expect: {at: {rex: stasis of C}}", "no player 'C'"),
        ("{play: }", "named by its name, not None"),
        ("{fails: {fails: {end: play}}}", "`fails` is not an action of a player"),
        ("just words", "A step is a mapping"),
    ],
)
def test_a_wrong_step_is_an_error_with_its_line(step: str, message: str) -> None:
    outcome = stops("error", re.escape(message), f"steps:\n  - {{end: play}}\n  - {step}\n")
    assert outcome.line in ((17, 18) if step == "just words" else (18,)), str(outcome)


def test_a_wrong_final_expectation_is_an_error_with_its_line() -> None:
    outcome = stops("error", "Unknown expectation 'vpp'", "steps: []\nexpect:\n  vpp: 3\n")
    assert outcome.line in (17, 18)
    stops("error", "should be a mapping", "expect: [vp]")
    stops("error", "should be a list", "steps: {play: Ghost}")
    stops("error", "should be a list", "steps: {}")


def test_a_step_that_is_refused_is_a_failure_with_its_line() -> None:
    outcome = stops(
        "fail",
        "refused: playing Ghost on rex",
        "steps:\n  - {end: play}\n  - {player: B, play: Howl}\n  - {play: Ghost, on: rex}",
    )
    assert outcome.line == 19
    assert "B plays Howl" in outcome.log
    stops("fail", "not B's turn", "steps:\n  - {player: B, play: Howl}")


SUMMONING = """\
scenario: Mass Summoning
players: {A: {hand: [Mass Summoning]}, B: {}}
monster_deck: [Bigfoot, Ghoul, Web Troll]
bases: [Tortuga, The Great Library, Jungle Oasis]
"""


def test_an_order_may_be_given_in_part() -> None:
    message = "steps:\n  - {play: Mass Summoning, choose: [%s]}\nexpect: {at: {Bigfoot: %s, Ghoul: %s}}"
    passes(message % ("Jungle Oasis", "Jungle Oasis", "Tortuga"), head=SUMMONING)
    passes(message % ("Jungle Oasis, The Great Library", "Jungle Oasis", "The Great Library"), head=SUMMONING)
    passes(message % ("[The Great Library, Jungle Oasis]", "The Great Library", "Jungle Oasis"), head=SUMMONING)
    stops("error", "never an answer", message % ("Tortuga, Tortuga", "Tortuga", "Jungle Oasis"), head=SUMMONING)


def test_a_special_of_your_own_turn_and_an_answer_may_be_given_in_either_way() -> None:
    head = (
        'scenario: X\nplayers: {A: {hand: [Deputy, Howl, "Eh?"]}, B: {hand: [Deputy]}}\n'
        "bases: [{base: Tortuga, minions: [{Scout: {owner: A, id: s}}]}]\n"
    )
    passes("steps:\n  - {player: A, special: Deputy, on: s}\nexpect: {power_of: {s: 5}, hand_size: {A: 2}}", head=head)
    passes("steps:\n  - {fails: {player: B, special: Deputy}}", head=head)
    for word in ("play", "special"):
        passes(
            f'steps:\n  - {{play: Howl}}\n  - {{{word}: "Eh?", choose: [s, yes]}}\n'
            'expect: {power_of: {s: 5}, hand: {A: [Deputy, "Eh?"]}}',
            head=head,
        )
    stops("fail", "refused", 'steps:\n  - {play: "Eh?"}', head=head)


def test_what_belongs_to_nobody_needs_no_owner_and_madness_may_have_one() -> None:
    head = (
        "scenario: X\nplayers: {A: {vp: 15, hand: [{Madness: {owner: A}}]}, B: {}}\n"
        "bases: [{base: Tortuga, minions: [{Ghoul: {id: g}}], buried: [{Madness: {owner: A}}]}]\n"
    )
    passes("expect: {controller: {g: none}, breakpoint: {Tortuga: 24}, madness: {A: 1}}", head=head)
    passes("steps:\n  - {end: play}\nexpect: {score: {A: 14}, winner: A}", head=head)
    stops("error", "Ghoul belongs to nobody", "", head=head.replace("{id: g}", "{owner: A}"))
    stops("error", "no player 'X'", "", head=head.replace("{Madness: {owner: A}}]}]", "{Madness: {owner: X}}]}]"))


def test_a_buried_card_is_uncovered_by_a_step_of_its_own_or_by_name() -> None:
    head = (
        "scenario: X\nplayers: {A: {deck: [Howl]}, B: {deck: [Howl, Howl]}}\nturn: B\n"
        "bases: [{base: Tortuga, buried: [{King Rex: {owner: A, id: rex}}, {Scout: {owner: A, id: scout}}]}]\n"
    )
    expected = "expect: {at: {rex: Tortuga, scout: buried at Tortuga}, turn: A}"
    passes(f"steps:\n  - {{until: {{turn: A, phase: start}}}}\n  - {{player: A, uncover: rex}}\n{expected}", head=head)
    passes(f"steps:\n  - {{player: B, end: play, choose: [rex]}}\n{expected}", head=head)
    stops("fail", "refused", "steps:\n  - {until: {turn: A}}\n  - {player: B, uncover: rex}", head=head)
    stops("fail", "not possible", "steps:\n  - {until: {turn: A, phase: play}}\n  - {uncover: rex}", head=head)


def test_a_number_that_could_be_an_alternative_is_an_amount_if_one_is_asked_for() -> None:
    head = (
        "scenario: X\nplayers: {A: {}, B: {}}\nbases:\n  - base: Tortuga\n"
        "    minions: [{King Rex: {owner: B, id: rex, counters: 3}}, {Zapbot: {owner: A, id: zap}}]\n"
        "    actions: [{Ancient Chinese Art: {owner: A, id: art}}]\n"
    )
    message = "steps:\n  - {talent: art, choose: [%s]}\nexpect: {counters: {rex: %d, zap: %d}}"
    passes(message % ("rex, zap, 2", 1, 2), head=head)
    passes(message % ("2, rex, zap, 1", 2, 1), head=head)
    passes(message % ("1, rex", 4, 0), head=head)


def test_what_a_chosen_action_is_on_may_be_named_too() -> None:
    head = (
        "scenario: X\nplayers: {A: {hand: [Gimme!]}, B: {}}\nbases:\n  - base: Tortuga\n"
        "    minions: [{King Rex: {owner: B, id: rex, on: [{Upgrade: {owner: B, id: up}}, {Poison: {owner: A}}]}},"
        " {Zapbot: {owner: A, id: zap}}, {Scout: {owner: A, id: scout}}]\n"
    )
    message = "steps:\n  - {play: Gimme!, choose: [%s]}\nexpect: {at: {up: on zap, rex: discard of B}}"
    passes(message % "up, zap", head=head)
    passes(message % "rex, up, zap", head=head)
    stops("error", "scout in `choose` was never", message % "up, zap, scout", head=head)


def test_a_special_step_is_itself_the_yes() -> None:
    head = (
        "scenario: X\nplayers: {A: {deck: [Howl, Howl]}, B: {}}\nbase_deck: [Ninja Dojo]\nbases:\n"
        "  - base: Jungle Oasis\n    minions: [{Pharaoh: {owner: A, id: ph}}, {King Rex: {owner: B}}]\n"
        "    buried: [{Laseratops: {owner: A, id: las}}, {Scout: {owner: A}}]\n  - base: Tortuga\n"
    )
    message = "steps:\n  - {end: play}\n  - {special: ph, choose: [%s]}\nexpect: {vp: {A: 2, B: 0}}"
    for entries in ("las", "yes, las"):
        passes(message % entries, head=head)
    stops("error", "never an answer", message % "yes, las, yes", head=head)


def test_whose_a_chosen_card_is_may_be_named_too() -> None:
    head = (
        "scenario: X\nplayers: {A: {hand: [Valkyrie]}, B: {discard: [King Rex, Zapbot]}, C: {discard: [Scout]}}\n"
        "bases: [Tortuga]\n"
    )
    message = "steps:\n  - {play: Valkyrie, on: Tortuga, choose: [%s]}\nexpect: {hand: {A: [King Rex]}}"
    passes(message % "King Rex", head=head)
    passes(message % "B, King Rex", head=head)
    stops("error", "C in `choose` was never", message % "C, King Rex", head=head)


def test_a_goal_that_another_player_is_reported_is_their_yes() -> None:
    head = (
        "scenario: X\nplayers: {A: {hand: [Way of Deception]}, B: {}}\nbases:\n  - base: Tortuga\n"
        "    minions: [{Zapbot: {owner: A, id: zap}}, {Brojak: {owner: B, id: bro}}]\n"
        "  - Jungle Oasis\n  - Ninja Dojo\n"
    )
    message = (
        "steps:\n  - {play: Way of Deception, choose: [zap, Ninja Dojo, {player: B, pick: %s}]}\n"
        "expect: {at: {bro: %s}}"
    )
    passes(message % ("Ninja Dojo", "Ninja Dojo"), head=head)
    passes(message % ("no", "Tortuga"), head=head)


TWO_RIGHTS = """\
scenario: An extra minion or action beside the regular plays
players:
  A: {hand: [Wand Whiz, Scout, Howl, Rampage, Upgrade]}
  B: {}
plays: {minion: 2, action: 1}
bases:
  - {base: Ninja Dojo, minions: [{King Rex: {owner: A, id: rex}}]}
steps:
  - {player: A, play: Wand Whiz, on: Ninja Dojo, choose: [Upgrade]}
  - {player: A, play: Scout, on: Ninja Dojo}
"""


def test_a_play_is_made_with_the_right_that_later_steps_need() -> None:
    # The extra play is spent first, unless the scenario needs it for something else.
    passes("  - expect: {plays_left: {A: {minion: 1, action: 1}}}\n", head=TWO_RIGHTS)
    passes("  - {player: A, play: Howl}\n  - {player: A, play: Rampage, choose: [rex]}\n", head=TWO_RIGHTS)
    passes("expect: {plays_left: {A: {minion: 0, action: 1}}}\n", head=TWO_RIGHTS)


def test_a_failure_with_every_right_is_reported_as_it_came_first() -> None:
    stops(
        "fail", "minion plays left to A: expected 3, found 1", "expect: {plays_left: {A: {minion: 3}}}", head=TWO_RIGHTS
    )
