"""Comfort: automatic answers, animations, and numbers that explain themselves."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePerson
from tests.browser.helpers import QUICK, Game, Json, Person, Server, Stage
from tests.server.helpers import Player

TABLE: Json = {
    "seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}],
    "factions": [["Dinosaurs", "Pirates"], ["Robots", "Zombies"]],
}
MOVING = {**QUICK, "motion": "on"}
States = tuple[Game, list[Json]]
AUTOMATIC = {**QUICK, "auto": "most", "autoPass": True, "batch": True}


def is_my_turn(player: Player) -> bool:
    return bool(player.question and player.question["kind"] == "main")


def is_mid_game(player: Player) -> bool:
    view = player.state["view"]
    return is_my_turn(player) and view["turn"] > 4 and all(base["cards"] for base in view["bases"])


@pytest.fixture(scope="module")
def game(server: Server) -> Iterator[Game]:
    """A game in which it is Ann's turn, with minions at every base."""
    with Game.at(server, TABLE, is_mid_game) as made:
        yield made


def stage(person: MakePerson, game: Game, **options: object) -> tuple[Person, Stage]:
    ann = person(**options)
    return ann, Stage(ann, game)


def a_card_in_play(game: Game) -> int:
    found = game.ann.state["view"]["bases"][0]["cards"][0]["id"]
    assert isinstance(found, int)
    return found


# ----------------------------------------------------------------------------------------------- what answers itself
def test_a_single_choice_resolves_itself_and_nothing_optional_does(person: MakePerson, game: Game) -> None:
    ann, server = stage(person, game, settings=AUTOMATIC)
    server.ask("card", ["Walker"])
    assert server.wait_for("answer")["picks"] == [0]
    expect(ann.page.get_by_text("Only choice: Walker")).to_be_visible()
    server.ask("card", ["Walker"], low=0)
    assert server.hears_nothing("answer")
    ann.question.locator(".choice").click()
    assert server.wait_for("answer")["picks"] == [0]


def test_nothing_resolves_itself_if_it_shall_not(person: MakePerson, game: Game) -> None:
    ann, server = stage(person, game, settings=QUICK)
    server.ask("card", ["Walker"])
    server.ask("special", ["Shinobi"], low=0)
    expect(ann.button("Pass")).to_be_visible()
    assert server.hears_nothing("answer")


def test_all_resolves_what_leaves_no_choice(person: MakePerson, game: Game) -> None:
    _, server = stage(person, game, settings={**AUTOMATIC, "auto": "all"})
    server.ask("card", ["Walker"], low=0, source=a_card_in_play(game))
    assert server.wait_for("answer")["picks"] == [0]
    end = {"index": 0, "kind": "end", "text": "End Play Cards"}
    server.ask("main", [], options=[end])
    assert server.wait_for("answer")["picks"] == [0]
    server.ask("special", ["Shinobi"], low=0)
    assert server.hears_nothing("answer")


def test_passing_by_itself_stops_where_there_is_a_special(person: MakePerson, game: Game) -> None:
    ann, server = stage(person, game, settings=AUTOMATIC)
    server.ask("special", [], low=0, high=0)
    assert server.wait_for("answer")["picks"] == []
    server.ask("special", ["Shinobi"], low=0)
    expect(ann.button("Pass")).to_be_visible()
    assert server.hears_nothing("answer", 1600)


def test_triggers_that_are_alike_are_one(person: MakePerson, game: Game) -> None:
    alike = [{"index": i, "kind": "trigger", "text": "Betrothed"} for i in range(3)]
    ann, server = stage(person, game, settings=AUTOMATIC)
    server.ask("order", [], options=alike)
    assert server.wait_for("answer")["picks"] == [0]
    server.ask("order", [], options=[*alike, {"index": 3, "kind": "trigger", "text": "Scout"}])
    expect(ann.question.locator(".choice")).to_have_count(2)
    expect(ann.question.locator(".choice").first).to_contain_text("Betrothed ×3")  # noqa: RUF001
    assert server.hears_nothing("answer")


def answered_next_time(person: MakePerson, game: Game, how: str, picks: list[int]) -> tuple[Person, Stage, Json]:
    """A card asks twice, and the second question is answered automatically as the first answer implies."""
    ann, server = stage(person, game, settings=AUTOMATIC)
    question = {"low": 0, "source": a_card_in_play(game), "prompt": "Draw a card?"}
    server.ask("yes", ["Yes"], **question)
    ann.question.get_by_text("Next time …").click()
    ann.button(how).click()
    assert server.wait_for("answer")["picks"] == picks
    server.ask("yes", ["Yes"], **question)
    assert server.wait_for("answer")["picks"] == picks
    return ann, server, question


