"""The public face of a game: answers, copies, undo, saves, replays, explanations, the log."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from basebash import BadSave, BasebashError, Game, GameOver, IllegalAnswer, Question, State
from basebash.engine import sum_up
from basebash.invariants import check_conservation, random_game
from tests.positions import game_at, pick

FACTIONS = [("Ghosts", "Pirates"), ("Robots", "Aliens")]


@pytest.fixture
def game() -> Game:
    return Game(factions=FACTIONS, seed=2, first_player=0, names=["Ann", "Ben"])


def played(game: Game, answers: int, seed: int = 1) -> Game:
    """The game after this many random answers."""
    for at in random_game(game, seed):
        if at.answers_given >= answers:
            break
    return game


def ended(seed: int = 4, players: int = 2) -> Game:
    game = Game(players, seed=seed)
    for _ in random_game(game, seed):
        pass
    return game


# ----------------------------------------------------------------------------------------------- answering
@pytest.mark.parametrize("wrong", [999, -1, (), (0, 1), (0, 0), None, [5000]])
def test_an_illegal_answer_changes_nothing(game: Game, wrong: Any) -> None:
    played(game, 3)
    while game.question.kind != "main":
        game.answer(next(game.legal_answers()))
    before, given, log = game.digest(), game.answers_given, len(game.entries)
    with pytest.raises(IllegalAnswer, match="does not answer"):
        game.answer(wrong)
    assert game.digest() == before
    assert (game.answers_given, len(game.entries)) == (given, log)
    assert game.history == game.clone().history


def test_no_illegal_answer_changes_anything_in_a_whole_game() -> None:
    game = Game(3, seed=14)
    for number, at in enumerate(random_game(game, 5)):
        if number % 7 == 0:
            question = at.question
            before = at.digest()
            wrongs: list[tuple[int, ...]] = [(len(question.items),), (-1,), tuple(range(question.high + 1))]
            if question.low:
                wrongs.append(tuple(range(question.low - 1)))
            for wrong in wrongs:
                with pytest.raises(IllegalAnswer):
                    at.answer(wrong)
            assert at.digest() == before


def test_an_answer_is_an_option_an_index_or_several(game: Game) -> None:
    twins = [game.clone() for _ in range(4)]
    option = game.question.options[0]
    twins[0].answer(0)
    twins[1].answer(option)
    twins[2].answer([0])
    twins[3].answer([option])
    assert len({twin.digest() for twin in twins}) == 1
    assert twins[0].digest() != game.digest()


def test_after_the_end_there_is_no_question() -> None:
    game = ended()
    assert game.is_over
    before = json.dumps(game.state.to_json())
    with pytest.raises(GameOver, match="over"):
        _ = game.question
    with pytest.raises(GameOver):
        game.answer(0)
    with pytest.raises(IllegalAnswer):
        game.legal_answers()
    assert json.dumps(game.state.to_json()) == before
    assert game.view(0).data["question"] is None
    assert game.view(0).data["winner"] == game.winner


def test_legal_answers_are_all_legal_and_all_there_are(game: Game) -> None:
    seen = set()
    for at in random_game(game, 3):
        question = at.question
        if question.count_answers() > 40:
            continue
        answers = list(at.legal_answers())
        assert len(set(answers)) == len(answers)
        assert all(question.is_legal(answer) for answer in answers)
        if question.kind != "arrange":
            assert len(answers) == question.count_answers()
        seen.add(question.kind)
        assert question.random_answer(State(2, 1)) in answers
    assert {"main", "card"} <= seen


def make(kind: str, items: int, low: int, high: int) -> Question:
    return Question(Game(2).rules, 0, kind, "?", list(range(items)), low=low, high=high)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (make("number", 3, 1, 1), [(0,), (1,), (2,)]),
        (make("number", 2, 0, 1), [(), (0,), (1,)]),
        (make("card", 3, 2, 2), [(0, 1), (0, 2), (1, 2)]),
        (make("card", 2, 0, 2), [(), (0,), (1,), (0, 1)]),
        (make("arrange", 2, 2, 2), [(0, 1), (1, 0)]),
    ],
)
def test_what_the_legal_answers_to_a_question_are(question: Question, answers: list[tuple[int, ...]]) -> None:
    assert list(question.legal_answers()) == answers
    assert question.can_decline is (() in answers)
    for wrong in [(7,), (-1,), (0, 0), (0, 1, 2, 3)]:
        assert not question.is_legal(wrong)


# ----------------------------------------------------------------------------------------------- questions as data
def test_a_question_is_json_data(game: Game) -> None:
    kinds = set()
    for at in random_game(game, 6):
        data = json.loads(json.dumps(at.question.to_json()))
        assert set(data) == {"player", "kind", "prompt", "source", "low", "high", "options"}
        assert data["player"] == at.question.player
        for index, option in enumerate(data["options"]):
            assert option["index"] == index
            assert option["text"]
            kinds.add(option["kind"])
            if option["kind"] in ("play", "talent", "card", "special"):
                assert option["name"] == at.rules.card(option["card"]).name
            assert all(option[key] >= 0 for key in ("card", "target", "player", "value", "using") if key in option)
    assert {"play", "end", "card"} <= kinds


def test_options_say_what_they_do() -> None:
    game = game_at("""
