"""An assistant at a table of the server, over the real protocols: MCP on one side, WebSocket on the other."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from basebash import BasebashError, IllegalAnswer
from basebash.language.seats import ServerSeat
from tests.server.helpers import TWO_PEOPLE, Player, Server, play_on
from tests.test_language import play_on as play_by_texts
from tests.test_language import talk

ALONE = {"seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "easy"}], "target_vp": 3}


def test_it_plays_a_whole_game_in_a_seat_with_a_token(server: Server) -> None:
    made = server.post("/api/tables", ALONE)

    async def say(call: Callable[..., Awaitable[str]]) -> None:
        shown = await call("view")
        assert "Ada (you): 0 VP" in shown
        assert "Texts" in shown
        assert "There is no option 99" in await call("answer", options=[99])
        assert "A bot would pick, best first:" in await call("hint")
        assert "Won by" in await play_by_texts(call, Random(1))

    talk(["--server", server.url, "--table", made["table"], "--token", made["token"]], say)


def test_it_takes_an_open_seat_and_plays_against_a_person(server: Server) -> None:
    made = server.post("/api/tables", {**TWO_PEOPLE, "target_vp": 2})
    with Player(server.url, made["table"], made["token"]) as ann, ThreadPoolExecutor(1) as elsewhere:

        async def say(call: Callable[..., Awaitable[str]]) -> None:
            assert "Assistant (you)" in await call("sit_down", table=made["table"])
            assert "Won by" in await play_by_texts(call, Random(2))
            assert (await call("sit_down", table="none")).startswith("Error: ")

        program = elsewhere.submit(talk, ["--server", server.url], say)
        ann.until(lambda state: state["started"])
        assert [seat["name"] for seat in ann.state["seats"]] == ["Ann", "Assistant"]
        play_on([ann], lambda state: state["over"])
        program.result(60)


def test_it_sees_what_its_seat_sees(server: Server) -> None:
    made = server.post("/api/tables", ALONE)
    seat = ServerSeat(server.url, made["table"], made["token"])
    shown = seat.show()
    with Player(server.url, made["table"], made["token"]) as ada:
        hand = [card["name"] for card in ada.state["view"]["players"][0]["hand"]]
        assert all(name in shown for name in hand)
        other = ada.state["view"]["players"][1]
        assert other["hand"] is None
    with pytest.raises(BasebashError):
        ServerSeat(server.url, made["table"], "wrong").show()
    with pytest.raises(IllegalAnswer, match="There is no option"):
        seat.answer([77])