def test_always_no_until_asked_again(person: MakePerson, game: Game) -> None:
    ann, server, question = answered_next_time(person, game, "Always no", [])
    expect(ann.page.get_by_text("always no")).to_be_visible()
    ann.button("Settings").click()
    settings = ann.page.get_by_role("dialog", name="Settings")
    expect(settings).to_contain_text("Draw a card?")
    settings.get_by_role("button", name="Ask again").click()
    expect(settings).not_to_contain_text("Draw a card?")
    settings.get_by_role("button", name="Close").click()
    server.ask("yes", ["Yes"], **question)
    expect(ann.question.locator(".last")).to_contain_text("No")
    assert server.hears_nothing("answer")


def test_yes_for_the_rest_of_the_turn(person: MakePerson, game: Game) -> None:
    _, server, question = answered_next_time(person, game, "Yes, and again this turn", [0])
    server.state["view"]["turn"] += 1
    server.ask("yes", ["Yes"], **question)
    assert server.hears_nothing("answer")


def test_undo_goes_back_past_automatic_answers(person: MakePerson, game: Game) -> None:
    ann, server = stage(person, game, settings=AUTOMATIC)
    free: Json = {"undo": {"free": True, "asked_by": None, "waiting_for": []}}
    server.ask("card", ["Walker"], state=free)
    server.wait_for("answer")
    server.ask("card", ["Gnome", "Gremlin"], state=free)
    ann.button("Undo").click()
    server.wait_for("undo")
    server.ask("card", ["Walker"], state=free)  # the question that had answered itself: one further
    server.wait_for("undo")
    server.ask("card", ["Walker"], state={"undo": {**free["undo"], "free": False}})  # no further: now it is asked
    expect(ann.question.locator(".choice")).to_have_count(1)
    assert server.hears_nothing("answer")


# ----------------------------------------------------------------------------------------------- prompt and clock
def test_a_player_who_has_passed_is_marked(person: MakePerson, game: Game) -> None:
    ann, server = stage(person, game)
    base = server.state["view"]["bases"][0]
    turn = server.state["view"]["turn"]
    lines = [
        {"kind": "score", "player": -1, "turn": turn, "after": 1, "text": "It scores", "parts": ["It scores"]},
        {"kind": "pass", "player": 1, "turn": turn, "after": 1, "text": "Ben passes", "parts": ["Ben passes"]},
    ]
    server.state["view"].update(scoring=base["id"], passed=[1])
    server.state["log"] += lines
    prompt = "Play a Special before the base scores?"
    server.ask("special", ["Shinobi"], low=0, source=base["id"], prompt=prompt)
    expect(ann.question).to_contain_text(f"Play a Special before {base['name']} scores?")
    expect(ann.page.get_by_role("list", name="Who has passed")).to_have_text(re.compile("Ben passed.*you"))
    # What happens if nobody answers.
    expect(ann.question).to_contain_text("If nobody answers, ")
    expect(ann.question.locator(".last")).to_contain_text(re.compile(r"you \d+: "))


def test_the_clock_runs_down(person: MakePerson, game: Game) -> None:
    ann, server = stage(person, game)
    server.ask("card", ["Walker", "Gnome"], state={"clock": {"seat": 0, "seconds_left": 30.0}})
    clock = ann.page.locator(".clock")
    expect(clock).to_contain_text(re.compile(r"\b(30|2\d) s"))
    expect(clock).to_contain_text(re.compile(r"\b2[0-8] s"))


def test_numbers_past_nine(person: MakePerson, game: Game) -> None:
    ann, server = stage(person, game)
    names = [f"Card {n}" for n in range(1, 14)]
    server.ask("name", names)
    expect(ann.question.locator(".choice kbd")).to_have_text([str(n) for n in range(1, 14)])
    ann.page.evaluate("() => { for (const key of '12') dispatchEvent(new KeyboardEvent('keydown', { key })) }")
    assert server.wait_for("answer")["picks"] == [11]
    server.ask("name", names)
    expect(ann.question.locator(".choice")).to_have_count(13)
    ann.page.keyboard.press("1")
    assert server.wait_for("answer")["picks"] == [0]  # no second digit came
    server.ask("name", names)
    expect(ann.question.locator(".choice")).to_have_count(13)
    ann.page.keyboard.press("7")
    assert server.wait_for("answer")["picks"] == [6]


