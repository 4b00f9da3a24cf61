"""Observations with identity: distinct, right, the same from state and view, and made of nothing that is hidden."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test

from basebash import CARDS, FACTIONS, BadSetup, Game
from basebash.bots import Bot, RandomBot, make_bot, play
from basebash.engine.log import EVENT_KINDS, event_facts
from basebash.envs import pettingzoo
from basebash.envs.actions import BASE_PLACES, THING_KINDS, Actions
from basebash.envs.card_index import CardIndex
from basebash.envs.episode import Episode
from basebash.envs.formats import SecondFormat, format_of
from basebash.envs.gymnasium import SeatEnv
from basebash.envs.observe import MOST_ACTIONS, Seen
from basebash.envs.policy import PolicyBot
from basebash.envs.v2.columns import (
    ACTION_AT,
    BASES,
    CARD_AT,
    CARDS_COLUMNS,
    EVENT_OF,
    EVENTS,
    PLAYERS,
    PLAYS,
    TABLE,
    TABLE_AT,
    ZONE_OF,
    facts_of,
    layout_of,
)
from basebash.envs.v2.sheet import identities
from basebash.envs.vector import SeatVectorEnv
from basebash.invariants import Builder

from .helpers import MECHANICS, make_table, moments

V2 = SecondFormat(MOST_ACTIONS)
NAMES = ["", *(CARDS[number].name for number in CardIndex.of().cards)]


def see(table: Episode, seat: int) -> Seen:
    return V2.look(table, seat)


def part(table: Episode, seat: int, name: str) -> Any:
    return layout_of(table.actions).part(see(table, seat).observation, name)


def picked_name(table: Episode, action: int) -> str:
    """The name of what an action is about; "" if it has none."""
    parts, state = table.actions.parts(action), table.game.state
    if parts.kind == "name":
        return table.actions.index.names[parts.value]
    if parts.kind not in THING_KINDS or parts.value == table.actions.nothing:
        return ""
    place = parts.value - table.actions.cards
    if place >= BASE_PLACES:
        return CARDS[table.actions.index.bases[place - BASE_PLACES]].name
    if place >= 0:
        return state.printed[state.bases[place]].name
    return state.printed[table.places.slots(table.seat).index(parts.value)].name


@pytest.mark.parametrize("seed", range(8))
def test_every_action_says_what_it_is_about(seed: int) -> None:
    """No two legal actions have the same row, and what a row names is what would be picked."""
    named = 0
    for table in moments(make_table(2 + seed % 3, seed, factions="draft" if seed % 4 == 1 else "random"), seed):
        legal, seen = table.legal(), see(table, table.seat)
        rows = seen.features[: len(legal)]
        assert len({row.tobytes() for row in rows}) == len(legal)
        for action, row in zip(legal, rows, strict=True):
            name = picked_name(table, action)
            assert NAMES[row[ACTION_AT["card"]]] == name
            named += name != ""
            parts = table.actions.parts(action)
            if parts.kind == "faction":
                assert table.actions.index.factions[row[ACTION_AT["faction"]] - 1] == list(FACTIONS)[parts.value]
    assert named > 100


def assert_as_in_the_view(table: Episode, seat: int) -> None:
    picking = table.picking if table.seat == seat else None
    view = table.game.view(seat, gains=False, recent=V2.recent).data
    from_view = V2.from_view(view, table.actions, table.legal(seat), picking).arrays()
    for name, array in see(table, seat).arrays().items():
        np.testing.assert_array_equal(array, from_view[name], err_msg=name)


@pytest.mark.parametrize("seed", range(9))
def test_all_comes_from_the_view(seed: int) -> None:
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
    seen = 0
    for seed in range(120):
        game = Builder(seed).build()
        if game.is_over:
            continue
        table = Episode(game)
        for number, _ in zip(range(4), moments(table, seed), strict=False):
            assert_as_in_the_view(table, (seed + number) % game.players)
            seen += 1
    assert seen > 240


def assert_alike(table: Episode, twin: Episode, seat: int) -> None:
    """What the seat sees is the same, except for the history: a copy that was dealt has none."""
    mine, theirs = see(table, seat), see(twin, seat)
    at = layout_of(table.actions).at["history"]
    np.testing.assert_array_equal(mine.observation[:at], theirs.observation[:at])
    for name in ("mask", "legal", "features"):
        np.testing.assert_array_equal(getattr(mine, name), getattr(theirs, name), err_msg=name)


@pytest.mark.parametrize("players", [2, 4])
def test_observations_do_not_change_when_hidden_cards_do(players: int) -> None:
    for number, table in enumerate(moments(make_table(players, 20 + players), players)):
        if number % 15 == 0:
            for seat in range(players):
                assert_alike(table, table.determinised(seat, number), seat)


@pytest.mark.parametrize("mechanic", MECHANICS)
def test_no_mechanic_shows_what_is_hidden(mechanic: str) -> None:
    table = Episode(Game(2, factions=MECHANICS[mechanic], seed=5), max_turns=24)
    for number, _ in enumerate(moments(table, 5)):
        if number % 25 == 0:
            for seat in range(2):
                assert_alike(table, table.determinised(seat, number), seat)


@pytest.mark.parametrize("players", [2, 3])
def test_hidden_cards_exchanged_by_hand_change_nothing(players: int) -> None:
    """Others' unknown hands and all unknown decks are turned over card by card, without the engine's dealing."""
    changed = 0
    for table in moments(make_table(players, 31), 31):
        seat = table.seat
        if table.game.question.kind != "main" or table.picking is None or table.picking.made:
            continue
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
        assert_alike(table, twin, seat)
    assert changed > 1000


@pytest.mark.parametrize("seed", range(6))
def test_the_history_agrees_with_the_log(seed: int) -> None:
    """Line by line: its cards and bases are those that the player's own log names, and no others."""
    table = make_table(2 + seed % 3, seed)
    for _ in moments(table, seed):
        pass
    game, index = table.game, table.actions.index
    private = 0
    for seat in (None, *range(game.players)):
        for entry, line in zip(game.entries, game.log_for(seat), strict=True):
            if entry.kind not in EVENT_KINDS:
                continue
            linked = [piece for piece in line.parts if isinstance(piece, dict) and "player" not in piece]
            told = [piece.get("card", piece.get("base")) for piece in linked]
            facts, public = event_facts(game.rules, entry, seat), event_facts(game.rules, entry, None)
            assert facts is not None
            assert public is not None
            shown = facts[4]
            assert set(shown) <= set(told)
            assert set(told) <= {*shown, entry.base}
            private += seat is not None and len(shown) > len(public[4])
    assert private > 10
    for seat in range(game.players):
        lines = [line for line in game.log_for(seat) if line.kind in EVENT_KINDS][-16:]
        rows = part(table, seat, "history")
        assert [row[0] for row in rows] == [EVENT_OF[line.kind] for line in lines]
        for row, line in zip(rows, lines, strict=True):
            names = {NAMES[i] for i in row[3:7] if i}
            assert all(name in line.text for name in names)
            assert row[8] == line.turn
            assert row[1] == (0 if line.player < 0 else 1 + (line.player - seat) % game.players)
    assert index is CardIndex.of()


