"""Tables before the start and after the end, and players who are away."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.server.helpers import FAST, Player, Server, play_on, sqlite_url
from tools.servers import wait_for


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(sqlite_url(tmp_path), replace(FAST, away_seconds=0.2))
    yield running
    running.stop()


def three(server: Server, **more: object) -> list[Player]:
    """Return three people at a table."""
    made = server.post(
        "/api/tables", {"seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}], **more}
    )
    tokens = [made["token"]]
    for name in ("Ben", "Cleo"):
        tokens.append(server.post(f"/api/tables/{made['table']}/join", {"name": name})["token"])
    return [Player(server.url, made["table"], token) for token in tokens]


# ----------------------------------------------------------------------------------------------- before the start
def test_the_creator_changes_the_settings_before_the_start(server: Server) -> None:
    made = server.post("/api/tables", {"seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}], "waits": True})
    table = made["table"]
    joined = server.post(f"/api/tables/{made['table']}/join", {"name": "Ben"})
    with (
        Player(server.url, made["table"], made["token"]) as ann,
        Player(server.url, made["table"], joined["token"]) as ben,
    ):
        assert not ann.state["started"]
        assert ann.state["settings"]["target_vp"] == 15
        wanted = {"name": "Quick", "target_vp": 7, "edition": 2013, "waits": True, "series": 3}
        assert ben.refused(type="change", settings=wanted) == "not_allowed"
        ann.send(type="change", settings=wanted)
        assert ben.read("state", lambda state: state["name"] == "Quick")["settings"]["edition"] == 2013
        assert server.get(f"/api/tables/{made['table']}")["target_vp"] == 7
        assert ann.refused(type="change", settings={"factions": [["Nobody", "Nothing"]]}) == "bad_request"
        # Hints cannot be imposed on players who have joined.
        assert ann.refused(type="change", settings={**wanted, "hints": True}) == "not_allowed"
        assert ben.refused(type="start") == "not_allowed"
        ann.send(type="start")
        state = ben.read("state", lambda state: state["started"])
        assert (state["view"]["target_vp"], state["view"]["edition"], state["settings"]) == (7, 2013, None)
        assert ann.refused(type="change", settings=wanted) == "already_started"
    server.loop.call_soon_threadsafe(server.registry.unload, server.table(table))
    wait_for(lambda: table not in server.registry.tables)
    with Player(server.url, table, made["token"]) as ann:
        assert ann.state["name"] == "Quick"


def test_hints_can_be_allowed_until_a_guest_has_joined(server: Server) -> None:
    made = server.post("/api/tables", {"seats": [{"kind": "me", "name": "Ann"}, {"kind": "open"}]})
    with Player(server.url, made["table"], made["token"]) as ann:
        ann.send(type="change", settings={"hints": True, "waits": True})
        ann.read("state", lambda state: state["settings"]["hints"])
        assert server.get(f"/api/tables/{made['table']}")["hints"]
        server.post(f"/api/tables/{made['table']}/join", {"name": "Ben"})
        ann.send(type="change", settings={"hints": True, "target_vp": 7, "waits": True})  # others can still change
        assert ann.read("state", lambda state: state["settings"]["target_vp"] == 7)["settings"]["hints"]
        ann.send(type="change", settings={"hints": False, "waits": True})  # also to fewer rights
        ann.read("state", lambda state: not state["settings"]["hints"])
        assert ann.refused(type="change", settings={"hints": True, "waits": True}) == "not_allowed"


# ----------------------------------------------------------------------------------------------- after the end
def rematch(players: list[Player], factions: str) -> list[Player]:
    players[0].send(type="rematch", factions=factions)
    table = players[0].read("state", lambda state: state["over"]["rematch"])["over"]["rematch"]
    new = [Player(player.url, table, player.token) for player in players]
    for player in players:
        player.close()
    return new


def test_a_series_with_the_same_and_other_factions(server: Server) -> None:
    players = list(server.pair(target_vp=2, series=3))
    assert players[0].state["series"] == {"of": 3, "game": 1, "wins": [0, 0], "decided": False}
    play_on(players, lambda state: state["over"])
    first = players[0].state
    wins = first["series"]["wins"]
    assert sum(wins) == 1
    assert wins[first["over"]["winner"]] == 1
    players = rematch(players, "same")
    second = players[0].state
    assert [seat["factions"] for seat in second["seats"]] == [seat["factions"] for seat in first["seats"]]
    assert second["view"]["first_player"] == 1 - first["view"]["first_player"]
    assert second["series"] == {"of": 3, "game": 2, "wins": wins, "decided": False}
    play_on(players, lambda state: state["over"])
    second_over = players[0].state
    players = rematch(players, "other")
    third = players[0].state
    assert not third["started"]
    assert third["settings"]["factions"] == "random"
    players[0].send(type="start")
    for player in players:
        player.until(lambda state: state["started"])
    if second_over["series"]["decided"]:  # the same player won twice: a new series begins
        assert third["series"] == {"of": 3, "game": 1, "wins": [0, 0], "decided": False}
    else:
        assert third["series"] == {"of": 3, "game": 3, "wins": [1, 1], "decided": False}
        play_on(players, lambda state: state["over"])
        assert players[0].state["series"]["decided"]
        players = rematch(players, "again")
        assert players[0].state["series"] == {"of": 3, "game": 1, "wins": [0, 0], "decided": False}
    for player in players:
        player.close()


def test_everyone_sees_who_wants_a_rematch(server: Server) -> None:
    ann, ben = players = list(server.pair(target_vp=2))
    play_on(players, lambda state: state["over"])
    assert ben.state["over"]["wants"] == []
    ann.send(type="rematch", factions="same")
    first = ben.read("state", lambda state: state["over"]["wants"] == [0])["over"]["rematch"]
    ben.send(type="rematch")
    second = ann.read("state", lambda state: state["over"]["wants"] == [0, 1])["over"]["rematch"]
    assert first == second is not None
    for player in players:
        player.close()


# ----------------------------------------------------------------------------------------------- absent players
def asked(players: list[Player]) -> int:
    return int(players[0].state["view"]["asked"])


def test_a_majority_lets_a_bot_stand_in_until_the_player_is_back(server: Server) -> None:
    players = three(server)
    gone = asked(players)
    token = players[gone].token
    others = [player for seat, player in enumerate(players) if seat != gone]
    assert others[0].refused(type="stand_in", seat=gone, yes=True) == "not_allowed"  # still here
    players[gone].close()
    for player in others:
        player.until(lambda state: not state["seats"][gone]["connected"])
    time.sleep(0.3)
    others[0].send(type="stand_in", seat=gone, yes=True)
    voted = others[1].read("state", lambda state: state["seats"][gone]["votes"])
    assert not voted["seats"][gone]["stand_in"]
    assert voted["seats"][gone]["away"] is not None
    others[1].send(type="stand_in", seat=gone, yes=True)
    before = voted["answers"]
    state = others[0].read("state", lambda state: state["seats"][gone]["stand_in"])
    assert others[0].read("state", lambda state: state["answers"] > before)["view"]["turn"] >= state["view"]["turn"]
    with Player(server.url, players[0].table, token) as back:
        first = back.state
        assert any("bot is playing" in line["text"] and line["kind"] == "notice" for line in first["chat"])
        back.until(lambda state: not state["seats"][gone]["stand_in"])
        assert server.table(back.table).core.seats[gone].kind == "person"
    for player in others:
        player.close()


def test_a_bot_stands_in_for_me_until_i_take_over(server: Server) -> None:
    ann, ben = server.pair()
    me, other = (ann, ben) if ann.question else (ben, ann)
    seat = me.state["you"]
    me.send(type="stand_in", seat=seat, yes=True)
    state = me.read("state", lambda state: state["seats"][seat]["stand_in"])
    me.read("state", lambda now: now["answers"] > state["answers"])
    line = other.read("chat")
    assert (line["kind"], line["seat"]) == ("notice", seat)
    me.send(type="stand_in", seat=seat, yes=False)
    me.read("state", lambda state: not state["seats"][seat]["stand_in"])
    other.send(type="undo")  # the person must agree again, not their bot
    for player in (me, other):
        player.close()


def test_a_bot_stands_in_after_the_absence_limit(server: Server) -> None:
    ann, ben = server.pair()
    table = server.table(ann.table)
    gone, other = (ann, ben) if ann.question else (ben, ann)
    table.core.request = replace(table.core.request, absent=0)  # shorter than the API allows
    before = other.state["answers"]
    gone.close()
    other.read("state", lambda state: state["answers"] > before)
    assert other.state["seats"][gone.state["you"]]["stand_in"]
    other.close()


def test_without_an_absence_limit_nobody_is_replaced(server: Server) -> None:
    ann, ben = server.pair()
    gone, other = (ann, ben) if ann.question else (ben, ann)
    before = other.state["answers"]
    gone.close()
    time.sleep(0.5)
    other.until(lambda state: not state["seats"][gone.state["you"]]["connected"])
    assert other.state["answers"] == before
    other.close()


def test_the_asked_player_can_be_nudged_once_in_a_while(server: Server) -> None:
    ann, ben = server.pair()
    server.table(ann.table).absence.away_seconds = 60
    asked, other = (ann, ben) if ann.question else (ben, ann)
    seat = asked.state["you"]
    other.send(type="nudge", seat=seat)
    line = asked.read("chat")
    assert (line["kind"], line["seat"]) == ("nudge", seat)
    assert other.refused(type="nudge", seat=seat) == "too_fast"
    assert asked.refused(type="nudge", seat=other.state["you"]) == "not_allowed"
    for player in (ann, ben):
        player.close()


def test_phrases_work_where_chat_is_off(server: Server) -> None:
    ann, ben = server.pair(talk=False)
    assert ann.refused(type="chat", text="hello") == "not_allowed"
    ann.send(type="phrase", phrase="nice_move")
    line = ben.read("chat")
    assert (line["text"], line["kind"]) == ("Nice move", "phrase")
    assert ann.refused(type="phrase", phrase="anything") == "bad_message"
    for player in (ann, ben):
        player.close()


def test_the_lobby_shows_whose_turn_it_is(server: Server) -> None:
    ann, ben = server.pair()
    play_on([ann, ben], lambda state: state["view"]["phase"] == "play")
    entry = server.get(f"/api/tables/{ann.table}")
    assert entry["asked"] == ann.state["view"]["asked"]
    assert (entry["vp"], entry["wants"], entry["seconds_left"]) == ([0, 0], "turn", None)
    for player in (ann, ben):
        player.close()


def test_my_tables_show_what_is_wanted_and_the_time_left(server: Server) -> None:
    ann, ben = server.pair(absent=900, clock=600)
    asked = (ann, ben)[ann.state["view"]["asked"]]
    entry = server.get(f"/api/tables/{ann.table}")
    assert 590 <= entry["seconds_left"] <= 600
    asked.close()
    wait_for(lambda: server.table(ann.table).absence.away(entry["asked"]) is not None)
    assert 590 <= server.get(f"/api/tables/{ann.table}")["seconds_left"] <= 600  # the clock runs out first
    ann.close()
    ben.close()
    slow, other = server.pair(absent=300)
    assert server.get(f"/api/tables/{slow.table}")["seconds_left"] is None
    slow.close()
    other.close()
    wait_for(lambda: server.get(f"/api/tables/{slow.table}")["seconds_left"] is not None)
    assert 290 <= server.get(f"/api/tables/{slow.table}")["seconds_left"] <= 300
    game = server.table(slow.table).core.started_game()
    game.state.scoring = game.state.bases[0]
    assert server.get(f"/api/tables/{slow.table}")["wants"] == "score"
    game.state.scoring = -1
    game.state.turn_player = 1 - game.question.player
    assert server.get(f"/api/tables/{slow.table}")["wants"] == "answer"
