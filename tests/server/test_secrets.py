"""No client learns a card that it may not know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import comb
from typing import Any

import pytest

from basebash import CARDS, FACTIONS, Game, State
from basebash.engine.data.terms import BASE_DECK, DECK, HAND
from basebash.server.games import visibility
from basebash.server.games.seated_game import SeatedGame
from basebash.server.messages import Explain
from tests.positions import game_at
from tests.server.helpers import HttpError, Player, Server, catch_up, play_on

NAMES = {card.name for card in CARDS} - set(FACTIONS)


def visible(game: Game, viewer: int | None) -> set[int]:
    """Return the cards that a viewer may know, from the true state."""
    state = game.state
    ids = set()
    for card, zone in enumerate(state.zone):
        known = state.known[card]
        if (
            zone not in (DECK, HAND, BASE_DECK)
            or known == game.rules.everyone
            or (viewer is not None and (known >> viewer & 1 or card in state.hands[viewer]))
        ):
            ids.add(card)
    return ids


def ids_in(data: Any) -> Iterator[int]:
    """Return all card ids in a view."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key in ("id", "card", "target", "using", "source", "base", "scoring") and isinstance(value, int):
                if value >= 0:
                    yield value
            else:
                yield from ids_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from ids_in(value)


def strings_in(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from strings_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from strings_in(value)


def check_frames(player: Player, viewer: int | None, play: SeatedGame) -> int:
    """Checks every frame that a client received against the true game."""
    game = SeatedGame(play.game.setup).game
    answers = play.game.history
    log = [
        {part["card"] for part in line.parts if isinstance(part, dict) and "card" in part}
        for line in play.game.log_for(viewer)
    ]
    step = 0
    ever = visible(game, viewer)
    checked = 0
    for raw in player.frames:
        frame = json.loads(raw)
        if frame["type"] != "state" or frame["view"] is None:
            continue
        while step < frame["answers"]:
            game.answer(answers[step])
            step += 1
            ever |= visible(game, viewer)
        now = visible(game, viewer)
        own_deck = set() if viewer is None else set(game.state.decks[viewer])
        asked = frame["view"].pop("question")
        # The card that gave an extra play was played openly, wherever it is now.
        assert set(ids_in(frame["view"].pop("plays"))) <= now | ever
        assert set(ids_in(frame["view"])) <= now
        if asked is not None:
            # A player who searches a deck sees its cards, but not their order.
            assert asked["player"] == viewer
            assert set(ids_in(asked)) <= now | own_deck | set(game.state.base_deck) | ever
            offered = [option.get("card", -1) for option in asked["options"]]
            for deck in (*game.state.decks, game.state.base_deck):
                hidden = [card for card in deck if card in offered and card not in now]
                assert len(hidden) < 5 or hidden != [card for card in offered if card in hidden]
        # Cards in the log may be hidden again by now; the engine's own tests cover each line.
        for line in log[: frame["log_from"] + len(frame["log"])]:
            ever |= line
        assert set(ids_in(frame["log"])) | {card for event in frame["events"] for card in event["cards"]} <= ever
        names = {game.rules.card(card).name for card in ever | now | (own_deck if asked else set())}
        assert set(strings_in(frame["view"])) & NAMES <= names
        checked += 1
    return checked


@pytest.mark.parametrize("factions", ["random", "draft"])
def test_frames_contain_no_hidden_card(server: Server, factions: str) -> None:
    ann, ben = server.pair(factions=factions, target_vp=8)
    with ann, ben, Player(server.url, ann.table) as watcher:
        play_on([ann, ben, watcher], lambda state: state["over"])
        play = server.table(ann.table).core.play
        assert play is not None
        assert check_frames(ann, 0, play) > 50
        assert check_frames(ben, 1, play) > 50
        assert check_frames(watcher, None, play) > 50
        for player in (ann, ben, watcher):
            for raw in player.frames:
                assert "seed" not in raw
                assert str(ann.token) not in raw
                assert str(ben.token) not in raw


def test_everybody_who_might_hold_a_special_is_asked(server: Server) -> None:
    asked_in_windows = set()
    for _ in range(8):
        ann, ben = server.pair(factions=[["Ninjas", "Robots"], ["Aliens", "Dinosaurs"]])
        with ann, ben:
            for _ in range(400):
                catch_up(ann, ben)
                if ann.state["over"]:
                    break
                asked, other = (ann, ben) if ann.question else (ben, ann)
                assert asked.question is not None
                assert asked.state["view"]["asked"] == other.state["view"]["asked"] == asked.state["you"]
                if asked.question["kind"] == "special":
                    asked_in_windows.add((asked.state["you"], bool(asked.question["options"])))
                asked.answer()
        if len(asked_in_windows) >= 2:
            break
    assert asked_in_windows == {(0, True), (0, False)}  # with and without a Ninja in hand


def test_outsiders_learn_nothing(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben:
        with pytest.raises(HttpError) as replay:
            server.get(f"/api/tables/{ann.table}/replay?step=0&as=all")
        with pytest.raises(HttpError) as save:
            server.get(f"/api/tables/{ann.table}/save")
        with pytest.raises(HttpError) as wrong:
            server.get(f"/api/tables/{ann.table}/save", Authorization="Bearer wrong")
        assert [replay.value.code, save.value.code, wrong.value.code] == ["not_over", "not_over", "bad_token"]
        for path in ("story", "analysis", "advice?step=1"):  # the story is also the shared picture
            for token in (None, *((ann.token, ben.token) if path == "story" else ())):
                headers = {} if token is None else {"Authorization": f"Bearer {token}"}
                with pytest.raises(HttpError) as early:
                    server.get(f"/api/tables/{ann.table}/{path}", **headers)
                assert early.value.code == "not_over", path


def test_ids_cannot_be_probed(server: Server) -> None:
    with server.solo() as ann:
        ann.until(lambda state: state["view"])
        in_play = {base["id"] for base in ann.state["view"]["bases"]}
        for card in range(0, 90, 3):
            if card not in in_play:
                assert ann.refused(type="explain", what="power", card=card) == "not_in_play"
                assert ann.refused(type="explain", what="breakpoint", card=card) == "not_in_play"
                ann.send(type="ping")
        assert ann.refused(type="explain", what="power", card=999) == "not_in_play"


def test_a_ruling_report_contains_only_what_the_seat_knows(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben:
        play_on([ann, ben], lambda state: state["answers"] > 25 and not state["over"])
        play = server.table(ann.table).core.play
        assert play is not None
        report = server.get(f"/api/tables/{ann.table}/save", Authorization=f"Bearer {ann.token}")
        assert report["setup"]["seed"] == 0
        assert report["quiet"]["decks"] != json.loads(play.game.save())["quiet"]["decks"]
        assert report["quiet"]["key"] != json.loads(play.game.save())["quiet"]["key"]
        opened = Game.load(json.dumps(report))
        assert opened.view(0).data == play.game.view(0).data
        opened.undo(0)
        assert opened.answers_given == 0


def hidden_hands(game: Game, observer: int, state: State) -> Iterator[tuple[list[int], int]]:
    """Return the hidden cards in each hand, if there are at least three, and the number of possible hands."""
    for player in range(game.players):
        held = [i for i in state.hands[player] if not state.known[i] >> observer & 1]
        pool = [
            i
            for i, zone in enumerate(state.zone)
            if zone in (DECK, HAND) and state.owner[i] == player and not state.known[i] >> observer & 1
        ]
        if player != observer and len(held) >= 3:
            yield sorted(held), comb(max(len(pool), len(held)), len(held))


def in_the_middle(seed: int) -> Iterator[Game]:
    """Yield a game at each question within an effect."""
    game = Game(2 + seed % 3, seed=seed, ask_everyone=seed % 2 == 0)
    chance = State(2, seed)
    while not game.is_over and game.answers_given < 150:
        if not game._is_at_rest:
            yield game
        try:
            game.answer(game.question.random_answer(chance))
        except (AssertionError, ValueError):  # bugs in cards are not tested here
            return


def test_redealt_copies_match_the_true_hands_only_by_chance() -> None:
    equal = deals = not_now = 0
    allowed = 0.0
    for seed in range(6):
        for game in in_the_middle(seed):
            for observer in range(game.players):
                copy = visibility.redeal(game, observer, seed=game.answers_given)
                not_now += copy is None
                if copy is None:
                    continue
                assert copy.view(observer).data == game.view(observer).data
                theirs = list(hidden_hands(copy, observer, copy.state))
                for number, (held, ways) in enumerate(hidden_hands(game, observer, game.state)):
                    deals += 1
                    equal += number < len(theirs) and theirs[number][0] == held
                    allowed += 1 / ways
    assert deals > 1000
    assert equal <= allowed + 4 * allowed**0.5 + 4
    assert not_now < deals / 20


def test_saves_of_games_under_way_match_the_true_hands_only_by_chance() -> None:
    equal = made = 0
    allowed = 0.0
    for seed in range(2):
        for number, game in enumerate(in_the_middle(seed)):
            text = visibility.report(game, number % game.players) if number % 5 == 0 else None
            if text is None:
                continue
            saved, true = json.loads(text), json.loads(game.save())
            assert saved["quiet"]["key"] != true["quiet"]["key"]
            assert saved["start"]["key"] != true["quiet"]["key"]
            made += 1
            quiet = Game.load(text)
            theirs = dict(enumerate(hidden_hands(quiet, number % game.players, quiet.state)))
            for place, (held, ways) in enumerate(hidden_hands(game, number % game.players, game.state)):
                equal += place in theirs and theirs[place][0] == held
                allowed += 1 / ways
    assert made > 20
    assert equal <= allowed + 4 * allowed**0.5 + 3


def test_unknown_decks_are_redealt_within_an_effect_too() -> None:
    """Otherwise a deck that was shuffled since the last quiet point would keep its true order."""
    for number, game in enumerate(in_the_middle(1)):
        copy = game.clone()
        copy.reseed(number, mixes=True)
        assert copy.clone().digest() == copy.digest() == Game.load(copy.save()).digest()
        for true, mixed in zip(game.state.decks, copy.state.decks, strict=True):
            assert sorted(true) == sorted(mixed)
            assert len(true) < 6 or true != mixed
            for place, i in enumerate(true):
                assert not game.state.known[i] or mixed[place] == i
        if number > 20:
            return


def test_previews_do_not_depend_on_hidden_cards() -> None:
    game = Game(2, seed=11, ask_everyone=True)
    for _ in range(40):
        seat = game.question.player
        found = visibility.preview(game.clone(), seat)
        other_deal = visibility.redeal(game, seat)
        assert other_deal is not None
        assert {k: v for k, v in visibility.preview(other_deal, seat).items() if k in found} == found
        game.answer(next(game.legal_answers()))


def test_previews_include_what_a_base_awards_by_its_own_ability() -> None:
    game = game_at("""
scenario: A base that pays for minions
players:
  A: {factions: [Robots, Ninjas], hand: [Zapbot], deck: [Zapbot, Zapbot]}
  B: {factions: [Dinosaurs, Aliens], deck: [Scout, Scout]}
bases:
  - base: Rhodes Plaza Mall
    minions: [{Hoverbot: {owner: A}}, {Hoverbot: {owner: A}}]
  - base: Tar Pits
""")
    index = next(option.index for option in game.question.options if option.text == "Zapbot on Rhodes Plaza Mall")
    assert visibility.preview(game.clone(), 0)[str(index)].text == "you 8: 1st, 3 VP"
    game.answer(index)
    assert game.view(0).data["bases"][0]["gains"] == [3, 0]


def test_explanations_add_up() -> None:
    game = Game(2, seed=3)
    while not game.rules.minions():
        game.answer(0)
    minion = game.rules.minions()[0]
    explanation = visibility.explain(game, Explain("power", minion.id))
    assert explanation is not None
    assert explanation.total == minion.power
    base = game.rules.bases[0]
    explanation = visibility.explain(game, Explain("total", base.id, 0))
    assert explanation is not None
    assert explanation.total == game.view(None).data["bases"][0]["totals"][0]
    assert visibility.explain(game, Explain("total", base.id)) is None


# ----------------------------------------------------------------------------------------------- undo
def test_an_undo_is_not_free_after_an_option_showed_a_hidden_base() -> None:
    game = game_at("""
scenario: Two ways to the next base
players:
  A: {factions: [Polynesian Voyagers, Dinosaurs]}
  B: {factions: [Time Travelers, Ninjas], hand: [Time is Fleeting]}
bases:
  - base: Island Chain
    minions:
      - King Rex: {owner: A, counters: 10}
  - base: Tortuga
base_deck: [Jungle Oasis, The Great Library]
base_discard: [Machu Picchu]
""")
    top = game.state.base_deck[0]
    for _ in range(12):
        before = visibility.knowledge(game)
        question = game.question
        seat = question.player
        special = [o.index for o in question.options if o.name in ("Time is Fleeting", "Machu Picchu")]
        game.answer(special[0] if special else len(question.options) - 1 if question.kind == "main" else None)
        if any(option.card == top for option in game.question.options):
            assert visibility.was_something_revealed(before, visibility.knowledge(game), seat)
            return
    raise AssertionError("the top base was never offered")


@pytest.mark.parametrize("seed", range(6))
def test_free_undos_reveal_nothing_hidden(seed: int) -> None:
    """Paired games: if an undo is free, nothing depended on what the player could not know."""
    game = Game(2, seed=500 + seed, ask_everyone=True)
    chance = State(2, seed)
    compared = 0
    while not game.is_over and game.answers_given < 120:
        question = game.question
        seat = question.player
        answer = question.random_answer(chance)
        if question.kind == "main":
            answer = (chance.random(max(1, len(question.items) - 1)),)
        twin = visibility.redeal(game, seat, seed=game.answers_given)
        before = visibility.knowledge(game)
        game.answer(answer)
        if game.winners:
            return
        if twin is None or visibility.was_something_revealed(before, visibility.knowledge(game), seat):
            continue
        twin.answer(answer)
        assert visibility.view(twin, seat) == visibility.view(game, seat), (question.prompt, answer)
        compared += 1
    assert compared > 10
