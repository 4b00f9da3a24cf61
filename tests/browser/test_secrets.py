"""Two browsers play each other, a third watches, and no frame reveals a card that its receiver must not know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from basebash import CARDS, FACTIONS, Game
from basebash.invariants import hidden_from, ids_in
from tests.browser.conftest import MakePerson
from tests.browser.helpers import Json, Person, Server

NAMES = {card.name for card in CARDS} - set(FACTIONS)
# The longest first: Ghostly Arrival does not mention a Ghost.
A_NAME = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(NAMES | set(FACTIONS), key=len, reverse=True)))})\b")


def named_in(data: Any) -> set[str]:
    """Every card that a text anywhere in it names."""
    return {name for text in strings_in(data) for name in A_NAME.findall(text)} & NAMES


def strings_in(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from strings_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from strings_in(value)


def open_to(game: Game, viewer: int | None) -> set[int]:
    """The cards that a viewer may know now."""
    game.view(viewer)  # only when it is looked at a replayed game comes to its question
    return set(range(len(game.state.printed))) - hidden_from(game, viewer)


def check_frames(frames: list[str], viewer: int | None, save: Json) -> int:
    """Check every frame that a browser received against the true game; return the number of states."""
    moments = Game.replay(json.dumps(save))
    game = next(moments)
    ever = open_to(game, viewer)  # may be known, or was at some time
    asked_about: set[int] = set()
    checked = 0
    for raw in frames:
        frame = json.loads(raw)
        if frame["type"] == "state" and frame["view"] is not None:
            assert frame["you"] == viewer
            while game.answers_given < frame["answers"]:
                next(moments)
                ever |= open_to(game, viewer)
            # What the log revealed may be hidden again; the engine's own tests cover each of its lines.
            ever |= {card for line in game.log_for(viewer) for card in ids_in(line.to_json())}
            question = frame["view"].pop("question")
            assert not set(ids_in(frame["view"])) & hidden_from(game, viewer)
            for seat, player in enumerate(frame["view"]["players"]):
                assert (player["hand"] is None) == (seat != viewer)
            asked_about = set()
            if question is not None:
                assert viewer is not None
                assert question["player"] == viewer == game.question.player
                # Who searches a deck sees it.
                asked_about = set(ids_in(question)) - ever
                assert asked_about <= {*game.state.decks[viewer], *game.state.base_deck}
            assert {*ids_in(frame["log"]), *(card for event in frame["events"] for card in event["cards"])} <= ever
            checked += 1
        assert named_in(frame) <= {game.rules.card(card).name for card in ever | asked_about}
    return checked


def test_the_check_finds_a_leak(server: Server) -> None:
    save = server.get(f"/api/tables/{server.finished_game()}/save")
    game = next(Game.replay(json.dumps(save)))
    view = game.view(None).data
    frame: Json = {"type": "state", "you": None, "answers": 0, "view": view, "log": [], "events": []}
    assert check_frames([json.dumps(frame)], None, save) == 1
    card = game.state.hands[0][0]
    for leak in (
        {"events": [{"cards": [card]}]},
        {"view": {**view, "base_deck_top": {"id": card}}},
        {"log": [{"text": f"Ann looks at {game.rules.card(card).name}."}]},
    ):
        with pytest.raises(AssertionError):
            check_frames([json.dumps({**frame, **leak})], None, save)


def play_each_other(people: list[Person]) -> None:
    """Let whoever is asked click, until everybody sees the end."""
    for _ in range(5000):
        if not any(somebody.is_asked() and somebody.step() for somebody in people):
            over = [somebody.page.locator(".win, .end-bar").count() for somebody in people]
            if all(over):
                return
    raise AssertionError("the game does not end")


def test_two_browsers_play_and_a_third_watches(person: MakePerson) -> None:
    ann, ben, eve = person("Ann"), person("Ben"), person("Eve")
    ann.open_table({"seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}], "target_vp": 2})
    link = ann.page.get_by_label("Link to this table").input_value()
    ben.go(link)
    expect(ben.page.get_by_label("Your name")).to_have_value("Ben")
    ben.button("Sit down").click()
    expect(ben.hand.get_by_role("button")).to_have_count(5)
    eve.go(link)
    expect(eve.hand).to_contain_text("You are watching")
    play_each_other([ann, ben])
    for somebody in (ann, ben, eve):
        story = somebody.page.get_by_role("main", name="The story of the game")
        expect(story.get_by_role("heading", level=1)).to_contain_text("win")

    save = ann.server.get(f"/api/tables/{ann.state['table']}/save")
    assert len(save["answers"]) == ann.state["answers"]
    assert check_frames(ann.frames, 0, save) > 20
    assert check_frames(ben.frames, 1, save) > 20
    assert check_frames(eve.frames, None, save) > 20
    tokens = [json.loads(somebody.sent[0])["token"] for somebody in (ann, ben, eve)]
    assert tokens[2] is None
    for somebody in (ann, ben, eve):
        received = "".join(somebody.frames)
        assert not any(token in received for token in tokens if token)
        assert '"seed"' not in received
