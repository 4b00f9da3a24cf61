"""Analyses: results are kept, other processes continue them, and they reveal nothing hidden."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from basebash.bots import search
from basebash.server.games.advice import analyse_moment
from basebash.server.host import pool, workers
from basebash.server.storage.database import make_engine
from basebash.server.storage.schema import ANALYSES, MOMENTS
from basebash.server.storage.seed_secrets import SeedSecrets
from tests.server.helpers import FAST, HttpError, Json, Person, Server, http, play_on
from tools.servers import wait_for

Start = Callable[..., Server]
BOTS = {"seats": [{"kind": "bot", "level": "easy"}] * 2, "target_vp": 3}


@pytest.fixture
def start(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    monkeypatch.setattr(workers, "ROLLOUTS", 2)
    monkeypatch.setattr(search, "WIDTH", 1)
    running: list[Server] = []

    def begin() -> Server:
        running.append(Server(database, FAST, seeds=SeedSecrets(bytes(32))))
        return running[-1]

    yield begin
    for server in running:
        server.stop()


def finished(server: Server, **more: Any) -> str:
    table = str(server.post("/api/tables", {**BOTS, **more})["table"])
    wait_for(lambda: server.get(f"/api/tables/{table}")["over"], 180)
    return table


def analysis(server: Server, table: str) -> Json:
    return server.get(f"/api/tables/{table}/analysis")


def analyse(server: Server, table: str) -> Json:
    return server.post(f"/api/tables/{table}/analysis", {})


def stop(server: Server, table: str, **headers: str) -> Json:
    return http(f"{server.url}/api/tables/{table}/analysis", None, headers, "DELETE")


def has_all(server: Server, table: str) -> bool:
    return bool(analysis(server, table)["state"] == "done")


def refusal(ask: Callable[[], object]) -> tuple[int, str]:
    with pytest.raises(HttpError) as refused:
        ask()
    return refused.value.status, str(refused.value.code)


def test_results_are_kept_and_the_analysis_resumes_after_a_restart(start: Start) -> None:
    first = start()
    table = finished(first)
    analyse(first, table)
    wait_for(lambda: analysis(first, table)["done"] >= 2, 180)
    first.stop()
    second = start()
    found = analysis(second, table)
    assert found["done"] >= 2
    assert found["of"] > 2
    wait_for(lambda: has_all(second, table), 180)
    whole = analysis(second, table)
    assert whole["done"] == whole["of"] == len(whole["moments"])
    assert whole["moments"][: found["done"]] == found["moments"]  # a new search would find other numbers


def test_an_analysis_yields_to_everyone_who_plays(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start()
    table = finished(server)
    asked: list[bool] = []
    turn = pool.FairQueue.turn

    def note(queue: pool.FairQueue, owner: str = "", *, is_watched: bool) -> AbstractAsyncContextManager[None]:
        asked.append(is_watched)
        return turn(queue, owner, is_watched=is_watched)

    monkeypatch.setattr(pool.FairQueue, "turn", note)
    analyse(server, table)
    wait_for(lambda: analysis(server, table)["done"] >= 2, 180)
    stop(server, table)
    assert asked.count(False) >= 2
    assert not any(asked)


def test_a_stopped_analysis_stays_stopped_after_a_restart(start: Start) -> None:
    first = start()
    table = finished(first)
    analyse(first, table)
    wait_for(lambda: analysis(first, table)["done"] >= 1, 180)
    stopped = stop(first, table)
    assert stopped["state"] == "stopped"
    first.stop()
    second = start()
    assert analysis(second, table)["state"] == "stopped"
    assert analyse(second, table)["state"] == "running"
    wait_for(lambda: has_all(second, table), 180)
    assert analysis(second, table)["moments"][: stopped["done"]] == stopped["moments"]


def test_another_process_shows_stops_and_takes_over_an_analysis(start: Start) -> None:
    one = start()
    if not one.store.is_shared:
        pytest.skip("SQLite is for one process")
    two = start()
    table = finished(one, target_vp=6)
    analyse(one, table)
    wait_for(lambda: analysis(two, table)["done"] >= 1, 180)
    assert stop(two, table)["state"] == "stopped"
    wait_for(lambda: not one.app.state.analyses._working, 20)
    assert analysis(one, table)["state"] == "stopped"
    done = analyse(one, table)["done"]
    one.stop()  # in the middle
    wait_for(lambda: has_all(two, table), 180)
    assert analysis(two, table)["of"] > done


def test_a_client_may_run_two_analyses_and_strangers_cannot_stop_them(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = threading.Event()

    def look_later(*arguments: Any) -> bytes:
        go_on.wait(60)
        return analyse_moment(*arguments)

    monkeypatch.setattr("basebash.server.review.analysis.analyse_moment", look_later)
    server = start()
    tables = [finished(server) for _ in range(3)]
    for table in tables[:2]:
        assert analyse(server, table)["state"] == "running"
    assert refusal(lambda: analyse(server, tables[2])) == (429, "too_many")
    stranger = {"X-Forwarded-For": "203.0.113.9"}
    assert refusal(lambda: stop(server, tables[0], **stranger)) == (403, "not_allowed")
    assert analysis(server, tables[0])["state"] == "running"
    assert stop(server, tables[0])["state"] == "stopped"
    assert analyse(server, tables[2])["state"] == "running"
    go_on.set()
    wait_for(lambda: has_all(server, tables[1]) and has_all(server, tables[2]), 180)


def test_players_can_analyse_their_own_past_turns(start: Start) -> None:
    server = start()
    with server.solo() as ann:
        table = ann.table
        play_on([ann], lambda state: state["view"]["turn"] >= 6 and state["view"]["question"])
        me = Person(server, secret=str(ann.token))
        path = f"/api/tables/{table}/analysis"
        assert refusal(lambda: server.get(path)) == (409, "not_over")
        assert refusal(lambda: server.post(path, {})) == (409, "not_over")
        assert me.ask(path) == {"seat": 0, "state": "none", "done": 0, "of": 0, "moments": []}
        me.ask(path, {})
        wait_for(lambda: me.ask(path)["state"] == "done", 180)
        found = me.ask(path)
        turns = [moment["turn"] for moment in found["moments"]]
        assert found["of"] == len(turns) >= 2
        assert turns == sorted(set(turns))
        for moment in found["moments"]:
            assert moment["player"] == 0
            then = me.ask(f"/api/tables/{table}/replay?step={moment['step']}")["state"]["view"]
            assert (then["asked"], then["turn"]) == (0, moment["turn"])
            assert sum(move["played"] for move in moment["moves"]) == 1
        # The future, and what others decided, cannot be analysed.
        seats = server.table(table).core.play.seats  # type: ignore[union-attr]
        theirs = next(step for step, seat in enumerate(seats) if seat == 1)
        for step in (theirs, len(seats)):
            ask = partial(me.ask, f"/api/tables/{table}/advice?step={step}")
            assert refusal(ask) == (403, "not_allowed")
        mine = next(step for step, seat in enumerate(seats) if seat == 0)
        assert me.ask(f"/api/tables/{table}/advice?step={mine}")["player"] == 0
        # It continues with the turns since.
        play_on([ann], lambda state: state["view"]["turn"] >= turns[-1] + 4 and state["view"]["question"])
        assert me.ask(path, {})["state"] == "running"
        wait_for(lambda: me.ask(path)["done"] > len(turns), 180)
        assert me.ask(path)["moments"][: len(turns)] == found["moments"]


def test_an_undo_invalidates_the_moments_it_took_back(start: Start) -> None:
    server = start()
    with server.solo() as ann:
        me = Person(server, secret=str(ann.token))
        path = f"/api/tables/{ann.table}/analysis"
        play_on([ann], lambda state: state["view"]["question"] and state["view"]["question"]["kind"] == "main")
        play = server.table(ann.table).core.play
        assert play is not None
        step, number = len(play.seats), ann.state["answers"]
        ann.answer([0])
        me.ask(path, {})
        wait_for(lambda: me.ask(path)["state"] == "done", 180)
        assert [moment["step"] for moment in me.ask(path)["moments"]] == [step]
        ann.send(type="undo")
        ann.read("state", lambda state: state["answers"] > number + 1 and is_back(server, ann.table, step))
        assert me.ask(path)["moments"] == []
        assert ann.question is not None
        ann.answer([len(ann.question["options"]) - 1])
        assert me.ask(path)["moments"] == []  # another answer, another moment
        me.ask(path, {})
        wait_for(lambda: me.ask(path)["moments"], 180)


def is_back(server: Server, table: str, step: int) -> bool:
    play = server.table(table).core.play
    return play is not None and len(play.seats) == step


def test_analysis_among_people_needs_hints_to_be_allowed(start: Start) -> None:
    server = start()
    ann, ben = server.pair()
    with ann, ben:
        play_on([ann, ben], lambda state: state["view"]["turn"] >= 3)
        me = Person(server, secret=str(ann.token))
        path = f"/api/tables/{ann.table}"
        assert refusal(lambda: me.ask(f"{path}/analysis", {})) == (403, "not_allowed")
        assert refusal(lambda: me.ask(f"{path}/advice?step=0")) == (403, "not_allowed")
        assert refusal(lambda: Person(server, secret="x" * 20).ask(f"{path}/analysis")) == (401, "bad_token")
    ann, ben = server.pair(hints=True)
    with ann, ben:
        play_on([ann, ben], lambda state: state["view"]["turn"] >= 4)
        path = f"/api/tables/{ann.table}/analysis"
        both = [Person(server, secret=str(player.token)) for player in (ann, ben)]
        for me in both:
            me.ask(path, {})
        wait_for(lambda: all(me.ask(path)["state"] == "done" for me in both), 180)
        for seat, me in enumerate(both):
            page = me.ask(path)
            assert page["seat"] == seat
            assert {moment["player"] for moment in page["moments"]} == {seat}
        assert refusal(lambda: server.get(path)) == (409, "not_over")


def test_deleting_my_data_removes_the_analyses_of_my_games(start: Start, database: str) -> None:
    server = start()
    ann = Person(server, "Ann")
    player = ann.table({"kind": "bot", "level": "easy"})
    with player:
        play_on([player], lambda state: state["over"])
    other = finished(server)
    for table in (player.table, other):
        analyse(server, table)
    wait_for(lambda: all(analysis(server, table)["done"] >= 1 for table in (player.table, other)), 180)
    ann.ask("/api/me", {"name": "Ann"}, "DELETE")
    wait_for(lambda: has_all(server, other), 180)
    engine = make_engine(database)
    with engine.connect() as connection:
        for rows in (ANALYSES, MOMENTS):
            assert set(connection.execute(sa.select(rows.c.table_id)).scalars()) == {other}
    engine.dispose()
    assert analysis(server, player.table)["state"] == "none"
    replay = server.get(f"/api/tables/{player.table}/replay?step=1")
    assert not re.search(r"\bAnn\b", str(replay))


def test_hostile_requests_are_refused_with_a_reason(start: Start) -> None:
    server = start()
    table = finished(server)
    for step, status in (("-1", 400), ("x", 400), ("9" * 9, 400), ("99999", 400)):
        assert refusal(partial(server.get, f"/api/tables/{table}/advice?step={step}"))[0] == status
    assert refusal(lambda: server.post("/api/tables/nowhere/analysis", {})) == (404, "no_table")
    made = server.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}]})
    for method in ("GET", "POST", "DELETE"):
        ask = partial(http, f"{server.url}/api/tables/{made['table']}/analysis", None, {}, method)
        assert refusal(ask) == (409, "not_started")
