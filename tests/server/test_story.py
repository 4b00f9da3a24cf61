"""The story of a finished game, hints, and the analysis."""

from __future__ import annotations

import asyncio
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from basebash.bots import Ask, Thought, search
from basebash.engine import Option
from basebash.scenario.position import Position
from basebash.server import messages
from basebash.server.games.advice import _thought_of
from basebash.server.games.replay_cache import encode_game
from basebash.server.games.story import tell_story
from basebash.server.host import workers
from basebash.server.storage.schema import MOVES, TABLES
from basebash.server.storage.store import Store
from tests.positions import scenario
from tests.server.helpers import FAST, PATIENCE, HttpError, Json, Player, Server, play_on, sqlite_url
from tools.servers import wait_for

BOTS = {"seats": [{"kind": "bot", "level": "easy", "name": name} for name in ("Mira", "Otto", "Juno")]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "ROLLOUTS", 2)
        patch.setattr(search, "WIDTH", 1)
        running = Server(sqlite_url(tmp_path_factory.mktemp("story")), FAST)
        yield running
        running.stop()


@pytest.fixture(scope="module")
def finished(server: Server) -> str:
    table = str(server.post("/api/tables", {**BOTS, "target_vp": 8})["table"])
    wait_for(lambda: server.get(f"/api/tables/{table}")["over"], 180)
    return table


def stop(server: Server, table: str) -> Json:
    request = urllib.request.Request(f"{server.url}/api/tables/{table}/analysis", method="DELETE")
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
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
    assert [story.standings[0][0]] == story.winners
    assert story.scored > 0
    assert story.played > story.turns // 2
    assert story.biggest is not None
    sums: dict[tuple[int, int], int] = {}
    for gain in story.gains:
        sums[gain.turn, gain.player] = sums.get((gain.turn, gain.player), 0) + gain.vp
    assert story.biggest.vp == max(sums.values()) == sums[story.biggest.turn, story.biggest.player]


def test_the_story_shows_bases_and_cards_as_they_were(server: Server, finished: str) -> None:
    story = msgspec.convert(server.get(f"/api/tables/{finished}/story"), messages.Story, strict=False)
    assert story.closest is not None
    closest = story.closest
    before = server.get(f"/api/tables/{finished}/replay?step={closest.step - 1}")["state"]["view"]
    base = next(base for base in before["bases"] if base["name"] == closest.base)
    (upper, more, vp), (lower, less, lower_vp) = closest.rows
    assert (base["totals"][upper], base["totals"][lower]) == (more, less)
    assert more > less
    assert vp != lower_vp  # some bases award second place more
    assert story.card is not None
    assert story.card.vp == sum(scoring.vp for scoring in story.card.scorings) > 0


KNOWN = """
scenario: Invader brings a point, Tar Pits scores nine to seven, and King Rex wins at Jungle Oasis
players:
  Ann: {factions: [Dinosaurs, Aliens], hand: [King Rex, Invader], vp: 9}
  Ben: {factions: [Robots, Pirates], hand: [Warbot], vp: 9}
bases:
- base: Tar Pits
  minions: [{Laseratops: {owner: Ann}}, {Nukebot: {owner: Ben}}]
- base: Jungle Oasis
  minions: [{Collector: {owner: Ann}}, {Buccaneer: {owner: Ben}}]
"""
LINE = ("Invader on Tar Pits", "End", "Warbot on Tar Pits", "End", "King Rex on Jungle Oasis", "End")
TIMES = [100.0, 130.0, 140.0, 150.0, 155.0, 3000.0]


def played(text: str, line: tuple[str, ...]) -> str:
    game = Position(scenario(text)).game
    for start in line:
        game.answer((next(i for i, option in enumerate(game.question.options) if option.text.startswith(start)),))
    assert game.is_over
    return encode_game(game)


@pytest.fixture(scope="module")
def known() -> str:
    """Return a known game of three turns, as workers get it."""
    return played(KNOWN, LINE)


def story_of(text: str, times: list[float], people: list[int]) -> messages.Story:
    return msgspec.json.decode(tell_story(text, "known", times, people), type=messages.Story)


def test_a_continued_game_that_ends_in_its_first_turn_has_a_story() -> None:
    story = story_of(played(KNOWN.replace("vp: 9", "vp: 14", 1), LINE[:2]), TIMES[:2], [0, 1])
    assert (story.winners, story.standings, story.turns, story.steps) == ([0], [(0, 15), (1, 9)], 1, 2)


