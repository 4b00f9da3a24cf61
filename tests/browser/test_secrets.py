"""Two browsers play each other, a third watches, and no frame tells any of them a card they must not know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import expect

from basebash import CARDS, FACTIONS, Game
from tests.browser.conftest import MakePerson
from tests.browser.helpers import Json, Person
from tests.helpers import hidden_from, ids_in

NAMES = {card.name for card in CARDS} - set(FACTIONS)


def names_in(data: Any) -> Iterator[str]:
    """Every string that is the name of a card, and no part of a longer text."""
    if isinstance(data, str):
        if data in NAMES:
            yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from names_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from names_in(value)


def check_frames(frames: list[str], viewer: int | None, save: Json) -> int:
    """Checks every frame that a browser got against the true game; how many states there were."""
    moments = Game.replay(json.dumps(save))
    game = next(moments)
    every = set(range(len(game.state.printed)))
    checked = 0
    ever = every - hidden_from(game, viewer)
    for raw in frames:
        frame = json.loads(raw)
        if frame["type"] == "preview":
            assert viewer is not None
            continue
        if frame["type"] != "state" or frame["view"] is None:
            continue
        assert frame["you"] == viewer
        while game.answers_given < frame["answers"]:
            next(moments)
            ever |= every - hidden_from(game, viewer)
        question = frame["view"].pop("question")
        hidden = hidden_from(game, viewer)
        assert not set(ids_in(frame["view"])) & hidden
        for seat, player in enumerate(frame["view"]["players"]):
            assert (player["hand"] is None) == (seat != viewer)
        if question is not None:
            assert question["player"] == viewer == game.question.player
            ever |= set(ids_in(question))  # who is asked about a card may see it
        told = set(ids_in(frame["log"])) | {card for event in frame["events"] for card in event["cards"]}
        known = ever | {card for line in game.log_for(viewer) for card in ids_in(line.to_json())}
        assert told <= known
        names = {game.card(card).name for card in known}
        assert set(names_in(frame)) <= names
        checked += 1
    return checked


def play_each_other(people: list[Person]) -> None:
    """Whoever is asked clicks, until all see the end."""
    for _ in range(5000):
        if not any(somebody.is_asked() and somebody.step() for somebody in people):
            over = [somebody.page.get_by_role("dialog", name="The game is over").count() for somebody in people]
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
    expect(eve.question).to_contain_text("won")
    for somebody in (ann, ben, eve):
        expect(somebody.page.get_by_role("dialog", name="The game is over")).to_contain_text(
            "wins!" if somebody is eve else "win"
        )

    save = ann.server.get(f"/api/tables/{ann.state['table']}/save")
    assert len(save["answers"]) == ann.state["answers"]
    assert check_frames(ann.frames, 0, save) > 30
    assert check_frames(ben.frames, 1, save) > 30
    assert check_frames(eve.frames, None, save) > 30
    tokens = [json.loads(somebody.sent[0])["token"] for somebody in (ann, ben, eve)]
    assert tokens[2] is None
    for somebody in (ann, ben, eve):
        received = "".join(somebody.frames)
        assert not any(token in received for token in tokens if token)
        assert '"seed"' not in received