scenario: Options
players: {A: {hand: [Ghost, Zapbot, Upgrade], deck: [Howl]}, B: {}}
bases:
  - base: Secret Grove
    minions: [{Huffie: {owner: A, on: [{Flighterizer: {owner: A}}]}}]
base_deck: [Tortuga]
""")
    texts = [option.text for option in game.question.options]
    assert "Ghost on Secret Grove (extra from Secret Grove)" in texts
    assert "Upgrade on Huffie" in texts
    assert {"Talent of Huffie", "Talent of Huffie (from Flighterizer)"} <= set(texts)
    assert texts[-1] == "End Play Cards"
    assert repr(game.question.options[-1]) == f"<{len(texts) - 1}: End Play Cards>"
    assert "Question for A" in repr(game.question)


# ----------------------------------------------------------------------------------------------- copies
def test_a_clone_goes_its_own_way(game: Game) -> None:
    played(game, 25)
    before = game.digest()
    twin = game.clone()
    for _ in random_game(twin, 77):
        pass
    assert twin.is_over
    assert game.digest() == before
    again = game.clone()
    for at in random_game(game, 5):
        if at.answers_given > 40:
            break
    assert again.digest() == before


def begun(start: str, seed: int) -> Game:
    """A game that was never copied in the middle of an effect, begun in one of several ways."""
    game = Game(3, seed=seed, factions="draft" if start == "draft" else "random")
    if start in ("set up", "draft"):
        return game
    played(game, 20 + seed, seed)
    if start == "copied":
        return game.clone()
    if start == "loaded":
        return Game.load(game.save())
    while game.question.kind != "main":
        game.answer(next(game.legal_answers()))
    if start == "redealt":
        return game.determinised(1, 5)
    if start == "in the middle":
        return Game.from_position(game.setup, game.state)
    game.reseed(5)
    return Game.load(played(game, 40, seed).save()) if start == "reseeded and loaded" else game


@pytest.mark.parametrize(
    "start", ["set up", "draft", "copied", "loaded", "in the middle", "redealt", "reseeded", "reseeded and loaded"]
)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_first_copy_in_the_middle_is_that_of_a_game_copied_all_along(start: str, seed: int) -> None:
    """The states at quiet points are kept only once somebody has made such a copy."""
    steady = begun(start, seed)
    before = len(steady.history)
    for number, at in enumerate(random_game(steady, seed)):
        twin = at.clone()
        if number % 9 == 0:
            lazy = begun(start, seed)
            for answer in at.history[before:]:
                lazy.answer(answer)
            assert lazy.save() == at.save()
            assert lazy.clone().digest() == at.digest()
            other = begun(start, seed)
            for answer in at.history[before:]:
                other.answer(answer)
            for game in (other, twin):
                game.reseed(7)
                played(game, at.answers_given + 3, seed)
            assert other.clone().digest() == twin.clone().digest() == other.digest() == twin.digest()
        if number > 150:
            break


def test_other_chance_in_the_middle_of_an_effect_leaves_its_quiet_point() -> None:
    """What is answered after that may not fit the chance before: the quiet point cannot be found by it any more."""
    compared = 0
    for at in random_game(Game(3, seed=12), 12):
        if at.answers_given > 100:
            break
        for count in (1, 3, 5) if at.question.kind != "main" else ():
            game = Game(3, seed=12)
            for answer in at.history:
                game.answer(answer)
            game.reseed(7, mixes=True)
            for _ in range(count):
                if not game.is_over and game.question.kind != "main":
                    game.answer(max(game.legal_answers()))
            if not game.is_over and game.question.kind != "main":
                assert game.clone().digest() == game.digest()
                compared += 1
    assert compared > 9


def test_a_copy_that_is_released_needs_no_collector(game: Game) -> None:
    played(game, 25)
    gc.collect()
    gc.disable()
    try:
        for answer in list(game.legal_answers()):
            twin = game.clone()
            twin.answer(answer)
            assert twin.is_over or twin.question.items
            twin.release()
            del twin
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_clone_knows_the_same_past(game: Game) -> None:
    played(game, 25)
    twin = game.clone()
    assert twin.history == game.history
    assert twin.answers_given == game.answers_given == len(game.history)
    assert [line.text for line in twin.log_for(0)] == [line.text for line in game.log_for(0)]


def test_a_redealt_copy_keeps_what_is_known_and_goes_on(game: Game) -> None:
    played(game, 30)
    twins = [game.determinised(1, seed=seed) for seed in range(6)]
    for twin in twins:
        check_conservation(twin)
        assert twin.view(1).data == game.view(1).data
        assert [card.id for card in twin.rules.hand(1)] == [card.id for card in game.rules.hand(1)]
    assert len({tuple(twin.state.hands[0]) for twin in twins}) > 1
    assert len({tuple(twin.state.decks[1]) for twin in twins}) > 1
    for _ in random_game(twins[0], 3):
        pass
    assert twins[0].winner is not None


def test_reseeding_changes_chance_and_nothing_else(game: Game) -> None:
    played(game, 10)
    twin = game.clone()
    twin.reseed(12345)
    assert twin.state.key == twin.clone().state.key == State(2, 12345).key
    assert twin.state.key != game.state.key
    twin.state.key, twin.state.drawn, twin.state._words = game.state.key, game.state.drawn, game.state._words
    assert twin.digest() == game.digest()


# ----------------------------------------------------------------------------------------------- undo
def test_undo_goes_back_to_any_answer(game: Game) -> None:
    digests = []
    for at in random_game(game, 1):
        digests.append(at.digest())
        if at.answers_given >= 30:
            break
    for number in (29, 15, 1, 0):
        game.undo(number)
        assert game.digest() == digests[number]
        assert game.answers_given == number
        assert len(game.history) == number


def test_undo_takes_back_the_last_answer(game: Game) -> None:
    played(game, 12)
    before, log = game.digest(), [line.text for line in game.log_for(None)]
    game.answer(next(game.legal_answers()))
    game.undo()
    assert game.digest() == before
    assert [line.text for line in game.log_for(None)] == log


def test_undo_of_a_game_that_is_over() -> None:
    game = ended()
    last = game.history[-1]
    winner = game.winner
    game.undo()
    assert not game.is_over
    assert game.winner is None
    game.answer(last)
    assert game.winner == winner


def test_undo_in_a_game_that_began_in_the_middle() -> None:
    game = game_at()
    before = game.digest()
    pick(game, "Ghost on Ninja Dojo")
    game.undo()
    assert game.digest() == before


@pytest.mark.parametrize("to", [-1, 99])
def test_undo_to_an_answer_that_was_never_given(game: Game, to: int) -> None:
    played(game, 4)
    before = game.digest()
    with pytest.raises(IllegalAnswer, match="cannot go back"):
        game.undo(to)
    assert game.digest() == before


def test_nothing_to_undo(game: Game) -> None:
    with pytest.raises(IllegalAnswer, match="0 answers"):
        game.undo()


# ----------------------------------------------------------------------------------------------- saves
def test_a_save_goes_on_where_it_was(game: Game) -> None:
    for at in random_game(game, 9):
        if at.question.kind not in ("main", "order") and at.answers_given > 15:
            break
    twin = Game.load(game.save())
    assert twin.digest() == game.digest()
    assert twin.history == game.history
    assert twin.setup.to_json() == game.setup.to_json()
    chance, same = State(2, 3), State(2, 3)
    while not game.is_over:
        game.answer(game.question.random_answer(chance))
        twin.answer(twin.question.random_answer(same))
    assert twin.digest() == game.digest()


def test_a_loaded_game_has_its_log_and_can_be_undone(game: Game) -> None:
    played(game, 20)
    twin = Game.load(game.save())
    assert [line.text for line in twin.log_for(1)] == [line.text for line in game.log_for(1)]
    game.undo(7)
    twin.undo(7)
    assert twin.digest() == game.digest()


def test_a_position_can_be_saved() -> None:
    game = game_at()
    pick(game, "Ghost on Ninja Dojo")
    twin = Game.load(game.save())
    assert twin.digest() == game.digest()
    twin.undo(0)
    assert twin.digest() == game_at().digest()


def test_a_finished_game_can_be_saved() -> None:
    game = ended()
    twin = Game.load(game.save())
    assert twin.is_over
    assert twin.winner == game.winner


def saved(**changes: Any) -> str:
    game = played(Game(factions=FACTIONS, seed=2), 14)
    data = json.loads(game.save())
    for key, value in changes.items():
        if value is ...:
            del data[key]
        else:
            data[key] = value
    return json.dumps(data)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '"x"', "{}", '{"format": "chess"}', "\x00", "[1, 2"])
def test_what_is_not_a_save_is_refused(text: str) -> None:
    with pytest.raises(BadSave, match="not a saved game"):
        Game.load(text)
    with pytest.raises(BadSave, match="not a saved game"):
        next(Game.replay(text))


def test_a_save_of_the_first_format_goes_on_where_it_was() -> None:
    text = (Path(__file__).parent / "data" / "save-format-1.json").read_text(encoding="utf-8")
    game = Game.load(text)
    old = json.loads(text)["quiet"]
    assert game.question.prompt == "Place up to three cards into other players' hands"
    assert (game.state.vp, game.state.decks) == (old["vp"], old["decks"])
    blocked = next(card for card in game.rules.actions() if card.name == "Block the Path")
    assert blocked.printed.named(blocked) in {name for names in old["factions"] for name in names}
    for _ in random_game(game, 3):
        check_conservation(game)
    assert game.winner is not None


def test_a_damaged_save_of_the_first_format_is_refused() -> None:
    data = json.loads((Path(__file__).parent / "data" / "save-format-1.json").read_text(encoding="utf-8"))
    del data["quiet"]["played"]
    with pytest.raises(BadSave, match="Invalid save"):
        Game.load(json.dumps(data))


@pytest.mark.parametrize("version", [3, 99, 0, None, "1"])
def test_a_save_of_another_version_is_refused(version: object) -> None:
    with pytest.raises(BadSave, match="format"):
        Game.load(saved(version=version))


@pytest.mark.parametrize("field", ["setup", "start", "answers", "quiet", "since"])
def test_a_save_that_lacks_something_is_refused(field: str) -> None:
    with pytest.raises(BadSave, match=f"{field} is missing"):
        Game.load(saved(**{field: ...}))


@pytest.mark.parametrize(
    "changes",
    [
        {"setup": {}},
        {"setup": None},
        {"setup": {"names": 3}},
        {"answers": 5},
        {"answers": [[["x"]]]},
        {"answers": None},
        {"answers": [[0]], "since": 2},
        {"since": -1},
        {"since": "many"},
        {"quiet": {}},
        {"quiet": []},
        {"quiet": None},
        {"start": {}},
        {"start": 3},
    ],
    ids=str,
)
def test_a_damaged_save_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(BadSave):
        Game.load(saved(**changes))


@pytest.mark.parametrize("field", ["vp", "zone", "hands", "on", "printed", "plays", "rng", "phase"])
@pytest.mark.parametrize("value", [None, "x", [], {}], ids=str)
def test_a_save_with_a_damaged_state_is_refused_or_harmless(field: str, value: object) -> None:
    data = json.loads(saved())
    data["quiet"][field] = value
    try:
        game = Game.load(json.dumps(data))
    except BadSave:
        return
    check_conservation(game)


def test_answers_that_do_not_fit_are_refused() -> None:
    data = json.loads(saved())
    data["answers"][-1] = [9999]
    data["since"] = 1
    with pytest.raises(BadSave, match="Invalid save"):
        Game.load(json.dumps(data))


# ----------------------------------------------------------------------------------------------- replays
def test_a_replay_shows_every_moment(game: Game) -> None:
    digests = []
    for at in random_game(game, 1):
        digests.append(at.digest())
        if at.answers_given >= 20:
            break
    assert [at.digest() for at in Game.replay(game.save())] == digests


def test_a_replay_of_a_position() -> None:
    game = game_at()
    start = game.digest()
    pick(game, "Ghost on Ninja Dojo")
    assert [at.digest() for at in Game.replay(game.save())] == [start, game.digest()]


@pytest.mark.parametrize("wrong", [[9999], ["x"], 5.5, [None]])
def test_a_replay_stops_at_an_answer_that_does_not_fit(wrong: object) -> None:
    data = json.loads(saved())
    data["answers"][3] = wrong
    with pytest.raises(BadSave, match=r"answer 3 (does not fit|is not a list)"):
        list(Game.replay(json.dumps(data)))


# ----------------------------------------------------------------------------------------------- explanations
def test_power_is_explained() -> None:
    game = game_at()
    rex, haunting = game.rules.bases[0].minions
    parts = game.explain_power(rex.id)
    assert [(part.amount, part.text) for part in parts] == [(7, "printed"), (2, "+1 power counters"), (2, "Upgrade")]
    assert sum_up(parts) == rex.power == 11
    assert repr(parts[-1]) == "+2 Upgrade"
    assert [(part.amount, part.text) for part in game.explain_power(haunting.id)] == [(3, "printed"), (3, "Haunting")]
    assert [part.amount for part in game.explain_power(game.rules.hand(0)[0].id)] == [2]


def test_power_that_is_set_is_explained() -> None:
    game = game_at("""
