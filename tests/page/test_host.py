from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from typing import Any

import pytest

from basebash.browser.host import PageHost, open_host
from basebash.browser.pool import run_job
from basebash.browser.records import Change, Key, MemoryRecords, StorageFailed
from basebash.browser.worker import Bridge, DatabaseRecords
from basebash.server.http.exchange import Response
from basebash.server.settings import Settings

FAST = Settings(bot_delay_seconds=0, hard_bot_delay_seconds=0, secret_answer_delay_seconds=0)
SOLO = {"seats": [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy"}], "target_vp": 3}
HOT_SEAT = {"seats": [{"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Ben"}], "target_vp": 3}
Json = dict[str, Any]


async def run_at_once(encoded: bytes, _: float) -> bytes | None:
    return run_job(encoded)


def play(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(main(), 120))


async def opened(records: MemoryRecords) -> PageHost:
    host = await open_host(records, run_at_once, FAST)
    host.registry.fixed_seeds = lambda: 7
    return host


async def ask(host: PageHost, path: str, body: Any = None, method: str = "", token: str = "", **more: Any) -> Any:
    response = await send(host, path, body, method, token, **more)
    assert response.status < 400, response.body
    return json.loads(response.body)


async def send(
    host: PageHost, path: str, body: Any = None, method: str = "", token: str = "", friend: str = ""
) -> Response:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    method = method or ("GET" if body is None else "POST")
    return await host.request(method, path, headers, json.dumps(body).encode(), friend)


class Player:
    """A client of a table in the same process."""

    def __init__(self, host: PageHost, table: str, token: str | None) -> None:
        self.state: Json = {}
        self.others: list[Json] = []
        self.has_to_connect_again = False
        self._news = asyncio.Event()
        self._chance = Random(1)
        self.connection = host.connect(self._receive, self._lost)
        self.say(type="hello", table=table, token=token)

    def say(self, **message: Any) -> None:
        self.connection.receive(json.dumps(message))

    def _receive(self, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "state":
            self.state = message
        else:
            self.others.append(message)
        self._news.set()

    def _lost(self) -> None:
        self.has_to_connect_again = True
        self._news.set()

    async def until(self, holds: Callable[[], Any]) -> None:
        while not holds():
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 60)

    async def heard(self, kind: str) -> Json:
        await self.until(lambda: any(one["type"] == kind for one in self.others))
        return next(one for one in self.others if one["type"] == kind)

    @property
    def question(self) -> Json | None:
        question: Json | None = self.state.get("view", {}).get("question") if self.state else None
        return question

    def answer(self) -> None:
        question = self.question
        assert question is not None
        options = range(len(question["options"]))
        picks = sorted(self._chance.sample(options, max(question["low"], min(1, question["high"], len(options)))))
        self.say(type="answer", number=self.state["answers"], picks=picks)

    async def play(self, until: Callable[[Json], Any] = lambda state: state["over"]) -> None:
        while True:
            await self.until(lambda: self.state and (self.question or until(self.state)))
            if until(self.state):
                return
            known = self.state["answers"]
            self.answer()
            await self.until(lambda: self.state["answers"] > known)  # noqa: B023  # awaited at once


def test_a_whole_game_and_what_follows_from_it() -> None:
    async def main() -> None:
        records = MemoryRecords()
        host = await opened(records)
        made = await ask(host, "/api/tables", SOLO)
        ann = Player(host, made["table"], made["token"])
        await ann.play()
        table = f"/api/tables/{made['table']}"
        assert (await ask(host, f"{table}/story"))["steps"] == ann.state["answers"]
        assert (await ask(host, f"{table}/replay?step=3&as=all"))["state"]["answers"] == 3
        again = await opened(records)  # the page is opened again
        ben = Player(again, made["table"], None)
        await ben.until(lambda: ben.state)
        assert ben.state["over"] == ann.state["over"]
        assert (await ask(again, f"{table}/story"))["steps"] == ann.state["answers"]

    play(main)


def test_a_reload_in_the_middle_of_an_effect_loses_nothing() -> None:
    async def main() -> None:
        records = MemoryRecords()
        host = await opened(records)
        made = await ask(host, "/api/tables", HOT_SEAT)
        players = [Player(host, made["table"], seat["token"]) for seat in made["seats"]]

        async def is_inside_an_effect() -> tuple[Player, Json]:
            while True:
                await players[0].until(lambda: any(player.question for player in players))
                asked = next(player for player in players if player.question)
                assert asked.question is not None
                if asked.question["kind"] not in ("main", "mulligan", "discard", "draft"):
                    return asked, asked.question
                known = asked.state["answers"]
                asked.answer()
                for player in players:
                    await player.until(lambda: player.state["answers"] > known)  # noqa: B023  # awaited at once

        asked, question = await is_inside_an_effect()
        seat = players.index(asked)
        again = await opened(records)  # nothing was closed: the tab was killed
        back = Player(again, made["table"], made["seats"][seat]["token"])
        await back.until(lambda: back.question)
        assert back.question == question
        assert back.state["answers"] == asked.state["answers"]

    play(main)


def test_undo_hint_preview_and_analysis() -> None:
    async def main() -> None:
        host = await opened(MemoryRecords())
        made = await ask(host, "/api/tables", {**SOLO, "first": 0})
        ann = Player(host, made["table"], made["token"])
        await ann.play(lambda state: (state["view"]["question"] or {}).get("kind") == "main")
        ann.say(type="preview", number=ann.state["answers"])
        assert (await ann.heard("preview"))["options"]
        ann.say(type="hint", number=ann.state["answers"])
        assert (await ann.heard("hint"))["moves"]
        known, question = ann.state["answers"], ann.question
        ann.answer()
        await ann.until(lambda: ann.state["answers"] > known)
        ann.say(type="undo")
        await ann.until(lambda: ann.question == question)
        analysis = f"/api/tables/{made['table']}/analysis"
        await ann.play(lambda state: state["view"]["turn"] > 2 or state["over"])
        assert (await ask(host, analysis, method="POST", token=made["token"]))["state"] == "running"
        while (await ask(host, analysis, token=made["token"]))["state"] == "running":
            await asyncio.sleep(0.05)
        assert (await ask(host, analysis, token=made["token"]))["moments"]

    play(main)


def test_puzzles_and_the_catalogue() -> None:
    async def main() -> None:
        host = await opened(MemoryRecords())
        puzzle = (await ask(host, "/api/puzzles"))["puzzles"][0]["id"]
        assert (await ask(host, f"/api/puzzles/{puzzle}", {"answers": []}))["view"]["question"]
        assert (await ask(host, "/api/catalogue"))["factions"]
        assert (await send(host, "/api/me", {"name": "Ann"})).status == 404

    play(main)


def test_a_table_goes_to_another_browser_as_a_file() -> None:
    async def main() -> None:
        host = await opened(MemoryRecords())
        made = await ask(host, "/api/tables", SOLO)
        ann = Player(host, made["table"], made["token"])
        await ann.play(lambda state: state["answers"] >= 12)
        path = f"/api/tables/{made['table']}/file"
        file = await ask(host, path)
        assert (await send(host, path, friend="Ben")).status == 403  # it shows all hidden cards

        other = await opened(MemoryRecords())
        assert await ask(other, "/api/files", file) == {"table": made["table"]}
        assert (await send(other, "/api/files", file)).status == 400  # it is there already
        there = Player(other, made["table"], made["token"])
        await there.until(lambda: there.question)
        assert there.state["answers"] >= 12
        await there.play()

        third = await opened(MemoryRecords())
        move = next(one for one in file["records"] if one["kind"] == "move" and one["number"] == 3)
        move["text"] = move["text"].replace('"seat":', '"seat":1')
        assert (await send(third, "/api/files", file)).status == 400  # it was altered
        assert (await send(third, f"/api/tables/{made['table']}")).status == 404

    play(main)


class Unreliable(MemoryRecords):
    """Records on a disk that may be full."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = False

    async def write(self, changes: Sequence[Change]) -> None:
        if self.is_full:
            raise StorageFailed("QuotaExceededError")
        await super().write(changes)


def test_an_answer_that_cannot_be_stored_does_not_count() -> None:
    async def main() -> None:
        records = Unreliable()
        host = await opened(records)
        made = await ask(host, "/api/tables", HOT_SEAT)
        players = [Player(host, made["table"], seat["token"]) for seat in made["seats"]]
        await players[0].until(lambda: any(player.question for player in players))
        asked = next(player for player in players if player.question)
        records.is_full = True
        asked.answer()
        assert (await asked.heard("error"))["code"] == "busy"
        assert asked.state["answers"] == 0
        records.is_full = False
        asked.answer()
        await asked.until(lambda: asked.state["answers"] == 1)

    play(main)


def test_two_pages_with_the_same_table_do_not_mix_their_answers() -> None:
    async def main() -> None:
        records = MemoryRecords()
        one, two = await opened(records), await opened(records)
        made = await ask(one, "/api/tables", SOLO)
        here, there = (Player(host, made["table"], made["token"]) for host in (one, two))
        await here.until(lambda: here.question)
        await there.until(lambda: there.question)
        here.answer()
        await here.until(lambda: here.state["answers"] > 0)
        there.answer()
        await there.until(lambda: there.has_to_connect_again)
        back = Player(two, made["table"], made["token"])
        await back.until(lambda: back.question)
        assert back.state["answers"] >= here.state["answers"] - 1

    play(main)


class Database:
    """What JavaScript offers, in Python."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.fault = ""

    async def write(self, changes: str) -> str:
        for change in json.loads(changes):
            if change["kind"] == "add" and json.dumps(change["key"]) in self.texts:
                return "taken"
            self.texts[json.dumps(change["key"])] = change["text"]
        return self.fault

    async def read(self, kind: str, table: str | None, first: int) -> str:
        found: list[tuple[Key, str]] = sorted((json.loads(key), text) for key, text in self.texts.items())
        return json.dumps([(key, text) for key, text in found if key[0] == kind and table in (None, key[1])])


def test_texts_cross_the_bridge_to_javascript() -> None:
    async def main() -> None:
        database = Database()
        host = await open_host(DatabaseRecords(database), run_at_once, FAST)
        bridge = Bridge(host)
        status, kind, body = json.loads(await bridge.request("POST", "/api/tables", "{}", json.dumps(HOT_SEAT)))
        assert (status, kind) == (201, "application/json")
        sent: list[Json] = []
        made = json.loads(body)
        bridge.connect(1, lambda text: sent.append(json.loads(text)), lambda: None)
        bridge.receive(1, json.dumps({"type": "hello", "table": made["table"], "token": made["token"]}))
        while not sent:
            await asyncio.sleep(0.01)
        assert sent[0]["type"] == "state"
        bridge.disconnect(1)
        database.fault = "QuotaExceededError"
        assert json.loads(await bridge.request("POST", "/api/tables", "{}", json.dumps(HOT_SEAT)))[0] == 503

    play(main)


@pytest.mark.parametrize("path", ["/api/nothing", "/api/tables/x/y/z", "/metrics", "/operator"])
def test_what_needs_a_server_is_not_there(path: str) -> None:
    async def main() -> None:
        host = await opened(MemoryRecords())
        response = await send(host, path)
        assert response.status == 404
        assert json.loads(response.body)["code"] == "not_found"

    play(main)
