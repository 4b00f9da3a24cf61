"""Puzzles: a list, a position on the table itself, and a turn that is checked at its end."""

from __future__ import annotations

from playwright.sync_api import expect

from basebash.table.puzzles import puzzles
from tests.browser.conftest import MakePerson
from tests.browser.helpers import QUICK

# One whose solution is a single card and a single target, so that a few clicks do it.
PUZZLE = next(puzzle for puzzle in puzzles().values() if puzzle.scenario.title == "Abducted")


def test_a_puzzle_is_failed_helped_and_solved(person: MakePerson) -> None:
    ann = person(settings=QUICK)
    ann.go("/puzzles")
    page = ann.page
    expect(page.get_by_role("link", name=PUZZLE.scenario.title).first).to_be_visible()
    page.get_by_role("link", name=PUZZLE.scenario.title).first.click()
    puzzle = page.get_by_role("region", name="Puzzle")
    expect(puzzle).to_contain_text("Stop the scoring", timeout=40_000)  # the first try starts a process
    ann.button("End turn").click()
    expect(puzzle).to_contain_text("Not yet")
    puzzle.get_by_role("button", name="Hint").click()
    expect(puzzle).to_contain_text(PUZZLE.hint)
    puzzle.get_by_role("button", name="Show me").click()
    for part in PUZZLE.line:
        expect(puzzle.locator(".pz-line")).to_contain_text(part)
    page.keyboard.press("r")
    expect(puzzle).to_contain_text("Stop the scoring")
    for text in PUZZLE.line[:-1]:
        in_hand = ann.hand.get_by_role("button", name=text)
        (in_hand if in_hand.count() else ann.question.get_by_role("button", name=text)).first.click()
        expect(in_hand).to_have_count(0)
    ann.button("End turn").click()
    expect(puzzle).to_contain_text("Solved")
    puzzle.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("link", name=PUZZLE.scenario.title).first).to_contain_text("with a hint")
    expect(page.get_by_role("complementary", name="Yours")).to_contain_text("1 of 20")
    page.reload()
    expect(page.get_by_role("complementary", name="Yours")).to_contain_text("1 of 20")


def test_on_a_phone(person: MakePerson) -> None:
    ann = person(settings=QUICK, size=(390, 844), is_phone=True, theme="light")
    ann.go("/puzzles")
    expect(ann.page.get_by_role("heading", name="Puzzles")).to_be_visible()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390
    ann.go("/puzzles/1")
    expect(ann.hand.get_by_role("button").first).to_be_visible(timeout=40_000)
    ann.page.locator(".puzzle-sheet summary").click()
    expect(ann.page.get_by_role("region", name="Puzzle")).to_contain_text("Win this turn")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_there_is_no_such_puzzle(person: MakePerson) -> None:
    ann = person(settings=QUICK)
    ann.go("/puzzles/999")
    expect(ann.page.get_by_role("heading", name="No puzzle here")).to_be_visible()