def test_the_order_of_the_discard_pile_and_of_the_base_deck() -> None:
    """With the known top of the base deck, and what was named."""
    seen: set[str] = set()
    index = CardIndex.of()
    for seed, factions in enumerate([MECHANICS["duels"], [["Ghosts", "Pirates"], ["Tricksters", "Fairies"]]] * 3):
        table = Episode(Game(2, factions=factions, seed=seed))
        for _ in moments(table, seed):
            view = table.game.view(0).data
            cards, slots = part(table, 0, "cards"), table.places.slots(0)
            for player in range(2):
                pile = [card["id"] for card in view["players"][player]["discard"]]
                assert [cards[slots[card], CARD_AT["order"]] for card in pile] == list(range(1, len(pile) + 1))
            table_row = part(table, 0, "table")
            top = view["base_deck_top"]
            assert NAMES[table_row[TABLE_AT["next_base"]]] == (top["name"] if top else "")
            assert bool(table_row[TABLE_AT["duel"]]) == (view["duel"] is not None)
            if view["duel"]:
                shown = cards[:, CARD_AT["duel"]]
                assert sorted(shown[shown > 0]) == [1, 2][: np.count_nonzero(shown)]
                seen.add("duel")
            for n, right in enumerate(view["plays"][:8]):
                row = part(table, 0, "plays")[n]
                if "base" in right:
                    place = row[PLAYS.index("place")]
                    assert view["bases"][place - 1]["name"] == right["base"]["name"]
                    seen.add("base of a play")
            for base in view["bases"]:
                for card in base["cards"]:
                    row = cards[slots[card["id"]]]
                    faction = ["", *index.id_of_faction][row[CARD_AT["named_faction"]]]
                    if not row[CARD_AT["named_other"]]:
                        assert (NAMES[row[CARD_AT["named"]]] or faction) == card["named"]
                    if card["named"]:
                        seen.add("faction" if faction else "named")
    assert seen >= {"duel", "base of a play", "named", "faction"}, seen