def test_the_whole_story_of_a_known_game(known: str) -> None:
    ann, ben = 0, 1
    story = story_of(known, TIMES, [ann, ben])
    assert (story.winners, story.standings, story.turns, story.steps) == ([ann], [(ann, 15), (ben, 13)], 3, 6)
    assert [(gain.turn, gain.step, gain.player, gain.vp, gain.source) for gain in story.gains] == [
        (1, 0, ann, 9, ""),
        (1, 0, ben, 9, ""),
        (1, 1, ann, 1, "Invader"),
        (2, 4, ben, 4, "Tar Pits"),
        (2, 4, ann, 3, "Tar Pits"),
        (3, 6, ann, 2, "Jungle Oasis"),
    ]
    assert story.sources == [[2, 3, 0, 10], [4, 0, 0, 9]]
    assert (story.scored, story.played, story.destroyed) == (2, 3, 0)
    # Without King Rex Buccaneer would have been first; Warbot and Nukebot made a difference of one, Invader paid one.
    jungle = messages.StoryScoring(3, 6, "Jungle Oasis", 2)
    assert story.card == messages.StoryCard("King Rex", ann, 2, [jungle])
    assert story.closest == messages.StoryBase("Tar Pits", 2, 4, [(ben, 9, 4), (ann, 7, 3)])
    assert story.biggest == messages.StoryTurn(2, 4, ben, 4, 20)
    assert story.quickest == messages.StoryTurn(2, 3, ben, 4, 20)
    assert story.seconds == 2900


def test_turn_lengths_are_shown_for_people_where_known(known: str) -> None:
    assert story_of(known, TIMES, [0]).quickest == messages.StoryTurn(3, 5, 0, 2, 2850)
    assert story_of(known, TIMES, []).quickest is None
    story = story_of(known, [], [0, 1])
    assert (story.seconds, story.quickest) == (None, None)
    assert story.biggest == messages.StoryTurn(2, 4, 1, 4, None)


def test_the_times_of_undone_answers_are_left_out(tmp_path: Path) -> None:
    store = Store(sqlite_url(tmp_path))
    store.open()
    moves = [("answer", (0,)), ("answer", (1,)), ("answer", (2,)), ("undo", (1,)), ("answer", (3,))]

    def write(connection: sa.Connection) -> None:
        table = {"id": "t", "name": "", "status": "over", "listed": False, "options": "", "seats": ""}
        connection.execute(sa.insert(TABLES), {**table, "created": 0.0, "touched": 0.0})
        for number, (kind, picks) in enumerate(moves):
            move = {"table_id": "t", "number": number, "kind": kind, "seat": 0, "at": 10.0 * number}
            connection.execute(sa.insert(MOVES), {**move, "picks": str(list(picks))})

    async def ask() -> list[float]:
        await store.do(write)
        return await store.times("t")

    try:
        assert asyncio.run(ask()) == [0.0, 40.0]
    finally:
        store.close()


def test_a_game_between_people_shows_how_long_it_took(server: Server) -> None:
    with server.solo(target_vp=3) as ann:
        play_on([ann], lambda state: state["over"])
        table = ann.state["table"]
    story = msgspec.convert(server.get(f"/api/tables/{table}/story"), messages.Story, strict=False)
    assert story.seconds is not None
    assert 0 <= story.seconds < 600
    assert story.quickest is not None
    assert story.quickest.player == 0


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
    return player.read("hint")


def test_a_hint_names_legal_moves(server: Server) -> None:
    with server.solo() as ann:
        play_on([ann], lambda state: bool(state["view"]["question"] and state["view"]["question"]["kind"] == "main"))
        assert ann.state["hints"]
        hint = ask(ann)
        offered = {option["index"]: option["text"] for option in ann.question["options"]} if ann.question else {}
        assert 1 <= len(hint["moves"]) <= 3
        for move in hint["moves"]:
            assert move["text"] == " + ".join(offered[pick] for pick in move["picks"])
            assert 0 <= move["chance"] <= 1 if move["tries"] else move["chance"] is None
            assert not move["played"]
        chances = [move["chance"] for move in hint["moves"] if move["tries"]]
        assert chances == sorted(chances, reverse=True)


def test_hints_among_people_must_be_allowed(server: Server) -> None:
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


def test_exactly_one_thought_is_about_the_played_move() -> None:
    """Two minions with the same name at a base are two plays with the same text."""
    texts = [("Poison on Zapbot", 7, 3), ("Poison on Zapbot", 8, 3), ("Poison on Zapbot", 8, 4), ("End", -1, -1)]
    options = [Option(i, "play", text, target=to, card=card) for i, (text, to, card) in enumerate(texts)]
    asked = Ask(0, "main", "", options, low=1, high=1)
    thoughts = [Thought((i,), texts[i][0], 0.5) for i in (0, 1)]
    assert _thought_of(asked, thoughts, (1,)) is thoughts[1]
    assert _thought_of(asked, thoughts, (2,)) is thoughts[1]  # with another copy in hand
    assert _thought_of(asked, thoughts, (3,)) is None


# ----------------------------------------------------------------------------------------------- the analysis
def test_an_analysis_covers_every_turn_and_can_be_stopped_and_continued(server: Server, finished: str) -> None:
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
    [winner] = server.get(f"/api/tables/{finished}/story")["winners"]
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