scenario: Set, then add
players: {A: {}, B: {}}
bases:
  - base: The Central Brain
    minions:
      - Mimic: {owner: A, counters: 1}
      - King Rex: {owner: B}
      - Ghost: {owner: A, on: [{Matrix of Bossiness: {owner: A}}, {Poison: {owner: B}}]}
base_deck: [Tortuga]
""")
    for minion in game.rules.bases[0].minions:
        parts = game.explain_power(minion.id)
        assert sum_up(parts) == minion.power
    mimic, _, ghost = game.rules.bases[0].minions
    assert "=+7 Mimic" in map(repr, game.explain_power(mimic.id))
    assert "=+5 Matrix of Bossiness" in map(repr, game.explain_power(ghost.id))
    assert (mimic.power, ghost.power) == (9, 2)


def test_a_total_is_explained() -> None:
    game = game_at("""
scenario: Totals
players: {A: {}, B: {}}
bases:
  - base: Ninja Dojo
    minions: [{Ghost: {owner: A}}, {King Rex: {owner: B}}]
    actions: [{Aggromotive: {owner: A}}]
base_deck: [Tortuga]
""")
    base = game.rules.bases[0]
    assert [(part.amount, part.text) for part in game.explain_total(base.id, 0)] == [(2, "Ghost"), (5, "Aggromotive")]
    assert [(part.amount, part.text) for part in game.explain_total(base.id, 1)] == [(7, "King Rex")]
    assert sum_up(game.explain_total(base.id, 0)) == base.total(0)


def test_a_breakpoint_is_explained() -> None:
    game = game_at("""
