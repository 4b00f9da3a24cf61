"""Moments: a base that scores is a scene that tells nothing ahead of itself."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import QUICK, Person, Stage
from tests.browser.positions import position

Json = dict[str, Any]
MOVING = {**QUICK, "motion": "on"}

# Notes what is on screen whenever it changes: the step of the scene, the points in the race, and the question bar.
WATCH = """() => {
  globalThis.seen = []
  const look = () => {
    const step = [...document.querySelector('.stage')?.classList ?? []].find((name) => /^s-/.test(name)) ?? ''
    const points = [...document.querySelectorAll('.race .p-vp')].map((shown) => parseInt(shown.textContent))
    const now = { step, points, said: document.querySelector('.prompt .q-1')?.textContent ?? '' }
    if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now)
  }
  look()
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true,
    attributes: true, attributeFilter: ['class'] })
}"""

STEPWISE = """() => {
  const settings = JSON.parse(localStorage['basebash.settings'])
  localStorage['basebash.settings'] = JSON.stringify({ ...settings, pace: 'step' })
}"""


def scored(state: Json, *, gains: tuple[int, ...] = (3, 1)) -> tuple[list[Json], Json]:
    """What the server sends when the first base scores: the events, and the view after it."""
    view = copy.deepcopy(state["view"])
    base = view["bases"][0]

    def event(kind: str, player: int = -1, base: int | None = None, number: int = 0, **about: Any) -> Json:
        return {"kind": kind, "player": player, "cards": [], "base": base, "number": number, "from": None, **about}

    events = [event("score", base=base["id"])]
    for player, vp in enumerate(gains):
        events += [event("award", player, base["id"], player + 1, power=20 - player), event("vp", player, number=vp)]
        view["players"][player]["vp"] += vp
    new = {**base, "id": 9000, "name": "Tortuga", "cards": [], "buried": [], "totals": [0] * len(base["totals"])}
    new.update(places=[0] * len(base["totals"]), gains=[0] * len(base["totals"]), pressure=0)
    view["bases"][0] = new
    for card in base["cards"]:
        if card["controller"] >= 0:
            view["players"][card["controller"]]["discard"].append({"id": card["id"], "name": card["name"]})
    return [*events, event("scored", base=base["id"]), event("new base", base=9000)], view


def points_of(ann: Person) -> list[int]:
    found: list[int] = ann.page.evaluate(
        "[...document.querySelectorAll('.race .p-vp')].map((shown) => parseInt(shown.textContent))"
    )
    return found


def test_a_base_scores_step_by_step_and_tells_nothing_ahead(person: MakePerson) -> None:
    state = position("busy")
    before = [player["vp"] for player in state["view"]["players"]]
    base = state["view"]["bases"][0]["name"]
    ann = person(settings={**MOVING, "pace": "fast"}, moves=True)
    stage = Stage(ann, None, state)
    ann.page.evaluate(WATCH)
    events, view = scored(stage.state)
    stage.show(events=events, view=view)
    expect(ann.board.get_by_role("heading", name="Tortuga")).to_be_visible()
    expect(ann.page.locator(".stage")).to_have_count(0)
    after = [player["vp"] for player in view["players"]]
    ann.page.wait_for_function("(after) => JSON.stringify(seen.at(-1).points) === JSON.stringify(after)", arg=after)
    seen = ann.page.evaluate("seen")
    steps = [now["step"] for now in seen]
    assert list(dict.fromkeys(steps)) == ["", "s-breaks", "s-places", "s-points", "s-discards"]
    # Neither the race nor the question bar is ahead of the stage.
    early = seen[: steps.index("s-points")]
    assert all(now["points"] == before for now in early)
    assert all("Tortuga" not in now["said"] for now in seen[: len(steps) - steps[::-1].index("s-discards")])
    said = list(dict.fromkeys(now["said"] for now in seen))
    assert said.index(f"{base} breaks") < said.index("You take first place") < said.index(f"{base} is torn down")
    assert "Tortuga is the new base" in said

    # A key shows the end of it, also at a pace that waits for one.
    ann.page.evaluate(STEPWISE)
    ann.page.reload()
    expect(ann.board).to_be_visible()
    ann.page.evaluate(WATCH)
    events, view = scored(stage.state, gains=(0, 2))
    stage.show(events=events, view=view)
    expect(ann.page.locator(".stage.s-breaks")).to_be_visible()
    ann.page.keyboard.press("ArrowRight")
    expect(ann.page.locator(".stage.s-places")).to_be_visible()
    ann.page.keyboard.press("Space")
    expect(ann.page.locator(".stage")).to_have_count(0)
    after = [player["vp"] for player in view["players"]]
    ann.page.wait_for_function("(after) => JSON.stringify(seen.at(-1).points) === JSON.stringify(after)", arg=after)


def test_where_nothing_may_move_the_result_is_shown_as_a_picture(person: MakePerson) -> None:
    ann = person(size=(390, 844), is_phone=True)
    stage = Stage(ann, None, position("busy"))
    events, view = scored(stage.state)
    stage.show(events=events, view=view)
    still = ann.page.locator(".stage.still")
    expect(still).to_contain_text("You")
    # It holds nothing up: the position after it is there already, and a tap goes through it.
    assert points_of(ann) == [player["vp"] for player in view["players"]]
    ann.page.get_by_role("button", name="Log").first.focus()
    ann.page.keyboard.press("Escape")
    expect(still).to_have_count(0)


def test_the_end_is_a_burst_that_becomes_the_story(person: MakePerson) -> None:
    ann = person(settings={**MOVING, "pace": "step"}, moves=True)
    ann.allowed = "404"  # the server knows nothing of this table
    story = json.dumps(ann.server.get(f"/api/tables/{ann.server.finished_game()}/story"))
    state = position("busy")
    stage = Stage(ann, None, state)
    ann.page.route(f"**/api/tables/{state['table']}/story", lambda route: route.fulfill(body=story))
    events, view = scored(stage.state)
    view.update(phase="over", winner=0, winners=[0])
    standings = [[0, 15], [1, 12], [2, 9], [3, 9]]
    over = {"winner": 0, "winners": [0], "standings": standings, "replay": "/replay", "rematch": None}
    stage.show(events=events, view=view, over=over)
    # Nobody has won before the last base has paid.
    ann.page.evaluate(WATCH)
    for step in ("breaks", "places", "points"):
        expect(ann.page.locator(f".stage.s-{step}")).to_be_visible()
        assert ann.page.get_by_text(re.compile(r"\bwon\b|\bwins?\b(?!\w)")).count() == 0
        expect(ann.page.get_by_role("button", name="Rematch")).to_have_count(0)
        ann.page.keyboard.press("ArrowRight")
    burst = ann.page.locator(".win")
    expect(burst.get_by_role("heading", name="You win!")).to_be_visible()
    assert "s-discards" not in {now["step"] for now in ann.page.evaluate("seen")}
    # The first key goes on, and answers nothing.
    ann.page.keyboard.press("Enter")
    page = ann.page.get_by_role("main", name="The story of the game")
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(burst).to_have_count(0)
    assert all(message["type"] != "rematch" for message in stage.heard)
    # The table keeps the last position, with the same choices.
    page.get_by_role("link", name="Table").click()
    expect(ann.question.get_by_role("button", name="Rematch")).to_be_visible()
    expect(burst).to_have_count(0)
