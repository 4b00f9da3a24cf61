"""Playing on from a moment of a finished game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from basebash.engine.data.state import State, key_of
from basebash.server.games.positions import read_position
from basebash.server.storage.database import make_engine
from basebash.server.storage.schema import POSITIONS, TABLES
from basebash.server.storage.seed_secrets import SeedSecrets
from basebash.server.tables.seating import Seating
from tests.server.helpers import FAST, HttpError, Json, Person, Player, Server, play_on
from tools.servers import wait_for

Start = Callable[..., Server]
BOTS = {"seats": [{"kind": "bot", "level": "easy"}] * 2, "target_vp": 8}


@pytest.fixture
def start(database: str) -> Iterator[Start]:
    running: list[Server] = []

    def begin() -> Server:
        running.append(Server(database, FAST, seeds=SeedSecrets(bytes(32)), is_steady=False))
        return running[-1]

    yield begin
    for server in running:
        server.stop()


def finished(server: Server) -> tuple[str, int]:
    """Return a finished game, and a step in the second player's Play Cards at which decks can be dealt again."""
    for _ in range(10):  # the games are random, and few have no such step
        table = str(server.post("/api/tables", BOTS)["table"])
        wait_for(lambda table=table: server.get(f"/api/tables/{table}")["over"], 180)  # type: ignore[misc]
        steps = server.get(f"/api/tables/{table}/replay")["steps"]
        for step in (*range(steps // 4, steps), *range(steps // 4)):
            view = replayed(server, table, step)
            is_main = view["asked"] == 1 and view["question"]["kind"] == "main"
            is_hidden = all(player["deck_size"] > 6 and not player["known_deck"] for player in view["players"])
            if is_main and is_hidden:
                return table, step
    raise AssertionError("the second player never had a turn")


def replayed(server: Server, table: str, step: int, eyes: str = "1") -> Json:
    view = server.get(f"/api/tables/{table}/replay?step={step}&as={eyes}")["state"]["view"]
    assert isinstance(view, dict)
    return view


def sit_down(server: Server, table: str, step: int, **more: Any) -> Player:
    made = server.post(
        f"/api/tables/{table}/play-on", {"step": step, "seat": 1, "name": "Ann", "level": "easy", **more}
    )
    assert made["step"] == step
    return Player(server.url, made["table"], made["token"])


def names(view: Json) -> Json:
    """Return the view without player names."""
    return {**view, "players": [{**player, "name": ""} for player in view["players"]]}


def stored(database: str, table: str) -> tuple[Any, bytes]:
    engine = make_engine(database)
    with engine.connect() as connection:
        setup = connection.execute(sa.select(TABLES.c.setup).where(TABLES.c.id == table)).scalar_one()
        position = connection.execute(sa.select(POSITIONS.c.data).where(POSITIONS.c.table_id == table)).scalar_one()
    engine.dispose()
    return msgspec.json.decode(setup), position


def test_the_new_game_starts_from_what_the_seat_saw_and_survives_a_restart(start: Start, database: str) -> None:
    server = start()
    table, step = finished(server)
    with sit_down(server, table, step) as ann:
        assert ann.state["you"] == 1
        assert ann.state["played_on"]
        assert ann.state["hints"]
        assert [seat["kind"] for seat in ann.state["seats"]] == ["bot", "person"]
        assert ann.state["seats"][1]["name"] == "Ann"
        assert names(ann.state["view"]) == names(replayed(server, table, step))
        assert ann.log == []
        play_on([ann], lambda state: state["answers"] >= 6 and state["view"]["question"])
        before = ann.state
        lines = list(ann.log)
    server.stop()
    server = start()
    with Player(server.url, ann.table, ann.token) as ann:
        assert ann.state["view"] == before["view"]
        assert ann.log == lines
        ann.send(type="undo")
        ann.read("state", lambda state: state["answers"] > before["answers"])
        play_on([ann], lambda state: state["over"])
    for view in (replayed(server, ann.table, 0), replayed(server, ann.table, 0, "all")):
        assert view["turn"] == replayed(server, table, step)["turn"]
    story = server.get(f"/api/tables/{ann.table}/story")
    for player, points in story["standings"]:
        assert sum(gain["vp"] for gain in story["gains"] if gain["player"] == player) == points
        assert sum(story["sources"][player]) == points
    setup, position = stored(database, ann.table)
    assert not str(setup["seed"]).startswith("sealed")  # it is over
    assert read_position(position).key == key_of(0)


def hidden(state: State) -> tuple[list[int], list[int]]:
    """Return the owners of all hidden cards, and how many are where: redealing changes only which cards they are."""
    under = () if state.rare_zones is None else state.rare_zones.under.values()
    piles = (*state.decks, *state.hands, *under)
    return sorted(state.owner[card] for pile in piles for card in pile), [len(pile) for pile in piles]


def test_the_old_game_reveals_nothing_about_the_new_one(start: Start, database: str) -> None:
    server = start()
    table, step = finished(server)
    decks = []
    for _ in range(3):
        with sit_down(server, table, step) as ann:
            new = server.table(ann.table).core.play
            assert new is not None
            state = new.game.state
            decks.append((tuple(state.decks[0]), tuple(state.decks[1]), hidden(state), state.key))
            setup, position = stored(database, ann.table)
            assert str(setup["seed"]).startswith("sealed:")
            assert read_position(position).key == key_of(0)
            assert state.key.hex() not in str(setup)
    assert len({deck[0] for deck in decks}) == 3
    assert len({deck[1] for deck in decks}) == 3
    assert len({deck[3] for deck in decks}) == 3
    true = server.table(table).core.started_game().clone()
    true.undo(step)
    assert all(key != true.state.key for *_, key in decks)
    assert decks[0][2] == hidden(true.state)
    assert all(deck[1] != tuple(true.state.decks[1]) for deck in decks)


def test_a_moment_within_an_effect_starts_at_the_decision_before(start: Start) -> None:
    server = start()
    table, _ = finished(server)
    steps = server.get(f"/api/tables/{table}/replay")["steps"]
    made = server.post(f"/api/tables/{table}/play-on", {"step": steps, "seat": 0})
    assert 0 < made["step"] < steps
    view = replayed(server, table, made["step"], "all")
    assert view["question"]["kind"] == "main"
    with Player(server.url, made["table"], made["token"]) as ann:
        assert ann.state["view"]["turn"] >= view["turn"]  # a bot may have answered
        play_on([ann], lambda state: state["over"])
        ann.send(type="rematch")
        ann.read("state", lambda state: state["over"]["rematch"])
    with Player(server.url, ann.state["over"]["rematch"], ann.token) as again:  # from the beginning
        again.until(lambda state: state["view"])
        assert not again.state["played_on"]
        assert again.state["view"]["turn"] <= 2


def test_it_is_on_the_page_unrated_and_is_deleted_with_the_person(start: Start) -> None:
    server = start()
    table, step = finished(server)
    ann = Person(server, "Ann")
    made = ann.ask(f"/api/tables/{table}/play-on", {"step": step, "seat": 1, "name": "Ann", "level": "easy"})
    assert [mine["table"]["table"] for mine in ann.page["tables"]] == [made["table"]]
    with Player(server.url, made["table"], made["token"]) as player:
        play_on([player], lambda state: state["over"])
    page = ann.page
    assert (page["tables"], page["games"], page["ratings"], page["played"]) == ([], [], [], 0)
    ann.ask("/api/me", {"name": "Ann"}, "DELETE")
    assert not re.search(r"\bAnn\b", str(server.get(f"/api/tables/{made['table']}/replay?step=1")))


def test_a_kill_before_the_start_loses_nothing(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    server = start()
    table, step = finished(server)

    async def nothing(_: Seating) -> None:
        """Stand in for a server that is killed here."""

    with monkeypatch.context() as patch:
        patch.setattr(Seating, "start_if_full", nothing)
        made = server.post(f"/api/tables/{table}/play-on", {"step": step, "seat": 1})
        then = names(replayed(server, table, step))
        server.stop()
    server = start()
    with Player(server.url, made["table"], made["token"]) as ann:
        ann.until(lambda state: state["view"])
        assert names(ann.state["view"]) == then


def test_it_can_be_played_at_another_process(start: Start) -> None:
    one = start()
    if not one.store.is_shared:
        pytest.skip("SQLite is for one process")
    two = start()
    table, step = finished(one)
    made = one.post(f"/api/tables/{table}/play-on", {"step": step, "seat": 1, "level": "easy"})
    with Player(two.url, made["table"], made["token"]) as ann, Player(one.url, made["table"], made["token"]) as same:
        assert ann.state["view"] == same.state["view"]
        play_on([ann, same], lambda state: state["answers"] >= 8)
        common = min(len(ann.log), len(same.log))  # a bot may have answered since one of them last read
        assert common > 0
        assert ann.log[:common] == same.log[:common]


def test_it_needs_a_finished_game_and_a_decision_to_start_from(start: Start) -> None:
    server = start()
    table, _ = finished(server)
    with server.solo() as ann:
        for ask in (server.post, Person(server, "Ann").ask):
            with pytest.raises(HttpError) as refused:
                ask(f"/api/tables/{ann.table}/play-on", {"step": 0, "seat": 0})
            assert (refused.value.status, refused.value.code) == (409, "not_over")
    bad: list[tuple[Any, int]] = [
        ({"step": 99_999, "seat": 0}, 400),
        ({"step": -1, "seat": 0}, 400),
        ({"step": 0, "seat": 0}, 400),  # before anybody could play a card
        ({"step": 5, "seat": 2}, 400),
        ({"step": 5, "seat": 0, "level": "divine"}, 400),
        ({"step": 5, "seat": 0, "name": "x" * 300}, 400),
        ({"step": 5, "seat": 0, "position": "mine"}, 400),
        ({"step": 5}, 400),
        ([], 400),
    ]
    count = len(server.registry.tables)
    for body, status in bad:
        with pytest.raises(HttpError) as refused:
            server.post(f"/api/tables/{table}/play-on", body)
        assert refused.value.status == status, body
        assert refused.value.message, body
    assert len(server.registry.tables) == count
    with pytest.raises(HttpError) as refused:
        server.post("/api/tables/nowhere/play-on", {"step": 5, "seat": 0})
    assert refused.value.status == 404
