"""Dragging cards from the hand to their target: a drag can pick exactly what a click can."""

from __future__ import annotations

import time

from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import QUICK, Browsers, Json, Person, Stage
from tests.browser.positions import position

POSITION = "busy"


def a_turn() -> Json:
    """A recorded turn of the viewer's, in which cards can be played."""
    state = position(POSITION)
    assert state["view"]["question"]["kind"] == "main"
    return state


def plays(state: Json, several: bool) -> tuple[int, list[Json]]:
    """A card in hand with its plays: to several places, or to one or none."""
    by_card: dict[int, list[Json]] = {}
    for option in state["view"]["question"]["options"]:
        if option["kind"] == "play":
            by_card.setdefault(option["card"], []).append(option)
    hand = [card["id"] for card in state["view"]["players"][state["you"]]["hand"]]
    return next((card, by_card[card]) for card in hand if card in by_card and (len(by_card[card]) > 1) == several)


def middle(element: Locator, up: float = 0.5) -> tuple[float, float]:
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * up


def drag(ann: Person, card: int, to: Locator) -> None:
    """As far as over the target; the button stays down."""
    x, y = middle(ann.hand.locator(f"[data-card='{card}']"))
    ann.page.mouse.move(x, y)
    ann.page.mouse.down()
    ann.page.mouse.move(x, y - 20, steps=2)
    x, y = middle(to, 0.3)
    ann.page.mouse.move(x, y, steps=4)


def test_a_card_is_dragged_to_a_base(person: MakePerson) -> None:
    state = a_turn()
    card, options = plays(state, several=True)
    ann = person(settings=QUICK)
    stage = Stage(ann, None, state)
    stage.wait_for("preview")
    target = options[-1]["target"]
    base = ann.board.locator(f".base[data-card='{target}']")
    drag(ann, card, base)
    expect(ann.page.locator(".dragged")).to_be_visible()
    expect(ann.board.locator(".base.legal")).to_have_count(len({option["target"] for option in options}))
    expect(base.locator(".ghost")).to_be_visible()
    assert stage.hears_nothing("answer", 200)
    ann.page.mouse.up()
    assert stage.wait_for("answer")["picks"] == [options[-1]["index"]]
    expect(ann.page.locator(".dragged")).to_have_count(0)


def test_a_card_let_go_elsewhere_goes_back(person: MakePerson) -> None:
    state = a_turn()
    card, options = plays(state, several=True)
    ann = person(settings=QUICK)
    stage = Stage(ann, None, state)
    drag(ann, card, ann.page.locator(".rail"))
    ann.page.mouse.up()
    expect(ann.page.locator(".dragged")).to_have_count(0)
    expect(ann.board.locator(".base.legal")).to_have_count(0)
    drag(ann, card, ann.board.locator(f".base[data-card='{options[0]['target']}']"))
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(".dragged")).to_have_count(0)
    ann.page.mouse.up()
    assert stage.hears_nothing("answer", 300)
    # A click still does what it did.
    ann.hand.locator(f"[data-card='{card}']").click()
    expect(ann.board.locator(".base.legal").first).to_be_visible()


def test_an_action_is_let_go_over_the_player_it_is_meant_for(person: MakePerson) -> None:
    state = a_turn()
    hand = state["view"]["players"][state["you"]]["hand"]
    card = next(card for card in hand if card["kind"] == "action")
    rival = (state["you"] + 1) % len(state["view"]["players"])
    play = {"index": 0, "kind": "play", "text": card["name"], "name": card["name"], "card": card["id"]}
    state["view"]["question"]["options"] = [play, {"index": 1, "kind": "end", "text": "End Play Cards"}]
    ann = person(settings=QUICK)
    stage = Stage(ann, None, state)
    row = ann.page.locator(f".race [data-player='{rival}']")
    drag(ann, card["id"], row)
    expect(ann.page.locator(".board.takes")).to_be_visible()
    ann.page.mouse.up()
    assert stage.wait_for("answer")["picks"] == [0]
    seats = range(len(state["view"]["players"]))
    whom = [{"index": i, "kind": "player", "text": str(i), "player": i} for i in seats if i != state["you"]]
    question = {"player": state["you"], "kind": "player", "prompt": "Whom?", "source": card["id"], "low": 1, "high": 1}
    stage.show({**question, "options": [{**option, "index": i} for i, option in enumerate(whom)]})
    picked = next(i for i, option in enumerate(whom) if option["player"] == rival)
    assert stage.wait_for("answer")["picks"] == [picked]
    # Only the next question is meant, and only the card's own.
    stage.show({**question, "options": [{**option, "index": i} for i, option in enumerate(whom)]})
    assert stage.hears_nothing("answer", 300)


def test_a_finger_drags_a_card_to_the_tab_of_a_base(person: MakePerson, browsers: Browsers) -> None:
    if browsers.name != "chromium":
        return  # only there can a test move a finger
    state = a_turn()
    card, options = plays(state, several=True)
    ann = person(settings=QUICK, size=(390, 844), is_phone=True)
    stage = Stage(ann, None, state)
    option = options[-1]
    slot = ann.hand.locator(f"[data-card='{card}']")
    slot.scroll_into_view_if_needed()
    finger = ann.context.new_cdp_session(ann.page)
    x, y = middle(slot)
    tab = ann.page.locator(f".btab[data-drop='{option['target']}']")
    to_x, to_y = middle(tab)

    def take() -> bool:
        begun = time.monotonic()
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        finger.send(
            "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y + (to_y - y) / 10}]}
        )
        if time.monotonic() - begun < 0.3:
            return True
        # That was slow, and a finger that rests reads. Let go over the hand, where nothing is played.
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        ann.page.wait_for_timeout(500)
        ann.page.keyboard.press("Escape")
        return False

    assert any(take() for _ in range(20))
    for part in (0.3, 0.6, 1):
        at = {"x": x + (to_x - x) * part, "y": y + (to_y - y) * part}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [at]})
    expect(ann.page.locator(".dragged")).to_be_visible()
    expect(tab).to_have_attribute("aria-selected", "true")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert stage.wait_for("answer")["picks"] == [option["index"]]
