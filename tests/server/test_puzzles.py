"""Puzzles: those made by hand are searched to the end, of those mined a sample; and what the server says about them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
import sqlalchemy as sa

from basebash import FACTIONS, Answer, State
from basebash.engine.vocabulary.printed import PACKS
from basebash.puzzles.checking import is_solved, is_unique
from basebash.puzzles.store import MinedPuzzle, read_puzzles
from basebash.scenario.files import Scenario, read_scenarios
from basebash.server.puzzles.attempts import MIN_PEOPLE
from basebash.server.puzzles.puzzles import MINED_FILE, Puzzle, puzzles, scenarios
from basebash.server.puzzles.ratings import NEW, first_rating, rate
from basebash.server.storage.database import make_engine
from basebash.server.storage.errors import DatabaseUnavailable
from basebash.server.storage.schema import SOLVERS, TRIES
from tests.puzzles import least, solution, solve
from tests.server.helpers import FAST, HttpError, Json, Person, Server, sqlite_url

ALL = list(puzzles().values())
MADE = ALL[:20]
MADE_SCENARIOS = scenarios()
MINED = read_puzzles(MINED_FILE)
SMALL = [puzzle for puzzle in MINED if puzzle.ends <= 120]
SAMPLE = SMALL[:: max(1, len(SMALL) // 6)][:6]
SCENARIOS = Path(__file__).parents[1] / "scenarios"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(sqlite_url(tmp_path_factory.mktemp("puzzles")), FAST)
    yield running
    running.stop()


def test_there_are_twenty_puzzles_made_by_hand_and_many_that_were_mined() -> None:
    assert {puzzle.goal.kind for puzzle in MADE} == {"win", "stop"}
    assert len({puzzle.title for puzzle in MADE}) == 20
    assert len(ALL) == 20 + len(MINED)
    assert len(ALL) > 200  # so the puzzle of the day does not repeat within 200 days
    assert all(len(name) <= 60 for name in puzzles())  # as long as the database allows


def test_those_mined_feature_all_factions_and_fit_into_the_wheel() -> None:
    features = Counter(name for puzzle in MINED for name in puzzle.factions)
    assert features.keys() == {name for name, faction in FACTIONS.items() if faction.set_name not in PACKS}
    assert max(features.values()) <= 60
    assert MINED_FILE.stat().st_size < 1_000_000


def test_every_mined_puzzle_opens_and_its_solution_works() -> None:
    assert [puzzle.id for puzzle in MINED if not is_solved(puzzle)] == []


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_exactly_one_turn_solves_a_mined_puzzle(puzzle: MinedPuzzle) -> None:
    """`basebash puzzles check` does the same for all."""
    assert is_unique(puzzle)


def in_play(bases: list[Json]) -> Counter[tuple[str, str]]:
    """Return how often each minion is at each base."""
    return Counter(
        (str(base["base"]), name)
        for base in bases
        for minion in base.get("minions", [])
        for name in ([minion] if isinstance(minion, str) else minion)
    )


@pytest.mark.parametrize("made", MADE_SCENARIOS, ids=lambda made: made.title)
def test_each_position_is_a_scenario_with_a_few_more_cards(made: Scenario) -> None:
    file, _, title = str(made.data["source"]).partition(": ")
    found = [one for one in read_scenarios(SCENARIOS / f"{file}.yaml") if isinstance(one, Scenario)]
    scenario = next(one for one in found if one.title == title)
    theirs, ours = (list(one.data["players"].values()) for one in (scenario, made))
    for then, now in zip(theirs, ours, strict=True):
        assert then["factions"] == now["factions"]
        assert not Counter(then.get("hand", [])) - Counter(now.get("hand", []))
    assert not in_play(scenario.data["bases"]) - in_play(made.data["bases"])


@pytest.mark.parametrize("puzzle", MADE, ids=lambda puzzle: puzzle.title)
def test_exactly_one_turn_solves_each(puzzle: Puzzle) -> None:
    solved, ends = solve(puzzle.game(), puzzle.goal)
    assert ends >= 10, "there should be something to choose"
    assert len(least(solved)) == 1
    assert tuple(puzzle.line) in solved


def play(server: Server, puzzle: Puzzle, answers: list[Answer]) -> Json:
    return server.post(f"/api/puzzles/{puzzle.id}", {"answers": answers})


def failure(server: Server, puzzle: Puzzle) -> list[Answer]:
    """Ending the turn at once does not solve it."""
    options = play(server, puzzle, [])["view"]["question"]["options"]
    assert options[-1]["kind"] == "end"
    answered: list[Answer] = [(len(options) - 1,)]
    while play(server, puzzle, answered)["result"] is None:
        answered.append(())
    return answered


def test_an_attempt_is_its_answers(server: Server) -> None:
    entries = server.get("/api/puzzles")["puzzles"]
    assert [entry["title"] for entry in entries] == [puzzle.title for puzzle in ALL]
    for puzzle in (ALL[0], MADE[-1], ALL[-1]):
        answers = solution(puzzle)
        start = play(server, puzzle, [])
        assert start["result"] is None
        assert start["view"]["question"]["player"] == 0
        end = play(server, puzzle, answers)
        assert end["result"] == "solved"
        assert end["view"]["question"] is None
        assert play(server, puzzle, failure(server, puzzle))["result"] == "failed"
        assert server.get(f"/api/puzzles/{puzzle.id}/help") == {"hint": puzzle.hint, "line": puzzle.line}


def test_a_failed_attempt_says_what_it_has_missed(server: Server) -> None:
    puzzle = MADE[2]  # Full Sail, Buccaneer, Jungle Oasis
    start = play(server, puzzle, [])
    end = (len(start["view"]["question"]["options"]) - 1,)
    assert play(server, puzzle, [end])["missed"] == {
        "gained": [0, 0], "step": 0, "text": "End Play Cards", "found": 0, "needed": 3,
    }  # fmt: skip
    right = solution(puzzle)
    first = play(server, puzzle, right[:1])["view"]["question"]
    other = next(option for option in first["options"] if option["text"] != "Buccaneer")
    answers: list[Answer] = [right[0], (other["index"],)]
    while (found := play(server, puzzle, answers))["result"] is None:
        options = found["view"]["question"]["options"]
        is_end = options[-1]["kind"] == "end"
        answers.append((len(options) - 1,) if is_end or found["view"]["question"]["low"] else ())
    assert (found["result"], found["missed"]["step"], found["missed"]["found"]) == ("failed", 1, 1)
    assert found["missed"]["text"].startswith(other["text"])


def test_only_first_attempts_count_towards_the_share(database: str) -> None:
    server = Server(database)
    try:
        puzzle = ALL[0]
        path = f"/api/puzzles/{puzzle.id}"
        right: Json = {"answers": solution(puzzle)}
        people = [Person(server, f"Person {number}") for number in range(MIN_PEOPLE)]
        # The first solves it at once, two with help, and two need another attempt.
        wrong: Json = {"answers": failure(server, puzzle)}
        helped: Json = {**right, "helped": True}
        tries: list[list[Json]] = [[right], [helped], [helped], [wrong, right], [wrong, right]]
        for bodies, one in zip(tries, people, strict=True):
            assert one.ask(path, {"answers": []})["share"] is None  # its turn is not over
            for body in bodies:
                assert one.ask(path, body)["share"] == (20 if one is people[-1] else None)
        assert server.post(path, right)["share"] == 20  # people without an account are not counted
        shares = [entry["share"] for entry in server.get("/api/puzzles")["puzzles"]]
        assert shares == [20] + [None] * (len(ALL) - 1)
        # What is stored about a person is deleted with them.
        people[0].ask("/api/me", {"name": "Person 0"}, "DELETE")
        engine = make_engine(database)
        with engine.connect() as connection:
            assert sorted(connection.execute(sa.select(TRIES.c.solved)).scalars()) == [False] * 4
        engine.dispose()
        assert json.dumps(server.get("/api/puzzles")).count("Person") == 0
    finally:
        server.stop()


def test_a_first_try_rates_the_person_and_the_puzzle(database: str) -> None:
    server = Server(database)
    try:
        puzzle, other = MADE[0], MADE[1]
        path = f"/api/puzzles/{puzzle.id}"
        right, wrong = ({"answers": answers} for answers in (solution(puzzle), failure(server, puzzle)))
        listed = server.get("/api/puzzles")["puzzles"]
        assert [entry["rating"] for entry in listed[:2]] == [round(one.first_rating.value) for one in (puzzle, other)]
        ann, ben = Person(server, "Ann"), Person(server, "Ben")
        assert ann.ask("/api/me/puzzles")["rating"] is None
        won = ann.ask(path, right)["rated"]
        assert won["before"] == {"value": 1200, "deviation": 350}
        assert won["puzzle"] == round(puzzle.first_rating.value)
        assert won["after"]["value"] > 1200
        assert won["after"]["deviation"] < 350
        # Another try of hers changes nothing; his finds the rating that hers has left.
        assert ann.ask(path, wrong)["rated"] is None
        assert ann.ask("/api/me/puzzles")["rating"] == won["after"]
        lost = ben.ask(path, wrong)["rated"]
        assert lost["puzzle"] < won["puzzle"]
        assert lost["after"]["value"] < 1200
        entries = server.get("/api/puzzles")["puzzles"]
        assert entries[0]["rating"] > lost["puzzle"]  # it has beaten him
        assert entries[1]["rating"] == listed[1]["rating"]
        # Somebody without a page of their own keeps their rating; the puzzle's stays.
        own = {"value": 1500, "deviation": 100}
        kept = server.post(path, {**right, "rating": own})["rated"]
        assert (kept["before"], kept["puzzle"]) == (own, entries[0]["rating"])
        assert kept["after"]["value"] > 1500
        assert server.get("/api/puzzles")["puzzles"][0]["rating"] == entries[0]["rating"]
        ann.ask("/api/me", {"name": "Ann"}, "DELETE")
        engine = make_engine(database)
        with engine.connect() as connection:
            assert connection.execute(sa.select(SOLVERS.c.rating)).scalars().all() == [lost["after"]["value"]]
        engine.dispose()
    finally:
        server.stop()


def test_ratings_come_near_what_people_and_puzzles_are_worth() -> None:
    """Two hundred people with known chances try twenty puzzles each: the order of both is found."""
    chance = State(2, "ratings")
    worth = [600.0 + 60 * number for number in range(20)]
    puzzles_now = [first_rating(3) for _ in worth]
    strengths = [800.0 + 4 * number for number in range(200)]
    found = []
    for strength in strengths:
        solver = NEW
        for number, puzzle in enumerate(worth):
            expected = 1 / (1 + 10 ** ((puzzle - strength) / 400))
            solved = chance.random(10_000) < 10_000 * expected
            solver, puzzles_now[number] = rate(solver, puzzles_now[number], solved=solved)
        found.append(solver)
    assert all(one.deviation < 130 for one in found)
    assert all(one.deviation < 60 for one in puzzles_now)
    low, high = (sum(one.value for one in part) / 50 for part in (found[:50], found[-50:]))
    assert high - low > 300  # 600 apart
    values = [one.value for one in puzzles_now]
    assert values[-1] - values[0] > 700
    assert all(after > before - 60 for before, after in pairwise(values))


def test_puzzles_work_without_the_database(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Person(server, "Ann")

    async def away(*_: object, **__: object) -> None:
        raise DatabaseUnavailable

    monkeypatch.setattr(server.store, "do", away)
    monkeypatch.setattr(server.app.state.attempts, "_since", None)
    found = ann.ask(f"/api/puzzles/{ALL[1].id}", {"answers": solution(ALL[1])})
    assert (found["result"], found["share"]) == ("solved", None)
    assert len(server.get("/api/puzzles")["puzzles"]) == len(ALL)


def test_illegal_answers_are_refused(server: Server) -> None:
    for answers in ([[999]], [*map(list, solution(ALL[0])), [0]]):
        with pytest.raises(HttpError) as refused:
            server.post(f"/api/puzzles/{ALL[0].id}", {"answers": answers})
        assert refused.value.code == "illegal"
    with pytest.raises(HttpError) as refused:
        server.get("/api/puzzles/999/help")
    assert refused.value.status == 404


def test_an_opponents_hand_and_deck_stay_hidden(server: Server) -> None:
    for puzzle in ALL[:3]:
        view = play(server, puzzle, [])["view"]
        assert view["players"][1]["hand"] is None
        assert view["players"][1]["known_deck"] == []