def test_words_and_numbers_explain_themselves(person: MakePerson, game: Game) -> None:
    ann = person()
    ann.sit(game.table, 0, game.token)
    ann.wait_until_asked()
    page = ann.page
    ann.question.get_by_role("button", name="talent", exact=True).click()
    expect(page.get_by_role("dialog", name="Talent")).to_contain_text("once in each of your turns")
    page.keyboard.press("Escape")
    page.get_by_role("navigation", name="Turn").get_by_role("button", name="Score").click()
    expect(page.get_by_role("dialog", name="Score")).to_contain_text("breakpoint")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="victory points of Ann: why?").click()
    points = page.get_by_role("dialog")
    expect(points).to_contain_text(f"why {ann.state['view']['players'][0]['vp']}?")
    page.keyboard.press("Escape")
    base = ann.state["view"]["bases"][0]
    strongest = max(range(2), key=lambda player: base["totals"][player])
    ann.board.locator(".base").first.locator(".l-total").first.click()
    why = page.get_by_role("dialog", name=base["name"])
    expect(why.locator("details[open] .total")).to_contain_text(str(base["totals"][strongest]))
    page.keyboard.press("Escape")
    ann.board.get_by_role("button", name=re.compile("is the breakpoint: why")).first.click()
    expect(why.locator(".sum .total").first).to_contain_text(str(base["breakpoint"]))
    page.keyboard.press("Escape")
    ann.board.locator(".minion > button").first.click(button="right")
    expect(page.get_by_role("dialog").locator(".sum .total")).to_contain_text("Power now")


# ----------------------------------------------------------------------------------------------- what moves and sounds
@pytest.fixture(scope="module")
def states(server: Server) -> Iterator[States]:
    """A whole game as Ann was shown it."""
    with Game.at(server, {**TABLE, "target_vp": 5}, lambda player: player.state["over"]) as made:
        frames = (json.loads(raw) for raw in made.ann.frames)
        yield made, [frame for frame in frames if frame["type"] == "state" and frame["view"]]


def moment(states: list[Json], kind: str, player: int | None = None) -> tuple[Json, Json]:
    """A state in which something happened, and the one before it."""
    for before, after in itertools.pairwise(states):
        if any(event["kind"] == kind and player in (None, event["player"]) for event in after["events"]):
            return before, after
    raise AssertionError(f"there is no {kind} in this game")


def landing(states: list[Json]) -> tuple[Json, Json]:
    """A state in which the other player has played a minion, and the one before it."""
    for before, after in itertools.pairwise(states):
        in_play = {card["id"] for base in after["view"]["bases"] for card in base["cards"]}
        plays = [event for event in after["events"] if event["kind"] == "play" and event["player"] == 1]
        if any(event["cards"][0] in in_play for event in plays):
            return before, after
    raise AssertionError("the other player plays no minion in this game")


# All elements that were shown above the page, and Ann's points as they were shown.
WATCH = """() => {
  window.flown = []
  window.points = []
  const look = () => {
    for (const one of document.querySelectorAll('.flying')) if (!flown.includes(one)) flown.push(one)
    const shown = document.querySelector('.p-vp')?.firstChild?.textContent
    if (shown !== points.at(-1)) points.push(shown)
  }
  look()
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
}"""
FLOWN = "() => window.flown.map((one) => one.className)"


def test_a_minion_flies_to_its_base_and_is_there_at_the_end(person: MakePerson, states: States) -> None:
    game, shown = states
    before, after = landing(shown)
    ann = person(settings=MOVING, moves=True)
    server = Stage(ann, game, before)
    ann.page.evaluate(WATCH)
    server.go_on(after)
    ann.page.wait_for_function("() => window.flown.length > 0")
    expect(ann.page.locator(".flying")).to_have_count(0)
    new = {card["id"] for base in after["view"]["bases"] for card in base["cards"]}
    new -= {card["id"] for base in before["view"]["bases"] for card in base["cards"]}
    for card in new:
        expect(ann.board.locator(f"[data-card='{card}']")).to_have_css("opacity", "1")


def test_points_tick_up(person: MakePerson, states: States) -> None:
    game, shown = states
    ann = person(settings=MOVING, moves=True)
    before, after = moment(shown, "vp", player=0)
    server = Stage(ann, game, before)
    ann.page.evaluate(WATCH)
    server.go_on(after)
    points = [state["view"]["players"][0]["vp"] for state in (before, after)]
    ann.page.wait_for_function("(last) => window.points.at(-1) === last", arg=str(points[1]))
    assert ann.page.evaluate("window.points") == [str(vp) for vp in range(points[0], points[1] + 1)]


