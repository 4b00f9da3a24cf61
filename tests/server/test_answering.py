"""Answers that wait before they count: the table serves everybody else meanwhile."""

import asyncio
import time

import pytest

from basebash.server.games import visibility
from tests.server.helpers import Player, Server, play_on

DELAY = 4.0


def asked_of(ann: Player, ben: Player) -> tuple[Player, Player]:
    return (ann, ben) if ann.question is not None else (ben, ann)


@pytest.fixture
def pair(server: Server, monkeypatch: pytest.MonkeyPatch) -> tuple[Player, Player]:
    """Two players, the asked one first, at a question with several options, the answer to which has to wait."""
    ann, ben = server.pair()
    play_on([ann, ben], lambda state: state["view"]["phase"] == "play" and state["answers"] > 2)
    asked, other = asked_of(ann, ben)
    assert asked.question is not None
    assert len(asked.question["options"]) > 1
    monkeypatch.setattr(visibility, "is_paced", lambda _: True)
    clocks = server.table(ann.table).clocks
    clocks.minimum_delay = time.monotonic() - clocks.asked_at + DELAY
    return asked, other


def test_the_table_is_not_locked_while_an_answer_waits(pair: tuple[Player, Player]) -> None:
    asked, other = pair
    with asked, other:
        started, number = time.monotonic(), asked.state["answers"]
        asked.send(type="answer", number=number, picks=[0])
        other.send(type="stand_in", seat=other.state["you"], yes=True)  # it needs the lock
        other.read("state", lambda state: state["seats"][state["you"]]["stand_in"])
        assert other.state["answers"] == number
        assert time.monotonic() - started < DELAY - 1
        asked.wait_for_answer(number)
        assert time.monotonic() - started > DELAY - 1


def test_an_answer_that_arrives_twice_counts_once(pair: tuple[Player, Player]) -> None:
    asked, other = pair
    number = asked.state["answers"]
    with asked, other, Player(asked.url, asked.table, asked.token) as again:
        for device in (asked, again):
            device.send(type="answer", number=number, picks=[0])
        for device in (asked, again, other):
            device.wait_for_answer(number)
        again.send(type="ping")
        again.read("pong")  # no error came before it


def test_the_clock_waits_for_an_answer_that_has_arrived(server: Server, pair: tuple[Player, Player]) -> None:
    asked, other = pair
    number = asked.state["answers"]
    with asked, other:
        assert asked.question is not None
        last = len(asked.question["options"]) - 1
        table = server.table(asked.table)
        asked.send(type="answer", number=number, picks=[last])
        asyncio.run_coroutine_threadsafe(table.clocks.run_out(number), server.loop).result(30)
        asked.wait_for_answer(number)
        assert table.core.play is not None
        assert table.core.play.game.history[number] == (last,)


def test_a_player_who_resigns_in_the_meantime_gives_no_answer(pair: tuple[Player, Player]) -> None:
    asked, other = pair
    seat, number = asked.state["you"], asked.state["answers"]
    with asked, other, Player(asked.url, asked.table, asked.token) as again:
        asked.send(type="answer", number=number, picks=[0])
        again.send(type="resign")
        again.read("state", lambda state: state["seats"][seat]["resigned"])
        assert asked.read("error")["code"] == "not_your_seat"
