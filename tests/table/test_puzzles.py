"""Twenty positions with one best turn, each searched to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from basebash import Answer
from basebash.scenario.files import Scenario, read_scenarios
from basebash.table.puzzles import Puzzle, let_rivals_answer, puzzles
from tests.puzzles import answers_to, least, solve, text_of
from tests.table.helpers import FAST, HttpError, Json, Server, sqlite_url

ALL = list(puzzles().values())
SCENARIOS = Path(__file__).parents[1] / "scenarios"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(sqlite_url(tmp_path_factory.mktemp("puzzles")), FAST)
    yield running
    running.stop()


def solution(puzzle: Puzzle) -> list[Answer]:
    """The answers of the line that is told as the solution."""
    game = puzzle.game()
    given: list[Answer] = []
    let_rivals_answer(game)
    for text in puzzle.line:
        answer = next(answer for answer in answers_to(game.question) if text_of(game.question, answer) == text)
        given.append(answer)
        game.answer(answer)
        let_rivals_answer(game)
    return given


def test_there_are_twenty_of_two_kinds() -> None:
    assert len(ALL) == 20
    assert {puzzle.goal for puzzle in ALL} == {"win", "stop"}
    assert len({puzzle.scenario.title for puzzle in ALL}) == 20


def in_play(bases: list[Json]) -> Counter[tuple[str, str]]:
    """How often each minion stands at each base."""
    return Counter(
        (str(base["base"]), name)
        for base in bases
        for minion in base.get("minions", [])
        for name in ([minion] if isinstance(minion, str) else minion)
    )


@pytest.mark.parametrize("puzzle", ALL, ids=[puzzle.scenario.title for puzzle in ALL])
def test_its_position_is_that_of_a_scenario_with_a_few_cards_more(puzzle: Puzzle) -> None:
    file, _, title = str(puzzle.scenario.data["source"]).partition(": ")
    found = [one for one in read_scenarios(SCENARIOS / f"{file}.yaml") if isinstance(one, Scenario)]
    scenario = next(one for one in found if one.title == title)
    theirs, ours = (list(one.data["players"].values()) for one in (scenario, puzzle.scenario))
    for then, now in zip(theirs, ours, strict=True):
        assert then["factions"] == now["factions"]
        assert not Counter(then.get("hand", [])) - Counter(now.get("hand", []))
    assert not in_play(scenario.data["bases"]) - in_play(puzzle.scenario.data["bases"])


@pytest.mark.parametrize("puzzle", ALL, ids=[puzzle.scenario.title for puzzle in ALL])
def test_one_turn_solves_it_and_no_other(puzzle: Puzzle) -> None:
    solved, ends = solve(puzzle.game(), puzzle.goal)
    assert ends >= 10, "there should be something to choose"
    assert len(least(solved)) == 1
    assert tuple(puzzle.line) in solved


def play(server: Server, puzzle: Puzzle, answers: list[Answer]) -> Json:
    return server.post(f"/api/puzzles/{puzzle.id}", {"answers": answers})


def test_a_try_is_its_answers(server: Server) -> None:
    entries = server.get("/api/puzzles")["puzzles"]
    assert [entry["title"] for entry in entries] == [puzzle.scenario.title for puzzle in ALL]
    for puzzle in (ALL[0], ALL[-1]):
        answers = solution(puzzle)
        start = play(server, puzzle, [])
        assert start["result"] is None
        assert start["view"]["question"]["player"] == 0
        end = play(server, puzzle, answers)
        assert end["result"] == "solved"
        assert end["view"]["question"] is None
        # Ending the turn at once does not do it.
        last = len(start["view"]["question"]["options"]) - 1
        assert start["view"]["question"]["options"][last]["kind"] == "end"
        state = play(server, puzzle, [(last,)])
        answered: list[Answer] = [(last,)]
        while state["result"] is None:
            answered.append(())
            state = play(server, puzzle, answered)
        assert state["result"] == "failed"
        assert server.get(f"/api/puzzles/{puzzle.id}/help") == {"hint": puzzle.hint, "line": puzzle.line}


def test_what_is_no_answer_is_refused(server: Server) -> None:
    for answers in ([[999]], [*map(list, solution(ALL[0])), [0]]):
        with pytest.raises(HttpError) as refused:
            server.post(f"/api/puzzles/{ALL[0].id}", {"answers": answers})
        assert refused.value.code == "illegal"
    with pytest.raises(HttpError) as refused:
        server.get("/api/puzzles/999/help")
    assert refused.value.status == 404


def test_a_rivals_hand_and_deck_stay_hidden(server: Server) -> None:
    for puzzle in ALL[:3]:
        view = play(server, puzzle, [])["view"]
        assert view["players"][1]["hand"] is None
        assert view["players"][1]["known_deck"] == []
