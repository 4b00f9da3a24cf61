"""The story of a finished game, hints, and the analysis."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator

import msgspec
import pytest

from basebash.table import messages, players
from tests.table.helpers import FAST, HttpError, Json, Player, Server, play_on, sqlite_url
from tools.servers import wait_for

BOTS = {"seats": [{"kind": "bot", "level": "easy", "name": name} for name in ("Mira", "Otto", "Juno")]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(players, "HARD_SECONDS", 0.05)
        running = Server(sqlite_url(tmp_path_factory.mktemp("story")), FAST)
        yield running
        running.stop()


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    table = str(server.post("/api/tables", {**BOTS, "target_vp": 8})["table"])
    wait_for(lambda: server.get(f"/api/tables/{table}")["over"], 60)
    return table


def stop(server: Server, table: str) -> Json:
    request = urllib.request.Request(f"{server.url}/api/tables/{table}/analysis", method="DELETE")
    with urllib.request.urlopen(request, timeout=10) as response:
        return dict(msgspec.json.decode(response.read()))


# ----------------------------------------------------------------------------------------------- the story
def test_the_points_of_the_story_are_those_of_the_game(server: Server, finished: str) -> None:
    raw = server.get(f"/api/tables/{finished}/story")
    story = msgspec.convert(raw, messages.Story, strict=False)
    points = dict(story.standings)
    for player in range(3):
        assert sum(gain.vp for gain in story.gains if gain.player == player) == points[player]
        assert sum(story.sources[player]) == points[player]
    assert story.names == ["Mira", "Otto", "Juno"]
    assert story.standings[0][0] == story.winner
    assert story.scored > 0
    assert story.played > story.turns // 2
    assert story.fastest is not None
    sums: dict[tuple[int, int], int] = {}
    for gain in story.gains:
        sums[gain.turn, gain.player] = sums.get((gain.turn, gain.player), 0) + gain.vp
    assert story.fastest.vp == max(sums.values()) == sums[story.fastest.turn, story.fastest.player]


def test_the_story_tells_of_bases_and_cards_as_they_were(server: Server, finished: str) -> None:
    story = msgspec.convert(server.get(f"/api/tables/{finished}/story"), messages.Story, strict=False)
    assert story.closest is not None
    closest = story.closest
    before = server.get(f"/api/tables/{finished}/replay?step={closest.step - 1}")["state"]["view"]
    base = next(base for base in before["bases"] if base["name"] == closest.base)
    (upper, more, vp), (lower, less, lower_vp) = closest.rows
    assert (base["totals"][upper], base["totals"][lower]) == (more, less)
    assert more > less
    assert vp != lower_vp  # some bases pay the second more
    assert story.card is not None
    assert story.card.vp == sum(scoring.vp for scoring in story.card.scorings) > 0


def test_a_game_under_way_has_no_story_and_no_analysis(server: Server) -> None:
    with server.solo() as ann:
        table = ann.state["table"]
        for path in ("story", "analysis", "advice?step=0"):
            with pytest.raises(HttpError) as refused:
                server.get(f"/api/tables/{table}/{path}")
            assert refused.value.status == 409


# ----------------------------------------------------------------------------------------------- hints
def ask(player: Player) -> Json:
    player.send(type="hint", number=player.state["answers"])
    return player.read("hint", timeout=30)


def test_a_hint_names_moves_that_are_offered(server: Server) -> None:
    with server.solo() as ann:
        play_on([ann], lambda state: bool(state["view"]["question"] and state["view"]["question"]["kind"] == "main"))
        assert ann.state["hints"]
        hint = ask(ann)
        offered = {option["index"]: option["text"] for option in ann.question["options"]} if ann.question else {}
        assert 1 <= len(hint["moves"]) <= 3
        for move in hint["moves"]:
            assert move["text"] == " + ".join(offered[pick] for pick in move["picks"])
            assert 0 <= move["chance"] <= 1
            assert not move["played"]
        chances = [move["chance"] for move in hint["moves"]]
        assert chances[0] == max(chances)


def test_no_hints_among_people_unless_all_agreed(server: Server) -> None:
    ann, ben = server.pair()
    asked = ann if ann.question else ben
    assert not asked.state["hints"]
    assert asked.refused(type="hint", number=asked.state["answers"]) == "not_allowed"
    ann.close()
    ben.close()
    ann, ben = server.pair(hints=True)
    table = ann.state["table"]
    assert server.get(f"/api/tables/{table}")["hints"]
    asked, other = (ann, ben) if ann.question else (ben, ann)
    assert ask(asked)["moves"] is not None
    assert other.refused(type="hint", number=other.state["answers"]) == "not_asked"
    assert asked.refused(type="hint", number=asked.state["answers"] + 1) == "stale"
    with Player(server.url, table) as watcher:
        assert not watcher.state["hints"]
        assert watcher.refused(type="hint", number=0) == "not_your_seat"
    ann.close()
    ben.close()


# ----------------------------------------------------------------------------------------------- the analysis
def test_an_analysis_has_every_turn_can_be_stopped_and_goes_on(server: Server, finished: str) -> None:
    path = f"/api/tables/{finished}/analysis"
    assert server.get(path) == {"seat": None, "state": "none", "done": 0, "of": 0, "moments": []}
    server.post(path, {})
    wait_for(lambda: server.get(path)["done"] > 0, 60)
    stopped = stop(server, finished)
    assert stopped["state"] == "stopped"
    assert 0 < stopped["done"] <= stopped["of"]
    server.post(path, {})
    wait_for(lambda: server.get(path)["state"] == "done", 120)
    found = msgspec.convert(server.get(path), messages.Analysis, strict=False)
    assert found.done == found.of == len(found.moments)
    steps = [moment.step for moment in found.moments]
    assert steps == sorted(set(steps))
    winner = server.get(f"/api/tables/{finished}/story")["winner"]
    assert found.moments[-1].chances == [float(player == winner) for player in range(3)]
    for moment in found.moments[:-1]:
        assert sum(moment.chances) == pytest.approx(1, abs=0.01)
        assert sum(move.played for move in moment.moves) == 1
        log = server.get(f"/api/tables/{finished}/replay?step={moment.step}")["state"]["view"]
        assert (log["turn"], log["asked"]) == (moment.turn, moment.player)


def test_advice_at_any_step_of_a_finished_game(server: Server, finished: str) -> None:
    advice = msgspec.convert(server.get(f"/api/tables/{finished}/advice?step=5"), messages.AnalysisMoment, strict=False)
    assert advice.step == 5
    with pytest.raises(HttpError) as refused:
        server.get(f"/api/tables/{finished}/advice?step=99999")
    assert refused.value.status == 400
