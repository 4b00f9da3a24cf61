"""Action ids: complete, independent of the order of options, and the same from copies."""

from __future__ import annotations

import pickle
from itertools import islice
from random import Random

import pytest

from basebash import CARDS, FACTIONS, Game, IllegalAnswer, Option, Question
from basebash.engine import BASE, TITAN
from basebash.envs.actions import (
    BASE_PLACES,
    DECK_SIZE,
    DONE,
    KINDS,
    RULES,
    WAIT,
    Actions,
    Picking,
    Places,
    Unencodable,
    cards_of,
    picks_for,
)
from basebash.envs.episode import Episode

from .helpers import make_table, moments

PLAYERS = (2, 3, 4)
PLACES = Places.of(
    [["Ghosts", "Pirates"], ["Robots", "Zombies"], ["Aliens", "Wizards"]], 2019, Actions.of(3).index.sets
)


def make_question(
    options: list[Option], low: int, high: int, kind: str = "card"
) -> tuple[Question, list[tuple[int, ...]]]:
    question = Question(Game(2).rules, 0, kind, "Pick", list(options), low=low, high=high)
    actions = Actions.of(2)
    return question, actions.paths(options, 0, [], PLACES)


@pytest.mark.parametrize("players", PLAYERS)
def test_ids_are_blocks_without_gaps(players: int) -> None:
    actions = Actions.of(players)
    ids = [i for block in actions.blocks.values() for i in block]
    assert ids == list(range(actions.size))
    assert tuple(actions.blocks) == KINDS
    for i in ids:
        parts = actions.parts(i)
        assert actions.id_of(parts.kind, parts.value) == i
    assert len({actions.describe(i) for i in ids}) == actions.size
    with pytest.raises(Unencodable):
        actions.parts(actions.size)
    with pytest.raises(Unencodable):
        actions.id_of("number", 41)


def test_sizes_are_those_of_the_documentation() -> None:
    assert [Actions.of(players).size for players in PLAYERS] == [4321, 4658, 4995]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", [2013, 2019])