def test_the_known_top_of_the_base_deck() -> None:
    table = make_table(2, 9)
    state = table.game.state
    for seat in range(2):
        assert part(table, seat, "table")[TABLE_AT["next_base"]] == 0
    state.known[state.base_deck[0]] = 1 << 1
    twin = Episode(table.game)
    assert part(twin, 0, "table")[TABLE_AT["next_base"]] == 0
    assert NAMES[part(twin, 1, "table")[TABLE_AT["next_base"]]] == state.printed[state.base_deck[0]].name
    assert_as_in_the_view(twin, 1)


def test_rows_say_where_cards_are() -> None:
    attached = 0
    for number, table in enumerate(moments(make_table(2, 7), 7)):
        if number % 5:
            continue
        cards, slots, view = part(table, 0, "cards"), table.places.slots(0), table.view(0)
        zone, on, place = (cards[:, CARD_AT[name]] for name in ("zone", "on", "place"))
        for n, base in enumerate(view["bases"]):
            for card in base["cards"]:
                slot = slots[card["id"]]
                assert (zone[slot], on[slot], place[slot]) == (ZONE_OF["play"], 0, n + 1)
                for upon in card["cards"]:
                    assert on[slots[upon["id"]]] == slot + 1
                    attached += 1
        hand = [slots[card["id"]] for card in view["players"][0]["hand"]]
        assert sorted(np.flatnonzero(zone == ZONE_OF["hand"])) == sorted(hand)
        for slot, card in enumerate(cards[: 2 * 40]):
            assert NAMES[card[0]] == table.game.state.printed[slots.index(slot)].name
    assert attached


def test_printed_facts() -> None:
    index = CardIndex.of()
    table = identities(index)
    assert table.shape == (len(index.cards) + 1, 11)
    assert not table[0].any()
    assert table[1:, 0].tolist() == list(range(1, len(index.cards) + 1))
    says = {card.name: facts_of(index, card.number) for card in CARDS if card.number in index.id_of_card}
    names = ["minion", "action", "titan", "printed_power", "plays_on", "talent", "special", "ongoing"]
    wanted = {
        "King Rex": [1, 0, 0, 7, 0, 0, 0, 0],
        "Upgrade": [0, 1, 0, 0, 2, 0, 0, 1],
        "Great Wolf Spirit": [0, 0, 1, 0, 0, 1, 1, 1],
    }
    for card, facts in wanted.items():
        assert [says[card][CARD_AT[name]] for name in names] == facts, card
    assert says["Microbot Alpha"][CARD_AT["trait"]] == says["Microbot Fixer"][CARD_AT["trait"]] > 0


def test_few_rows_of_actions() -> None:
    """With a small limit the mask is complete, and the first actions have rows."""
    small = SecondFormat(8)
    longest = 0
    for table in moments(make_table(2, 3, factions="draft"), 3):
        seen, legal = small.look(table, table.seat), table.legal()
        assert np.flatnonzero(seen.mask).tolist() == legal
        assert seen.legal[: len(legal)].tolist() == legal[:8]
        assert seen.features.shape == (8, len(ACTION_AT))
        longest = max(longest, len(legal))
    assert longest > 80


def test_the_same_arrays_are_filled_again() -> None:
    kept: Seen | None = None
    for number, table in enumerate(moments(make_table(3, 5), 5)):
        fresh = see(table, number % 3)
        kept = V2.look(table, number % 3, kept)
        for name, array in fresh.arrays().items():
            np.testing.assert_array_equal(array, kept.arrays()[name], err_msg=name)


