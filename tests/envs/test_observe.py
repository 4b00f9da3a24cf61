"""Observations: of fixed size, in bounds, right, and made of nothing that is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from basebash import Game
from basebash.envs.actions import END, Actions
from basebash.envs.episode import Episode
from basebash.envs.observe import BASE_COLUMNS, CARD_COLUMNS, HIGH, LAYOUTS, LOW, MOST_ACTIONS, look
from basebash.envs.view_encoder import encode_view
from basebash.invariants import Builder

from .helpers import MECHANICS, make_table, moments

PLAYS = Actions.of(2).blocks["play"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_arrays_keep_their_shape_and_bounds(players: int) -> None:
    layout = LAYOUTS[players]
    for number, table in enumerate(moments(make_table(players, players, factions="draft"), players)):
        seen = look(table, number % players)
        assert seen.observation.shape == (layout.size,)
        assert seen.features.shape == (MOST_ACTIONS, layout.action_columns)
        for array in (seen.observation, seen.features):
            assert array.dtype == np.float32
            assert LOW <= array.min() <= array.max() <= HIGH
        legal = table.legal(number % players)
        assert np.flatnonzero(seen.mask).tolist() == legal
        assert seen.legal[: len(legal)].tolist() == legal
        assert (seen.legal[len(legal) :] == -1).all()
        assert (seen.features[len(legal) :] == 0).all()
        assert (seen.features[: len(legal)].sum(axis=1) != 0).all()


def test_sizes_are_those_of_the_documentation() -> None:
    assert [(layout.size, layout.action_columns) for layout in LAYOUTS.values()] == [
        (6378, 75),
        (8340, 79),
        (10386, 83),
    ]


@pytest.mark.parametrize("mechanic", MECHANICS)
def test_each_mechanic_is_seen_and_nothing_hidden_is(mechanic: str) -> None:
    """What is special about the game shows in its column or row, and redealing hidden cards changes no number."""
    table = Episode(Game(2, factions=MECHANICS[mechanic], seed=5), max_turns=24)
    layout, actions = LAYOUTS[2], table.actions
    seen_cards = np.zeros((actions.cards, layout.card_columns), bool)
    buried = False
    for number, _ in enumerate(moments(table, 5)):
        seen = look(table, table.seat)
        assert int(seen.mask.sum()) == len(table.legal()) <= MOST_ACTIONS
        seen_cards |= layout.part(seen.observation, "cards") != 0
        buried = buried or bool(layout.part(seen.observation, "bases")[:, -2:].any())
        if number % 25 == 0:
            for seat in range(2):
                mine, theirs = look(table, seat), look(table.determinised(seat, number), seat)
                for name, array in mine.arrays().items():
                    np.testing.assert_array_equal(array, theirs.arrays()[name], err_msg=name)
    column = {name: seen_cards[:, i] for i, name in enumerate(CARD_COLUMNS)}
    start = actions.supplies
    shown = {
        "titans": column["beside"][actions.titans : start].any() and column["in_play"][actions.titans : start].any(),
        "madness": column["in_hand"][start : start + 30].any(),
        "burying": buried and column["face_down"].any(),
        "monsters": column["in_play"][start + 30 : start + 50].any(),
        "stasis": column["in_stasis"].any(),
        "fusions": (column["minion"] & column["action"]).any(),
    }
    assert shown.get(mechanic, True)
    assert seen_cards[actions.supplies :].any() == (mechanic in ("madness", "monsters"))


def test_games_without_titans_have_empty_rows_for_them() -> None:
    table = Episode(Game(2, factions=MECHANICS["titans"], titans=False))
    actions = table.actions
    cards = LAYOUTS[2].part(look(table, 0).observation, "cards")
    assert not cards[actions.titans :].any()


@pytest.mark.parametrize("players", [2, 4])
def test_observations_do_not_change_when_hidden_cards_do(players: int) -> None:
    """The main property: redealt copies give exactly the same numbers."""
    for number, table in enumerate(moments(make_table(players, 20 + players), players)):
        if number % 15:
            continue
        for seat in range(players):
            twin = table.determinised(seat, number)
            mine, theirs = look(table, seat), look(twin, seat)
            for name, array in mine.arrays().items():
                np.testing.assert_array_equal(array, theirs.arrays()[name], err_msg=name)


def assert_as_in_the_view(table: Episode, seat: int) -> None:
    """What is filled from the state is what the view allows, array by array and number by number."""
    picking = table.picking if table.seat == seat else None
    from_view = encode_view(table.view(seat), table.actions, table.legal(seat), picking).arrays()
    for name, array in look(table, seat).arrays().items():
        np.testing.assert_array_equal(array, from_view[name], err_msg=name)


@pytest.mark.parametrize("seed", range(12))
def test_all_comes_from_the_view(seed: int) -> None:
    """Random games of all factions, draft or not, for every seat, whoever is asked."""
    table = make_table(2 + seed % 3, seed, factions="draft" if seed % 4 == 0 else "random")
    for number, _ in enumerate(moments(table, seed)):
        assert_as_in_the_view(table, table.seat if number % 2 else number // 2 % table.game.players)
    for seat in range(table.game.players):
        assert_as_in_the_view(table, seat)


@pytest.mark.parametrize("mechanic", MECHANICS)
@pytest.mark.parametrize("edition", [2013, 2019])
def test_each_mechanic_comes_from_the_view(mechanic: str, edition: int) -> None:
    table = Episode(Game(2, factions=MECHANICS[mechanic], seed=8, edition=edition), max_turns=40)
    for number, _ in enumerate(moments(table, 8)):
        assert_as_in_the_view(table, number % 2)


def test_odd_positions_come_from_the_view() -> None:
    """Any cards at any legal place: positions that games rarely reach."""
    seen = 0
    for seed in range(150):
        game = Builder(seed).build()
        if game.is_over:
            continue
        table = Episode(game)
        for number, _ in zip(range(4), moments(table, seed), strict=False):
            assert_as_in_the_view(table, (seed + number) % game.players)
            seen += 1
    assert seen > 300


def test_large_numbers_are_cut_as_in_the_view() -> None:
    table = Episode(Game(2, seed=1, target_vp=1000))
    for _ in zip(range(60), moments(table, 1), strict=False):
        pass
    state = table.game.state
    minion = next(card for card in table.game.rules.minions() if card.is_controlled)
    state.counters[minion.id] = 90
    state.vp[0] = 400
    state.turn = 900
    twin = Episode(table.game, max_turns=1000)
    assert_as_in_the_view(twin, 0)
    assert look(twin, 0).observation.max() == HIGH


def test_picks_of_another_are_not_shown() -> None:
    for table in moments(make_table(2, 14), 14):
        assert table.picking is not None
        if table.picking.made:
            other = 1 - table.seat
            fresh = Episode(table.game.clone(), skip_forced=False)
            np.testing.assert_array_equal(look(table, other).observation, look(fresh, other).observation)
            return
    pytest.fail("no answer of several picks in this game")


def test_the_numbers_mean_what_they_say() -> None:
    table = make_table(2, 3)
    for _ in zip(range(150), moments(table, 3), strict=False):
        pass
    seat = table.seat
    seen, layout = look(table, seat), LAYOUTS[2]
    view = table.view(seat)
    players = layout.part(seen.observation, "players")
    assert players[:, 0] * 15 == pytest.approx([view["players"][seat]["vp"], view["players"][1 - seat]["vp"]])
    cards = layout.part(seen.observation, "cards")
    column = {name: i for i, name in enumerate(CARD_COLUMNS)}
    hand = {card["id"] for card in view["players"][seat]["hand"]}
    shown = np.flatnonzero(cards[:, column["in_hand"]])
    assert {(int(slot) // 40 + seat) % 2 * 40 + int(slot) % 40 for slot in shown} == hand
    hidden = sum(player["deck_size"] - len(player["known_deck"]) for player in view["players"])
    other = view["players"][1 - seat]
    assert cards[:, column["hidden"]].sum() == hidden + other["hand_size"] - len(other["known_hand"])
    bases = layout.part(seen.observation, "bases")
    assert bases[:, BASE_COLUMNS.index("present")].sum() == len(view["bases"])
    assert bases[0, BASE_COLUMNS.index("breakpoint")] * 20 == pytest.approx(view["bases"][0]["breakpoint"])
    assert bases[0, len(BASE_COLUMNS)] * 20 == pytest.approx(view["bases"][0]["totals"][seat])


def test_every_column_says_something_in_some_game() -> None:
    """A feature that is always 0 is a mistake."""
    layout = LAYOUTS[3]
    cards = np.zeros(layout.card_columns, bool)
    bases = np.zeros(layout.base_columns, bool)
    table_part = np.zeros(layout.parts["table"][1], bool)
    rows = np.zeros(layout.action_columns, bool)
    for seed in range(6):
        for number, table in enumerate(moments(make_table(3, seed, factions="draft" if seed % 2 else "random"), seed)):
            seen = look(table, table.seat if number % 4 else number // 4 % 3)
            cards |= layout.part(seen.observation, "cards").any(axis=0)
            bases |= layout.part(seen.observation, "bases").any(axis=0)
            table_part |= layout.part(seen.observation, "table") != 0
            rows |= seen.features.any(axis=0)
    rare = {"face_down", "in_stasis", "in_box", "cards_under"}  # `test_each_mechanic_is_seen_and_nothing_hidden_is`
    assert {CARD_COLUMNS[i] for i in np.flatnonzero(~cards[: len(CARD_COLUMNS)])} <= rare
    assert cards[len(CARD_COLUMNS) : len(CARD_COLUMNS) + 3].all()
    silent = [*BASE_COLUMNS, 0, 1, 2, "buried", "buried", "buried"]
    assert {silent[i] for i in np.flatnonzero(~bases)} <= {"picked", "buried", "counters"}  # rare
    assert (~table_part).sum() <= 9, np.flatnonzero(~table_part)
    assert (~rows).sum() <= 24, np.flatnonzero(~rows)


def test_playable_cards_are_those_that_can_be_played() -> None:
    for table in moments(make_table(2, 4), 4):
        question = table.game.question
        if question.kind != "main" or table.picking is None or table.picking.made:
            continue
        cards = LAYOUTS[2].part(look(table, table.seat).observation, "cards")
        marked = set(np.flatnonzero(cards[:, CARD_COLUMNS.index("playable")]).tolist())
        in_hand = np.flatnonzero(cards[:, CARD_COLUMNS.index("in_hand")]).tolist()
        plays = {
            table.actions.parts(path[0]).value for path in table.picking.paths if path[0] != END and path[0] in PLAYS
        }
        assert marked == plays.intersection(in_hand)


@pytest.mark.parametrize("players", [2, 3])
def test_hidden_cards_exchanged_by_hand_change_nothing(players: int) -> None:
    """Others' unknown hands and all unknown decks are turned over card by card, without the engine's dealing."""
    changed = 0
    for table in moments(make_table(players, 31), 31):
        seat = table.seat
        if table.game.question.kind != "main" or table.picking is None or table.picking.made:
            continue
        before = look(table, seat)
        twin = table.clone()
        state = twin.game.state
        for owner in range(players):
            piles = [state.decks[owner], *([state.hands[owner]] if owner != seat else [])]
            slots = [(pile, place) for pile in piles for place in range(len(pile))]
            unknown = [(pile, place) for pile, place in slots if not state.known[pile[place]] & 1 << seat]
            cards = [pile[place] for pile, place in unknown]
            changed += len(cards)
            for (pile, place), card in zip(unknown, reversed(cards), strict=True):
                pile[place] = card
        after = look(twin, seat)
        for name, array in before.arrays().items():
            np.testing.assert_array_equal(array, after.arrays()[name], err_msg=name)
        assert table.view(seat) == twin.view(seat)
    assert changed > 1000
