"""Leagues of a club, played through real sockets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.helpers import FAST, HttpError, Json, Person, Player, Server, sqlite_url
from tests.server.postgres import Postgres
from tools.servers import wait_for

QUICK: Json = {"name": "Club evening", "factions": "random", "target_vp": 3, "listed": True}


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Server]:
    server = Server(sqlite_url(tmp_path), FAST)
    yield server
    server.stop()


def found(people: list[Person], **options: Any) -> str:
    """The first of these people makes a league, and all join it."""
    league = people[0].ask("/api/leagues", {**QUICK, **options})["league"]
    for number, person in enumerate(people):
        person.ask(f"/api/leagues/{league}/join", {"name": f"P{number}"})
    assert isinstance(league, str)
    return league


def sit_down(person: Person, table: str, url: str = "") -> Player:
    """Go to a game of one's league, as the page does."""
    (seat,) = person.ask(f"/api/me/seats/{table}", {})["seats"]
    return Player(url or person.server.url, table, seat["token"])


def play(table: str, people: list[Person], league: str) -> None:
    """Play a game of a league to its end, each side with a bot's answers."""
    players = [sit_down(person, table) for person in people]
    for player in players:
        assert player.state["league"] == league
    while True:
        answers = max(player.state["answers"] for player in players)
        for player in players:
            player.until(partial(has_come_to, answers))
        if players[0].state["over"]:
            break
        asked = next((player for player in players if player.question is not None), None)
        if asked is None:
            players[0].wait_for_answer(answers)
        else:
            asked.answer(best_of(asked))
    for player in players:
        player.close()


def has_come_to(answers: int, state: Json) -> bool:
    """Whether a state is not older than this many answers."""
    return state["answers"] >= answers and state["view"] is not None


def best_of(player: Player) -> list[int]:
    """A quick answer that gets a game to its end: anything rather than nothing."""
    question = player.question
    assert question is not None
    plays = [option["index"] for option in question["options"] if option["kind"] not in ("end", "talent")]
    return [plays[0]] if question["kind"] == "main" and plays else player.pick()


def games_of(view: Json, number: int) -> list[Json]:
    games = next(one["games"] for one in view["games"] if one["number"] == number)
    assert isinstance(games, list)
    return games


def play_round(people: list[Person], league: str, number: int) -> list[Json]:
    """Let all games of a round be played at the same time; return them."""
    path = f"/api/leagues/{league}"
    wait_for(lambda: people[0].ask(path)["round"] == number)
    games = games_of(people[0].ask(path), number)
    with ThreadPoolExecutor(8) as pool:
        jobs = []
        for game in games:
            seated = [one for one in (game["one"], game["two"]) if one is not None and one < len(people)]
            if game["two"] is not None:
                jobs.append(pool.submit(play, game["table"], [people[one] for one in seated], league))
        for job in jobs:
            job.result()
    wait_for(lambda: all(game["points"] is not None for game in games_of(people[0].ask(path), number)))
    return games_of(people[0].ask(path), number)


def test_a_club_of_eight_plays_a_whole_swiss_tournament(club: Server) -> None:
    people = [Person(club, f"P{number}") for number in range(8)]
    league = found(people)
    path = f"/api/leagues/{league}"
    assert club.get("/api/leagues")["leagues"][0]["members"] == 8
    people[0].ask(f"{path}/start", {})
    met: set[frozenset[int]] = set()
    points = Counter[int]()
    for number in (1, 2, 3):
        games = play_round(people, league, number)
        assert sorted(one for game in games for one in (game["one"], game["two"])) == list(range(8))
        for game in games:
            pair = frozenset((game["one"], game["two"]))
            assert pair not in met
            met.add(pair)
            result = club.get(f"/api/tables/{game['table']}/replay")["state"]["over"]
            vp = dict(result["standings"])
            assert game["vp"] == [vp[0], vp[1]]
            assert game["points"] == (0.5 if len(result["winners"]) > 1 else float(result["winners"] == [0]))
            points[game["one"]] += game["points"]
            points[game["two"]] += 1 - game["points"]
    wait_for(lambda: people[0].ask(path)["status"] == "over")
    final = people[3].ask(path)
    assert {line["number"]: line["points"] for line in final["standings"]} == points
    assert [line["points"] for line in final["standings"]] == sorted(points.values(), reverse=True)
    assert (final["you"], final["is_maker"], final["rounds"]) == (3, False, 3)
    assert all(person.page["played"] == 3 for person in people)


