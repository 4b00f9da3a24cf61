"""Bots: the same for the same seed, always legal, in time, and blind to what is hidden."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from itertools import islice
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

import pytest

from basebash import IS_COMPILED, Answer, BasebashError, Game, IllegalAnswer, State, UnknownName, View
from basebash.bots import Ask, Bot, Copies, GreedyBot, RandomBot, SearchBot, ask, bot_names, make_bot, names, play
from basebash.bots.evaluate import chances, extras, scores
from basebash.bots.greedy import quick_turn, replied, reply
from basebash.bots.moves import best_several, signature, single_answers
from basebash.bots.search import Search
from basebash.bots.thinking import COLLECT_AFTER, LONGEST_TURN
from basebash.bots.tree import Budget, Child
from basebash.engine import Question
from basebash.engine.rules.power import all_totals

NAMES = ["random", "easy", "greedy", "search@4"]


def positions(players: int, seed: int, step: int) -> Iterator[Game]:
    """Some questions of a random game, at regular intervals."""
    game = Game(players, seed=seed)
    chance = State(2, seed)
    number = 0
    while not game.is_over:
        if number % step == step - 1:
            yield game
        number += 1
        game.answer(game.question.random_answer(chance))


# ----------------------------------------------------------------------------------------------- by name
def test_bots_have_names() -> None:
    assert {"random", "greedy", "search", "easy", "normal", "hard", "adaptive", "builder"} <= set(bot_names())
    assert isinstance(make_bot("greedy"), GreedyBot)
    hard = make_bot("hard")
    assert isinstance(hard, SearchBot)
    assert hard.seconds == 1.0
    quick = make_bot("search@0.5s")
    assert isinstance(quick, SearchBot)
    assert quick.seconds == 0.5


@pytest.mark.parametrize(
    "name", ["no.such.module:bot", "basebash.bots:nothing", "search@many", "basebash.bots:__all__"]
)
def test_a_bot_that_cannot_be_loaded_says_why(name: str) -> None:
    with pytest.raises(BasebashError, match=r"bot|search"):
        make_bot(name)


def test_an_unknown_bot_has_near_ones() -> None:
    with pytest.raises(UnknownName, match="greedy"):
        make_bot("greedi")


def first_option(view: View, question: Ask, copies: Copies) -> list[int] | int | None:
    """A bot written as a function."""
    assert view.data["viewer"] == question.player == copies.observer
    if question.low > 1:
        return list(range(question.low))
    return 0 if question.options else None


class Wrong(Bot):
    """Gives an illegal answer."""

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        return (len(question.options),)


def test_any_function_is_a_bot() -> None:
    bot = make_bot("tests.bots.test_bots:first_option")
    game = Game(seed=1)
    for _ in range(20):
        game.answer(ask(bot, game))
    assert game.answers_given == 20


def test_a_bot_of_another_package_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    class Found:
        name = "wrong"

        def load(self) -> type[Bot]:
            return Wrong

    def entry_points(*, group: str, name: str = "wrong") -> list[Found]:
        return [Found()] if group == "basebash.bots" and name == "wrong" else []

    monkeypatch.setattr(names, "entry_points", entry_points)
    assert "wrong" in bot_names()
    assert isinstance(make_bot("wrong"), Wrong)


def test_an_illegal_answer_is_refused() -> None:
    with pytest.raises(IllegalAnswer, match="Wrong answered"):
        ask(Wrong(), Game(seed=1))


# ----------------------------------------------------------------------------------------------- what they do
@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    histories = []
    for _ in range(2):
        game = Game(2, seed=5)
        bots = [make_bot(name, seed=1), make_bot("random", seed=2)]
        while not game.is_over and game.answers_given < 24:
            game.answer(ask(bots[game.question.player], game))
        histories.append(game.history)
    assert histories[0] == histories[1]


@pytest.mark.parametrize("seed", range(5))
def test_games_between_bots_end(seed: int) -> None:
    players = 2 + seed % 3
    kinds = ["easy", "random", "greedy" if seed == 1 else "easy", "random"]
    game = Game(players, seed=seed, edition=(2013, 2016, 2019)[seed % 3], ask_everyone=bool(seed % 2))
    play(game, [make_bot(kinds[i], seed=seed) for i in range(players)])
    assert game.winner is not None


def test_bots_take_part_in_a_draft() -> None:
    game = Game(2, factions="draft", seed=2)
    bots = [make_bot("greedy", seed=1), make_bot("search@2", seed=2)]
    while game.answers_given < 6:
        game.answer(ask(bots[game.question.player], game))
    assert all(len(pair) == 2 for pair in game.state.factions)


def test_an_endless_turn_is_ended() -> None:
    game = next(iter(positions(2, seed=3, step=20)))
    while game.question.kind != "main":
        game.answer(next(game.legal_answers()))
    bot = make_bot("easy", seed=1)
    answers = [ask(bot, game) for _ in range(LONGEST_TURN + 1)]
    assert game.question.options[answers[-1][0]].kind == "end"


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(3):
        bots: list[Bot] = [RandomBot(seed), RandomBot(seed)]
        bots[seed % 2] = GreedyBot(seed, width=2)
        wins += play(Game(2, seed=seed), bots).winner == seed % 2
    assert wins >= 2


@pytest.mark.skipif(IS_COMPILED, reason="compiled code calls Game.answer directly, so nothing can count the calls")
def test_a_time_budget_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = 0
    answer = Game.answer

    def counted(game: Game, picks: Answer) -> None:
        nonlocal answered
        answered += 1
        answer(game, picks)

    # A clock that advances with each question that a copy is asked: the same on every machine.
    monkeypatch.setattr(Game, "answer", counted)
    over = []
    for game in islice(positions(2, seed=3, step=16), 12):
        start = answered
        bot = SearchBot(seed=1, seconds=300, clock=lambda: answered)
        ask(bot, game)
        over.append(answered - start - 300)
    # The excess is the iteration in progress. Without the limit one takes up to several hundred.
    assert max(over) < 60, over
    assert sum(over) > -300, over


def test_thinking_leaves_the_garbage_collector_as_it_was() -> None:
    usual = gc.get_threshold()
    seen: list[int] = []

    def clock() -> float:
        seen.append(gc.get_threshold()[0])
        if len(seen) > 20:
            raise ZeroDivisionError
        return 0.0

    game = next(iter(positions(2, seed=3, step=20)))
    with pytest.raises(ZeroDivisionError):
        ask(SearchBot(seed=1, seconds=1.0, clock=clock), game)
    assert seen[-1] == COLLECT_AFTER
    assert gc.get_threshold() == usual


@pytest.mark.parametrize("name", ["greedy", "search@4"])
def test_copies_are_freed_at_once(name: str) -> None:
    game = next(iter(positions(2, seed=3, step=20)))
    gc.collect()
    gc.disable()
    try:
        ask(make_bot(name, seed=1), game)
        left = gc.collect()
    finally:
        gc.enable()
    assert left < 4000  # half a dozen copies; hundreds were made


def test_what_a_base_pays_by_its_own_rule_is_kept_only_while_it_stays_the_same() -> None:
    """Rhodes Plaza Mall pays each player for their minions there."""
    game = Game(factions=[("Zombies", "Pirates"), ("Aliens", "Robots")], seed=5)
    chance = State(2, 4)
    seen: set[tuple[int, ...]] = set()
    while not game.is_over:
        for base in game.rules.bases:
            if base.printed.name == "Rhodes Plaza Mall":
                totals = all_totals(game.rules, base)
                found = extras(game, base, totals)
                assert found == [len(game.rules.card(base.id).minions_of(player)) for player in range(2)]
                seen.add(tuple(found))
        game.answer(game.question.random_answer(chance))
    assert len(seen) > 3


def test_thoughts_tell_the_lines_considered() -> None:
    game = next(iter(positions(2, seed=3, step=20)))
    for name in ("greedy", "search@40"):
        bot = make_bot(name, seed=1)
        answer = ask(bot, game)
        assert bot.thoughts[0].answer == answer
        assert bot.thoughts[0].text
        assert bot.thoughts[0].to_json()["answer"] == list(answer)


def test_thoughts_are_reported_best_first() -> None:
    # An answer that was lucky once is not ranked above one known to be good, nor given a higher value.
    for game in islice(positions(2, seed=3, step=20), 8):
        bot = make_bot("search@40", seed=1)
        ask(bot, game)
        values = [thought.value for thought in bot.thoughts]
        assert values == sorted(values, reverse=True)
        assert all(thought.tries for thought in bot.thoughts) or len(bot.thoughts) == 1


# ----------------------------------------------------------------------------------------------- what they know
@pytest.mark.parametrize("name", ["easy", "adaptive", "greedy", "search@4"])
def test_choices_do_not_depend_on_what_is_hidden(name: str) -> None:
    checked = 0
    for number, game in enumerate(positions(2 + len(name) % 2, seed=11, step=9)):
        me = game.question.player
        other = game.determinised(me, seed=number + 100)
        assert other.view(me).data == game.view(me).data
        if other.state.hands == game.state.hands and other.state.decks == game.state.decks:
            continue
        assert ask(make_bot(name, seed=4), other) == ask(make_bot(name, seed=4), game)
        checked += 1
        if checked == 9:
            break
    assert checked == 9


def reachable(roots: list[Any]) -> list[Any]:
    """All objects reachable from these, except code, classes and printed cards."""
    seen: dict[int, Any] = {}
    waiting = roots[:]
    while waiting:
        found = waiting.pop()
        if id(found) in seen or isinstance(
            found, (type, ModuleType, FunctionType, BuiltinFunctionType, str, int, float)
        ):
            continue
        if isinstance(found, MethodType):
            waiting.append(found.__self__)
            continue
        seen[id(found)] = found
        waiting += gc.get_referents(found)
    return list(seen.values())


class Cheat(Bot):
    """Keeps everything it is given, for inspection."""

    def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
        self.given = [view, question, copies]
        self.copy = copies.deal(1)
        return question.random_answer(self.chance)


def test_a_cheat_finds_no_way_to_the_true_game() -> None:
    game = Game(2, seed=123_456_789)
    bot = Cheat(1)
    alike = checked = 0
    while not game.is_over and game.answers_given < 120:
        player = game.question.player
        answer = ask(bot, game)
        found = reachable([*bot.given, bot.copy])
        assert not any(thing is game or thing is game.state for thing in found)
        hidden = [(game.state.hands[1 - player], game.state.decks)]
        for thing in found:
            if isinstance(thing, Game):
                assert thing.setup.seed == 0
                assert len(thing.history) < 20 or thing.history != game.history
            if isinstance(thing, State):
                checked += 1
                alike += (thing.hands[1 - player], thing.decks) in hidden
        game.answer(answer)
    assert checked > 100
    assert alike == 0


def test_a_copy_cannot_be_taken_back_to_the_true_past() -> None:
    game = Game(2, seed=9)
    play_some = State(2, 9)
    for _ in range(40):
        game.answer(game.question.random_answer(play_some))
    copy = Copies.of(game, game.question.player).deal(3)
    assert len(copy.history) <= 10
    copy.undo(0)
    assert copy.state.turn >= game.state.turn - 1
    assert copy.state.decks != game.state.decks


def test_a_blind_bot_gets_nothing() -> None:
    class Blind(RandomBot):
        def choose(self, view: View, question: Ask, copies: Copies) -> Answer:
            assert view.data == {}
            with pytest.raises(BasebashError):
                copies.deal(1)
            return super().choose(view, question, copies)

    ask(Blind(1), Game(seed=1))


# ----------------------------------------------------------------------------------------------- the parts
def test_a_question_survives_json() -> None:
    game = Game(2, seed=4)
    data = game.view(game.question.player).data["question"]
    question = Ask.from_json(data)
    assert question.is_asked_in(game)
    assert question.text_of((0,)) == game.question.options[0].text


def test_chances_add_up() -> None:
    for game in positions(3, seed=8, step=25):
        assert sum(chances(game)) == pytest.approx(1.0)
        assert len(scores(game)) == 3


def test_a_quick_turn_is_a_whole_one() -> None:
    for game in positions(2, seed=5, step=30):
        if game.question.kind == "main":
            after = quick_turn(game.clone(), game.question.player, Random(1), bool)
            assert after.is_over or after.state.turn > game.state.turn or after.question.player != game.question.player


@pytest.mark.parametrize("options", [1, 3])
def test_the_copy_kept_after_a_reply_is_where_the_reply_leads(options: int) -> None:
    checked = 0
    for game in positions(3, seed=6, step=7):
        after = game.clone()
        after.answer(reply(game, Random(1), options))
        assert replied(game.clone(), Random(1), options).digest() == after.digest()
        checked += 1
    assert checked > 10


def searching(luck: list[float], **found: tuple[float, list[int]]) -> Search:
    """A search that knows answers by name: what each is worth and the copies it was tried on, with their luck."""
    game = Game(2, seed=3)
    me = game.question.player
    search = Search(Ask.of(game.question), Copies.of(game, me), Random(1), Budget(0.0, 9, time.process_time))
    search.deal(len(luck) - 1)
    for number, (name, (worth, copies)) in enumerate(found.items()):
        child = Child((number,), 0.5, name)
        child.found = [(copy, [worth + luck[copy]] * 2) for copy in copies]
        search.root.children[name,] = child
    for _ in range(4):
        search._weigh()
    return search


def test_an_answer_that_met_lucky_copies_is_not_taken_for_good() -> None:
    search = searching([0.0, 0.3, -0.3], good=(0.5, [0, 1, 2]), lucky=(0.4, [1]))
    assert search.best().text == "good"
    assert search._estimate(search.best()) == pytest.approx(0.5, abs=0.03)


def test_what_is_reported_is_a_chance_even_after_corrections() -> None:
    copies = list(range(30))
    search = searching([0.0] * 30, won=(1.1, copies), open=(0.6, copies), lost=(-0.1, copies))
    best, middle, worst = [thought.value for thought in search.thoughts()]
    assert (best, worst) == (1.0, 0.0)
    assert 0.5 < middle < 0.7


def test_many_answers_tried_once_do_not_hide_what_their_copy_brings() -> None:
    once: dict[str, tuple[float, list[int]]] = {f"once{i}": (0.4, [0]) for i in range(20)}
    copies = list(range(6))
    search = searching([0.25, -0.05, -0.05, -0.05, -0.05, -0.05], good=(0.5, copies), near=(0.48, copies), **once)
    assert search.luck[0] == pytest.approx(0.25, abs=0.01)
    assert search._estimate(search.root.children["once7",]) == pytest.approx(0.4, abs=0.03)


def test_time_goes_to_the_answer_that_promises_most() -> None:
    copies = list(range(30))
    luck = [0.1 * (-1) ** copy for copy in copies]
    search = searching(luck, good=(0.5, copies), near=(0.499, copies), unclear=(0.485, [0]), hopeless=(0.1, copies))
    following = search._next()
    assert following is not None
    assert following.text == "unclear"


def test_how_often_a_search_looks_depends_on_how_far_values_scatter() -> None:
    copies = list(range(8))
    calm = searching([0.0] * 8, good=(0.5, copies), near=(0.45, copies))
    wild = searching([0.0] * 8, good=(0.5, copies), near=(0.45, copies))
    for child in wild.root.children.values():
        child.found = [
            (copy, [value + 0.4 * Random(f"{child.text}{copy}").uniform(-1, 1)] * 2) for copy, (value, _) in child.found
        ]
    wild._weigh()
    assert wild._error(wild.best()) > 2 * calm._error(calm.best())


def test_a_playout_ends_when_the_searcher_may_play_cards_again() -> None:
    """Even if Sprout asks something at the start of that turn."""
    game = Game(factions=[("Killer Plants", "Wizards"), ("Aliens", "Pirates")], seed=6)
    asked_first = 0
    while not game.is_over:
        me, turn = game.question.player, game.state.turn
        if me == 0 and game.question.kind == "main":
            search = Search(Ask.of(game.question), Copies.of(game, me), Random(1), Budget(0.0, 9, time.process_time))
            end = search._play_on(game.clone(), turn, Random(turn))
            assert end is not None
            assert end.is_over or (end.state.turn, end.question.player, end.question.kind) == (turn + 2, me, "main")
        asked_first += me == 0 and game.state.turn_player == 0 and game.question.kind != "main"
        game = quick_turn(game, me, Random(turn), bool)
    assert asked_first


def several(low: int, high: int, count: int, kind: str = "card") -> Question:
    """A question about several of some numbers."""
    return Question(Game(2, seed=1).rules, 0, kind, "Which?", list(range(count)), low=low, high=high)


@pytest.mark.parametrize(("low", "high"), [(0, 10), (2, 5), (3, 3)])
def test_several_picks_are_found_one_by_one(low: int, high: int) -> None:
    worth = [3, -1, 4, -1, 5, -9, 2, -6, 5, -3]
    calls = 0

    def value(answer: Answer) -> float:
        nonlocal calls
        calls += 1
        return sum(worth[i] for i in answer)

    best = best_several(several(low, high, 10), value, Random(1), 80)[0]
    expected = sum(sorted((w for w in worth if w > 0), reverse=True)[:high])
    assert best[0] == expected
    assert calls <= 90


def test_a_question_about_no_cards_has_one_answer() -> None:
    assert single_answers(several(0, 0, 3)) == [()]


def test_arrangements_are_tried() -> None:
    def value(answer: Answer) -> float:
        return sum(place * i for place, i in enumerate(answer))

    assert best_several(several(4, 4, 4, "arrange"), value, Random(1), 30)[0][1] == (0, 1, 2, 3)
    value_of_six, order = best_several(several(6, 6, 6, "arrange"), value, Random(1), 80)[0]
    assert value_of_six >= 50
    assert sorted(order) == list(range(6))


def test_answers_say_the_same_in_all_copies() -> None:
    for game in positions(2, seed=21, step=15):
        question = game.question
        if question.high != 1:
            continue
        copies = Copies.of(game, question.player)
        here = [signature(question, answer) for answer in single_answers(question)]
        there = copies.deal(7).question
        assert here == [signature(there, answer) for answer in single_answers(there)]
