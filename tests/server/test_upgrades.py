"""Games of older rules: they are kept, shown as far as they fit, and the players decide what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from basebash.engine.data.terms import DRAW_CARDS
from basebash.engine.rules import turn
from basebash.server.games import rules_version
from basebash.server.storage.database import make_engine
from basebash.server.storage.schema import MOVES, TABLES
from tests.server.helpers import FAST, HttpError, Player, Server, play_on, sqlite_url
from tools.servers import wait_for

pytestmark = pytest.mark.skipif(not str(turn.__file__).endswith(".py"), reason="compiled rules cannot be patched")


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    running: list[Server] = []

    def begin(**more: Any) -> Server:
        running.append(Server(sqlite_url(tmp_path), FAST, **more))
        return running[-1]

    yield begin
    for server in running:
        server.stop()


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Use rules with two draws at the end of the turn; undo this to get the current ones."""
    draw = turn._PHASES[DRAW_CARDS]

    async def draw_twice(game: Any) -> None:
        await draw(game)
        await draw(game)

    with monkeypatch.context() as patch:
        patch.setitem(turn._PHASES, DRAW_CARDS, draw_twice)
        patch.setattr(rules_version, "digest", lambda *_: "older")
        yield patch


def moves_of(folder: Path, table: str) -> list[Any]:
    engine = make_engine(sqlite_url(folder))
    with engine.connect() as connection:
        found = connection.execute(sa.select(MOVES).where(MOVES.c.table_id == table).order_by(MOVES.c.number)).all()
    engine.dispose()
    return list(found)


def play_by_older_rules(
    start: Callable[..., Server], older: pytest.MonkeyPatch, **options: Any
) -> tuple[Player, Player]:
    server = start()
    ann, ben = server.pair(**options)
    with ann, ben:
        play_on([ann, ben], lambda state: state["over"] if options else state["answers"] >= 40)
        wait_for(lambda: not options or server.table(ann.table).core.result)
    server.stop()
    older.undo()
    return ann, ben


