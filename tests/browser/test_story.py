"""The story of a game at its end, hints at your own decision, and the analysis beside a replay."""

from __future__ import annotations

import json
import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import Route, expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import QUICK, Game, Json, Stage
from tests.browser.positions import position

SOLO: Json = {
    "seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy", "name": "Mira"}],
    "factions": [["Dinosaurs", "Pirates"], ["Robots", "Zombies"]],
}


def test_a_finished_game_has_a_story(person: MakePerson, tmp_path: Path) -> None:
    ann = person()
    table = ann.server.finished_game()
    ann.go(f"/story/{table}")
    page = ann.page.get_by_role("main", name="The story of the game")
    expect(page).to_be_visible(timeout=40_000)  # the first look back starts a process
    story = ann.server.get(f"/api/tables/{table}/story")
    winner = story["names"][story["winners"][0]]
    expect(page.get_by_role("heading", name=f"{winner} wins")).to_be_visible()
    points = ", ".join(f"{name} {dict(story['standings'])[i]}" for i, name in enumerate(story["names"]))
    expect(page.get_by_role("img", name=f"Victory points by turn: {points}")).to_be_visible()
    expect(page.get_by_role("region", name="Where the points came from")).to_contain_text(str(story["played"]))
    expect(page).to_contain_text("Biggest turn")
    expect(page).to_contain_text(re.compile(rf"Bots, {story['turns']} turns, (under )?\d+ (s|min)"))
    # A picture to share, with names or without, and a link.
    page.get_by_role("button", name="Share").click()
    dialog = ann.page.get_by_role("dialog", name="Share picture")
    expect(dialog.get_by_role("img")).to_have_attribute("aria-label", re.compile(f"^{winner} wins"))
    dialog.get_by_label("Show names").uncheck()
    expect(dialog.get_by_role("img")).to_have_attribute("aria-label", re.compile("^Won"))
    file = ann.save(dialog.get_by_role("button", name="Save picture"), tmp_path)
    picture = Image.open(file).convert("RGB")
    assert picture.size == (1200, 630)
    assert len(picture.getcolors(1_000_000) or []) > 50
    ann.page.evaluate("() => { navigator.clipboard.writeText = async (text) => { globalThis.copied = text } }")
    for is_replay in (False, True):
        dialog.get_by_label("Link to the replay").set_checked(is_replay)
        dialog.get_by_role("button", name="Copy link").click()
        ann.page.wait_for_function(
            "(end) => globalThis.copied?.endsWith(end)", arg=f"/{'replay' if is_replay else 'story'}/{table}"
        )
    dialog.get_by_role("button", name="Close").click()
    # Its moments lead into the replay.
    page.get_by_role("link", name=re.compile("^Watch it")).last.click()
    expect(ann.page.get_by_role("region", name="Replay", exact=True)).to_be_visible()


def test_on_a_phone_the_story_is_one_column(person: MakePerson) -> None:
    ann = person(size=(390, 844), is_phone=True, theme="light")
    ann.go(f"/story/{ann.server.finished_game()}")
    expect(ann.page.get_by_role("heading", name="Victory points by turn")).to_be_visible(timeout=40_000)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_game_under_way_has_no_story(person: MakePerson) -> None:
    ann = person()
    ann.allowed = "409"
    made = ann.server.post("/api/tables", SOLO)
    ann.go(f"/story/{made['table']}")
    expect(ann.page.get_by_role("heading", name="No story here")).to_be_visible()


def test_a_hint_says_what_a_bot_would_do(person: MakePerson) -> None:
    ann = person()
    ann.open_table(SOLO)
    ann.until_my_turn()
    ann.page.keyboard.press("i")
    dialog = ann.page.get_by_role("dialog", name="What would a bot do?")
    expect(dialog.locator(".moves li").first).to_be_visible(timeout=40_000)
    first = dialog.locator(".moves li h4").first.text_content()
    texts = [option["text"] for option in ann.state["view"]["question"]["options"]]
    assert first in texts
    expect(dialog).to_contain_text("It saw only what you saw.")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)
    expect(ann.question).to_be_visible()


def test_there_is_no_hint_among_people(person: MakePerson) -> None:
    state = position("busy")
    ann = person(settings=QUICK)
    stage = Stage(ann, None, state)
    stage.wait_for("preview")
    expect(ann.page.get_by_role("button", name=re.compile("^Hint"))).to_have_count(0)
    ann.page.keyboard.press("i")
    assert stage.hears_nothing("hint", 300)


