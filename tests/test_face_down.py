"""Face-down cards: who knows them, in views, logs and redealt copies."""

from __future__ import annotations

import pytest

from basebash import Game
from basebash.engine import DISCARD, STASIS, UNDER, Card
from basebash.engine.rules import triggers, zones
from basebash.invariants import check_conservation, check_places, ids_in, random_game
from tests.positions import finish, game_at, run

FACTIONS = [("Ancient Egyptians", "Skeletons"), ("Action Heroes", "Backtimers")]


def buried(game: Game, player: int) -> Card:
    """The first card of a player's hand, laid under the first base, unseen by others."""
    card = game.rules.hand(player)[0]
    zones.take(game.rules, card)
    zones.put(game.rules, card, UNDER, game.rules.bases[0].id)
    game.state.controller[card.id] = player
    game.state.known[card.id] = 1 << player
    return card


def test_only_its_controller_knows_a_card_buried_from_the_hand() -> None:
    """G20, G24."""
    game = Game(factions=FACTIONS, seed=5)
    card = buried(game, 0)
    assert card.id in set(ids_in(game.view(0).data))
    for viewer in (1, None):
        data = game.view(viewer).data
        assert card.id not in set(ids_in(data))
        assert [entry["controller"] for entry in data["bases"][0]["buried"]] == [0]


def test_only_the_player_who_was_shown_a_card_knows_it() -> None:
    """G22."""
    game = Game(3, factions=[*FACTIONS, ("Sheep", "Mermaids")], seed=5)
    card = buried(game, 0)
    game.state.known[card.id] |= 1 << 2
    assert card.id in set(ids_in(game.view(2).data))
    assert card.id not in set(ids_in(game.view(1).data))


@pytest.mark.parametrize("seed", range(4))
def test_no_log_line_names_a_card_that_its_reader_does_not_know(seed: int) -> None:
    game = Game(factions=FACTIONS, seed=seed)
    for _ in random_game(game, seed):
        if game.answers_given > 150:
            break
    hidden = [
        {part["card"] for part in line.parts if isinstance(part, dict) and "card" in part}
        for entry, line in zip(game.entries, game.log_for(1), strict=True)
        if entry.kind in ("bury", "store") and not entry.seen >> 1 & 1
    ]
    logged = [entry.cards for entry in game.entries if entry.kind in ("bury", "store") and not entry.seen >> 1 & 1]
    assert all(cards[-1] not in names for names, cards in zip(hidden, logged, strict=True))


@pytest.mark.parametrize("seed", range(3))
def test_a_redealt_copy_keeps_the_known_cards_in_place(seed: int) -> None:
    game = Game(factions=FACTIONS, seed=seed)
    card = buried(game, 0)
    twin = game.determinised(1, seed)
    assert twin.state.rare_zones is not None
    assert [len(pile) for pile in twin.state.rare_zones.under.values()] == [1]
    assert twin.view(1).data["bases"] == game.view(1).data["bases"]
    assert game.determinised(0, seed).rules.card(card.id).buried_at is not None


def test_what_is_on_a_swapped_minion_waits_in_one_place() -> None:
    """Big Funny Giant takes its toll while the sword is on nobody (X6)."""
    game = Game(factions=[("Rulers of the Cosmos", "Tricksters"), ("Dinosaurs", "Robots")], seed=1, first_player=0)

    def laid(name: str, host: Card, player: int = 0) -> Card:
        card = next(game.rules.card(i) for i, printed in enumerate(game.state.printed) if printed.name == name)
        zones.take(game.rules, card)
        zones.put_into_play(game.rules, card, host, player)
        return card

    noble = laid("Young Noble", game.rules.bases[0])
    sword = laid("Powerful Sword", noble)
    laid("Big Funny Giant", game.rules.bases[0], 1)
    game = Game.from_position(game.setup, game.state)
    game.answer(next(option for option in game.question.options if option.kind == "talent" and option.card == noble.id))
    seen = []
    while not game.is_over and game.question.kind != "main":
        check_conservation(game)
        seen.append(game.question.prompt)
        game.answer(game.question.options[0])
    assert "Discard which card to play Gal-Woman?" in seen, seen
    assert game.rules.card(sword.id).host is not None


THAWED = """
scenario: Two players' cards leave stasis as an ability waits too
players:
  A: {stasis: [{King Rex: {counters: 0}}], deck: [Howl, Howl]}
  B: {stasis: [{Gretel: {counters: 0}}], hand: [Howl]}
bases:
  - base: Tar Pits
    minions:
      - Haunting: {owner: A, on: [{Assassination: {owner: A}}]}
"""


def test_what_the_rules_do_with_each_of_several_cards_is_named_after_the_card() -> None:
    """P6, Z24: whoever orders them can tell them apart."""
    game = game_at(THAWED)
    while game.question.kind != "order":
        game.answer(len(game.question.options) - 1)
    texts = [option.text for option in game.question.options]
    assert {"Discard from stasis (King Rex)", "Discard from stasis (Gretel)"} <= set(texts)


def test_a_card_has_its_last_word_once_whatever_becomes_of_it() -> None:
    """Frogga on her way to hand instead of the discard pile lets one action be shuffled in, and no second one."""
    outcome = run(
        """
scenario: Frogga
players: {A: {hand: [Fast as Lightning, Powderkeg]}, B: {}}
plays: {action: 2}
bases:
  - base: Tortuga
    minions:
      - Frogga: {owner: A, id: frog, on: [{Upgrade: {owner: A, id: up}}, {Dumbbells: {owner: A, id: bells}}]}
  - base: Jungle Oasis
steps:
  - {player: A, play: Fast as Lightning, choose: [frog]}
  - {player: A, play: Powderkeg, choose: [frog, up, bells]}
expect:
  at: {frog: hand of A}
"""
    )
    assert outcome.kind == "error"
    assert "bells" in outcome.message


def test_a_monster_that_nobody_controls_has_no_stasis_to_go_to() -> None:
    """MT46: it goes to its own discard pile, and what was on it is not left behind."""
    game = game_at(
        """
scenario: A monster
players: {A: {}, B: {}}
bases:
  - base: Tortuga
    minions:
      - Ghoul: {owner: none, id: ghoul, on: [{Upgrade: {owner: A, id: up}}]}
      - King Rex: {owner: A, id: rex}
  - base: Jungle Oasis
"""
    )
    ghoul, rex = game.rules.bases[0].minions
    upgrade = ghoul.actions[0]
    triggers.open_frame(game.rules)
    assert finish(rex.put_in_stasis([ghoul, rex])) == [rex]
    finish(triggers.close_frame(game.rules))
    assert (ghoul.zone, upgrade.zone, rex.zone) == (DISCARD, DISCARD, STASIS)
    check_places(game)