scenario: Breakpoints
players: {A: {hand: [Rampage]}, B: {}}
bases:
  - base: Cuzcu
    minions: [{Ghost: {owner: A}}]
    actions: [{Aggromotive: {owner: A}}, {Zeppelin: {owner: A}}]
base_deck: [Tortuga]
steps:
  - {player: A, play: Rampage}
""")
    parts = game.explain_breakpoint(game.rules.bases[0].id)
    assert [(part.amount, part.text) for part in parts] == [(30, "printed"), (-2, "Rampage"), (-6, "Cuzcu")]
    assert sum_up(parts) == game.rules.bases[0].breakpoint == 22


def test_explanations_add_up_in_random_games(game: Game) -> None:
    for number, at in enumerate(random_game(game, 2)):
        if number % 6 == 0:
            for base in at.rules.bases:
                assert sum_up(at.explain_breakpoint(base.id)) == base.breakpoint
                for player in range(at.players):
                    assert sum_up(at.explain_total(base.id, player)) == base.total(player)


# ----------------------------------------------------------------------------------------------- results
def test_the_result_of_a_game() -> None:
    game = ended(players=3)
    assert game.winner is not None
    assert game.result == [1.0 if player == game.winner else 0.0 for player in range(3)]
    assert game.standings[0] == (game.winner, game.state.vp[game.winner])
    assert [vp for _, vp in game.standings] == sorted(game.state.vp, reverse=True)
    assert sorted(player for player, _ in game.standings) == [0, 1, 2]


def test_before_the_end_there_is_no_result(game: Game) -> None:
    assert game.winner is None
    assert game.result == []
    assert not game.is_over
    assert game.standings == [(0, 0), (1, 0)]
    game.state.winners = [1]  # by a tie-break
    assert game.standings == [(1, 0), (0, 0)]


# ----------------------------------------------------------------------------------------------- the log
def test_the_log_differs_by_viewer_only_in_what_is_hidden(game: Game) -> None:
    played(game, 40)
    mine, theirs, nobody = game.log_for(0), game.log_for(1), game.log_for(None)
    assert len(mine) == len(theirs) == len(nobody) == len(game.entries)
    for a, b, c in zip(mine, theirs, nobody, strict=True):
        assert a.kind == b.kind == c.kind
        assert (a.player, a.turn, a.after) == (b.player, b.turn, b.after)
        if a.text != b.text:
            assert a.kind in ("draw", "look", "look at hand", "to top", "to bottom", "shuffle in", "to hand")
    draws = [line for line in mine if line.kind == "draw" and line.player == 0]
    assert draws
    assert all("cards" not in line.text and "a card" not in line.text for line in draws)


def test_a_private_look_is_reported_to_one() -> None:
    game = game_at("""