def test_an_analysis_shows_chances_and_what_a_bot_would_have_done(person: MakePerson) -> None:
    ann = person(settings=QUICK)
    table = ann.server.finished_game()
    ann.go(f"/replay/{table}")
    expect(ann.board).to_be_visible(timeout=40_000)

    def asked(step: int) -> Json:
        question: Json = ann.server.get(f"/api/tables/{table}/replay?step={step}")["state"]["view"]["question"]
        return question

    ann.go(f"/replay/{table}/{next(step for step in range(3, 60) if asked(step)['kind'] == 'main')}")
    about = ann.page.get_by_role("region", name="About this moment")
    replay = ann.page.get_by_role("region", name="Replay", exact=True)
    # At any moment one may ask.
    about.get_by_role("button", name="What would a bot do here?").click()
    expect(about).to_contain_text("It saw only what", timeout=60_000)
    # The whole game shows its progress and can be stopped.
    expect(replay).to_contain_text("Victory points")
    about.get_by_role("button", name="Analyse this game").click()
    expect(about.get_by_role("progressbar")).to_be_visible()
    about.get_by_role("button", name="Stop").click()
    about.get_by_role("button", name=re.compile("Go on|Analyse")).click()
    expect(about.get_by_role("button", name=re.compile("Go on|Analyse|Stop"))).to_have_count(0, timeout=180_000)
    expect(replay).to_contain_text("Chance to win")
    found = ann.server.get(f"/api/tables/{table}/analysis")
    assert found["state"] == "done"
    moment = found["moments"][1]
    ann.go(f"/replay/{table}/{moment['step']}")
    expect(about.locator(".moves li.best h4")).to_have_text(moment["moves"][0]["text"])
    expect(about.locator(".moves li.played")).to_have_count(1)


def test_the_end_of_a_game_leads_to_its_story(person: MakePerson) -> None:
    ann = person(settings=QUICK)
    game = Game(ann.server, {**SOLO, "target_vp": 2})
    game.play_until(lambda player: player.state["over"])
    ann.sit(game.table, 0, game.token)
    ann.question.get_by_role("link", name="Story").click()
    expect(ann.page.get_by_role("main", name="The story of the game")).to_be_visible(timeout=40_000)
    game.close()


def test_the_story_is_analysed_at_once_and_names_my_mistakes(person: MakePerson) -> None:
    ann = person(settings=QUICK)
    game = Game(ann.server, {**SOLO, "target_vp": 2})
    game.play_until(lambda player: player.state["over"])
    move = {"picks": [0], "line": ["x"], "why": "you 5: 1st", "tries": 40, "error": 0.02}
    moves = [
        {**move, "text": "Ninja on Temple", "chance": 0.8, "played": False},
        {**move, "text": "End Play Cards", "chance": 0.5, "played": True},
    ]
    moment = {"step": 2, "turn": 1, "player": 0, "chances": [0.8, 0.2], "moves": moves}
    states = ["none", "running", "running", "done"]
    asked = []

    def answer(route: Route) -> None:
        asked.append(route.request.method)
        state = states.pop(0) if len(states) > 1 else states[0]
        found = {"seat": None, "state": state, "done": 1, "of": 3, "moments": [moment] if state == "done" else []}
        route.fulfill(body=json.dumps(found), content_type="application/json")

    ann.page.route(f"**/api/tables/{game.table}/analysis", answer)
    ann.sit(game.table, 0, game.token)
    ann.go(f"/story/{game.table}")
    ann.button("Analyse it").click()
    expect(ann.page.get_by_role("progressbar")).to_be_visible()
    mistakes = ann.page.get_by_role("region", name="My mistakes")
    expect(mistakes.get_by_role("listitem")).to_have_count(1)
    expect(mistakes).to_contain_text(re.compile("You: End Play Cards.*Better: Ninja on Temple.*You 5: 1st"))
    assert asked[:2] == ["GET", "POST"]
    mistakes.get_by_role("link", name="Show it on the board").click()
    expect(ann.page).to_have_url(re.compile(rf"/replay/{game.table}/2"))
    game.close()


