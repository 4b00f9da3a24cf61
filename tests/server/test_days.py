"""Games over days: deadlines that survive restarts, the bot that takes over after them, and vacations."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.helpers import FAST, HttpError, Json, Person, Player, Server, sqlite_url

DAY = 24 * 3600
FACTIONS = [["Dinosaurs", "Pirates"], ["Robots", "Zombies"]]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(sqlite_url(tmp_path))
    yield running
    running.stop()


def pass_time(server: Server, seconds: float) -> None:
    """Let time pass, and the server do its housekeeping."""
    server.store.clock._offset += seconds
    sweep(server)


def sweep(server: Server) -> None:
    asyncio.run_coroutine_threadsafe(server.registry.sweep(), server.loop).result(60)


def pair(server: Server) -> tuple[Person, Person, Player, Player]:
    """Return two people and their connections to a game with three days a turn."""
    ann, ben = Person(server, "Ann"), Person(server, "Ben")
    one = ann.table({"kind": "open"}, clock=3 * DAY, factions=FACTIONS, target_vp=15)
    other = ben.join(one.table)
    for player in (one, other):
        player.until(lambda state: state["started"])
    return ann, ben, one, other


def entry(person: Person) -> Json:
    [mine] = person.page["tables"]
    table: Json = mine["table"]
    return table


def unload(server: Server, *players: Player) -> None:
    """Let everybody leave, and the table be dropped from memory."""
    for player in players:
        player.close()
    table = server.registry.tables[players[0].table]

    async def drop() -> None:
        while not table.is_idle:
            await asyncio.sleep(0.01)
        server.registry.unload(table)

    asyncio.run_coroutine_threadsafe(drop(), server.loop).result(60)


def test_a_deadline_outlives_the_memory_and_the_server(server: Server, tmp_path: Path) -> None:
    ann, _, one, other = pair(server)
    asked = entry(ann)["asked"]
    assert entry(ann)["clock"] == 3 * DAY
    assert entry(ann)["seconds_left"] == pytest.approx(3 * DAY, abs=30)
    pass_time(server, DAY)
    assert entry(ann)["seconds_left"] == pytest.approx(2 * DAY, abs=30)
    player = one if asked == 0 else other
    player.answer()
    if entry(ann)["asked"] == asked:  # several questions of one turn share the time
        assert entry(ann)["seconds_left"] == pytest.approx(2 * DAY, abs=30)
    unload(server, one, other)
    pass_time(server, DAY)
    assert one.table not in server.registry.tables  # a distant deadline needs no memory
    server.stop()
    again = Server(sqlite_url(tmp_path))
    try:
        again.store.clock._offset += 2 * DAY
        left = entry(Person(again, secret=ann.secret))
        if left["asked"] == asked:
            assert left["seconds_left"] == pytest.approx(DAY, abs=60)
    finally:
        again.stop()


def test_after_the_deadline_a_bot_hands_over_to_somebody_else(server: Server) -> None:
    ann, _, one, other = pair(server)
    asked = entry(ann)["asked"]
    unload(server, one, other)
    pass_time(server, 3 * DAY - 60)  # the deadline is near: the table is loaded by itself
    assert one.table in server.registry.tables
    table = server.registry.tables[one.table]
    assert table.core.move_count == 0

    async def run_out() -> None:
        server.store.clock._offset += 120
        await table.core.advance()

    asyncio.run_coroutine_threadsafe(run_out(), server.loop).result(60)
    with Player(server.url, one.table) as watcher:
        state = watcher.until(lambda state: state["clock"] is not None and state["clock"]["seat"] != asked)
        assert state["answers"] > 0
        assert state["clock"]["seconds_left"] == pytest.approx(3 * DAY, abs=120)


def test_clocks_stand_still_during_a_vacation(server: Server) -> None:
    ann, ben, one, other = pair(server)
    asked, person = (entry(ann)["asked"], ann)
    if asked == 1:
        person = ben
    one.close()
    other.close()
    assert person.page["vacation"] == {"until": None, "days_left": 30}
    vacation = person.ask("/api/me/vacation", {"days": 7})
    assert vacation["days_left"] == 23
    assert entry(person)["seconds_left"] == pytest.approx(10 * DAY, abs=60)
    with pytest.raises(HttpError) as error:
        person.ask("/api/me/vacation", {"days": 1})
    assert error.value.code == "not_allowed"
    pass_time(server, 2.5 * DAY)
    back = person.ask("/api/me/vacation", None, "DELETE")
    assert back == {"until": None, "days_left": 27}  # three have begun
    assert entry(person)["seconds_left"] == pytest.approx(3 * DAY, abs=60)
    with pytest.raises(HttpError) as error:
        person.ask("/api/me/vacation", {"days": 28})
    assert error.value.code == "not_allowed"


def test_the_others_see_who_is_on_vacation_and_until_when(server: Server) -> None:
    ann, ben, one, other = pair(server)
    away = other if entry(ann)["asked"] == 0 else one  # who is not asked
    person = ben if away is other else ann
    stays = one if away is other else other
    away.close()
    assert [seat["vacation"] for seat in stays.state["seats"]] == [None, None]
    person.ask("/api/me/vacation", {"days": 7})
    until = person.page["vacation"]["until"]
    with Player(server.url, stays.table, stays.token) as player:
        assert [seat["vacation"] for seat in player.state["seats"]].count(until) == 1
        assert player.state["seats"][1 if away is other else 0]["vacation"] == until
    person.ask("/api/me/vacation", None, "DELETE")
    with Player(server.url, stays.table, stays.token) as player:
        assert [seat["vacation"] for seat in player.state["seats"]] == [None, None]
    stays.close()


def test_whoever_is_asked_during_a_vacation_has_all_their_time_afterwards(server: Server) -> None:
    ann, ben, one, other = pair(server)
    asked = entry(ann)["asked"]
    away = ben if asked == 0 else ann
    away.ask("/api/me/vacation", {"days": 5})
    one.close()
    other.close()
    players = [Player(server.url, player.table, player.token) for player in (one, other)]
    while players[asked].state["view"]["asked"] == asked:
        players[asked].answer()
    assert entry(ann)["seconds_left"] == pytest.approx(8 * DAY, abs=120)
    for player in players:
        player.close()


def test_a_short_clock_still_runs_for_each_answer(tmp_path: Path) -> None:
    server = Server(sqlite_url(tmp_path), FAST)
    try:
        with server.solo(clock=60, factions=FACTIONS) as ann:
            ann.until(lambda state: state["view"] and state["view"]["asked"] == 0)
            assert ann.state["clock"]["seconds_left"] <= 60
            core = server.table(ann.table).core
            assert core.due is None
    finally:
        server.stop()