scenario: Spy
players: {A: {hand: [Spy], deck: [Zapbot, Howl, Gnome]}, B: {}}
bases: [Ninja Dojo]
base_deck: [Tortuga]
steps:
  - {player: A, play: Spy, on: Ninja Dojo, choose: [top, top, top]}
""")
    looks = {viewer: [line.text for line in game.log_for(viewer) if line.kind == "look"] for viewer in (None, 0, 1)}
    assert looks[0] == ["A looks at Zapbot, Howl and Gnome on top of A's deck"]
    assert looks[1] == looks[None] == ["A looks at 3 cards on top of A's deck"]


def test_log_lines_are_json_data_with_links(game: Game) -> None:
    played(game, 25)
    for line in game.log_for(0):
        data = json.loads(json.dumps(line.to_json()))
        assert data["text"] == line.text == repr(line)
        assert "".join(part if isinstance(part, str) else part["name"] for part in data["parts"]) == line.text
        assert 0 <= data["after"] <= game.answers_given
    assert any(isinstance(part, dict) and "card" in part for line in game.log_for(0) for part in line.parts)


def test_the_log_can_be_read_from_a_place_on(game: Game) -> None:
    played(game, 25)
    everything = [line.text for line in game.log_for(1)]
    assert [line.text for line in game.log_for(1, since=10)] == everything[10:]


def test_nobody_reads_an_unfilled_line() -> None:
    game = ended(seed=9, players=4)
    for viewer in (None, 0, 3):
        for line in game.log_for(viewer):
            assert "{" not in line.text
            assert "}" not in line.text


# ----------------------------------------------------------------------------------------------- words
def test_a_game_can_be_printed(game: Game) -> None:
    played(game, 20)
    text = str(game)
    assert "Ann" in text
    assert all(base.name in text for base in game.rules.bases)
    assert "(you)" not in text
    assert "(you)" in game.describe(0)
    assert repr(game).startswith("<Game, turn")


# ----------------------------------------------------------------------------------------------- mutated saves
def paths_of(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        yield from paths_of(data[key], (*path, key))


def mutated(data: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A save in which one thing is another: no number, a number that leads elsewhere or nowhere, or missing."""
    data = json.loads(json.dumps(data))
    field = chance.choice(["setup", "quiet", "quiet", "quiet", "answers", "since", "reseeds"])
    paths = [path for path in paths_of(data) if path[0] == field]
    if field == "quiet":
        part = chance.choice(list(data["quiet"]))
        paths = [path for path in paths if path[1:2] == (part,)]
    *way, last = chance.choice(paths)
    at: Any = data
    for key in way:
        at = at[key]
    old = at[last]
    others: list[Any] = [None, "x", 1.5, True, [], {}, -1, 0, 1, 5, 99, 10**6, 10**30]
    others += [old - 1, old + 1, old + 7] if isinstance(old, int) else [old[:-1]] if isinstance(old, list) else []
    at[last] = chance.choice(others)
    return data


@pytest.mark.parametrize("seed", range(6))
def test_a_mutated_save_is_refused_or_can_be_played(seed: int) -> None:
    game = Game(2 + seed % 3, seed=seed)
    dice = State(2, seed)
    for _ in range(20 + 9 * seed):
        if not game.is_over:
            game.answer(game.question.random_answer(dice))
    save = json.loads(game.save())
    assert Game.load(json.dumps(save)).digest() == game.digest()
    chance = Random(seed)
    refused = 0
    for _ in range(80):
        try:
            loaded = Game.load(json.dumps(mutated(save, chance)))
        except BasebashError:
            refused += 1
            continue
        for _ in range(10):
            if not loaded.is_over:
                loaded.view(0)
                loaded.answer(loaded.question.random_answer(dice))
    assert refused > 30


@pytest.mark.parametrize("text", ["[" * 100_000, '{"format": ' * 50_000, '{"a":[' * 30_000])
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(BadSave):
        Game.load(text)