@pytest.mark.filterwarnings("ignore:Observation")  # PettingZoo prefers boxes to dicts
def test_environments_offer_it() -> None:
    env = pettingzoo.env(3, observation="v2", max_actions=32, target_vp=3)
    api_test(env, num_cycles=60)
    tables = SeatVectorEnv(3, observation="v2")
    single = SeatEnv(observation="v2")
    observation, _ = tables.reset(seed=11)
    alone, _ = single.reset(seed=12)
    for _ in range(40):
        assert tables.observation_space.contains(observation)
        for name, array in alone.items():
            np.testing.assert_array_equal(array, observation[name][1], err_msg=name)
        picks = observation["legal_actions"][:, 0]
        observation, *_ = tables.step(picks)
        alone, _, over, cut_off, _ = single.step(int(picks[1]))
        assert not over
        assert not cut_off
    tables.close()


def test_a_step_is_small() -> None:
    size = {
        (name, rows): sum(array.nbytes for array in format_of(name, rows).look(make_table(2, 1), 0).arrays().values())
        for name, rows in (("v1", MOST_ACTIONS), ("v2", MOST_ACTIONS), ("v2", 32))
    }
    assert size["v2", 32] * 5 < size["v1", MOST_ACTIONS]
    assert size["v2", MOST_ACTIONS] * 3 < size["v1", MOST_ACTIONS]


def test_a_policy_sees_as_a_bot_what_the_environment_shows() -> None:
    """Its history too, which the view of a bot contains if it asks for it."""
    table = Episode(Game(2, seed=4, target_vp=6), skip_forced=False)
    compared = 0

    def first(arrays: dict[str, Any]) -> int:
        nonlocal compared
        if not arrays["observation"][TABLE_AT["picks_made"]] and not arrays["observation"][TABLE_AT["is_started"]]:
            expected = see(table, table.seat).arrays()
            for name, array in arrays.items():
                np.testing.assert_array_equal(array, expected[name], err_msg=name)
            compared += 1
        return int(arrays["legal_actions"][0])

    class Asked(PolicyBot):
        def choose(self, *given: Any) -> Any:
            return PolicyBot(first, observation="v2").choose(*given)

    bots: list[Bot] = [Asked(first, observation="v2"), make_bot("random", 1)]
    while not table.game.is_over:
        seat = table.game.question.player
        table.let_answer(bots[seat])
    assert compared > 30
    lowest = PolicyBot(lambda arrays: int(arrays["legal_actions"][0]), observation="v2", max_actions=4)
    assert play(Game(2, seed=4, target_vp=3), [lowest, RandomBot(1)]).is_over


def test_wrong_formats_are_explained() -> None:
    with pytest.raises(BadSetup, match='use "v1" or "v2"'):
        format_of("v3")
    with pytest.raises(BadSetup, match='observation="v2"'):
        SeatEnv(max_actions=8)
    with pytest.raises(BadSetup, match="at least 1"):
        SeatEnv(observation="v2", max_actions=0)


def test_every_column_says_something_in_some_game() -> None:
    """A feature that is always 0 is a mistake."""
    layout = layout_of(Actions.of(2))
    used = {name: np.zeros(shape[-1], bool) for name, (_, shape) in layout.parts.items()}
    games = [Episode(Game(2, factions=pair, seed=3), max_turns=30) for pair in MECHANICS.values()]
    games += [make_table(2, seed) for seed in range(6)]
    games.append(Episode(Game(2, factions=[["Ghosts", "Pirates"], ["Tricksters", "Fairies"]], seed=1)))
    for table in games:
        for _ in moments(table, 2):
            seen = see(table, table.seat)
            for name, column in used.items():
                shown = layout.part(seen.observation, name).reshape(-1, len(column))
                np.logical_or(column, shown.any(axis=0), out=column)
    names = {
        "table": TABLE,
        "players": PLAYERS,
        "cards": CARDS_COLUMNS,
        "bases": [*BASES, *["mine", "theirs", "buried", "buried"]],
        "plays": PLAYS,
        "history": EVENTS,
    }
    silent = {
        f"{name}.{names[name][i]}" for name, column in used.items() if name in names for i in np.flatnonzero(~column)
    }
    assert silent <= {"table.madness_discard", "cards.named", "plays.card", "bases.counters"}, silent
