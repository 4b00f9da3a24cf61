"""Puzzles: a list, a position on the table itself, and a turn that is checked at its end."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import count
from math import floor, gcd

from playwright.sync_api import expect

from basebash.server.puzzles.puzzles import Puzzle, puzzles
from tests.browser.conftest import MakePerson
from tests.browser.helpers import QUICK, Json, Person, Server
from tests.browser.test_people import begin
from tests.puzzles import solution

# One whose solution is a single card and a single target, so that a few clicks do it.
PUZZLE = next(puzzle for puzzle in puzzles().values() if puzzle.title == "Follow the crumbs")

MINED = next(puzzle for puzzle in puzzles().values() if puzzle.goal.kind == "gain")


def day_of(puzzle: Puzzle) -> str:
    """A day on which it is the puzzle of the day, as `daily.ts` finds it."""
    every = list(puzzles().values())
    stride = next(step for step in count(floor(len(every) * 0.618 + 0.5)) if gcd(step, len(every)) == 1)
    first = date(2026, 11, 16)
    days = (first - date(1970, 1, 1)).days
    return next(
        (first + timedelta(more)).isoformat()
        for more in range(len(every))
        if every[(days + more) * stride % len(every)] is puzzle
    )


def test_a_puzzle_of_the_day_is_failed_helped_and_solved(person: MakePerson) -> None:
    ann = person(settings=QUICK)
    page = ann.page
    page.clock.set_fixed_time(f"{day_of(PUZZLE)}T12:00:00Z")
    ann.go("/puzzles")
    today = page.get_by_role("complementary", name="Puzzle of the day")
    expect(today.get_by_role("link", name="Solve it")).to_have_attribute("href", f"/puzzles/{PUZZLE.id}")
    expect(today).to_contain_text(f"You have {PUZZLE.entry().vp} of 15 VP and 3 cards.")
    yours = page.get_by_role("complementary", name="Yours")
    expect(yours).to_contain_text("Days in a row 0")
    expect(page.get_by_role("link", name=PUZZLE.title).first).to_be_visible()
    page.get_by_role("link", name=PUZZLE.title).first.click()
    puzzle = page.get_by_role("region", name="Puzzle")
    expect(puzzle).to_contain_text("Win this turn", timeout=40_000)  # the first try starts a process
    ann.button("End turn").click()
    expect(puzzle).to_contain_text("Not yet")
    # After a failure the player learns how far from the goal it was, and gets one question.
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("2 points short")
    expect(result).to_contain_text(PUZZLE.hint)
    result.get_by_role("button", name="Show me").click()
    for part in PUZZLE.line:
        expect(puzzle.locator(".pz-line")).to_contain_text(part)
    page.keyboard.press("r")
    expect(puzzle).to_contain_text("Win this turn")
    solve(ann)
    expect(result).to_contain_text("Solved: 15 VP")
    expect(result.get_by_role("link", name="Next: ")).to_be_focused()
    expect(puzzle.locator(".pz-line")).to_contain_text("Breadcrumbs")
    puzzle.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("link", name=PUZZLE.title).first).to_contain_text("with a hint")
    expect(yours).to_contain_text(f"1 of {len(puzzles())}")
    page.reload()
    expect(yours).to_contain_text(f"1 of {len(puzzles())}")
    expect(yours).to_contain_text("Days in a row 1")
    expect(yours.locator("[aria-current=date]")).to_contain_text("solved")
    expect(today.get_by_role("link", name="Solved. Once more")).to_be_visible()


def solve(ann: Person) -> None:
    """By a few clicks."""
    card, *targets = PUZZLE.line[:-1]
    ann.hand.get_by_role("button", name=card).click()
    for text in targets:
        ann.question.get_by_role("button", name=text).first.click()
    ann.button("End turn").click()


def test_the_share_of_first_try_solutions_is_shown(person: MakePerson, server: Server) -> None:
    ann = person(settings=QUICK)
    begin(ann)
    ann.go("/puzzles")
    entry = ann.page.get_by_role("link", name=PUZZLE.title).first
    expect(entry).to_be_visible()
    expect(entry).not_to_contain_text("%")  # too few have tried
    answers = solution(PUZZLE)
    for number in range(4):
        secret = server.post("/api/me", {"name": "Somebody"})["secret"]
        server.post(f"/api/puzzles/{PUZZLE.id}", {"answers": answers, "helped": number < 2}, secret)
    ann.go(f"/puzzles/{PUZZLE.id}")
    expect(ann.hand.get_by_role("button").first).to_be_visible(timeout=40_000)
    solve(ann)
    result = ann.page.get_by_role("region", name="Result")
    expect(result).to_contain_text("At the first try. 60 % solve it at the first.")
    expect(ann.page.get_by_role("region", name="Puzzle")).to_contain_text("60 %")
    ann.page.keyboard.press("r")
    expect(result).to_have_count(0)
    ann.button("End turn").click()
    expect(result).to_contain_text("60 %")  # another try changes nothing
    ann.go("/puzzles")
    expect(entry).to_contain_text("60 % at the first try")


def test_everybody_has_the_same_puzzle_on_a_day_and_another_on_the_next(person: MakePerson) -> None:
    hrefs = []
    for moment in ("2026-11-16T00:01:00Z", "2026-11-16T23:59:00Z", "2026-11-17T00:01:00Z"):
        ann = person(settings=QUICK)
        ann.page.clock.set_fixed_time(moment)
        ann.go("/puzzles")
        today = ann.page.get_by_role("complementary", name="Puzzle of the day")
        hrefs.append(today.get_by_role("link").get_attribute("href"))
    assert hrefs[0] == hrefs[1] != hrefs[2]


def listed(server: Server, *wanted: Puzzle) -> list[Json]:
    """What the server lists of these puzzles."""
    every = {one["id"]: one for one in server.get("/api/puzzles")["puzzles"]}
    return [every[puzzle.id] for puzzle in wanted]


def test_a_streak_goes_on_until_a_mistake(person: MakePerson, server: Server) -> None:
    """On a phone: solved, next, and a mistake that is explained; then the best streak is known."""
    ann = person(settings=QUICK, size=(390, 844), is_phone=True)
    page = ann.page
    entries = [{**one, "level": 1 + (one["id"] != PUZZLE.id)} for one in listed(server, PUZZLE, MINED)]
    page.route("**/api/puzzles", lambda route: route.fulfill(json={"puzzles": entries}))
    ann.go("/puzzles")
    page.get_by_role("link", name="Streak").click()
    sheet = page.locator(".puzzle-sheet summary")
    expect(sheet).to_contain_text("Streak: 0 solved", timeout=40_000)
    solve(ann)
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("Solved")
    result.get_by_role("button", name="Next").click()
    expect(sheet).to_contain_text("Streak: 1 solved")
    expect(result).to_have_count(0)
    ann.button("End turn").click()
    expect(result).to_contain_text("The streak is over: 1 solved")
    expect(result).to_contain_text("The turn ended too early")
    result.get_by_role("button", name="Again").click()
    expect(sheet).to_contain_text("Streak: 0 solved")
    stored = page.evaluate("JSON.parse(localStorage['basebash.puzzle-runs'])")
    assert stored == {"streak": 1}


def test_on_a_phone(person: MakePerson) -> None:
    ann = person(settings=QUICK, size=(390, 844), is_phone=True, theme="light")
    ann.go("/puzzles")
    expect(ann.page.get_by_role("heading", name="Puzzles")).to_be_visible()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    ann.go(f"/puzzles/{next(iter(puzzles()))}")
    expect(ann.hand.get_by_role("button").first).to_be_visible(timeout=40_000)
    ann.page.locator(".puzzle-sheet summary").click()
    expect(ann.page.get_by_role("region", name="Puzzle")).to_contain_text("Win this turn")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_there_is_no_such_puzzle(person: MakePerson) -> None:
    ann = person(settings=QUICK)
    ann.go("/puzzles/999")
    expect(ann.page.get_by_role("heading", name="No puzzle here")).to_be_visible()