def test_in_round_two_winners_meet_winners_and_a_bot_fills_the_odd_seat(club: Server) -> None:
    people = [Person(club, f"P{number}") for number in range(3)]
    league = found(people, odd="easy")
    people[0].ask(f"/api/leagues/{league}/start", {})
    games = play_round(people, league, 1)
    members = {member["number"]: member for member in people[0].ask(f"/api/leagues/{league}")["members"]}
    assert [member["level"] for member in members.values()] == [None, None, None, "easy"]
    assert all(game["two"] is not None for game in games)
    scores = {line["number"]: line["points"] for line in people[0].ask(f"/api/leagues/{league}")["standings"]}
    wait_for(lambda: people[0].ask(f"/api/leagues/{league}")["round"] == 2)
    second = games_of(people[0].ask(f"/api/leagues/{league}"), 2)
    assert [scores[game["one"]] == scores[game["two"]] for game in second] == [True, True]


def test_a_round_robin_with_byes_goes_on_when_somebody_leaves(club: Server) -> None:
    people = [Person(club, f"P{number}") for number in range(3)]
    league = found(people, kind="round_robin")
    path = f"/api/leagues/{league}"
    people[0].ask(f"{path}/start", {})
    games = play_round(people, league, 1)
    assert sorted(game["two"] is None for game in games) == [False, True]
    wait_for(lambda: people[0].ask(path)["round"] == 2)
    # Whoever made the league decides a game that nobody plays.
    second = games_of(people[0].ask(path), 2)
    board = next(game for game in second if game["two"] is not None)
    with pytest.raises(HttpError) as refused:
        people[1].ask(f"{path}/settle", {"round": 2, "board": board["board"], "winner": board["two"]})
    assert refused.value.code == "not_allowed"
    people[2].ask(f"{path}/join", None, "DELETE")
    view = people[0].ask(f"{path}/settle", {"round": 2, "board": board["board"], "winner": board["two"]})
    assert view["round"] == 3
    assert view["members"][2]["left"]
    for game in games_of(view, 3):
        assert 2 not in (game["one"], game["two"])


def test_who_may_do_what_and_fixed_factions(club: Server) -> None:
    ann, ben, cleo = (Person(club, name) for name in ("Ann", "Ben", "Cleo"))
    league = ann.ask("/api/leagues", {**QUICK, "factions": "fixed", "listed": False})["league"]
    path = f"/api/leagues/{league}"

    def refused(work: Callable[[], object]) -> str:
        with pytest.raises(HttpError) as error:
            work()
        return f"{error.value.code}: {error.value.message}"

    assert refused(lambda: club.get(f"{path}x")).startswith("not_found")
    assert refused(lambda: ann.ask(f"{path}/start", {})).startswith("bad_request")
    ann.ask(f"{path}/join", {"name": "Ann", "factions": ["Ninjas", "Robots"]})
    robots, zombies = ({"name": "Ben", "factions": factions} for factions in (["Robots", "Zombies"], ["Zombies"]))
    assert "Ann has Robots" in refused(lambda: ben.ask(f"{path}/join", robots))
    assert "two different" in refused(lambda: ben.ask(f"{path}/join", zombies))
    ben.ask(f"{path}/join", {"name": "Ben", "factions": ["Zombies", "Pirates"]})
    assert refused(lambda: ben.ask(f"{path}/start", {})).startswith("not_allowed")
    assert club.get("/api/leagues")["leagues"] == []
    assert [entry["league"] for entry in ben.ask("/api/leagues")["leagues"]] == [league]
    assert cleo.ask("/api/leagues")["leagues"] == []
    view = ann.ask(f"{path}/start", {})
    assert refused(lambda: cleo.ask(f"{path}/join", {"name": "Cleo"})).startswith("already_started")
    table = games_of(view, 1)[0]["table"]
    with sit_down(ann, table) as one:
        seats = {seat["name"]: set(seat["factions"]) for seat in one.state["seats"]}
    assert seats == {"Ann": {"Ninjas", "Robots"}, "Ben": {"Zombies", "Pirates"}}
    # A table that somebody makes themselves is not part of a league.
    made = ben.ask("/api/tables", {"seats": [{"kind": "me"}, {"kind": "bot"}], "league": league})
    with Player(club.url, made["table"], made["token"]) as alone:
        assert alone.state["league"] == ""