def test_what_moves_can_be_skipped(person: MakePerson, states: States) -> None:
    game, shown = states
    before, after = moment(shown, "play", player=1)
    ann = person(settings={**MOVING, "pace": "step"}, moves=True)  # so that it never ends by itself
    server = Stage(ann, game, before)
    server.go_on(after)
    expect(ann.button("Skip")).to_be_visible()
    ann.page.keyboard.press("Escape")
    expect(ann.button("Skip")).to_be_hidden()
    expect(ann.page.locator(".flying")).to_have_count(0)


@pytest.mark.parametrize(
    ("settings", "moves"), [(MOVING, False), (QUICK, True)], ids=["reduced motion", "switched off"]
)
def test_nothing_moves_if_it_shall_not(person: MakePerson, states: States, settings: Json, moves: bool) -> None:
    game, shown = states
    before, after = moment(shown, "play", player=1)
    ann = person(settings=settings, moves=moves)
    server = Stage(ann, game, before)
    ann.page.evaluate(WATCH)
    server.go_on(after)
    ann.page.wait_for_timeout(300)
    assert ann.page.evaluate(FLOWN) == []
    assert ann.page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize("is_on", [True, False])
def test_sounds_are_off_unless_wished(person: MakePerson, states: States, is_on: bool) -> None:
    game, shown = states
    before, after = moment(shown, "play", player=1)
    ann = person(settings={**QUICK, "sounds": True} if is_on else QUICK)
    ann.page.add_init_script(
        "window.tones = 0; const make = AudioContext.prototype.createOscillator;"
        "AudioContext.prototype.createOscillator = function () { tones++; return make.call(this) }"
    )
    server = Stage(ann, game, before)
    server.go_on(after)
    ann.page.wait_for_timeout(300)
    assert (ann.page.evaluate("tones") > 0) == is_on


# ----------------------------------------------------------------------------------------------- what the bases tell
def test_bases_say_why_the_card_in_hand_cannot_go_there(person: MakePerson, server: Server) -> None:
    def is_blocked(player: Player) -> bool:
        hand = player.state["view"]["players"][0]["hand"] or []
        return is_my_turn(player) and any(card["where_not"] for card in hand)

    options = {**TABLE, "factions": [["Pirates", "Ninjas"], ["Russian Fairy Tales", "Tricksters"]]}
    game = next(game for game in (Game(server, options, chance) for chance in range(5, 50)) if game.reaches(is_blocked))
    ann = person()
    ann.sit(game.table, 0, game.token)
    ann.wait_until_asked()
    hand = ann.state["view"]["players"][0]["hand"]
    card = next(card for card in hand if card["where_not"])
    base, reason = next(iter(card["where_not"].items()))
    ann.hand.locator(f"[data-card='{card['id']}']").click()
    expect(ann.board.locator(f".base[data-card='{base}'] .blocked")).to_have_text(reason)
    expect(ann.board.locator(f".base[data-card='{base}'] .ghost")).to_have_count(0)
    expect(ann.board.locator(".base:not(:has(.blocked)) .ghost").first).to_be_visible()
    game.close()


def test_a_base_that_pays_otherwise_shows_what_each_player_would_gain(person: MakePerson, game: Game) -> None:
    ann, server = stage(person, game)
    base = server.state["view"]["bases"][0]
    base.update(vp=[0, 0, 0], gains=[2, 5])
    server.ask("card", ["Walker", "Gnome"])
    prizes = ann.board.locator(".base").first.locator(".podium li")
    expect(prizes).to_have_text([re.compile("5.*"), re.compile("2.*")])
    expect(prizes.first.get_by_role("img", name="Ben")).to_be_visible()


def test_a_line_of_the_log_leads_to_its_moment(person: MakePerson, game: Game) -> None:
    """Also to one that this browser has not seen: it has just come."""
    ann = person()
    ann.sit(game.table, 0, game.token)
    ann.wait_until_asked()
    now = ann.board.locator(".minion").count()
    assert now > 0
    lines = ann.page.get_by_role("button", name=re.compile("^Look at the moment after: "))
    lines.first.click()
    expect(ann.question).to_contain_text("You are looking back")
    expect(ann.board.locator(".minion")).to_have_count(0)
    expect(ann.button("End turn")).to_be_disabled()
    ann.page.keyboard.press("Escape")
    expect(ann.board.locator(".minion")).to_have_count(now)
    expect(ann.button("End turn")).to_be_enabled()
