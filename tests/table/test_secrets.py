"""No client gets to know a card that it is not entitled to know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from basebash import CARDS, FACTIONS, Game
from basebash.engine.terms import BASE_DECK, DECK, HAND
from basebash.table import sight
from basebash.table.messages import Explain
from basebash.table.play import Play
from tests.table.helpers import HttpError, Player, Server, catch_up, play_on

NAMES = {card.name for card in CARDS} - set(FACTIONS)


def visible(game: Game, viewer: int | None) -> set[int]:
    """The cards that a viewer may know, told from the true state."""
    state = game.state
    ids = set()
    for card, zone in enumerate(state.zone):
        known = state.known[card]
        if (
            zone not in (DECK, HAND, BASE_DECK)
            or known == game.everyone
            or (viewer is not None and (known >> viewer & 1 or card in state.hands[viewer]))
        ):
            ids.add(card)
    return ids


def ids_in(data: Any) -> Iterator[int]:
    """All ids of cards in a view."""
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


def check_frames(player: Player, viewer: int | None, play: Play) -> int:
    """Checks every frame that a client got against the true game."""
    game = Play(play.game.setup).game
    answers = play.game.history
    told = [
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
        assert set(ids_in(frame["view"])) <= now
        if asked is not None:
            # A player who searches sees a deck, in no telling order, and nothing more.
            assert asked["player"] == viewer
            assert set(ids_in(asked)) <= now | own_deck | set(game.state.base_deck) | ever
            offered = [option.get("card", -1) for option in asked["options"]]
            for deck in (*game.state.decks, game.state.base_deck):
                hidden = [card for card in deck if card in offered and card not in now]
                assert len(hidden) < 5 or hidden != [card for card in offered if card in hidden]
        # What the log told once may be hidden again by now; the engine's own tests answer for each line.
        for line in told[: frame["log_from"] + len(frame["log"])]:
            ever |= line
        assert set(ids_in(frame["log"])) | {card for event in frame["events"] for card in event["cards"]} <= ever
        names = {game.card(card).name for card in ever | now | (own_deck if asked else set())}
        assert set(strings_in(frame["view"])) & NAMES <= names
        checked += 1
    return checked


@pytest.mark.parametrize("factions", ["random", "draft"])
def test_frames_hold_no_hidden_card(server: Server, factions: str) -> None:
    ann, ben = server.pair(factions=factions, target_vp=8)
    with ann, ben, Player(server.url, ann.table) as watcher:
        play_on([ann, ben, watcher], lambda state: state["over"])
        play = server.table(ann.table).play
        assert play is not None
        assert check_frames(ann, 0, play) > 50
        assert check_frames(ben, 1, play) > 50
        assert check_frames(watcher, None, play) > 50
        for player in (ann, ben, watcher):
            for raw in player.frames:
                assert "seed" not in raw
                assert str(ann.token) not in raw
                assert str(ben.token) not in raw


def test_windows_do_not_tell_who_is_asked(server: Server) -> None:
    ann, ben = server.pair()
    windows = 0
    with ann, ben:
        for _ in range(400):
            catch_up(ann, ben)
            asked, other = (ann, ben) if ann.question else (ben, ann)
            assert asked.question is not None
            assert asked.state["view"]["asked"] == asked.state["you"]
            if asked.question["kind"] == "special":
                windows += 1
                assert other.state["view"]["asked"] is None
            elif asked.question["kind"] == "main":
                assert other.state["view"]["asked"] == asked.state["you"]
            if windows >= 4:
                return
            asked.answer()
            if ann.state["over"]:
                break
        assert windows


def test_who_is_not_at_a_table_learns_nothing(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben:
        with pytest.raises(HttpError) as replay:
            server.get(f"/api/tables/{ann.table}/replay?step=0&as=all")
        with pytest.raises(HttpError) as save:
            server.get(f"/api/tables/{ann.table}/save")
        with pytest.raises(HttpError) as wrong:
            server.get(f"/api/tables/{ann.table}/save", Authorization="Bearer wrong")
        assert [replay.value.code, save.value.code, wrong.value.code] == ["not_over", "not_over", "bad_token"]


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


def test_a_ruling_report_holds_only_what_the_seat_knows(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben:
        play_on([ann, ben], lambda state: state["answers"] > 25 and not state["over"])
        play = server.table(ann.table).play
        assert play is not None
        report = server.get(f"/api/tables/{ann.table}/save", Authorization=f"Bearer {ann.token}")
        assert report["setup"]["seed"] == 0
        assert report["quiet"]["decks"] != json.loads(play.game.save())["quiet"]["decks"]
        assert report["quiet"]["rng"] != json.loads(play.game.save())["quiet"]["rng"]
        opened = Game.load(json.dumps(report))
        assert opened.view(0).data == play.game.view(0).data
        opened.undo(0)
        assert opened.answers_given == 0


def test_previews_do_not_depend_on_hidden_cards() -> None:
    game = Game(2, seed=11, ask_everyone=True)
    for _ in range(40):
        seat = game.question.player
        found = sight.preview(game.clone(), seat)
        other_deal = sight.deal_anew(game, seat)
        assert other_deal is not None
        assert {k: v for k, v in sight.preview(other_deal, seat).items() if k in found} == found
        game.answer(next(game.legal_answers()))


def test_explanations_add_up() -> None:
    game = Game(2, seed=3)
    while not game.minions():
        game.answer(0)
    minion = game.minions()[0]
    told = sight.explain(game, Explain("power", minion.id))
    assert told is not None
    assert told.total == minion.power
    base = game.bases[0]
    told = sight.explain(game, Explain("total", base.id, 0))
    assert told is not None
    assert told.total == game.view(None).data["bases"][0]["totals"][0]
    assert sight.explain(game, Explain("total", base.id)) is None
