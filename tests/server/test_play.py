"""Playing at tables: answers, undo, coming and going, the end."""

from __future__ import annotations

import asyncio
import time

import pytest
from msgspec.structs import replace

from basebash.server.tables.table import Table
from tests.server.helpers import FAST, TWO_PEOPLE, HttpError, Json, Player, Server, catch_up, play_on
from tools.servers import wait_for


def is_over(state: Json) -> object:
    return state["over"]


def asked_of(ann: Player, ben: Player) -> tuple[Player, Player]:
    """Return the asked player, then the other one."""
    catch_up(ann, ben)
    return (ann, ben) if ann.question else (ben, ann)


def advance_to(ann: Player, ben: Player, kind: str) -> tuple[Player, Player]:
    for _ in range(300):
        asked, other = asked_of(ann, ben)
        assert asked.question is not None
        if asked.question["kind"] == kind:
            return asked, other
        asked.answer()
    raise AssertionError(f"no question of kind {kind}")


def option(player: Player, kind: str) -> int | None:
    assert player.question is not None
    return next((o["index"] for o in player.question["options"] if o["kind"] == kind), None)


# ----------------------------------------------------------------------------------------------- answers
def test_an_answer_sent_twice_counts_once(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben:
        asked, _ = asked_of(ann, ben)
        number, picks = asked.state["answers"], asked.pick()
        asked.answer(picks, number)
        asked.send(type="answer", number=number, picks=picks)
        asked.send(type="ping")
        asked.read("pong")
        assert asked.state["answers"] == number + 1
        assert server.table(asked.table).core.move_count == number + 1


def test_an_answer_sent_again_much_later_counts_once_until_it_is_taken_back(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben:
        asked, _ = asked_of(ann, ben)
        number, picks = asked.state["answers"], asked.pick()
        asked.answer(picks, number)
        play_on([ann, ben], lambda state: state["answers"] >= number + 30)
        late = server.table(asked.table).core.move_count
        asked.send(type="answer", number=number, picks=picks)
        asked.send(type="ping")
        asked.read("pong")  # no error came before it
        assert asked.refused(type="answer", number=number, picks=[*picks, 77]) == "stale"
        assert server.table(asked.table).core.move_count == late
        asyncio.run_coroutine_threadsafe(take_back(server.table(asked.table), number), server.loop).result(60)
        assert asked.refused(type="answer", number=number, picks=picks) == "stale"


async def take_back(table: Table, keep: int) -> None:
    async with table.core.lock:
        await table.moves.take_back(-1, keep)


def test_an_answer_to_an_old_question_is_refused_as_stale(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben:
        asked, other = asked_of(ann, ben)
        number = asked.state["answers"]
        asked.answer()
        assert asked.refused(type="answer", number=number, picks=[55]) == "stale"
        assert other.refused(type="answer", number=number, picks=[0]) == "stale"
        assert asked.refused(type="answer", number=number + 50, picks=[0]) == "stale"


def test_only_legal_answers_of_the_asked_player_count(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben, Player(server.url, ann.table) as watcher:
        asked, other = asked_of(ann, ben)
        number = asked.state["answers"]
        for picks in ([99], [0, 0], [0, 1, 2], [10_000]):
            assert asked.refused(type="answer", number=number, picks=picks) == "illegal"
        assert other.refused(type="answer", number=number, picks=[0]) == "not_asked"
        assert watcher.refused(type="answer", number=number, picks=[0]) == "not_your_seat"
        for kind in ("undo", "resign", "rematch", "start"):
            assert watcher.refused(type=kind) in {"not_your_seat", "already_started"}
        assert watcher.refused(type="chat", text="psst") == "not_your_seat"
        assert asked.state["answers"] == number


# ----------------------------------------------------------------------------------------------- undo
def test_an_undo_is_free_until_something_is_revealed(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben:
        asked, other, index, before, log = play_something_open(ann, ben)
        number = asked.state["answers"] - 1
        asked.send(type="undo")
        asked.read("state", lambda state: state["answers"] == number + 2)
        assert asked.state["view"] == before
        assert asked.log == log
        other.until(lambda state: state["answers"] == number + 2)
        assert other.state["undo"]["asked_by"] is None
        assert asked.refused(type="answer", number=number, picks=[index + 1]) == "stale"
        asked.answer([index])


def play_something_open(ann: Player, ben: Player) -> tuple[Player, Player, int, Json, list[Json]]:
    """Play until a card was played that revealed nothing; return what the player saw before, too."""
    for _ in range(200):
        asked, other = advance_to(ann, ben, "main")
        index = option(asked, "play")
        if index is None:
            asked.answer([option(asked, "end") or 0])
            continue
        before, log = asked.state["view"], list(asked.log)
        asked.answer([index])
        if asked.state["undo"]["free"]:
            return asked, other, index, before, log
    raise AssertionError("every card revealed something")


def test_an_undo_needs_consent_after_another_player_answered(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben:
        asked, other = advance_to(ann, ben, "main")
        number = asked.state["answers"]
        before = asked.state["view"]
        while True:
            end = option(asked, "end") if asked.question and asked.question["kind"] == "main" else None
            asked.answer(None if end is None else [end])
            now, _ = asked_of(ann, ben)
            if now is other:
                break
        taken = asked.state["answers"]
        assert not asked.state["undo"]["free"]
        asked.send(type="undo")
        other.read("state", lambda state: state["undo"]["waiting_for"] == [other.state["you"]])
        assert other.state["undo"]["asked_by"] == asked.state["you"]
        other.send(type="consent", yes=False)
        other.read("state", lambda state: state["undo"]["asked_by"] is None)
        assert other.state["answers"] == taken
        assert other.refused(type="consent", yes=True) == "no_undo_asked"
        asked.send(type="undo")
        other.read("state", lambda state: state["undo"]["waiting_for"])
        other.send(type="consent", yes=True)
        other.read("state", lambda state: state["answers"] == taken + 1)
        asked.until(lambda state: state["answers"] == taken + 1)
        if taken == number + 1:
            assert asked.state["view"] == before


def test_bots_agree_to_an_undo_at_once(server: Server) -> None:
    with server.solo() as ann:
        ann.until(lambda state: state["view"] and state["view"]["question"])
        assert ann.refused(type="undo") == "nothing_to_undo"
        for _ in range(12):
            ann.until(lambda state: state["view"]["question"])
            ann.answer()
        ann.until(lambda state: state["view"]["question"])
        number = ann.state["answers"]
        ann.send(type="undo")
        ann.read("state", lambda state: state["answers"] > number)
        ann.until(lambda state: state["view"]["question"])
        ann.answer()


# ----------------------------------------------------------------------------------------------- coming and going
def test_a_token_is_valid_only_for_its_seat(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben:
        with pytest.raises(AssertionError, match="bad_token"):
            Player(server.url, ann.table, "wrong")
        with pytest.raises(AssertionError, match="no_table"):
            Player(server.url, "nowhere", None)
        assert (ann.state["you"], ben.state["you"]) == (0, 1)
        assert ann.state["creator"]
        assert not ben.state["creator"]
    stored = server.table(ann.table).core.seats
    assert all(seat.hash and seat.hash not in (ann.token, ben.token) for seat in stored)


def test_players_can_leave_and_come_back(server: Server) -> None:
    ann, ben = server.pair()
    with ben:
        play_on([ann, ben], lambda state: state["answers"] >= 8)
        ann.close()
        ben.read("state", lambda state: not state["seats"][0]["connected"])
        with Player(server.url, ann.table, ann.token, since=len(ann.log) - 1) as again:
            assert again.state["log_from"] == len(ann.log) - 1
            assert again.state["log"] == ann.log[-1:]
            assert again.state["events"] == []
            ben.read("state", lambda state: state["seats"][0]["connected"])
            play_on([again, ben], lambda state: state["answers"] >= 12)


def test_idle_tables_are_unloaded_and_loaded_again(server: Server) -> None:
    ann, ben = server.pair()
    play_on([ann, ben], lambda state: state["answers"] >= 8)
    view = ann.state["view"]
    ann.close()
    ben.close()
    table = server.table(ann.table)
    wait_for(lambda: table.is_idle)
    server.registry.unload(table)
    with Player(server.url, ann.table, ann.token) as again:
        assert again.state["answers"] == ann.state["answers"]
        assert again.state["view"] == view
        assert again.log == ann.log


def test_an_open_table_waits_and_the_creator_can_start(server: Server) -> None:
    made = server.post("/api/tables", {**TWO_PEOPLE, "listed": True, "name": "Open to all"})
    listed = [entry for entry in server.registry.tables.values() if entry.core.listed]
    assert [entry.id for entry in listed] == [made["table"]]
    with Player(server.url, made["table"], made["token"]) as ann:
        assert (ann.state["started"], ann.state["view"]) == (False, None)
        assert ann.refused(type="answer", number=0, picks=[]) == "not_started"
        assert ann.refused(type="undo") == "not_started"
        with Player(server.url, made["table"]) as watcher:
            assert watcher.refused(type="start") == "not_allowed"
        ann.send(type="start")
        ann.read("state", lambda state: state["started"])
        assert [seat["kind"] for seat in ann.state["seats"]] == ["person", "bot"]
        ann.until(lambda state: state["view"]["question"])
    with pytest.raises(HttpError) as full:
        server.post(f"/api/tables/{made['table']}/join", {"name": "Late"})
    assert full.value.code == "full"


def test_a_guest_who_leaves_before_the_start_frees_the_seat(server: Server) -> None:
    made = server.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]})
    joined = server.post(f"/api/tables/{made['table']}/join", {"name": "Ben"})
    with Player(server.url, made["table"], joined["token"]) as ben:
        ben.send(type="resign")
        ben.read("state", lambda state: state["you"] is None and state["seats"][1]["kind"] == "open")
    with pytest.raises(AssertionError, match="bad_token"):
        Player(server.url, made["table"], joined["token"])


def test_the_creator_gets_a_token_for_each_hot_seat(server: Server) -> None:
    seats = [{"kind": "hotseat", "name": "Ann"}, {"kind": "hotseat", "name": "Ann"}]
    made = server.post("/api/tables", {"seats": seats})
    tokens = [seat["token"] for seat in made["seats"]]
    ann, ben = (Player(server.url, made["table"], token) for token in tokens)
    with ann, ben:
        assert [seat["name"] for seat in ann.state["seats"]] == ["Ann", "Ann 2"]
        play_on([ann, ben], lambda state: state["answers"] >= 10)
        asked, _ = asked_of(ann, ben)
        number = asked.state["answers"]
        asked.send(type="undo")  # players on one device need no consent
        asked.read("state", lambda state: state["answers"] == number + 1)


def test_chat_reaches_everyone_and_is_stored(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben, Player(server.url, ann.table) as watcher:
        ann.send(type="chat", text="Hi!")
        assert [player.read("chat")["text"] for player in (ann, ben, watcher)] == ["Hi!"] * 3
        ben.send(type="chat", text="Hello\x00\n\u202e!")
        assert ann.read("chat")["number"] == 1
    wait_for(lambda: server.table(ann.table).is_idle)
    server.registry.unload(server.table(ann.table))
    with Player(server.url, ann.table) as later:
        assert [(line["seat"], line["name"], line["text"]) for line in later.state["chat"]] == [
            (0, "Ann", "Hi!"),
            (1, "Ben", "Hello !"),
        ]
        with Player(server.url, ann.table, ann.token) as again:
            later.read("state")
            assert later.state["chat"] == []
            for _ in range(30):
                again.send(type="chat", text="Bla")
            assert again.read("error")["code"] == "too_fast"


def test_the_clock_answers_for_a_player_who_is_too_slow(server: Server) -> None:
    ann, ben = server.pair(clock=5)
    with ann, ben:
        asked, other = asked_of(ann, ben)
        assert asked.state["clock"]["seat"] == other.state["clock"]["seat"] == asked.state["you"]
        assert 0 < asked.state["clock"]["seconds_left"] <= 5
        table = server.table(ann.table)
        assert table.clocks.is_running
        loop = server.loop
        loop.call_soon_threadsafe(lambda: server.registry.tasks.spawn(table.clocks.run_out(table.core.move_count)))
        other.read("state", lambda state: state["answers"] == 1)


# ----------------------------------------------------------------------------------------------- the end
def test_a_game_with_a_bot_a_rematch_and_the_replay(server: Server) -> None:
    with server.solo(target_vp=2) as ann:
        play_on([ann], is_over)
        over = ann.state["over"]
        assert over["standings"][0][0] == over["winner"]
        assert ann.refused(type="undo") == "over"
        assert ann.refused(type="resign") == "over"
        assert ann.refused(type="answer", number=ann.state["answers"], picks=[]) == "over"
        steps = server.get(f"{over['replay']}?step=0")["steps"]
        assert steps == ann.state["answers"]
        for eyes, step in (("all", 0), ("0", steps // 2), ("1", steps), ("all", steps)):
            replay = server.get(f"{over['replay']}?step={step}&as={eyes}")
            state = replay["state"]
            assert (state["answers"], state["you"]) == (step, None if eyes == "all" else int(eyes))
            hands = [player["hand"] is not None for player in state["view"]["players"]]
            assert hands == ([True, True] if eyes == "all" else [eyes == "0", eyes == "1"])
        assert server.get(f"{over['replay']}?step={steps}&as=0")["state"]["log"] == ann.log
        save = server.get(f"/api/tables/{ann.table}/save")
        assert len(save["answers"]) == steps
        for bad in ("as=7", "as=x", "step=-1", "step=x"):
            with pytest.raises(HttpError):
                server.get(f"{over['replay']}?{bad}")
        ann.send(type="rematch")
        ann.read("state", lambda state: state["over"]["rematch"])
        ann.send(type="rematch")  # there is only one
        ann.read("state")
        with Player(server.url, ann.state["over"]["rematch"], ann.token) as again:
            assert again.state["you"] == 0
            again.until(lambda state: state["view"]["question"])
            again.answer()


def test_players_can_replay_a_game_under_way_as_they_saw_it(server: Server) -> None:
    ann, ben = server.pair()
    with ann, ben:
        seen: dict[int, tuple[Json, list[Json]]] = {}
        for _ in range(45):
            asked, _ = asked_of(ann, ben)
            seen[ann.state["answers"]] = (ann.state["view"], list(ann.log))
            asked.answer()
        path = f"/api/tables/{ann.table}/replay"
        mine = {"Authorization": f"Bearer {ann.token}"}
        for step in (0, 7, 20, 44):
            replay = server.get(f"{path}?step={step}", **mine)
            state = replay["state"]
            assert (state["you"], state["answers"], state["view"], state["log"]) == (0, step, *seen[step])
            assert server.get(f"{path}?step={step}&as=0", **mine) == replay
            watched = server.get(f"{path}?step={step}")["state"]
            assert watched["you"] is None
            assert [player["hand"] for player in watched["view"]["players"]] == [None, None]
        for query in ("as=all", "as=1", "as=x"):
            with pytest.raises(HttpError) as refused:
                server.get(f"{path}?step=3&{query}", **mine)
            assert refused.value.code == "not_over"
        with pytest.raises(HttpError) as wrong:
            server.get(f"{path}?step=3", Authorization="Bearer wrong")
        assert wrong.value.code == "bad_token"
        asked, other = asked_of(ann, ben)
        number = asked.state["answers"]
        asked.send(type="undo")
        other.read("state", lambda state: state["undo"]["waiting_for"] or state["answers"] > number)
        if other.state["answers"] == number:
            other.send(type="consent", yes=True)
            other.wait_for_answer(number)
        kept = server.get(path, **mine)
        assert kept["steps"] < 45
        assert kept["state"]["view"]["turn"] == other.state["view"]["turn"]


def test_a_player_who_resigns_is_replaced_by_a_bot_and_sees_no_hand(server: Server) -> None:
    ann, ben = server.pair(target_vp=3)
    with ann, ben:
        play_on([ann, ben], lambda state: state["answers"] >= 4)
        assert ann.refused(type="rematch") == "not_over"
        ann.send(type="resign")
        ann.read("state", lambda state: state["you"] is None)
        assert ann.state["view"]["players"][0]["hand"] is None
        assert ann.refused(type="undo") == "not_your_seat"
        ben.until(lambda state: state["seats"][0]["resigned"])
        ben.send(type="resign")
        ben.read("state", is_over, timeout=60)
        ann.until(is_over)
        ann.send(type="rematch")
        ann.read("state", lambda state: state["over"]["rematch"])
        with Player(server.url, ann.state["over"]["rematch"], ben.token) as again:
            assert again.state["you"] == 1


def test_bots_alone_finish_a_game(server: Server) -> None:
    made = server.post("/api/tables", {"seats": [{"kind": "bot"}] * 3, "target_vp": 1})
    assert made["seat"] is None
    with Player(server.url, made["table"]) as watcher:
        watcher.until(is_over, timeout=60)


def test_previews_and_explanations(server: Server) -> None:
    with server.solo() as ann:
        preview: Json = {"options": {}}
        minions: list[Json] = []
        for _ in range(60):
            ann.until(lambda state: state["view"]["question"])
            assert ann.question is not None
            if ann.question["kind"] == "main":
                ann.send(type="preview", number=ann.state["answers"])
                preview = ann.read("preview")
                minions = [c for base in ann.state["view"]["bases"] for c in base["cards"] if c["kind"] == "minion"]
                if minions and any("VP" in option["text"] for option in preview["options"].values()):
                    break
            ann.answer()
        assert any("VP" in option["text"] for option in preview["options"].values())
        ann.send(type="explain", what="power", card=minions[0]["id"])
        assert ann.read("explanation")["total"] == minions[0]["power"]
        assert ann.refused(type="preview", number=0) == "stale"


def test_automatic_passes_take_as_long_as_those_of_people(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("paced")
    server = Server(f"sqlite:///{folder / 'games.db'}", replace(FAST, secret_answer_delay_seconds=0.3))
    try:
        ann, ben = server.pair()
        with ann, ben:
            times: dict[bool, float] = {}
            for _ in range(400):
                asked, _ = asked_of(ann, ben)
                question = asked.question
                assert question is not None
                has_options = bool(question["options"])
                play_now = server.table(asked.table).core.play
                assert play_now is not None
                decides_hand = play_now.game.question.secret
                if has_options and not decides_hand and question["low"] > 0:
                    play = option(asked, "play")
                    asked.answer(None if play is None else [play])
                    continue
                asked_at = server.table(asked.table).clocks.asked_at  # the delay counts from the question
                asked.answer([])
                if decides_hand:
                    times[has_options] = time.monotonic() - asked_at
                if len(times) == 2 or asked.state["over"]:
                    break
            assert set(times) == {True, False}
            for seconds in times.values():
                assert 0.25 < seconds < 10
    finally:
        server.stop()