def test_a_rematch_begins_at_the_story(person: MakePerson) -> None:
    ann = person(settings=QUICK)
    game = Game(ann.server, {**SOLO, "target_vp": 2})
    game.play_until(lambda player: player.state["over"])
    ann.sit(game.table, 0, game.token)
    expect(ann.question.get_by_role("link", name="Story")).to_be_visible()
    ann.go(f"/story/{game.table}")
    story = ann.page.get_by_role("main", name="The story of the game")
    expect(story).to_be_visible(timeout=40_000)
    expect(story.get_by_role("button", name="Other factions")).to_be_visible()
    # It is the one thing to do next.
    expect(story.locator(".primary")).to_have_text(re.compile("^Rematch"))
    story.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_url("**/t/*")  # bots agree at once
    ann.wait_for_state(lambda state: state["table"] != game.table and state["started"])
    assert ann.state["you"] == 0
    game.close()


def test_a_spectator_has_no_rematch_at_the_story(person: MakePerson) -> None:
    ann = person()
    ann.go(f"/story/{ann.server.finished_game()}")
    story = ann.page.get_by_role("main", name="The story of the game")
    expect(story).to_be_visible(timeout=40_000)
    expect(story.get_by_role("button", name="Rematch")).to_have_count(0)
    expect(story.get_by_role("button", name="Share")).to_be_visible()


# ----------------------------------------------------------------------------------------------- a game under way
def test_in_a_game_under_way_one_looks_back_at_ones_own_turns(person: MakePerson) -> None:
    ann = person(settings=QUICK)
    game = Game(ann.server, SOLO)
    game.play_until(
        lambda player: player.question and player.question["kind"] == "main" and player.state["view"]["turn"] > 3
    )
    ann.sit(game.table, 0, game.token)
    expect(ann.board).to_be_visible()
    ann.button("This table").click()
    ann.page.get_by_role("link", name="Look back").click()
    replay = ann.page.get_by_role("region", name="Replay", exact=True)
    about = ann.page.get_by_role("region", name="About this moment")
    expect(replay).to_be_visible(timeout=40_000)
    # Nobody else's hand, no other eyes, and no other game from here.
    expect(replay.get_by_label("Seen by")).to_have_count(0)
    expect(about.get_by_role("button", name="Play on from here")).to_have_count(0)
    about.get_by_role("tab", name="Hands").click()
    expect(about.get_by_role("region", name="Hand of Mira")).to_have_count(0)
    about.get_by_role("tab", name="Analysis").click()
    # The open question is for a hint at the table.
    ann.page.keyboard.press("End")
    expect(about).to_contain_text("at the table you may ask for a hint")
    headers = {"Authorization": f"Bearer {game.token}"}

    def asked(step: int) -> Json | None:
        path = f"{ann.server.url}/api/tables/{game.table}/replay?step={step}"
        question: Json | None = ann.page.request.get(path, headers=headers).json()["state"]["view"]["question"]
        return question

    last = game.ann.state["answers"]
    own = next(step for step in range(last) if (question := asked(step)) and question["kind"] == "main")
    foreign = next(step for step in range(own, last) if asked(step) is None)
    ann.go(f"/replay/{game.table}/{foreign}?as=0")
    expect(about).to_contain_text("only at your own decisions", timeout=40_000)
    ann.go(f"/replay/{game.table}/{own}?as=0")
    about.get_by_role("button", name="What would a bot do here?").click()
    expect(about).to_contain_text("It saw only what you saw.", timeout=60_000)
    about.get_by_role("button", name="Analyse my turns").click()
    expect(replay).to_contain_text("Chance to win", timeout=120_000)
    replay.get_by_role("link", name="Back to the game").click()
    expect(ann.question).to_be_visible()
    game.close()


def test_among_people_a_bot_says_nothing_until_the_end(person: MakePerson) -> None:
    ann = person(settings=QUICK)
    game = Game(ann.server, {**SOLO, "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}]})
    game.play_until(lambda player: player.state["view"]["turn"] > 1)
    ann.sit(game.table, 0, game.token)
    expect(ann.board).to_be_visible()
    ann.go(f"/replay/{game.table}/1?as=0")
    about = ann.page.get_by_role("region", name="About this moment")
    expect(about).to_contain_text("Other people play in this game", timeout=40_000)
    expect(about.get_by_role("button", name="What would a bot do here?")).to_have_count(0)
    expect(about.get_by_role("button", name="Analyse my turns")).to_have_count(0)
    game.close()
