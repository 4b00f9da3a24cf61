"""Games with packs: no fault of a pack harms the server; it ends the game, and says what happened."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from basebash.packs import add_folder
from basebash.server.games import trial
from basebash.server.processes import workers
from tests.packs import without_new_packs, write_pack
from tests.server.helpers import Json, Player, Server, play_on, sqlite_url

MANIFEST = 'name = "faults"\nversion = "{version}"\nauthor = "Ann"\nlicence = "MIT"\n'
HEAD = '"""Factions of one minion each."""\n\nfrom basebash.engine import Card, Event, Faction, Minion\n'
FACTION = '''

{constant} = Faction("{name}", set_name="{name} Set", intro="What can go wrong.")


class {name}Worker(Minion, of={constant}, copies=20):
    """Do something."""

    power = 2

{code}
'''
OUT_OF_TIME = "it did not finish within 0.7 seconds"
FAULTS: dict[str, tuple[str, str]] = {
    "Raises": ("1 / 0", "ZeroDivisionError: division by zero"),
    "Exits": ("raise SystemExit(3)", "SystemExit: 3"),
    "Recurses": ("def f(): return f()\nf()", "it calls itself without end"),
    "Loops": ("while True:\n    pass", OUT_OF_TIME),
    "Catches": ("while True:\n    try:\n        me.power\n    except Exception:\n        pass", OUT_OF_TIME),
    "Hoards": ("[0] * 10**9", "it needs too much memory"),  # at once: filling memory takes time, which is limited too
}
ENDLESS_ANSWERS = 30


def faction(name: str, code: str, hook: str = "async def on_play(self, me: Card) -> None:") -> str:
    """A faction whose only minion does this."""
    lines = "\n".join(f"        {line}" for line in code.splitlines())
    return FACTION.format(name=name, constant=name.upper(), code=f"    {hook}\n{lines}")


def pack(folder: Path, *factions: str, version: str = "1.2") -> Path:
    return write_pack(folder / "faults", MANIFEST.format(version=version), cards=HEAD + "".join(factions))


@pytest.fixture(scope="module")
def _limits() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "TRIAL_SECONDS", 0.7)
        patch.setattr(workers, "GUARDED_SECONDS", 1.5)
        yield


@pytest.fixture(scope="module")
def one_server(_limits: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("packs")
    power = "def power_bonus(self, me: Card, card: Card) -> int:"
    with without_new_packs():
        add_folder(
            pack(
                folder,
                *(faction(name, code) for name, (code, _) in FAULTS.items()),
                faction("Sums", "sum(range(10**12))"),
                faction("Asks", "while await me.may('Again?') or True:\n    pass"),
                faction("Looks", "return 1 // 0 if card is me else 0", power),
                faction("Gives", "await me.draw(1)"),
            )
        )
        server = Server(sqlite_url(folder))
        yield server
        server.stop()


@pytest.fixture
def server(one_server: Server) -> Server:
    one_server.registry.fixed_seeds = itertools.count(1).__next__
    return one_server


def against(name: str) -> list[list[str]]:
    return [[name, "Ghosts"], ["Robots", "Aliens"]]


def until_turn(player: Player) -> None:
    """Decline everything until the player can play a card."""
    while True:
        player.until(lambda state: state["view"] and state["view"]["question"])
        assert player.question is not None
        if player.question["kind"] == "main":
            return
        player.answer([] if player.question["low"] == 0 else [0])


def play_worker(player: Player) -> Json:
    """Play a Worker at any base and return the refusal or the next state."""
    until_turn(player)
    question = player.question
    assert question is not None
    hand = {card["id"]: card["name"] for card in player.state["view"]["players"][0]["hand"]}
    option = next(option for option in question["options"] if hand.get(option.get("card"), "").endswith("Worker"))
    player.send(type="answer", number=player.state["answers"], picks=[option["index"]])
    return player.read_any("error", "state")


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_in_an_answer_ends_the_game_with_an_explanation(server: Server, name: str) -> None:
    with server.solo(factions=against(name), first=0) as ann:
        until_turn(ann)
        answers, log = ann.state["answers"], list(ann.log)
        assert play_worker(ann)["code"] == "halted"
        halted = ann.until(lambda state: state["halted"])["halted"]
        assert halted["reason"].startswith(f"{name}Worker.on_play of the pack faults 1.2 failed (cards.py, line ")
        assert halted["reason"].endswith(f": {FAULTS[name][1]}.")
        assert (halted["settled"], ann.state["answers"], ann.log) == ("keep", answers, log)
        assert ann.refused(type="answer", number=answers, picks=[0]) == "halted"
        assert ann.refused(type="undo") == "halted"


def test_a_loop_that_no_exception_reaches_is_ended_by_the_system(server: Server) -> None:
    with server.solo(factions=against("Sums"), first=0) as ann:
        assert "took too long, or needs too much memory" in play_worker(ann)["message"]


def test_other_tables_are_answered_while_a_card_loops(server: Server) -> None:
    with server.solo(factions=against("Catches"), first=0) as ann, server.solo(target_vp=5) as ben:
        until_turn(ben)
        refusals: list[Json] = []
        thread = threading.Thread(target=lambda: refusals.append(play_worker(ann)))
        until_turn(ann)
        thread.start()
        answered = 0
        while thread.is_alive():
            asked = time.monotonic()
            ben.send(type="ping")
            ben.read("pong")
            answered += time.monotonic() - asked < 1
            time.sleep(0.01)
        assert answered > 10
        assert refusals[0]["code"] == "halted"


def test_endless_questions_end_the_game(server: Server) -> None:
    with server.solo(factions=against("Asks"), first=0) as ann:
        assert play_worker(ann)["type"] == "state"
        asked = 0
        while not ann.state["halted"]:
            ann.send(type="answer", number=ann.state["answers"], picks=[])
            ann.read_any("error", "state")
            asked += 1
        assert asked > trial.LONGEST_EFFECT - 10
        assert "does not come to an end" in ann.until(lambda state: state["halted"])["halted"]["reason"]


def test_a_fault_in_what_is_shown_ends_the_game_before_it_is_shown(server: Server) -> None:
    with server.solo(factions=against("Looks"), first=0) as ann:
        assert "LooksWorker.power_bonus of the pack faults 1.2 failed" in play_worker(ann)["message"]
        assert ann.until(lambda state: state["halted"])["view"]["bases"]


@pytest.mark.parametrize("name", ["Raises", "Loops"])
def test_previews_hints_and_bots_do_without_a_card_that_fails(server: Server, name: str) -> None:
    with server.solo(
        factions=against(name), first=0, seats=[{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": "easy"}]
    ) as ann:
        until_turn(ann)
        ann.send(type="preview", number=ann.state["answers"])
        assert ann.read("preview")["options"] == {}
        ann.send(type="hint", number=ann.state["answers"])
        assert ann.read("hint")["moves"] == []
        assert ann.state["halted"] is None


def test_a_bot_that_plays_a_card_that_fails_ends_only_its_game(server: Server) -> None:
    factions = [["Robots", "Aliens"], ["Raises", "Loops"]]
    with server.solo(factions=factions, first=0) as ann:
        until_turn(ann)
        end = next(option for option in ann.question["options"] if option["kind"] == "end")  # type: ignore[index]
        ann.answer([end["index"]])
        while not ann.state["halted"]:
            if ann.question is not None:
                ann.send(type="answer", number=ann.state["answers"], picks=ann.pick())
            ann.read_any("state", "error")
        assert "of the pack faults 1.2 failed" in ann.state["halted"]["reason"]
    with server.solo(target_vp=2) as ben:
        play_on([ben], lambda state: state["over"])