def test_a_deleted_name_is_gone_from_leagues(club: Server) -> None:
    ann, ben = Person(club, "Xanthippe"), Person(club, "Ben")
    league = ann.ask("/api/leagues", {**QUICK, "name": "Xanthippe and friends"})["league"]
    path = f"/api/leagues/{league}"
    ann.ask(f"{path}/join", {"name": "Xanthippe"})
    ben.ask(f"{path}/join", {"name": "Ben"})
    (game,) = games_of(ann.ask(f"{path}/start", {}), 1)
    ann.ask("/api/me", {"name": "Xanthippe"}, "DELETE")
    view = ben.ask(path)
    assert view["name"] == ""
    assert {member["name"]: member["left"] for member in view["members"]} == {"a player": True, "Ben": False}
    assert "Xanthippe" not in f"{view}{club.get('/api/leagues')}{club.get('/api/tables')}"
    with sit_down(ben, game["table"]) as player:
        assert "Xanthippe" not in "".join(player.frames)


def test_without_its_maker_a_league_is_run_by_its_members(club: Server) -> None:
    ann, ben, cleo, dora = (Person(club, name) for name in ("Ann", "Ben", "Cleo", "Dora"))
    league = found([ann, ben, cleo])
    path = f"/api/leagues/{league}"
    assert [ben.ask(path)[field] for field in ("is_maker", "has_maker")] == [False, True]
    ann.ask("/api/me", {"name": "Ann"}, "DELETE")
    assert [ben.ask(path)[field] for field in ("is_maker", "has_maker")] == [True, False]
    assert not dora.ask(path)["is_maker"]
    with pytest.raises(HttpError) as refused:
        dora.ask(f"{path}/start", {})
    assert refused.value.code == "not_allowed"
    (game, *_) = games_of(cleo.ask(f"{path}/start", {}), 1)
    view = ben.ask(f"{path}/settle", {"round": 1, "board": game["board"], "winner": None})
    assert view["round"] == 2 or view["status"] == "over"


def test_a_league_goes_on_wherever_a_process_stops(postgres: Postgres) -> None:
    one, two = (Server(postgres.url, FAST, is_steady=False) for _ in range(2))
    try:
        people = [Person(one if number % 2 else two, f"P{number}") for number in range(4)]
        league = found(people)
        people[0].ask(f"/api/leagues/{league}/start", {})
        for number in (1, 2):
            games = play_round(people, league, number)
            assert len({game["table"] for game in games}) == 2
            if number == 1:
                one.stop()
                one = Server(postgres.url, FAST, is_steady=False)
                for person in people:
                    person.server = one if person.server is not two else two
        wait_for(lambda: two.get(f"/api/leagues/{league}")["status"] == "over")
        assert sum(line["points"] for line in one.get(f"/api/leagues/{league}")["standings"]) == 4
    finally:
        one.stop()
        two.stop()