def test_a_game_of_older_rules_is_kept_and_continues_only_if_all_agree(
    start: Callable[..., Server], older: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ann, ben = play_by_older_rules(start, older)
    before = moves_of(tmp_path, ann.table)
    newer = start()
    again, other = (Player(newer.url, ann.table, player.token) for player in (ann, ben))
    with again, other:
        halted = again.state["halted"]
        assert 0 < halted["fits"] < halted["of"] == len(before)
        assert (halted["rules"], halted["settled"]) == ("older", None)
        assert again.state["answers"] == len(before)
        for kind in ({"type": "undo"}, {"type": "answer", "number": len(before), "picks": [0]}):
            assert again.refused(**kind) == "halted"
        with pytest.raises(HttpError) as refused:
            newer.get(f"/api/tables/{ann.table}/save", Authorization=f"Bearer {ann.token}")
        assert refused.value.code == "halted"
        assert newer.get(f"/api/tables/{ann.table}/replay?step=3")["steps"] == halted["fits"]
        assert moves_of(tmp_path, ann.table) == before  # nothing was written
        again.send(type="settle", way="go_on")
        other.read("state", lambda state: state["undo"]["way"] == "go_on")
        other.send(type="consent", yes=False)
        again.read("state", lambda state: state["undo"]["asked_by"] is None)
        assert again.state["halted"]
        again.send(type="settle", way="go_on")
        other.read("state", lambda state: state["undo"]["waiting_for"])
        other.send(type="consent", yes=True)
        other.read("state", lambda state: not state["halted"])
        again.until(lambda state: not state["halted"])
        play_on([again, other], lambda state: state["answers"] >= len(before) + 10)
        assert again.refused(type="settle", way="keep") == "not_allowed"
    after = moves_of(tmp_path, ann.table)
    assert after[: len(before)] == before
    assert after[len(before)].kind == "undo"
    newer.stop()
    with Player(start().url, ann.table, ann.token) as later:
        assert later.state["halted"] is None
        assert later.state["answers"] == len(after)


def test_neither_bots_nor_clocks_play_on_in_a_halted_game(
    start: Callable[..., Server], older: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    server = start()
    with server.solo(clock=600) as ann:
        play_on([ann], lambda state: state["answers"] >= 40)
    server.stop()
    older.undo()
    before = moves_of(tmp_path, ann.table)
    newer = start()
    with Player(newer.url, ann.table, ann.token) as again:
        assert again.state["halted"]
        assert again.state["clock"] is None
        assert not newer.table(ann.table).clocks.is_running
        assert moves_of(tmp_path, ann.table) == before
        again.send(type="settle", way="go_on")
        again.read("state", lambda state: not state["halted"] and state["view"]["question"] and state["clock"])


def test_a_halted_game_can_be_kept_as_a_replay(
    start: Callable[..., Server], older: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ann, ben = play_by_older_rules(start, older)
    before = moves_of(tmp_path, ann.table)
    newer = start()
    again, other = (Player(newer.url, ann.table, player.token) for player in (ann, ben))
    with again, other:
        again.send(type="settle", way="keep")
        other.read("state", lambda state: state["undo"]["way"] == "keep")
        other.send(type="consent", yes=True)
        other.read("state", lambda state: state["halted"]["settled"] == "keep")
    newer.stop()
    newest = start()
    assert newest.get(f"/api/tables/{ann.table}")["over"]
    with Player(newest.url, ann.table, ann.token) as later:
        assert later.state["halted"]["settled"] == "keep"
    assert moves_of(tmp_path, ann.table) == before


def test_a_halted_game_can_wait_for_the_older_rules(
    start: Callable[..., Server], older: pytest.MonkeyPatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = turn._PHASES[DRAW_CARDS]
    ann, ben = play_by_older_rules(start, older)
    newer = start()
    with Player(newer.url, ann.table, ann.token) as again:
        again.send(type="settle", way="older")
        again.read("state", lambda state: state["halted"]["settled"] == "older")
    newer.stop()
    monkeypatch.setitem(turn._PHASES, DRAW_CARDS, draw)  # the operator restores the older rules
    monkeypatch.setattr(rules_version, "digest", lambda *_: "older")
    back = start()
    again, other = (Player(back.url, ann.table, player.token) for player in (ann, ben))
    with again, other:
        assert again.state["halted"] is None
        assert again.state["view"] == ann.state["view"]
        play_on([again, other], lambda state: state["answers"] >= 50)


def test_finished_games_keep_their_result_and_log(
    start: Callable[..., Server], older: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ann, _ = play_by_older_rules(start, older, target_vp=3)
    before = moves_of(tmp_path, ann.table)
    newer = start()
    with Player(newer.url, ann.table, ann.token) as again:
        assert again.state["halted"]
        assert again.state["over"]["winner"] == ann.state["over"]["winner"]
        assert again.state["over"]["standings"] == ann.state["over"]["standings"]
        assert [line["kind"] for line in again.log] == [line["kind"] for line in ann.log]
        assert [p["vp"] for p in again.state["view"]["players"]] == [p["vp"] for p in ann.state["view"]["players"]]
        assert again.refused(type="settle", way="go_on") == "not_allowed"
        replay = newer.get(f"/api/tables/{ann.table}/replay")
        assert replay["state"]["over"]["winner"] == ann.state["over"]["winner"]
        assert replay["steps"] == len(before)
        again.send(type="rematch")
        again.read("state", lambda state: state["over"]["rematch"])
    assert moves_of(tmp_path, ann.table) == before


def test_the_same_rules_have_the_same_digest() -> None:
    assert rules_version.digest() == rules_version._digest_of_built_in.__wrapped__()
    assert len(rules_version.digest()) == 32


def test_a_change_that_keeps_the_meaning_of_answers_halts_nothing(
    start: Callable[..., Server], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(rules_version, "digest", lambda *_: "older, but for a comment")
        server = start()
        with server.solo() as ann:
            play_on([ann], lambda state: state["answers"] >= 10 and state["view"]["question"])
        server.stop()
    again = start()
    with Player(again.url, ann.table, ann.token) as back:
        assert back.state["halted"] is None
    engine = make_engine(sqlite_url(tmp_path))
    with engine.connect() as connection:
        assert connection.execute(sa.select(TABLES.c.rules)).scalar() == "older, but for a comment"
    engine.dispose()