def test_ids_of_cards_follow_from_owner_and_printed_deck(players: int, edition: int) -> None:
    factions = [["Mages", "Elder Things"], ["Clerics", "Ninjas"], ["Dinosaurs", "Magical Girls"], ["Zombies", "Ghosts"]]
    state = Game(players, factions=factions[:players], edition=edition).state
    places = Places.of(state.factions, edition, Actions.of(players).index.sets)
    assert places.numbers[: len(state.printed)] == [card.number for card in state.printed]
    actions, seat = Actions.of(players), players - 1
    slots = places.slots(seat)
    cards = [slot for slot in slots if slot >= 0]
    assert len(set(cards)) == len(cards)
    assert max(cards) == actions.cards - 1
    for card, owner in enumerate(state.owner):
        if state.printed[card].kind == BASE:
            assert slots[card] == -1
        elif state.printed[card].kind == TITAN:
            assert actions.titans <= slots[card] < actions.supplies
        elif owner >= 0:
            half, nth = divmod(slots[card] % DECK_SIZE, DECK_SIZE // 2)
            assert (slots[card] // DECK_SIZE + seat) % players == owner
            assert state.printed[card] is FACTIONS[state.factions[owner][half]].deck[nth]
        else:
            assert slots[card] >= actions.supplies


def test_things_are_counted_from_the_one_who_is_asked() -> None:
    actions = Actions.of(3)
    assert actions.thing(0, 0, [], PLACES) == 0
    assert actions.thing(0, 1, [], PLACES) == 2 * DECK_SIZE
    assert actions.thing(85, 2, [], PLACES) == 5
    assert actions.thing(-1, 0, [], PLACES) == actions.nothing
    row = list(range(120, 134))
    assert actions.thing(120, 0, row, PLACES) == actions.cards
    assert actions.thing(131, 0, row, PLACES) == actions.cards + BASE_PLACES - 1
    beyond = actions.thing(132, 0, row, PLACES)
    assert beyond >= actions.cards + BASE_PLACES
    assert CARDS[PLACES.numbers[132]].name in actions.describe(actions.id_of("pick", beyond))


def test_face_down_cards_at_one_place_are_distinguished() -> None:
    options = [Option(i, "card", "A face-down card", target=120, value=age) for i, age in enumerate((9, 4))]
    options.append(Option(2, "card", "A face-down card", target=121, value=5))
    paths = Actions.of(3).paths(options, 0, [120, 121], PLACES)
    assert len(set(paths)) == 3
    back = Actions.of(3).paths(options[::-1], 0, [120, 121], PLACES)
    assert back[::-1] == paths


def test_rules_that_wait_among_triggers_are_distinguished() -> None:
    options = [Option(i, "trigger", name, name=name) for i, name in enumerate(RULES)]
    assert len(set(Actions.of(2).paths(options, 0, [], PLACES))) == len(RULES)


def test_picks_do_not_depend_on_the_order_of_options() -> None:
    for table in moments(make_table(3, 11), 11):
        question, picking = table.game.question, table.picking
        assert picking is not None
        shuffled = picking.paths[:]
        Random(1).shuffle(shuffled)
        other = Picking(question, shuffled)
        assert other.remade(picking.made).legal() == picking.legal()


@pytest.mark.parametrize("players", PLAYERS)
def test_every_answer_can_be_picked(players: int) -> None:
    """Answers of whole questions, translated to picks, give the same answer (up to options that are alike)."""
    chance = Random(players)
    table = Episode(Game(players, seed=players, factions="draft"), skip_forced=False)
    while table.seat >= 0:
        question, picking = table.game.question, table.picking
        assert picking is not None
        for answer in islice(question.legal_answers(), 30):
            copy = Picking(question, picking.paths)
            for action in picks_for(picking.paths, answer, question):
                assert action in copy.legal()
                copy.apply(action)
            assert copy.answer is not None
            assert question.is_legal(copy.answer)
            assert [picking.paths[i] for i in copy.answer] == [picking.paths[i] for i in answer]
        table.apply(chance.choice(table.legal()))
    assert table.is_over


def test_several_picks_then_done() -> None:
    question, paths = make_question([Option(i, "card", str(i), card=i) for i in (0, 1, 2)], 1, 3)
    picking = Picking(question, paths)
    first, second, third = (path[0] for path in paths)
    assert picking.legal() == [first, second, third]
    picking.apply(third)
    assert picking.legal() == [DONE, first, second]
    picking.apply(first)
    picking.apply(DONE)
    assert picking.answer == (0, 2)


def test_arranging_keeps_the_order_of_picks() -> None:
    question, paths = make_question([Option(i, "card", str(i), card=i) for i in (0, 1, 2)], 3, 3, "arrange")
    picking = Picking(question, paths)
    for i in (2, 0, 1):
        assert picking.answer is None
        assert DONE not in picking.legal()
        picking.apply(paths[i][0])
    assert picking.answer == (2, 0, 1)


def test_declining_is_an_action() -> None:
    question, paths = make_question([Option(0, "yes", "Yes", value=1)], 0, 1, "yes")
    picking = Picking(question, paths)
    assert picking.legal() == [DONE, paths[0][0]]
    picking.apply(DONE)
    assert picking.answer == ()


def test_an_option_is_picked_thing_by_thing_as_far_as_it_is_open() -> None:
    options = [
        Option(0, "play", "a", card=3, target=50),
        Option(1, "play", "b", card=3, target=51, using=7),
        Option(2, "play", "c", card=3, target=51),
        Option(3, "play", "d", card=4, target=50),
    ]
    actions = Actions.of(2)
    question, paths = make_question(options, 1, 1, "main")
    play3, play4 = actions.id_of("play", 3), actions.id_of("play", 4)
    assert Picking(question, paths).remade([play4]).answer == (3,)
    half = Picking(question, paths).remade([play3])
    assert half.legal() == [actions.id_of("on", 50), actions.id_of("on", 51)]
    half.apply(actions.id_of("on", 51))
    assert half.legal() == [actions.id_of("using", 7), actions.id_of("using", actions.nothing)]
    half.apply(actions.id_of("using", 7))
    assert half.answer == (1,)


def test_only_the_player_who_is_asked_may_pick() -> None:
    table = make_table(3, 2)
    assert table.legal((table.seat + 1) % 3) == [WAIT]
    before = table.game.digest()
    illegal = next(i for i in range(table.actions.size) if i not in table.legal())
    with pytest.raises(IllegalAnswer):
        table.apply(illegal)
    assert table.game.digest() == before


def test_forced_picks_are_skipped_on_request_only() -> None:
    assert all(len(table.legal()) > 1 for table in moments(make_table(2, 8), 8))
    patient = Episode(Game(2, seed=8), skip_forced=False)
    assert any(len(table.legal()) == 1 for table in moments(patient, 8))


def test_a_long_game_is_cut_off() -> None:
    table = Episode(Game(2, seed=8), max_turns=3)
    for _ in moments(table, 8):
        assert table.game.state.turn <= 3
    assert table.is_cut_off
    assert not table.is_over
    assert table.returns() == [0.0, 0.0]


def test_returns_add_up_to_nothing() -> None:
    table = make_table(4, 3, target_vp=4)
    assert table.returns() == [0.0] * 4
    for _ in moments(table, 3):
        pass
    assert sum(table.returns()) == pytest.approx(0)
    assert max(table.returns()) == 1.0


@pytest.mark.parametrize("players", PLAYERS)
def test_copies_go_on_alike(players: int) -> None:
    for number, table in enumerate(moments(make_table(players, 40 + players), players)):
        if number % 10:
            continue
        for twin in (table.clone(), pickle.loads(pickle.dumps(table))):
            assert (twin.seat, twin.legal(), twin.picks) == (table.seat, table.legal(), table.picks)
            pick = twin.legal()[number % len(twin.legal())]
            other = table.clone()
            other.apply(pick)
            twin.apply(pick)
            assert twin.game.digest() == other.game.digest()
            assert twin.legal() == other.legal()


def test_a_redealt_copy_looks_the_same() -> None:
    for number, table in enumerate(moments(make_table(3, 6), 6)):
        if number % 10:
            continue
        for seat in range(3):
            twin = table.determinised(seat, number)
            assert twin.seat == table.seat
            assert twin.legal(seat) == table.legal(seat)
            assert twin.game.setup.seed == 0
            assert twin.game.view(seat).data == table.game.view(seat).data


def test_words_name_the_card() -> None:
    table = Episode(Game(2, factions=[["Ghosts", "Pirates"], ["Robots", "Zombies"]], seed=1))
    names = {card["name"] for card in table.view(table.seat)["players"][table.seat]["hand"]}
    said = [table.words(action, table.seat) for action in table.legal()]
    assert any(name in text for name in names for text in said)


def test_a_window_may_offer_plays_and_abilities_together() -> None:
    """The answers from a hand to what just happened: a play on a base, or an ability of a card in hand."""
    game = Game(2, seed=1)
    rules, base = game.rules, game.state.bases[0]
    first, second = game.state.hands[0][:2]
    question = Question(rules, 0, "special", "Respond?", [("special", first, base, None), rules.card(second)], low=0)
    actions = Actions.of(2)
    places = Places.of(game.state.factions, 2019, actions.index.sets)
    play, ability = actions.paths_of(question, game.state.bases, places)
    assert [actions.parts(path[0]).kind for path in (play, ability)] == ["special", "pick"]
    assert cards_of(question) == [first, second]
